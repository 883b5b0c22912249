"""The library panel by keyboard: filter, focus, multiple selection, and filtered rows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.library_panel import LibraryPanel

EN_DE, EN_ES = LanguagePair("en", "de"), LanguagePair("en", "es")
ACME = GlossaryTag(TagKind.CLIENT, "ACME Ltd")
Key = Qt.Key
Flag = QItemSelectionModel.SelectionFlag


def summary(name: str, *pairs: LanguagePair, tags: Sequence[GlossaryTag] = ()) -> GlossarySummary:
    glossary = GlossaryRecord(name, name, tuple(DictionaryRecord(pair.source, pair.target, 5) for pair in pairs))
    return GlossarySummary(name, name, name, glossary, tags=tuple(tags))


def library(count: int = 40) -> list[GlossarySummary]:
    many = [summary(f"Law {number:02}", EN_DE, EN_ES) for number in range(count)]
    return [summary("Energy", EN_DE, tags=[ACME]), *many, summary("Medicine", EN_ES)]


@pytest.fixture
def panel(qtbot: QtBot) -> LibraryPanel:
    made = LibraryPanel()
    qtbot.addWidget(made)
    made.resize(300, 500)
    made.show_summaries(library())
    made.show()
    qtbot.waitExposed(made)
    return made


def key_of(panel: LibraryPanel) -> str:
    item = panel.chosen_item()
    assert item is not None
    return item.summary.key + (f" {item.row.pair}" if item.row else "")


def test_tab_stops_at_the_list_once_the_library_is_read(qtbot: QtBot) -> None:
    panel = LibraryPanel()
    qtbot.addWidget(panel)
    assert not panel.tree.focusPolicy() & Qt.FocusPolicy.TabFocus

    panel.show_summaries(library(1))

    assert panel.tree.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_enter_in_the_box_opens_what_comes_first(panel: LibraryPanel, qtbot: QtBot) -> None:
    opened: list[LibraryItem] = []
    panel.open_asked.connect(opened.append)
    qtbot.keyClicks(panel.field, "medi")

    qtbot.keyClick(panel.field, Key.Key_Return)

    assert [item.summary.name for item in opened] == ["Medicine"]
    assert panel.count.text() == "1 of 42 glossaries"


def test_of_several_dictionaries_enter_shows_which_there_are(panel: LibraryPanel, qtbot: QtBot) -> None:
    opened: list[LibraryItem] = []
    panel.open_asked.connect(opened.append)
    qtbot.keyClicks(panel.field, "law 07")

    qtbot.keyClick(panel.field, Key.Key_Return)
    qtbot.keyClick(panel.tree, Key.Key_Down)
    qtbot.keyClick(panel.tree, Key.Key_Return)

    assert [(item.summary.name, item.row and item.row.pair) for item in opened] == [("Law 07", EN_DE)]


def test_enter_opens_the_dictionary_whose_pair_was_typed(panel: LibraryPanel, qtbot: QtBot) -> None:
    opened: list[LibraryItem] = []
    panel.open_asked.connect(opened.append)
    qtbot.keyClicks(panel.field, "law 07 en-es")

    qtbot.keyClick(panel.field, Key.Key_Return)

    assert [(item.summary.name, item.row and item.row.pair) for item in opened] == [("Law 07", EN_ES)]


def test_escape_shows_all_again_with_the_same_row_chosen(panel: LibraryPanel, qtbot: QtBot) -> None:
    panel.select("Law 07", pair_text=str(EN_ES))
    qtbot.keyClicks(panel.field, "energy")
    assert panel.chosen_item() is None

    qtbot.keyClick(panel.field, Key.Key_Escape)

    assert key_of(panel) == f"Law 07 {EN_ES}"
    assert panel.model.rowCount() == 42


def test_what_a_filter_finds_is_shown_from_its_start(panel: LibraryPanel, qtbot: QtBot) -> None:
    panel.select("Medicine")

    qtbot.keyClicks(panel.field, "law")

    assert panel.chosen_item() is None
    assert panel.tree.verticalScrollBar().maximum() > 0
    assert panel.tree.indexAt(panel.tree.viewport().rect().topLeft()).data() == "Law 00"


def test_a_library_without_glossaries_says_what_to_do(panel: LibraryPanel, qtbot: QtBot) -> None:
    panel.show_summaries([])
    assert panel.lists.currentWidget() is panel.none_yet

    with qtbot.waitSignal(panel.new_asked):
        panel.none_yet.findChild(QPushButton, "library_first").click()


def test_the_menu_of_filters_offers_what_there_is_and_writes_it_into_the_box(panel: LibraryPanel) -> None:
    def offered() -> list[QAction]:
        panel.filter_menu.aboutToShow.emit()
        return [action for action in panel.filter_menu.actions() if action.isCheckable()]

    assert [action.text() for action in offered()] == [
        "published\t42",
        "ACME Ltd\t1",
        f"{EN_DE}\t41",
        f"{EN_ES}\t41",
    ]
    offered()[1].trigger()
    assert panel.field.text() == 'client:"ACME Ltd"'
    assert [each.name for each in panel.model.shown] == ["Energy"]
    assert [action.isChecked() for action in offered()] == [False, True, False, False]

    offered()[1].trigger()

    assert panel.field.text() == ""


def test_without_the_service_the_count_says_that_its_glossaries_are_missing(panel: LibraryPanel) -> None:
    panel.show_summaries(library(1), is_of_service=False)
    assert panel.count.text() == "3 glossaries on this computer"

    panel.show_summaries(library(2))
    assert panel.count.text() == "4 glossaries"
