"""Compute a change of many cells of a table on a copy in a worker. Either all dictionaries change or none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.editing.bulk_change import BulkChange
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import MultilingualChange
from termdesk.domain.progress import Progress

MultilingualChangeMaker = Callable[[MultilingualEntries], MultilingualChange]


@dataclass(frozen=True, slots=True)
class MultilingualBulkChange:
    """A change, its inverse, and the resulting table. `parts` has the changes of single dictionaries by index."""

    change: MultilingualChange
    inverse: MultilingualChange
    entries: MultilingualEntries
    parts: Mapping[int, BulkChange]


def compute_multilingual_bulk_change(
    progress: Progress, entries: MultilingualEntries, made: MultilingualChangeMaker, bases: Sequence[Mapping[str, str]]
) -> MultilingualBulkChange:
    """Make a change for `entries`, and apply it to them. The caller must not use `entries` any more.

    For a worker. `bases` has the service's targets by source for each dictionary. Raises what `made` raises.
    """
    progress.step(0, 3)
    change = made(entries)
    progress.step(1, 3)
    inverse = entries.apply(change)
    undone = dict(inverse.parts)
    parts: dict[int, BulkChange] = {}
    for number, (column, part) in enumerate(change.parts):
        progress.step(len(change.parts) + number, 2 * len(change.parts))
        changed = entries.dictionaries[column]
        parts[column] = BulkChange(part, undone[column], changed, ViolationIndex(changed, bases[column]))
    # Fill the caches that painting needs next.
    entries.count_missing()
    for column in range(entries.width):
        entries.positions(column)
    return MultilingualBulkChange(change, inverse, entries, parts)
