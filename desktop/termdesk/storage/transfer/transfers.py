"""Glossaries that are being copied or moved to another service. Recorded before anything changes on that service."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database
from termdesk.storage.transfer.glossary_notes import copy_notes, forget_notes

# The start of a local key, which a glossary has until it is on the service.
LOCAL_KEY = "local-"
_COLUMNS = (
    "transfer_id, profile, shelf_key, other_profile, other_key, name, pairs, is_move, original_name, stop_reason,"
    " dictionaries"
)


@dataclass(frozen=True, slots=True)
class CopiedDictionary:
    """A dictionary of a transfer. `version` is the hash of what is copied; `is_done`: it was read back and is equal."""

    pair: LanguagePair
    version: str
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class TransferRecord:
    """The glossary `key` of `profile` is copied to `other_profile`, as `other_key` with the name `name`.

    Both keys are updated when a draft is published. `pairs` are the dictionaries to transfer. Older versions of
    the program left `original_name` and `dictionaries` empty. `stop_reason` is why it stopped, as
    `application/stored_failure.py` encodes it; empty if nobody knows.
    """

    transfer_id: str
    profile: str
    key: str
    other_profile: str
    other_key: str
    name: str
    pairs: tuple[LanguagePair, ...]
    is_move: bool
    original_name: str = ""
    stop_reason: str = ""
    dictionaries: tuple[CopiedDictionary, ...] = ()

    @property
    def has_copy(self) -> bool:
        """Whether the other service is known to have a glossary for the copy."""
        return not self.other_key.startswith(LOCAL_KEY)

    @property
    def done(self) -> list[CopiedDictionary]:
        """The dictionaries that were read back from the copy, and found equal."""
        return [each for each in self.dictionaries if each.is_done]

    @property
    def is_copied(self) -> bool:
        """Whether the copy is complete. What is left of a move is to delete the original."""
        return bool(self.dictionaries) and len(self.done) == len(self.dictionaries)


class TransferRecords:
    """The transfers that have not ended."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, record: TransferRecord) -> None:
        """Record the start or continuation of a transfer. The copy gets the tags and notes of checks.

        Raises StorageFailed.
        """
        pairs = json.dumps([[pair.source, pair.target] for pair in record.pairs])
        keys = (record.transfer_id, record.profile, record.key, record.other_profile, record.other_key)
        names = (record.name, pairs, record.is_move, record.original_name, record.stop_reason)
        values = (*keys, *names, _encode(record.dictionaries), time.time())

        def work(connection: sqlite3.Connection) -> None:
            places = ", ".join("?" * len(values))
            connection.execute(f"INSERT OR REPLACE INTO transfers ({_COLUMNS}, started_at) VALUES ({places})", values)
            copy_notes(connection, (record.profile, record.key), (record.other_profile, record.other_key))

        self._database.must_keep()
        await self._database.run(work)

    async def all(self, profile: str) -> list[TransferRecord]:
        """Return the transfers of glossaries of this profile, the oldest first. Raises StorageFailed."""
        query = f"SELECT {_COLUMNS} FROM transfers WHERE profile = ? ORDER BY started_at"
        return await self._database.run(
            lambda connection: [_record(*row) for row in connection.execute(query, (profile,))]
        )

    async def present(self, record: TransferRecord) -> TransferRecord | None:
        """Return a transfer with its current keys; None if it has ended. Raises StorageFailed."""
        query = f"SELECT {_COLUMNS} FROM transfers WHERE transfer_id = ?"
        row = await self._database.run(lambda connection: connection.execute(query, (record.transfer_id,)).fetchone())
        return _record(*row) if row else None

    async def mark_done(self, record: TransferRecord, pair: LanguagePair) -> None:
        """Store that a dictionary was read back from the copy, and found equal. Raises StorageFailed."""

        def work(connection: sqlite3.Connection) -> None:
            query = "SELECT dictionaries FROM transfers WHERE transfer_id = ?"
            row = connection.execute(query, (record.transfer_id,)).fetchone()
            known = _decode(row[0]) if row else ()
            marked = [replace(each, is_done=each.is_done or each.pair.roots == pair.roots) for each in known]
            update = "UPDATE transfers SET dictionaries = ? WHERE transfer_id = ?"
            connection.execute(update, (_encode(marked), record.transfer_id))

        await self._database.run(work)

    async def note_stop(self, record: TransferRecord, stop_reason: str) -> None:
        """Store why a transfer stopped. Raises StorageFailed."""
        update = "UPDATE transfers SET stop_reason = ? WHERE transfer_id = ?"
        await self._database.run(lambda connection: connection.execute(update, (stop_reason, record.transfer_id)))

    async def end(self, record: TransferRecord) -> None:
        """Delete a transfer that is done or given up. If the copy exists nowhere, its notes go too.

        Raises StorageFailed.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM transfers WHERE transfer_id = ?", (record.transfer_id,))
            copy = (record.other_profile, record.other_key)
            is_used = connection.execute("SELECT 1 FROM drafts WHERE profile = ? AND shelf_key = ?", copy).fetchone()
            if record.other_key.startswith(LOCAL_KEY) and not is_used:
                forget_notes(connection, copy)

        await self._database.run(work)


def move(connection: sqlite3.Connection, *, profile: str, old: str, new: str) -> None:
    """Replace the key of a glossary, original or copy, after its draft was published."""
    for keys, key in (("profile", "shelf_key"), ("other_profile", "other_key")):
        update = f"UPDATE transfers SET {key} = ? WHERE {keys} = ? AND {key} = ?"
        connection.execute(update, (new, profile, old))


def _record(
    transfer_id: str,
    profile: str,
    key: str,
    other_profile: str,
    other_key: str,
    name: str,
    plain: str,
    is_move: int,
    original_name: str,
    stop_reason: str,
    dictionaries: str,
) -> TransferRecord:
    pairs: Sequence[Sequence[str]] = json.loads(plain)
    known = tuple(LanguagePair(source, target) for source, target in pairs)
    keys = (transfer_id, profile, key, other_profile, other_key, name)
    return TransferRecord(*keys, known, bool(is_move), original_name, stop_reason, _decode(dictionaries))


def _encode(dictionaries: Sequence[CopiedDictionary]) -> str:
    # The hash is third, as in `completed_transfers`: `snapshots_in_use` reads both.
    return json.dumps([[each.pair.source, each.pair.target, each.version, each.is_done] for each in dictionaries])


def _decode(plain: str) -> tuple[CopiedDictionary, ...]:
    return tuple(
        CopiedDictionary(LanguagePair(source, target), version, bool(is_done))
        for source, target, version, is_done in json.loads(plain)
    )
