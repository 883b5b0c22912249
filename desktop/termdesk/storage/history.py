"""What was used and what was billed, kept on this computer."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from sqlite3 import Connection

from termdesk.storage.database import Database

SCHEMA = """
CREATE TABLE IF NOT EXISTS usage_samples (
    taken_at REAL NOT NULL,
    profile TEXT NOT NULL,
    character_count INTEGER NOT NULL,
    character_limit INTEGER
);
CREATE INDEX IF NOT EXISTS usage_samples_of_profile ON usage_samples (profile, taken_at);
CREATE TABLE IF NOT EXISTS bills (
    made_at REAL NOT NULL,
    profile TEXT NOT NULL,
    call TEXT NOT NULL,
    estimated INTEGER NOT NULL,
    billed INTEGER
);
CREATE INDEX IF NOT EXISTS bills_of_profile ON bills (profile, made_at);
"""


@dataclass(frozen=True, slots=True)
class UsageSample:
    """A reading of the service's counter, in characters."""

    taken_at: datetime
    character_count: int
    character_limit: int | None


@dataclass(frozen=True, slots=True)
class Bill:
    """One billable call: what this program counted, and what the service said it billed (None: it did not say)."""

    made_at: datetime
    call: str
    estimated: int
    billed: int | None


class History:
    """Samples and bills of each profile, for as many days as the user wants."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_sample(self, profile: str, count: int, limit: int | None) -> None:
        """Keep a reading, unless the last one of this profile says the same."""
        last = "SELECT character_count, character_limit FROM usage_samples WHERE profile = ? ORDER BY taken_at DESC LIMIT 1"

        def work(connection: Connection) -> None:
            if connection.execute(last, (profile,)).fetchone() != (count, limit):
                values = (time.time(), profile, count, limit)
                connection.execute("INSERT INTO usage_samples VALUES (?, ?, ?, ?)", values)

        await self._database.run(work)

    async def samples(self, profile: str) -> list[UsageSample]:
        query = (
            "SELECT taken_at, character_count, character_limit FROM usage_samples WHERE profile = ? ORDER BY taken_at"
        )
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        return [UsageSample(_moment(moment), count, limit) for moment, count, limit in rows]

    async def add_bill(self, profile: str, call: str, *, estimated: int, billed: int | None) -> None:
        values = (time.time(), profile, call, estimated, billed)
        await self._database.run(
            lambda connection: connection.execute("INSERT INTO bills VALUES (?, ?, ?, ?, ?)", values)
        )

    async def bills(self, profile: str, *, limit: int = 200) -> list[Bill]:
        """The latest bills, newest first."""
        query = "SELECT made_at, call, estimated, billed FROM bills WHERE profile = ? ORDER BY made_at DESC LIMIT ?"
        rows = await self._database.run(lambda connection: connection.execute(query, (profile, limit)).fetchall())
        return [Bill(_moment(moment), call, estimated, billed) for moment, call, estimated, billed in rows]

    async def forget_older_than(self, days: int) -> None:
        """Drop what is older; 0 days drop everything."""
        before = time.time() - days * 86_400

        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM usage_samples WHERE taken_at < ?", (before,))
            connection.execute("DELETE FROM bills WHERE made_at < ?", (before,))

        await self._database.run(work)


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
