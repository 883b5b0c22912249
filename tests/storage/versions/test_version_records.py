"""States of the service, and versions kept by the user, are listed for their dictionary and follow its glossary."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from support.detailed import detailed, details_of
from support.files.stored_drafts import ENTRIES, PAIR, draft_of
from termdesk.domain.entries.changes import RemoveRows, SetDetails
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, EntryDetail
from termdesk.storage.database import Database
from termdesk.storage.records import Records
from termdesk.storage.schema.migrations import MIGRATIONS
from termdesk.storage.versions.version_records import VersionOrigin

pytestmark = pytest.mark.anyio

THREE = Entries.of([*ENTRIES.as_dict().items(), ("tree", "Baum")])
SERVICE, PUBLISHED, KEPT, BEFORE = (
    VersionOrigin.SERVICE,
    VersionOrigin.PUBLISHED,
    VersionOrigin.KEPT,
    VersionOrigin.BEFORE,
)


async def listed(records: Records, key: str = "g1", profile: str = "local") -> list[tuple[VersionOrigin, int]]:
    return [(each.origin, each.entry_count) for each in await records.versions.all(profile, key)]


async def test_what_was_read_published_and_changed_by_others_is_a_version_each(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    await records.journal.rebase(draft.draft_id, base=THREE, start=THREE, through=0, origin=PUBLISHED)
    await records.journal.rebase(draft.draft_id, base=Entries(), start=THREE, through=0)

    assert await listed(records) == [(SERVICE, 0), (PUBLISHED, 3), (SERVICE, 2)]


async def test_the_same_entries_once_more_are_no_new_version(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    await records.journal.rebase(draft.draft_id, base=THREE, start=THREE, through=0, origin=PUBLISHED)
    await records.versions.keep("local", "g1", PAIR, ENTRIES, "before the holidays")

    await records.journal.rebase(draft.draft_id, base=THREE, start=THREE, through=0)

    assert await listed(records) == [(KEPT, 2), (PUBLISHED, 3), (SERVICE, 2)]


async def test_a_draft_that_was_never_published_has_what_the_user_keeps_and_takes_it_to_the_service(
    records: Records,
) -> None:
    draft = await draft_of(records)
    assert await listed(records, draft.glossary_key) == []
    await records.versions.keep("local", draft.glossary_key, PAIR, ENTRIES, "first")

    await records.journal.rebase(
        draft.draft_id, base=THREE, start=THREE, through=0, glossary=("g7", "Terms"), origin=PUBLISHED
    )

    assert await listed(records, "g7") == [(PUBLISHED, 3), (KEPT, 2)]
    [newest, kept] = await records.versions.all("local", "g7")
    assert (kept.name, newest.name) == ("first", "")
    assert (await records.snapshots.get(kept.content_hash)).as_dict() == ENTRIES.as_dict()


async def test_versions_stay_when_the_draft_goes_and_are_deleted_one_by_one(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    await records.versions.keep("local", "g1", PAIR, THREE, "mine")
    await records.journal.discard(draft.draft_id)
    [kept, _] = await records.versions.all("local", "g1")

    await records.versions.delete(kept.number)

    assert await listed(records) == [(SERVICE, 2)]
    assert await listed(records, profile="other") == []


async def test_earlier_publications_become_versions_at_the_update(tmp_path: Path) -> None:
    """Each call recorded the version before it, which is listed separately if others had changed the dictionary."""
    [position] = [number for number, script in enumerate(MIGRATIONS) if "CREATE TABLE versions" in script]
    path = tmp_path / "termdesk.db"
    older = Database(path, migrations=MIGRATIONS[:position])
    await older.open()

    def fill(connection: sqlite3.Connection) -> None:
        for count, each in enumerate("abcd"):
            connection.execute("INSERT INTO snapshots VALUES (?, x'00', ?, 0.0)", (each, count))
        for number, (before, after, state, key) in enumerate(
            [
                (None, "a", "verified", "g1"),
                ("a", "b", "verified", "g1"),
                ("c", "d", "verified", "g1"),
                ("d", "a", "failed", "g1"),
                (None, "a", "verified", None),
            ]
        ):
            connection.execute(
                """INSERT INTO publish_jobs (job_id, profile, draft_id, glossary_id, glossary_name, source, target,
                    method, target_hash, before_hash, nonce, state, changed_at)
                    VALUES (?, 'local', 'd1', ?, 'Terms', 'en', 'de', 'replace', ?, ?, '', ?, ?)""",
                (f"j{number}", key, after, before, state, float(number)),
            )

    await older.run(fill)
    await older.close()

    async with Records(path) as records:
        versions = await records.versions.all("local", "g1")

    assert [(each.content_hash, each.origin, each.made_at.timestamp()) for each in versions] == [
        ("d", PUBLISHED, 2.0),
        ("c", SERVICE, 2.0),
        ("b", PUBLISHED, 1.0),
        ("a", PUBLISHED, 0.0),
    ]
    assert not any(each.is_whole for each in versions), "they were stored without details"


async def test_what_is_published_is_stored_with_all_rows_as_they_are_here(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    here = detailed([*THREE, ("tree", "Gehölz")], [EntryDetail(note="signed"), EntryDetail(), EntryDetail(PREFERRED)])
    here.set_detail(3, EntryDetail(ADMITTED))

    await records.journal.rebase(
        draft.draft_id, base=here.copy_published_part(), start=here, through=0, origin=PUBLISHED
    )

    [published, read] = await records.versions.all("local", "g1")
    assert (published.is_whole, published.entry_count, read.is_whole) == (True, 4, False)
    found = await records.snapshots.get(published.content_hash)
    assert (list(found), details_of(found)) == (list(here), details_of(here))
    draft = await records.journal.find(draft.draft_id)
    assert published.content_hash == draft.start, "no bytes of its own"


async def test_the_service_still_having_what_was_published_is_no_new_version(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    here = detailed(THREE, [EntryDetail(note="signed")])
    base = here.copy_published_part()
    await records.journal.rebase(draft.draft_id, base=base, start=here, through=0, origin=PUBLISHED)

    await records.journal.rebase(draft.draft_id, base=base, start=here, through=0)
    await records.journal.discard(draft.draft_id)
    await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id="g1",
        glossary_name="Terms",
        pair=PAIR,
        entries=base,
        is_on_service=True,
    )

    assert await listed(records) == [(PUBLISHED, 3), (SERVICE, 2)]


async def test_rows_edited_while_they_were_published_are_in_the_version_as_they_were_sent(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    sent = detailed(THREE, [EntryDetail(note="signed"), EntryDetail(domain="law"), EntryDetail(FORBIDDEN)])
    base, now = sent.copy_published_part(), sent.copy()
    now.apply(RemoveRows([0]))

    await records.journal.rebase(draft.draft_id, base=base, start=now, through=0, origin=PUBLISHED, sent=sent)

    [published, _] = await records.versions.all("local", "g1")
    found = await records.snapshots.get(published.content_hash)
    assert (list(found), details_of(found)) == (list(sent), details_of(sent))


async def test_details_edited_while_rows_were_published_are_not_in_their_version(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    sent = detailed(THREE, [EntryDetail(note="signed"), EntryDetail(domain="law"), EntryDetail()])
    now = sent.copy()
    now.apply(SetDetails([0], [EntryDetail(note="later")]))

    await records.journal.rebase(
        draft.draft_id, base=sent.copy_published_part(), start=now, through=0, origin=PUBLISHED, sent=sent
    )

    [published, _] = await records.versions.all("local", "g1")
    found = await records.snapshots.get(published.content_hash)
    assert details_of(found) == details_of(sent)


async def test_an_older_publication_is_stored_with_the_details_that_its_rows_have_now(records: Records) -> None:
    """An interrupted creation is completed after further edits. Only the current rows have the details."""
    draft = await draft_of(records, glossary_id="g1")
    now = detailed([("house", "Gebäude"), ("law", "Recht")], [EntryDetail(note="signed"), EntryDetail()])

    await records.journal.rebase(draft.draft_id, base=THREE, start=now, through=0, origin=PUBLISHED)

    [published, _] = await records.versions.all("local", "g1")
    found = await records.snapshots.get(published.content_hash)
    assert found.as_dict() == THREE.as_dict()
    assert details_of(found) == [EntryDetail(), EntryDetail(note="signed"), EntryDetail()]


async def test_before_changes_of_others_what_is_here_is_kept_once(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1")
    here = detailed(ENTRIES, [EntryDetail(note="signed")])

    for _ in range(2):
        await records.journal.keep_version(draft.draft_id, here)
    assert await listed(records) == [(BEFORE, 2), (SERVICE, 2)]
    await records.journal.rebase(draft.draft_id, base=ENTRIES, start=here, through=0)
    assert await listed(records) == [(BEFORE, 2), (SERVICE, 2)], "the service has what it had"
    await records.journal.rebase(
        draft.draft_id, base=here.copy_published_part(), start=here, through=0, origin=PUBLISHED
    )
    await records.journal.keep_version(draft.draft_id, here)
    assert await listed(records) == [(PUBLISHED, 2), (BEFORE, 2), (SERVICE, 2)], "it is known as the published one"
