"""Several pairs of a file are selected, or only one of them is imported."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.importing.file_view import PairInFile
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.importing.pairs_box import PairsBox

GERMAN, FRENCH, EMPTY = (
    PairInFile(LanguagePair("en", "de"), 12),
    PairInFile(LanguagePair("en", "fr"), 3, sheet="Sheet 2"),
    PairInFile(LanguagePair("en", "it"), 0),
)
Checked, Unchecked = Qt.CheckState.Checked, Qt.CheckState.Unchecked


@pytest.fixture
def box(window: QWidget, qtbot: QtBot) -> PairsBox:
    made = PairsBox()
    QVBoxLayout(window).addWidget(made)
    made.show_pairs([GERMAN, FRENCH, EMPTY], lambda pair: pair.target != "fr")
    qtbot.waitUntil(made.isVisible)
    return made


def test_nothing_is_imported_at_once_before_that_is_chosen(box: PairsBox) -> None:
    assert box.ticked == []
    assert not box.list.isVisible()

    box.several.click()

    assert box.ticked == [GERMAN, FRENCH], "pairs without entries are not ticked"
    assert box.list.isVisible()


def test_the_pairs_of_the_file_are_named_unless_they_are_many(box: PairsBox) -> None:
    assert all(words in box.several.text() for words in ("en → de", "en → fr", "en → it"))
    assert box.several.accessibleName() == box.several.text()

    many = [PairInFile(LanguagePair("en", code), 1) for code in ("de", "es", "fr", "it", "pl")]
    box.show_pairs(many, lambda _pair: True)

    assert "→" not in box.several.text()


def test_one_click_ticks_none_and_the_next_one_all(box: PairsBox) -> None:
    box.several.click()

    box.tick_all.click()
    assert box.ticked == []
    box.tick_all.click()

    assert box.ticked == [GERMAN, FRENCH, EMPTY]
    assert box.tick_all.accessibleName() == box.tick_all.text()


def test_every_change_is_told(box: PairsBox) -> None:
    reported: list[int] = []
    box.changed.connect(lambda: reported.append(len(box.ticked)))

    box.several.click()
    box.list.item(0).setCheckState(Unchecked)
    box.list.item(2).setCheckState(Checked)

    assert reported == [2, 1, 2]


def test_a_pair_says_how_much_it_has_and_where(box: PairsBox) -> None:
    texts = [box.list.item(position).text() for position in range(3)]

    assert "12" in texts[0]
    assert "Sheet 2" in texts[1]
    assert "Sheet" not in texts[0]


def test_a_file_with_one_pair_hides_the_box_and_takes_the_choice_back(box: PairsBox) -> None:
    box.several.click()

    box.show_pairs([], lambda _pair: True)

    assert not box.isVisible()
    assert not box.wants_several
    assert box.ticked == []


def test_showing_another_file_tells_no_change_of_the_user(box: PairsBox) -> None:
    box.several.click()
    reported: list[list[PairInFile]] = []
    box.changed.connect(lambda: reported.append(box.ticked))

    box.show_pairs([FRENCH, GERMAN], lambda _pair: True)

    assert box.ticked == [FRENCH, GERMAN]
    assert reported == []


def test_a_pair_that_the_service_does_not_list_is_offered_and_marked(box: PairsBox) -> None:
    marked = ["this computer" in box.list.item(position).text() for position in range(box.list.count())]

    assert marked == [False, True, False]
