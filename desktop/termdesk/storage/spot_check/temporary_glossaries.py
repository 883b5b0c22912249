"""Glossaries that a spot-check creates on a service temporarily. Recorded before they are sent, until deleted."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.storage.database import Database


@dataclass(frozen=True, slots=True)
class TemporaryGlossary:
    """A glossary that may be on a service. Its name is unique: it contains a random mark.

    `made_at` is in seconds since 1970.
    """

    name: str
    profile: str
    made_at: float


class TemporaryGlossaries:
    """The recorded temporary glossaries. All methods raise StorageFailed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, glossary: TemporaryGlossary) -> None:
        """Record a glossary that is about to be sent. Raises StorageFailed if the record would not last."""
        self._database.must_keep()
        insert = "INSERT INTO temporary_glossaries VALUES (?, ?, ?)"
        values = (glossary.name, glossary.profile, glossary.made_at)
        await self._database.run(lambda connection: connection.execute(insert, values))

    async def leftovers(self, profile: str) -> list[TemporaryGlossary]:
        """Return the temporary glossaries of a profile that are not known to be deleted, the oldest first."""
        query = "SELECT name, profile, made_at FROM temporary_glossaries WHERE profile = ? ORDER BY made_at"
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        return [TemporaryGlossary(*row) for row in rows]

    async def forget(self, glossary: TemporaryGlossary) -> None:
        """Remove the record of a glossary that was deleted or never created."""
        delete = "DELETE FROM temporary_glossaries WHERE profile = ? AND name = ?"
        values = (glossary.profile, glossary.name)
        await self._database.run(lambda connection: connection.execute(delete, values))
