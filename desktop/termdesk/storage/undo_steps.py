"""The undo and redo steps of a draft, stored beside its edits so that they survive a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from termdesk.domain.entries.changes import Change
from termdesk.storage.change_codec import decode, encode

# Limits for the steps read when a draft is opened; steps farther from the current state are dropped. A replacement in
# 60,000 cells takes about 2 MB, one cell 100 bytes.
MAX_STEPS = 10_000
MAX_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class StepMark:
    """The step that a change belongs to: its `position` among all steps of the draft, and its title.

    `is_new`: it is a new step, and the steps after it are deleted. `is_done` False: it was undone. `moment` is when it
    was first taken, as `time.time` counts. It is the same for steps taken together, and 0 if unknown.
    """

    position: int
    title: str
    is_done: bool = True
    is_new: bool = False
    moment: float = 0.0


@dataclass(frozen=True, slots=True)
class Step:
    """The current state of a step. `change` is applied next: the undo of a done step, the redo of an undone one."""

    mark: StepMark
    change: Change


@dataclass(frozen=True, slots=True)
class StoredStep:
    """A step that was read from disk. It is decoded only when it is needed."""

    title: str
    packed: bytes
    moment: float = 0.0

    def change(self) -> Change:
        """Return the change that undo or redo applies next. Its row ids are those of the program run that stored it."""
        return decode(self.packed)


def note(connection: sqlite3.Connection, draft_id: str, steps: Iterable[Step | None]) -> None:
    """Store the new states of these steps, in order, within a transaction. None deletes all earlier steps."""
    for step in steps:
        if step is None:
            _forget(connection, draft_id, from_position=0)
            _set_done(connection, draft_id, 0)
            continue
        mark = step.mark
        if mark.is_new:
            _forget(connection, draft_id, from_position=mark.position)
        insert = "INSERT OR REPLACE INTO steps (draft_id, place, title, change, moment) VALUES (?, ?, ?, ?, ?)"
        # A title made from a file name may have a lone surrogate. It must not keep the edit from being stored.
        title = mark.title.encode("utf-8", "replace").decode("utf-8")
        connection.execute(insert, (draft_id, mark.position, title, encode(step.change), mark.moment))
        _set_done(connection, draft_id, mark.position + mark.is_done)


def read_steps(connection: sqlite3.Connection, draft_id: str) -> tuple[list[StoredStep], int]:
    """Return the stored steps of a draft, the first one first, and how many of them are done.

    If there are too many, the steps farthest from the current state are left out. A step applies only after the steps
    before it, so the result has no gap.
    """
    (done,) = connection.execute("SELECT done_steps FROM drafts WHERE draft_id = ?", (draft_id,)).fetchone()
    sizes = connection.execute("SELECT place, length(change) FROM steps WHERE draft_id = ?", (draft_id,)).fetchall()
    first = end = done
    size = 0
    for position, bytes_more in sorted(sizes, key=lambda each: abs(each[0] - done + 0.5)):
        size += bytes_more
        if end - first == MAX_STEPS or size > MAX_BYTES:
            break
        first, end = min(first, position), max(end, position + 1)
    _forget(connection, draft_id, from_position=end)
    if first:
        _drop_before(connection, draft_id, first)
    query = "SELECT title, change, moment FROM steps WHERE draft_id = ? ORDER BY place"
    return [StoredStep(*row) for row in connection.execute(query, (draft_id,))], done - first


def _forget(connection: sqlite3.Connection, draft_id: str, *, from_position: int) -> None:
    connection.execute("DELETE FROM steps WHERE draft_id = ? AND place >= ?", (draft_id, from_position))


def _drop_before(connection: sqlite3.Connection, draft_id: str, first: int) -> None:
    connection.execute("DELETE FROM steps WHERE draft_id = ? AND place < ?", (draft_id, first))
    # Renumber by way of negative places: rows change one by one, and no two may have the same place.
    connection.execute("UPDATE steps SET place = -1 - (place - ?) WHERE draft_id = ?", (first, draft_id))
    connection.execute("UPDATE steps SET place = -1 - place WHERE draft_id = ?", (draft_id,))
    connection.execute("UPDATE drafts SET done_steps = max(0, done_steps - ?) WHERE draft_id = ?", (first, draft_id))


def _set_done(connection: sqlite3.Connection, draft_id: str, done: int) -> None:
    connection.execute("UPDATE drafts SET done_steps = ? WHERE draft_id = ?", (done, draft_id))
