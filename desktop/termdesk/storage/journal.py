"""Drafts: every dictionary that is being edited, and every edit, on disk before it counts as saved."""

from __future__ import annotations

import sqlite3
import time
import uuid
from dataclasses import dataclass, replace

from termdesk.domain.changes import Change
from termdesk.domain.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language import LanguagePair
from termdesk.storage import snapshots
from termdesk.storage.change_codec import decode, encode
from termdesk.storage.database import Database

SCHEMA = (
    snapshots.SCHEMA
    + """
CREATE TABLE IF NOT EXISTS drafts (
    draft_id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    glossary_id TEXT,
    glossary_name TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    base TEXT REFERENCES snapshots (hash),
    start TEXT NOT NULL REFERENCES snapshots (hash),
    entry_count INTEGER NOT NULL,
    changed_at REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS edits (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    draft_id TEXT NOT NULL REFERENCES drafts (draft_id) ON DELETE CASCADE,
    change BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS edits_of_draft ON edits (draft_id, number);
"""
)


@dataclass(frozen=True, slots=True)
class DraftRecord:
    """One dictionary that is edited on this computer.

    `base` is the snapshot last known on the service (None: never published), `start` the one that the edits
    begin at. `edit_count` of 0 with a base means: open, but as it is on the service.
    """

    draft_id: str
    profile: str
    glossary_id: str | None
    glossary_name: str
    pair: LanguagePair
    base: str | None
    start: str
    entry_count: int
    changed_at: float
    edit_count: int = 0

    @property
    def has_changes(self) -> bool:
        return self.base is None or self.edit_count > 0 or self.base != self.start


_COLUMNS = "draft_id, profile, glossary_id, glossary_name, source, target, base, start, entry_count, changed_at"


class Journal:
    """The drafts and their edits. What an awaited call has done is on disk, kill or power cut."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_draft(
        self,
        *,
        profile: str,
        glossary_id: str | None,
        glossary_name: str,
        pair: LanguagePair,
        entries: Entries,
        is_on_service: bool,
    ) -> DraftRecord:
        """Begin a draft with these entries; `is_on_service` says that the service holds exactly them."""
        frozen = entries.copy()

        def work(connection: sqlite3.Connection) -> DraftRecord:
            start = snapshots.put(connection, frozen)
            record = DraftRecord(
                uuid.uuid4().hex,
                profile,
                glossary_id,
                glossary_name,
                pair,
                start if is_on_service else None,
                start,
                len(frozen),
                time.time(),
            )
            _insert(connection, record)
            return record

        return await self._database.run(work)

    async def drafts(self, profile: str) -> list[DraftRecord]:
        """All drafts of a profile, the latest changed first."""
        query = (
            f"SELECT {_COLUMNS}, (SELECT count(*) FROM edits WHERE edits.draft_id = drafts.draft_id) "
            "FROM drafts WHERE profile = ? ORDER BY changed_at DESC"
        )
        return await self._database.run(
            lambda connection: [_record(row) for row in connection.execute(query, (profile,))]
        )

    async def append(self, draft_id: str, change: Change, *, entry_count: int) -> None:
        """Keep one more change; on disk when this returns."""
        data = encode(change)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO edits (draft_id, change) VALUES (?, ?)", (draft_id, data))
            connection.execute(
                "UPDATE drafts SET changed_at = ?, entry_count = ? WHERE draft_id = ?",
                (time.time(), entry_count, draft_id),
            )

        await self._database.run(work)

    async def load(self, draft_id: str) -> tuple[Entries, Entries | None]:
        """The entries of a draft with all its edits, and those of its base. Raises StorageFailed."""

        def work(connection: sqlite3.Connection) -> tuple[Entries, Entries | None]:
            record = _find(connection, draft_id)
            start = snapshots.get(connection, record.start)
            base = None
            if record.base is not None:
                base = start.copy() if record.base == record.start else snapshots.get(connection, record.base)
            query = "SELECT change FROM edits WHERE draft_id = ? ORDER BY number"
            for (data,) in connection.execute(query, (draft_id,)):
                start.apply(decode(data))
            return start, base

        return await self._database.run(work)

    async def rebase(
        self, draft_id: str, *, base: Entries | None, start: Entries, glossary_id: str | None, glossary_name: str
    ) -> DraftRecord:
        """The service now holds `base`, and edits go on from `start`: the journal begins anew."""
        new_base, new_start = base.copy() if base is not None else None, start.copy()

        def work(connection: sqlite3.Connection) -> DraftRecord:
            record = replace(
                _find(connection, draft_id),
                base=snapshots.put(connection, new_base) if new_base is not None else None,
                start=snapshots.put(connection, new_start),
                glossary_id=glossary_id,
                glossary_name=glossary_name,
                entry_count=len(new_start),
                changed_at=time.time(),
                edit_count=0,
            )
            connection.execute("DELETE FROM edits WHERE draft_id = ?", (draft_id,))
            _insert(connection, record)
            return record

        return await self._database.run(work)

    async def rename(self, draft_ids: list[str], name: str) -> None:
        await self._database.run(
            lambda connection: connection.executemany(
                "UPDATE drafts SET glossary_name = ? WHERE draft_id = ?", [(name, each) for each in draft_ids]
            )
        )

    async def discard(self, draft_id: str) -> None:
        """Forget a draft and its edits; the snapshots stay."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM edits WHERE draft_id = ?", (draft_id,))
            connection.execute("DELETE FROM drafts WHERE draft_id = ?", (draft_id,))

        await self._database.run(work)


def _find(connection: sqlite3.Connection, draft_id: str) -> DraftRecord:
    query = f"SELECT {_COLUMNS}, 0 FROM drafts WHERE draft_id = ?"
    row = connection.execute(query, (draft_id,)).fetchone()
    if row is None:
        raise StorageFailed(
            "This draft is no longer there.", path=draft_id, remedy="Open the dictionary from the library again."
        )
    return _record(row)


def _record(row: tuple[object, ...]) -> DraftRecord:
    draft_id, profile, glossary_id, name, source, target, *rest = row
    return DraftRecord(draft_id, profile, glossary_id, name, LanguagePair(source, target), *rest)  # type: ignore[arg-type]  # SQLite's columns have these types


def _insert(connection: sqlite3.Connection, record: DraftRecord) -> None:
    # Not INSERT OR REPLACE: replacing deletes first, and would take the edits along.
    update = "ON CONFLICT (draft_id) DO UPDATE SET " + ", ".join(
        f"{name} = excluded.{name}" for name in _COLUMNS.split(", ")[1:]
    )
    values = (
        record.draft_id,
        record.profile,
        record.glossary_id,
        record.glossary_name,
        record.pair.source,
        record.pair.target,
        record.base,
        record.start,
        record.entry_count,
        record.changed_at,
    )
    connection.execute(f"INSERT INTO drafts ({_COLUMNS}) VALUES ({', '.join('?' * 10)}) {update}", values)
