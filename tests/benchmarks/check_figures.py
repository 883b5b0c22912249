"""Cost of checks during editing: re-checking one edit, and updating the list of findings."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.data import pairs
from benchmarks.grid_figures import shown
from benchmarks.measuring import Result, alternating

if TYPE_CHECKING:
    from termdesk.domain.entries.changes import Change

ROWS = 400_000
ONE_FRAME = 16.0
EDITS = 200


def rechecking() -> Result:
    """Re-check one edit in 400,000 rows: rules, findings about cells and spellings, and nested terms."""
    dictionary, index = _checked()
    took, left = _edit_times(dictionary, index)
    note = f"one frame; worst {max(took):.1f}, {left} of {EDITS} left to a worker"
    return Result("C1", f"re-check one edit in {ROWS:,} rows", median(took), ONE_FRAME, 1, note=note)


def comparing() -> Result:
    """The same with two other glossaries, the reverse dictionary, and forbidden terms to compare with."""
    from termdesk.domain.findings.comparison import NeighborComparison

    rows = pairs(ROWS)
    dictionary, index = _checked(forbidden=range(0, 2_000, 20))
    others = {"Bank": {source: f"{target}." for source, target in rows[::4]}, "Law": dict(rows[::3])}
    index.meet(NeighborComparison(index.phrases, others, {target: source for source, target in rows}))
    took, left = _edit_times(dictionary, index)
    note = f"one frame; worst {max(took):.1f}, {left} of {EDITS} left to a worker"
    return Result("C3", f"the same with others to compare with, {ROWS:,} rows", median(took), ONE_FRAME, 1, note=note)


def listing() -> Result:
    """Update the list of findings after an edit, in a worker thread; the yardstick folds every phrase once."""
    from termdesk.application.glossaries.checks.findings import ListingInput, list_findings
    from termdesk.domain.progress import NoProgress

    rows = pairs(ROWS)
    dictionary, index = _checked()

    def ours() -> int:
        ids = dictionary.entries.ids[:]
        violating, repeated, excluded = dictionary.violations.marks()
        columns = index.columns(ids)
        phrases = columns.sources, columns.targets, ids
        marks = index.marks(columns)
        looked = ListingInput(dictionary.pair, *phrases, violating, repeated, marks, frozenset(), {}, excluded)
        return len(list_findings(NoProgress(), looked))

    found = ours()
    measured, yardstick = alternating(ours, lambda: [(source.casefold(), target.casefold()) for source, target in rows])
    return Result("C2", f"list {found:,} findings of {ROWS:,} rows after an edit", measured, yardstick, 8)


def _checked(forbidden=()):  # type: ignore[no-untyped-def]
    """Return a dictionary in the grid, and its check index."""
    from termdesk.application.glossaries.checks.check_index import CheckIndex, Columns

    _, dictionary = shown(pairs(ROWS))
    entries = dictionary.entries
    columns = Columns(entries.sources.copy(), entries.targets.copy(), entries.ids[:], frozenset(forbidden))
    return dictionary, CheckIndex(columns, dictionary.pair)


def _edit_times(dictionary, index):  # type: ignore[no-untyped-def]
    """Return the milliseconds of each edit that is checked at once, and the number of those too large for that."""
    from termdesk.application.glossaries.checks.check_index import MOST_ROWS_AT_ONCE
    from termdesk.application.glossaries.editing.row_edits import row_edit

    took, left = [], 0
    for change in _changes(dictionary.entries):
        inverse = dictionary.apply(change)
        begin = time.perf_counter()
        edit = row_edit(change, inverse, dictionary.entries)
        if index.cost(edit) < MOST_ROWS_AT_ONCE:
            index.apply(edit)
            took.append((time.perf_counter() - begin) * 1000)
        else:
            left += 1
            index.apply(edit)
    return took, left


def _changes(entries) -> Iterator[Change]:  # type: ignore[no-untyped-def]
    """Yield edits of phrases of all lengths across the dictionary, inserted rows, and removed rows."""
    from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetCells
    from termdesk.domain.entries.entries import SOURCE, TARGET

    for number in range(EDITS // 4):
        row = number * 7_919 % ROWS
        yield SetCells(SOURCE, (row,), (f"{entries.sources[row]}  again\u200b",))
        yield SetCells(TARGET, (row + 1,), (f"{entries.targets[row + 1]} wieder",))
        yield InsertRows.at(entries, row, [(entries.sources[row + 2].split()[0], "neu")])
        yield RemoveRows((row,))
