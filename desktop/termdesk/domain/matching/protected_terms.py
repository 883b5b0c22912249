"""Glossary terms in a text that no engine may “correct”, and that no improvement may drop or change unnoticed.

A text may have terms of any language, and terms may overlap: all are protected, in capitals or not, and with hyphens or
without (`TermIndex.positions`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from termdesk.domain.entries import delimited
from termdesk.domain.matching.hashes import HashedNumbers
from termdesk.domain.matching.letters import fold
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import Exactness, TermHit, TermIndex
from termdesk.domain.matching.tokens import ANY_LANGUAGE, Tokenizer
from termdesk.domain.similarity.text_diff import Chunk, DiffKind

_WORDS = Tokenizer("en")

# Hits whose words have another form than in the glossary.
_OTHER_FORMS = frozenset({Exactness.INFLECTED, Exactness.COMPOUND})
_SENTENCE_ENDS = ".!?…:\n。！？"
_OPENING = " \u00a0\"'“„‘«»¿¡(["


def term_table(phrases: Iterable[str]) -> TermTable:
    """A table of phrases without translations, to be found in texts of any language."""
    return TermTable(((phrase, "") for phrase in phrases), language=ANY_LANGUAGE)


@dataclass(frozen=True)
class ProtectedTerms:
    """The terms of one text: the phrases as the text writes them, and the folded words of the text that are part of any
    term.
    """

    phrases: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()

    @cached_property
    def _index(self) -> TermIndex:
        return TermIndex([term_table(self.phrases)])

    def positions(self, text: str) -> list[tuple[int, int]]:
        """The ranges of the phrases in a text, in code points; they may overlap."""
        return self._index.positions(text)

    def has_word_of(self, chunk: str) -> bool:
        """Whether one of the words of a text is part of a protected term."""
        return any(word in self.words for word in _words(chunk))


class TermsOfDictionary:
    """Phrases of both sides of a dictionary, and their words.

    Words are stored only as 64-bit hashes, because the only question is whether a word exists. Even with millions of
    words, a false positive is practically impossible.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        """The phrases of all `pairs`."""
        phrases = [phrase for pair in pairs for phrase in pair]
        self.table = term_table(phrases)
        self._words = HashedNumbers(0)
        for word in {word for phrase in phrases for word in _words(phrase)}:
            self._words.add(word, 0)
        self._words.freeze()

    @classmethod
    def read(cls, content: bytes) -> TermsOfDictionary:
        """The terms of a dictionary, read from the TSV text in the store.

        It takes 0.5 s for 100,000 entries: do not call it in the event loop.
        """
        return cls(delimited.pairs(content.decode()))

    @property
    def size(self) -> int:
        """The approximate memory in bytes."""
        return self.table.size + self._words.size

    def has_word(self, word: str) -> bool:
        """Whether a word is part of a phrase of the dictionary."""
        return word in self._words


@dataclass(frozen=True, slots=True)
class AccountTerms:
    """The terms of all dictionaries of an account."""

    dictionaries: tuple[TermsOfDictionary, ...] = ()

    def of(self, text: str) -> ProtectedTerms:
        """The terms that occur in a text. Takes milliseconds for 10 KiB and a few dictionaries."""
        positions = TermIndex([each.table for each in self.dictionaries]).positions(text)
        phrases = {text[start:end] for start, end in positions}
        words = {word for word in _words(text) if any(dictionary.has_word(word) for dictionary in self.dictionaries)}
        return ProtectedTerms(tuple(sorted(phrases)), frozenset(words))


class EndangeredTerm(NamedTuple):
    """A term of the text, and the index of the change that drops or alters it."""

    chunk: int
    term: str


class TermHits(NamedTuple):
    """The terms found in the original text and in the result, in any form."""

    before: Sequence[TermHit] = ()
    after: Sequence[TermHit] = ()


def find_endangered(
    text: str, result: str, chunks: Sequence[Chunk], positions: Iterable[tuple[int, int]], hits: TermHits | None = None
) -> Iterator[EndangeredTerm]:
    """Yield the changes that overlap a term of the text, unless the replacement still contains the term.

    `positions` are those of terms written as in the glossary. Such a term must remain, but may get an ending. (A
    correction may not even add an ending: see `stands_in`.) Inflected terms and parts of compounds in `hits` may change
    their form, but not become other words. A term with a small initial in the glossary has a capital only where it
    begins a sentence, and may get or lose it.
    """
    found = {(hit.start, hit.end): hit for hit in (hits.before if hits else ())}
    in_other_forms = {place: hit for place, hit in found.items() if hit.exactness in _OTHER_FORMS}
    # Of terms that start at the same position, the longest comes first.
    ordered = sorted({*positions, *in_other_forms}, key=lambda position: (position[0], -position[1]))
    for number, chunk in enumerate(chunks):
        if chunk.kind is DiffKind.EQUAL:
            continue
        for start, end in ordered:
            if not _touches(chunk, start, end):
                continue
            surface = text[start:end]
            # The place of the whole term in the result: a change may touch only some of its words.
            kept_before, kept_after = max(0, chunk.before_start - start), max(0, end - chunk.before_end)
            around = max(0, chunk.after_start - kept_before), chunk.after_end + kept_after
            hit = in_other_forms.get((start, end))
            is_kept = surface in result[slice(*around)] or (hit and hits and _is_among(hit, hits.after, around))
            known = found.get((start, end))
            if not is_kept and not (known and _has_other_initial(surface, known.source, result, around)):
                yield EndangeredTerm(number, surface)
                break


def _has_other_initial(surface: str, phrase: str, result: str, around: tuple[int, int]) -> bool:
    """Whether the term is still in this part of the result, and only begins a sentence now or no longer does."""
    other = surface[:1].swapcase() + surface[1:]
    at = result.find(other, *around)
    return phrase[:1].islower() and at >= 0 and (other[:1].islower() or _begins_sentence(result, at))


def _begins_sentence(text: str, position: int) -> bool:
    before = text[:position].rstrip(_OPENING)
    return not before or before[-1] in _SENTENCE_ENDS


def _is_among(hit: TermHit, found: Iterable[TermHit], around: tuple[int, int]) -> bool:
    return any(
        each.start < around[1] and around[0] < each.end and fold(each.source) == fold(hit.source) for each in found
    )


def _touches(chunk: Chunk, start: int, end: int) -> bool:
    if chunk.before_start == chunk.before_end:
        return start < chunk.before_start < end
    return chunk.before_start < end and start < chunk.before_end


def stands_in(phrase: str, text: str) -> bool:
    """Whether a text contains a phrase in exactly these letters, and not as the start of a longer word."""
    return any(text[start:end] == phrase for start, end in ProtectedTerms((phrase,)).positions(text))


def _words(text: str) -> set[str]:
    """The words of a text, folded; without punctuation."""
    return {word for word in map(fold, _WORDS.words(text)) if word[0].isalnum() or word[0] == "_"}
