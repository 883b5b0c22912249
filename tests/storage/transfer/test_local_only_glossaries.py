"""Locks hold in every profile, survive a restart, and follow a glossary to its new key on this computer."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.stored_drafts import ENTRIES, draft_of
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio


async def test_a_lock_holds_in_every_profile_and_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "termdesk.db"
    async with Records(path) as records:
        for key in ("k1", "k2", "k1"):
            await records.local_only.lock("local", key)
        await records.local_only.lock("serve", "k2")
        await records.local_only.unlock("k2")
    async with Records(path) as records:
        assert await records.local_only.all() == {"k1"}
        assert await records.local_only.has("k1")
        assert not await records.local_only.has("k2"), "unlocked in both profiles"


async def test_a_profile_that_no_longer_has_a_glossary_forgets_only_its_own_lock(records: Records) -> None:
    await records.local_only.lock("local", "k1")

    await records.local_only.forget("serve", "k1")
    assert await records.local_only.has("k1")
    await records.local_only.forget("local", "k1")
    assert not await records.local_only.has("k1")


async def test_it_moves_with_the_drafts_to_the_id_of_the_service(records: Records) -> None:
    draft = await draft_of(records)
    await records.local_only.lock("local", draft.glossary_key)

    await records.journal.rename(profile="local", glossary_key=draft.glossary_key, name="Another name")
    await records.journal.rebase(draft.draft_id, base=ENTRIES, start=ENTRIES, through=0, glossary=("g7", "Terms"))

    assert await records.local_only.all() == {"g7"}


async def test_it_moves_with_drafts_that_join_others(records: Records) -> None:
    draft = await draft_of(records)
    await records.local_only.lock("local", draft.glossary_key)

    await records.journal.move(profile="local", glossary_key=draft.glossary_key, glossary_id="g7")

    assert await records.local_only.all() == {"g7"}


@pytest.mark.parametrize("keeps_original", [True, False])
async def test_copies_for_another_service_are_locked_too(records: Records, *, keeps_original: bool) -> None:
    draft = await draft_of(records)
    await records.local_only.lock("local", draft.glossary_key)

    key = await records.journal.bring([draft.draft_id], "vendor", keeps_original=keeps_original)

    assert await records.local_only.all() == ({key, draft.glossary_key} if keeps_original else {key})


@pytest.mark.parametrize("keeps_original", [True, False])
async def test_copies_of_what_another_profile_has_locked_are_locked_too(
    records: Records, *, keeps_original: bool
) -> None:
    draft = await draft_of(records)
    await records.local_only.lock("another profile", draft.glossary_key)

    key = await records.journal.bring([draft.draft_id], "vendor", keeps_original=keeps_original)

    assert await records.local_only.has(key)
