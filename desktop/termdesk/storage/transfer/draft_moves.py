"""Transfer drafts to another service in one transaction, with edits, undo steps, tags, versions and notes of checks."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Sequence

from termdesk.storage import publish_jobs, undo_steps
from termdesk.storage.transfer.glossary_notes import copy_notes, forget_notes
from termdesk.storage.versions import version_records

_KEPT = "glossary_name, source, target, start, published_start, entry_count, changed_at, done_steps"


def move_drafts(connection: sqlite3.Connection, draft_ids: Sequence[str], profile: str, *, glossary_key: str) -> None:
    """Move the drafts of one glossary to a new glossary that the service of `profile` does not have."""
    original, key, glossary_id = _position(connection, draft_ids[0])
    copy_notes(connection, (original, key), (profile, glossary_key))
    version_records.copy(connection, (original, key), (profile, glossary_key))
    if glossary_id is None:
        # A glossary on the service keeps its tags. Of a local one nothing stays.
        forget_notes(connection, (original, key))
        version_records.forget(connection, (original, key))
    update = "UPDATE drafts SET profile = ?, shelf_key = ?, glossary_id = NULL, base = NULL WHERE draft_id = ?"
    for draft_id in draft_ids:
        connection.execute(update, (profile, glossary_key, draft_id))
        publish_jobs.end_calls(connection, draft_id)
        undo_steps.forget_bases(connection, draft_id)


def copy_drafts(connection: sqlite3.Connection, draft_ids: Sequence[str], profile: str, *, glossary_key: str) -> None:
    """Copy the drafts of one glossary to a new glossary that the service of `profile` does not have."""
    original, key, _ = _position(connection, draft_ids[0])
    copy_notes(connection, (original, key), (profile, glossary_key))
    version_records.copy(connection, (original, key), (profile, glossary_key))
    for draft_id in draft_ids:
        made = uuid.uuid4().hex
        connection.execute(
            f"INSERT INTO drafts (draft_id, profile, shelf_key, {_KEPT})"
            f" SELECT ?, ?, ?, {_KEPT} FROM drafts WHERE draft_id = ?",
            (made, profile, glossary_key, draft_id),
        )
        connection.execute(
            "INSERT INTO edits (draft_id, change) SELECT ?, change FROM edits WHERE draft_id = ? ORDER BY number",
            (made, draft_id),
        )
        _copy_steps(connection, draft_id, made)


def take_over_steps(connection: sqlite3.Connection, draft_id: str, copy: str) -> None:
    """Give the draft `copy`, which has the same entries, the undo history of `draft_id`."""
    _copy_steps(connection, draft_id, copy)
    connection.execute(
        "UPDATE drafts SET done_steps = (SELECT done_steps FROM drafts WHERE draft_id = ?) WHERE draft_id = ?",
        (draft_id, copy),
    )


def _copy_steps(connection: sqlite3.Connection, draft_id: str, copy: str) -> None:
    """Copy the steps without their bases, because the copy has another base."""
    columns = "place, title, change, moment"
    connection.execute(
        f"INSERT INTO steps (draft_id, {columns}) SELECT ?, {columns} FROM steps WHERE draft_id = ?", (copy, draft_id)
    )


def _position(connection: sqlite3.Connection, draft_id: str) -> tuple[str, str, str | None]:
    """Return profile, key and service id of the glossary that a draft belongs to."""
    query = "SELECT profile, shelf_key, glossary_id FROM drafts WHERE draft_id = ?"
    profile, key, glossary_id = connection.execute(query, (draft_id,)).fetchone()
    return profile, key, glossary_id
