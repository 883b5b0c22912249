"""Drafts: every dictionary that is being edited, with every edit on disk before it counts as saved."""

from __future__ import annotations

import asyncio
import sqlite3
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from termdesk.domain.entries.changes import Change, renew_ids
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.restoration import restore
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy
from termdesk.storage import (
    check_notes,
    glossary_tags,
    publish_jobs,
    seen_dictionaries,
    snapshots,
    undo_steps,
)
from termdesk.storage.change_codec import decode, encode
from termdesk.storage.database import Database
from termdesk.storage.links import folder_links
from termdesk.storage.spot_check import sentence_sets
from termdesk.storage.transfer import draft_moves, local_only_glossaries, transfers
from termdesk.storage.undo_steps import Step, StepBases, StoredStep
from termdesk.storage.versions import version_records
from termdesk.storage.versions.version_records import VersionOrigin


@dataclass(frozen=True, slots=True)
class DraftRecord:
    """The stored state of one dictionary that is edited on this computer.

    `glossary_key` names the glossary of the draft: its id on the service, or a local key if it is not there
    (`glossary_id` None). `base` is the last known snapshot of the service (None: the dictionary was never there).
    `start` is the snapshot that the edits apply to, `last_edit` the number of the last edit. `published_start` is the
    hash of the part of `start` that is published; it equals `start` if no row has details. `changed_at` is the
    time of the last edit in seconds since 1970; 0 if the dictionary was only opened.
    """

    draft_id: str
    profile: str
    glossary_key: str
    glossary_id: str | None
    glossary_name: str
    pair: LanguagePair
    base: str | None
    start: str
    entry_count: int
    changed_at: float
    published_start: str = ""
    edit_count: int = 0
    last_edit: int = 0

    @property
    def has_changes(self) -> bool:
        """Whether something may be unpublished. Undone edits count too, until the next publishing."""
        return self.base is None or self.edit_count > 0 or self.base != (self.published_start or self.start)


@dataclass(frozen=True, slots=True)
class StepBefore:
    """An undo step by its moment, and the hash of the base before it (None: never published)."""

    moment: float
    base: str | None


_COLUMNS = (
    "draft_id, profile, shelf_key, glossary_id, glossary_name, source, target, base, start, entry_count, changed_at,"
    " published_start"
)
_EDITS = """
    (SELECT count(*) FROM edits WHERE edits.draft_id = drafts.draft_id),
    (SELECT coalesce(max(number), 0) FROM edits WHERE edits.draft_id = drafts.draft_id)
"""


class Journal:
    """The drafts and their edits. Once an awaited call returns, its changes survive a kill or power cut."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_draft(
        self,
        *,
        profile: str,
        glossary_key: str | None,
        glossary_id: str | None,
        glossary_name: str,
        pair: LanguagePair,
        entries: Entries,
        is_on_service: bool,
        packed: snapshots.PackedVersion | None = None,
        is_seen: bool = True,
    ) -> DraftRecord:
        """Create a draft with these entries. `is_on_service` means that the service has exactly these entries.

        Without `is_seen`, it had them when they were read earlier, and that reading is noted already.

        Without a `glossary_key`, the draft belongs to its glossary on the service, or to a new local one. `packed` are
        the same entries, if the caller has packed them already.
        """
        start = packed or await snapshots.pack_in_thread(entries)
        draft_id = uuid.uuid4().hex
        record = DraftRecord(
            draft_id=draft_id,
            profile=profile,
            glossary_key=glossary_key or glossary_id or f"local-{draft_id}",
            glossary_id=glossary_id,
            glossary_name=glossary_name,
            pair=pair,
            base=start.hash if is_on_service else None,
            start=start.hash,
            entry_count=start.entry_count,
            changed_at=0.0 if is_on_service else time.time(),
            published_start=await _hash_published(entries, start),
        )

        def work(connection: sqlite3.Connection) -> None:
            snapshots.insert(connection, start)
            _insert(connection, record)
            if is_seen:
                _note_base(connection, record, VersionOrigin.SERVICE)

        await self._database.run(work)
        return record

    async def drafts(self, profile: str) -> list[DraftRecord]:
        """Return all drafts of a profile, the latest changed first."""
        query = f"SELECT {_COLUMNS}, {_EDITS} FROM drafts WHERE profile = ? ORDER BY changed_at DESC"
        return await self._database.run(
            lambda connection: [_record(row) for row in connection.execute(query, (profile,))]
        )

    async def draft_ids(self, profile: str) -> set[str]:
        """Return the ids of all drafts of a profile, without counting their edits, which is slow if there are many."""
        query = "SELECT draft_id FROM drafts WHERE profile = ?"
        return await self._database.run(
            lambda connection: {str(draft_id) for (draft_id,) in connection.execute(query, (profile,))}
        )

    async def drafts_of_others(self, profile: str) -> list[DraftRecord]:
        """Return all drafts of the other profiles, the latest changed first."""
        query = f"SELECT {_COLUMNS}, {_EDITS} FROM drafts WHERE profile <> ? ORDER BY changed_at DESC"
        return await self._database.run(
            lambda connection: [_record(row) for row in connection.execute(query, (profile,))]
        )

    async def find(self, draft_id: str) -> DraftRecord:
        """Return the current state of a draft. Raises StorageFailed if it is gone."""
        return await self._database.run(lambda connection: _find(connection, draft_id))

    async def append(
        self, draft_id: str, change: Change, *, entry_count: int, noted: Sequence[Step | None] = (None,)
    ) -> int:
        """Append a change and the number of entries after it; return the number of the edit. It is on disk on return.

        `noted` are the undo steps that the change belongs to; None in it deletes the earlier steps, because rows have
        moved. Raises StorageFailed, also if the database is open read-only.
        """

        def work(connection: sqlite3.Connection) -> int:
            added = connection.execute(
                "INSERT INTO edits (draft_id, change) VALUES (?, ?)", (draft_id, encode(change))
            ).lastrowid
            connection.execute(
                "UPDATE drafts SET changed_at = ?, entry_count = ? WHERE draft_id = ?",
                (time.time(), entry_count, draft_id),
            )
            undo_steps.note(connection, draft_id, noted)
            return added or 0

        self._database.must_keep()
        return await self._database.run(work)

    async def steps(self, draft_id: str) -> tuple[list[StoredStep], int]:
        """Return the undo and redo steps, and how many of them are done."""
        return await self._database.run(lambda connection: undo_steps.read_steps(connection, draft_id))

    async def bases_of_step(self, draft_id: str, moment: float) -> StepBases | None:
        """Return the bases before and after a step; None if it came with no new base. Raises StorageFailed."""
        return await self._database.run(lambda connection: undo_steps.bases_of(connection, draft_id, moment))

    async def read_base(self, content_hash: str, *, like: Entries) -> Entries:
        """Return a former base by its hash; `like` is as for `Snapshots.get`. Raises StorageFailed."""
        return await snapshots.Snapshots(self._database).get(content_hash, like=like)

    async def load(self, draft_id: str) -> tuple[Entries, Entries | None]:
        """Return the entries of a draft with all its edits, and those of its base. Raises StorageFailed."""

        def work(connection: sqlite3.Connection) -> tuple[DraftRecord, bytes, bytes | None, list[bytes]]:
            record = _find(connection, draft_id)
            start = snapshots.content_of(connection, record.start)
            has_other_base = record.base is not None and record.base != record.start
            base = snapshots.content_of(connection, str(record.base)) if has_other_base else None
            query = "SELECT change FROM edits WHERE draft_id = ? ORDER BY number"
            return record, start, base, [data for (data,) in connection.execute(query, (draft_id,))]

        return await asyncio.to_thread(_replay, *await self._database.run(work))

    async def rebase(
        self,
        draft_id: str,
        *,
        base: Entries | None,
        start: Entries,
        through: int,
        glossary: tuple[str, str] | None = None,
        origin: VersionOrigin | None = VersionOrigin.SERVICE,
        sent: Entries | None = None,
        step: StepBefore | None = None,
    ) -> DraftRecord:
        """Set the snapshot of the service to `base` (None: unchanged).

        Edits after number `through` then follow `start`. `step` is the undo step that came with the base. If it is no
        longer done, the base is not set.

        `origin` says whether the base was read from the service or published from here; None if it is neither yet, so
        that no version is stored. `sent` are the published rows
        with their details, for the stored version. `glossary` is the id and name of a glossary on the service, to which
        all drafts of this draft's glossary then belong. Raises StorageFailed.
        """
        new_start = await snapshots.pack_in_thread(start)
        new_base = new_start if base is start else await snapshots.pack_in_thread(base) if base is not None else None
        published_start = await _hash_published(start, new_start)
        version = new_base
        if base is not None and new_base is not None and origin is VersionOrigin.PUBLISHED:
            # Details may have been edited while the rows were being sent.
            is_start = published_start == new_base.hash and (
                sent is None or await asyncio.to_thread(_same, sent, start)
            )
            version = new_start if is_start else await asyncio.to_thread(_pack_version, base, sent or start)

        def work(connection: sqlite3.Connection) -> DraftRecord:
            for packed in filter(None, (new_start, new_base, version)):
                snapshots.insert(connection, packed)
            old = _find(connection, draft_id)
            has_base = new_base is not None
            if new_base and step:
                bases = StepBases(step.base, new_base.hash)
                has_base = undo_steps.attach_bases(connection, draft_id, step.moment, bases)
            new_hash = new_base.hash if new_base and has_base else old.base
            values = (new_hash, new_start.hash, published_start, draft_id)
            connection.execute("DELETE FROM edits WHERE draft_id = ? AND number <= ?", (draft_id, through))
            columns = "base = ?, start = ?, published_start = ?"
            connection.execute(f"UPDATE drafts SET {columns} WHERE draft_id = ?", values)
            if glossary:
                _move(connection, old, *glossary)
            draft = _find(connection, draft_id)
            if version and has_base and origin is not None:
                _note_base(connection, draft, origin, version=version.hash)
            return draft

        return await self._database.run(work)

    async def keep_version(self, draft_id: str, entries: Entries) -> None:
        """Store the local entries as a version, before the changes of others are merged. Raises StorageFailed."""
        packed = await snapshots.pack_in_thread(entries)

        def work(connection: sqlite3.Connection) -> None:
            record = _find(connection, draft_id)
            snapshots.insert(connection, packed)
            key, origin = record.glossary_key, VersionOrigin.BEFORE
            version_records.note(connection, record.profile, key, record.pair, packed.hash, origin, is_whole=True)

        self._database.must_keep()
        await self._database.run(work)

    async def forget_base(self, draft_id: str) -> None:
        """Record that the service no longer has this dictionary, so all of it is unpublished. Raises StorageFailed."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE drafts SET base = NULL WHERE draft_id = ?", (draft_id,))
            undo_steps.forget_bases(connection, draft_id)

        await self._database.run(work)

    async def rename(self, *, profile: str, glossary_key: str, name: str) -> None:
        """Rename the glossary of all its drafts."""
        update = "UPDATE drafts SET glossary_name = ? WHERE profile = ? AND shelf_key = ?"

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(update, (name, profile, glossary_key))
            seen_dictionaries.rename(connection, profile=profile, glossary_id=glossary_key, name=name)

        await self._database.run(work)

    async def move(self, *, profile: str, glossary_key: str, glossary_id: str) -> None:
        """Move all drafts of a local glossary to the glossary on the service with this id, published or not."""

        def work(connection: sqlite3.Connection) -> None:
            update = "UPDATE drafts SET shelf_key = ? WHERE profile = ? AND shelf_key = ?"
            connection.execute(update, (glossary_id, profile, glossary_key))
            check_notes.move(connection, profile=profile, old=glossary_key, new=glossary_id)
            glossary_tags.move(connection, profile, glossary_key, glossary_id)
            local_only_glossaries.move(connection, profile, glossary_key, glossary_id)
            transfers.move(connection, profile=profile, old=glossary_key, new=glossary_id)
            version_records.move(connection, profile=profile, old=glossary_key, new=glossary_id)
            folder_links.move(connection, profile=profile, old=glossary_key, new=glossary_id)
            sentence_sets.move(connection, glossary_key, glossary_id)

        await self._database.run(work)

    async def bring(self, draft_ids: Sequence[str], profile: str, *, keeps_original: bool) -> str:
        """Copy or move the drafts of a glossary of another profile to a new one of `profile`, and return its key.

        Edits, undo steps, tags, versions and notes of checks are copied or moved too, in one transaction. Raises
        StorageFailed.
        """
        glossary_key = f"local-{uuid.uuid4().hex}"
        work = draft_moves.copy_drafts if keeps_original else draft_moves.move_drafts
        self._database.must_keep()
        await self._database.run(lambda connection: work(connection, draft_ids, profile, glossary_key=glossary_key))
        return glossary_key

    async def take_over_steps(self, draft_id: str, copy: str) -> None:
        """Give the draft `copy`, which has the same entries, the undo history of `draft_id`. Raises StorageFailed."""
        await self._database.run(lambda connection: draft_moves.take_over_steps(connection, draft_id, copy))

    async def discard(self, draft_id: str) -> None:
        """Delete a draft and its edits, and mark its open publishing calls as failed. The snapshots stay."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM drafts WHERE draft_id = ?", (draft_id,))
            publish_jobs.end_calls(connection, draft_id)

        await self._database.run(work)


def _replay(
    record: DraftRecord, start: bytes, other_base: bytes | None, edits: list[bytes]
) -> tuple[Entries, Entries | None]:
    entries = snapshots.unpack(start, record.start)
    base = entries.copy() if record.base == record.start else None
    if other_base is not None and record.base is not None:
        base = snapshots.unpack(other_base, record.base, entries)
    try:
        for data in edits:
            # Details refer to row ids, which are different in each run of the program.
            entries.apply(renew_ids(decode(data), entries))
    except (ValueError, IndexError, TypeError) as error:
        raise StorageFailed(
            StorageMessage.EDIT_DAMAGED(name=record.glossary_name, pair=str(record.pair)),
            path=record.draft_id,
            remedy=StorageRemedy.READ_AGAIN_EDITS_STAY(),
        ) from error
    return entries.renumber(), base


def _pack_version(base: Entries, local: Entries) -> snapshots.PackedVersion:
    """Pack the published entries with the local details and row order, also for rows that were edited meanwhile."""
    version = local.copy()
    version.apply(restore(version.copy(), base, is_whole=False))
    return snapshots.pack(version)


def _same(one: Entries, other: Entries) -> bool:
    """Whether rows, their order and their details are the same. Both must be copies of one dictionary."""
    texts = one.sources == other.sources and one.targets == other.targets
    return texts and one.ids == other.ids and one.details == other.details


async def _hash_published(entries: Entries, packed: snapshots.PackedVersion) -> str:
    """Return the hash of the part of the entries that is published. `packed` are the same entries."""
    if not entries.details:
        return packed.hash
    return (await snapshots.pack_in_thread(entries.copy_published_part())).hash


def _find(connection: sqlite3.Connection, draft_id: str) -> DraftRecord:
    query = f"SELECT {_COLUMNS}, {_EDITS} FROM drafts WHERE draft_id = ?"
    row = connection.execute(query, (draft_id,)).fetchone()
    if row is None:
        raise StorageFailed(StorageMessage.DRAFT_GONE(), path=draft_id, remedy=StorageRemedy.OPEN_AGAIN())
    return _record(row)


def _record(row: tuple[Any, ...]) -> DraftRecord:
    draft_id, profile, glossary_key, glossary_id, name, source, target, *rest = row
    return DraftRecord(draft_id, profile, glossary_key, glossary_id, name, LanguagePair(source, target), *rest)


def _insert(connection: sqlite3.Connection, record: DraftRecord) -> None:
    values = (
        record.draft_id,
        record.profile,
        record.glossary_key,
        record.glossary_id,
        record.glossary_name,
        record.pair.source,
        record.pair.target,
        record.base,
        record.start,
        record.entry_count,
        record.changed_at,
        record.published_start,
    )
    connection.execute(f"INSERT INTO drafts ({_COLUMNS}) VALUES ({', '.join('?' * len(values))})", values)


def _move(connection: sqlite3.Connection, record: DraftRecord, glossary_id: str, name: str) -> None:
    connection.execute(
        "UPDATE drafts SET glossary_id = ?, shelf_key = ?, glossary_name = ? WHERE profile = ? AND shelf_key = ?",
        (glossary_id, glossary_id, name, record.profile, record.glossary_key),
    )
    check_notes.move(connection, profile=record.profile, old=record.glossary_key, new=glossary_id)
    glossary_tags.move(connection, record.profile, record.glossary_key, glossary_id)
    local_only_glossaries.move(connection, record.profile, record.glossary_key, glossary_id)
    transfers.move(connection, profile=record.profile, old=record.glossary_key, new=glossary_id)
    version_records.move(connection, profile=record.profile, old=record.glossary_key, new=glossary_id)
    folder_links.move(connection, profile=record.profile, old=record.glossary_key, new=glossary_id)
    sentence_sets.move(connection, record.glossary_key, glossary_id)


def _note_base(
    connection: sqlite3.Connection, record: DraftRecord, origin: VersionOrigin, *, version: str | None = None
) -> None:
    if record.glossary_id is not None and record.base is not None:
        version_records.note(
            connection,
            record.profile,
            record.glossary_key,
            record.pair,
            version or record.base,
            origin,
            is_whole=origin is VersionOrigin.PUBLISHED,
            published_hash=record.base,
        )
        seen_dictionaries.note(
            connection,
            profile=record.profile,
            glossary_id=record.glossary_id,
            pair=record.pair,
            base=record.base,
            name=record.glossary_name,
        )
