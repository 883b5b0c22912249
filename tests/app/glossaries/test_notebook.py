"""The log of changes in the window: published changes are found, viewed and copied."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.glossaries.test_publish_flow import opened_grid, published
from app.program import Program, at_rest, run
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.ui.glossaries.notebook.notebook_dialog import NotebookDialog


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def texts(dialog: NotebookDialog, column: int) -> list[str]:
    return [dialog._cell(write, column) for write in dialog.model.rows]


def test_a_change_is_found_with_its_difference_and_copied_for_support(program: Program) -> None:
    page = opened_grid(program)
    page.dictionaries[0].apply(SetCells(TARGET, [0], ["Bolzen"]))
    published(program, page)

    run(program, "notebook")
    dialog = program.dialog(NotebookDialog)
    program.until(lambda: dialog.changes.text() == "1 changed")
    program.picture("notebook", dialog)
    assert "glossary created" in texts(dialog, 2)
    model = dialog.differences.model()
    assert [model.index(0, column).data() for column in range(4)] == ["~", "bolt", "Schraube", "Bolzen"]

    program.click(dialog.copy_trace)
    assert QApplication.clipboard().text() == texts(dialog, 5)[0]
    program.qtbot.keyClicks(dialog.search, "created")
    assert texts(dialog, 2) == ["glossary created"]
    program.click(dialog.copy_support)
    copied = QApplication.clipboard().text()
    assert "POST /v3/glossaries" in copied
    assert "Parts" not in copied
    dialog.reject()
    program.until(lambda: at_rest(program))
