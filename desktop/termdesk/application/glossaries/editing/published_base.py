"""Compare the present entries with their base: the entries that are published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from termdesk.domain.entries.entries import Entries
from termdesk.domain.progress import Progress

_ROWS_A_STEP = 5_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison: whether the entries of a revision equal a base (targets by source)."""

    revision: int
    base: Mapping[str, str]
    is_same: bool


def holds_as(progress: Progress, entries: Entries, base: Mapping[str, str]) -> bool:
    """Return whether publishing these entries would result in exactly the base. For a worker."""
    return len(entries.find_published_rows()) == len(base) and find_differing_row(progress, entries, base) is None


def find_differing_row(progress: Progress, entries: Entries, base: Mapping[str, str]) -> int | None:
    """Return the first published row whose entry is not in the base; None if all are. For a worker.

    Each progress step gives the window a chance to run.
    """
    rows = entries.find_published_rows()
    for number, row in enumerate(rows):
        if number % _ROWS_A_STEP == 0:
            progress.step(number, len(rows))
        if base.get(entries.sources[row]) != entries.targets[row]:
            return row
    return None


def base_by_source(_progress: Progress, base: Entries | None, entries: Entries) -> dict[str, str]:
    """Return the targets of the base by source. For a worker.

    A text that `entries` also contains is the same object in both, which halves the memory.
    """
    if base is None:
        return {}
    if len(base) == len(entries) and base.sources and base.sources[0] is entries.sources[0]:
        return base.as_dict()
    shared = base.copy()
    shared.share_texts(entries)
    return shared.as_dict()
