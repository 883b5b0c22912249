"""The Languages pane with the local service: all lists, names in any language, older lists, changes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.fake import at_rest, connect
from app.program import Program
from support.services.fake_service import FakeService, refusal
from termdesk.ui.languages.languages_pane import LanguagesPane
from termdesk.ui.languages.table_model import FIXED_COLUMNS, OWN_NAME

Key, Control = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def program(shared_program: Program) -> Program:
    return shared_program


def open_pane(program: Program) -> LanguagesPane:
    program.press(Key.Key_6, Control)
    pane = program.controller.languages
    program.until(lambda: pane.model.rowCount() > 3)
    at_rest(program)
    return pane


def titles(pane: LanguagesPane) -> list[str]:
    columns = range(FIXED_COLUMNS, pane.model.columnCount())
    return [str(pane.model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]


@pytest.mark.slow
def test_all_lists_of_this_computer_stand_side_by_side_and_any_name_finds_a_language(program: Program) -> None:
    pane = open_pane(program)
    assert "Glossaries" in titles(pane)
    program.picture("languages-side-by-side")

    pane.search.setFocus()
    # Set the text as if pasted, because simulated keys only type ASCII.
    pane.search.setText("немецкий")
    assert pane.model.index(0, OWN_NAME).data() == "Deutsch"
    program.picture("languages-found")
    pane.search.clear()

    pane.resource.setCurrentIndex(pane.resource.findText("Glossaries"))
    at_rest(program)
    assert titles(pane) == ["Source", "Target"]
    assert pane.count.text().startswith("33 of 33 languages · as of ")


@pytest.mark.slow
def test_the_tabs_show_changes_and_the_older_lists(program: Program, fake: FakeService) -> None:
    connect(program, fake)
    pane = open_pane_of_fake(program)
    assert titles(pane) == [
        "Texts",
        "Documents",
        "Glossaries",
        "Voice",
        "Improvement",
        "Style rules",
        "Memories",
    ]

    fake.languages["glossary"] = ("de", "en", "es", "eo")
    program.press(Key.Key_R, Control)
    at_rest(program)
    pane.tabs.setCurrentWidget(pane.changes)
    at_rest(program)

    assert [pane.changes.table.item(0, column).text() for column in (2, 3, 4)] == [
        "Glossaries",
        "The language eo (eo)",
        "new",
    ]
    program.picture("languages-changes")

    # The list is updated by the next reading.
    fake.languages["glossary"] = ("de", "en", "es")
    program.press(Key.Key_R, Control)
    at_rest(program)
    assert pane.changes.table.item(0, 4).text() == "no longer listed"
    assert pane.changes.count.text() == "2 changes"

    pane.tabs.setCurrentWidget(pane.older)
    at_rest(program)
    assert pane.older.count.text() == "This service has no such list any more."


def open_pane_of_fake(program: Program) -> LanguagesPane:
    program.press(Key.Key_6, Control)
    pane = program.controller.languages
    program.until(lambda: pane.model.total == 3)
    at_rest(program)
    return pane


def test_the_older_lists_of_this_computer_agree_but_for_what_they_leave_out(program: Program) -> None:
    pane = open_pane(program)
    pane.tabs.setCurrentWidget(pane.older)
    at_rest(program)
    program.picture("languages-older")
    assert pane.older.table.rowCount() == 0
    assert pane.older.same.isVisible()
    assert pane.older.same.heading.text() == "Both lists agree"

    program.click(pane.older.same.findChild(QPushButton, "older_lists_all"))
    assert not pane.older.only_differences.isChecked()
    assert pane.older.table.isVisible()
    assert pane.older.table.rowCount() > 3
    program.picture("languages-older-all")


@pytest.mark.slow
def test_a_list_that_cannot_be_read_leaves_no_other_in_its_place(program: Program, fake: FakeService) -> None:
    fake.refusals["GET /v3/languages?resource=voice"] = refusal("400 Bad Request", b'{"message": "No such resource"}')
    connect(program, fake)
    pane = open_pane_of_fake(program)

    pane.resource.setCurrentIndex(pane.resource.findText("Voice"))
    at_rest(program)

    assert program.says("No such resource")
    assert (pane.model.rowCount(), pane.count.text()) == (0, "")
    assert pane.pages.currentWidget() is pane.empty
    assert pane.empty.text.text() == "This list has not been read yet. Refresh to ask again."
    program.picture("languages-not-read")
    pane.resource.setCurrentIndex(pane.resource.findText("Glossaries"))
    at_rest(program)
    assert pane.model.rowCount() == 3


@pytest.mark.slow
def test_changes_that_a_new_connection_finds_are_shown_at_once(program: Program, fake: FakeService) -> None:
    connect(program, fake)
    pane = open_pane_of_fake(program)
    pane.tabs.setCurrentWidget(pane.changes)
    at_rest(program)
    fake.languages["glossary"] = ("de", "en")

    connect(program, fake)

    assert pane.changes.count.text() == "1 change"


@pytest.mark.slow
def test_a_list_that_is_missing_side_by_side_is_named_until_it_can_be_read(program: Program, fake: FakeService) -> None:
    voice = "GET /v3/languages?resource=voice"
    fake.refusals[voice] = refusal("200 OK", b'[{"name": 5}]')
    connect(program, fake)
    pane = open_pane_of_fake(program)

    assert "Voice" not in titles(pane)
    assert pane.failures.text().startswith("Voice: this list is missing. ")
    program.picture("languages-missing")

    del fake.refusals[voice]
    program.press(Key.Key_R, Control)
    at_rest(program)
    assert "Voice" in titles(pane)
    assert pane.failures.isHidden()
