"""Real open dictionaries for the grid, with a journal in a folder of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.multilingual.table import align
from termdesk.storage.records import Records
from termdesk.ui.glossaries.sheet.clipboard import leave_text

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
OpeningWide = Callable[[Mapping[str, Sequence[tuple[str, str]]]], OpenTable]
Finish = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def records(finish: Finish, tmp_path: Path) -> Iterator[Records]:
    stack = AsyncExitStack()
    yield finish(stack.enter_async_context(Records(tmp_path / "termdesk.db")))
    finish(stack.aclose())


@pytest.fixture
def opening(finish: Finish, records: Records, qt_loop: asyncio.AbstractEventLoop) -> Iterator[Opening]:
    """Opens dictionaries that hold these pairs, and closes them after the test."""
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
        return await OpenDictionary.opened(records.journal, draft)

    def open_now(pairs: Sequence[tuple[str, str]]) -> OpenDictionary:
        dictionary: OpenDictionary = finish(make(pairs))
        opened.append(dictionary)
        return dictionary

    yield open_now
    leave_text()
    for each in opened:
        finish(each.close())


@pytest.fixture
def opening_wide(finish: Finish, records: Records, qt_loop: asyncio.AbstractEventLoop) -> Iterator[OpeningWide]:
    """Opens published dictionaries with these pairs by language as one table, and closes them after the test."""
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
        return await OpenDictionary.opened(records.journal, draft)

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
