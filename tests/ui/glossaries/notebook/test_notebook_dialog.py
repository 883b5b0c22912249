"""The list of changes is searched by any word; when it is empty, it describes its future content."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.storage.records import Records
from termdesk.ui.glossaries.notebook.notebook_dialog import NotebookDialog
from termdesk.ui.shell.jobs import Jobs

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Shown = Callable[[], NotebookDialog]


@pytest.fixture
def shown(use_cases: LazyUseCases, window: QWidget, jobs: Jobs, at_rest: Callable[[], None]) -> Shown:
    def show() -> NotebookDialog:
        titles = {"custom terms.example.org": "Agency"}
        dialog = NotebookDialog(window, use_cases.notebook, jobs, service_titles=titles)
        dialog.show()
        at_rest()
        return dialog

    return show


def test_without_changes_it_says_what_will_be_noted(shown: Shown) -> None:
    dialog = shown()
    words = dialog.findChild(QLabel, "notebook_words")

    assert words is not None
    assert "Publishing and renaming are noted here" in words.text()
    assert not dialog.copy_support.isEnabled()
    assert not dialog.copy_trace.isEnabled()


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
    dialog.table.selectRow(1)
    assert not dialog.copy_trace.isEnabled(), "a change without an answer has no trace id"
