"""The last known content of each dictionary on the service, so that changes by others can be detected."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database


@dataclass(frozen=True, slots=True)
class Seen:
    """A dictionary as last read or written by this program. `has_changed`: a later reading found other content.

    `glossary_name` is the name at that time; empty if an older version stored it. `is_missing`: the last list of the
    service lacked it.
    """

    entry_count: int
    seen_at: datetime
    has_changed: bool = False
    glossary_name: str = ""
    is_missing: bool = False


class SeenDictionaries:
    """The last seen dictionaries on the services of all profiles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, profile: str) -> dict[str, dict[LanguagePair, Seen]]:
        """Return the last seen dictionaries, by glossary and pair."""
        query = """SELECT glossary_id, source, target, entry_count, seen_at, has_changed, glossary_name,
            is_missing FROM seen_dictionaries WHERE profile = ?"""
        found: dict[str, dict[LanguagePair, Seen]] = {}
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        for glossary_id, source, target, count, moment, has_changed, name, is_missing in rows:
            seen = Seen(count, datetime.fromtimestamp(moment, UTC), bool(has_changed), name, bool(is_missing))
            found.setdefault(glossary_id, {})[LanguagePair(source, target)] = seen
        return found

    async def mark(self, profile: str, glossary_id: str, pair: LanguagePair, *, has_changed: bool) -> None:
        """Record whether a new reading found other content than the last seen one."""
        update = """UPDATE seen_dictionaries SET has_changed = ?
            WHERE profile = ? AND glossary_id = ? AND source = ? AND target = ?"""
        values = (has_changed, profile, glossary_id, pair.source, pair.target)
        await self._database.run(lambda connection: connection.execute(update, values))

    async def note_list(self, profile: str, listed: Mapping[str, Collection[LanguagePair]]) -> None:
        """Record which dictionaries the service listed, by glossary, and which it did not. Raises StorageFailed."""
        query = "SELECT glossary_id, source, target, is_missing FROM seen_dictionaries WHERE profile = ?"
        update = """UPDATE seen_dictionaries SET is_missing = ?
            WHERE profile = ? AND glossary_id = ? AND source = ? AND target = ?"""

        def work(connection: sqlite3.Connection) -> None:
            roots = {(glossary_id, pair.roots) for glossary_id, pairs in listed.items() for pair in pairs}
            # Usually nothing has changed, and nothing is written.
            changed = [
                (is_missing, profile, glossary_id, source, target)
                for glossary_id, source, target, was_missing in connection.execute(query, (profile,)).fetchall()
                if (is_missing := (glossary_id, LanguagePair(source, target).roots) not in roots) != was_missing
            ]
            if changed:
                connection.executemany(update, changed)

        await self._database.run(work)

    async def forget(self, profile: str, glossary_id: str, pairs: Collection[LanguagePair]) -> None:
        """Forget dictionaries that were deleted on the service. Raises StorageFailed."""
        delete = "DELETE FROM seen_dictionaries WHERE profile = ? AND glossary_id = ? AND source = ? AND target = ?"
        values = [(profile, glossary_id, pair.source, pair.target) for pair in pairs]
        await self._database.run(lambda connection: connection.executemany(delete, values))


def rename(connection: sqlite3.Connection, *, profile: str, glossary_id: str, name: str) -> None:
    """Record the new name of a glossary."""
    update = "UPDATE seen_dictionaries SET glossary_name = ? WHERE profile = ? AND glossary_id = ?"
    connection.execute(update, (name, profile, glossary_id))


def note(
    connection: sqlite3.Connection, *, profile: str, glossary_id: str, pair: LanguagePair, base: str, name: str
) -> None:
    """Record that the service holds exactly the snapshot `base` of a dictionary, as far as this program knows."""
    connection.execute(
        """INSERT OR REPLACE INTO seen_dictionaries
            SELECT ?, ?, ?, ?, entry_count, 0, ?, ?, 0 FROM snapshots WHERE hash = ?""",
        (profile, glossary_id, pair.source, pair.target, time.time(), name, base),
    )
