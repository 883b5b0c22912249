"""Tags and what was seen of dictionaries: kept by profile, and true to what happens to drafts."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from termdesk.domain.entries.entries import Entries
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method
from termdesk.storage.database import Database
from termdesk.storage.journal import DraftRecord
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.records import MIGRATIONS, Records

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")
ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus")])
ACME, OLD = GlossaryTag(TagKind.CLIENT, "ACME"), GlossaryTag(TagKind.WORD, "old")


async def draft_of(records: Records, *, glossary_id: str | None = None, profile: str = "local") -> DraftRecord:
    return await records.journal.open_draft(
        profile=profile,
        glossary_key=None,
        glossary_id=glossary_id,
        glossary_name="Terms",
        pair=PAIR,
        entries=ENTRIES,
        is_on_service=glossary_id is not None,
    )


async def test_tags_are_replaced_and_belong_to_a_profile(records: Records) -> None:
    await records.glossary_tags.put("local", "k1", [OLD, ACME, GlossaryTag(TagKind.WORD, "OLD")])
    await records.glossary_tags.put("vendor", "k1", [OLD])
    assert await records.glossary_tags.all("local") == {"k1": (ACME, OLD)}

    await records.glossary_tags.put("local", "k1", [])

    assert await records.glossary_tags.all("local") == {}
    assert await records.glossary_tags.all("vendor") == {"k1": (OLD,)}


async def test_tags_move_with_the_drafts_to_the_id_of_the_service(records: Records) -> None:
    draft = await draft_of(records)
    await records.glossary_tags.put("local", draft.glossary_key, [ACME])
    await records.glossary_tags.put("local", "g7", [ACME, OLD])

    await records.journal.rebase(draft.draft_id, base=ENTRIES, start=ENTRIES, through=0, summary=("g7", "Terms"))

    assert await records.glossary_tags.all("local") == {"g7": (ACME, OLD)}


async def test_what_is_opened_or_published_was_seen_and_a_draft_was_not(records: Records) -> None:
    await draft_of(records)
    await draft_of(records, glossary_id="g1")
    local = await draft_of(records, profile="vendor")
    await records.journal.rebase(local.draft_id, base=ENTRIES, start=ENTRIES, through=0, summary=("g2", "Terms"))

    seen, elsewhere = await records.seen_dictionaries.all("local"), await records.seen_dictionaries.all("vendor")

    assert {key: [*pairs] for key, pairs in seen.items()} == {"g1": [PAIR]}
    assert (seen["g1"][PAIR].entry_count, seen["g1"][PAIR].has_changed) == (2, False)
    assert {key: [*pairs] for key, pairs in elsewhere.items()} == {"g2": [PAIR]}


async def test_a_change_that_was_read_is_noted_until_it_is_taken_in(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    await records.seen_dictionaries.mark("local", "g1", PAIR, has_changed=True)
    before = (await records.seen_dictionaries.all("local"))["g1"][PAIR]
    three = Entries.of([*ENTRIES.as_dict().items(), ("tree", "Baum")])

    await records.journal.rebase(draft.draft_id, base=three, start=three, through=0)

    after = (await records.seen_dictionaries.all("local"))["g1"][PAIR]
    assert before.has_changed
    assert (after.entry_count, after.has_changed) == (3, False)


async def test_the_last_call_of_a_draft_counts(records: Records) -> None:
    target_hash = await records.snapshots.put(ENTRIES)
    for state in (JobState.FAILED, JobState.VERIFIED, JobState.SENT):
        for draft_id in ("d1",) if state is not JobState.SENT else ("d1", "d2"):
            job = await records.publish_jobs.plan(
                profile="local",
                draft_id=draft_id,
                glossary_id="g1",
                glossary_name="Terms",
                pair=PAIR,
                method=Method.REPLACE,
                target_hash=target_hash,
            )
            await records.publish_jobs.mark(job.job_id, state if draft_id == "d1" else JobState.FAILED)

    assert await records.publish_jobs.last_states("local") == {"d1": JobState.SENT, "d2": JobState.FAILED}
    assert await records.publish_jobs.last_states("vendor") == {}


async def test_drafts_of_an_older_version_count_as_seen(tmp_path: Path) -> None:
    """Their base is what the service held when it was last looked at."""
    [place] = [number for number, script in enumerate(MIGRATIONS) if "TABLE seen_dictionaries" in script]
    path = tmp_path / "termdesk.db"
    older = Database(path, migrations=MIGRATIONS[:place])
    await older.open()

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO snapshots VALUES ('h', x'00', 17, 0.0)")
        columns = "draft_id, profile, shelf_key, glossary_id, glossary_name, source, target, base, start, entry_count"
        for row in (
            ("d1", "local", "g1", "g1", "A", "en", "de", "h"),
            ("d2", "local", "l", None, "B", "en", "de", None),
        ):
            connection.execute(
                f"INSERT INTO drafts ({columns}, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'h', 17, 5.0)", row
            )

    await older.run(fill)
    await older.close()

    async with Records(path) as records:
        seen = await records.seen_dictionaries.all("local")

    assert {key: [(pair, each.entry_count) for pair, each in pairs.items()] for key, pairs in seen.items()} == {
        "g1": [(PAIR, 17)]
    }
