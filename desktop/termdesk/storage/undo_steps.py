"""The undo and redo steps of a draft, stored beside its edits so that they survive a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from termdesk.domain.entries.changes import Change
from termdesk.storage.change_codec import decode, encode
from termdesk.storage.links.common_steps import move_common
from termdesk.storage.step_versions import KINDS, attach_versions, forgotten

# Limits for the steps read when a draft is opened; steps farther from the current state are dropped. A replacement in
# 60,000 cells takes about 2 MB, one cell 100 bytes.
MAX_STEPS = 10_000
MAX_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class StepMark:
    """The step that a change belongs to: its `position` among all steps of the draft, and its title.

    `is_new`: it is a new step, and the steps after it are deleted. `may_be_empty`: it is a step even if it changes no
    entry, because it comes with a new base, or settles conflicts with a folder. `is_done` False: it was undone.
    `moment` is when it was first taken, as `time.time` counts. It is the same for steps taken together, and 0 if
    unknown.
    """

    position: int
    title: str
    is_done: bool = True
    is_new: bool = False
    moment: float = 0.0
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The current state of a step. `change` is applied next: the undo of a done step, the redo of an undone one."""

    mark: StepMark
    change: Change


@dataclass(frozen=True, slots=True)
class StepBases:
    """The hashes of the base before and after a step that came with a new base, such as a merge.

    `before` is None if the service never had any version.
    """

    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class StoredStep:
    """A step that was read from disk. It is decoded only when it is needed."""

    title: str
    packed: bytes
    moment: float = 0.0
    bases: StepBases | None = None

    def change(self) -> Change:
        """Return the change that undo or redo applies next. Its row ids are those of the program run that stored it."""
        return decode(self.packed)


def note(connection: sqlite3.Connection, draft_id: str, steps: Iterable[Step | None]) -> None:
    """Store the new states of these steps, in order, within a transaction. None deletes all earlier steps.

    Undoing a step that came with a new base brings the former base back, and redoing it the newer one, unless the base
    has moved on since. It happens in the same transaction: a base newer than the entries would pass the changes of
    others for edits that remove them.
    """
    for step in steps:
        if step is None:
            _forget(connection, draft_id, from_position=0)
            _set_done(connection, draft_id, 0)
            continue
        mark = step.mark
        if mark.is_new:
            _forget(connection, draft_id, from_position=mark.position)
        insert = """INSERT INTO steps (draft_id, place, title, change, moment) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (draft_id, place) DO UPDATE
            SET title = excluded.title, change = excluded.change, moment = excluded.moment"""
        # A title made from a file name may have a lone surrogate. It must not keep the edit from being stored.
        title = mark.title.encode("utf-8", "replace").decode("utf-8")
        connection.execute(insert, (draft_id, mark.position, title, encode(step.change), mark.moment))
        _set_done(connection, draft_id, mark.position + mark.is_done)
        if not mark.is_new:
            _move_base(connection, draft_id, mark)
            move_common(connection, draft_id, mark.position, is_done=mark.is_done)


def attach_bases(connection: sqlite3.Connection, draft_id: str, moment: float, bases: StepBases) -> bool:
    """Record within a transaction that the step of this moment came with a new base. Return whether it is done."""
    return attach_versions(connection, draft_id, moment, "base", before=bases.before, after=bases.after)


def bases_of(connection: sqlite3.Connection, draft_id: str, moment: float) -> StepBases | None:
    """Return the bases of the step of this moment; None if it has none."""
    query = "SELECT base_before, base_after FROM steps WHERE draft_id = ? AND moment = ?"
    return _bases(*(connection.execute(query, (draft_id, moment)).fetchone() or (None, None)))


def forget_bases(connection: sqlite3.Connection, draft_id: str) -> None:
    """Keep the steps, but not the bases that they came with: those are of another service or glossary."""
    for kind in KINDS:
        connection.execute(f"UPDATE steps SET {forgotten(kind)} WHERE draft_id = ?", (draft_id,))


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
    query = "SELECT title, change, moment, base_before, base_after FROM steps WHERE draft_id = ? ORDER BY place"
    rows = connection.execute(query, (draft_id,))
    steps = [StoredStep(title, packed, moment, _bases(before, after)) for title, packed, moment, before, after in rows]
    return steps, done - first


def _bases(before: str | None, after: str | None) -> StepBases | None:
    return StepBases(before, after) if after is not None else None


def _move_base(connection: sqlite3.Connection, draft_id: str, mark: StepMark) -> None:
    """Bring the base of a step that was undone or redone, if the present one is the other base of this step."""
    query = "SELECT base_before, base_after FROM steps WHERE draft_id = ? AND place = ?"
    bases = _bases(*connection.execute(query, (draft_id, mark.position)).fetchone())
    if bases is None:
        return
    old, new = (bases.before, bases.after) if mark.is_done else (bases.after, bases.before)
    update = "UPDATE drafts SET base = ? WHERE draft_id = ? AND base IS ?"
    if connection.execute(update, (new, draft_id, old)).rowcount:
        # The library says again that the service has other entries.
        note = """UPDATE seen_dictionaries SET has_changed = ? WHERE (profile, glossary_id, source, target) =
            (SELECT profile, glossary_id, source, target FROM drafts WHERE draft_id = ?)"""
        connection.execute(note, (not mark.is_done, draft_id))


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
