"""Carries terms and protected parts through an engine: replaced by unknown words, restored afterwards."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from termdesk.domain.language.capitals import in_capitals, with_capital
from termdesk.domain.matching.protected_parts import find_protected_positions, is_layout
from termdesk.domain.matching.terms import Exactness, TermHit

# A placeholder has only letters and looks like no real word. So engines take it for a name: they keep it, and move it
# where it belongs.
_PLACEHOLDER = "Zqx{first}{second}j"
_LETTERS = "ABCDEFGHIKLMNOPRSTUVWY"
# Matches placeholders in any case, because engines may change it.
PLACEHOLDER = f"(?:zqx[{_LETTERS}]{{2}}j)+"
_IS_PLACEHOLDER = re.compile(PLACEHOLDER, re.IGNORECASE)
_LETTERS_OF = re.compile(r"[^\W\d_]+")
# Characters that may precede the first word of a sentence.
_OPENERS = "\"'«“‘([¿¡ "
MOST_TERMS = len(_LETTERS) ** 2
_PLACEHOLDERS = [_PLACEHOLDER.format(first=first, second=second).upper() for first in _LETTERS for second in _LETTERS]


class FixedHit(TermHit):
    """A part of a text that must stay unchanged. A term that is the same in both languages is not such a part."""

    __slots__ = ()

    @classmethod
    def of(cls, text: str, start: int, end: int) -> FixedHit:
        """Create a hit for a range of a text."""
        return cls(start, end, text[start:end], text[start:end])


class CarriedTerm(NamedTuple):
    """The placeholder of a hit, the text it replaces, and the capitals of that text.

    If markup touches a word, a space is added between them, because otherwise the engine would not recognize the word.
    The space is removed afterwards.
    """

    placeholder: str
    hit: TermHit
    written: str
    opens_with_capital: bool = False
    is_in_capitals: bool = False
    is_set_apart_before: bool = False
    is_set_apart_after: bool = False

    @property
    def pattern(self) -> str:
        """A pattern for the placeholder and its added spaces, which the engine may have dropped."""
        return f"{' ?' * self.is_set_apart_before}{self.placeholder}{' ?' * self.is_set_apart_after}"


class PlaceholderSentence(NamedTuple):
    """A sentence with placeholders, and the terms that they represent."""

    text: str
    terms: tuple[CarriedTerm, ...]
    target_language: str
    begins_with_capital: bool

    def insert_terms(self, translation: str, placed: Collection[str] = ()) -> tuple[str, tuple[TermHit, ...]]:
        """Insert the terms that are not yet `placed`. Return the translation, and the hits whose placeholder was lost.

        A protected part must occur exactly once in the result; if it occurs twice, it counts as lost.
        """
        missing = []
        for term in self.terms:
            if term.placeholder in placed:
                continue
            found = re.compile(term.pattern, re.IGNORECASE)
            translation, count = found.subn(partial(self._write_term, term), translation)
            if not count or (isinstance(term.hit, FixedHit) and count > 1):
                missing.append(term.hit)
        return translation, tuple(missing)

    def _write_term(self, term: CarriedTerm, match: re.Match[str]) -> str:
        """Return the term as it must be spelled here: with a capital if it begins the translation of a sentence with a
        capital.
        """
        hit = term.hit
        if term.is_in_capitals:
            return in_capitals(hit.target, self.target_language)
        if isinstance(hit, FixedHit) or not (hit.source[:1].islower() and _is_plain(hit.target)):
            return hit.target
        opens = self.begins_with_capital and not match.string[: match.start()].strip(_OPENERS)
        return with_capital(hit.target, self.target_language) if opens else hit.target


def carry(sentence: str, hits: Sequence[TermHit], target_language: str) -> PlaceholderSentence:
    """Replace the terms of a sentence by placeholders, at most `MOST_TERMS` of them."""
    chunks: list[str] = []
    end, terms = 0, []
    for placeholder, hit in zip(_PLACEHOLDERS, hits, strict=False):
        start, stop = hit[:2]
        written = sentence[start:stop]
        if written.islower() and not isinstance(hit, FixedHit):
            # Most terms are in lower case, and the rest need not be looked at.
            chunks += sentence[end:start], placeholder
            terms.append(CarriedTerm(placeholder, hit, written))
        else:
            before, after = _blanks(sentence, hit)
            chunks += sentence[end:start], " " * before, placeholder, " " * after
            opens, is_in_capitals = _opens_with_capital(sentence, hit), _is_in_capitals(written, hit)
            terms.append(CarriedTerm(placeholder, hit, written, opens, is_in_capitals, before, after))
        end = stop
    begins_with_capital = sentence.lstrip(_OPENERS)[:1].isupper()
    return PlaceholderSentence("".join([*chunks, sentence[end:]]), tuple(terms), target_language, begins_with_capital)


def _blanks(sentence: str, hit: TermHit) -> tuple[bool, bool]:
    """Whether a space is needed before a hit, and after it."""
    if not isinstance(hit, FixedHit) or not is_layout(hit.source):
        return False, False
    return sentence[hit.start - 1 : hit.start].isalnum(), sentence[hit.end : hit.end + 1].isalnum()


def takes_grammar(hit: TermHit) -> bool:
    """Whether a term may be inflected. Protected parts, and names that are the same in both languages, may not."""
    if isinstance(hit, FixedHit):
        return False
    return hit.source != hit.target or hit.target.islower() or hit.exactness is Exactness.INFLECTED


def is_placeholder(word: str) -> bool:
    """Whether an unknown word reported by an engine is one of our placeholders."""
    return _IS_PLACEHOLDER.fullmatch(word) is not None


def capitalize_target(sentence: str, hit: TermHit, target_language: str) -> str:
    """Return the target phrase. It gets capitals if the term has them in the sentence and not in the glossary."""
    if _is_in_capitals(sentence[hit.start : hit.end], hit):
        return in_capitals(hit.target, target_language)
    return with_capital(hit.target, target_language) if _opens_with_capital(sentence, hit) else hit.target


def _opens_with_capital(sentence: str, hit: TermHit) -> bool:
    """Whether a term is capitalized only because it begins the sentence."""
    # Few words have a capital, so the quickest test comes first.
    is_capitalized = sentence[hit.start].isupper() and hit.source[:1].islower() and _is_plain(hit.target)
    return is_capitalized and not sentence[: hit.start].strip(_OPENERS)


def _is_in_capitals(written: str, hit: TermHit) -> bool:
    """Whether a term is in capitals only because the text around it is, as in a heading.

    Never true of code, nor of names like iPhone.
    """
    if not written.isupper() or len(written) < 2 or hit.source.isupper() or find_protected_positions(hit.target):
        return False
    return all(word[1:].islower() or word.isupper() or len(word) < 2 for word in _LETTERS_OF.findall(hit.target))


def _is_plain(phrase: str) -> bool:
    """Whether the first word has no capitals. With inner capitals, as in iPhone, a word's spelling must stay."""
    return phrase.partition(" ")[0].islower()
