"""Chips name the active filters, and remove them one by one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from support.view_queries import containing
from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.facets import Facet
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.ui.glossaries.view.filter_chips import FilterChips


def titles(column: int | None) -> str:
    return "Both" if column is None else ("Source", "Target")[column]


def words_of(chips: FilterChips) -> Sequence[str]:
    return [chip.text().replace("\u2068", "").replace("\u2069", "") for chip in chips.chips]


def test_chips_name_the_filters_and_take_them_back_one_by_one(qtbot: QtBot) -> None:
    chips = FilterChips(titles)
    qtbot.addWidget(chips)
    expected = ViewQuery(
        (Condition("a & b"), Condition("^x", 1, Match.PATTERN, is_negated=True)), only=frozenset({RowMark.VIOLATION})
    )
    expected = expected.with_values(Facet.VIOLATION, frozenset({"duplicate", "empty"}))
    chips.show_query(expected)

    assert words_of(chips) == [
        "Only problems",
        "Both contains “a && b”",
        "Target does not match ^x",
        "Problem: Empty phrase or Same source twice",
    ]
    with qtbot.waitSignal(chips.asked) as answer:
        qtbot.mouseClick(chips.chips[2], Qt.MouseButton.LeftButton)
    assert answer.args == [expected.with_condition(Condition(column=1))]
    with qtbot.waitSignal(chips.asked) as answer:
        qtbot.mouseClick(chips.chips[3], Qt.MouseButton.LeftButton)
    assert answer.args == [expected.with_values(Facet.VIOLATION, frozenset())]


def test_without_filters_there_are_no_chips(qtbot: QtBot) -> None:
    chips = FilterChips(titles)
    qtbot.addWidget(chips)

    chips.show_query(containing("a"))
    chips.show_query(ViewQuery(sort_column=1))

    assert chips.isHidden()
    assert chips.chips == []


def test_many_filters_can_be_cleared_at_once(qtbot: QtBot) -> None:
    chips = FilterChips(titles)
    qtbot.addWidget(chips)
    chips.show_query(containing("a"))
    assert chips.findChild(QPushButton, "filter_clear_all") is None
    chips.show_query(containing("a").with_mark(RowMark.CHANGED, True))
    button = chips.findChild(QPushButton, "filter_clear_all")
    assert button is not None

    with qtbot.waitSignal(chips.all_cleared):
        button.click()


def test_the_keyboard_stays_with_the_chips_when_one_is_taken_back(qtbot: QtBot) -> None:
    chips = FilterChips(titles)
    qtbot.addWidget(chips)
    chips.show_query(containing("a").with_mark(RowMark.CHANGED, True))
    chips.show()
    chips.activateWindow()
    chips.chips[1].setFocus()
    qtbot.waitUntil(chips.chips[1].hasFocus)

    chips.show_query(containing("a"))

    qtbot.waitUntil(chips.chips[0].hasFocus)
