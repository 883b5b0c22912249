"""Edits of several dictionaries are carried out after the user agrees, unless the table changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from termdesk.ui.glossaries.multilingual.edit_dialog import StepSheet
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.plain import PlainLabel

Opened = Callable[[type[Any]], Any]

AtRest = Callable[[], None]


def open_sheets() -> list[StepSheet]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, StepSheet) and each.isVisible()]


@pytest.mark.slow
@pytest.mark.parametrize(("is_accepted", "source"), [(True, "screw"), (False, "bolt")])
def test_a_source_phrase_is_renamed_everywhere_once_that_is_agreed_to(
    qtbot: QtBot, page: MultilingualPage, at_rest: AtRest, is_accepted: bool, source: str, opened: Opened
) -> None:
    page.asked.rename(0, "screw")
    sheet = opened(StepSheet)
    assert sheet.windowTitle() == "Change “bolt” to “screw” in 4 dictionaries?"
    assert page.model.cell(0, 0) == "bolt"
    (sheet.accept if is_accepted else sheet.reject)()
    at_rest()

    assert page.model.cell(0, 0) == source
    assert page.edits.history.count == int(is_accepted)


def test_languages_that_have_the_phrase_already_are_named(
    qtbot: QtBot, page: MultilingualPage, at_rest: AtRest, opened: Opened
) -> None:
    page.asked.rename(0, "washer")
    sheet = opened(StepSheet)
    said = " ".join(label.text() for label in sheet.findChildren(PlainLabel))
    sheet.reject()
    at_rest()

    # Bolt is in four dictionaries, and three of them also have washers.
    assert "German, Hebrew, Japanese" in said
    assert "Arabic" not in said


@pytest.mark.slow
def test_what_came_meanwhile_keeps_the_change_from_being_made(
    qtbot: QtBot, page: MultilingualPage, at_rest: AtRest, opened: Opened
) -> None:
    page.asked.start(page.edits.removal([0]), is_asked=True)
    sheet = opened(StepSheet)
    page.edits.insert_row(0)
    sheet.accept()
    at_rest()

    assert len(page.table) == 5
    assert "Nothing was done" in page.line.words.text()


@pytest.mark.slow
def test_rows_that_move_before_the_question_is_asked_keep_the_change_from_being_made(
    page: MultilingualPage, at_rest: AtRest
) -> None:
    left = len(page.table) - 1
    page.asked.start(page.edits.removal([left]), is_asked=True)
    # The job that asks starts in the next turn of the loop.
    page.edits.do(page.edits.removal([0]))
    at_rest()

    assert open_sheets() == []
    assert len(page.table) == left
    assert "Nothing was done" in page.line.words.text()


@pytest.mark.slow
def test_a_cell_that_is_filled_before_the_job_starts_does_not_stop_it(page: MultilingualPage, at_rest: AtRest) -> None:
    """Whoever types quickly fills the target of a new row at once after its source phrase."""
    page.edits.insert_row(0)
    page.asked.rename(0, "rivet")
    page.model.setData(page.model.index(0, 2), "Niete")
    at_rest()

    assert (page.model.cell(0, 0), page.model.cell(0, 2)) == ("rivet", "Niete")


@pytest.mark.slow
def test_an_edit_of_one_dictionary_is_not_asked_about(page: MultilingualPage, at_rest: AtRest) -> None:
    page.edits.insert_row(0)
    page.model.setData(page.model.index(0, 2), "Niete")
    page.asked.rename(0, "rivet")
    at_rest()

    assert open_sheets() == []
    assert page.model.cell(0, 0) == "rivet"


@pytest.mark.slow
def test_once_told_so_it_asks_no_more(qtbot: QtBot, page: MultilingualPage, at_rest: AtRest, opened: Opened) -> None:
    page.asked.rename(0, "screw")
    sheet = opened(StepSheet)
    sheet.silent.setChecked(True)
    sheet.accept()
    at_rest()

    page.asked.rename(0, "bolt")

    assert page.model.cell(0, 0) == "bolt", "at once"
    assert open_sheets() == []


@pytest.mark.slow
def test_while_many_rows_change_it_is_refused_at_once(
    qtbot: QtBot, page: MultilingualPage, jobs: Jobs, at_rest: AtRest
) -> None:
    page.edits._under_way += 1
    page.asked.rename(0, "screw")
    page.edits._under_way -= 1
    at_rest()

    assert page.model.cell(0, 0) == "bolt"
    assert "still being changed" in page.line.words.text()
