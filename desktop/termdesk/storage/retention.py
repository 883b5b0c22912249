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

DAY = 86_400.0
# Of the versions of one dictionary: all of these days, at least so many, and then one a day, a week, a month.
DAYS_OF_ALL, AT_LEAST, DAYS, WEEKS, MONTHS = 2, 30, 12, 10, 9
# The oldest versions of all dictionaries go where they are more than this together.
MOST_BYTES = 500 * 1024 * 1024
DAYS_OF_DELETED = 90
# Taken away in one go; edits get their turn in between.
SNAPSHOTS_AT_ONCE = 20
PAGES_AT_ONCE = 256
_ENDED = (JobState.VERIFIED, JobState.FAILED)


@dataclass(frozen=True, slots=True)
class _Job:
    number: int
    dictionary: tuple[str, ...]
    is_open: bool
    changed_at: float
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
    jobs = _jobs(connection)
    staying = {job.number for _, each in groupby(jobs, key=lambda job: job.dictionary) for job in _kept(each, now)}
    staying -= _beyond_the_limit([job for job in jobs if job.number in staying])
    gone = [(job.number,) for job in jobs if job.number not in staying]
    connection.executemany("DELETE FROM publish_jobs WHERE number = ?", gone)


def _jobs(connection: sqlite3.Connection) -> list[_Job]:
    """All publishing calls, those of one dictionary together, the latest first."""
    query = """SELECT number, profile, coalesce(glossary_id, draft_id), source, target, changed_at,
        state NOT IN (?, ?) AND draft_id IN (SELECT draft_id FROM drafts),
        (SELECT coalesce(sum(length(content)), 0) FROM snapshots WHERE hash IN (target_hash, before_hash))
        FROM publish_jobs ORDER BY 2, 3, 4, 5, number DESC"""
    return [
        _Job(number, tuple(dictionary), bool(is_open), changed_at, size)
        for number, *dictionary, changed_at, is_open, size in connection.execute(query, _ENDED)
    ]


def _kept(jobs: Iterable[_Job], now: float) -> Iterator[_Job]:
    """The calls of one dictionary to keep, the latest first. All calls with an unknown outcome are kept."""
    periods = ((DAYS, "%Y-%j"), (WEEKS, "%G-%V"), (MONTHS, "%Y-%m"))
    seen: list[set[str]] = [set() for _ in periods]
    for place, job in enumerate(jobs):
        moment = datetime.fromtimestamp(job.changed_at, UTC)
        is_first = False
        for (most, form), known in zip(periods, seen, strict=True):
            if (name := moment.strftime(form)) not in known and len(known) < most:
                known.add(name)
                is_first = True
        if place < AT_LEAST or is_first or now - job.changed_at < DAYS_OF_ALL * DAY or job.is_open:
            yield job


def _beyond_the_limit(jobs: list[_Job]) -> set[int]:
    """The oldest ones that are too much; of each dictionary the last stays."""
    last = {job.dictionary: job.number for job in reversed(jobs)}
    total, gone = 0, set()
    for job in sorted(jobs, key=lambda each: each.number, reverse=True):
        total += job.size
        if total > MOST_BYTES and not job.is_open and job.number != last[job.dictionary]:
            gone.add(job.number)
    return gone


def _drop_snapshots(connection: sqlite3.Connection, now: float) -> bool:
    """Drop some versions that nothing refers to; says whether there may be more."""
    used = snapshots_in_use(connection)
    query = "SELECT hash FROM snapshots WHERE stored_at < ?"
    old = connection.execute(query, (now - DAYS_OF_ALL * DAY,))
    gone = [(content_hash,) for (content_hash,) in old if content_hash not in used]
    connection.executemany("DELETE FROM snapshots WHERE hash = ?", gone[:SNAPSHOTS_AT_ONCE])
    return len(gone) > SNAPSHOTS_AT_ONCE
