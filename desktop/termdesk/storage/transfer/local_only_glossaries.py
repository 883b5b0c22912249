"""Glossaries that the user has locked, so that they stay on this computer."""

from __future__ import annotations

import sqlite3
import time

from termdesk.storage.database import Database


class LocalOnlyGlossaries:
    """The locked glossaries of all profiles, by their keys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, profile: str) -> frozenset[str]:
        """Return the keys of the locked glossaries of a profile. Raises StorageFailed."""
        query = "SELECT shelf_key FROM local_only_glossaries WHERE profile = ?"
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        return frozenset(key for (key,) in rows)

    async def has(self, profile: str, glossary_key: str) -> bool:
        """Whether a glossary is locked. Raises StorageFailed."""
        query = "SELECT 1 FROM local_only_glossaries WHERE profile = ? AND shelf_key = ?"
        row = await self._database.run(lambda connection: connection.execute(query, (profile, glossary_key)).fetchone())
        return row is not None

    async def lock(self, profile: str, glossary_key: str) -> None:
        """Lock a glossary. It is on disk when this returns. Raises StorageFailed."""
        insert = "INSERT OR IGNORE INTO local_only_glossaries VALUES (?, ?, ?)"
        self._database.must_keep()
        await self._database.run(lambda connection: connection.execute(insert, (profile, glossary_key, time.time())))

    async def unlock(self, profile: str, glossary_key: str) -> None:
        """Unlock a glossary. Raises StorageFailed."""
        delete = "DELETE FROM local_only_glossaries WHERE profile = ? AND shelf_key = ?"
        await self._database.run(lambda connection: connection.execute(delete, (profile, glossary_key)))


def move(connection: sqlite3.Connection, profile: str, old_key: str, new_key: str) -> None:
    """Move the lock of a local glossary to the id that its service has now given it."""
    connection.execute(
        "UPDATE OR REPLACE local_only_glossaries SET shelf_key = ? WHERE profile = ? AND shelf_key = ?",
        (new_key, profile, old_key),
    )
