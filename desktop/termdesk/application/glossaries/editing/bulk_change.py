"""A change of many rows, worked out on a copy in a worker, so that the window goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TypeVar

from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.progress import Progress

# A change of more cells or rows is worked out in a worker: carried out in the window's thread it would take longer
# than a frame.
MOST_AT_ONCE = 5_000

C = TypeVar("C")
Made = Callable[[Entries], Change]
# What is entered with a change around the moment in which the entries change.
Appearing = Callable[[C], AbstractContextManager[None]]


def at_once(_change: object) -> AbstractContextManager[None]:
    """Nothing has to be told around that moment."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class BulkChange:
    """A change, what takes it back, and everything as it is afterwards."""

    change: Change
    inverse: Change
    entries: Entries
    violations: ViolationIndex


def compute_bulk_change(progress: Progress, entries: Entries, made: Made, base: Mapping[str, str]) -> BulkChange:
    """Make a change for `entries`, a copy that belongs to this function from now on, and carry it out there.

    For a worker. Raises what `made` raises; `base` is what the service has, by source.
    """
    progress.step(0, 3)
    change = made(entries)
    progress.step(1, 3)
    inverse = change.apply_to(entries)
    progress.step(2, 3)
    return BulkChange(change, inverse, entries, ViolationIndex(entries, base))
