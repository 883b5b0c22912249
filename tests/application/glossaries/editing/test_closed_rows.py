"""The rows of a closed dictionary are freed in a worker, and only if nothing else refers to them."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref

import pytest

from support.view_queries import containing
from support.waiting import until
from termdesk.application.glossaries.editing import closed_rows, open_dictionary
from termdesk.application.glossaries.editing.closed_rows import (
    ClosedRows,
    FreedRows,
    free_in_worker,
    wait_until_freed,
)
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.view.facets import Facet
from termdesk.application.glossaries.view.row_texts import RowTexts
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import SOURCE, Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.journal import DraftRecord
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")
ROWS = 20


class Text(str):
    """A text that can be referred to weakly."""


def texts(freed_in: list[str]) -> list[str]:
    found = [Text(f"word {number}") for number in range(ROWS)]
    for each in found:
        weakref.finalize(each, lambda: freed_in.append(threading.current_thread().name))
    return list(found)


@pytest.fixture(autouse=True)
def _few_rows_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_dictionary, "LARGE", ROWS)
    monkeypatch.setattr(closed_rows, "SECONDS_LATER", 0.01)


class Column(list[str]):
    """A list that can be referred to weakly."""


async def closed(records: Records, entries: Entries) -> OpenDictionary:
    dictionary = await OpenDictionary.open_with(records.journal, await open_draft(records), entries, base=None)
    await dictionary.close()
    return dictionary


async def open_draft(records: Records) -> DraftRecord:
    return await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id=None,
        glossary_name="Terms",
        pair=PAIR,
        entries=Entries.of([("a", "b")]),
        is_on_service=False,
    )


@pytest.mark.parametrize("is_in_cycle", [False, True])
async def test_a_worker_frees_the_rows(records: Records, is_in_cycle: bool) -> None:
    freed_in: list[str] = []
    dictionary = await closed(records, Entries(texts(freed_in), texts(freed_in)))
    if is_in_cycle:
        ring: list[object] = [dictionary]
        ring.append(ring)
        del ring
    gone = weakref.ref(dictionary)

    del dictionary
    gc.collect()
    assert gone() is None
    assert freed_in == []

    await until(lambda: len(freed_in) == 2 * ROWS)
    assert threading.main_thread().name not in freed_in


async def test_the_end_of_freeing_can_be_waited_for(records: Records) -> None:
    freed_in: list[str] = []
    dictionary = await closed(records, Entries(texts(freed_in), texts(freed_in)))
    del dictionary
    gc.collect()
    free_in_worker([texts(freed_in)])
    # What is freed in another thread is known in the next turn of the loop.
    await asyncio.sleep(0)

    await wait_until_freed()

    assert len(freed_in) == 3 * ROWS
    # Nothing is left to wait for.
    await wait_until_freed()


async def test_one_worker_at_a_time_frees() -> None:
    freed: list[int] = []
    for number in range(3):
        # The first one is freed last.
        unused: list[FreedRows] = [[Text("a"), *[""] * 100_000], [Text("b"), *[""] * 100_000]]
        for each in unused:
            assert isinstance(each, list)
            weakref.finalize(each[0], freed.append, number)
        free_in_worker(unused)
        del unused, each

    await wait_until_freed()

    assert freed == [0, 0, 1, 1, 2, 2]


async def test_rows_that_are_still_in_use_are_left(records: Records) -> None:
    entries = Entries(texts([]), texts([]))
    await closed(records, entries)
    gc.collect()

    await asyncio.sleep(0.1)

    assert len(entries) == len(entries.targets) == ROWS


def test_the_end_of_the_loop_frees_nothing_and_says_nothing() -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    entries = Entries(["a"], ["b"])

    ClosedRows(entries, RowTexts(entries, PAIR), {}, ViolationIndex(entries, {})).free_soon(loop)

    assert list(entries) == [("a", "b")]


async def test_a_worker_frees_what_the_window_replaced() -> None:
    freed_in: list[str] = []
    entries = Entries(texts(freed_in), texts([]))

    unused: list[FreedRows] = [
        texts(freed_in),
        dict.fromkeys(texts(freed_in), ""),
        ViolationIndex(entries, {}),
        entries,
    ]
    del entries
    free_in_worker(unused)

    await until(lambda: len(freed_in) == 3 * ROWS)
    assert threading.main_thread().name not in freed_in


async def test_what_is_still_in_use_is_not_freed() -> None:
    kept, entries, base = texts([]), Entries(texts([]), texts([])), dict.fromkeys(texts([]), "")
    violations = ViolationIndex(entries, {})
    unused: list[FreedRows] = [kept, entries, base, violations]

    free_in_worker(unused)

    await until(lambda: not unused)
    assert len(kept) == len(entries) == len(base) == ROWS
    assert violations.count == 0


@pytest.mark.parametrize("counts_facets", [False, True])
async def test_a_worker_frees_the_rows_of_a_query_that_an_edit_made_outdated(
    records: Records, counts_facets: bool
) -> None:
    freed_in: list[str] = []
    dictionary = await OpenDictionary.open_with(
        records.journal, await open_draft(records), Entries(texts([]), texts([])), base=None
    )
    dictionary.entries.sources = watched = Column(dictionary.entries.sources)
    weakref.finalize(watched, lambda: freed_in.append(threading.current_thread().name))
    del watched
    query = containing("word").with_order(SOURCE)
    asked: asyncio.Task[object] = asyncio.create_task(
        dictionary.count_facets(query, [Facet.SOURCE_LENGTH]) if counts_facets else dictionary.find_rows(query)
    )
    await asyncio.sleep(0)

    dictionary.apply(SetCells(SOURCE, [0], ["x"]))
    await asked

    await until(lambda: len(freed_in) == 1)
    assert threading.main_thread().name not in freed_in
    await dictionary.close()


async def test_a_bulk_change_frees_the_former_columns_in_a_worker(records: Records) -> None:
    freed_in: list[str] = []
    draft = await open_draft(records)
    dictionary = await OpenDictionary.open_with(records.journal, draft, Entries(texts([]), texts([])), base=None)
    dictionary.entries.sources = watched = Column(dictionary.entries.sources)
    weakref.finalize(watched, lambda: freed_in.append(threading.current_thread().name))
    del watched

    await dictionary.apply_bulk_change(lambda _entries: SetCells(0, range(ROWS), ["x"] * ROWS))

    await until(lambda: len(freed_in) == 1)
    assert threading.main_thread().name not in freed_in
    await dictionary.close()
