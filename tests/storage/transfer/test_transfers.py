"""A transfer is still known after a restart, and follows both glossaries to their new keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records
from termdesk.storage.transfer.transfers import TransferRecord

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")
ACME = GlossaryTag(TagKind.CLIENT, "ACME")
TRANSFER = TransferRecord("t1", "here", "local-1", "there", "local-2", "Law", (PAIR, PAIR.reverse), is_move=True)


async def test_what_has_begun_is_known_after_a_restart_until_it_ends(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        await records.transfers.begin(TRANSFER)
        await records.transfers.begin(replace(TRANSFER, transfer_id="t2", profile="elsewhere"))

    async with Records(tmp_path / "termdesk.db") as records:
        assert await records.transfers.all("here") == [TRANSFER]
        await records.transfers.end(TRANSFER)
        assert await records.transfers.present(TRANSFER) is None
        assert await records.transfers.all("here") == []


@pytest.mark.parametrize("side", ["here", "there"])
async def test_it_follows_a_glossary_that_is_published(records: Records, side: str) -> None:
    await records.transfers.begin(TRANSFER)
    key = TRANSFER.key if side == "here" else TRANSFER.other_key
    draft = await records.journal.open_draft(
        profile=side,
        glossary_key=key,
        glossary_id=None,
        glossary_name="Law",
        pair=PAIR,
        entries=Entries.of([("house", "Haus")]),
        is_on_service=False,
    )

    entries, _ = await records.journal.load(draft.draft_id)
    await records.journal.rebase(draft.draft_id, base=entries, start=entries, through=0, glossary=("g1", "Law"))

    present = await records.transfers.present(TRANSFER)
    assert present == replace(TRANSFER, **({"key": "g1"} if side == "here" else {"other_key": "g1"}))


async def test_the_copy_gets_the_tags_and_loses_them_where_it_never_came_to_be(records: Records) -> None:
    await records.glossary_tags.put("here", TRANSFER.key, [ACME])

    await records.transfers.begin(TRANSFER)
    assert await records.glossary_tags.all("there") == {TRANSFER.other_key: (ACME,)}
    await records.transfers.end(TRANSFER)

    assert await records.glossary_tags.all("there") == {}
    assert await records.glossary_tags.all("here") == {TRANSFER.key: (ACME,)}
