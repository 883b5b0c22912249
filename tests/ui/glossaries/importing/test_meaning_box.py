"""Tables of unknown words in a file and their meanings."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QTableWidget, QWidget

from termdesk.formats.column_roles import FIELD_USES, ColumnRole
from termdesk.ui.glossaries.importing.meaning_box import FieldBox, MeaningBox, StatusBox

FOUND = (("Plant", 1200), ("Line", 3))


@pytest.fixture
def box(window: QWidget) -> MeaningBox:
    meanings = [("Not imported", None), ("Note", "note"), ("Nothing", "")]
    made = MeaningBox("thing", "Unknown things", ["Thing", "Number", "Meaning"], meanings, window)
    made.show_words(FOUND, {"Line": ""})
    made.show()
    return made


def text(box: MeaningBox, row: int, column: int) -> str:
    item = box.table.item(row, column)
    return item.text() if item else ""


def test_each_word_has_its_number_and_its_meaning(box: MeaningBox) -> None:
    assert [(text(box, row, 0), text(box, row, 1), box.box(row).currentText()) for row in range(2)] == [
        ("Plant", "1,200", "Not imported"),
        ("Line", "3", "Nothing"),
    ]
    assert box.box(1).accessibleName() == "Meaning (Line)"


def test_a_choice_is_told_with_its_word(box: MeaningBox) -> None:
    reported: list[tuple[str, object]] = []
    box.chosen.connect(lambda word, meaning: reported.append((word, meaning)))

    for row, words in ((0, "Note"), (0, "Not imported"), (1, "Nothing")):
        box.box(row).setCurrentIndex(box.box(row).findText(words))
        box.box(row).activated.emit(box.box(row).currentIndex())

    assert reported == [("Plant", "note"), ("Plant", None), ("Line", "")]


def test_without_words_it_is_hidden(box: MeaningBox) -> None:
    box.show_words((), {})
    assert not box.isVisible()

    box.show_words(FOUND[:1], {})
    assert box.isVisible()
    assert box.table.rowCount() == 1


def test_there_is_no_table_before_the_first_words(window: QWidget) -> None:
    box = FieldBox(window)

    box.show_words((), {})
    assert not box.findChildren(QTableWidget)

    box.show_words((("Customer", 2),), {})
    assert box.findChildren(QTableWidget) == [box.table]


def test_words_are_found_again_whatever_their_case(window: QWidget) -> None:
    box = StatusBox(window)

    box.show_statuses((("Under review", 1200), ("Weg", 3)), {"weg": ""})

    assert [box.box(row).currentText() for row in range(2)] == ["Keep in the note", "None"]
    assert [box.box(0).itemText(position) for position in range(1, 4)] == ["Preferred", "Admitted", "Forbidden"]


def test_each_use_of_a_field_can_be_chosen(window: QWidget) -> None:
    box = FieldBox(window)

    box.show_words((("Customer", 2), ("Plant", 1)), {"Plant": ColumnRole.DOMAIN})

    assert [box.box(row).currentText() for row in range(2)] == ["Not imported", "Domain"]
    assert [box.box(0).itemData(position) for position in range(1, box.box(0).count())] == list(FIELD_USES)
