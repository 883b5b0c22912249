"""Terms of glossaries in a text, which no engine may “correct”, and no improvement drop or alter unseen.

A text may have terms of any language, and one may overlap another: all of them are protected, in any case, and with
hyphens or without. So these are more than the terms that `terms` finds for a translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from termdesk.domain.entries import delimited
from termdesk.domain.language.composition import fold, mark_ranges
from termdesk.domain.matching.hashes import HashedNumbers
from termdesk.domain.matching.tokens import HYPHENS, UNSPACED_SCRIPTS, Tokenizer, Tokens
from termdesk.domain.similarity.text_diff import Chunk, DiffKind

_TOKEN = re.compile(r"\w+|[^\w\s]")
# A text may have terms of any language. Cut in this way, those with and without spaces both are found.
_TOKENIZER = Tokenizer("zh")
_WORDS = Tokenizer("en")
_LENGTH_BITS = 10
_LONGEST = (1 << _LENGTH_BITS) - 1


@dataclass(frozen=True, slots=True)
class ProtectedTerms:
    """The terms of one text: whole phrases as written in it, and all words of any term, casefolded."""

    phrases: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()

    def places(self, text: str) -> list[tuple[int, int]]:
        """The ranges of the phrases in a text, in code points; they may overlap."""
        return [match.span() for phrase in self.phrases for match in _pattern(phrase).finditer(text)]

    def has_word_of(self, chunk: str) -> bool:
        """Whether one of the words of a text is part of a protected term."""
        return any(word in self.words for word in _words(chunk))


_Place = tuple[int, int]


class _Spelling(NamedTuple):
    """The tokens of a text or phrase, folded, with their places."""

    tokens: list[str]
    spans: list[_Place]


class TermsOfDictionary:
    """Phrases of both sides of a dictionary and their words, as hashes: they are only asked whether they are there.

    Of 64 bits each: among millions of phrases none that is no term is taken for one in the life of a computer.
    """

    def __init__(self, pairs: Iterable[Iterable[str]]) -> None:
        """The phrases of all `pairs`; they may as well come without their translations."""
        self._phrases = HashedNumbers(0)
        self._words = HashedNumbers(0)
        self._lengths = HashedNumbers(_LENGTH_BITS)
        words: set[str] = set()
        for pair in pairs:
            for phrase in pair:
                for tokens in _phrase_spellings(phrase):
                    if 0 < len(tokens) <= _LONGEST:
                        self._phrases.add("".join(tokens), 0)
                        self._lengths.add(tokens[0], len(tokens))
                words.update(_words(phrase))
        for word in words:
            self._words.add(word, 0)
        for each in (self._phrases, self._words, self._lengths):
            each.freeze()

    @classmethod
    def read(cls, content: bytes) -> TermsOfDictionary:
        """From the text that the store keeps. Some 0.5 s for 100,000 entries: not for the event loop."""
        return cls(delimited.pairs(content.decode()))

    @property
    def size(self) -> int:
        """Bytes of memory."""
        return self._phrases.size + self._words.size + self._lengths.size

    def lengths(self, first: str) -> Iterator[int]:
        """The numbers of tokens that phrases have which begin with this one."""
        return self._lengths.get(first)

    def has_phrase(self, tokens: Sequence[str]) -> bool:
        """Whether these tokens together are a phrase of the dictionary."""
        return "".join(tokens) in self._phrases

    def has_word(self, word: str) -> bool:
        """Whether a word is part of a phrase of the dictionary."""
        return word in self._words


@dataclass(frozen=True, slots=True)
class AccountTerms:
    """The terms of all dictionaries of an account."""

    dictionaries: tuple[TermsOfDictionary, ...] = ()

    def of(self, text: str) -> ProtectedTerms:
        """The terms that are in a text. Takes milliseconds for 10 KiB and a few dictionaries."""
        spellings = _spellings(_TOKENIZER.tokens(text))
        phrases = {text[start:end] for each in spellings for start, end in self._places(each)}
        words = {word for word in _words(text) if any(dictionary.has_word(word) for dictionary in self.dictionaries)}
        return ProtectedTerms(tuple(sorted(phrases)), frozenset(words))

    def _places(self, spelling: _Spelling) -> Iterator[_Place]:
        """The places of the phrases in a text, in one of its spellings."""
        folded, spans = spelling
        starts: dict[str, list[int]] = {}
        for place, token in enumerate(folded):
            starts.setdefault(token, []).append(place)
        for dictionary in self.dictionaries:
            for start, stop in _runs(dictionary, starts):
                if stop <= len(folded) and dictionary.has_phrase(folded[start:stop]):
                    yield spans[start][0], spans[stop - 1][1]


def _runs(dictionary: TermsOfDictionary, starts: Mapping[str, Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Runs of tokens as long as phrases are that begin with the same token; `starts` has the places of each token."""
    for token, places in starts.items():
        for length in dictionary.lengths(token):
            for start in places:
                yield start, start + length


class EndangeredTerm(NamedTuple):
    """A change (its number among the chunks) that drops or alters a term of the text."""

    chunk: int
    term: str


def find_endangered(
    text: str, result: str, chunks: Sequence[Chunk], places: Iterable[tuple[int, int]]
) -> Iterator[EndangeredTerm]:
    """The changes that overlap a term of the text, unless what replaces it still has the term as it stood there.

    `places` are those of the terms. Endings may be added; `stands_in` is for corrections, which may not even do that.
    """
    # Of terms that begin at one place the longest tells most.
    ordered = sorted(places, key=lambda place: (place[0], -place[1]))
    for number, chunk in enumerate(chunks):
        if chunk.kind is DiffKind.EQUAL:
            continue
        for start, end in ordered:
            if not _touches(chunk, start, end):
                continue
            surface = text[start:end]
            # The words that stay around the change belong to the term, too.
            kept_before, kept_after = max(0, chunk.before_start - start), max(0, end - chunk.before_end)
            around = result[max(0, chunk.after_start - kept_before) : chunk.after_end + kept_after]
            if surface not in around:
                yield EndangeredTerm(number, surface)
                break


def _touches(chunk: Chunk, start: int, end: int) -> bool:
    if chunk.before_start == chunk.before_end:
        return start < chunk.before_start < end
    return chunk.before_start < end and start < chunk.before_end


def stands_in(phrase: str, text: str) -> bool:
    """Whether a text has a phrase in exactly these letters, and not as the beginning of a longer word."""
    return any(match.group() == phrase for match in _pattern(phrase).finditer(text))


def _words(text: str) -> set[str]:
    """The words of a text, folded; without punctuation."""
    return {word for word in map(fold, _WORDS.words(text)) if word[0].isalnum() or word[0] == "_"}


def _spellings(tokens: Tokens) -> Iterator[_Spelling]:
    """Tokens as they are written and, if there are hyphens, without those between words, in two ways."""
    written = _without_loose_blanks(tokens.folded, tokens.spans)
    yield written
    if not HYPHENS.isdisjoint(written.tokens):
        # “Set-up” is like “set up”, and “e-mail” like “email”.
        yield _Spelling(_with_blanks_for_hyphens(written.tokens), written.spans)
        closed = tokens.closed()
        yield _without_loose_blanks(closed.folded, closed.spans)


def _phrase_spellings(phrase: str) -> list[list[str]]:
    if HYPHENS.isdisjoint(phrase):
        # Most are without hyphens, and their words are found faster without places.
        tokens = [fold(word) for word in _TOKENIZER.words(phrase)]
        return [[tokens[number] for number in _kept(tokens)]]
    return [each.tokens for each in _spellings(_TOKENIZER.tokens(phrase.strip()))]


def _with_blanks_for_hyphens(tokens: Sequence[str]) -> list[str]:
    return [
        " " if token in HYPHENS and _is_between_words(tokens, number) else token for number, token in enumerate(tokens)
    ]


def _without_loose_blanks(tokens: Sequence[str], spans: Sequence[_Place]) -> _Spelling:
    kept = _kept(tokens)
    return _Spelling([tokens[number] for number in kept], [spans[number] for number in kept])


def _kept(tokens: Sequence[str]) -> list[int]:
    """The numbers of tokens but for the blanks beside punctuation: “e-mail” and “e - mail” are one term."""
    return [number for number, token in enumerate(tokens) if token != " " or _is_between_words(tokens, number)]


def _is_between_words(tokens: Sequence[str], number: int) -> bool:
    is_inside = 0 < number < len(tokens) - 1
    return is_inside and tokens[number - 1][-1].isalnum() and tokens[number + 1][0].isalnum()


def _pattern(phrase: str) -> re.Pattern[str]:
    """The phrase in any case and with any white space, at borders of words where it begins and ends with letters."""
    tokens: Iterable[str] = (re.escape(token) for token in _TOKEN.findall(phrase))
    is_spaced = phrase.isascii() or not _UNSPACED_SCRIPT.search(phrase)
    # A word ends where kana begin: the Excel of “Excelを使う”.
    before = rf"(?<![^\W{UNSPACED_SCRIPTS}])" if is_spaced and phrase[:1].isalnum() else ""
    after = rf"(?![^\W{UNSPACED_SCRIPTS}]|[{mark_ranges()}])" if is_spaced and phrase[-1:].isalnum() else ""
    return re.compile(before + r"\s*".join(tokens) + after, re.IGNORECASE)


_UNSPACED_SCRIPT = re.compile(f"[{UNSPACED_SCRIPTS}]")
