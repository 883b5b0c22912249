"""Pages are created with all their parts; closing one saves its edits and its open cell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.domain.entries.changes import RemoveRows
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.window_memory import WindowMemory
from termdesk.storage.open_texts import OpenText
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.opening.page_keeper import PageKeeper
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices

Finish = Callable[[Coroutine[Any, Any, Any]], Any]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
EN_DE = LanguagePair("en", "de")


@pytest.fixture
def keeper(pane: GlossariesPane, use_cases: LazyUseCases, jobs: Jobs, notices: Notices) -> PageKeeper:
    return PageKeeper(pane, use_cases, remembered=WindowMemory(), jobs=jobs, notices=notices)


@pytest.fixture
def rail(draft: Draft) -> GlossarySummary:
    return draft("Rail", {"de": [("train", "Zug"), ("track", "")]})


@pytest.fixture
def page(keeper: PageKeeper, use_cases: LazyUseCases, rail: GlossarySummary, finish: Finish) -> DictionaryPage:
    return keeper.make_page(finish(use_cases.library.open(rail, EN_DE)))


def opened(use_cases: LazyUseCases) -> Sequence[OpenDictionary]:
    return use_cases.library.open_dictionaries


def test_a_page_shows_its_problems_from_the_start(page: DictionaryPage, keeper: PageKeeper, finish: Finish) -> None:
    assert page.checks is not None
    assert page.open_cell is not None
    assert page.dictionary.violation_count == 1
    finish(keeper.close_page(page))


@pytest.mark.slow
def test_closing_saves_the_edits_and_closes_the_dictionary(
    page: DictionaryPage, keeper: PageKeeper, use_cases: LazyUseCases, rail: GlossarySummary, finish: Finish
) -> None:
    reported: list[str] = []
    keeper.page_close_started.connect(lambda: reported.append("leaving"))
    keeper.left.connect(lambda: reported.append("left"))
    page.edits.set_cells([(0, TARGET, "Bahn")], "Edit")

    finish(keeper.close_page(page))

    assert not page.is_open
    assert opened(use_cases) == ()
    assert reported == ["leaving", "left"]
    again = finish(use_cases.library.open(rail, EN_DE))
    assert again.entries[0] == ("train", "Bahn")
    finish(use_cases.library.close(again))


@pytest.mark.slow
def test_a_dictionary_whose_page_is_to_come_stays_open(
    page: DictionaryPage, keeper: PageKeeper, use_cases: LazyUseCases, finish: Finish
) -> None:
    with keeper.expect_pages([page.dictionary]):
        finish(keeper.close_page(page))

    assert opened(use_cases) == (page.dictionary,)
    assert not keeper.is_coming(page.dictionary)
    finish(use_cases.library.close(page.dictionary))


@pytest.mark.slow
def test_a_dictionary_that_is_shown_next_stays_open(
    page: DictionaryPage, keeper: PageKeeper, use_cases: LazyUseCases, finish: Finish
) -> None:
    finish(keeper.close_page(page, shared=[page.dictionary]))

    assert opened(use_cases) == (page.dictionary,)
    finish(use_cases.library.close(page.dictionary))


@pytest.mark.slow
def test_a_failure_to_save_is_told(page: DictionaryPage, keeper: PageKeeper, notices: Notices, finish: Finish) -> None:
    page.dictionary.saving.failed.emit(StorageFailed("The disk is full.", path="/x"))

    assert "The disk is full." in notices.texts()[0]
    finish(keeper.close_page(page))


# Pages in several frames


def pages() -> list[DictionaryPage]:
    return [each for each in QApplication.allWidgets() if isinstance(each, DictionaryPage) and each.is_open]


@pytest.mark.slow
def test_the_window_responds_while_a_page_is_created(
    pane: GlossariesPane, keeper: PageKeeper, use_cases: LazyUseCases, rail: GlossarySummary, finish: Finish
) -> None:
    async def created() -> tuple[DictionaryPage, int]:
        dictionary = await use_cases.library.open(rail, EN_DE)
        work, turns = asyncio.ensure_future(keeper.make_page_in_frames(dictionary, pane.beside.first)), 0
        while not work.done():
            await asyncio.sleep(0)
            turns += 1
        return work.result(), turns

    page, turns = finish(created())

    assert turns >= 4
    assert page.checks is not None
    assert page.grid.current_cell() == (0, SOURCE)
    finish(keeper.close_page(page))


@pytest.mark.slow
def test_a_page_is_shown_even_if_it_is_cancelled_while_it_is_created(
    pane: GlossariesPane, use_cases: LazyUseCases, rail: GlossarySummary, finish: Finish
) -> None:
    async def cancelled() -> OpenDictionary:
        dictionary = await use_cases.library.open(rail, EN_DE)
        showing = asyncio.ensure_future(pane.show_dictionary(dictionary))
        await asyncio.sleep(0)
        assert pane.page is None
        showing.cancel()
        await asyncio.wait({showing})
        assert showing.cancelled()
        return dictionary

    dictionary = finish(cancelled())

    assert pane.page is not None, "otherwise nothing would close the dictionary"
    assert pane.page.dictionary is dictionary
    assert pages() == [pane.page]


@pytest.mark.slow
def test_a_dictionary_that_is_shown_twice_at_once_gets_one_page(
    pane: GlossariesPane, use_cases: LazyUseCases, rail: GlossarySummary, finish: Finish
) -> None:
    async def shown_twice() -> None:
        dictionary = await use_cases.library.open(rail, EN_DE)
        await asyncio.gather(pane.show_dictionary(dictionary), pane.show_dictionary(dictionary))

    finish(shown_twice())

    assert pages() == [pane.page]


# The cell that was open when the program ended


def leave_open(page: DictionaryPage, use_cases: LazyUseCases, finish: Finish, *, source: str) -> None:
    """Store a text for the open target cell of this source, as a crash would leave it."""
    owner, profile = page.dictionary.draft.draft_id, use_cases.session.profile
    text = OpenText(owner, profile, "Rail", 1, page.column_name(TARGET), source, "", "Gleis, half typed")
    finish(use_cases.open_texts.keep(text))


@pytest.fixture
def shown(pane: GlossariesPane, use_cases: LazyUseCases, rail: GlossarySummary, finish: Finish) -> DictionaryPage:
    """Return the page in the pane."""
    finish(pane.show_dictionary(finish(use_cases.library.open(rail, EN_DE))))
    assert pane.page is not None
    return pane.page


@pytest.mark.slow
def test_a_cell_that_was_being_typed_opens_again_with_its_text(
    shown: DictionaryPage, keeper: PageKeeper, use_cases: LazyUseCases, finish: Finish, notices: Notices
) -> None:
    notices.clear()
    leave_open(shown, use_cases, finish, source="track")

    finish(keeper.put_back_open_cell(shown))

    editor = shown.grid.open_editor()
    assert editor is not None
    assert editor.text() == "Gleis, half typed"
    assert shown.dictionary.entries[1] == ("track", ""), "Enter keeps it, not before"
    assert notices.texts() == []


@pytest.mark.slow
def test_the_text_of_a_row_that_is_gone_is_told_and_then_forgotten(
    shown: DictionaryPage, keeper: PageKeeper, use_cases: LazyUseCases, finish: Finish, notices: Notices
) -> None:
    leave_open(shown, use_cases, finish, source="bridge")

    finish(keeper.put_back_open_cell(shown))
    assert "Gleis, half typed" in notices.texts()[0]
    notices.clear()
    finish(keeper.put_back_open_cell(shown))

    assert notices.texts() == []
    assert shown.grid.open_editor() is None


def test_rows_that_are_removed_while_a_page_is_created_are_not_shown(
    pane: GlossariesPane, use_cases: LazyUseCases, rail: GlossarySummary, finish: Finish
) -> None:
    async def shown() -> OpenDictionary:
        dictionary = await use_cases.library.open(rail, EN_DE)
        showing = asyncio.ensure_future(pane.show_dictionary(dictionary))
        # The rows are read when the grid is made.
        while not any(hasattr(each, "grid") for each in pages()):
            await asyncio.sleep(0)
        assert pane.page is None
        # As the table of all languages does.
        dictionary.apply(RemoveRows((0,)))
        await showing
        return dictionary

    dictionary = finish(shown())

    assert pane.page is not None
    assert pane.page.model.rowCount() == len(dictionary.entries)
    assert pages() == [pane.page]
