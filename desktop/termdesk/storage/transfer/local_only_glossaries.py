"""Glossaries that the user has locked, so that they stay on this computer."""

from __future__ import annotations

import sqlite3
import time

from termdesk.storage.database import Database


class LocalOnlyGlossaries:
    """The locked glossaries of this computer, by their keys.

    A lock holds in every profile: two profiles may reach the same service, for example the local one and `termdesk
    serve` on its data. Keys are unique, because services and this program make them from random numbers.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> frozenset[str]:
        """Return the keys of all locked glossaries. Raises StorageFailed."""
        query = "SELECT shelf_key FROM local_only_glossaries"
        rows = await self._database.run(lambda connection: connection.execute(query).fetchall())
        return frozenset(key for (key,) in rows)

    async def has(self, glossary_key: str) -> bool:
        """Whether a glossary is locked. Raises StorageFailed."""
        query = "SELECT 1 FROM local_only_glossaries WHERE shelf_key = ?"
        row = await self._database.run(lambda connection: connection.execute(query, (glossary_key,)).fetchone())
        return row is not None

    async def lock(self, profile: str, glossary_key: str) -> None:
        """Lock a glossary of a profile, in every profile. It is on disk when this returns. Raises StorageFailed."""
        insert = "INSERT OR IGNORE INTO local_only_glossaries VALUES (?, ?, ?)"
        self._database.must_keep()
        await self._database.run(lambda connection: connection.execute(insert, (profile, glossary_key, time.time())))

    async def unlock(self, glossary_key: str) -> None:
        """Unlock a glossary in every profile. Raises StorageFailed."""
        delete = "DELETE FROM local_only_glossaries WHERE shelf_key = ?"
        await self._database.run(lambda connection: connection.execute(delete, (glossary_key,)))

    async def forget(self, profile: str, glossary_key: str) -> None:
        """Delete the lock of a glossary that this profile no longer has. Locks set in other profiles stay."""
        delete = "DELETE FROM local_only_glossaries WHERE profile = ? AND shelf_key = ?"
        await self._database.run(lambda connection: connection.execute(delete, (profile, glossary_key)))


def copy_lock(connection: sqlite3.Connection, key: str, copy: tuple[str, str]) -> None:
    """Lock a copy, given by profile and key, if the original is locked in any profile. Within a transaction."""
    connection.execute(
        "INSERT OR IGNORE INTO local_only_glossaries (profile, shelf_key, locked_at)"
        " SELECT ?, ?, locked_at FROM local_only_glossaries WHERE shelf_key = ?",
        (*copy, key),
    )


def move(connection: sqlite3.Connection, profile: str, old_key: str, new_key: str) -> None:
    """Move the lock of a local glossary to the id that its service has now given it."""
    connection.execute(
        "UPDATE OR REPLACE local_only_glossaries SET shelf_key = ? WHERE profile = ? AND shelf_key = ?",
        (new_key, profile, old_key),
    )
