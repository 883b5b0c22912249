"""Drafts opened temporarily: those shown on a page stay open, the others are closed again."""

from __future__ import annotations

import uuid
import weakref
from contextlib import AsyncExitStack

import pytest

from termdesk.application.glossaries.editing.closed_rows import free_in_worker
from termdesk.application.glossaries.library.draft_opener import LibraryDrafts
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")


class Text(str):
    """A text that can be referred to weakly."""


async def test_only_what_nobody_shows_is_closed(library: Library) -> None:
    shown = await library.new(uuid.uuid4().hex, PAIR, Entries.of([("a", "b")]))
    closed = await library.new(uuid.uuid4().hex, PAIR, Entries.of([("c", "d")]))
    await library.close(closed)
    later = await library.new(uuid.uuid4().hex, PAIR, Entries.of([("e", "f")]))
    await library.close(later)
    ids = [each.draft.draft_id for each in (shown, closed, later)]

    async with LibraryDrafts(library).open_drafts([*ids, "a draft that is gone"]) as opened:
        assert opened[0] is shown
        assert [list(each.entries) for each in opened] == [[("a", "b")], [("c", "d")], [("e", "f")]]
        summary = next(each for each in await library.local_summaries() if each.key == later.draft.glossary_key)
        assert await library.open(summary, PAIR) is opened[2]

    assert set(map(id, library.open_dictionaries)) == {id(shown), id(opened[2])}


async def test_drafts_are_opened_only_after_what_nobody_uses_was_freed(library: Library) -> None:
    made = await library.new(uuid.uuid4().hex, PAIR, Entries.of([("a", "b")]))
    await library.close(made)
    freed: list[bool] = []
    # The first one is freed last.
    unused = [Text("text"), *[""] * 1_000_000]
    weakref.finalize(unused[0], lambda: freed.append(True))
    free_in_worker([unused])
    del unused

    async with LibraryDrafts(library).open_drafts([made.draft.draft_id]):
        assert freed == [True]


@pytest.mark.parametrize("ends_first", [0, 1])
async def test_the_last_of_several_users_closes_it_whichever_ends_first(library: Library, ends_first: int) -> None:
    made = await library.new(uuid.uuid4().hex, PAIR, Entries.of([("a", "b")]))
    await library.close(made)
    users = [AsyncExitStack(), AsyncExitStack()]
    for user in users:
        drafts = LibraryDrafts(library).open_drafts([made.draft.draft_id])
        (dictionary,) = await user.enter_async_context(drafts)

    await users.pop(ends_first).aclose()

    assert list(library.open_dictionaries) == [dictionary]
    await dictionary.take(SetCells(TARGET, (0,), ("c",)), "An edit of the other")
    await users[0].aclose()
    assert list(library.open_dictionaries) == []


@pytest.mark.parametrize("page_closes_first", [True, False])
async def test_a_page_that_closes_does_not_close_it_for_a_user(library: Library, page_closes_first: bool) -> None:
    shown = await library.new(uuid.uuid4().hex, PAIR, Entries.of([("a", "b")]))
    user = AsyncExitStack()
    times_opened = library.times_opened(shown)
    await user.enter_async_context(LibraryDrafts(library).open_drafts([shown.draft.draft_id]))
    if not page_closes_first:
        await user.aclose()
        assert list(library.open_dictionaries) == [shown]

    await library.close_unshown(shown, times_opened=times_opened, is_shown=lambda: False)

    assert list(library.open_dictionaries) == ([shown] if page_closes_first else [])
    await user.aclose()
    assert list(library.open_dictionaries) == []
