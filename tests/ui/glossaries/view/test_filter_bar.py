"""What filters are asked for: by the general box, the row under the header, chips, and the input method."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QInputMethodEvent, QStandardItemModel
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.facets import Facet
from termdesk.application.glossaries.view.view_query import Mark, ViewQuery, containing
from termdesk.ui.glossaries.sheet.sheet_view import SheetView
from termdesk.ui.glossaries.view.filter_bar import FilterBar
from termdesk.ui.glossaries.view.filter_chips import FilterChips
from termdesk.ui.glossaries.view.filter_header import FilterHeader
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor


@pytest.fixture
def query_editor(qtbot: QtBot) -> ViewQueryEditor:
    return ViewQueryEditor()


@pytest.fixture
def bar(qtbot: QtBot, query_editor: ViewQueryEditor) -> FilterBar:
    made = FilterBar(query_editor)
    qtbot.addWidget(made)
    return made


@pytest.fixture
def table(qtbot: QtBot) -> QTableView:
    """A table of three columns with a filter row."""
    made = QTableView()
    model = QStandardItemModel(40, 3, made)
    model.setHorizontalHeaderLabels(["Source", "Target", "Note"])
    made.setHorizontalHeader(FilterHeader(made))
    made.setModel(model)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


def header_of(table: QTableView) -> FilterHeader:
    header = table.horizontalHeader()
    assert isinstance(header, FilterHeader)
    return header


def compose(field: QObject, preedit: str, committed: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(committed)
    QApplication.sendEvent(field, event)


def test_it_asks_for_everything_at_first(query_editor: ViewQueryEditor, bar: FilterBar) -> None:
    assert query_editor.query.is_everything


def test_what_is_typed_is_asked_for_once(qtbot: QtBot, query_editor: ViewQueryEditor, bar: FilterBar) -> None:
    asked: list[ViewQuery] = []
    query_editor.changed.connect(lambda: asked.append(query_editor.query))

    with qtbot.waitSignal(query_editor.changed):
        qtbot.keyClicks(bar.field, "a.b")

    assert asked == [containing("a.b")]


def test_options_become_part_of_the_condition(qtbot: QtBot, query_editor: ViewQueryEditor, bar: FilterBar) -> None:
    bar.field.setText("a.b")
    bar.field.choose(Match.PATTERN, is_negated=True)

    assert query_editor.query == ViewQuery((Condition("a.b", None, Match.PATTERN, is_negated=True),))
    assert bar.field.accessibleDescription()


def test_what_an_input_method_composes_does_not_filter(
    qtbot: QtBot, query_editor: ViewQueryEditor, bar: FilterBar
) -> None:
    bar.show()
    bar.field.setText("old")
    bar.field.choose(Match.CONTAINS)
    bar.field.selectAll()
    asked: list[ViewQuery] = []
    query_editor.changed.connect(lambda: asked.append(query_editor.query))

    compose(bar.field, "に")
    compose(bar.field, "にほ")
    assert not bar.field._timer.isActive()
    with qtbot.waitSignal(query_editor.changed):
        compose(bar.field, "", "日本")

    assert asked == [containing("日本")]


def test_clearing_takes_every_wish_back_also_one_that_was_about_to_be_asked(
    qtbot: QtBot, query_editor: ViewQueryEditor, bar: FilterBar
) -> None:
    query_editor.ask(ViewQuery((Condition("y", 1),), only=frozenset({Mark.VIOLATION}), sort_column=1))
    bar.field.setText("x")
    assert bar.field._timer.isActive()

    bar.clear()

    assert query_editor.query == ViewQuery(sort_column=1)
    assert not bar.field._timer.isActive()
    assert bar.field.text() == ""
    assert not bar.only_violations.isChecked()


def test_another_wish_leaves_alone_what_is_being_typed(
    qtbot: QtBot, query_editor: ViewQueryEditor, bar: FilterBar
) -> None:
    bar.field.setText("x")
    query_editor.ask(query_editor.query.sorted_by(0))

    with qtbot.waitSignal(query_editor.changed):
        pass

    assert query_editor.query == containing("x").sorted_by(0)


def test_the_boxes_stand_under_their_columns_also_when_those_move(qtbot: QtBot, table: QTableView) -> None:
    header = header_of(table)
    height = header.height()
    header.show_row(True)
    assert header.height() > height

    for change in (
        lambda: header.resizeSection(0, 230),
        lambda: header.moveSection(2, 0),
        lambda: header.setSectionHidden(1, True),
        lambda: table.horizontalScrollBar().setValue(60),
    ):
        change()
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        for column, field in enumerate(header.fields):
            assert field.isHidden() == header.isSectionHidden(column)
            if not field.isHidden():
                assert abs(field.x() - header.sectionViewportPosition(column)) <= 4
                assert abs(field.width() - header.sectionSize(column)) <= 8
                assert field.geometry().bottom() < header.height()


def test_each_column_asks_for_itself_and_all_together(
    qtbot: QtBot, table: QTableView, query_editor: ViewQueryEditor
) -> None:
    header = header_of(table)
    header.asked.connect(lambda condition: query_editor.ask(query_editor.query.with_condition(condition)))
    header.show_row(True)

    header.field(0).setText("a")
    qtbot.keyClick(header.field(0), Qt.Key.Key_Return)
    header.field(2).choose(Match.EMPTY, is_negated=True)

    assert query_editor.query.conditions == (Condition("a", 0), Condition("", 2, Match.EMPTY, is_negated=True))
    qtbot.keyClick(header.field(0), Qt.Key.Key_Escape)
    assert query_editor.query.conditions == (Condition("", 2, Match.EMPTY, is_negated=True),)


def test_a_new_column_has_a_box_as_well(table: QTableView) -> None:
    header = header_of(table)
    assert not header.fields, "nobody has asked for the row"
    header.show_row(True)
    assert len(header.fields) == 3

    table.model().insertColumn(3)

    assert len(header.fields) == 4


def test_a_wrong_pattern_is_said_at_the_box_until_it_is_mended(qtbot: QtBot, bar: FilterBar) -> None:
    bar.field.choose(Match.PATTERN)
    bar.field.setText("(")
    bar.field.show_error("It is wrong.")
    assert bar.field.accessibleDescription() == "It is wrong."
    assert "wrong" in bar.field.toolTip()

    bar.field.setText("()")
    bar.field.choose(Match.PATTERN)

    assert bar.field.toolTip() == ""
    assert bar.field.accessibleDescription() == "Regular expression"


def titles(column: int | None) -> str:
    return "Both" if column is None else ("Source", "Target")[column]


def words_of(chips: FilterChips) -> Sequence[str]:
    return [chip.text().replace("\u2068", "").replace("\u2069", "") for chip in chips.chips]


def test_chips_name_the_filters_and_take_them_back_one_by_one(qtbot: QtBot) -> None:
    chips = FilterChips(titles)
    qtbot.addWidget(chips)
    wanted = ViewQuery(
        (Condition("a & b"), Condition("^x", 1, Match.PATTERN, is_negated=True)), only=frozenset({Mark.VIOLATION})
    )
    wanted = wanted.with_values(Facet.PROBLEM, frozenset({"duplicate", "empty"}))
    chips.show_query(wanted)

    assert words_of(chips) == [
        "Only problems",
        "Both contains “a && b”",
        "Target does not match ^x",
        "Problem: Empty phrase or Source stands twice",
    ]
    with qtbot.waitSignal(chips.asked) as answer:
        qtbot.mouseClick(chips.chips[2], Qt.MouseButton.LeftButton)
    assert answer.args == [wanted.with_condition(Condition(column=1))]
    with qtbot.waitSignal(chips.asked) as answer:
        qtbot.mouseClick(chips.chips[3], Qt.MouseButton.LeftButton)
    assert answer.args == [wanted.with_values(Facet.PROBLEM, frozenset())]


def test_without_filters_there_are_no_chips(qtbot: QtBot) -> None:
    chips = FilterChips(titles)
    qtbot.addWidget(chips)

    chips.show_query(containing("a"))
    chips.show_query(ViewQuery(sort_column=1))

    assert chips.isHidden()
    assert chips.chips == []


class Asked(QStandardItemModel):
    """Counts how often a cell is asked for its flags."""

    flags_asked = 0

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        self.flags_asked += 1
        return super().flags(index)


def test_painting_the_titles_does_not_ask_all_rows_when_all_are_selected(qtbot: QtBot) -> None:
    view = SheetView()
    model = Asked(5_000, 2, view)
    view.setModel(model)
    qtbot.addWidget(view)
    view.show()
    view.selectAll()
    model.flags_asked = 0

    view.horizontalHeader().grab()

    assert model.flags_asked < 100
    assert len(view.selectionModel().selection().indexes()) == 10_000
