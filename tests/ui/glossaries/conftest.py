"""Real open dictionaries for the grid, with a journal in a folder of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from termdesk.application.editing import OpenDictionary
from termdesk.domain.entries import Entries
from termdesk.domain.language import LanguagePair
from termdesk.storage.records import Records
from termdesk.ui.glossaries.clipboard import leave_text

Opening = Callable[[Sequence[tuple[str, str]]], OpenDictionary]
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
            shelf_key=None,
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
