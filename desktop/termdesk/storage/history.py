"""Usage and billed calls, stored locally. The texts themselves are in `text_store.py`."""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from sqlite3 import Connection

from termdesk.storage.database import Database


@dataclass(frozen=True, slots=True)
class UsageSample:
    """A reading of the service's usage counter, in characters. A limit of None: unlimited, or not reported."""

    taken_at: datetime
    character_count: int
    character_limit: int | None


@dataclass(frozen=True, slots=True)
class BilledCall:
    """One billable call: this program's estimate, and the characters that the service billed (None: not reported).

    `is_unclear`: the call was sent, but no response was received (yet), so it may have been charged. `is_running`: this
    program still waits for the response. `work` is the purpose of the call. It is empty for calls of older versions;
    languages and glossary are also empty if the call had none.
    """

    made_at: datetime
    call: str
    estimated: int
    billed: int | None
    trace_id: str = ""
    is_unclear: bool = False
    work: str = ""
    source_language: str = ""
    target_language: str = ""
    glossary: str = ""
    is_running: bool = False
    profile: str = ""

    @property
    def cost(self) -> int:
        """The billed characters, or the estimate if the service did not report them."""
        return self.estimated if self.billed is None else self.billed


@dataclass(slots=True)
class CallTotals:
    """Sums over calls, in characters. `estimated_of_billed` sums the estimates of calls whose `billed` is known.

    `costs` has the cost of each profile.
    """

    count: int = 0
    estimated: int = 0
    estimated_of_billed: int = 0
    billed: int = 0
    cost: int = 0
    unclear: int = 0
    costs: dict[str, int] = field(default_factory=dict)

    def add(self, call: BilledCall) -> None:
        """Add the characters and the cost of a call."""
        self.count += 1
        self.estimated += call.estimated
        self.cost += call.cost
        self.costs[call.profile] = self.costs.get(call.profile, 0) + call.cost
        self.unclear += call.is_unclear and not call.is_running
        if call.billed is not None:
            self.estimated_of_billed += call.estimated
            self.billed += call.billed


# The number of unstored calls that are kept in memory.
MOST_HELD = 1_000
_CALL_COLUMNS = (
    "made_at, call, estimated, billed, trace_id, is_unclear, work, source_language, target_language, glossary"
)

_COUNT_FOR_DAY = (
    "INSERT INTO day_uses (profile, day, characters) VALUES (?, ?, ?)"
    " ON CONFLICT (profile, day) DO UPDATE SET characters = characters + excluded.characters"
)


class History:
    """Usage samples and billed calls of each profile, in order, for as many days as the user wants.

    `running` has the numbers of the calls that still wait for a response; it is not stored. Calls that the user's
    settings or a disk error keep from being stored stay in memory until the program ends.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.running: set[int] = set()
        self._unstored: list[BilledCall] = []

    async def add_sample(self, profile: str, count: int, limit: int | None) -> None:
        """Store a reading, unless it equals the last one of this profile."""
        last = (
            "SELECT character_count, character_limit FROM usage_samples WHERE profile = ? ORDER BY number DESC LIMIT 1"
        )
        insert = "INSERT INTO usage_samples (taken_at, profile, character_count, character_limit) VALUES (?, ?, ?, ?)"

        def work(connection: Connection) -> None:
            if connection.execute(last, (profile,)).fetchone() != (count, limit):
                connection.execute(insert, (time.time(), profile, count, limit))

        await self._database.run(work)

    async def samples(self, profile: str) -> list[UsageSample]:
        """Return all readings, the oldest first."""
        # By time, not by number: the clock may have been set back between two readings.
        query = (
            "SELECT taken_at, character_count, character_limit FROM usage_samples WHERE profile = ?"
            " ORDER BY taken_at, number"
        )
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
        work: str = "",
        languages: tuple[str, str] = ("", ""),
        glossary: str = "",
    ) -> int:
        """Store what a call cost or may cost, and return its number. `call` is like “POST /v2/translate”."""
        insert = f"INSERT INTO bills (profile, {_CALL_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        values = (profile, time.time(), call, estimated, billed, trace_id, is_unclear, work, *languages, glossary)
        return await self._database.run(lambda connection: connection.execute(insert, values).lastrowid or 0)

    async def settle_billed_call(
        self, number: int, *, billed: int | None, trace_id: str, source_language: str = ""
    ) -> None:
        """Store the result of a call. The response may name the detected source language."""
        update = (
            "UPDATE bills SET billed = ?, trace_id = ?, is_unclear = 0,"
            " source_language = coalesce(nullif(?, ''), source_language) WHERE number = ?"
        )
        values = (billed, trace_id, source_language, number)
        await self._database.run(lambda connection: connection.execute(update, values))

    def hold_billed_call(self, call: BilledCall) -> None:
        """Keep an answered call in memory until the program ends, without storing it."""
        self._unstored.append(call)
        del self._unstored[:-MOST_HELD]

    async def remove_billed_call(self, number: int) -> None:
        """Remove a call that turned out to cost nothing."""
        delete = "DELETE FROM bills WHERE number = ?"
        await self._database.run(lambda connection: connection.execute(delete, (number,)))

    async def read_billed_calls(self, profile: str, *, limit: int = 200) -> list[BilledCall]:
        """Return the latest calls, newest first."""
        return (await self.find_billed_calls(profile, limit=limit))[0]

    async def find_billed_calls(
        self,
        profile: str | None,
        *,
        limit: int,
        since: datetime | None = None,
        accepts: Callable[[BilledCall], bool] = lambda _call: True,
    ) -> tuple[list[BilledCall], CallTotals]:
        """Return the latest calls that `accepts` returns true for, newest first, and the sums over all such calls.

        `accepts` runs in a worker thread. A limit of 0 returns all calls; a profile of None means all profiles.
        """
        of_profile = "" if profile is None else "profile = :profile AND"
        query = f"SELECT number, profile, {_CALL_COLUMNS} FROM bills WHERE {of_profile} made_at >= :since"
        query += " ORDER BY number DESC"
        running = frozenset(self.running)
        values = {"profile": profile, "since": since.timestamp() if since else 0.0}
        unstored = [
            each
            for each in reversed(self._unstored)
            if (profile is None or each.profile == profile) and (since is None or each.made_at >= since)
        ]

        def read_calls(connection: Connection) -> Iterator[BilledCall]:
            for number, owner, moment, call, estimated, billed, trace_id, is_unclear, *rest in connection.execute(
                query, values
            ):
                fields = (call, estimated, billed, trace_id, bool(is_unclear), *rest, number in running, owner)
                yield BilledCall(_moment(moment), *fields)

        def work(connection: Connection) -> tuple[list[BilledCall], CallTotals]:
            found, totals = list[BilledCall](), CallTotals()
            for each in heapq.merge(unstored, read_calls(connection), key=lambda call: call.made_at, reverse=True):
                if accepts(each):
                    totals.add(each)
                    if not limit or len(found) < limit:
                        found.append(each)
            return found, totals

        return await self._database.run(work)

    async def characters_since(self, profile: str, midnight: datetime) -> int:
        """Return the characters of a day up to now: as billed, or as estimated if the service did not report them."""
        query = (
            "SELECT coalesce(sum(count), 0) FROM ("
            "SELECT coalesce(billed, estimated) AS count FROM bills WHERE profile = ? AND made_at >= ?"
            " UNION ALL SELECT characters FROM day_uses WHERE profile = ? AND day >= ?)"
        )
        values = (profile, midnight.timestamp()) * 2
        [count] = await self._database.run(lambda connection: connection.execute(query, values).fetchone())
        return int(count)

    async def count_for_day(self, profile: str, midnight: datetime, characters: int) -> None:
        """Add characters to a day without storing a call; a negative number subtracts them. Deletes earlier days."""
        day = midnight.timestamp()

        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM day_uses WHERE day < ?", (day,))
            connection.execute(_COUNT_FOR_DAY, (profile, day, characters))

        await self._database.run(work)

    async def forget_older_than(self, days: int, *, midnight: datetime) -> None:
        """Delete older samples and calls.

        0 days delete all of them, but the sum of characters since `midnight` is kept.
        """
        before = time.time() - days * 86_400 if days else float("inf")
        day = midnight.timestamp()
        sums = (
            "SELECT profile, sum(coalesce(billed, estimated)) FROM bills WHERE made_at >= ? AND made_at < ?"
            " GROUP BY profile"
        )

        def work(connection: Connection) -> None:
            for profile, characters in connection.execute(sums, (day, before)).fetchall():
                connection.execute(_COUNT_FOR_DAY, (profile, day, characters))
            connection.execute("DELETE FROM day_uses WHERE day < ?", (day,))
            connection.execute("DELETE FROM usage_samples WHERE taken_at < ?", (before,))
            connection.execute("DELETE FROM bills WHERE made_at < ?", (before,))

        await self._database.run(work)


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
