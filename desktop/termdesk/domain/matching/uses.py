"""Whether a translation used the terms of its source text, and where."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from termdesk.domain.language.composition import fold
from termdesk.domain.matching.term_keys import Lemmatise
from termdesk.domain.matching.terms import TermHit
from termdesk.domain.matching.tokens import Tokenizer

# The longest differing ending, and the shortest common beginning.
_LONGEST_ENDING = 4
_SHORTEST_STEM = 4


class TermState(StrEnum):
    """What happened to a term in a translation."""

    USED = "used"
    INFLECTED = "used inflected"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class TermUse:
    """The outcome for one hit. `found_at` is the place of its target in the translation, if it was found there."""

    hit: TermHit
    state: TermState
    found_at: tuple[int, int] | None = None

    @property
    def is_used(self) -> bool:
        """Whether the translation used the term in some form."""
        return self.state is not TermState.MISSED


def check_use(
    hits: Sequence[TermHit], translation: str, *, language: str, lemmatise: Lemmatise | None = None
) -> list[TermUse]:
    """For each hit whether its target occurs in the translation: as written, in another case, or inflected.

    A place in the translation counts for one hit only: a term that occurs twice must be used twice.
    """
    searched = _Translation(translation, language, lemmatise)
    taken: list[tuple[int, int]] = []
    uses = []
    for hit in hits:
        use = TermUse(hit, TermState.MISSED)
        for place, state in searched.places(hit.target):
            if not any(place[0] < end and start < place[1] for start, end in taken):
                use = TermUse(hit, state, place)
                taken.append(place)
                break
        uses.append(use)
    return uses


def as_reported(uses: Sequence[TermUse], *, placed: Collection[str], missed: Collection[str]) -> list[TermUse]:
    """The uses corrected by the report of a service that placed the terms itself, by source phrase.

    The local result stays for terms that the report both placed and missed, and for terms that it does not name.
    """
    return [_as_reported(use, use.hit.source in placed, use.hit.source in missed) for use in uses]


def _as_reported(use: TermUse, is_placed: bool, is_missed: bool) -> TermUse:
    if is_missed and not is_placed:
        return TermUse(use.hit, TermState.MISSED)
    if is_placed and not is_missed and not use.is_used:
        return TermUse(use.hit, TermState.USED)
    return use


class _Translation:
    """A translation that phrases are searched in."""

    def __init__(self, text: str, language: str, lemmatise: Lemmatise | None) -> None:
        self._tokenizer = Tokenizer(language)
        self._lemmatise = lemmatise
        tokens = self._tokenizer.tokens(text)
        self._spans = tokens.spans
        self._words = tokens.folded
        self._at: dict[str, list[int]] = {}
        for place, word in enumerate(self._words):
            self._at.setdefault(word, []).append(place)
        self._forms: dict[str, frozenset[str]] = {}

    def places(self, phrase: str) -> Iterator[tuple[tuple[int, int], TermState]]:
        """The places of a phrase, surest first."""
        words = [fold(word) for word in self._tokenizer.words(phrase)]
        if not words:
            return
        for place in self._at.get(words[0], ()):
            if self._words[place : place + len(words)] == words:
                yield self._span(place, len(words)), TermState.USED
        if self._tokenizer.is_unspaced:
            return
        forms = [self._forms_of(word) for word in words]
        for place in sorted(place for form in forms[0] for place in self._at[form]):
            window = self._words[place : place + len(words)]
            if len(window) == len(words) and all(word in known for word, known in zip(window, forms, strict=True)):
                yield self._span(place, len(words)), TermState.INFLECTED

    def _span(self, place: int, count: int) -> tuple[int, int]:
        return self._spans[place][0], self._spans[place + count - 1][1]

    def _forms_of(self, word: str) -> frozenset[str]:
        """The words of the translation that are probably forms of this one."""
        known = self._forms.get(word)
        if known is None:
            found = (each for each in self._at if _is_inflected(each, word, self._lemmatise))
            known = self._forms[word] = frozenset(found)
        return known


def _is_inflected(word: str, phrase: str, lemmatise: Lemmatise | None) -> bool:
    """Whether two words are probably forms of one: same lemma, or a long common beginning with short endings."""
    if word == phrase:
        return True
    if lemmatise is not None and fold(lemmatise(word)) == fold(lemmatise(phrase)):
        return True
    common = 0
    for one, other in zip(word, phrase, strict=False):
        if one != other:
            break
        common += 1
    longest = max(len(word), len(phrase))
    return common >= _SHORTEST_STEM and longest - common <= min(_LONGEST_ENDING, common // 2)
