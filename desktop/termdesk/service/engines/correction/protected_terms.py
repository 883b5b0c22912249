"""Terms of the account's glossaries in a text, which no engine may “correct”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from termdesk.domain.entries import delimited
from termdesk.domain.language.composition import fold, mark_ranges
from termdesk.domain.matching.hashes import HashedNumbers
from termdesk.domain.matching.tokens import Tokenizer

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


class TermsOfDictionary:
    """Phrases of both sides of a dictionary and their words, as hashes: they are only asked whether they are there.

    Of 64 bits each: among millions of phrases none that is no term is taken for one in the life of a computer.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._phrases = HashedNumbers(0)
        self._words = HashedNumbers(0)
        self._lengths = HashedNumbers(_LENGTH_BITS)
        words: set[str] = set()
        for pair in pairs:
            for phrase in pair:
                tokens = _phrase_tokens(_TOKENIZER.words(phrase))
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
        tokens = _TOKENIZER.tokens(text)
        folded, places = _without_loose_blanks(tokens.folded)
        starts: dict[str, list[int]] = {}
        for place, token in enumerate(folded):
            starts.setdefault(token, []).append(place)
        phrases: set[str] = set()
        for dictionary in self.dictionaries:
            for start, stop in _runs(dictionary, starts):
                if stop <= len(folded) and dictionary.has_phrase(folded[start:stop]):
                    phrases.add(text[tokens.spans[places[start]][0] : tokens.spans[places[stop - 1]][1]])
        words = {word for word in _words(text) if any(dictionary.has_word(word) for dictionary in self.dictionaries)}
        return ProtectedTerms(tuple(sorted(phrases)), frozenset(words))


def _runs(dictionary: TermsOfDictionary, starts: Mapping[str, Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Runs of tokens as long as phrases are that begin with the same token; `starts` has the places of each token."""
    for token, places in starts.items():
        for length in dictionary.lengths(token):
            for start in places:
                yield start, start + length


def stands_in(phrase: str, text: str) -> bool:
    """Whether a text has a phrase in exactly these letters, and not as the beginning of a longer word."""
    return any(match.group() == phrase for match in _pattern(phrase).finditer(text))


def _words(text: str) -> set[str]:
    """The words of a text, folded; without punctuation."""
    return {word for word in map(fold, _WORDS.words(text)) if word[0].isalnum() or word[0] == "_"}


def _phrase_tokens(words: Sequence[str]) -> list[str]:
    return _without_loose_blanks([fold(word) for word in words])[0]


def _without_loose_blanks(tokens: Sequence[str]) -> tuple[list[str], list[int]]:
    """Tokens, and their numbers, without the blanks beside punctuation: “e-mail” and “e - mail” are one term."""
    last = len(tokens) - 1
    numbers = [
        number
        for number, token in enumerate(tokens)
        if token != " " or (0 < number < last and tokens[number - 1][-1].isalnum() and tokens[number + 1][0].isalnum())
    ]
    return [tokens[number] for number in numbers], numbers


def _pattern(phrase: str) -> re.Pattern[str]:
    """The phrase in any case and with any white space, at borders of words where it begins and ends with letters."""
    tokens: Iterable[str] = (re.escape(token) for token in _TOKEN.findall(phrase))
    is_spaced = phrase.isascii() or not _UNSPACED_SCRIPT.search(phrase)
    before = r"(?<!\w)" if is_spaced and phrase[:1].isalnum() else ""
    after = rf"(?![\w{mark_ranges()}])" if is_spaced and phrase[-1:].isalnum() else ""
    return re.compile(before + r"\s*".join(tokens) + after, re.IGNORECASE)


# Thai, kana and Han: words without spaces between them.
_UNSPACED_SCRIPT = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
