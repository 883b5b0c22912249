"""The panel beside the table shows the complete current entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from termdesk.domain.entries.changes import SetDetails
from termdesk.domain.entries.entry_detail import PREFERRED, EntryDetail
from termdesk.domain.window_memory import WindowMemory
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.view.entry_panel import EntryField, EntryPanel

LONG = "a phrase that is far longer than any column of a table, and has to be read whole all the same " * 3


def texts(panel: EntryPanel) -> list[str]:
    return [label.text() for label in panel.widget().findChildren(QLabel) if not label.isHidden()][1:]


def test_phrases_details_and_findings_of_the_current_row_are_shown_whole(
    qtbot: QtBot, opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage], memory: WindowMemory
) -> None:
    page = opening_page([("house", "بيت"), (LONG.strip(), " بيت")])
    page.edits.push(SetDetails((1,), (EntryDetail(PREFERRED, "a note", "law", (("definition", "whole"),)),)), "Edit")

    page.entry_panel.switch()
    page.grid.go_to(1, 0)

    shown = texts(page.entry_panel)
    assert shown[:12] == [
        *("Source · en", LONG.strip(), "Target · ar", " بيت", "Status", "Preferred"),
        *("Domain", "law", "Note", "a note", "Definition", "whole"),
    ]
    assert shown[12:14] == ["On the service", "Not published yet"]
    assert shown[14] == "Problem"
    assert memory.entry_panel
    page.grid.go_to(0, 0)
    assert texts(page.entry_panel) == [
        "Source · en",
        "house",
        "Target · ar",
        "بيت",
        "On the service",
        "Not published yet",
    ]


def test_the_table_shows_all_languages_and_what_the_service_has(
    qtbot: QtBot, opening_multilingual_page: Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage]
) -> None:
    page = opening_multilingual_page({"de": [("bolt", "Bolzen")], "es": [("bolt", "perno")]})
    page.entry_panel.switch()
    page.grid.go_to(0, 1)
    page.model.setData(page.model.index(0, 1), "Schraube")

    shown = texts(page.entry_panel)

    assert shown == ["English", "bolt", "German", "Schraube", "Spanish", "perno", "On the service", "Bolzen"]
    detail = EntryDetail(fields=(("sourceTerm/partOfSpeech", "noun"),))
    page.table.dictionaries[0].apply(SetDetails((0,), (detail,)))
    page.entry_panel.refresh()
    assert texts(page.entry_panel)[6:8] == ["Part of speech of the source term", "noun"]


def test_texts_run_in_the_direction_of_their_language_and_the_panel_closes(qtbot: QtBot) -> None:
    memory = WindowMemory(entry_panel=True)
    panel = EntryPanel(memory, lambda: [EntryField("Arabic", "بيت", "ar"), EntryField("Note", "x")])
    qtbot.addWidget(panel)
    panel.show()
    panel.refresh()

    labels = {label.text(): label for label in panel.widget().findChildren(QLabel)}
    assert labels["بيت"].layoutDirection() == Qt.LayoutDirection.RightToLeft
    assert labels["x"].layoutDirection() == Qt.LayoutDirection.LeftToRight
    panel.switch()
    assert panel.isHidden()
    assert not memory.entry_panel
