"""Glossaries that a spot-check put on a service for a moment: noted before they are sent, until they are deleted."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.storage.database import Database


@dataclass(frozen=True, slots=True)
class TemporaryGlossary:
    """One that may be on a service. Its name is unlike any other: it holds a random mark.

    `made_at` is in seconds since 1970.
    """

    name: str
    profile: str
    made_at: float


class TemporaryGlossaries:
    """Everything raises StorageFailed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, glossary: TemporaryGlossary) -> None:
        """Note one that is about to be sent. Raises StorageFailed where nothing that is noted now would stay."""
        self._database.must_keep()
        insert = "INSERT INTO temporary_glossaries VALUES (?, ?, ?)"
        values = (glossary.name, glossary.profile, glossary.made_at)
        await self._database.run(lambda connection: connection.execute(insert, values))

    async def left(self, profile: str) -> list[TemporaryGlossary]:
        """The temporary glossaries of a profile that were not seen deleted, the oldest first."""
        query = "SELECT name, profile, made_at FROM temporary_glossaries WHERE profile = ? ORDER BY made_at"
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        return [TemporaryGlossary(*row) for row in rows]

    async def forget(self, glossary: TemporaryGlossary) -> None:
        """It is deleted, or was never made."""
        delete = "DELETE FROM temporary_glossaries WHERE profile = ? AND name = ?"
        values = (glossary.profile, glossary.name)
        await self._database.run(lambda connection: connection.execute(delete, values))
