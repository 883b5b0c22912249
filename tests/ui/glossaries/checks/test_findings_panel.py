"""The list of findings by itself: Qt's table, severities with their kinds, direction of phrases, keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from termdesk.domain.entries.entries import SOURCE
from termdesk.ui.glossaries.checks.findings_model import KIND, ROW, WORDS
from termdesk.ui.glossaries.checks.findings_panel import FindingsPanel
from ui.glossaries.checks.listings import PAIRS, listing_of


@pytest.fixture
def panel(window: QWidget, qtbot: QtBot) -> FindingsPanel:
    panel = FindingsPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 400)
    panel.show_listing(listing_of(PAIRS), {})
    panel.show()
    return panel


def test_kinds_stand_below_their_severity_with_counts(panel: FindingsPanel) -> None:
    shown = []
    for row in range(panel.kinds.topLevelItemCount()):
        item = panel.kinds.topLevelItem(row)
        assert item is not None
        below = [item.child(position) for position in range(item.childCount())]
        shown.append((item.text(0), item.text(1), [(each.text(0), each.text(1)) for each in below if each]))

    assert shown == [
        ("All", "6", []),
        ("Problems", "2", [("Empty phrase", "1"), ("Space at an end", "1")]),
        ("Warnings", "1", [("Direction control", "1")]),
        ("Hints", "3", [("Several spaces", "1"), ("Near-duplicate", "2")]),
    ]


@pytest.mark.slow
def test_the_mark_stays_where_a_finding_is_gone(panel: FindingsPanel) -> None:
    panel.table.choose(panel.model.shown[3])

    # Without the first spelling, row 1 has no near-duplicate any more, so the next finding is selected.
    panel.show_listing(listing_of([PAIRS[0], ("x", "x  y"), *PAIRS[2:]]), {})

    assert panel.table.current() is not None
    assert (panel.table.current().row, panel.table.current().kind) == (1, "repeated_blanks")


@pytest.mark.slow
def test_headings_stand_where_their_cells_do_also_from_right_to_left(panel: FindingsPanel) -> None:
    panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    role, across = Qt.ItemDataRole.TextAlignmentRole, Qt.Orientation.Horizontal
    model = panel.model

    for column in (ROW, KIND, WORDS):
        assert model.headerData(column, across, role) == model.index(0, column).data(role)
        assert not Qt.AlignmentFlag(model.index(0, column).data(role)) & Qt.AlignmentFlag.AlignAbsolute


@pytest.mark.slow
def test_a_severity_shows_all_of_its_kinds_and_stays_chosen(panel: FindingsPanel) -> None:
    panel.kinds.setCurrentItem(panel.kinds.findItems("Hints", Qt.MatchFlag.MatchExactly, 0)[0])
    panel.show_listing(listing_of(PAIRS[:2]), {})

    assert panel.kinds.which == "hint"
    assert [panel.model.finding(row).row for row in range(panel.model.rowCount())] == [0, 1, 1]


def test_problems_can_be_fixed_and_not_ignored(panel: FindingsPanel, qtbot: QtBot) -> None:
    model = panel.model
    rows = {model.finding(row).kind: row for row in range(model.rowCount())}
    panel.table.setCurrentIndex(model.index(rows["outer_space"], 0))
    assert panel.fix.isEnabled()
    assert not panel.ignore.isEnabled()

    panel.table.setCurrentIndex(model.index(rows["near_duplicate"], 0))

    assert not panel.fix.isEnabled()
    assert panel.ignore.isEnabled()
    assert "Like “\u2068e-mail\u2069” in row 1" in panel.words.text()
    with qtbot.waitSignal(panel.table.opened) as went:
        qtbot.keyClick(panel.table, Qt.Key.Key_Enter)
    assert went.args[0].row == 1


def test_an_empty_list_shows_words_instead(window: QWidget, qtbot: QtBot) -> None:
    panel = FindingsPanel()
    qtbot.addWidget(panel)
    panel.nothing.setText("Nothing was found.")
    panel.show_listing(listing_of([("a", "b")]), {})
    panel.show()

    assert panel.nothing.isVisible()
    assert not panel.fix.isEnabled()
    assert panel.table.current() is None


@pytest.mark.slow
def test_ignored_ones_are_shown_on_request_with_their_notes(panel: FindingsPanel) -> None:
    key = ("near_duplicate", SOURCE, "email")
    panel.show_listing(listing_of(PAIRS, frozenset({key})), {key: "Both are used."})
    assert panel.model.rowCount() == 5

    panel.show_ignored.setChecked(True)

    assert panel.show_ignored.text() == "Ignored (1)"
    assert panel.model.rowCount() == 1
    assert str(panel.model.index(0, 3).data()).startswith("Ignored: Both are used. (Like")
    assert panel.model.index(0, 3).parent() == QModelIndex()
