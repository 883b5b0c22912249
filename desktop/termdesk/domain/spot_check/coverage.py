"""The fewest sentences that show as many terms as possible, within a budget of characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may be chosen, with the terms that stand in it."""

    text: str
    terms: Collection[Hashable]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The places of the chosen candidates, ascending, the terms that they cover, and the characters that they have."""

    chosen: tuple[int, ...]
    terms: frozenset[Hashable]
    characters: int


def cover(candidates: Sequence[Candidate], *, budget: int) -> Coverage:
    """Choose again and again the sentence with the most terms that are not covered yet, of equal ones the shortest.

    A sentence that exceeds what is left of `budget` (characters) is passed over. This greedy choice covers at least
    63 % of what the best choice of as many sentences could. At the end, sentences that others made needless go.
    """
    # A gain can only shrink, so an old gain is a bound: only the first of the heap has to be computed again.
    heap = [(-len(set(each.terms)), len(each.text), place) for place, each in enumerate(candidates)]
    heapify(heap)
    covered: set[Hashable] = set()
    chosen: list[int] = []
    left = budget
    while heap and heap[0][0] < 0:
        bound, length, place = heap[0]
        gain = -len(set(candidates[place].terms) - covered)
        if length > left or not gain:
            heappop(heap)
        elif gain != bound:
            heapreplace(heap, (gain, length, place))
        else:
            heappop(heap)
            chosen.append(place)
            covered |= set(candidates[place].terms)
            left -= length
    chosen = _needed(candidates, chosen)
    characters = sum(len(candidates[place].text) for place in chosen)
    return Coverage(tuple(sorted(chosen)), frozenset(covered), characters)


def _needed(candidates: Sequence[Candidate], chosen: Sequence[int]) -> list[int]:
    """The chosen sentences, without those whose terms all occur in others."""
    counts = Counter(term for place in chosen for term in set(candidates[place].terms))
    kept = []
    for place in reversed(chosen):
        terms = set(candidates[place].terms)
        if all(counts[term] > 1 for term in terms):
            counts.subtract(terms)
        else:
            kept.append(place)
    return kept
