"""Text typed into an open cell is soon stored, and deleted when the cell is closed."""

from __future__ import annotations

import asyncio

import pytest

from support.waiting import until
from termdesk.application.glossaries.editing.open_cell import OpenCell
from termdesk.storage.open_texts import OpenText, OpenTexts
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio


class Edits:
    """Edits that are saved when the test says so."""

    def __init__(self) -> None:
        self.order: list[str] = []

    async def saved(self) -> None:
        self.order.append("saved")


class WatchedTexts:
    """The texts of the records. `kept` is set when the first one is on disk."""

    def __init__(self, texts: OpenTexts) -> None:
        self._texts = texts
        self.kept = asyncio.get_running_loop().create_future()

    async def keep(self, text: OpenText) -> None:
        await self._texts.keep(text)
        if not self.kept.done():
            self.kept.set_result(None)


def cell_of(records: Records, edits: Edits) -> OpenCell:
    return OpenCell(records.open_texts, owner="d1", profile="local", title="Terms", saved=edits.saved)


def type_into(cell: OpenCell, text: str) -> None:
    cell.type(text, row=3, column_name="1", source="house", before="")


@pytest.mark.slow
async def test_what_is_typed_is_kept_while_typing_goes_on(records: Records) -> None:
    cell = cell_of(records, Edits())
    count = 0

    async def is_kept() -> bool:
        return await records.open_texts.find("d1") is not None

    # Typing never pauses here, so the text must be stored without waiting for a pause.
    while not await is_kept():
        count += 1
        type_into(cell, "H" * count)

    kept = await records.open_texts.find("d1")
    assert kept is not None
    assert (kept.row, kept.column_name, kept.source) == (3, "1", "house")
    type_into(cell, "Haus")
    await cell.close()
    kept = await records.open_texts.find("d1")
    assert kept is not None
    assert kept.text == "Haus"


async def test_what_is_typed_at_the_moment_when_a_text_is_kept_is_kept_too(records: Records) -> None:
    texts = WatchedTexts(records.open_texts)
    cell = OpenCell(texts, owner="d1", profile="local", title="Terms", saved=Edits().saved)
    type_into(cell, "H")
    await texts.kept

    type_into(cell, "Haus")
    await cell.close()

    kept = await records.open_texts.find("d1")
    assert kept is not None
    assert kept.text == "Haus"


async def test_a_closed_cell_is_forgotten_after_its_edit_is_saved(records: Records) -> None:
    edits = Edits()
    cell = cell_of(records, edits)
    type_into(cell, "Haus")
    await cell.close()

    cell.end()
    await cell.close()

    assert await records.open_texts.find("d1") is None
    assert edits.order == ["saved"]


async def test_a_cell_that_is_closed_at_once_leaves_nothing_to_do(records: Records) -> None:
    edits = Edits()
    cell = cell_of(records, edits)

    type_into(cell, "Haus")
    cell.end()
    await cell.close()

    assert await records.open_texts.find("d1") is None
    assert edits.order == []


async def test_the_next_cell_that_is_opened_meanwhile_is_kept(records: Records) -> None:
    edits = Edits()
    cell = cell_of(records, edits)
    type_into(cell, "Haus")
    await until(lambda: cell._is_kept)

    cell.end()
    cell.type("Baum", row=4, column_name="1", source="tree", before="")
    await cell.close()

    kept = await records.open_texts.find("d1")
    assert kept is not None
    assert kept.text == "Baum"
