"""What an edit would change, without changing it."""

from __future__ import annotations

from termdesk.commands.glossaries.editing.edit_preview import CellEdit, WholeRow, preview_edit
from termdesk.commands.output import MOST_LISTED
from termdesk.domain.entries.changes import Change, InsertRows, RemoveRows, SetCells, as_one
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress

PAIR = LanguagePair("en", "de")


def test_cells_and_rows_are_told_by_the_rows_that_have_them() -> None:
    entries = Entries.of([("a", "b"), ("c", "d"), ("e", "f")])

    def edit(_progress: Progress, entries: Entries, _pair: LanguagePair) -> Change:
        return as_one([SetCells(TARGET, [2], [" f"]), RemoveRows([0]), InsertRows.at(entries, 1, [("g", "h")])])

    change, found = preview_edit(NoProgress(), entries, PAIR, edit)

    assert change is not None
    assert found.cells == (CellEdit(3, "target", "f", " f"),)
    assert found.removed == (WholeRow(1, "a", "b"),)
    assert found.added == (WholeRow(2, "g", "h"),)
    assert (found.count, found.more_violations) == (3, 1)
    assert found.summary == "1 cell changes, 1 row is added, 1 row is removed"
    assert list(entries) == [("a", "b"), ("c", "d"), ("e", "f")]


def test_only_some_changes_are_shown_but_all_are_in_the_report() -> None:
    rows = range(MOST_LISTED + 2)
    entries = Entries.of([(f"{row}", "x") for row in rows])

    _, found = preview_edit(NoProgress(), entries, PAIR, lambda *_: SetCells(SOURCE, list(rows), ["y"] * len(rows)))

    assert len([*found.lines()]) == MOST_LISTED + 1
    assert [*found.lines()][-1] == "~ … and 2 more"
    assert len(found.json()["cells"]) == len(rows)  # type: ignore[arg-type]


def test_an_edit_without_a_change_changes_nothing() -> None:
    change, found = preview_edit(NoProgress(), Entries.of([("a", "b")]), PAIR, lambda *_: None)

    assert (change, found.count, found.summary) == (None, 0, "")
