"""Publishing runs that have not ended: the dictionaries that they send, and the state of each."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database
from termdesk.storage.publish_jobs import JobState


class RunState(StrEnum):
    """The state of a run. A `RUNNING` one that no program runs was interrupted by a crash."""

    RUNNING = "running"
    WAITING = "waiting"  # the service could not be reached, or rejected the key
    STOPPED = "stopped"  # a step failed, or the user cancelled it
    UNDOING = "undoing"


class StepState(StrEnum):
    """The state of the publication of one dictionary."""

    PLANNED = "planned"  # nothing was sent
    SENT = "sent"  # it may be on the service; only reading it back shows whether it is
    VERIFIED = "verified"
    PARTLY = "partly"  # others wrote at the same time and replaced part of it
    FAILED = "failed"  # the last attempt wrote nothing
    UNDONE = "undone"  # the service again has what it had before
    LEFT_ALONE = "left alone"  # not undone, because others have changed it since
    SUPERSEDED = "published since"  # a later run has published this dictionary, so it is no longer this one's work


_NOT_WRITTEN = (StepState.UNDONE, StepState.LEFT_ALONE, StepState.SUPERSEDED)
_PENDING = (StepState.PLANNED, StepState.SENT, StepState.PARTLY, StepState.FAILED)


@dataclass(frozen=True, slots=True)
class PublishStep:
    """The publication of one dictionary.

    `change_hash` identifies the planned change; it is empty until somebody has seen the plan. `added`, `changed` and
    `removed` count its phrases. `after_call` is the number of the last publishing call before this step was sent.
    `target_hash` is the version that was read back after the last attempt that wrote something (None: none did).
    `before_hash` is the version before the first attempt (None: the service had no such dictionary).
    `creates_glossary`: the step created the whole glossary.
    """

    position: int
    draft_id: str
    glossary_id: str | None
    glossary_name: str
    pair: LanguagePair
    change_hash: str
    added: int
    changed: int
    removed: int
    state: StepState = StepState.PLANNED
    after_call: int = 0
    creates_glossary: bool = False
    before_hash: str | None = None
    target_hash: str | None = None

    @property
    def is_pending(self) -> bool:
        """Whether the dictionary is not known to be on the service."""
        return self.state in _PENDING

    @property
    def was_written(self) -> bool:
        """Whether the service is known to hold changes of this step, which undoing would take back."""
        return self.target_hash is not None and self.state not in _NOT_WRITTEN

    @property
    def is_unclear(self) -> bool:
        """Whether it was sent, and only reading back tells what the service has of it."""
        return self.state in (StepState.SENT, StepState.PARTLY)

    @property
    def may_be_of_others(self) -> bool:
        """Whether nobody can tell who wrote what a reading finds: the same change may have been made elsewhere.

        A new glossary is known by the mark of its creation.
        """
        return self.is_unclear and self.glossary_id is not None

    @property
    def may_be_written(self) -> bool:
        """Like `was_written`, but also true while nobody has read back whether the service has the changes."""
        return self.was_written or self.is_unclear


@dataclass(frozen=True, slots=True)
class PublishRun:
    """One publication of any number of dictionaries to the service of a profile. `steps` are in order.

    `stop_reason` is why it stopped, as `application/stored_failure.py` encodes it; empty if nobody knows.
    """

    run_id: str
    profile: str
    state: RunState
    started_at: float
    steps: tuple[PublishStep, ...]
    stop_reason: str = ""

    @property
    def short_id(self) -> str:
        """The beginning of the id, by which users name the run on the command line."""
        return self.run_id[:8]

    @property
    def is_waiting(self) -> bool:
        """Whether the run waits until the service is reachable or accepts the key."""
        return self.state is RunState.WAITING and not self.is_superseded

    @property
    def is_superseded(self) -> bool:
        """Whether later runs have published all that was left, so that this one can only be forgotten."""
        has_superseded = any(step.state is StepState.SUPERSEDED for step in self.steps)
        return has_superseded and not self.pending and self.state is not RunState.UNDOING

    @property
    def verified(self) -> list[PublishStep]:
        """The steps that are done and were verified on the service."""
        return [step for step in self.steps if step.state is StepState.VERIFIED]

    @property
    def pending(self) -> list[PublishStep]:
        """The steps whose dictionaries are not known to be on the service."""
        return [step for step in self.steps if step.is_pending]

    @property
    def may_have_written(self) -> bool:
        """Whether any change of this run may be on the service."""
        return any(step.may_be_written for step in self.steps)


_RUN_COLUMNS = "run_id, profile, state, started_at, stop_reason"
_STEP_COLUMNS = (
    "place, draft_id, glossary_id, glossary_name, source, target, change_hash, added, changed, removed, state,"
    " after_call, creates_glossary, before_hash, target_hash"
)
_LAST_CALL = "(SELECT coalesce(max(number), 0) FROM publish_jobs)"


class PublishRuns:
    """The publishing runs of all profiles that have not ended. All methods raise StorageFailed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, run: PublishRun) -> None:
        """Store a run with all its steps, or the rest of a continued one. It is on disk when this returns."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM publish_steps WHERE run_id = ?", (run.run_id,))
            insert = f"INSERT OR REPLACE INTO publish_runs ({_RUN_COLUMNS}) VALUES (?, ?, ?, ?, ?)"
            connection.execute(insert, (run.run_id, run.profile, run.state, run.started_at, run.stop_reason))
            positions = ", ".join("?" * 16)
            insert = f"INSERT INTO publish_steps (run_id, {_STEP_COLUMNS}) VALUES ({positions})"
            connection.executemany(insert, [(run.run_id, *_values(step)) for step in run.steps])

        self._database.must_keep()
        await self._database.run(work)

    async def all(self, profile: str) -> list[PublishRun]:
        """Return the runs of a profile, the oldest first."""

        def work(connection: sqlite3.Connection) -> list[PublishRun]:
            query = f"SELECT {_RUN_COLUMNS} FROM publish_runs WHERE profile = ? ORDER BY started_at"
            return [_run(connection, row) for row in connection.execute(query, (profile,)).fetchall()]

        return await self._database.run(work)

    async def find(self, run_id: str) -> PublishRun | None:
        """Return the current state of a run; None if it has ended."""

        def work(connection: sqlite3.Connection) -> PublishRun | None:
            query = f"SELECT {_RUN_COLUMNS} FROM publish_runs WHERE run_id = ?"
            row = connection.execute(query, (run_id,)).fetchone()
            return _run(connection, row) if row else None

        return await self._database.run(work)

    async def mark(self, run_id: str, state: RunState, *, stop_reason: str = "") -> None:
        """Store the state of a run, and why it stopped."""
        update = "UPDATE publish_runs SET state = ?, stop_reason = ? WHERE run_id = ?"
        await self._database.run(lambda connection: connection.execute(update, (state, stop_reason, run_id)))

    async def mark_sent(self, run_id: str, position: int) -> None:
        """Record, before a step is sent, that the service may have it from now on."""
        update = f"UPDATE publish_steps SET state = ?, after_call = {_LAST_CALL} WHERE run_id = ? AND place = ?"
        values = (StepState.SENT, run_id, position)
        await self._database.run(lambda connection: connection.execute(update, values))

    async def mark_step(self, run_id: str, step: PublishStep, state: StepState) -> PublishStep:
        """Store the state of a step, with its glossary and versions, and return the new step."""
        step = replace(step, state=state)
        await self._database.run(lambda connection: _store(connection, run_id, step))
        return step

    async def mark_written(self, run: PublishRun, step: PublishStep) -> PublishStep:
        """Store that a step was written and read back, and return it. It is no longer the work of other runs.

        Other runs that have sent nothing, and have nothing left to send, end.
        """
        step = replace(step, state=StepState.VERIFIED)

        def work(connection: sqlite3.Connection) -> None:
            _store(connection, run.run_id, step)
            query = f"SELECT {_RUN_COLUMNS} FROM publish_runs WHERE profile = ? AND run_id != ?"
            for row in connection.execute(query, (run.profile, run.run_id)).fetchall():
                _supersede(connection, _run(connection, row), step)

        await self._database.run(work)
        return step

    async def end(self, run_id: str) -> None:
        """Delete a run that is done, undone, or left as it is."""
        await self._database.run(lambda connection: _end(connection, run_id))


def new_run(run_id: str, profile: str, steps: Sequence[PublishStep]) -> PublishRun:
    """Return a new run that starts at the current time."""
    return PublishRun(run_id, profile, RunState.RUNNING, time.time(), tuple(steps))


def _store(connection: sqlite3.Connection, run_id: str, step: PublishStep) -> None:
    update = """UPDATE publish_steps SET state = ?, glossary_id = ?, creates_glossary = ?, before_hash = ?,
        target_hash = ? WHERE run_id = ? AND place = ?"""
    versions = (step.creates_glossary, step.before_hash, step.target_hash)
    connection.execute(update, (step.state, step.glossary_id, *versions, run_id, step.position))


def _supersede(connection: sqlite3.Connection, run: PublishRun, by: PublishStep) -> None:
    """Mark the steps of a run that were to publish the same dictionary, which another run has published.

    A run that has sent nothing only loses these steps, and ends with the last one.
    """
    done = [step for step in run.pending if _is_same_dictionary(_locate(connection, step), by)]
    places = [(run.run_id, step.position) for step in done]
    if run.may_have_written or len(run.pending) < len(run.steps):
        update = "UPDATE publish_steps SET state = ? WHERE run_id = ? AND place = ?"
        connection.executemany(update, [(StepState.SUPERSEDED, *place) for place in places])
        return
    connection.executemany("DELETE FROM publish_steps WHERE run_id = ? AND place = ?", places)
    if len(done) == len(run.steps):
        _end(connection, run.run_id)


def _locate(connection: sqlite3.Connection, step: PublishStep) -> PublishStep:
    """Return a step with its glossary, if one of the calls of its draft created that after the step was stored."""
    if step.glossary_id is not None:
        return step
    query = """SELECT glossary_id FROM publish_jobs WHERE draft_id = ? AND glossary_id IS NOT NULL AND state = ?
        ORDER BY number DESC LIMIT 1"""
    row = connection.execute(query, (step.draft_id, JobState.VERIFIED)).fetchone()
    return replace(step, glossary_id=row[0]) if row else step


def _is_same_dictionary(step: PublishStep, other: PublishStep) -> bool:
    # The draft of a published dictionary is deleted when it is closed; later edits have another one.
    is_same_place = step.glossary_id is not None and step.glossary_id == other.glossary_id
    return step.draft_id == other.draft_id or (is_same_place and step.pair.roots == other.pair.roots)


def _end(connection: sqlite3.Connection, run_id: str) -> None:
    connection.execute("DELETE FROM publish_steps WHERE run_id = ?", (run_id,))
    connection.execute("DELETE FROM publish_runs WHERE run_id = ?", (run_id,))


def _values(step: PublishStep) -> tuple[Any, ...]:
    dictionary = (step.draft_id, step.glossary_id, step.glossary_name, step.pair.source, step.pair.target)
    change = (step.change_hash, step.added, step.changed, step.removed)
    written = (step.creates_glossary, step.before_hash, step.target_hash)
    return (step.position, *dictionary, *change, step.state, step.after_call, *written)


def _run(connection: sqlite3.Connection, row: tuple[Any, ...]) -> PublishRun:
    run_id, profile, state, started_at, stop_reason = row
    query = f"SELECT {_STEP_COLUMNS} FROM publish_steps WHERE run_id = ? ORDER BY place"
    steps = [_step(*values) for values in connection.execute(query, (run_id,))]
    return PublishRun(run_id, profile, RunState(state), started_at, tuple(steps), stop_reason)


def _step(
    position: int,
    draft_id: str,
    glossary_id: str | None,
    name: str,
    source: str,
    target: str,
    change_hash: str,
    *rest: Any,
) -> PublishStep:
    added, changed, removed, state, after_call, creates_glossary, before_hash, target_hash = rest
    dictionary = (position, draft_id, glossary_id, name, LanguagePair(source, target), change_hash)
    written = (bool(creates_glossary), before_hash, target_hash)
    return PublishStep(*dictionary, added, changed, removed, StepState(state), after_call, *written)
