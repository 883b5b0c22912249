"""The boxes below the titles: one for each visible column, with its use and its language."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.importing.file_view import ColumnRole, ColumnUse
from termdesk.ui.glossaries.importing.column_header import ColumnBox, ColumnHeader
from termdesk.ui.widgets.language_box import LanguageBox

LANGUAGES = (("de", "German"), ("en", "English"))
USES = [
    (ColumnUse(ColumnRole.SOURCE), "en"),
    (ColumnUse(ColumnRole.TARGET, "mt"), "mt"),
    (ColumnUse(ColumnRole.NOTE), ""),
]


@pytest.fixture
def table(window: QWidget) -> QTableWidget:
    made = QTableWidget(3, 100, window)
    header = ColumnHeader(made, LANGUAGES)
    made.setHorizontalHeader(header)
    header.setDefaultSectionSize(200)
    made.resize(700, 300)
    made.show()
    return made


def header_of(table: QTableWidget) -> ColumnHeader:
    header = table.horizontalHeader()
    assert isinstance(header, ColumnHeader)
    return header


def box_of(table: QTableWidget, section: int) -> ColumnBox:
    box = header_of(table).box(section)
    assert box is not None
    return box


def show(table: QTableWidget, *more: tuple[ColumnUse, str]) -> None:
    ignored = [(ColumnUse(ColumnRole.IGNORED), "")] * (97 - len(more))
    header_of(table).show_uses(list(ColumnRole), [*USES, *more, *ignored])


def test_each_column_shows_its_use_and_phrases_their_language(table: QTableWidget) -> None:
    before = header_of(table).sizeHint().height()
    show(table, (ColumnUse(ColumnRole.TARGET, "de"), "de"))

    boxes = [box_of(table, section) for section in range(3)]

    assert [box.role.currentText() for box in boxes] == ["Source", "Target", "Note"]
    assert [box.language.code for box in boxes] == ["en", "mt", ""]
    assert [box.language.isVisible() for box in boxes] == [True, True, False]
    assert header_of(table).sizeHint().height() > before


def test_the_languages_of_a_pair_are_asked_in_one_place(table: QTableWidget) -> None:
    show(table)

    boxes = [box_of(table, section) for section in range(3)]

    assert [box.role.isVisible() for box in boxes] == [True, True, True]
    assert not any(box.language.isVisible() for box in boxes), "the pair stands below the rows"


def test_boxes_are_made_for_columns_in_sight_and_stand_below_their_titles(table: QTableWidget) -> None:
    show(table)
    assert header_of(table).box(50) is None

    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum())

    last, header = box_of(table, 99), header_of(table)
    assert last.x() == header.sectionViewportPosition(99)
    assert last.width() == header.sectionSize(99)
    assert last.geometry().bottom() <= header.height()
    header.resizeSection(99, 150)
    assert last.width() == 150


def test_a_choice_is_told_and_what_is_shown_is_not(table: QTableWidget, qtbot: QtBot) -> None:
    reported: list[tuple[int, ColumnUse]] = []
    header_of(table).use_chosen.connect(lambda section, use: reported.append((section, use)))
    show(table)
    assert reported == []

    role = box_of(table, 2).role
    role.setCurrentIndex(role.findData(ColumnRole.DOMAIN))
    role.activated.emit(role.currentIndex())
    box_of(table, 1).language.choose("de")

    assert reported == [(2, ColumnUse(ColumnRole.DOMAIN)), (1, ColumnUse(ColumnRole.TARGET, "de"))]


def test_tab_goes_from_box_to_box(table: QTableWidget) -> None:
    show(table)
    chain = [box_of(table, 0).role, box_of(table, 0).language, box_of(table, 1).role]

    for one, other in pairwise(chain):
        each: QWidget = one
        while (each := each.nextInFocusChain()) is not other:
            assert not (each.focusPolicy() & Qt.FocusPolicy.TabFocus and each in chain)
    assert all(each.accessibleName() for each in chain)


def test_without_roles_there_are_titles_alone(table: QTableWidget) -> None:
    show(table)
    header_of(table).show_uses((), ())

    assert header_of(table).box(0) is None


def test_without_a_choice_of_languages_no_box_for_them_is_made(table: QTableWidget) -> None:
    show(table)
    assert not table.findChildren(LanguageBox)

    height = header_of(table).sizeHint().height()
    show(table, (ColumnUse(ColumnRole.TARGET, "de"), "de"))

    assert [box_of(table, section).language.isVisible() for section in range(3)] == [True, True, False]
    assert header_of(table).sizeHint().height() == height
