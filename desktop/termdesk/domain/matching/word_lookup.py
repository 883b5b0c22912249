"""A cache for the search for terms: the words of texts, each with the terms that start with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from termdesk.domain.language.language import root
from termdesk.domain.matching.compounds import CompoundHeads, compound_heads
from termdesk.domain.matching.letters import fold, is_other_head
from termdesk.domain.matching.term_keys import Lemmatize, Memo, WordForms, WordKeys, forms_of, second_form
from termdesk.domain.matching.term_table import Beginnings, TermGroup, TermTable
from termdesk.domain.matching.tokens import Tokenizer, Tokens
from termdesk.domain.matching.word_classes import forms_of_participle

_MOST_KEPT = 20_000


class SpelledTerm(NamedTuple):
    """A term in one spelling: its words, the folded words, and their base forms."""

    words: Sequence[str]
    folded: Sequence[str]
    base: Sequence[str]
    # For each word, a pattern of its other forms if it is a participle; else None.
    participles: Sequence[re.Pattern[str] | None]
    # Whether the term is written for singular and plural (Pumpe(n)), and this is one of its two forms.
    is_other_form: bool = False


class WordLookup:
    """Cache of words and phrases, for all texts in which an index searches."""

    def __init__(self, tables: Sequence[TermTable], rejected: Sequence[TermTable], lemmatize: Lemmatize | None) -> None:
        self.tokenizer = tables[0].tokenizer if tables else Tokenizer("en")
        # Only German texts can have Swiss spelling.
        self.may_be_swiss = root(self.tokenizer.language) == "de"
        self.keys = WordKeys(forms_of(lemmatize, self.tokenizer))
        # By two words: the terms that may start with them.
        self.candidates: dict[tuple[str, str], _PairCandidates] = {}
        self._rejected = [each for each in rejected if len(each)]
        self.of = Memo(partial(_word, tables, self.keys), most=_MOST_KEPT)
        # Each term in its spellings.
        self.phrases = Memo(partial(_phrases, self.tokenizer, self.keys.forms), most=_MOST_KEPT)
        # The term (source, target) that is the last part of a compound; None in languages without compounds.
        heads = compound_heads(self.tokenizer.language) if lemmatize else None
        self.compounds = Memo(partial(_compound, tables, self.keys, heads)) if heads else None

    def find_rejected_beginnings(self, word: LookedUpWord) -> list[TableBeginning]:
        """The rejected terms that start with a word."""
        return _beginnings(self._rejected, self.keys, word.folded, word.key) if self._rejected else []


def _word(tables: Sequence[TermTable], keys: WordKeys, written: str) -> LookedUpWord:
    folded, base = fold(written), keys.forms[written]
    key = second_form(written, keys.forms)
    beginnings = _beginnings(tables, keys, folded, key)
    seconds: list[Beginnings] = []
    has_single = False
    for _, by_folded, by_key in beginnings:
        seconds += (by_folded,) if by_key is by_folded else (by_folded, by_key)
        has_single = has_single or "" in by_folded or "" in by_key
    return LookedUpWord(written, folded, base, key, beginnings, has_single, seconds)


def _beginnings(tables: Sequence[TermTable], keys: WordKeys, folded: str, key: str) -> list[TableBeginning]:
    found = []
    for table in tables:
        by_folded = table.beginnings(folded, keys)
        by_key = by_folded if key == folded else table.beginnings(key, keys)
        if by_folded or by_key:
            found.append(TableBeginning(table, by_folded, by_key))
    return found


def _phrases(tokenizer: Tokenizer, forms: WordForms, source: str) -> list[SpelledTerm]:
    language = root(tokenizer.language)
    is_english = language == "en"

    def base_of_term(word: str) -> str:
        # Terms such as “bearing” and “closed” are their own base forms, because “bears” and “close” are not forms of
        # them. So are Hebrew terms, because what looks like an article may be part of the term.
        folded = fold(word)
        is_own = language == "he" or (is_english and folded.endswith(("ing", "ed")))
        return folded if is_own else forms[word]

    def spell_term(words: Sequence[str], *, is_other_form: bool) -> SpelledTerm:
        folded, bases = [fold(word) for word in words], [base_of_term(word) for word in words]
        participles = [forms_of_participle(*each, language) for each in zip(folded, bases, strict=True)]
        return SpelledTerm(words, folded, bases, participles, is_other_form)

    spellings = tokenizer.spellings(source)
    own = len(tokenizer.hyphen_spellings(source)) if "(" in source else len(spellings)
    return [spell_term(words, is_other_form=number >= own) for number, words in enumerate(spellings)]


def _compound(tables: Sequence[TermTable], keys: WordKeys, heads: CompoundHeads, word: str) -> tuple[str, str] | None:
    language = tables[0].tokenizer.language
    for each in dict.fromkeys((word, keys.forms[word])):
        for head in heads(each):
            start = len(fold(each)) - len(head)
            for source, target in _terms_as_written(tables, keys, head):
                if not is_other_head(word, start, source.strip(), language):
                    return source, target
    return None


def _terms_as_written(tables: Sequence[TermTable], keys: WordKeys, folded: str) -> Iterator[tuple[str, str]]:
    """The terms that are exactly this word. Base forms are not tried: for a part of a word they are guesses, and
    slow.
    """
    for table in tables:
        if group := table.group(table.beginnings(folded, keys), folded, "", keys):
            for source, target in map(table.term, group.rows(folded)):
                if fold(source.strip()) == folded:
                    yield source, target


class TableBeginning(NamedTuple):
    """The terms of a table that start with a word: found by the folded word, and by its key."""

    table: TermTable
    by_folded: Beginnings
    by_key: Beginnings


@dataclass(slots=True, eq=False)
class LookedUpWord:
    """A word in four forms (as written, folded, base form, and `key` by which terms are found) with the terms that
    start with it.
    """

    written: str
    folded: str
    base: str
    key: str
    beginnings: list[TableBeginning]
    has_single: bool
    # The terms that start with the folded word and with the key, by their second words.
    seconds: list[Beginnings]


_NO_WORD = LookedUpWord("", "", "", "", [], has_single=False, seconds=[])


class TermCandidates(NamedTuple):
    """Groups of terms of a table that may start at a position. They are found by the folded words there, and by their
    keys.
    """

    table: TermTable
    of_folded: list[TermGroup]
    of_keys: list[TermGroup]


class _PairCandidates(NamedTuple):
    """The terms that may start with two words. `lengths` are their numbers of tokens, largest first.

    `thirds` are the third words of the terms; None if one or two tokens can be a term.
    """

    candidates: list[TermCandidates]
    lengths: list[int]
    thirds: set[str] | None


class TextView:
    """The tokens of a text in one spelling."""

    def __init__(self, tokens: Tokens, words: WordLookup) -> None:
        known = words.of
        self.words = list(map(known.__getitem__, tokens.words))
        self.spans = tokens.spans
        self._keys = words.keys
        self._candidates = words.candidates

    def starts(self) -> list[int]:
        """The indexes of the tokens at which a term may start, judging by one or two tokens only."""
        found, words, last = [], self.words, len(self.words) - 1
        for position, word in enumerate(words):
            if word.has_single:
                found.append(position)
            elif word.seconds and position < last:
                successor = words[position + 1]
                folded, key = successor.folded, successor.key
                for seconds in word.seconds:
                    if folded in seconds or key in seconds:
                        found.append(position)
                        break
        return found

    def longest_first(self, position: int) -> tuple[list[TermCandidates], list[int]]:
        """The terms that may start at a token, as far as three tokens show, and their numbers of tokens, largest
        first.
        """
        words = self.words
        successor = words[position + 1].written if position + 1 < len(words) else ""
        key = words[position].written, successor
        known = self._candidates.get(key)
        if known is None:
            if len(self._candidates) >= _MOST_KEPT:
                self._candidates.clear()
            found = self.candidates(words[position].beginnings, position)
            lengths = sorted(candidate_lengths(found), reverse=True)
            known = self._candidates[key] = _PairCandidates(found, lengths, _thirds(found, lengths))
        candidates, lengths, thirds = known
        if thirds is not None:
            third = words[position + 2] if position + 2 < len(words) else _NO_WORD
            if third.folded not in thirds and third.key not in thirds:
                return [], []
        return candidates, lengths

    def candidates(self, beginnings: Iterable[TableBeginning], position: int) -> list[TermCandidates]:
        """The terms among `beginnings` that may start at a token."""
        first, successor, keys = self.words[position], _NO_WORD, self._keys
        if position + 1 < len(self.words):
            successor = self.words[position + 1]
        found = []
        for table, by_folded, by_key in beginnings:
            of_folded = table.groups(by_folded, first.folded, successor.folded, keys)
            is_same = by_key is by_folded and successor.key == successor.folded
            of_keys = of_folded if is_same else table.groups(by_key, first.key, successor.key, keys)
            if of_folded or of_keys:
                found.append(TermCandidates(table, of_folded, of_keys))
        return found


def candidate_lengths(candidates: Iterable[TermCandidates]) -> set[int]:
    """The numbers of tokens of the candidates."""
    return {
        length for _, of_folded, of_keys in candidates for group in (*of_folded, *of_keys) for length in group.lengths
    }


def _thirds(candidates: Iterable[TermCandidates], lengths: Sequence[int]) -> set[str] | None:
    if not lengths or lengths[-1] <= 2:
        return None
    return {
        third for _, of_folded, of_keys in candidates for group in (*of_folded, *of_keys) for third in group.thirds()
    }
