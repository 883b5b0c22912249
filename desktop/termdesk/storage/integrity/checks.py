"""Check a database with SQLite, and open a copy of it without changing it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from termdesk.storage.integrity.damage import DamageFinding, DamageKind


def findings_of(connection: sqlite3.Connection) -> list[DamageFinding]:
    """Return the findings of `integrity_check` and `foreign_key_check`; empty if there are none."""
    try:
        findings = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)")]
        if findings != ["ok"]:
            return [DamageFinding(DamageKind.MALFORMED, words="; ".join(findings)[:300])]
        broken = len(connection.execute("PRAGMA foreign_key_check").fetchall())
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return [error_finding(error)]
    return [DamageFinding(DamageKind.BROKEN_REFERENCES, broken)] if broken else []


def error_finding(error: Exception) -> DamageFinding:
    """Return a finding for an error of SQLite.

    A damaged error message raises UnicodeDecodeError instead of sqlite3.Error.
    """
    words = "its structure cannot be read" if isinstance(error, UnicodeDecodeError) else str(error)
    return DamageFinding(DamageKind.MALFORMED, words=words[:300])


@contextlib.contextmanager
def open_unchanged(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database that nobody writes, ignoring its log and creating no files beside it."""
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as connection:
        connection.text_factory = readable
        yield connection


def readable(data: bytes) -> str:
    """Return a stored text as a string, even if its bytes are damaged."""
    return data.decode("utf-8", "replace")


def last_number(connection: sqlite3.Connection, table: str) -> int:
    """Return the highest row number that a table ever assigned; 0 if it assigned none."""
    query = "SELECT seq FROM sqlite_sequence WHERE name = ?"
    try:
        found = connection.execute(query, (table,)).fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return 0
        raise
    return int(found[0]) if found else 0
