"""The tree keeps its expanded, selected and top rows after the library is read again, and over restarts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.window_memory import LibraryMemory
from termdesk.ui.glossaries.library.library_model import LibraryModel
from termdesk.ui.glossaries.library.library_tree import LibraryTree

EN_DE, EN_ES = LanguagePair("en", "de"), LanguagePair("en", "es")
Flag = QItemSelectionModel.SelectionFlag
Key, Held = Qt.Key, Qt.KeyboardModifier
Library = Sequence[GlossarySummary]
Make = Callable[[], LibraryTree]


@pytest.fixture
def make_tree(qtbot: QtBot) -> Make:
    def make() -> LibraryTree:
        model = LibraryModel()
        made = LibraryTree(model)
        model.setParent(made)
        qtbot.addWidget(made)
        made.resize(300, 500)
        return made

    return make


@pytest.fixture
def tree(make_tree: Make, library: Library, qtbot: QtBot) -> LibraryTree:
    made = make_tree()
    made.refill(library)
    made.show()
    qtbot.waitExposed(made)
    return made


def model_of(tree: LibraryTree) -> LibraryModel:
    model = tree.model()
    assert isinstance(model, LibraryModel)
    return model


def key_of(tree: LibraryTree) -> str:
    position = tree.chosen_item()
    assert position is not None
    return position.summary.key + (f" {position.row.pair}" if position.row else "")


def top_of(tree: LibraryTree) -> str:
    return str(tree.indexAt(tree.viewport().rect().topLeft()).data())


# Reading the library again


def test_reading_again_keeps_rows_open_chosen_and_on_top(tree: LibraryTree, library: Library) -> None:
    model = model_of(tree)
    tree.select("Law 30")
    tree.expand(model.find("Law 20"))
    for name in ("Law 31", "Medicine"):
        tree.selectionModel().select(model.find(name), Flag.Select | Flag.Rows)
    tree.scrollTo(model.find("Law 18"), tree.ScrollHint.PositionAtTop)

    tree.refill([each for each in library if each.name != "Law 03"])

    assert tree.isExpanded(model.find("Law 20"))
    assert [position.summary.name for position in tree.chosen_items()] == ["Law 30", "Law 31", "Medicine"]
    assert top_of(tree) == "Law 18"


def test_at_the_very_top_it_stays_there_whatever_comes_before(tree: LibraryTree, library: Library) -> None:
    tree.refill(library[1:])
    assert top_of(tree) == "Law 00"

    tree.refill(library)

    assert top_of(tree) == "Energy"


def test_filtering_keeps_what_is_chosen_while_it_is_shown(tree: LibraryTree) -> None:
    tree.select("Law 30", pair_text=str(EN_ES))

    tree.refilter("law 3")
    assert key_of(tree) == f"Law 30 {EN_ES}"
    tree.refilter("energy")
    assert tree.chosen_item() is None


# Restarts


def test_what_was_remembered_comes_back_once_the_library_has_it(
    tree: LibraryTree, make_tree: Make, library: Library
) -> None:
    tree.select("Law 20", pair_text=str(EN_DE))
    again = make_tree()
    again.restore(tree.memory())

    # First only local glossaries, then the response of the service.
    again.refill(library[:1])
    assert again.chosen_item() is None
    again.refill(library)

    assert key_of(again) == f"Law 20 {EN_DE}"
    assert again.isExpanded(model_of(again).find("Law 20"))


def test_a_memory_is_not_lost_before_the_library_was_read(tree: LibraryTree, make_tree: Make) -> None:
    tree.select("Law 20", pair_text=str(EN_DE))
    tree.scrollTo(model_of(tree).find("Law 18"), tree.ScrollHint.PositionAtTop)
    memory, again = tree.memory(), make_tree()

    again.restore(memory)

    assert again.memory() == memory, "the program may end before the service answers"


@pytest.mark.parametrize("memory", [LibraryMemory(), LibraryMemory(chosen=["x"], top=["y"]), LibraryMemory(["x"])])
def test_a_memory_that_is_none_is_passed_over(make_tree: Make, library: Library, memory: LibraryMemory) -> None:
    tree = make_tree()
    tree.restore(memory)

    tree.refill(library[:5])

    assert tree.chosen_item() is None


# Selection and keys


def test_rows_are_given_from_top_to_bottom_whichever_was_chosen_first(tree: LibraryTree) -> None:
    model = model_of(tree)
    for name, pair in (("Medicine", ""), ("Law 02", str(EN_ES)), ("Law 02", str(EN_DE)), ("Law 02", "")):
        tree.selectionModel().select(model.find(name, pair_text=pair), Flag.Select | Flag.Rows)

    chosen = [(position.summary.name, position.row and position.row.pair) for position in tree.chosen_items()]

    assert chosen == [("Law 02", None), ("Law 02", EN_DE), ("Law 02", EN_ES), ("Medicine", None)]


def test_one_choice_is_told_once(tree: LibraryTree, qtbot: QtBot) -> None:
    reported: list[str] = []
    tree.settled.connect(lambda: reported.append(key_of(tree)))

    tree.select("Law 05")
    tree.select("Law 06")

    qtbot.waitUntil(lambda: bool(reported))
    QApplication.processEvents()
    assert reported == ["Law 06"]


def test_up_from_the_first_row_leads_back_to_the_box(tree: LibraryTree, qtbot: QtBot) -> None:
    left: list[bool] = []
    tree.left_upwards.connect(lambda: left.append(True))
    tree.select("Law 00")

    qtbot.keyClick(tree, Key.Key_Up)
    assert (key_of(tree), left) == ("Energy", [])
    qtbot.keyClick(tree, Key.Key_Up)

    assert left == [True]


def test_delete_and_f2_ask_and_with_a_modifier_they_do_not(tree: LibraryTree, qtbot: QtBot) -> None:
    asked: list[str] = []
    tree.delete_pressed.connect(lambda: asked.append("delete"))
    tree.rename_pressed.connect(lambda: asked.append("rename"))

    for key, held in (
        (Key.Key_Delete, Held.ShiftModifier),
        (Key.Key_F2, Held.ControlModifier),
        (Key.Key_F2, Held.NoModifier),
        (Key.Key_Delete, Held.NoModifier),
    ):
        qtbot.keyClick(tree, key, held)

    assert asked == ["rename", "delete"]


def test_a_draft_stays_open_and_chosen_when_publishing_gives_it_another_key(tree: LibraryTree) -> None:
    row = DictionarySummary(LanguagePair("en", "es"), 3, draft_id="draft")
    tree.refill([GlossarySummary("local", None, "Solar", drafts=(row,))])
    tree.select("local", pair_text=str(row.pair))

    tree.refill([GlossarySummary("on service", "on service", "Solar", drafts=(row,))])

    assert tree.isExpanded(model_of(tree).find("on service"))
    assert key_of(tree) == f"on service {row.pair}"


def test_a_command_with_ctrl_selects_one_row(tree: LibraryTree, library: Library) -> None:
    """For example Ctrl+W, whose Ctrl key is still held when the next page is selected."""
    tree.select(library[0].key)
    QTest.keyPress(tree, Key.Key_F12, Held.ControlModifier)

    tree.select(library[1].key)

    assert [position.summary.key for position in tree.chosen_items()] == [library[1].key]
    QTest.keyRelease(tree, Key.Key_Control, Held.NoModifier)
