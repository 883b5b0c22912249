"""What is kept of former times, and for how long: versions of dictionaries, publishing calls, deleted glossaries."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from termdesk.storage.database import Database
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.snapshots import snapshots_in_use
from termdesk.storage.versions.version_records import VersionOrigin

DAY = 86_400.0
# Of the versions of one dictionary: all of these days, at least so many, and then one a day, a week, a month.
DAYS_OF_ALL, AT_LEAST, DAYS, WEEKS, MONTHS = 2, 30, 12, 10, 9
# The oldest versions of all dictionaries go where they are more than this together.
MOST_BYTES = 500 * 1024 * 1024
DAYS_OF_DELETED = 90
DAYS_OF_WRITES = 365
# Taken away in one go; edits get their turn in between.
SNAPSHOTS_AT_ONCE = 20
PAGES_AT_ONCE = 256
_ENDED = (JobState.VERIFIED, JobState.FAILED)


@dataclass(frozen=True, slots=True)
class _Dated:
    """A publishing call, or a version. What is needed stays, however old it is."""

    number: int
    dictionary: tuple[str, ...]
    is_needed: bool
    moment: float
    size: int


async def tidy(database: Database, *, clock: Callable[[], float] = time.time) -> None:
    """Take away what is older than the rules say, and give its space back to the disk. Raises StorageFailed."""
    now = clock()
    await database.run(lambda connection: _drop_old(connection, now))
    while await database.run(lambda connection: _drop_snapshots(connection, now)):
        continue
    while await database.give_back_space(most_pages=PAGES_AT_ONCE):
        continue


def _drop_old(connection: sqlite3.Connection, now: float) -> None:
    before = now - DAYS_OF_DELETED * DAY
    connection.execute("DELETE FROM deleted_glossaries WHERE deleted_at < ?", (before,))
    connection.execute("DELETE FROM transfers WHERE started_at < ?", (before,))
    old_runs = "run_id IN (SELECT run_id FROM publish_runs WHERE started_at < ?)"
    connection.execute(f"DELETE FROM publish_steps WHERE {old_runs}", (before,))
    connection.execute("DELETE FROM publish_runs WHERE started_at < ?", (before,))
    connection.execute("DELETE FROM remote_writes WHERE made_at < ?", (now - DAYS_OF_WRITES * DAY,))
    for table, all_of_it in (("publish_jobs", _calls(connection)), ("versions", _versions(connection))):
        gone = [(number,) for number in _outdated(all_of_it, now)]
        connection.executemany(f"DELETE FROM {table} WHERE number = ?", gone)


def _outdated(dated: list[_Dated], now: float) -> set[int]:
    """The numbers of the versions to delete. The versions of one dictionary are adjacent, the latest first."""
    staying = {one.number for _, each in groupby(dated, key=lambda one: one.dictionary) for one in _kept(each, now)}
    staying -= _beyond_the_limit([one for one in dated if one.number in staying])
    return {one.number for one in dated} - staying


def _calls(connection: sqlite3.Connection) -> list[_Dated]:
    """All publishing calls, those of one dictionary together, the latest first."""
    query = """SELECT number, profile, coalesce(glossary_id, draft_id), source, target, changed_at,
        state NOT IN (?, ?) AND draft_id IN (SELECT draft_id FROM drafts),
        (SELECT coalesce(sum(length(content)), 0) FROM snapshots WHERE hash IN (target_hash, before_hash))
        FROM publish_jobs ORDER BY 2, 3, 4, 5, number DESC"""
    return [
        _Dated(number, tuple(dictionary), bool(is_open), changed_at, size)
        for number, *dictionary, changed_at, is_open, size in connection.execute(query, _ENDED)
    ]


def _versions(connection: sqlite3.Connection) -> list[_Dated]:
    """All versions, those of one dictionary together, the latest first.

    Those with details are by themselves, so that the reading after a merge does not outlive what was here before it.
    """
    query = """SELECT number, profile, glossary_key, source, target, CAST(is_whole AS TEXT), made_at, origin = ?,
        length(content) FROM versions JOIN snapshots USING (hash) ORDER BY 2, 3, 4, 5, 6, number DESC"""
    return [
        _Dated(number, tuple(dictionary), bool(is_kept), made_at, size)
        for number, *dictionary, made_at, is_kept, size in connection.execute(query, (VersionOrigin.KEPT,))
    ]


def _kept(dated: Iterable[_Dated], now: float) -> Iterator[_Dated]:
    """Those of one dictionary to keep, the latest first: calls with an unknown outcome and kept versions among them."""
    periods = ((DAYS, "%Y-%j"), (WEEKS, "%G-%V"), (MONTHS, "%Y-%m"))
    seen: list[set[str]] = [set() for _ in periods]
    for place, one in enumerate(dated):
        moment = datetime.fromtimestamp(one.moment, UTC)
        is_first = False
        for (most, form), known in zip(periods, seen, strict=True):
            if (name := moment.strftime(form)) not in known and len(known) < most:
                known.add(name)
                is_first = True
        if place < AT_LEAST or is_first or now - one.moment < DAYS_OF_ALL * DAY or one.is_needed:
            yield one


def _beyond_the_limit(dated: list[_Dated]) -> set[int]:
    """The oldest ones that are too much; of each dictionary the last stays."""
    last = {one.dictionary: one.number for one in reversed(dated)}
    total, gone = 0, set()
    for one in sorted(dated, key=lambda each: each.number, reverse=True):
        total += one.size
        if total > MOST_BYTES and not one.is_needed and one.number != last[one.dictionary]:
            gone.add(one.number)
    return gone


def _drop_snapshots(connection: sqlite3.Connection, now: float) -> bool:
    """Drop some versions that nothing refers to; says whether there may be more."""
    used = snapshots_in_use(connection)
    query = "SELECT hash FROM snapshots WHERE stored_at < ?"
    old = connection.execute(query, (now - DAYS_OF_ALL * DAY,))
    gone = [(content_hash,) for (content_hash,) in old if content_hash not in used]
    connection.executemany("DELETE FROM snapshots WHERE hash = ?", gone[:SNAPSHOTS_AT_ONCE])
    return len(gone) > SNAPSHOTS_AT_ONCE
