"""Conflicts of a reverse dictionary are resolved one by one, and omitted entries are reported."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QComboBox, QWidget

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.reversal import reverse
from termdesk.ui.glossaries.library.reverse_dialog import BECOMES, OTHERS, PHRASE, ClashesModel, ReverseDialog

AR_EN = LanguagePair("ar", "en")
ENTRIES = Entries.of([("house", "بيت"), ("home", "بيت"), ("dwelling", "بيت"), ("sea", "بحر"), ("lake", "")])
Role = Qt.ItemDataRole


@pytest.fixture
def dialog(window: QWidget) -> ReverseDialog:
    made = ReverseDialog(window, reverse(ENTRIES), AR_EN)
    made.show()
    return made


def row(model: ClashesModel, number: int = 0) -> list[str]:
    return [str(model.index(number, column).data()) for column in range(3)]


def test_the_first_candidate_is_chosen_until_another_one_is(dialog: ReverseDialog) -> None:
    model = dialog.model
    assert row(model) == ["بيت", "house", "home, dwelling"]

    assert model.setData(model.index(0, BECOMES), "home")

    assert row(model) == ["بيت", "home", "house, dwelling"]
    assert model.chosen_candidates() == {"بيت": "home"}
    assert dict(reverse(ENTRIES).entries(model.chosen_candidates())) == {"بيت": "home", "بحر": "sea"}


def test_what_is_no_candidate_is_not_taken(dialog: ReverseDialog) -> None:
    model = dialog.model

    assert not model.setData(model.index(0, BECOMES), "castle")
    assert not model.setData(model.index(0, BECOMES), "home", Role.DisplayRole)

    assert model.chosen_candidates() == {"بيت": "house"}


def test_only_the_choice_can_be_edited(dialog: ReverseDialog) -> None:
    editable = [bool(dialog.model.index(0, column).flags() & Qt.ItemFlag.ItemIsEditable) for column in range(3)]

    assert editable == [False, True, False]


def test_the_list_of_a_row_has_its_candidates_and_a_choice_takes_effect_at_once(dialog: ReverseDialog) -> None:
    dialog.table.edit(dialog.model.index(0, BECOMES))
    [box] = dialog.table.viewport().findChildren(QComboBox)
    assert [box.itemText(position) for position in range(box.count())] == ["house", "home", "dwelling"]

    box.setCurrentIndex(2)
    box.activated.emit(2)

    assert dialog.model.chosen_candidates() == {"بيت": "dwelling"}


def test_each_column_is_aligned_for_its_language(dialog: ReverseDialog) -> None:
    sides = [int(dialog.model.index(0, column).data(Role.TextAlignmentRole)) for column in (PHRASE, BECOMES, OTHERS)]

    assert sides[0] & int(Qt.AlignmentFlag.AlignRight)
    assert sides[1] == sides[2]
    assert sides[1] & int(Qt.AlignmentFlag.AlignLeft)


def test_the_model_keeps_qts_rules(dialog: ReverseDialog) -> None:
    tester = QAbstractItemModelTester(dialog.model, QAbstractItemModelTester.FailureReportingMode.Fatal)

    assert dialog.model.setData(dialog.model.index(0, BECOMES), "home")
    assert tester.model() is dialog.model


def test_without_clashes_there_is_nothing_to_choose_and_without_entries_nothing_to_create(window: QWidget) -> None:
    calm = ReverseDialog(window, reverse(Entries.of([("sea", "بحر")])), AR_EN)
    empty = ReverseDialog(window, reverse(Entries.of([("lake", "")])), AR_EN)
    for each in (calm, empty):
        each.show()

    assert not calm.table.isVisible()
    assert calm.accept_button.isEnabled()
    assert not empty.accept_button.isEnabled()
    assert len(empty.words.text()) > len(calm.words.text()), "why there is none"
