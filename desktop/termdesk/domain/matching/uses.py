"""Whether a translation uses the terms of its source text, and where."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate

from termdesk.domain.matching.known_words import KnownWords
from termdesk.domain.matching.letters import fold, has_other_letters
from termdesk.domain.matching.term_keys import Lemmatize
from termdesk.domain.matching.terms import Exactness, TermHit
from termdesk.domain.matching.tokens import SOFT_HYPHEN, is_cut, is_other_than_abbreviation, space_hyphens
from termdesk.domain.matching.translated_words import Position, TargetPlace, TranslatedWords

# Characters next to a word that are certainly not part of it.
_EDGES = frozenset(" .,:;!?()[]{}<>/%&*+=\"'«»„“”‚‘’…")


class TermState(StrEnum):
    """Result for a term in a translation.

    CONTRADICTED: the translation has another target of the same term. UNDECIDABLE: it is unclear whether the
    translation uses the term. For instance, one word translates two terms, or the words of a target are not adjacent.
    """

    USED = "used"
    INFLECTED = "used inflected"
    MISSED = "missed"
    CONTRADICTED = "contradicted"
    UNDECIDABLE = "not decidable"


@dataclass(frozen=True, slots=True)
class TermUse:
    """The result for one hit.

    `found_at` is the position of the target in the translation, in code points, or that of another target that was
    used, which is `instead`. It is None if neither was found. `is_uncertain`: the surrounding words may not agree with
    the target.
    """

    hit: TermHit
    state: TermState
    found_at: tuple[int, int] | None = None
    instead: str = ""
    is_uncertain: bool = False

    @property
    def is_used(self) -> bool:
        """Whether the translation used the term in some form."""
        return self.state in (TermState.USED, TermState.INFLECTED)

    @property
    def is_missed(self) -> bool:
        """Whether the translation certainly did not use the term."""
        return self.state in (TermState.MISSED, TermState.CONTRADICTED)


def check_use(
    hits: Sequence[TermHit], translation: str, *, language: str, lemmatize: Lemmatize | None = None
) -> list[TermUse]:
    """Return for each hit whether the translation has its target: as written, in another case, or inflected.

    A position in the translation counts for one hit only. So a term that occurs twice must be used twice.
    """
    return UseChecker(language, lemmatize).check(hits, translation)


class UseChecker:
    """Checks many translations into one language, and caches what it learns about words."""

    def __init__(self, language: str, lemmatize: Lemmatize | None = None) -> None:
        self._known = KnownWords(language, lemmatize)

    def check(self, hits: Sequence[TermHit], translation: str) -> list[TermUse]:
        """Return the same as `check_use`, faster for many translations."""
        if not hits:
            return []
        return (
            _uses_as_written(hits, translation, self._known)
            or _UseSearch(hits, TranslatedWords(translation, self._known)).uses()
        )


def as_reported(
    uses: Sequence[TermUse], *, placed: Collection[str], missed: Collection[str], uncertain: Collection[str] = ()
) -> list[TermUse]:
    """Correct the uses by the report of a service that placed the terms itself. The report names source phrases.

    The local result is kept for terms that the report lists both as placed and as missed, and for terms that it does
    not list.
    """
    placed, missed, uncertain = set(placed), set(missed), set(uncertain)
    reported = (_as_reported(use, use.hit.source in placed, use.hit.source in missed) for use in uses)
    return [replace(use, is_uncertain=use.is_used and use.hit.source in uncertain) for use in reported]


def _as_reported(use: TermUse, is_placed: bool, is_missed: bool) -> TermUse:
    if is_missed and not is_placed:
        return use if use.is_missed else TermUse(use.hit, TermState.MISSED)
    if is_placed and not is_missed and not use.is_used:
        return TermUse(use.hit, TermState.USED)
    return use


def _uses_as_written(hits: Sequence[TermHit], text: str, known: KnownWords) -> list[TermUse] | None:
    """The uses of all hits if the translation has each target as in the glossary.

    This is fast, because the translation is not split into words. None if a target is missing, or if comparing
    characters is not enough. That is so for spaces other than single ones, and letters that change length when folded.
    """
    targets = [known.plain_targets[hit.target] for hit in hits]
    different = set(targets)
    if "" in different or any(hit.others for hit in hits):
        return None
    spelled = known.tokenizer.normalize(text)
    # A hyphen between two words counts as a space, as it does in targets.
    spaced = space_hyphens(spelled)
    folded = fold(spaced)
    if not all(target in folded for target in different):
        return None
    # A hyphen beside an underscore is not between two words.
    has_signs = SOFT_HYPHEN in text or ("_" in text and spaced != spelled)
    if has_signs or not len(folded) == len(spelled) == len(text) or text.split() != text.split(" "):
        return None
    found: dict[int, Position] = {}
    taken = _TakenCharacters(text)
    places = {target: _certain_places(target, folded, spelled, spaced) for target in different}
    for number in sorted(range(len(hits)), key=lambda each: -targets[each].count(" ")):
        # What was not free for an earlier hit never is again, so the search goes on where it stopped.
        position = next(filter(taken.is_free, places[targets[number]]), None)
        if position is None or _is_other_target(text[slice(*position)], hits[number], known.tokenizer.language):
            return None
        taken.take(position)
        found[number] = position
    return [TermUse(hit, TermState.USED, found[number]) for number, hit in enumerate(hits)]


def _certain_places(target: str, folded: str, text: str, spaced: str) -> Iterator[Position]:
    """The positions of a target in a text, up to the first one where it is not certain that whole words are there.

    `spaced` is the text with spaces for hyphens, and `folded` is that text folded.
    """
    start = folded.find(target)
    while start >= 0:
        end = start + len(target)
        around = spaced[max(0, start - 1) : start] + spaced[end : end + 1]
        if not _EDGES.issuperset(around) or is_cut(text, start, end) or fold(spaced[start:end]) != target:
            return
        yield start, end
        start = folded.find(target, end)


class _TakenCharacters:
    """The characters of a text that count for some hit already."""

    def __init__(self, text: str) -> None:
        self._marks = bytearray(len(text))

    def is_free(self, position: Position) -> bool:
        """Whether no character at a position is taken."""
        return self._marks.find(1, *position) < 0

    def take(self, position: Position) -> None:
        """Mark the characters at a position as taken."""
        start, end = position
        self._marks[start:end] = b"\1" * (end - start)


class _Ranges:
    """Ranges of a text, sorted, so that one around a position is found without a look at each."""

    def __init__(self, ranges: Iterable[Position]) -> None:
        ordered = sorted(ranges)
        self._starts = [start for start, _ in ordered]
        # For each range, the last end of all ranges up to it.
        self._ends = list(accumulate((end for _, end in ordered), max))

    def has_longer_around(self, position: Position) -> bool:
        """Whether a range contains a position and is longer than it."""
        start, end = position
        before, up_to = bisect_left(self._starts, start), bisect_right(self._starts, start)
        return (before > 0 and self._ends[before - 1] >= end) or (up_to > 0 and self._ends[up_to - 1] > end)


class _UseSearch:
    """The search for the targets of some hits in one translation."""

    def __init__(self, hits: Sequence[TermHit], translation: TranslatedWords) -> None:
        self._hits = hits
        self._translation = translation
        self._taken = _TakenCharacters(translation.text)
        # The free positions of each target, shared by all hits that search for it in the same way. What was not free
        # for an earlier hit never is again, so the search goes on where it stopped.
        self._places: dict[tuple[str, tuple[str, ...], bool], Iterator[TargetPlace]] = {}
        self._open: dict[str, bool] = {}

    def uses(self) -> list[TermUse]:
        """The use of each hit, in order."""
        found: dict[int, TermUse] = {}
        # The longest target first: "bomba" must not take a word of "bomba de combustible".
        lengths = [self._translation.length(hit.target) for hit in self._hits]
        for number in sorted(range(len(lengths)), key=lambda each: -lengths[each]):
            if use := self._find_use(self._hits[number]):
                found[number] = use
        if len(found) == len(lengths):
            return [found[number] for number in range(len(lengths))]
        used: dict[str, set[str]] = {}
        for use in found.values():
            used.setdefault(fold(use.hit.target), set()).add(fold(use.hit.source))
        return [found.get(number) or self._not_used(hit, used) for number, hit in enumerate(self._hits)]

    def _find_use(self, hit: TermHit) -> TermUse | None:
        place = self._take_place(hit, hit.target, hit.others)
        return TermUse(hit, TermState.INFLECTED if place[1] else TermState.USED, place[0]) if place else None

    def _not_used(self, hit: TermHit, used: Mapping[str, Set[str]]) -> TermUse:
        """The use of a hit whose target was not found. `used` has the sources of each used target, all folded."""
        for other in hit.others:
            if place := self._take_place(hit, other, ()):
                return TermUse(hit, TermState.CONTRADICTED, place[0], other)
        if used and (sources := used.get(fold(hit.target))):
            source = fold(hit.source)
            if any(source != each for each in sources):
                return TermUse(hit, TermState.UNDECIDABLE)
        return TermUse(hit, TermState.UNDECIDABLE if self._is_open(hit.target) else TermState.MISSED)

    def _is_open(self, target: str) -> bool:
        """Whether it is not certain that a target is missing, which was not found."""
        known = self._open.get(target)
        if known is None:
            translation = self._translation
            known = self._open[target] = translation.has_apart(target) or translation.may_have(target)
        return known

    def _take_place(self, hit: TermHit, target: str, others: tuple[str, ...]) -> TargetPlace | None:
        """Take the most certain free position of `target`, one of the hit's targets.

        Positions inside a longer target of `others` are left out.
        """
        key = target, others, _is_in_capitals(hit)
        places = self._places.get(key)
        if places is None:
            places = self._places[key] = _free_places(hit, target, others, self._translation, self._taken)
        place = next(places, None)
        if place:
            self._taken.take(place[0])
        return place


# A function, not a method: a search that keeps generators of its own methods would be a reference cycle.
def _free_places(
    hit: TermHit, target: str, others: Sequence[str], translation: TranslatedWords, taken: _TakenCharacters
) -> Iterator[TargetPlace]:
    around: _Ranges | None = None
    for position, is_inflected in translation.positions(target):
        if not taken.is_free(position) or _is_other_word(translation.text[slice(*position)], hit, target):
            continue
        if others:
            around = around or _Ranges(found for other in others for found, _ in translation.positions(other))
            if around.has_longer_around(position):
                continue
        yield position, is_inflected


def _is_other_target(written: str, hit: TermHit, language: str) -> bool:
    """Whether `written` differs from the target of a hit, although both fold to the same text."""
    return _is_other_word(written, hit, hit.target) or has_other_letters(written, hit.target, language)


def _is_other_word(written: str, hit: TermHit, target: str) -> bool:
    """Whether a target is an abbreviation in capitals, and `written` is a word with other capitalization."""
    return not _is_in_capitals(hit) and is_other_than_abbreviation(written, target)


def _is_in_capitals(hit: TermHit) -> bool:
    """Whether the dictionary is probably all in capitals, so that capitals do not indicate abbreviations."""
    return hit.exactness is Exactness.OTHER_CASE and hit.source.isupper()
