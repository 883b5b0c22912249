"""Glossaries that the user has locked, so that they stay on this computer."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection

from termdesk.storage.database import Database


class LocalOnlyGlossaries:
    """The locked glossaries of this computer, by their keys.

    A lock holds in every profile: two profiles may reach the same service, for example the local one and `termdesk
    serve` on its data. Keys are unique, because services and this program make them from random numbers. The service on
    this computer keeps the locks of its glossaries, too, for all programs that use it: these locks are shared.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        # Locks of the last lists of services, by profile: they hold even if the database can only be read.
        self._listed: dict[str, frozenset[str]] = {}
        # When this program set locks, in monotonic seconds: the time of day may be set back.
        self._locked_at: dict[str, float] = {}

    async def all(self) -> frozenset[str]:
        """Return the keys of all locked glossaries. Raises StorageFailed."""
        query = "SELECT shelf_key FROM local_only_glossaries"
        rows = await self._database.run(lambda connection: connection.execute(query).fetchall())
        return frozenset(key for (key,) in rows).union(*self._listed.values())

    async def has(self, glossary_key: str) -> bool:
        """Whether a glossary is locked. Raises StorageFailed."""
        if any(glossary_key in keys for keys in self._listed.values()):
            return True
        query = "SELECT 1 FROM local_only_glossaries WHERE shelf_key = ?"
        row = await self._database.run(lambda connection: connection.execute(query, (glossary_key,)).fetchone())
        return row is not None

    async def is_shared(self, glossary_key: str) -> bool:
        """Whether the service of a glossary keeps its lock, too. Raises StorageFailed."""
        if any(glossary_key in keys for keys in self._listed.values()):
            return True
        query = "SELECT 1 FROM local_only_glossaries WHERE shelf_key = ? AND is_shared"
        row = await self._database.run(lambda connection: connection.execute(query, (glossary_key,)).fetchone())
        return row is not None

    async def lock(self, profile: str, glossary_key: str, *, is_shared: bool = False) -> None:
        """Lock a glossary of a profile, in every profile. It is on disk when this returns. Raises StorageFailed."""
        insert = "INSERT OR REPLACE INTO local_only_glossaries VALUES (?, ?, ?, ?)"
        values = profile, glossary_key, time.time(), is_shared
        self._database.must_keep()
        self._locked_at[glossary_key] = time.monotonic()
        await self._database.run(lambda connection: connection.execute(insert, values))

    async def take_listed(
        self, profile: str, listed: Collection[str], locked: frozenset[str], *, asked_at: float
    ) -> list[str]:
        """Take over the locks of a service, given those of its glossaries that it calls locked.

        `asked_at` is the time before it was asked, in monotonic seconds: a lock that was set since then is not in its
        answer yet. Return the glossaries of the list whose locks it does not know yet. Raises StorageFailed, after
        which the locks hold for this run.
        """
        self._listed[profile] = locked
        query = "SELECT shelf_key, is_shared FROM local_only_glossaries"
        rows = await self._database.run(lambda connection: connection.execute(query).fetchall())
        known = {key for key, _ in rows}
        shared = {key for key, is_shared in rows if is_shared}
        new = {key for key, locked_at in self._locked_at.items() if locked_at >= asked_at}
        for key in sorted(locked - shared):
            await self.lock(profile, key, is_shared=True)
        for key in sorted((shared & set(listed)) - locked - new):
            # Another program has unlocked it.
            await self.unlock(key)
        return sorted((known - shared) & set(listed) - locked)

    async def take_lock(self, profile: str, glossary_key: str) -> None:
        """Take over the lock of one glossary that its service calls locked.

        Raises StorageFailed, after which it holds for this run.
        """
        self._listed[profile] = self._listed.get(profile, frozenset()) | {glossary_key}
        query = "SELECT 1 FROM local_only_glossaries WHERE shelf_key = ? AND is_shared"
        if not await self._database.run(lambda connection: connection.execute(query, (glossary_key,)).fetchone()):
            await self.lock(profile, glossary_key, is_shared=True)

    async def unlock(self, glossary_key: str) -> None:
        """Unlock a glossary in every profile. Raises StorageFailed."""
        self._listed = {profile: keys - {glossary_key} for profile, keys in self._listed.items()}
        delete = "DELETE FROM local_only_glossaries WHERE shelf_key = ?"
        await self._database.run(lambda connection: connection.execute(delete, (glossary_key,)))

    async def forget(self, profile: str, glossary_key: str) -> None:
        """Delete the lock of a glossary that this profile no longer has. Locks set in other profiles stay."""
        self._listed[profile] = self._listed.get(profile, frozenset()) - {glossary_key}
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
