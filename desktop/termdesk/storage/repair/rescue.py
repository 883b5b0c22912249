"""Rescue the readable data of a damaged database. Data with a hash or a checkable structure is verified."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from termdesk.storage.change_codec import decode
from termdesk.storage.integrity.checks import last_number, open_unchanged, readable
from termdesk.storage.snapshots import snapshots_in_use
from termdesk.storage.step_versions import KINDS, forgotten

# Errors that a damaged file causes in a query.
UNREADABLE = (sqlite3.Error, UnicodeDecodeError, OverflowError)


@dataclass(frozen=True, slots=True)
class RescueResult:
    """What a rescue wrote to `path`: counts of complete dictionaries and edits, and of those that were lost.

    `lost_drafts` names the dictionaries that were lost.
    """

    path: Path
    dictionaries: int
    edits: int
    lost_edits: int
    lost_drafts: tuple[str, ...] = ()


def rescue(
    source: Path, target: Path, *, migrations: Sequence[str], backups: Iterable[Path], last_edit: int
) -> RescueResult:
    """Fill `target`, a new file, from the copy of a damaged database in `source`.

    Damaged versions of dictionaries are replaced from `backups`, where they are found by hash. The first unreadable
    edit ends the edits of its dictionary, because later ones build on it. Raises sqlite3.Error and OSError.
    """
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.executescript(";".join(migrations))
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("BEGIN")
        missing: dict[str, set[int]] = {}
        reached = last_edit
        with contextlib.suppress(*UNREADABLE), _open(source) as damaged:
            _copy_tables(damaged, connection)
            missing = _missing_edits(damaged, connection)
            reached = min(last_edit, last_number(damaged, "edits"))
        _drop_damaged_snapshots(connection)
        _fetch_missing_snapshots(connection, backups)
        lost_drafts, lost = _drop_baseless(connection)
        lost += _drop_broken_edits(connection, missing)
        _finish(connection, last_edit)
        connection.execute("COMMIT")
        dictionaries, edits = _counts(connection)
    return RescueResult(target, dictionaries, edits, lost + last_edit - reached, tuple(lost_drafts))


@contextlib.contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.text_factory = readable
        connection.execute("PRAGMA writable_schema = ON")
        yield connection


def _copy_tables(damaged: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy the readable rows of every table that both schemas have."""
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for (table,) in target.execute(tables).fetchall():
        columns = _columns(target, table)
        with contextlib.suppress(*UNREADABLE):
            known = _columns(damaged, table)
            columns = [each for each in columns if each in known]
        _copy_rows(damaged, target, table, columns)


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _copy_rows(damaged: sqlite3.Connection, target: sqlite3.Connection, table: str, columns: Sequence[str]) -> None:
    names = ", ".join(columns)
    insert = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})"
    for row in _rows_from_both_ends(damaged, f"SELECT {names} FROM {table} ORDER BY {{}}", _key(target, table)):
        with contextlib.suppress(*UNREADABLE):
            target.execute(insert, row)


def _rows_from_both_ends(damaged: sqlite3.Connection, query: str, key: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield rows from the start up to the damage, then from the end backwards. Some rows may come twice."""
    for order in ("ASC", "DESC"):
        try:
            yield from damaged.execute(query.format(", ".join(f"{column} {order}" for column in key)))
            return
        except UNREADABLE:
            continue


def _missing_edits(damaged: sqlite3.Connection, target: sqlite3.Connection) -> dict[str, set[int]]:
    """Return the numbers of lost edits by draft. The index is on other pages and may still list them."""
    rescued = {row[0] for row in target.execute("SELECT number FROM edits")}
    query = "SELECT draft_id, number FROM edits INDEXED BY edits_of_draft ORDER BY {}"
    missing: dict[str, set[int]] = {}
    for draft_id, number in _rows_from_both_ends(damaged, query, ("draft_id", "number")):
        if number not in rescued:
            missing.setdefault(draft_id, set()).add(number)
    return missing


def _key(connection: sqlite3.Connection, table: str) -> list[str]:
    """Return the columns that a table is ordered by on disk.

    Reading in that order needs no index, which may be damaged.
    """
    keys = [(row[5], row[1]) for row in connection.execute(f"PRAGMA table_info({table})") if row[5]]
    (sql,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return [name for _, name in sorted(keys)] if "WITHOUT ROWID" in sql.upper() else ["rowid"]


def _drop_damaged_snapshots(connection: sqlite3.Connection) -> None:
    broken = [
        content_hash
        for content_hash, content in connection.execute("SELECT hash, content FROM snapshots")
        if not is_whole_snapshot(content_hash, content)
    ]
    connection.executemany("DELETE FROM snapshots WHERE hash = ?", [(each,) for each in broken])


def is_whole_snapshot(content_hash: str, content: Any) -> bool:
    """Whether the content of a version matches its hash."""
    try:
        return hashlib.sha256(zlib.decompress(content)).hexdigest() == content_hash
    except (zlib.error, TypeError):
        return False


def _fetch_missing_snapshots(connection: sqlite3.Connection, backups: Iterable[Path]) -> None:
    present = {row[0] for row in connection.execute("SELECT hash FROM snapshots")}
    missing = snapshots_in_use(connection) - present
    for backup in backups if missing else ():
        with contextlib.suppress(*UNREADABLE), open_unchanged(backup) as copy:
            for content_hash in sorted(missing):
                row = copy.execute("SELECT * FROM snapshots WHERE hash = ?", (content_hash,)).fetchone()
                if row and is_whole_snapshot(row[0], row[1]):
                    connection.execute("INSERT OR IGNORE INTO snapshots VALUES (?, ?, ?, ?)", row)
                    missing.discard(content_hash)


def _drop_baseless(connection: sqlite3.Connection) -> tuple[list[str], int]:
    """Delete drafts whose start version is lost. If only the base is lost, mark it as unknown."""
    gone = "start NOT IN (SELECT hash FROM snapshots)"
    lost = [row[0] for row in connection.execute(f"SELECT glossary_name FROM drafts WHERE {gone}")]
    connection.execute(f"DELETE FROM drafts WHERE {gone}")
    baseless = "base NOT IN (SELECT hash FROM snapshots)"
    connection.execute(
        f"UPDATE steps SET {forgotten('base')} WHERE draft_id IN (SELECT draft_id FROM drafts WHERE {baseless})"
    )
    connection.execute(f"UPDATE drafts SET base = NULL WHERE {baseless}")
    for kind in KINDS:
        for side in (f"{kind}_before", f"{kind}_after"):
            lost_version = f"{side} NOT IN (SELECT hash FROM snapshots)"
            connection.execute(f"UPDATE steps SET {forgotten(kind)} WHERE {lost_version}")
    orphans = "DELETE FROM edits WHERE draft_id NOT IN (SELECT draft_id FROM drafts)"
    return lost, connection.execute(orphans).rowcount


def _drop_broken_edits(connection: sqlite3.Connection, missing: Mapping[str, set[int]]) -> int:
    """Delete the edits of each draft from the first lost one on. Returns how many were lost."""
    ends = {draft_id: min(numbers) for draft_id, numbers in missing.items()}
    for number, draft_id, change in connection.execute("SELECT number, draft_id, change FROM edits ORDER BY number"):
        if number < ends.get(draft_id, number + 1) and not _is_change(change):
            ends[draft_id] = number
    lost = sum(len(numbers) for numbers in missing.values())
    for draft_id, number in ends.items():
        lost += connection.execute("DELETE FROM edits WHERE draft_id = ? AND number >= ?", (draft_id, number)).rowcount
        connection.execute("DELETE FROM steps WHERE draft_id = ?", (draft_id,))
        connection.execute("UPDATE drafts SET done_steps = 0 WHERE draft_id = ?", (draft_id,))
    return lost


def _is_change(data: Any) -> bool:
    with contextlib.suppress(ValueError, TypeError, IndexError):
        decode(data)
        return True
    return False


def _finish(connection: sqlite3.Connection, last_edit: int) -> None:
    """Delete rows that refer to missing rows, and continue the numbering after the last acknowledged edit."""
    for table in ("steps", "edits"):
        connection.execute(f"DELETE FROM {table} WHERE draft_id NOT IN (SELECT draft_id FROM drafts)")
    connection.execute(
        """DELETE FROM publish_jobs WHERE target_hash NOT IN (SELECT hash FROM snapshots)
            OR before_hash IS NOT NULL AND before_hash NOT IN (SELECT hash FROM snapshots)"""
    )
    connection.execute("DELETE FROM versions WHERE hash NOT IN (SELECT hash FROM snapshots)")
    connection.execute("DELETE FROM linked_dictionaries WHERE hash NOT IN (SELECT hash FROM snapshots)")
    connection.execute(
        """DELETE FROM publish_steps WHERE run_id NOT IN (SELECT run_id FROM publish_runs)
            OR before_hash IS NOT NULL AND before_hash NOT IN (SELECT hash FROM snapshots)
            OR target_hash IS NOT NULL AND target_hash NOT IN (SELECT hash FROM snapshots)"""
    )
    found = last_number(connection, "edits")
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'edits'")
    connection.execute("INSERT INTO sqlite_sequence VALUES ('edits', ?)", (max(found, last_edit),))


def _counts(connection: sqlite3.Connection) -> tuple[int, int]:
    query = "SELECT (SELECT count(*) FROM drafts), (SELECT count(*) FROM edits)"
    dictionaries, edits = connection.execute(query).fetchone()
    return dictionaries, edits
