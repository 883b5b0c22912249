"""Every change that was requested from a service, with its outcome and trace id. Contains no text of an entry."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database

MOST_LISTED = 5_000


class ReadBack(StrEnum):
    """What a reading after a call with an unclear outcome showed."""

    CONFIRMED = "confirmed"  # it was carried out
    MISSING = "missing"  # it was not carried out


@dataclass(frozen=True, slots=True)
class RemoteWrite:
    """One change. `status` is the HTTP status, 0 if no response arrived.

    Which other fields are set depends on the change. Publishing calls: the name of the glossary, the pair, and the
    hashes of the versions before and after. Deletions: what was deleted, with its `entry_count`. Renamed glossaries:
    the `new_name`. Other changes: the name of the glossary, if its id is known locally. All other fields are empty.
    `read_back` says what a later reading showed about an unclear outcome; None if there was none.
    """

    number: int
    profile: str
    method: str
    path: str
    outcome: str
    status: int
    trace_id: str
    made_at: datetime
    glossary_name: str = ""
    pair: LanguagePair | None = None
    before_hash: str = ""
    after_hash: str = ""
    entry_count: int = 0
    new_name: str = ""
    read_back: ReadBack | None = None


class RemoteWrites:
    """The changes on the services of all profiles."""

    def __init__(self, database: Database, *, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def add(
        self,
        profile: str,
        *,
        write_id: str = "",
        method: str,
        path: str,
        outcome: str,
        status: int,
        trace_id: str,
        job_id: str = "",
        glossary_name: str = "",
        pair: LanguagePair | None = None,
        before_hash: str = "",
        entry_count: int = 0,
        new_name: str = "",
        read_back: ReadBack | None = None,
    ) -> None:
        """Store a change. A change that is stored already, with the same `write_id`, gets its outcome.

        Arguments after `job_id` are for changes other than publishing. Raises StorageFailed.
        """
        languages = (pair.source, pair.target) if pair else ("", "")
        call = (profile, method, path, outcome, status, trace_id, job_id, self._clock())
        facts = (glossary_name, *languages, before_hash, entry_count, new_name, read_back or "", write_id or None)
        columns = "profile, method, path, outcome, status, trace_id, job_id, made_at"
        columns += ", glossary_name, source, target, before_hash, entry_count, new_name, read_back, write_id"
        insert = f"""INSERT INTO remote_writes ({columns}) VALUES ({", ".join("?" * 16)}) ON CONFLICT (write_id)
            DO UPDATE SET outcome = excluded.outcome, status = excluded.status, trace_id = excluded.trace_id,
            read_back = CASE excluded.read_back WHEN '' THEN read_back ELSE excluded.read_back END"""
        values = (*call, *facts)
        await self._database.run(lambda connection: connection.execute(insert, values))

    async def all(self) -> list[RemoteWrite]:
        """Return the last 5,000 changes, the latest first. Raises StorageFailed."""
        return await self._database.run(_read)


def note_reading(connection: sqlite3.Connection, job_id: str, shown: ReadBack, *, method: str = "") -> None:
    """Note what a reading showed about the changes of a publishing call, within the transaction that settles it.

    `method`: only about its requests with this method.
    """
    update = "UPDATE remote_writes SET read_back = ?1 WHERE job_id = ?2 AND (?3 = '' OR method = ?3)"
    connection.execute(update, (shown, job_id, method))


def _read(connection: sqlite3.Connection) -> list[RemoteWrite]:
    names = dict(connection.execute("SELECT glossary_id, glossary_name FROM drafts WHERE glossary_id IS NOT NULL"))
    names |= dict(
        connection.execute("SELECT glossary_id, glossary_name FROM publish_jobs WHERE glossary_id IS NOT NULL")
    )
    query = """SELECT w.number, w.profile, w.method, w.path, w.outcome, w.status, w.trace_id, w.made_at,
        coalesce(p.glossary_name, w.glossary_name), coalesce(p.source, w.source), coalesce(p.target, w.target),
        CASE WHEN p.job_id IS NULL THEN w.before_hash ELSE p.before_hash END, p.target_hash, w.entry_count, w.new_name,
        w.read_back
        FROM remote_writes AS w LEFT JOIN publish_jobs AS p USING (job_id) ORDER BY w.number DESC LIMIT ?"""
    writes = []
    for row in connection.execute(query, (MOST_LISTED,)):
        number, profile, method, path, outcome, status, trace_id, made_at, name, source, target, *rest = row
        before, after, entry_count, new_name, read_back = rest
        writes.append(
            RemoteWrite(
                number,
                profile,
                method,
                path,
                outcome,
                status,
                trace_id,
                datetime.fromtimestamp(made_at, UTC),
                name or next((names[each] for each in path.split("/") if each in names), ""),
                LanguagePair(source, target) if source else None,
                before or "",
                after or "",
                entry_count,
                new_name,
                ReadBack(read_back) if read_back else None,
            )
        )
    return writes
