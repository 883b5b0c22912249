"""Glossary terms in texts: where they stand, and how they were found.

    table = TermTable([("circuit breaker", "disyuntor")], language="en", lemmatise=lemmatise)
    TermIndex([table], lemmatise=lemmatise).find("Two circuit breakers.")
    # [TermHit(start=4, end=20, source="circuit breaker", target="disyuntor", exactness=Exactness.INFLECTED)]

Service, window and checks use this one matcher, so that none of them finds what another does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from termdesk.domain.language.composition import fold
from termdesk.domain.language.language import root
from termdesk.domain.matching.compounds import CompoundHeads, compound_heads
from termdesk.domain.matching.term_keys import Lemmatise, Memo, WordForms, WordKeys, forms_of
from termdesk.domain.matching.term_table import Beginnings, TermGroup, TermTable
from termdesk.domain.matching.tokens import HYPHENS, JOINT, Tokenizer, Tokens

_MOST_KEPT = 20_000


class Exactness(StrEnum):
    """How a term was found, the surest way first."""

    EXACT = "exact"
    OTHER_CASE = "other case"
    OTHER_HYPHEN = "other hyphen"
    INFLECTED = "inflected"
    COMPOUND = "compound"


_ORDER = {exactness: order for order, exactness in enumerate(Exactness)}


@dataclass(frozen=True, slots=True)
class TermHit:
    """A term in a source text. `start` and `end` count code points of the text.

    `others` are other targets of the same term, in the same dictionary, in a later one or among the rejected.
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


class TermIndex:
    """Finds the terms of some dictionaries of one language: longest first, then as written before other forms.

    If several dictionaries have a term, the first one wins. Targets of `rejected` dictionaries, as forbidden ones,
    are never used; hits name them among their `others`. A text of 10 KiB takes some milliseconds.
    """

    def __init__(
        self, tables: Sequence[TermTable], *, lemmatise: Lemmatise | None = None, rejected: Sequence[TermTable] = ()
    ) -> None:
        self._tables = tables
        self._words = _Words(tables, rejected, lemmatise)

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]], *, language: str, lemmatise: Lemmatise | None = None) -> TermIndex:
        """An index of one dictionary."""
        return cls([TermTable(pairs, language=language, lemmatise=lemmatise)], lemmatise=lemmatise)

    def __len__(self) -> int:
        return sum(map(len, self._tables))

    def find(self, text: str) -> list[TermHit]:
        """The terms of a text, from left to right, without overlap."""
        if not len(self):
            return []
        return list(_TermSearch(text, self._words).hits())


class _Phrase(NamedTuple):
    """A term in one spelling: its words, folded, and in their base forms."""

    words: Sequence[str]
    folded: Sequence[str]
    base: Sequence[str]


class _Words:
    """What is known of words and phrases, for all texts that an index is asked for."""

    def __init__(self, tables: Sequence[TermTable], rejected: Sequence[TermTable], lemmatise: Lemmatise | None) -> None:
        self.tokenizer = tables[0].tokenizer if tables else Tokenizer("en")
        self.keys = WordKeys(forms_of(lemmatise, self.tokenizer))
        self._rejected = [each for each in rejected if len(each)]
        self.of = Memo(partial(_word, tables, self.keys), most=_MOST_KEPT)
        # Each term in its spellings.
        self.phrases = Memo(partial(_phrases, self.tokenizer, self.keys.forms), most=_MOST_KEPT)
        # The term, source and target, that is the last part of a compound; None in languages without them.
        heads = compound_heads(self.tokenizer.language) if lemmatise else None
        self.compounds = Memo(partial(_compound, tables, self.keys, heads)) if heads else None

    def rejected_beginnings(self, word: _Word) -> list[_Beginning]:
        """The rejected terms that begin with a word."""
        return _beginnings(self._rejected, self.keys, word.folded, word.key) if self._rejected else []


def _word(tables: Sequence[TermTable], keys: WordKeys, written: str) -> _Word:
    folded, base = fold(written), keys.forms[written]
    key = keys.forms[base]
    return _Word(written, folded, base, key, _beginnings(tables, keys, folded, key))


def _beginnings(tables: Sequence[TermTable], keys: WordKeys, folded: str, key: str) -> list[_Beginning]:
    found = []
    for table in tables:
        by_folded = table.beginnings(folded, keys)
        by_key = by_folded if key == folded else table.beginnings(key, keys)
        if by_folded or by_key:
            found.append(_Beginning(table, by_folded, by_key, "" in by_folded or "" in by_key))
    return found


def _phrases(tokenizer: Tokenizer, forms: WordForms, source: str) -> list[_Phrase]:
    is_english = root(tokenizer.language) == "en"

    def base_of_term(word: str) -> str:
        # Terms as “bearing” and “closed” are words of their own: “bears” and “close” are no forms of them.
        folded = fold(word)
        return folded if is_english and folded.endswith(("ing", "ed")) else forms[word]

    return [
        _Phrase(words, [fold(word) for word in words], [base_of_term(word) for word in words])
        for words in tokenizer.spellings(source)
    ]


def _compound(tables: Sequence[TermTable], keys: WordKeys, heads: CompoundHeads, word: str) -> tuple[str, str] | None:
    for each in dict.fromkeys((word, keys.forms[word])):
        for head in heads(each):
            for source, target in _terms_as_written(tables, keys, head):
                return source, target
    return None


def _terms_as_written(tables: Sequence[TermTable], keys: WordKeys, folded: str) -> Iterator[tuple[str, str]]:
    """Terms that are this word; base forms of parts of words would be guesses, and take long."""
    for table in tables:
        if group := table.group(table.beginnings(folded, keys), folded, "", keys):
            for source, target in map(table.term, group.rows(folded)):
                if fold(source.strip()) == folded:
                    yield source, target


class _Beginning(NamedTuple):
    """The terms of a table that begin with a word, as it is found folded, and in its base form."""

    table: TermTable
    by_folded: Beginnings
    by_key: Beginnings
    has_single: bool


@dataclass(slots=True, eq=False)
class _Word:
    """A word as written, folded, in its base form, as terms are found by it, and the terms that begin with it."""

    written: str
    folded: str
    base: str
    key: str
    beginnings: list[_Beginning]


_NO_WORD = _Word("", "", "", "", [])


class _Candidates(NamedTuple):
    """Groups of terms that may begin at a place: those that its words led to folded, and in their base forms."""

    table: TermTable
    of_folded: list[TermGroup]
    of_keys: list[TermGroup]


class _View:
    """The tokens of a text in one spelling."""

    def __init__(self, tokens: Tokens, known: Memo[_Word]) -> None:
        self.words = [known[word] for word in tokens.words]
        self.spans = tokens.spans

    def starts(self) -> list[int]:
        """The places of one or two tokens with which a term begins."""
        found = []
        successors = (*self.words[1:], _NO_WORD)
        for place, word in enumerate(self.words):
            if word.beginnings:
                successor = successors[place]
                for _, by_folded, by_key, has_single in word.beginnings:
                    if has_single or successor.folded in by_folded or successor.key in by_key:
                        found.append(place)
                        break
        return found


class _TermSearch:
    """The search through one text."""

    def __init__(self, text: str, words: _Words) -> None:
        self._text = text
        self._words = words
        tokens = words.tokenizer.tokens(text)
        spaced = tokens if words.tokenizer.is_unspaced else tokens.without_hyphens()
        self._spaced = _View(spaced, words.of)
        # Words that hyphens join, as one word too, with the place of each.
        self._closed = None if spaced is tokens else _View(tokens.closed(), words.of)
        self._closed_at = {span[0]: place for place, span in enumerate(self._closed.spans)} if self._closed else {}

    def hits(self) -> Iterator[TermHit]:
        end = 0
        for place in self._places():
            if self._spaced.spans[place][0] >= end and (hit := self._hit_at(place)):
                yield hit
                end = hit.end

    def _places(self) -> Sequence[int]:
        """Where a term can begin."""
        starts, compounds = self._spaced.starts(), self._words.compounds
        if self._closed is None and compounds is None:
            return starts
        found = set(starts)
        if self._closed is not None:
            closed = {self._closed.spans[place][0] for place in self._closed.starts()}
            found.update(place for place, span in enumerate(self._spaced.spans) if span[0] in closed)
        if compounds is not None:
            found.update(place for place, word in enumerate(self._spaced.words) if compounds[word.written])
        return sorted(found)

    def _hit_at(self, place: int) -> TermHit | None:
        """The longest term that begins with this token, in either spelling of the text."""
        found = self._longest_at(self._spaced, place)
        closed = self._closed_at.get(self._spaced.spans[place][0])
        if (
            self._closed
            and closed is not None
            and self._closed.words[closed].written != self._spaced.words[place].written
        ):
            other = self._longest_at(self._closed, closed)
            if other and (found is None or other.end > found.end):
                found = other
        return found or self._compound_at(place)

    def _longest_at(self, view: _View, place: int) -> TermHit | None:
        candidates = self._candidates(view.words[place].beginnings, view, place)
        lengths = {
            length
            for _, of_folded, of_keys in candidates
            for group in (*of_folded, *of_keys)
            for length in group.lengths
        }
        for count in sorted(lengths, reverse=True):
            if count <= len(view.words) - place and (hit := self._best(candidates, view, place, place + count)):
                return hit
        return None

    def _candidates(self, beginnings: Iterable[_Beginning], view: _View, place: int) -> list[_Candidates]:
        first, successor, keys = view.words[place], _NO_WORD, self._words.keys
        if place + 1 < len(view.words):
            successor = view.words[place + 1]
        found = []
        for table, by_folded, by_key, _ in beginnings:
            of_folded = table.groups(by_folded, first.folded, successor.folded, keys)
            is_same = by_key is by_folded and successor.key == successor.folded
            of_keys = of_folded if is_same else table.groups(by_key, first.key, successor.key, keys)
            if of_folded or of_keys:
                found.append(_Candidates(table, of_folded, of_keys))
        return found

    def _best(self, candidates: Sequence[_Candidates], view: _View, start: int, stop: int) -> TermHit | None:
        """The term that these tokens are, in its surest form; None if they are none."""
        place = view.spans[start][0], view.spans[stop - 1][1]
        written, words = self._text[place[0] : place[1]], view.words[start:stop]
        terms = self._terms(candidates, written, words)
        if not terms:
            return None
        rejected = self._words.rejected_beginnings(words[0])
        if len(terms) == 1 and not rejected:
            [only] = terms
            return TermHit(*place, only.source, only.target, only.exactness)
        best = min(terms, key=lambda each: _ORDER[each.exactness])
        terms += self._terms(self._candidates(rejected, view, start), written, words)
        source, target = fold(best.source), fold(best.target)
        same = (each.target for each in terms if fold(each.source) == source and fold(each.target) != target)
        return TermHit(*place, best.source, best.target, best.exactness, tuple(dict.fromkeys(same)))

    def _terms(self, candidates: Sequence[_Candidates], written: str, words: Sequence[_Word]) -> list[_Found]:
        """The terms among the candidates that the words are, in any form; `written` as they stand in the text."""
        found = []
        folded, key = JOINT.join([word.folded for word in words]), JOINT.join([word.key for word in words])
        for table, of_folded, of_keys in candidates:
            ways = [group.rows(folded) for group in of_folded]
            if of_keys is not of_folded or key != folded:
                ways += [group.rows(key) for group in of_keys]
            for row in ways[0] if len(ways) == 1 else sorted({row for rows in ways for row in rows}):
                source, target = table.term(row)
                if exactness := self._compared(source, written, words):
                    found.append(_Found(source, target, exactness))
        return found

    def _compared(self, source: str, written: str, words: Sequence[_Word]) -> Exactness | None:
        """How exactly the words match a term; None if only the keys are the same."""
        # Most are written like the term: comparing characters is faster than splitting it into words.
        if written == source:
            return Exactness.EXACT
        if written.isascii() and source.isascii() and written.lower() == source.lower():
            return Exactness.OTHER_CASE
        found = [_in_spelling(phrase, words) for phrase in self._words.phrases[source]]
        sure = min(filter(None, found), key=_ORDER.__getitem__, default=None)
        if sure is None or sure is Exactness.INFLECTED or self._has_same_hyphens(source, written):
            return sure
        return Exactness.OTHER_HYPHEN

    def _has_same_hyphens(self, source: str, written: str) -> bool:
        if self._closed is None and HYPHENS.isdisjoint(source):
            return True
        return _folded(self._words.tokenizer, source) == _folded(self._words.tokenizer, written)

    def _compound_at(self, place: int) -> TermHit | None:
        """The term that is the last part of a compound: Pumpe in Kraftstoffpumpe."""
        if self._words.compounds is None:
            return None
        found = self._words.compounds[self._spaced.words[place].written]
        return TermHit(*self._spaced.spans[place], *found, Exactness.COMPOUND) if found else None


def _folded(tokenizer: Tokenizer, phrase: str) -> list[str]:
    return [fold(word) for word in tokenizer.words(phrase)]


def _in_spelling(phrase: _Phrase, words: Sequence[_Word]) -> Exactness | None:
    if len(phrase.words) != len(words):
        return None
    if phrase.folded == [word.folded for word in words]:
        return Exactness.EXACT if phrase.words == [word.written for word in words] else Exactness.OTHER_CASE
    forms = zip(phrase.folded, phrase.base, words, strict=True)
    return Exactness.INFLECTED if all(_is_form(*each) for each in forms) else None


def _is_form(term: str, term_base: str, word: _Word) -> bool:
    """Whether two words are forms of one; of the term folded, and in its base form.

    A form is also compared with a base form: the base of “bearings” is “bearing”, whose own base is “bear”.
    """
    return word.base in (term_base, term) or word.folded in (term, term_base)
