"""Tags of glossaries. They are stored locally, because the service cannot store them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from termdesk.domain.glossary_tag import GlossaryTag, parse_stored_tag, unique
from termdesk.storage.database import Database


class GlossaryTags:
    """The tags of all profiles, by glossary key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, profile: str) -> dict[str, tuple[GlossaryTag, ...]]:
        """Return the tags of every glossary that has tags."""
        query = "SELECT shelf_key, tag FROM shelf_tags WHERE profile = ?"
        found: dict[str, list[GlossaryTag]] = {}
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        for glossary_key, tag in rows:
            found.setdefault(glossary_key, []).append(parse_stored_tag(tag))
        return {glossary_key: unique(tags) for glossary_key, tags in found.items()}

    async def put(self, profile: str, glossary_key: str, tags: Sequence[GlossaryTag]) -> None:
        """Replace the tags of a glossary."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM shelf_tags WHERE profile = ? AND shelf_key = ?", (profile, glossary_key))
            rows = [(profile, glossary_key, str(tag)) for tag in unique(tags)]
            connection.executemany("INSERT INTO shelf_tags VALUES (?, ?, ?)", rows)

        await self._database.run(work)


def move(connection: sqlite3.Connection, profile: str, old_key: str, new_key: str) -> None:
    """Move the tags of a local glossary that was published to the id that it got from the service."""
    connection.execute(
        "UPDATE OR REPLACE shelf_tags SET shelf_key = ? WHERE profile = ? AND shelf_key = ?",
        (new_key, profile, old_key),
    )
