"""A change of many cells of a table, worked out on a copy in a worker: all its dictionaries change at once or none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.editing.bulk_change import CarriedOut
from termdesk.domain.entries.violation_index import ProblemIndex
from termdesk.domain.multilingual.entries import WideEntries
from termdesk.domain.multilingual.table import WideChange
from termdesk.domain.progress import Progress

WideMade = Callable[[WideEntries], WideChange]


@dataclass(frozen=True, slots=True)
class WideCarriedOut:
    """A change, what takes it back, and everything as it is afterwards; `parts` by column, of what it changes."""

    change: WideChange
    inverse: WideChange
    entries: WideEntries
    parts: Mapping[int, CarriedOut]


def wide_carried_out(
    progress: Progress, entries: WideEntries, made: WideMade, bases: Sequence[Mapping[str, str]]
) -> WideCarriedOut:
    """Make a change for `entries`, a copy that belongs to this function from now on, and carry it out there.

    For a worker. Raises what `made` raises; `bases` are what the service has of each dictionary, by source.
    """
    progress.step(0, 3)
    change = made(entries)
    progress.step(1, 3)
    inverse = entries.apply(change)
    undone = dict(inverse.parts)
    parts: dict[int, CarriedOut] = {}
    for number, (column, part) in enumerate(change.parts):
        progress.step(len(change.parts) + number, 2 * len(change.parts))
        now = entries.dictionaries[column]
        parts[column] = CarriedOut(part, undone[column], now, ProblemIndex(now, bases[column]))
    # What painting asks next.
    entries.count_missing()
    for column in range(entries.width):
        entries.places(column)
    return WideCarriedOut(change, inverse, entries, parts)
