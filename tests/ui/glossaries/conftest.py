"""Real open dictionaries for the grid, with a journal in a separate folder."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from support.fixtures.ready_database import ready_database
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.session import Session
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.multilingual.table import align
from termdesk.domain.window_memory import WindowMemory
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore
from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
from termdesk.ui.glossaries.multilingual.multilingual_page import MultilingualPage
from termdesk.ui.glossaries.pane.glossaries_pane import GlossariesPane
from termdesk.ui.glossaries.sheet.clipboard import leave_text
from termdesk.ui.glossaries.sheet.sheet_page import SheetPage
from termdesk.ui.shell.actions import Actions
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.shell.notices import Notices
from ui.glossaries.typed_grid import PAIRS, TypedGrid

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
OpeningMultilingual = Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable]
Draft = Callable[[str, Mapping[str, Sequence[tuple[str, str]]]], GlossarySummary]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def records(finish: Finish, tmp_path: Path) -> Iterator[Records]:
    stack = AsyncExitStack()
    yield finish(stack.enter_async_context(Records(ready_database(tmp_path / "termdesk.db"))))
    finish(stack.aclose())


@pytest.fixture
def session(finish: Finish, tmp_path: Path) -> Session:
    """A session without a service: every call fails at once."""
    folders = Folders.under(tmp_path / "home")
    made = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))
    finish(made.stop())
    return made


@pytest.fixture
def use_cases(finish: Finish, session: Session, records: Records) -> Iterator[LazyUseCases]:
    made = LazyUseCases(session, records)
    yield made
    finish(session.stop())
    finish(made.close())


@pytest.fixture
def pane(
    finish: Finish, use_cases: LazyUseCases, jobs: Jobs, notices: Notices, qt_loop: asyncio.AbstractEventLoop
) -> Iterator[GlossariesPane]:
    """The Glossaries pane alone, with a library of only local glossaries."""
    # Not registered with pytest-qt, which deletes windows before the dictionaries can be closed.
    host = QMainWindow()
    shared: dict[str, Any] = {"remembered": WindowMemory(), "jobs": jobs, "notices": notices}
    actions = Actions(host)
    made = GlossariesPane(use_cases=use_cases, actions=actions, parent=host, **shared)
    actions.bring_to_front(made)
    host.setCentralWidget(made)
    host.resize(1_000, 700)
    host.show()
    yield made
    finish(jobs.close())
    finish(made.close_dictionary())
    leave_text()
    host.close()
    host.deleteLater()


@pytest.fixture
def draft(finish: Finish, use_cases: LazyUseCases) -> Draft:
    """Return a function that creates a local glossary with these pairs by target language, as the library lists it."""

    async def make(name: str, targets: Mapping[str, Sequence[tuple[str, str]]]) -> GlossarySummary:
        library, key = use_cases.library, ""
        for code, pairs in targets.items():
            pair, entries = LanguagePair("en", code), Entries.of(pairs)
            if key:
                known = {each.key: each for each in await library.local_summaries()}
                dictionary = await library.add_dictionary(known[key], pair, entries)
            else:
                dictionary = await library.new(name, pair, entries)
            key = dictionary.draft.glossary_key
            await library.close(dictionary)
        [made] = [each for each in await library.local_summaries() if each.key == key]
        return made

    return lambda name, targets: finish(make(name, targets))


@pytest.fixture
def opening(finish: Finish, records: Records, qt_loop: asyncio.AbstractEventLoop) -> Iterator[Opening]:
    """Return a function that opens dictionaries with these pairs, and closes them after the test."""
    opened: list[OpenDictionary] = []

    async def make(pairs: Sequence[tuple[str, str]]) -> OpenDictionary:
        draft = await records.journal.open_draft(
            profile="local",
            glossary_key=None,
            glossary_id=None,
            glossary_name="Terms",
            pair=LanguagePair("en", "ar"),
            entries=Entries.of(pairs),
            is_on_service=False,
        )
        return await OpenDictionary.open(records.journal, draft)

    def open_now(pairs: Sequence[tuple[str, str]]) -> OpenDictionary:
        dictionary: OpenDictionary = finish(make(pairs))
        opened.append(dictionary)
        return dictionary

    yield open_now
    leave_text()
    for each in opened:
        finish(each.close())


@pytest.fixture
def opening_multilingual(
    finish: Finish, records: Records, qt_loop: asyncio.AbstractEventLoop
) -> Iterator[OpeningMultilingual]:
    """Return a function that opens published dictionaries as one table, and closes them after the test."""
    opened: list[OpenDictionary] = []

    async def make(code: str, pairs: Sequence[tuple[str, str]]) -> OpenDictionary:
        draft = await records.journal.open_draft(
            profile="local",
            glossary_key="parts",
            glossary_id="parts",
            glossary_name="Parts",
            pair=LanguagePair("en", code),
            entries=Entries.of(pairs),
            is_on_service=True,
        )
        return await OpenDictionary.open(records.journal, draft)

    def open_now(targets: Mapping[str, Sequence[tuple[str, str]]]) -> OpenTable:
        dictionaries = [finish(make(code, pairs)) for code, pairs in sorted(targets.items())]
        opened.extend(dictionaries)
        rows = align([each.entries for each in dictionaries])
        # It is never closed here, so it needs no library.
        return OpenTable(None, GlossarySummary("parts", "parts", "Parts"), dictionaries, rows)  # type: ignore[arg-type]

    yield open_now
    leave_text()
    for each in opened:
        finish(each.close())


@pytest.fixture
def grid(qtbot: QtBot, window: QWidget, opening: Opening) -> TypedGrid:
    """A grid in a window, ready for typing."""
    return TypedGrid(qtbot, window, opening(PAIRS))


@pytest.fixture
def memory() -> WindowMemory:
    """The settings that pages store over restarts."""
    return WindowMemory()


@pytest.fixture
def actions(window: QWidget) -> Actions:
    return Actions(window)


@pytest.fixture
def opening_page(
    qtbot: QtBot, window: QWidget, opening: Opening, actions: Actions, jobs: Jobs, memory: WindowMemory
) -> Callable[[Sequence[tuple[str, str]]], DictionaryPage]:
    """Return a function that shows a dictionary with these pairs as a page; its grid has the focus."""

    def open_now(pairs: Sequence[tuple[str, str]]) -> DictionaryPage:
        page = DictionaryPage(opening(pairs), actions=actions, jobs=jobs, remembered=memory, parent=window)
        show(qtbot, window, page)
        return page

    return open_now


@pytest.fixture
def opening_multilingual_page(
    qtbot: QtBot,
    window: QWidget,
    opening_multilingual: OpeningMultilingual,
    actions: Actions,
    jobs: Jobs,
    memory: WindowMemory,
) -> Callable[[Mapping[str, Sequence[tuple[str, str]]]], MultilingualPage]:
    """Return a function that shows dictionaries with these pairs by language as one page; its grid has the focus."""

    def open_now(targets: Mapping[str, Sequence[tuple[str, str]]]) -> MultilingualPage:
        table = opening_multilingual(targets)
        page = MultilingualPage(table, actions=actions, jobs=jobs, remembered=memory, parent=window)
        show(qtbot, window, page)
        qtbot.waitUntil(lambda: not jobs.running)
        return page

    return open_now


def show(qtbot: QtBot, window: QWidget, page: SheetPage) -> None:
    window.resize(1000, 700)
    page.resize(1000, 700)
    page.show()
    window.activateWindow()
    page.grid.setFocus()
    qtbot.waitUntil(page.grid.hasFocus)
