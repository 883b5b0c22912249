"""Sentence sets are restored as stored, and follow their glossary to the service."""

from __future__ import annotations

import pytest

from support.files.stored_drafts import ENTRIES, draft_of
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.judgments import EntryState
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.storage.records import Records
from termdesk.storage.spot_check.runs import SpotCheckRun

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "es")
PUMPS = SentenceSet("1", "pumps", PAIR, ("The pump.", "Día \ud800"), "ACME", "k1", "Water")


async def test_sets_come_back_by_name(records: Records) -> None:
    laws = SentenceSet("2", "Laws", PAIR)
    await records.spot_check.sets.put(PUMPS)
    await records.spot_check.sets.put(laws)

    assert await records.spot_check.sets.all() == [laws, PUMPS]


async def test_a_set_is_replaced_and_deleted_with_its_runs(records: Records) -> None:
    sets, runs = records.spot_check.sets, records.spot_check.runs
    await sets.put(PUMPS)
    renamed = SentenceSet("1", "Wells", PAIR)
    await sets.put(renamed)
    assert await sets.all() == [renamed]
    await runs.add("1", SpotCheckRun({("pump", "bomba"): EntryState.USED}, {}, 1, 1))

    await sets.delete("1")

    assert await sets.all() == []
    assert await runs.of("1") == []


async def test_a_set_follows_its_glossary_to_the_id_of_the_service(records: Records) -> None:
    draft = await draft_of(records)
    await records.spot_check.sets.put(SentenceSet("1", "Pumps", PAIR, (), "", draft.glossary_key, "Terms"))

    await records.journal.rebase(draft.draft_id, base=ENTRIES, start=ENTRIES, through=0, glossary=("g7", "Terms"))

    [found] = await records.spot_check.sets.all()
    assert found.glossary_key == "g7"
