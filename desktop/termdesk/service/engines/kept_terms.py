"""Terms of the account's glossaries in a text, which no engine may “correct”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from termdesk.domain import delimited
from termdesk.domain.language import root
from termdesk.domain.terms import UNSPACED

_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"\w+")
# Pieces of a text up to these lengths are looked up in sets; the few longer phrases are looked for one by one.
_MOST_TOKENS = 12
_MOST_CHARACTERS = 30


@dataclass(frozen=True, slots=True)
class KeptTerms:
    """Terms that stand in one text: whole phrases as written there, and all words of any term, casefolded."""

    phrases: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where the phrases stand in a text, in code points; they may overlap."""
        return [match.span() for phrase in self.phrases for match in _pattern(phrase).finditer(text)]

    def has_word_of(self, piece: str) -> bool:
        return any(word.casefold() in self.words for word in _WORD.findall(piece))


@dataclass(frozen=True, slots=True)
class TermsOfDictionary:
    """Phrases of both sides of a dictionary, casefolded, and their words."""

    phrases: frozenset[str]
    long_phrases: tuple[str, ...]
    words: frozenset[str]

    @classmethod
    def read(cls, content: bytes) -> TermsOfDictionary:
        """From the text that the store keeps. Some 0.5 s for 100,000 entries: not for the event loop."""
        phrases: set[str] = set()
        long_phrases: list[str] = []
        words: set[str] = set()
        for source, target in delimited.parse(content.decode()):
            for phrase in (source, target):
                tokens = _TOKEN.findall(phrase.casefold())
                words.update(token for token in tokens if _WORD.fullmatch(token))
                if len(tokens) > _MOST_TOKENS or len(phrase) > _MOST_CHARACTERS:
                    long_phrases.append(phrase)
                if len(tokens) <= _MOST_TOKENS:
                    phrases.add(" ".join(tokens))
                if len(phrase) <= _MOST_CHARACTERS:
                    phrases.add(phrase.casefold())
        return cls(frozenset(phrases), tuple(long_phrases), frozenset(words))


@dataclass(frozen=True, slots=True)
class AccountTerms:
    """The terms of all dictionaries of an account."""

    dictionaries: tuple[TermsOfDictionary, ...] = ()

    def of(self, text: str, *, language: str) -> KeptTerms:
        """Those of them that stand in a text of this language. Milliseconds for 10 KiB and a few dictionaries."""
        is_unspaced = root(language) in UNSPACED
        pieces = dict(_characters(text) if is_unspaced else _tokens(text))
        words = {word.casefold() for word in _WORD.findall(text)}
        phrases: set[str] = set()
        protected: set[str] = set()
        for dictionary in self.dictionaries:
            phrases.update(pieces[found] for found in pieces.keys() & dictionary.phrases)
            phrases.update(each for each in dictionary.long_phrases if _pattern(each).search(text))
            protected |= words & dictionary.words
        return KeptTerms(tuple(sorted(phrases)), frozenset(protected))


def stands_in(phrase: str, text: str) -> bool:
    """Whether a phrase stands in a text in these very letters, and not as the beginning of a longer word."""
    return any(match.group() == phrase for match in _pattern(phrase).finditer(text))


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Runs of tokens: as they are looked up, and as they are written."""
    tokens = [(match.group().casefold(), match.start(), match.end()) for match in _TOKEN.finditer(text)]
    for first, (_, start, _) in enumerate(tokens):
        for last in range(first, min(first + _MOST_TOKENS, len(tokens))):
            yield " ".join(token for token, _, _ in tokens[first : last + 1]), text[start : tokens[last][2]]


def _characters(text: str) -> Iterator[tuple[str, str]]:
    for start in range(len(text)):
        for end in range(start + 1, min(start + _MOST_CHARACTERS, len(text)) + 1):
            yield text[start:end].casefold(), text[start:end]


def _pattern(phrase: str) -> re.Pattern[str]:
    """The phrase in any case and with any white space, at borders of words where it begins and ends with letters."""
    tokens: Iterable[str] = (re.escape(token) for token in _TOKEN.findall(phrase))
    is_spaced = phrase.isascii() or not _UNSPACED_SCRIPT.search(phrase)
    before = r"(?<!\w)" if is_spaced and phrase[:1].isalnum() else ""
    after = r"(?!\w)" if is_spaced and phrase[-1:].isalnum() else ""
    return re.compile(before + r"\s*".join(tokens) + after, re.IGNORECASE)


# Thai, kana and Han: words without spaces between them.
_UNSPACED_SCRIPT = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
