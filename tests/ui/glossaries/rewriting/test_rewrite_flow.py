"""From the dialog to the undo step: find and replace, clean-up, and similar entries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from termdesk.domain.errors import InvalidInput
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.rewriting.clean_dialog import CleanDialog
from termdesk.ui.glossaries.rewriting.replace_dialog import ReplaceDialog
from termdesk.ui.glossaries.rewriting.rewrite_flow import clean, replace, settle_similar
from termdesk.ui.glossaries.rewriting.similar_dialog import SimilarDialog
from termdesk.ui.shell.jobs import Jobs
from ui.glossaries.rewriting.conftest import PAIRS
from ui.glossaries.typed_grid import type_text

Opened = Callable[[type[Any]], Any]

D = TypeVar("D", bound=QDialog)


@pytest.fixture
def page(opening_page: Callable[[Sequence[tuple[str, str]]], DictionaryPage]) -> DictionaryPage:
    return opening_page([*PAIRS, ("tree s", "bosque"), ("trees", "bosques")])


@pytest.mark.slow
def test_what_is_typed_is_found_and_replaced_as_one_step(
    qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, page: DictionaryPage, jobs: Jobs, opened: Opened
) -> None:
    page.grid.go_to(1, 0)
    type_text(qtbot, "my house", page.grid)
    task = qt_loop.create_task(replace(page, jobs))
    asked = opened(ReplaceDialog)
    asked.search.setText("house")
    asked.replacement.setText("home")
    qtbot.waitUntil(lambda: asked.model.total == 3 and asked.accept_button.isEnabled())
    asked.accept_button.click()
    qtbot.waitUntil(task.done)

    assert list(page.dictionary.entries.sources)[:4] == ["red home", "my home", "tree", "home boat"]
    assert page.edits.history.texts[1:] == ["Replace “house”"]


@pytest.mark.slow
def test_it_is_told_how_many_cells_were_changed_left_out_and_have_problems_now(
    qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, page: DictionaryPage, jobs: Jobs, opened: Opened
) -> None:
    task = qt_loop.create_task(replace(page, jobs))
    asked = opened(ReplaceDialog)
    asked.search.setText("house")
    asked.is_pattern.setChecked(True)
    asked.search.setText("^house$|red house|house boat")
    asked.replacement.setText("tree")
    qtbot.waitUntil(lambda: asked.model.total == 3 and asked.accept_button.isEnabled())
    asked.model.setData(asked.model.index(2, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    asked.accept_button.click()
    qtbot.waitUntil(task.done)

    # “tree” now occurs three times.
    assert page.line.words.text() == (
        "2 cells were changed. 1 stays as it is, because you left it out. "
        "3 more cells have problems now. F8 goes from one to the next."
    )
    assert page.line.words.property("tone") == "problem"


@pytest.mark.slow
def test_it_is_told_in_the_table_of_all_languages_too(
    qtbot: QtBot,
    qt_loop: asyncio.AbstractEventLoop,
    opening_multilingual_page: Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage],
    jobs: Jobs,
    opened: Opened,
) -> None:
    page = opening_multilingual_page({"de": [("house", "Haus"), ("boat", "Hausboot")], "es": [("house", "casa")]})
    task = qt_loop.create_task(replace(page, jobs))
    asked = opened(ReplaceDialog)
    asked.search.setText("Haus")
    asked.replacement.setText("Heim")
    qtbot.waitUntil(lambda: asked.model.total == 2 and asked.accept_button.isEnabled())
    asked.accept_button.click()
    qtbot.waitUntil(task.done)

    assert page.line.words.text() == "2 cells were changed."
    assert page.line.words.property("tone") == "good"


@pytest.mark.slow
def test_cancelling_changes_nothing(
    qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, page: DictionaryPage, jobs: Jobs, opened: Opened
) -> None:
    task = qt_loop.create_task(clean(page, jobs))
    asked = opened(CleanDialog)
    qtbot.waitUntil(lambda: asked.model.total == 2)
    asked.reject()
    qtbot.waitUntil(task.done)

    assert page.edits.history.count == 0


@pytest.mark.slow
def test_cleaning_is_one_step(
    qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, page: DictionaryPage, jobs: Jobs, opened: Opened
) -> None:
    task = qt_loop.create_task(clean(page, jobs))
    asked = opened(CleanDialog)
    qtbot.waitUntil(asked.accept_button.isEnabled)
    asked.accept_button.click()
    qtbot.waitUntil(task.done)

    assert list(page.dictionary.entries.targets)[:3] == ["casa roja", "casa", "árbol"]
    assert page.edits.history.texts == ["Clean entries"]


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("is_edited", [False, True])
def test_similar_entries_are_settled_unless_rows_have_changed(
    qtbot: QtBot, qt_loop: asyncio.AbstractEventLoop, page: DictionaryPage, jobs: Jobs, is_edited: bool, opened: Opened
) -> None:
    task: asyncio.Task[Any] = qt_loop.create_task(settle_similar(page, jobs))
    asked = opened(SimilarDialog)
    qtbot.waitUntil(lambda: asked.model.similar is not None and not jobs.running)
    asked.tick.click()
    assert asked.accept_button.isEnabled()
    before = list(page.dictionary.entries)
    if is_edited:
        page.edits.insert_row(0)
    asked.accept_button.click()
    qtbot.waitUntil(task.done)

    if is_edited:
        assert isinstance(task.exception(), InvalidInput)
        assert list(page.dictionary.entries) == [("", ""), *before]
    else:
        assert len(page.dictionary) < len(before)
        assert page.edits.history.texts == ["Settle similar entries"]
