"""Publishing calls. Each is stored before its bytes are sent, so that a restart knows what to verify."""

from __future__ import annotations

import sqlite3
import time
import uuid
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method
from termdesk.storage.database import Database
from termdesk.storage.notebook.remote_writes import ReadBack, note_reading

# When entries are merged, the service keeps the old target: only a replacement changes targets.
MERGE_KEEPS_TARGETS = "merge keeps targets"
# Once, a service accepted a merge that changes targets, and had the old ones afterwards: it may keep them, or they were
# taken back elsewhere.
MERGE_MAY_KEEP_TARGETS = "merge may keep targets"
# When entries are merged, the service takes the new target.
MERGE_REPLACES_TARGETS = "merge replaces targets"


class JobState(StrEnum):
    """The state of a call.

    A `SENT` call may or may not have had an effect; only reading the dictionary back shows which.
    """

    PLANNED = "planned"
    SENT = "sent"
    VERIFIED = "verified"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class PublishJob:
    """One call that changes a dictionary on the service.

    `target_hash` is the snapshot that the service should have afterwards, `before_hash` the one it had before. A
    glossary that is being created is identified by its `nonce` until its `glossary_id` is known. `run_id` is the
    publish run that made the call; empty outside of runs, None if an older version of the program made it.
    `sent_at` is when the notebook has its first request, by this computer's clock; 0 if it has none.
    """

    job_id: str
    profile: str
    draft_id: str
    glossary_id: str | None
    glossary_name: str
    pair: LanguagePair
    method: Method
    target_hash: str
    before_hash: str | None
    nonce: str
    state: JobState
    run_id: str | None = None
    sent_at: float = 0.0


_COLUMNS = (
    "job_id, profile, draft_id, glossary_id, glossary_name, source, target, method, target_hash, before_hash,"
    " nonce, state, run_id"
)


class PublishJobs:
    """The publishing calls of all profiles, and the known traits of their services."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def plan(
        self,
        *,
        profile: str,
        draft_id: str,
        glossary_id: str | None,
        glossary_name: str,
        pair: LanguagePair,
        method: Method,
        target_hash: str,
        before_hash: str | None = None,
        nonce: str = "",
        run_id: str = "",
    ) -> PublishJob:
        """Store a call that is about to be made. Raises StorageFailed if the record would not last."""
        self._database.must_keep()
        job = PublishJob(
            job_id=uuid.uuid4().hex,
            profile=profile,
            draft_id=draft_id,
            glossary_id=glossary_id,
            glossary_name=glossary_name,
            pair=pair,
            method=method,
            target_hash=target_hash,
            before_hash=before_hash,
            nonce=nonce,
            state=JobState.PLANNED,
            run_id=run_id,
        )
        insert = f"INSERT INTO publish_jobs ({_COLUMNS}, changed_at) VALUES ({', '.join('?' * 14)})"
        await self._database.run(lambda connection: connection.execute(insert, (*_values(job), time.time())))
        return job

    async def mark(self, job_id: str, state: JobState, *, trace_id: str = "") -> None:
        """Store the new state of a call. It is on disk when this returns."""
        update = "UPDATE publish_jobs SET state = ?, trace_id = ?, changed_at = ? WHERE job_id = ?"
        values = (state, trace_id, time.time(), job_id)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(update, values)
            if state is JobState.VERIFIED:
                note_reading(connection, job_id, ReadBack.CONFIRMED)
            elif state is JobState.FAILED and not _is_creation(connection, job_id):
                note_reading(connection, job_id, ReadBack.MISSING)

        await self._database.run(work)

    async def end_creation(self, job_id: str, *, is_found: bool, is_named: bool) -> None:
        """Store that a creation whose response was lost is not completed any more, and what a reading showed of it.

        `is_found`: the service had the glossary. `is_named`: it had its final name.
        """
        update = "UPDATE publish_jobs SET state = ?, changed_at = ? WHERE job_id = ?"

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(update, (JobState.FAILED, time.time(), job_id))
            # One that is not found may still be created late.
            if is_found:
                note_reading(connection, job_id, ReadBack.CONFIRMED, method="POST")
                note_reading(connection, job_id, ReadBack.CONFIRMED if is_named else ReadBack.MISSING, method="PATCH")

        await self._database.run(work)

    async def store_written_version(self, job_id: str, stored_hash: str, *, trace_id: str = "") -> None:
        """Store the version that a call wrote instead of the planned one. It is on disk when this returns."""
        update = "UPDATE publish_jobs SET state = ?, target_hash = ?, trace_id = ?, changed_at = ? WHERE job_id = ?"
        values = (JobState.VERIFIED, stored_hash, trace_id, time.time(), job_id)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(update, values)
            note_reading(connection, job_id, ReadBack.CONFIRMED)

        await self._database.run(work)

    async def store_glossary_id(self, job_id: str, glossary_id: str) -> None:
        """Store the id of the glossary that a call created. The glossary may still have its temporary name."""
        update = "UPDATE publish_jobs SET glossary_id = ?, changed_at = ? WHERE job_id = ?"
        values = (glossary_id, time.time(), job_id)
        await self._database.run(lambda connection: connection.execute(update, values))

    async def unclear(self, profile: str, *, draft_id: str | None = None) -> list[PublishJob]:
        """Return the calls, of one draft or of all, whose outcome was never verified; the oldest first.

        Calls of deleted drafts, which older versions left open, are skipped: nobody can publish those drafts again.
        """
        query = f"""SELECT {_COLUMNS} FROM publish_jobs
            WHERE profile = ?1 AND state = ?2 AND (?3 IS NULL OR draft_id = ?3)
            AND draft_id IN (SELECT draft_id FROM drafts) ORDER BY number"""
        values = (profile, JobState.SENT, draft_id)
        return await self._database.run(lambda connection: [_job(row) for row in connection.execute(query, values)])

    async def since(self, draft_id: str, number: int, *, glossary_id: str | None = None) -> list[PublishJob]:
        """Return the calls of a draft after the call with this number, the oldest first.

        With `glossary_id`, also those of its dictionaries that had other drafts.
        """
        sent_at = "(SELECT min(made_at) FROM remote_writes AS w WHERE w.job_id = publish_jobs.job_id)"
        query = f"""SELECT {_COLUMNS}, coalesce({sent_at}, 0.0) FROM publish_jobs
            WHERE (draft_id = ? OR glossary_id = ?) AND number > ? ORDER BY number"""
        values = (draft_id, glossary_id, number)
        return await self._database.run(lambda connection: [_job(row) for row in connection.execute(query, values)])

    async def last_states(self, profile: str) -> dict[str, JobState]:
        """Return the state of the last call of each draft."""
        # With a single max() in an aggregate, SQLite takes the other columns from the same row.
        query = "SELECT draft_id, state, max(number) FROM publish_jobs WHERE profile = ? GROUP BY draft_id"
        rows = await self._database.run(lambda connection: connection.execute(query, (profile,)).fetchall())
        return {draft_id: JobState(state) for draft_id, state, _ in rows}

    async def learn(self, profile: str, trait: str) -> None:
        """Store a trait of the service of a profile."""
        insert = "INSERT OR IGNORE INTO service_traits VALUES (?, ?)"
        await self._database.run(lambda connection: connection.execute(insert, (profile, trait)))

    async def has_learned(self, profile: str, trait: str) -> bool:
        """Whether `learn` stored this trait for the service of a profile."""
        query = "SELECT 1 FROM service_traits WHERE profile = ? AND trait = ?"
        found = await self._database.run(lambda connection: connection.execute(query, (profile, trait)).fetchone())
        return found is not None


def end_calls(connection: sqlite3.Connection, draft_id: str) -> None:
    """Mark the open calls of a deleted draft as failed, within the transaction that deletes it.

    The service may have what was sent all the same, so an interrupted run keeps its versions. Ended calls stay, because
    they refer to the published versions.
    """
    # Without the draft, no reading settles these calls. Undoing the run compares the service with these versions.
    query = """SELECT before_hash, target_hash, run_id FROM publish_jobs
        WHERE draft_id = ? AND state = ? AND method != ? ORDER BY number"""
    keep = """UPDATE publish_steps
        SET before_hash = CASE WHEN target_hash IS NULL THEN ?1 ELSE before_hash END, target_hash = ?2
        WHERE draft_id = ?4 AND (?3 IS NULL OR run_id = ?3) AND state IN ('sent', 'partly')"""
    for versions in connection.execute(query, (draft_id, JobState.SENT, Method.CREATE)).fetchall():
        connection.execute(keep, (*versions, draft_id))
    update = "UPDATE publish_jobs SET state = ? WHERE draft_id = ? AND state NOT IN (?, ?)"
    connection.execute(update, (JobState.FAILED, draft_id, JobState.VERIFIED, JobState.FAILED))


def _is_creation(connection: sqlite3.Connection, job_id: str) -> bool:
    """Return whether a call creates a glossary. A failed one may be created all the same, and deleted later."""
    query = "SELECT method FROM publish_jobs WHERE job_id = ?"
    row = connection.execute(query, (job_id,)).fetchone()
    return bool(row) and row[0] == Method.CREATE


def _values(job: PublishJob) -> tuple[Any, ...]:
    return (
        job.job_id,
        job.profile,
        job.draft_id,
        job.glossary_id,
        job.glossary_name,
        job.pair.source,
        job.pair.target,
        job.method,
        job.target_hash,
        job.before_hash,
        job.nonce,
        job.state,
        job.run_id,
    )


def _job(row: tuple[Any, ...]) -> PublishJob:
    job_id, profile, draft_id, glossary_id, name, source, target, method, merged, before, nonce, state, *rest = row
    dictionary = (job_id, profile, draft_id, glossary_id, name, LanguagePair(source, target))
    return PublishJob(*dictionary, Method(method), merged, before, nonce, JobState(state), *rest)
