"""The table of findings reports selections by the user, but not by the program."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.checks.findings_model import KIND, LANGUAGE, PHRASE, ROW, WORDS, FindingsModel
from termdesk.ui.glossaries.checks.findings_table import FindingsTable
from ui.glossaries.checks.listings import PAIRS, listing_of


@pytest.fixture
def table(qtbot: QtBot) -> FindingsTable:
    model = FindingsModel()
    made = FindingsTable(model)
    model.setParent(made)
    model.show_listing(listing_of(PAIRS), None, is_ignored=False, notes={})
    qtbot.addWidget(made)
    made.show()
    return made


def kinds_of(findings: list[object]) -> list[str]:
    return [each.kind for each in findings]  # type: ignore[attr-defined]


def test_arrow_keys_show_a_cell_and_enter_goes_there(qtbot: QtBot, table: FindingsTable) -> None:
    chosen: list[object] = []
    opened: list[object] = []
    table.chosen.connect(chosen.append)
    table.opened.connect(opened.append)
    table.setCurrentIndex(table.findings.index(0, 0))

    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Return)

    assert kinds_of(chosen) == ["outer_space"]
    assert kinds_of(opened) == ["outer_space"]


def test_a_double_click_goes_there(qtbot: QtBot, table: FindingsTable) -> None:
    position = table.visualRect(table.findings.index(2, WORDS)).center()

    with qtbot.waitSignal(table.opened) as opened:
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=position)
        qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=position)

    assert kinds_of(opened.args) == ["bidi"]


def test_what_the_program_chooses_moves_nothing_in_the_grid(qtbot: QtBot, table: FindingsTable) -> None:
    with qtbot.assertNotEmitted(table.chosen), qtbot.waitSignal(table.current_changed):
        table.choose(table.findings.shown[3])

    assert table.current_packed() == table.findings.shown[3]
    assert table.current() == table.findings.finding(3)


def test_without_findings_none_is_current(table: FindingsTable) -> None:
    table.findings.show_listing(listing_of([("a", "b")]), None, is_ignored=False, notes={})

    assert (table.current(), table.current_packed()) == (None, None)


def test_the_language_is_seen_before_the_kind(table: FindingsTable) -> None:
    header = table.horizontalHeader()

    assert [header.logicalIndex(position) for position in range(5)] == [ROW, LANGUAGE, KIND, PHRASE, WORDS]
