"""Drafts that are opened for a time: what a page shows stays open, the rest is closed."""

from __future__ import annotations

import uuid

import pytest

from termdesk.application.glossaries.library.draft_opener import LibraryDrafts
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")


async def test_only_what_nobody_shows_is_closed(library: Library) -> None:
    shown = await library.new(uuid.uuid4().hex, PAIR, Entries.of([("a", "b")]))
    closed = await library.new(uuid.uuid4().hex, PAIR, Entries.of([("c", "d")]))
    await library.close(closed)
    later = await library.new(uuid.uuid4().hex, PAIR, Entries.of([("e", "f")]))
    await library.close(later)
    ids = [each.draft.draft_id for each in (shown, closed, later)]

    async with LibraryDrafts(library).opened_drafts([*ids, "a draft that is gone"]) as opened:
        assert opened[0] is shown
        assert [list(each.entries) for each in opened] == [[("a", "b")], [("c", "d")], [("e", "f")]]
        summary = next(each for each in await library.local_summaries() if each.key == later.draft.glossary_key)
        assert await library.open(summary, PAIR) is opened[2]

    assert set(map(id, library.open_dictionaries)) == {id(shown), id(opened[2])}
