"""Tables of terms: built once, limited in memory, and dropped with the content that they belong to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.term_table import TermTable
from termdesk.service import term_tables
from termdesk.service.engines.lemmas import lemmatizer
from termdesk.service.store import Store, StoredDictionary
from termdesk.service.term_tables import TermTables

PAIR = LanguagePair("en", "es")


@dataclass(frozen=True)
class Table:
    size: int = 10


def stored(content: str, pair: LanguagePair = PAIR) -> StoredDictionary:
    return StoredDictionary(pair, content.count("\n"), content.encode())


class DocumentQueue:
    """The term tables of a store, with a counter of how often each was built."""

    def __init__(self, store: Store, most_bytes: int = 1_000) -> None:
        self.store = store
        self.tables = TermTables(store, most_bytes=most_bytes)
        self.made: list[str] = []

    async def get(
        self, content: str, kind: str = "en", size: int = 10, meanwhile: Awaitable[object] | None = None
    ) -> Table:
        async def make() -> Table:
            self.made.append(content)
            if meanwhile is not None:
                await meanwhile
            return Table(size)

        return await self.tables.get(stored(content).content_hash, kind, make)


def with_folder(folder: Path, work: Callable[[DocumentQueue], Awaitable[None]], *, most_bytes: int = 1_000) -> None:
    async def run() -> None:
        store = Store.in_folder(folder)
        await store.open()
        try:
            await work(DocumentQueue(store, most_bytes))
        finally:
            await store.close()

    asyncio.run(run())


def test_a_table_is_made_once_though_many_ask_for_it(tmp_path: Path) -> None:
    async def work(document_queue: DocumentQueue) -> None:
        await document_queue.store.create("G", [stored("a\tb\n")])
        tables = await asyncio.gather(*(document_queue.get("a\tb\n") for _ in range(5)))
        await document_queue.get("a\tb\n", "words")

        assert len({id(table) for table in tables}) == 1
        assert document_queue.made == ["a\tb\n"] * 2

    with_folder(tmp_path, work)


def test_the_tables_that_were_used_longest_ago_go_first(tmp_path: Path) -> None:
    async def work(document_queue: DocumentQueue) -> None:
        contents = [f"{letter}\tb\n" for letter in "cde"]
        await document_queue.store.create("G", [stored(each, LanguagePair("en", f"x{each[0]}")) for each in contents])
        for each in (contents[0], contents[1], contents[0], contents[2]):
            await document_queue.get(each, size=40)
        assert document_queue.tables.size == 80
        document_queue.made.clear()

        for each in (contents[2], contents[0], contents[1]):
            await document_queue.get(each, size=40)
        assert document_queue.made == [contents[1]]

        await document_queue.get(contents[2], "large", size=500)
        assert document_queue.tables.size == 500

    with_folder(tmp_path, work, most_bytes=100)


async def deleted(document_queue: DocumentQueue, glossary_id: str) -> None:
    await document_queue.store.delete(glossary_id)


async def replaced(document_queue: DocumentQueue, glossary_id: str) -> None:
    await document_queue.store.write(glossary_id, PAIR, lambda _: stored("c\td\n"))


async def dictionary_deleted(document_queue: DocumentQueue, glossary_id: str) -> None:
    await document_queue.store.delete_dictionary(glossary_id, PAIR)


@pytest.mark.parametrize("change", [deleted, replaced, dictionary_deleted])
@pytest.mark.parametrize("is_made_meanwhile", [False, True])
def test_the_table_of_a_content_that_is_gone_is_given_back(
    tmp_path: Path, change: Callable[[DocumentQueue, str], Awaitable[None]], is_made_meanwhile: bool
) -> None:
    async def work(document_queue: DocumentQueue) -> None:
        first = await document_queue.store.create("G", [stored("a\tb\n")])
        second = await document_queue.store.create("H", [stored("a\tb\n")])
        await document_queue.get("a\tb\n")

        await change(document_queue, first.glossary_id)
        assert document_queue.tables.size == 10, "another dictionary has the same content"

        if is_made_meanwhile:
            await document_queue.get("a\tb\n", "words", meanwhile=change(document_queue, second.glossary_id))
        else:
            await change(document_queue, second.glossary_id)
        assert document_queue.tables.size == 0

    with_folder(tmp_path, work)


def test_a_failure_to_make_a_table_is_told_and_tried_again(tmp_path: Path) -> None:
    async def work(document_queue: DocumentQueue) -> None:
        await document_queue.store.create("G", [stored("a\tb\n")])

        async def fail() -> None:
            raise KeyError("no such dictionary")

        with pytest.raises(KeyError):
            await document_queue.get("a\tb\n", meanwhile=fail())
        await document_queue.get("a\tb\n")

        assert document_queue.tables.size == 10

    with_folder(tmp_path, work)


def test_the_index_of_the_last_request_is_used_again_until_a_table_is_dropped(tmp_path: Path) -> None:
    async def work(document_queue: DocumentQueue) -> None:
        tables = document_queue.tables
        glossary = await document_queue.store.create("G", [stored("house\tcasa\n")])

        async def make() -> TermTable:
            return TermTable([("house", "casa")], language="en", lemmatize=lemmatizer("en"))

        table = await tables.get(stored("house\tcasa\n").content_hash, "en", make)
        first = tables.index([table], "en")
        assert [hit.target for hit in first.find("Two houses.")] == ["casa"]
        assert tables.index([table], "en") is first
        assert tables.index([table, table], "en") is not first
        last = tables.index([table], "en")
        await document_queue.store.delete(glossary.glossary_id)

        # A request that still has the table gets an index, but it is not kept.
        later = tables.index([table], "en")
        assert later is not last
        assert tables.index([table], "en") is not later

    with_folder(tmp_path, work)


def test_an_index_that_has_seen_many_words_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(term_tables, "MOST_WORDS", 3)

    async def work(document_queue: DocumentQueue) -> None:
        tables = document_queue.tables
        await document_queue.store.create("G", [stored("house\tcasa\n")])

        async def make() -> TermTable:
            return TermTable([("house", "casa")], language="en")

        table = await tables.get(stored("house\tcasa\n").content_hash, "en", make)
        first = tables.index([table], "en")
        first.find("A house")
        assert tables.index([table], "en") is first
        first.find("One, two")
        assert tables.index([table], "en") is not first

    with_folder(tmp_path, work)
