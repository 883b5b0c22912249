"""Give drafts to another service, within one transaction: with edits, undo steps, tags and what is said of checks."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Sequence

from termdesk.storage import publish_jobs

# What belongs to a glossary rather than to one draft: each table with its columns besides profile and key.
_OF_GLOSSARY = {
    "shelf_tags": "tag",
    "switched_off_kinds": "kind",
    "ignored_findings": "source, target, kind, side, phrase, note, ignored_at",
}
_KEPT = "glossary_name, source, target, start, published_start, entry_count, changed_at, done_steps"


def move_drafts(connection: sqlite3.Connection, draft_ids: Sequence[str], profile: str, *, glossary_key: str) -> None:
    """Move the drafts of one glossary to a new one, which the service of `profile` does not have."""
    _copy_notes(connection, draft_ids, profile, glossary_key)
    _forget_notes_of_local(connection, draft_ids)
    update = "UPDATE drafts SET profile = ?, shelf_key = ?, glossary_id = NULL, base = NULL WHERE draft_id = ?"
    for draft_id in draft_ids:
        connection.execute(update, (profile, glossary_key, draft_id))
        publish_jobs.end_calls(connection, draft_id)


def copy_drafts(connection: sqlite3.Connection, draft_ids: Sequence[str], profile: str, *, glossary_key: str) -> None:
    """Copy the drafts of one glossary to a new one, which the service of `profile` does not have."""
    _copy_notes(connection, draft_ids, profile, glossary_key)
    for draft_id in draft_ids:
        made = uuid.uuid4().hex
        connection.execute(
            f"INSERT INTO drafts (draft_id, profile, shelf_key, {_KEPT})"
            f" SELECT ?, ?, ?, {_KEPT} FROM drafts WHERE draft_id = ?",
            (made, profile, glossary_key, draft_id),
        )
        for table, columns, order in (
            ("edits", "change", "number"),
            ("steps", "place, title, change, moment", "place"),
        ):
            connection.execute(
                f"INSERT INTO {table} (draft_id, {columns})"
                f" SELECT ?, {columns} FROM {table} WHERE draft_id = ? ORDER BY {order}",
                (made, draft_id),
            )


def _copy_notes(connection: sqlite3.Connection, draft_ids: Sequence[str], profile: str, glossary_key: str) -> None:
    for table, columns in _OF_GLOSSARY.items():
        connection.execute(
            f"INSERT INTO {table} (profile, shelf_key, {columns}) SELECT ?, ?, {columns} FROM {table}"
            " WHERE (profile, shelf_key) = (SELECT profile, shelf_key FROM drafts WHERE draft_id = ?)",
            (profile, glossary_key, draft_ids[0]),
        )


def _forget_notes_of_local(connection: sqlite3.Connection, draft_ids: Sequence[str]) -> None:
    """Nothing stays of a glossary that only this computer has. What the service has keeps its tags."""
    for table in _OF_GLOSSARY:
        connection.execute(
            f"DELETE FROM {table} WHERE (profile, shelf_key) ="
            " (SELECT profile, shelf_key FROM drafts WHERE draft_id = ? AND glossary_id IS NULL)",
            (draft_ids[0],),
        )
