"""Entries against other dictionaries: other targets for the same source, and the reverse direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Found = dict[int, tuple[str, ...]]


def other_targets(sources: Sequence[str], targets: Sequence[str], others: Mapping[str, Mapping[str, str]]) -> Found:
    """Rows whose source has another target in one of the `others` (name -> source -> target): "name: target" each."""
    found: dict[int, list[str]] = {}
    for name, other in others.items():
        for row, source in enumerate(sources):
            target = other.get(source)
            if target is not None and target != targets[row] and source:
                found.setdefault(row, []).append(f"{name}: {target}")
    return {row: tuple(said) for row, said in found.items()}


@dataclass(slots=True)
class Directions:
    """A->B against B->A, by rows of A->B: what the reverse says of their targets."""

    missing: Found = field(default_factory=dict)
    contradicting: Found = field(default_factory=dict)
    many_to_one: Found = field(default_factory=dict)
    # Sources of B->A whose target is no source here.
    only_there: int = 0


def against_reverse(sources: Sequence[str], targets: Sequence[str], reverse: Mapping[str, str]) -> Directions:
    """Compare with the dictionary of the other direction (its source -> its target).

    Where several sources have one target, the reverse can lead back to one of them only: for the others that is no
    contradiction.
    """
    here = dict(zip(sources, targets, strict=True))
    result = Directions()
    for row, (source, target) in enumerate(zip(sources, targets, strict=True)):
        if not source or not target:
            continue
        back = reverse.get(target)
        if back is None:
            result.missing[row] = (target,)
        elif back != source:
            leads_here = here.get(back) == target
            (result.many_to_one if leads_here else result.contradicting)[row] = (target, back)
    result.only_there = sum(1 for back in reverse.values() if back not in here)
    return result
