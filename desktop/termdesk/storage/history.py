"""What was used and billed, kept on this computer. The texts themselves are in `text_store.py`."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from sqlite3 import Connection

from termdesk.storage.database import Database

# Texts are in a file of their own now: `text_store.py` empties their table here, and nothing fills it again.
SCHEMA = """
CREATE TABLE usage_samples (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    taken_at REAL NOT NULL,
    profile TEXT NOT NULL,
    character_count INTEGER NOT NULL,
    character_limit INTEGER
);
CREATE INDEX usage_samples_of_profile ON usage_samples (profile, number);
CREATE TABLE bills (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at REAL NOT NULL,
    profile TEXT NOT NULL,
    call TEXT NOT NULL,
    estimated INTEGER NOT NULL,
    billed INTEGER,
    trace_id TEXT NOT NULL
);
CREATE INDEX bills_of_profile ON bills (profile, number);
CREATE TABLE texts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at REAL NOT NULL,
    profile TEXT NOT NULL,
    call TEXT NOT NULL,
    source_language TEXT NOT NULL,
    target_language TEXT NOT NULL,
    source TEXT NOT NULL,
    result TEXT NOT NULL
);
CREATE INDEX texts_of_profile ON texts (profile, call, number);
"""
UNCLEAR_CALLS = "ALTER TABLE bills ADD COLUMN is_unclear INTEGER NOT NULL DEFAULT 0;"


@dataclass(frozen=True, slots=True)
class UsageSample:
    """A reading of the service's counter, in characters. A limit of None: none, or none told."""

    taken_at: datetime
    character_count: int
    character_limit: int | None


@dataclass(frozen=True, slots=True)
class BilledCall:
    """One billable call: what this program counted, and what the service said it billed (None: it did not say).

    `is_unclear`: it was sent and nobody saw its answer (yet), so it may have been charged.
    """

    made_at: datetime
    call: str
    estimated: int
    billed: int | None
    trace_id: str = ""
    is_unclear: bool = False


class History:
    """Samples and bills of each profile, for as many days as the user wants; in the order they came."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_sample(self, profile: str, count: int, limit: int | None) -> None:
        """Keep a reading, unless the last one of this profile says the same."""
        last = (
            "SELECT character_count, character_limit FROM usage_samples WHERE profile = ? ORDER BY number DESC LIMIT 1"
        )
        insert = "INSERT INTO usage_samples (taken_at, profile, character_count, character_limit) VALUES (?, ?, ?, ?)"

        def work(connection: Connection) -> None:
            if connection.execute(last, (profile,)).fetchone() != (count, limit):
                connection.execute(insert, (time.time(), profile, count, limit))

        await self._database.run(work)

    async def samples(self, profile: str) -> list[UsageSample]:
        """All readings, the oldest first."""
        query = "SELECT taken_at, character_count, character_limit FROM usage_samples WHERE profile = ? ORDER BY number"
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        return [UsageSample(_moment(moment), count, limit) for moment, count, limit in rows]

    async def add_billed_call(
        self,
        profile: str,
        call: str,
        *,
        estimated: int,
        billed: int | None,
        trace_id: str = "",
        is_unclear: bool = False,
    ) -> int:
        """Keep what a call cost, or may cost; `call` as in “POST /v2/translate”. Gives the number of the bill."""
        insert = (
            "INSERT INTO bills (made_at, profile, call, estimated, billed, trace_id, is_unclear)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        values = (time.time(), profile, call, estimated, billed, trace_id, is_unclear)
        return await self._database.run(lambda connection: connection.execute(insert, values).lastrowid or 0)

    async def settle_billed_call(self, number: int, *, billed: int | None, trace_id: str) -> None:
        """The answer of a call came."""
        update = "UPDATE bills SET billed = ?, trace_id = ?, is_unclear = 0 WHERE number = ?"
        await self._database.run(lambda connection: connection.execute(update, (billed, trace_id, number)))

    async def remove_billed_call(self, number: int) -> None:
        """The call cost nothing after all."""
        delete = "DELETE FROM bills WHERE number = ?"
        await self._database.run(lambda connection: connection.execute(delete, (number,)))

    async def billed_calls(self, profile: str, *, limit: int = 200) -> list[BilledCall]:
        """The latest bills, newest first."""
        query = (
            "SELECT made_at, call, estimated, billed, trace_id, is_unclear FROM bills WHERE profile = ?"
            " ORDER BY number DESC LIMIT ?"
        )
        rows = await self._database.run(lambda connection: connection.execute(query, (profile, limit)).fetchall())
        return [BilledCall(_moment(moment), *rest) for moment, *rest in rows]

    async def characters_since(self, profile: str, moment: datetime) -> int:
        """The characters of all bills since a moment: as billed, or as estimated where the service did not say."""
        query = "SELECT coalesce(sum(coalesce(billed, estimated)), 0) FROM bills WHERE profile = ? AND made_at >= ?"
        values = (profile, moment.timestamp())
        [count] = await self._database.run(lambda connection: connection.execute(query, values).fetchone())
        return int(count)

    async def forget_older_than(self, days: int) -> None:
        """Drop what is older; 0 days drop everything."""
        before = time.time() - days * 86_400 if days else float("inf")

        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM usage_samples WHERE taken_at < ?", (before,))
            connection.execute("DELETE FROM bills WHERE made_at < ?", (before,))

        await self._database.run(work)


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
