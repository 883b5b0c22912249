"""Versions of dictionaries that can be viewed and restored: states of the service, and versions the user kept."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database
from termdesk.storage.snapshots import insert, pack_in_thread


class VersionOrigin(StrEnum):
    """The origin of a version."""

    SERVICE = "service"  # read from the service: the first reading, or a change by others
    PUBLISHED = "published"  # published from this computer
    KEPT = "kept"  # kept by the user, with a name
    BEFORE = "before"  # the local state before changes of others were merged


@dataclass(frozen=True, slots=True)
class DictionaryVersion:
    """One version of a dictionary. `size` is the number of bytes that it takes on disk.

    If it `is_whole`, it has all rows with their details and order, else only what the service stores.
    """

    number: int
    pair: LanguagePair
    content_hash: str
    origin: VersionOrigin
    name: str
    entry_count: int
    size: int
    made_at: datetime
    is_whole: bool = False


class VersionRecords:
    """The versions of all profiles. Transactions that change what the service holds also call the function `note`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, profile: str, glossary_key: str) -> list[DictionaryVersion]:
        """Return the versions of all dictionaries of a glossary, the latest first. Raises StorageFailed."""
        query = """SELECT number, source, target, hash, origin, name, entry_count, length(content), made_at,
            is_whole FROM versions JOIN snapshots USING (hash)
            WHERE profile = ? AND glossary_key = ? ORDER BY number DESC"""
        rows = await self._database.run(
            lambda connection: connection.execute(query, (profile, glossary_key)).fetchall()
        )
        return [
            DictionaryVersion(
                number,
                LanguagePair(source, target),
                content_hash,
                VersionOrigin(origin),
                name,
                entry_count,
                size,
                datetime.fromtimestamp(made_at, UTC),
                bool(is_whole),
            )
            for number, source, target, content_hash, origin, name, entry_count, size, made_at, is_whole in rows
        ]

    async def find_service_copies(self, profile: str) -> set[tuple[str, LanguagePair]]:
        """Return glossary key and pair of each dictionary with a version of its service. Raises StorageFailed."""
        origins = (VersionOrigin.SERVICE, VersionOrigin.PUBLISHED)
        query = "SELECT DISTINCT glossary_key, source, target FROM versions WHERE profile = ? AND origin IN (?, ?)"
        rows = await self._database.run(lambda connection: connection.execute(query, (profile, *origins)).fetchall())
        return {(key, LanguagePair(source, target)) for key, source, target in rows}

    async def keep(self, profile: str, glossary_key: str, pair: LanguagePair, entries: Entries, name: str) -> None:
        """Store these entries, with their details, as a version that the user kept. Raises StorageFailed."""
        packed = await pack_in_thread(entries)

        def work(connection: sqlite3.Connection) -> None:
            insert(connection, packed)
            note(
                connection,
                profile,
                glossary_key,
                pair,
                packed.hash,
                VersionOrigin.KEPT,
                name=name,
                is_whole=True,
            )

        self._database.must_keep()
        await self._database.run(work)

    async def add_remote(self, profile: str, glossary_key: str, pair: LanguagePair, content_hash: str) -> None:
        """Add a stored snapshot as a version of the service, unless the last one is the same. Raises StorageFailed."""

        def work(connection: sqlite3.Connection) -> None:
            note(connection, profile, glossary_key, pair, content_hash, VersionOrigin.SERVICE)

        await self._database.run(work)

    async def copy(self, profile: str, glossary_key: str, copy_key: str) -> None:
        """Copy the versions of a glossary to another glossary of this profile. Raises StorageFailed."""
        origin, key = (profile, glossary_key), (profile, copy_key)
        await self._database.run(lambda connection: copy(connection, origin, key))

    async def delete(self, number: int) -> None:
        """Delete a version. Its entries are deleted by the next `tidy`, unless something else needs them."""
        delete = "DELETE FROM versions WHERE number = ?"
        await self._database.run(lambda connection: connection.execute(delete, (number,)))


def note(
    connection: sqlite3.Connection,
    profile: str,
    glossary_key: str,
    pair: LanguagePair,
    content_hash: str,
    origin: VersionOrigin,
    *,
    name: str = "",
    is_whole: bool = False,
    published_hash: str = "",
) -> None:
    """Add a version, within a transaction, unless the last one has the same content.

    `published_hash` is the hash of the part that the service has, if this version holds more.
    """
    key = (profile, glossary_key, pair.source, pair.target)
    content = published_hash or content_hash
    match origin:
        case VersionOrigin.KEPT:
            known = None
        case VersionOrigin.BEFORE:
            known = _last(connection, key, "hash", "is_whole")
        case _:
            others = f"origin NOT IN ('{VersionOrigin.KEPT}', '{VersionOrigin.BEFORE}')"
            known = _last(connection, key, "CASE published_hash WHEN '' THEN hash ELSE published_hash END", others)
    if known is not None and known[0] == content and known[1] >= is_whole:
        return
    columns = "profile, glossary_key, source, target, hash, origin, name, made_at, is_whole, published_hash"
    values = (*key, content_hash, origin, name, time.time(), is_whole, published_hash)
    connection.execute(f"INSERT INTO versions ({columns}) VALUES ({', '.join('?' * len(values))})", values)


def _last(connection: sqlite3.Connection, key: tuple[str, ...], column: str, condition: str) -> tuple[str, int] | None:
    """Return a column of the last version of a dictionary that meets a condition, and whether that version is whole."""
    found: tuple[str, int] | None = connection.execute(
        f"""SELECT {column}, is_whole FROM versions WHERE profile = ? AND glossary_key = ? AND source = ?
            AND target = ? AND {condition} ORDER BY number DESC LIMIT 1""",
        key,
    ).fetchone()
    return found


def copy(connection: sqlite3.Connection, origin: tuple[str, str], key: tuple[str, str]) -> None:
    """Copy the versions of a glossary to another, within a transaction. Both are given as profile and key.

    The content itself is stored only once.
    """
    columns = "source, target, hash, origin, name, made_at, is_whole, published_hash"
    connection.execute(
        f"""INSERT INTO versions (profile, glossary_key, {columns}) SELECT ?, ?, {columns} FROM versions
            WHERE profile = ? AND glossary_key = ? ORDER BY number""",
        (*key, *origin),
    )


def forget(connection: sqlite3.Connection, key: tuple[str, str]) -> None:
    """Delete all versions of a glossary, by its profile and its key, within a transaction."""
    connection.execute("DELETE FROM versions WHERE profile = ? AND glossary_key = ?", key)


def move(connection: sqlite3.Connection, *, profile: str, old: str, new: str) -> None:
    """Move the versions of a glossary to its new key, after a draft was published."""
    update = "UPDATE versions SET glossary_key = ? WHERE profile = ? AND glossary_key = ?"
    connection.execute(update, (new, profile, old))
