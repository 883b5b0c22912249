"""The list of changes is searched by any word; when it is empty, it describes its future content."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from termdesk.application.glossaries.transfer.glossary_transfer import CompletedTransfer
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.storage.records import Records
from termdesk.ui.glossaries.notebook import notebook_dialog
from termdesk.ui.glossaries.notebook.notebook_dialog import NotebookColumn, NotebookDialog
from termdesk.ui.shell.jobs import Jobs

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Shown = Callable[[], NotebookDialog]


@pytest.fixture
def shown(use_cases: LazyUseCases, window: QWidget, jobs: Jobs, at_rest: Callable[[], None], finish: Finish) -> Shown:
    def show() -> NotebookDialog:
        titles = {"custom terms.example.org": "Agency"}
        transfers = finish(use_cases.transfer.find_completed())
        dialog = NotebookDialog(window, use_cases.notebook, jobs, service_titles=titles, transfers=transfers)
        dialog.show()
        at_rest()
        return dialog

    return show


def test_without_changes_it_says_what_will_be_noted(shown: Shown) -> None:
    dialog = shown()
    words = dialog.findChild(QLabel, "notebook_words")

    assert words is not None
    assert "Publishing and renaming are listed here" in words.text()
    assert not dialog.copy_support.isEnabled()
    assert not dialog.copy_trace.isEnabled()


@pytest.mark.slow
def test_changes_are_found_by_service_outcome_and_trace_id(shown: Shown, records: Records, finish: Finish) -> None:
    path = "/v3/glossaries/g1/dictionaries"
    for profile, outcome, trace_id in (
        ("local", "done", "trace-1"),
        ("custom terms.example.org", "refused", ""),
        ("custom terms.example.org", "unclear", "trace-3"),
    ):
        finish(
            records.remote_writes.add(
                profile,
                method="PUT",
                path=path,
                outcome=outcome,
                status=0,
                trace_id=trace_id,
            )
        )
    dialog = shown()

    found = {}
    for search in ("", "agency", "no clear", "TRACE-1", "nothing fits"):
        dialog.search.setText(search)
        found[search] = dialog.model.rowCount()

    assert found == {"": 3, "agency": 2, "no clear": 1, "TRACE-1": 1, "nothing fits": 0}
    dialog.search.clear()
    table = dialog.table
    # Of the trace id, a part is shown on purpose.
    fitted = [each for each in NotebookColumn if each is not NotebookColumn.TRACE_ID]
    assert [each for each in fitted if table.sizeHintForColumn(each) > table.columnWidth(each)] == []
    dialog.table.selectRow(1)
    assert not dialog.copy_trace.isEnabled(), "a change without an answer has no trace id"


def test_what_is_copied_for_support_is_the_selection_or_the_latest_found_and_is_told(
    shown: Shown, records: Records, finish: Finish, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook_dialog, "MOST_COPIED", 3)
    for number in range(5):
        path = f"/v3/glossaries/g{number}"
        finish(records.remote_writes.add("local", method="PATCH", path=path, outcome="done", status=204, trace_id=""))
    dialog = shown()
    words = dialog.findChild(QLabel, "notebook_words")
    assert words is not None

    def copy(count: int) -> list[str]:
        assert (
            dialog.copy_support.text().replace("&", "") == f"Copy {count} change{'s' if count > 1 else ''} for support"
        )
        dialog.copy_support.click()
        assert words.text().startswith(f"{count} change{'s were' if count > 1 else ' was'} copied")
        lines = QGuiApplication.clipboard().text().splitlines()[1:]
        return [line.split("\t")[1].rpartition("/")[2] for line in lines]

    assert copy(3) == ["g4", "g3", "g2"], "the latest of all"
    dialog.table.selectRow(3)
    select = QItemSelectionModel.SelectionFlag
    dialog.table.selectionModel().select(dialog.model.index(4, 0), select.Select | select.Rows)
    assert copy(2) == ["g1", "g0"]
    dialog.search.setText("g1")
    assert copy(1) == ["g1"]
    dialog.search.setText("nothing fits")
    assert not dialog.copy_support.isEnabled()


def test_what_a_change_did_is_not_told_of_another_selection(
    shown: Shown, records: Records, at_rest: Callable[[], None], finish: Finish
) -> None:
    deletion = records.remote_writes.add(
        "local", method="DELETE", path="/v3/glossaries/g1", outcome="done", status=204, trace_id="", entry_count=2
    )
    finish(deletion)
    dialog = shown()
    assert dialog.changes.text() == "2 entries were deleted."

    for search in ("accepted", "nothing fits"):
        dialog.search.setText(search)
    at_rest()

    assert not dialog.changes.text()


def test_a_change_that_belongs_to_a_transfer_leads_to_undoing_it(
    shown: Shown, records: Records, use_cases: LazyUseCases, finish: Finish
) -> None:
    here, agency = use_cases.session.profile, "custom terms.example.org"
    moved = CompletedTransfer("t1", here, agency, "g2", "Law (2)", "Law", (), 1, is_move=True)
    for profile, method, path, name in (
        (here, "PATCH", "/v3/glossaries/g7", "Bank"),
        (agency, "POST", "/v3/glossaries", "Law (2)"),
        (agency, "PATCH", "/v3/glossaries/g2", ""),
        (here, "DELETE", "/v3/glossaries/g1", "Law"),
    ):
        write = {"method": method, "path": path, "glossary_name": name}
        finish(records.remote_writes.add(profile, outcome="done", status=200, trace_id="", **write))
    assert not shown().undo_transfer.isVisible(), "nothing was transferred"
    finish(records.completed_transfers.add(moved))

    dialog, enabled = shown(), list[bool]()
    for row in range(4):
        dialog.table.selectRow(row)
        enabled.append(dialog.undo_transfer.isEnabled())

    # The latest change comes first.
    assert enabled == [True, True, True, False]
    dialog.table.selectRow(2)
    dialog.undo_transfer.click()
    assert dialog.to_undo == moved
    assert not dialog.isVisible()
