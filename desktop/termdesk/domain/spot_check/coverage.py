"""Selection of few sentences that contain as many terms as possible, within a budget of characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence to choose from, with the terms in it."""

    text: str
    terms: Collection[Hashable]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The indexes of the chosen candidates, ascending, the covered terms, and the total number of characters."""

    chosen: tuple[int, ...]
    terms: frozenset[Hashable]
    characters: int


def cover(candidates: Sequence[Candidate], *, budget: int) -> Coverage:
    """Repeatedly choose the sentence with the most terms that are not covered yet; the shortest if several have as
    many.

    A sentence that exceeds the rest of `budget` (characters) is skipped. This greedy choice covers at least 63 % of
    what the best choice of equally many sentences could. At the end, redundant sentences are removed.
    """
    # A gain can only shrink, so an old gain is an upper bound: only the first of the heap must be computed again.
    heap = [(-len(set(each.terms)), len(each.text), position) for position, each in enumerate(candidates)]
    heapify(heap)
    covered: set[Hashable] = set()
    chosen: list[int] = []
    left = budget
    while heap and heap[0][0] < 0:
        bound, length, position = heap[0]
        gain = -len(set(candidates[position].terms) - covered)
        if length > left or not gain:
            heappop(heap)
        elif gain != bound:
            heapreplace(heap, (gain, length, position))
        else:
            heappop(heap)
            chosen.append(position)
            covered |= set(candidates[position].terms)
            left -= length
    chosen = _drop_redundant(candidates, chosen)
    characters = sum(len(candidates[position].text) for position in chosen)
    return Coverage(tuple(sorted(chosen)), frozenset(covered), characters)


def _drop_redundant(candidates: Sequence[Candidate], chosen: Sequence[int]) -> list[int]:
    """The chosen sentences without redundant ones, whose terms all occur in others."""
    counts = Counter(term for position in chosen for term in set(candidates[position].terms))
    kept = []
    for position in reversed(chosen):
        terms = set(candidates[position].terms)
        if all(counts[term] > 1 for term in terms):
            counts.subtract(terms)
        else:
            kept.append(position)
    return kept
