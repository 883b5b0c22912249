"""The effect of an edit on all dictionaries is shown first, unless the user has switched that off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PySide6.QtWidgets import QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from termdesk.application.glossaries.multilingual.affected_dictionaries import AffectedDictionary
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method
from termdesk.domain.multilingual.table import MultilingualChange
from termdesk.ui.glossaries.multilingual.edit_dialog import Consent, StepSheet
from termdesk.ui.widgets.plain import PlainLabel

Opened = Callable[[type[Any]], Any]

AFFECTED = [
    AffectedDictionary(LanguagePair("en", "ar"), 1, Method.MERGE),
    AffectedDictionary(LanguagePair("en", "de"), 1_200, Method.REPLACE),
    AffectedDictionary(LanguagePair("en", "th"), 3, Method.CREATE),
]


def change_of(columns: Sequence[int]) -> MultilingualChange:
    return MultilingualChange(tuple((column, SetCells(0, (0,), ("x",))) for column in columns))


def test_each_dictionary_is_listed_with_the_call_that_it_will_take(qtbot: QtBot, window: QWidget) -> None:
    sheet = StepSheet(window, "Change?", "Change all", touched=AFFECTED)
    table = sheet.findChild(QTableWidget, "step_dictionaries")
    assert table is not None
    cells = [[table.item(row, column) for column in range(3)] for row in range(table.rowCount())]
    words = [[item.text() if item else "" for item in line] for line in cells]

    assert [line[:2] for line in words] == [["Arabic", "1"], ["German", "1,200"], ["Thai", "3"]]
    assert len({line[2] for line in words}) == 3
    assert "3 dictionaries" in sheet.findChild(PlainLabel, "step_words").text()


def test_languages_where_a_phrase_would_stand_twice_are_named(qtbot: QtBot, window: QWidget) -> None:
    said = []
    for clashes in ([], ["Arabic", "German"]):
        sheet = StepSheet(window, "Change?", "Change all", touched=AFFECTED, clashes=clashes)
        said.append([label.text() for label in sheet.findChildren(PlainLabel) if "Arabic, German" in label.text()])

    assert [len(each) for each in said] == [0, 1]


@pytest.mark.parametrize(("columns", "is_needed"), [((), False), ((2,), False), ((0, 3), True)])
def test_only_what_changes_several_dictionaries_is_asked(columns: Sequence[int], is_needed: bool) -> None:
    assert Consent().is_needed(change_of(columns)) == is_needed


@pytest.mark.parametrize(
    ("is_ticked", "is_accepted", "is_silent"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_it_is_silent_only_where_that_was_ticked_and_agreed_to(
    qtbot: QtBot,
    window: QWidget,
    qt_loop: asyncio.AbstractEventLoop,
    is_ticked: bool,
    is_accepted: bool,
    is_silent: bool,
    opened: Opened,
) -> None:
    consent = Consent()
    task = qt_loop.create_task(consent.ask(window, "Change?", touched=AFFECTED))
    sheet = opened(StepSheet)
    sheet.silent.setChecked(is_ticked)
    (sheet.accept if is_accepted else sheet.reject)()
    qtbot.waitUntil(task.done)

    assert task.result() == is_accepted
    assert consent.is_silent == is_silent
    assert consent.is_needed(change_of((0, 1))) != is_silent
