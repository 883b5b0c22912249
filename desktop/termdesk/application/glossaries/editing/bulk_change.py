"""Compute a change of many rows on a copy in a worker, so that the window stays responsive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TypeVar

from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.progress import Progress

# Changes of more cells or rows are computed in a worker: on the GUI thread they would take longer
# than a frame.
MOST_AT_ONCE = 5_000

C = TypeVar("C")
ChangeMaker = Callable[[Entries], Change]
# A function of the change that returns a context manager. The entries change inside its `with` block.
AroundChange = Callable[[C], AbstractContextManager[None]]


def at_once(_change: object) -> AbstractContextManager[None]:
    """Return a context manager that does nothing."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class BulkChange:
    """A change, its inverse, and the resulting entries with their violations."""

    change: Change
    inverse: Change
    entries: Entries
    violations: ViolationIndex


def compute_bulk_change(
    progress: Progress, entries: Entries, make_change: ChangeMaker, base: Mapping[str, str]
) -> BulkChange:
    """Make a change for `entries`, and apply it to them. The caller must not use `entries` any more. For a worker.

    `base` has the service's targets by source. Raises what `make_change` raises.
    """
    progress.step(0, 3)
    change = make_change(entries)
    progress.step(1, 3)
    inverse = change.apply_to(entries)
    progress.step(2, 3)
    return BulkChange(change, inverse, entries, ViolationIndex(entries, base))
