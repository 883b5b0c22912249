"""How long old records are kept: versions of dictionaries, publishing calls, deleted glossaries."""

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
# Versions kept of each dictionary: all of the last days, a minimum number, and one per day, per week and per month.
DAYS_OF_ALL, AT_LEAST, DAYS, WEEKS, MONTHS = 2, 30, 12, 10, 9
# Of each dictionary, the latest versions that the user kept.
MOST_KEPT = 100
# If all versions together are larger than this, the oldest are deleted; those that the user kept come last, and may
# take half of it.
MOST_BYTES = 500 * 1024 * 1024
MOST_KEPT_BYTES = MOST_BYTES // 2
DAYS_OF_DELETED = 90
DAYS_OF_WRITES = 365
# If the clock jumps by more days, it may be wrong: what seems old by it is kept for another day of this clock.
DAYS_OF_JUMP = 30
DAYS_OF_DOUBT = 1
# The number deleted in one transaction. Edits can be written in between.
SNAPSHOTS_AT_ONCE = 20
PAGES_AT_ONCE = 256
_ENDED = (JobState.VERIFIED, JobState.FAILED)


@dataclass(frozen=True, slots=True)
class _Dated:
    """A publishing call or a version. If it `is_needed`, it is kept at any age. `is_kept`: the user kept it."""

    number: int
    dictionary: tuple[str, ...]
    is_needed: bool
    moment: float
    size: int
    is_kept: bool = False


async def tidy(database: Database, *, clock: Callable[[], float] = time.time) -> None:
    """Delete what is older than the retention rules allow, and return its space to the disk. Raises StorageFailed.

    After a jump of the clock nothing is deleted at first: a wrong clock would make everything old.
    """
    now = clock()
    if not await database.run(lambda connection: _trusts_clock(connection, now)):
        return
    await database.run(lambda connection: _drop_old(connection, now))
    while await database.run(lambda connection: _drop_snapshots(connection, now)):
        continue
    while await database.give_back_space(most_pages=PAGES_AT_ONCE):
        continue


def _trusts_clock(connection: sqlite3.Connection, now: float) -> bool:
    """Return whether the clock has run without a jump for long enough, and note that it is this time."""
    moment, since = connection.execute("SELECT moment, since FROM retention_clock").fetchone() or (0.0, 0.0)
    has_jumped = bool(moment) and not -DAY <= now - moment <= DAYS_OF_JUMP * DAY
    since = now if has_jumped else since
    # Not each time: a database without changes needs no new backup.
    if has_jumped or now - moment >= DAY:
        connection.execute("DELETE FROM retention_clock")
        connection.execute("INSERT INTO retention_clock VALUES (?, ?)", (now, since))
    return now - since >= DAYS_OF_DOUBT * DAY


def _drop_old(connection: sqlite3.Connection, now: float) -> None:
    before = now - DAYS_OF_DELETED * DAY
    connection.execute("DELETE FROM deleted_glossaries WHERE deleted_at < ?", (before,))
    connection.execute("DELETE FROM transfers WHERE started_at < ?", (before,))
    connection.execute("DELETE FROM completed_transfers WHERE completed_at < ?", (before,))
    old_runs = "run_id IN (SELECT run_id FROM publish_runs WHERE started_at < ?)"
    connection.execute(f"DELETE FROM publish_steps WHERE {old_runs}", (before,))
    connection.execute("DELETE FROM publish_runs WHERE started_at < ?", (before,))
    connection.execute("DELETE FROM remote_writes WHERE made_at < ?", (now - DAYS_OF_WRITES * DAY,))
    for table, all_of_it in (("publish_jobs", _calls(connection)), ("versions", _versions(connection))):
        gone = [(number,) for number in _find_outdated(all_of_it, now)]
        connection.executemany(f"DELETE FROM {table} WHERE number = ?", gone)


def _find_outdated(dated: list[_Dated], now: float) -> set[int]:
    """Return the numbers of the records to delete. In `dated`, each dictionary's are adjacent, the latest first."""
    staying = {
        one.number for _, each in groupby(dated, key=lambda one: one.dictionary) for one in _find_kept(each, now)
    }
    staying -= _beyond_the_limits([one for one in dated if one.number in staying])
    return {one.number for one in dated} - staying


def _calls(connection: sqlite3.Connection) -> list[_Dated]:
    """Return all publishing calls, grouped by dictionary, the latest first."""
    query = """SELECT number, profile, coalesce(glossary_id, draft_id), source, target, changed_at,
        state NOT IN (?, ?) AND draft_id IN (SELECT draft_id FROM drafts),
        (SELECT coalesce(sum(length(content)), 0) FROM snapshots WHERE hash IN (target_hash, before_hash))
        FROM publish_jobs ORDER BY 2, 3, 4, 5, number DESC"""
    return [
        _Dated(number, tuple(dictionary), bool(is_open), changed_at, size)
        for number, *dictionary, changed_at, is_open, size in connection.execute(query, _ENDED)
    ]


def _versions(connection: sqlite3.Connection) -> list[_Dated]:
    """Return all versions, grouped by dictionary, the latest first.

    Versions with details form groups of their own. Otherwise the version read after a merge could outlive the local one
    kept before it. So do those that the user kept. What a publishing run may still restore is needed.
    """
    query = """SELECT number, profile, glossary_key, source, target, CAST(is_whole AS TEXT),
        CAST(origin = ? AS TEXT), made_at, origin = ?, length(content), hash IN (
            SELECT before_hash FROM publish_steps WHERE before_hash IS NOT NULL
            UNION SELECT target_hash FROM publish_steps WHERE target_hash IS NOT NULL)
        FROM versions JOIN snapshots USING (hash) ORDER BY 2, 3, 4, 5, 6, 7, number DESC"""
    return [
        _Dated(number, tuple(dictionary), bool(is_needed), made_at, size, bool(is_kept))
        for number, *dictionary, made_at, is_kept, size, is_needed in connection.execute(
            query, (VersionOrigin.KEPT, VersionOrigin.KEPT)
        )
    ]


def _find_kept(dated: Iterable[_Dated], now: float) -> Iterator[_Dated]:
    """Yield the records of one dictionary to keep. `dated` has the latest first; needed ones are always kept."""
    periods = ((DAYS, "%Y-%j"), (WEEKS, "%G-%V"), (MONTHS, "%Y-%m"))
    seen: list[set[str]] = [set() for _ in periods]
    for position, one in enumerate(dated):
        if one.is_kept:
            if position < MOST_KEPT or one.is_needed:
                yield one
            continue
        moment = datetime.fromtimestamp(one.moment, UTC)
        is_first = False
        for (most, form), known in zip(periods, seen, strict=True):
            if (name := moment.strftime(form)) not in known and len(known) < most:
                known.add(name)
                is_first = True
        if position < AT_LEAST or is_first or now - one.moment < DAYS_OF_ALL * DAY or one.is_needed:
            yield one


def _beyond_the_limits(dated: list[_Dated]) -> set[int]:
    """Return the oldest records beyond the size limits. The last one of each dictionary stays."""
    last = {one.dictionary: one.number for one in reversed(dated)}
    latest_first = sorted(dated, key=lambda each: each.number, reverse=True)
    gone: set[int] = set()
    used = 0
    # What the user kept counts first.
    for is_kept, most in ((True, MOST_KEPT_BYTES), (False, MOST_BYTES)):
        total = used
        for one in latest_first:
            if one.is_kept is is_kept:
                total += one.size
                if total > most and not one.is_needed and one.number != last[one.dictionary]:
                    gone.add(one.number)
                else:
                    used += one.size
    return gone


def _drop_snapshots(connection: sqlite3.Connection, now: float) -> bool:
    """Delete some snapshots that nothing refers to. Returns whether there may be more."""
    used = snapshots_in_use(connection)
    query = "SELECT hash FROM snapshots WHERE stored_at < ?"
    old = connection.execute(query, (now - DAYS_OF_ALL * DAY,))
    gone = [(content_hash,) for (content_hash,) in old if content_hash not in used]
    connection.executemany("DELETE FROM snapshots WHERE hash = ?", gone[:SNAPSHOTS_AT_ONCE])
    return len(gone) > SNAPSHOTS_AT_ONCE
