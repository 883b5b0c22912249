"""Terms and protected parts carried through an engine: replaced by words that it does not know, put back afterwards."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from termdesk.domain.language.capitals import in_capitals, with_capital
from termdesk.domain.matching.terms import Exactness, TermHit
from termdesk.service.engines.protected_parts import is_layout, protected_places

# Letters only, unlike any word: engines take it for a name, keep it, and place it by their own rules.
_PLACEHOLDER = "Zqx{first}{second}j"
_LETTERS = "ABCDEFGHIKLMNOPRSTUVWY"
# As engines give it back, in any case.
PLACEHOLDER = f"(?:zqx[{_LETTERS}]{{2}}j)+"
_IS_PLACEHOLDER = re.compile(PLACEHOLDER, re.IGNORECASE)
_LETTERS_OF = re.compile(r"[^\W\d_]+")
# Signs that may come before the first word of a sentence.
_OPENERS = "\"'«“‘([¿¡ "
MOST_TERMS = len(_LETTERS) ** 2
_PLACEHOLDERS = [_PLACEHOLDER.format(first=first, second=second).upper() for first in _LETTERS for second in _LETTERS]


@dataclass(frozen=True, slots=True)
class FixedHit(TermHit):
    """A part of a text that comes back as it is, unlike a term that is spelled alike in both languages."""

    @classmethod
    def of(cls, text: str, start: int, end: int) -> FixedHit:
        """The part of a text between two places."""
        return cls(start, end, text[start:end], text[start:end])


class CarriedTerm(NamedTuple):
    """The placeholder of a hit, and the text that it stands for, with the capitals that this has.

    Markup that touches a word is set apart from it by a blank, or the engine would not know that word; the blanks
    are taken away again.
    """

    placeholder: str
    hit: TermHit
    written: str
    opens_with_capital: bool
    is_in_capitals: bool
    is_set_apart_before: bool
    is_set_apart_after: bool

    @property
    def pattern(self) -> str:
        """What the engine may have made of the placeholder and of its blanks."""
        return f"{' ?' * self.is_set_apart_before}{self.placeholder}{' ?' * self.is_set_apart_after}"


@dataclass(frozen=True, slots=True)
class PlaceholderSentence:
    """A sentence whose terms are replaced, and what belongs in their place."""

    text: str
    terms: tuple[CarriedTerm, ...]
    target_language: str
    begins_with_capital: bool

    def restored(self, translation: str, placed: Collection[str] = ()) -> tuple[str, tuple[TermHit, ...]]:
        """The translation with the terms put in that are not `placed` yet, and the hits whose placeholder was lost.

        A protected part must be in the result once; a second one counts as lost.
        """
        missing = []
        for term in self.terms:
            if term.placeholder in placed:
                continue
            found = re.compile(term.pattern, re.IGNORECASE)
            translation, count = found.subn(partial(self._written, term), translation)
            if not count or (isinstance(term.hit, FixedHit) and count > 1):
                missing.append(term.hit)
        return translation, tuple(missing)

    def _written(self, term: CarriedTerm, match: re.Match[str]) -> str:
        """The term as it is written in this place: with the capital of the sentence, if it opens the translation."""
        hit = term.hit
        if term.is_in_capitals:
            return in_capitals(hit.target, self.target_language)
        if isinstance(hit, FixedHit) or not (hit.source[:1].islower() and _is_plain(hit.target)):
            return hit.target
        opens = self.begins_with_capital and not match.string[: match.start()].strip(_OPENERS)
        return with_capital(hit.target, self.target_language) if opens else hit.target


def carry(sentence: str, hits: Sequence[TermHit], target_language: str) -> PlaceholderSentence:
    """Replace the terms of a sentence, at most `MOST_TERMS` of them."""
    chunks, end, terms = [], 0, []
    for placeholder, hit in zip(_PLACEHOLDERS, hits, strict=False):
        before, after = _blanks(sentence, hit)
        chunks += [sentence[end : hit.start], " " * before, placeholder, " " * after]
        end = hit.end
        written = sentence[hit.start : hit.end]
        opens, is_in_capitals = _opens_with_capital(sentence, hit), _is_in_capitals(written, hit)
        terms.append(CarriedTerm(placeholder, hit, written, opens, is_in_capitals, before, after))
    begins_with_capital = sentence.lstrip(_OPENERS)[:1].isupper()
    return PlaceholderSentence("".join([*chunks, sentence[end:]]), tuple(terms), target_language, begins_with_capital)


def _blanks(sentence: str, hit: TermHit) -> tuple[bool, bool]:
    """Whether a blank is needed before a hit, and after it."""
    if not isinstance(hit, FixedHit) or not is_layout(hit.source):
        return False, False
    return sentence[hit.start - 1 : hit.start].isalnum(), sentence[hit.end : hit.end + 1].isalnum()


def takes_grammar(hit: TermHit) -> bool:
    """Whether grammar may change a term in its place: not what is fixed, nor a name that both languages share."""
    if isinstance(hit, FixedHit):
        return False
    return hit.source != hit.target or hit.target.islower() or hit.exactness is Exactness.INFLECTED


def is_placeholder(word: str) -> bool:
    """Whether an engine's unknown word is one of ours: unknown on purpose."""
    return _IS_PLACEHOLDER.fullmatch(word) is not None


def cased_like(sentence: str, hit: TermHit, target_language: str) -> str:
    """The target phrase as written, or with the capitals that the sentence gives a term in lower case."""
    if _is_in_capitals(sentence[hit.start : hit.end], hit):
        return in_capitals(hit.target, target_language)
    return with_capital(hit.target, target_language) if _opens_with_capital(sentence, hit) else hit.target


def _opens_with_capital(sentence: str, hit: TermHit) -> bool:
    """Whether a term has a capital only because it begins the sentence."""
    is_first = not sentence[: hit.start].strip(_OPENERS)
    return is_first and _is_plain(hit.target) and sentence[hit.start].isupper() and hit.source[:1].islower()


def _is_in_capitals(written: str, hit: TermHit) -> bool:
    """Whether a term is in capitals in this text alone, as in a heading; names like iPhone, and code, are never."""
    if not written.isupper() or len(written) < 2 or hit.source.isupper() or protected_places(hit.target):
        return False
    return all(word[1:].islower() or word.isupper() or len(word) < 2 for word in _LETTERS_OF.findall(hit.target))


def _is_plain(phrase: str) -> bool:
    """Whether the first word has no capitals; one with capitals inside, like iPhone, is written so everywhere."""
    return phrase.partition(" ")[0].islower()
