"""The text of an open cell survives a restart, and is deleted with the cell or its table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from support.files.stored_drafts import draft_of
from termdesk.storage.open_texts import OpenText
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio


def typed(owner: str, text: str = "Haus", *, title: str = "Terms", profile: str = "local") -> OpenText:
    return OpenText(owner, profile, title, row=3, column_name="1", source="house", before="", text=text)


async def test_a_text_is_found_after_a_restart(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        await records.open_texts.keep(typed("d1", "Ha"))
        await records.open_texts.keep(typed("d1", "Haus"))

    async with Records(tmp_path / "termdesk.db") as records:
        assert await records.open_texts.find("d1") == typed("d1", "Haus")
        assert await records.open_texts.find("d2") is None


async def test_a_closed_cell_is_forgotten_and_the_others_stay(records: Records) -> None:
    await records.open_texts.keep(typed("d1"))
    await records.open_texts.keep(typed("d2"))

    await records.open_texts.forget("d1")
    await records.open_texts.forget("never kept")

    assert await records.open_texts.find("d1") is None
    assert await records.open_texts.find("d2") == typed("d2")


async def test_half_a_character_does_not_lose_the_text(records: Records) -> None:
    await records.open_texts.keep(typed("d1", "Haus \ud83d"))

    assert await records.open_texts.find("d1") == typed("d1", "Haus ?")


async def test_only_tables_that_are_still_there_have_texts_to_offer(records: Records) -> None:
    draft = await draft_of(records)
    other = await draft_of(records, profile="vendor")
    one, all_languages = typed(draft.draft_id, title="B"), typed(f"wide {draft.glossary_key} en", title="A")
    for text in (one, all_languages, typed("gone"), replace(typed(other.draft_id), profile="vendor")):
        await records.open_texts.keep(text)

    assert await records.open_texts.all("local") == [all_languages, one]

    await records.journal.discard(draft.draft_id)
    assert await records.open_texts.all("local") == []
