"""Completed copies and moves of glossaries to another service, kept so that they can still be undone."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database

_COLUMNS = (
    "transfer_id, profile, other_profile, other_key, name, original_name, dictionaries, entry_count, is_move, deleted,"
    " completed_at"
)


@dataclass(frozen=True, slots=True)
class CompletedTransfer:
    """The glossary `original_name` of `profile` was copied or moved to `other_profile`, as `name` with the key `key`.

    `dictionaries` are the copied pairs, each with the hash of the snapshot that was sent; `entry_count` is the number
    of entries sent. `deleted` are the numbers in the bin of what a move deleted.
    """

    transfer_id: str
    profile: str
    other_profile: str
    key: str
    name: str
    original_name: str
    dictionaries: tuple[tuple[LanguagePair, str], ...]
    entry_count: int
    is_move: bool
    deleted: tuple[int, ...] = ()


class CompletedTransfers:
    """The completed transfers that were not undone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, completed: CompletedTransfer) -> None:
        """Store a completed transfer instead of the unfinished one with its id. Raises StorageFailed."""
        plain = json.dumps([[pair.source, pair.target, version] for pair, version in completed.dictionaries])
        keys = (completed.transfer_id, completed.profile, completed.other_profile, completed.key)
        names = (completed.name, completed.original_name)
        facts = (plain, completed.entry_count, completed.is_move, json.dumps(completed.deleted), time.time())

        def work(connection: sqlite3.Connection) -> None:
            insert = f"INSERT OR REPLACE INTO completed_transfers ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            connection.execute(insert, (*keys, *names, *facts))
            connection.execute("DELETE FROM transfers WHERE transfer_id = ?", (completed.transfer_id,))

        await self._database.run(work)

    async def all(self, profile: str) -> list[CompletedTransfer]:
        """Return the transfers of glossaries of this profile, the latest first. Raises StorageFailed."""
        query = f"SELECT {_COLUMNS} FROM completed_transfers WHERE profile = ? ORDER BY completed_at DESC"
        return await self._database.run(
            lambda connection: [_transfer(*row) for row in connection.execute(query, (profile,))]
        )

    async def forget(self, completed: CompletedTransfer) -> None:
        """Delete a transfer that was undone. Raises StorageFailed."""
        delete = "DELETE FROM completed_transfers WHERE transfer_id = ?"
        await self._database.run(lambda connection: connection.execute(delete, (completed.transfer_id,)))


def _transfer(
    transfer_id: str,
    profile: str,
    other_profile: str,
    key: str,
    name: str,
    original_name: str,
    plain: str,
    entry_count: int,
    is_move: int,
    deleted: str,
    _completed_at: float,
) -> CompletedTransfer:
    listed: Sequence[Sequence[str]] = json.loads(plain)
    dictionaries = tuple((LanguagePair(source, target), version) for source, target, version in listed)
    numbers = tuple(json.loads(deleted))
    keys = (transfer_id, profile, other_profile, key, name, original_name)
    return CompletedTransfer(*keys, dictionaries, entry_count, bool(is_move), numbers)
