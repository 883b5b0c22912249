"""What an edit changes in the entries of a dictionary, computed on a copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import MOST_LISTED
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import Progress

# Returns the change of an edit; None if nothing would change. For a worker.
EntryEdit = Callable[[Progress, Entries, LanguagePair], Change | None]


@dataclass(frozen=True, slots=True)
class CellEdit:
    """A cell that changes. `row` counts from 1; `side` is "source" or "target"."""

    row: int
    side: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class WholeRow:
    """A row that is added or removed. `row` counts from 1, in the entries that have it."""

    row: int
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class EditPreview:
    """Everything that an edit changes.

    `more_problems` is the number of further cells that break a rule then, `entries_before` the number of rows.
    """

    pair: LanguagePair
    cells: tuple[CellEdit, ...] = ()
    added: tuple[WholeRow, ...] = ()
    removed: tuple[WholeRow, ...] = ()
    more_violations: int = 0
    entries_before: int = 0

    @property
    def count(self) -> int:
        """The number of changed cells, and added and removed rows."""
        return len(self.cells) + len(self.added) + len(self.removed)

    def lines(self) -> Iterator[str]:
        """Return what changes as lines for people, at most some of each kind."""
        for title, lines in (
            ("~", [f"row {each.row:,}, {each.side}: “{each.old}” → “{each.new}”" for each in self.cells]),
            ("+", [f"row {each.row:,}: {each.source} → {each.target}" for each in self.added]),
            ("-", [f"row {each.row:,}: {each.source} → {each.target}" for each in self.removed]),
        ):
            yield from (f"{title} {each}" for each in lines[:MOST_LISTED])
            if len(lines) > MOST_LISTED:
                yield f"{title} … and {len(lines) - MOST_LISTED:,} more"

    @property
    def summary(self) -> str:
        """The numbers of changes in words, such as “2 cells change, 1 row is removed”; empty without changes."""
        counted = (
            (len(self.cells), "1 cell changes", "{count} cells change"),
            (len(self.added), "1 row is added", "{count} rows are added"),
            (len(self.removed), "1 row is removed", "{count} rows are removed"),
        )
        return ", ".join(pluralize(count, one, many) for count, one, many in counted if count)

    def json(self) -> dict[str, object]:
        """Return the preview as JSON."""
        return {
            **pair_json(self.pair),
            "cells": [{"row": each.row, "side": each.side, "old": each.old, "new": each.new} for each in self.cells],
            "added": [*map(_row_json, self.added)],
            "removed": [*map(_row_json, self.removed)],
            "more_problems": self.more_violations,
        }


def _row_json(row: WholeRow) -> dict[str, object]:
    return {"row": row.row, "source": row.source, "target": row.target}


def preview_edit(
    progress: Progress, entries: Entries, pair: LanguagePair, edit: EntryEdit
) -> tuple[Change | None, EditPreview]:
    """Return the change of an edit, and what it changes. The entries stay as they are. For a worker."""
    change = edit(progress, entries, pair)
    if change is None or not change.count:
        return None, EditPreview(pair)
    return change, compare_rows(progress, entries, pair, change)


def compare_rows(_progress: Progress, entries: Entries, pair: LanguagePair, change: Change) -> EditPreview:
    """Return what a change would change in these entries, by their row ids. For a worker."""
    after = entries.copy()
    after.apply(change)
    now = {row_id: row for row, row_id in enumerate(after.ids)}
    cells, removed = list[CellEdit](), list[WholeRow]()
    for number, (row_id, texts) in enumerate(zip(entries.ids, entries, strict=True), 1):
        row = now.pop(row_id, None)
        if row is None:
            removed.append(WholeRow(number, *texts))
        elif after[row] != texts:
            sides = zip(("source", "target"), texts, after[row], strict=True)
            cells += [CellEdit(number, side, old, new) for side, old, new in sides if old != new]
    added = [WholeRow(row + 1, *after[row]) for row in now.values()]
    violations = ViolationIndex(after, {}).count - ViolationIndex(entries, {}).count
    return EditPreview(pair, tuple(cells), tuple(added), tuple(removed), max(0, violations), len(entries))
