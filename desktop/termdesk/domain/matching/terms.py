"""Glossary terms in texts: where they occur, and how they were found.

    table = TermTable([("circuit breaker", "disyuntor")], language="en", lemmatize=lemmatize)
    TermIndex([table], lemmatize=lemmatize).find("Two circuit breakers.")
    # [TermHit(start=4, end=20, source="circuit breaker", target="disyuntor", exactness=Exactness.INFLECTED)]

Service, window and checks use this one matcher, so that they all find the same terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from termdesk.domain.language.inner_ends import InnerEnds, has_inner_end
from termdesk.domain.matching.letters import OTHER_SINGULARS, fold, has_other_letters, is_swiss
from termdesk.domain.matching.term_keys import Lemmatize
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.tokens import HYPHENS, JOINT, Tokenizer, is_cut, is_other_than_abbreviation
from termdesk.domain.matching.word_lookup import (
    LookedUpWord,
    SpelledTerm,
    TermCandidates,
    TextView,
    WordLookup,
    candidate_lengths,
)


class Exactness(StrEnum):
    """How a term was found, most certain first."""

    EXACT = "exact"
    OTHER_CASE = "other case"
    OTHER_HYPHEN = "other hyphen"
    INFLECTED = "inflected"
    COMPOUND = "compound"


_ORDER = {exactness: order for order, exactness in enumerate(Exactness)}


class TermHit(NamedTuple):
    """A term in a source text. `start` and `end` count code points of the text.

    `others` are other targets of the same term, in the same dictionary, a later one, or a rejected one.
    """

    start: int
    end: int
    source: str
    target: str
    exactness: Exactness = Exactness.EXACT
    others: tuple[str, ...] = ()


class _Found(NamedTuple):
    source: str
    target: str
    exactness: Exactness


# The terms that match some words. The key has the text of these words, their number, and how words are compared.
_KnownTerms = dict[tuple[str, int, bool, bool], Sequence[_Found]]
_MOST_KEPT = 20_000


class TermIndex:
    """Finds the terms of some dictionaries of one language. A longer term is preferred to a shorter one, and exact
    spelling to other forms.

    If several dictionaries have a term, the first one wins. Targets of `rejected` dictionaries, such as forbidden
    targets, are never used; hits list them in `others`. A text of 10 KiB takes some milliseconds.
    """

    def __init__(
        self, tables: Sequence[TermTable], *, lemmatize: Lemmatize | None = None, rejected: Sequence[TermTable] = ()
    ) -> None:
        self._tables = tables
        self._words = WordLookup(tables, rejected, lemmatize)
        self._known: _KnownTerms = {}
        self._is_empty = not len(self)

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]], *, language: str, lemmatize: Lemmatize | None = None) -> TermIndex:
        """An index of one dictionary."""
        return cls([TermTable(pairs, language=language, lemmatize=lemmatize)], lemmatize=lemmatize)

    def __len__(self) -> int:
        return sum(map(len, self._tables))

    @property
    def words_seen(self) -> int:
        """The number of different words whose terms it remembers."""
        return len(self._words.of)

    def find(self, text: str) -> list[TermHit]:
        """The terms in a text, from left to right, without overlap."""
        if self._is_empty:
            return []
        return list(_TermSearch(text, self._words, self._known).hits())

    def spans(self, text: str, position: int) -> bool:
        """Whether a term with an end of a sentence inside reaches over a position in a text, which is behind such an
        end.

        Terms without one never do, although their words may be the last and the first of two sentences.
        """
        window = self._inner_ends.window(text, position)
        if window is None:
            return False
        start, end = window
        around = self.find(text[start:end])
        return any(hit.start < position - start < hit.end and has_inner_end(hit.source) for hit in around)

    @cached_property
    def _inner_ends(self) -> InnerEnds:
        found = InnerEnds()
        for table in self._tables:
            found = found.merge(table.inner_ends)
        return found

    def positions(self, text: str) -> list[tuple[int, int]]:
        """The positions of all terms in a text, in code points, in any case and with hyphens or without. They may
        overlap.

        Inflected terms are not found, because only terms as they are written are protected.
        """
        return [] if self._is_empty else sorted(set(_WrittenTerms(text, self._words).positions()))


class _WrittenTerms:
    """The search for all terms as they are written in one text."""

    def __init__(self, text: str, words: WordLookup) -> None:
        self._text = text
        self._phrases = words.phrases
        tokens = words.tokenizer.tokens(text)
        spellings = [tokens]
        if not HYPHENS.isdisjoint(tokens.words):
            # So “set - up” matches “set up”, and “e-mail” matches “email”.
            spellings += tokens.without_hyphens(may_have_blanks=True), tokens.join_hyphenated()
        self._views = [TextView(each, words) for each in spellings]

    def positions(self) -> Iterator[tuple[int, int]]:
        for view in self._views:
            for start in view.starts():
                candidates = view.candidates(view.words[start].beginnings, start)
                for length in candidate_lengths(candidates):
                    words = view.words[start : start + length]
                    if len(words) == length:
                        position = view.spans[start][0], view.spans[start + length - 1][1]
                        if self._is_term(candidates, self._text[position[0] : position[1]], words):
                            yield position

    def _is_term(self, candidates: Iterable[TermCandidates], written: str, words: Sequence[LookedUpWord]) -> bool:
        folded = [word.folded for word in words]
        joined = JOINT.join(folded)
        terms = (
            (table, table.term(row)[0])
            for table, groups, _ in candidates
            for group in groups
            for row in group.rows(joined)
        )
        return any(
            folded == phrase.folded and (not is_other_than_abbreviation(written, source) or table.is_in_capitals)
            for table, source in terms
            for phrase in self._phrases[source]
        )


class _TermSearch:
    """The search for terms in one text."""

    def __init__(self, text: str, words: WordLookup, known: _KnownTerms) -> None:
        self._text = text
        self._words = words
        self._known = known
        tokens = words.tokenizer.tokens(text)
        spaced = tokens if words.tokenizer.is_unspaced else tokens.without_hyphens()
        self._spaced = TextView(spaced, words)
        # A second view, in which words joined by hyphens are one word, and the index of each word by its position in
        # the text.
        closed = words.tokenizer.join_hyphenated(tokens)
        self._closed = None if closed is tokens else TextView(closed, words)
        self._closed_at = (
            {span[0]: position for position, span in enumerate(self._closed.spans)} if self._closed else {}
        )

    def hits(self) -> Iterator[TermHit]:
        end = 0
        for position in self._positions():
            if self._spaced.spans[position][0] >= end and (hit := self._hit_at(position)):
                yield hit
                end = hit.end

    def _positions(self) -> Sequence[int]:
        """The indexes of tokens at which a term can start."""
        starts, compounds = self._spaced.starts(), self._words.compounds
        if self._closed is None and compounds is None:
            return starts
        found = set(starts)
        if self._closed is not None:
            closed = {self._closed.spans[position][0] for position in self._closed.starts()}
            found.update(position for position, span in enumerate(self._spaced.spans) if span[0] in closed)
        if compounds is not None:
            found.update(position for position, word in enumerate(self._spaced.words) if compounds[word.written])
        return sorted(found)

    def _hit_at(self, position: int) -> TermHit | None:
        """The longest term that starts with this token. Words joined by hyphens count both as separate words and as
        one.
        """
        found = self._longest_at(self._spaced, position)
        if self._closed is None:
            return found or self._compound_at(position)
        closed = self._closed_at.get(self._spaced.spans[position][0])
        if closed is not None and self._closed.words[closed].written != self._spaced.words[position].written:
            other = self._longest_at(self._closed, closed)
            if other and (found is None or other.end > found.end):
                found = other
        return found or self._compound_at(position)

    def _longest_at(self, view: TextView, position: int) -> TermHit | None:
        candidates, lengths = view.longest_first(position)
        for count in lengths:
            if count <= len(view.words) - position and (
                hit := self._best(candidates, view, position, position + count)
            ):
                return hit
        return None

    def _best(self, candidates: Sequence[TermCandidates], view: TextView, start: int, stop: int) -> TermHit | None:
        """The term made of these tokens, in its most certain form; None if there is none."""
        first, end = view.spans[start][0], view.spans[stop - 1][1]
        written, words = self._text[first:end], view.words[start:stop]
        terms = self._find_known_terms(candidates, written, words)
        if not terms or is_cut(self._text, first, end):
            return None
        rejected = self._words.find_rejected_beginnings(words[0])
        if len(terms) == 1 and not rejected:
            [only] = terms
            return TermHit(first, end, *only)
        best = min(terms, key=lambda each: _ORDER[each.exactness])
        terms = [*terms, *self._terms(view.candidates(rejected, start), written, words)]
        source, target = fold(best.source), fold(best.target)
        same = (each.target for each in terms if fold(each.source) == source and fold(each.target) != target)
        return TermHit(first, end, *best, tuple(dict.fromkeys(same)))

    def _find_known_terms(
        self, candidates: Sequence[TermCandidates], written: str, words: Sequence[LookedUpWord]
    ) -> Sequence[_Found]:
        """Return the result of `_terms`, cached, because most texts contain a term several times."""
        # The first two parts determine the words, and the others how they are compared.
        key = written, len(words), self._closed is None, self._words.may_be_swiss and self._is_swiss
        terms = self._known.get(key)
        if terms is None:
            terms = self._terms(candidates, written, words)
            # Words without a term are not kept, because most of them occur once.
            if terms:
                if len(self._known) >= _MOST_KEPT:
                    self._known.clear()
                self._known[key] = terms
        return terms

    def _terms(self, candidates: Sequence[TermCandidates], written: str, words: Sequence[LookedUpWord]) -> list[_Found]:
        """The candidates that match the words in any form; `written` is the text of these words."""
        found = []
        folded, key = JOINT.join([word.folded for word in words]), JOINT.join([word.key for word in words])
        for table, of_folded, of_keys in candidates:
            ways = [rows for group in of_folded if (rows := group.rows(folded))]
            if of_keys is not of_folded or key != folded:
                ways += [rows for group in of_keys if (rows := group.rows(key))]
            if not ways:
                continue
            for row in ways[0] if len(ways) == 1 else sorted({row for rows in ways for row in rows}):
                source, target = table.term(row)
                if exactness := self._compare(source, written, words, table):
                    found.append(_Found(source, target, exactness))
        return found

    def _compare(self, source: str, written: str, words: Sequence[LookedUpWord], table: TermTable) -> Exactness | None:
        """How exactly the words match a term; None if only their keys are equal."""
        # Most words are written like the term, and comparing characters is faster than splitting the term into words.
        if written == source:
            return Exactness.EXACT
        if is_other_than_abbreviation(written, source) and not table.is_in_capitals:
            return None
        if written.isascii() and source.isascii() and written.lower() == source.lower():
            return Exactness.OTHER_CASE
        if has_other_letters(written, source, self._words.tokenizer.language) and not self._is_swiss:
            return None
        found = [_in_spelling(phrase, words) for phrase in self._words.phrases[source]]
        sure = min(filter(None, found), key=_ORDER.__getitem__, default=None)
        if sure is None or sure is Exactness.INFLECTED or self._has_same_hyphens(source, written):
            return sure
        return Exactness.OTHER_HYPHEN

    @cached_property
    def _is_swiss(self) -> bool:
        return is_swiss(self._text, self._words.tokenizer.language)

    def _has_same_hyphens(self, source: str, written: str) -> bool:
        if self._closed is None and HYPHENS.isdisjoint(source):
            return True
        return _fold_words(self._words.tokenizer, source) == _fold_words(self._words.tokenizer, written)

    def _compound_at(self, position: int) -> TermHit | None:
        """The term that is the last part of a compound: Pumpe in Kraftstoffpumpe."""
        if self._words.compounds is None:
            return None
        found = self._words.compounds[self._spaced.words[position].written]
        return TermHit(*self._spaced.spans[position], *found, Exactness.COMPOUND) if found else None


def _fold_words(tokenizer: Tokenizer, phrase: str) -> list[str]:
    return [fold(word) for word in tokenizer.words(phrase)]


def _in_spelling(phrase: SpelledTerm, words: Sequence[LookedUpWord]) -> Exactness | None:
    if len(phrase.words) != len(words):
        return None
    if phrase.folded == [word.folded for word in words] and not phrase.is_other_form:
        return Exactness.EXACT if phrase.words == [word.written for word in words] else Exactness.OTHER_CASE
    forms = zip(phrase.folded, phrase.base, phrase.participles, words, strict=True)
    return Exactness.INFLECTED if all(_is_form(*each) for each in forms) else None


def _is_form(term: str, term_base: str, participles: re.Pattern[str] | None, word: LookedUpWord) -> bool:
    """Whether a word is a form of a word of a term. `term` is that word folded, and `term_base` is its base form.

    Each form is compared with each, because the base form of “bearings” is “bearing”, and the base form of “bearing” is
    “bear”.
    """
    if participles is not None and word.folded != term:
        return word.base in (term, term_base) and participles.fullmatch(word.folded) is not None
    forms = (term, term_base)
    return word.base in forms or word.folded in forms or OTHER_SINGULARS.get(word.folded) == term
