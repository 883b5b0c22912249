"""Details of one entry of the table: shown for the current cell, and edited in undo steps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from support.multilingual_glossary import OWN
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.domain.entries.entry_detail import ADMITTED, DOMAIN, NOTE, STATUS, EntryDetail
from termdesk.ui.glossaries.multilingual.details_panel import DetailsPanel
from termdesk.ui.glossaries.multilingual.multilingual_edits import MultilingualEdits


@pytest.fixture
def edits(opening_multilingual: Callable[[object], OpenTable]) -> MultilingualEdits:
    return MultilingualEdits(opening_multilingual(OWN), rename=lambda _row, _text: None)


@pytest.fixture
def panel(qtbot: QtBot, edits: MultilingualEdits) -> DetailsPanel:
    made = DetailsPanel(edits)
    qtbot.addWidget(made)
    return made


def test_only_an_entry_has_details(panel: DetailsPanel) -> None:
    enabled = []
    for column in (0, 1, 2):
        # Spring exists in Arabic, but not in German.
        panel.show_cell(3, column)
        enabled.append(all(panel.fields[each].isEnabled() for each in (STATUS, DOMAIN, NOTE)))
    panel.show_nothing()

    assert enabled == [False, True, False]
    assert not panel.fields[NOTE].isEnabled()


def test_each_field_is_one_step_of_undo(panel: DetailsPanel, edits: MultilingualEdits) -> None:
    edits.model.changed.connect(lambda _rows: panel.show_cell(0, 2))
    panel.show_cell(0, 2)
    panel.fields[STATUS].setCurrentIndex(panel.fields[STATUS].findData(ADMITTED))
    panel.fields[STATUS].activated.emit(panel.fields[STATUS].currentIndex())
    panel.fields[NOTE].setText("M8")
    panel.fields[NOTE].editingFinished.emit()
    # Leaving the field reports the change once more.
    panel.fields[NOTE].editingFinished.emit()

    assert edits.table.detail(0, 1) == EntryDetail(ADMITTED, "M8")
    assert len(edits.history.texts) == 2
    edits.history.undo()
    assert panel.fields[NOTE].text() == ""
    edits.history.undo()
    assert edits.table.detail(0, 1).is_empty
    assert panel.fields[STATUS].currentData() == ""


def test_what_is_being_typed_survives_changes_of_other_cells(panel: DetailsPanel, edits: MultilingualEdits) -> None:
    edits.model.changed.connect(lambda _rows: panel.show_cell(0, 2))
    panel.show_cell(0, 2)
    panel.fields[DOMAIN].setText("fasten")

    edits.set_detail(1, 2, EntryDetail(note="other row"), "Note")

    assert panel.fields[DOMAIN].text() == "fasten"
