"""A glossary keeps its folder and their common entries, also after it is published or the database is tidied."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from support.files.stored_drafts import ENTRIES, PAIR, draft_of
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database
from termdesk.storage.links.folder_links import FolderLink
from termdesk.storage.records import Records
from termdesk.storage.retention import DAY, DAYS_OF_ALL, tidy

pytestmark = pytest.mark.anyio
OTHER = LanguagePair("en", "fr")


async def test_a_link_has_its_folder_and_what_both_had_in_common(records: Records, tmp_path: Path) -> None:
    await records.folder_links.put("local", "g1", tmp_path)
    assert await records.folder_links.all("local") == [FolderLink("g1", tmp_path, "", {})]
    noted = ENTRIES.copy()
    noted.set_detail(0, EntryDetail(note="n"))

    await records.folder_links.note_common("local", "g1", tmp_path, "abc", {PAIR: noted, OTHER: Entries()})

    [link] = await records.folder_links.all("local")
    assert (link.digest, {*link.bases}) == ("abc", {PAIR, OTHER})
    base = await records.snapshots.get(link.bases[PAIR])
    assert (base, base.detail(0)) == (ENTRIES, EntryDetail(note="n"))
    assert await records.folder_links.all("other") == []


async def test_another_folder_has_nothing_in_common_yet_and_a_link_can_end(records: Records, tmp_path: Path) -> None:
    await records.folder_links.put("local", "g1", tmp_path)
    await records.folder_links.note_common("local", "g1", tmp_path, "abc", {PAIR: ENTRIES})

    await records.folder_links.put("local", "g1", tmp_path / "other")
    assert await records.folder_links.all("local") == [FolderLink("g1", tmp_path / "other", "", {})]
    await records.folder_links.remove("local", "g1")

    assert await records.folder_links.all("local") == []
    await records.folder_links.note_common("local", "g1", tmp_path, "abc", {PAIR: ENTRIES})
    assert await records.folder_links.all("local") == []


async def test_what_a_release_no_longer_has_is_in_common_no_more(records: Records, tmp_path: Path) -> None:
    await records.folder_links.put("local", "g1", tmp_path)
    await records.folder_links.note_common("local", "g1", tmp_path, "abc", {PAIR: ENTRIES, OTHER: ENTRIES})

    await records.folder_links.note_common("local", "g1", tmp_path, "def", {PAIR: ENTRIES}, unread={OTHER})
    [link] = await records.folder_links.all("local")
    assert {*link.bases} == {PAIR, OTHER}
    await records.folder_links.note_common("local", "g1", tmp_path, "ghi", {PAIR: ENTRIES})

    [link] = await records.folder_links.all("local")
    assert (link.digest, {*link.bases}) == ("ghi", {PAIR})


async def test_a_published_draft_takes_its_link_along(records: Records, tmp_path: Path) -> None:
    draft = await draft_of(records)
    await records.folder_links.put("local", draft.glossary_key, tmp_path)
    await records.folder_links.note_common("local", draft.glossary_key, tmp_path, "abc", {PAIR: ENTRIES})

    await records.journal.rebase(draft.draft_id, base=ENTRIES, start=ENTRIES, through=0, glossary=("g7", "Terms"))

    [link] = await records.folder_links.all("local")
    assert (link.glossary_key, link.digest, {*link.bases}) == ("g7", "abc", {PAIR})


async def test_what_both_had_in_common_is_never_tidied_away(records: Records, tmp_path: Path) -> None:
    await records.folder_links.put("local", "g1", tmp_path)
    await records.folder_links.note_common("local", "g1", tmp_path, "abc", {PAIR: ENTRIES})
    unused = await records.snapshots.put(Entries.of([("unused", "unbenutzt")]))
    database: Database = records.folder_links._database

    def age(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE snapshots SET stored_at = stored_at - ?", ((DAYS_OF_ALL + 1) * DAY,))

    await database.run(age)
    await tidy(database)

    [link] = await records.folder_links.all("local")
    assert await records.snapshots.get(link.bases[PAIR]) == ENTRIES
    with pytest.raises(Exception, match="missing"):
        await records.snapshots.get(unused)
