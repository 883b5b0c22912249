"""The table of words for a status: their entries, and what the user takes them for."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from termdesk.ui.glossaries.importing.status_box import StatusBox

FOUND = (("Under review", 1200), ("weg", 3))


@pytest.fixture
def box(window: QWidget) -> StatusBox:
    made = StatusBox(window)
    made.show_statuses(FOUND, {"weg": ""})
    made.show()
    return made


def text(box: StatusBox, row: int, column: int) -> str:
    item = box.table.item(row, column)
    return item.text() if item else ""


def test_each_word_has_its_number_and_what_it_is_taken_for(box: StatusBox) -> None:
    assert [(text(box, row, 0), text(box, row, 1), box.box(row).currentText()) for row in range(2)] == [
        ("Under review", "1,200", "Keep in the note"),
        ("weg", "3", "None"),
    ]


def test_a_choice_is_told_with_the_folded_word(box: StatusBox) -> None:
    told: list[tuple[str, object]] = []
    box.chosen.connect(lambda word, status: told.append((word, status)))

    for row, words in ((0, "Preferred"), (0, "Keep in the note"), (1, "None")):
        box.box(row).setCurrentIndex(box.box(row).findText(words))
        box.box(row).activated.emit(box.box(row).currentIndex())

    assert told == [("under review", "preferred"), ("under review", None), ("weg", "")]


def test_without_such_words_it_is_hidden(box: StatusBox) -> None:
    box.show_statuses((), {})
    assert not box.isVisible()

    box.show_statuses(FOUND[:1], {})
    assert box.isVisible()
    assert box.table.rowCount() == 1
