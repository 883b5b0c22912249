"""Local notes on a glossary besides its drafts: tags, its lock, kinds switched off, ignored findings."""

from __future__ import annotations

import sqlite3

from termdesk.storage.transfer.local_only_glossaries import copy_lock

# A profile and the key of a glossary of that profile.
GlossaryKey = tuple[str, str]

# Each table, with its columns besides profile and key.
_TABLES = {
    "shelf_tags": "tag",
    "local_only_glossaries": "locked_at",
    "switched_off_kinds": "kind",
    "ignored_findings": "source, target, kind, side, phrase, note, ignored_at",
}


def copy_notes(connection: sqlite3.Connection, origin: GlossaryKey, copy: GlossaryKey) -> None:
    """Give a copy of a glossary the notes of the original, within a transaction."""
    for table, columns in _TABLES.items():
        connection.execute(
            f"INSERT OR IGNORE INTO {table} (profile, shelf_key, {columns}) SELECT ?, ?, {columns} FROM {table}"
            " WHERE profile = ? AND shelf_key = ?",
            (*copy, *origin),
        )
    copy_lock(connection, origin[1], copy)


def forget_notes(connection: sqlite3.Connection, key: GlossaryKey) -> None:
    """Delete the notes of a glossary that is gone, within a transaction."""
    for table in _TABLES:
        connection.execute(f"DELETE FROM {table} WHERE profile = ? AND shelf_key = ?", key)
