"""Result for each entry of a glossary in the translations of a set of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from termdesk.domain.matching.uses import TermState, TermUse
from termdesk.domain.spot_check.judgments import EntryState, Judged, Pair, Verdict, Verdicts

_STATES = {
    TermState.USED: EntryState.USED,
    TermState.INFLECTED: EntryState.INFLECTED,
    TermState.MISSED: EntryState.MISSED,
    TermState.CONTRADICTED: EntryState.CONTRADICTED,
    TermState.UNDECIDABLE: EntryState.UNDECIDED,
}
_ORDER = {state: position for position, state in enumerate(EntryState)}
FULFILLED = frozenset({EntryState.USED, EntryState.INFLECTED})
FAILED = frozenset({EntryState.MISSED, EntryState.CONTRADICTED})


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An entry in one sentence, given by its number from 0. A person's `verdict` overrides the search."""

    sentence: int
    use: TermUse
    verdict: Verdict | None = None

    @property
    def state(self) -> EntryState:
        """The result for the entry in this sentence."""
        found = _STATES[self.use.state]
        if self.verdict is Verdict.RIGHT:
            return found if found in FULFILLED else EntryState.USED
        if self.verdict is Verdict.WRONG:
            return found if found in FAILED else EntryState.MISSED
        return found

    @property
    def is_uncertain(self) -> bool:
        """Whether it was used, but may not agree with the surrounding words, and nobody has decided."""
        return self.use.is_uncertain and self.verdict is None


@dataclass(frozen=True, slots=True)
class EntryAdherence:
    """An entry with all its occurrences."""

    source: str
    target: str
    occurrences: tuple[Occurrence, ...] = ()

    @property
    def pair(self) -> Pair:
        """Source and target."""
        return self.source, self.target

    @property
    def state(self) -> EntryState:
        """The worst state of its occurrences."""
        states = (each.state for each in self.occurrences)
        return min(states, key=_ORDER.__getitem__, default=EntryState.NEVER_SEEN)

    @property
    def fulfilled(self) -> int:
        """Number of occurrences in which it was used, in any form."""
        return sum(each.state in FULFILLED for each in self.occurrences)

    @property
    def worst_occurrence(self) -> Occurrence | None:
        """The first occurrence in the worst state; None if the entry does not occur.

        If it was used everywhere, the first occurrence that may not agree with the surrounding words.
        """

        def rank(found: Occurrence) -> tuple[bool, bool, int]:
            is_used = found.state in FULFILLED
            return is_used, is_used and not found.is_uncertain, _ORDER[found.state]

        return min(self.occurrences, key=rank, default=None)


@dataclass(frozen=True)
class Adherence:
    """All entries, worst first; entries in the same state are in the order of the glossary."""

    entries: tuple[EntryAdherence, ...] = ()

    @cached_property
    def states(self) -> dict[Pair, EntryState]:
        """The state of each entry that occurs in a sentence."""
        return {each.pair: each.state for each in self.entries if each.occurrences}

    def count(self, state: EntryState) -> int:
        """The number of entries in this state."""
        return sum(each.state is state for each in self.entries)

    @property
    def decided(self) -> int:
        """The number of occurrences that could be decided."""
        return sum(each.state in FULFILLED | FAILED for entry in self.entries for each in entry.occurrences)

    @property
    def undecided(self) -> int:
        """The number of occurrences whose use could not be decided."""
        return sum(each.state is EntryState.UNDECIDED for entry in self.entries for each in entry.occurrences)

    @property
    def fulfilled(self) -> int:
        """The number of occurrences in which the glossary was followed."""
        return sum(entry.fulfilled for entry in self.entries)

    @property
    def share(self) -> float | None:
        """The share of decided occurrences in which the glossary was followed, 0 to 1; None if there are none."""
        decided = self.decided
        return self.fulfilled / decided if decided else None


def measure(
    entries: Iterable[Pair], sentences: Sequence[str], outputs: Sequence[str], uses: Sequence[Sequence[TermUse]],
    verdicts: Verdicts,
) -> Adherence:  # fmt: skip
    """The adherence to a glossary with these `entries`; `outputs` and `uses` belong to the sentences, in order."""
    found: dict[Pair, list[Occurrence]] = {}
    for number, (sentence, output, in_sentence) in enumerate(zip(sentences, outputs, uses, strict=True)):
        for use in in_sentence:
            pair = use.hit.source, use.hit.target
            verdict = verdicts.get(Judged(sentence, output, *pair))
            found.setdefault(pair, []).append(Occurrence(number, use, verdict))
    measured = [EntryAdherence(*pair, tuple(found.get(pair, ()))) for pair in dict.fromkeys(entries)]
    return Adherence(tuple(sorted(measured, key=lambda each: _ORDER[each.state])))
