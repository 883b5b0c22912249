"""The one door to SQLite: a file, one connection, one thread that owns it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from termdesk.domain.errors import StorageFailed
from termdesk.storage.atomic_file import set_aside

T = TypeVar("T")

# A transaction that was acknowledged is on the disk (FULL), and no other process ever writes or checkpoints
# (EXCLUSIVE), which keeps away the WAL-reset fault of SQLite before 3.51.3 as well.
_SETTINGS = (
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


class Database:
    """One SQLite file. All work on it runs in its own thread, in order, each piece as one transaction.

    `migrations[n]` is the script that brings the schema from version n to n + 1. A damaged file is set aside at
    `open`, never deleted; `damaged` then tells where it is.
    """

    def __init__(self, path: Path, *, migrations: Sequence[str]) -> None:
        self.path = path
        self.damaged: Path | None = None
        self._migrations = migrations
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=path.stem)

    async def open(self) -> None:
        """Open, check and bring up to date. Raises StorageFailed where the file is in use, or cannot be made."""
        await self._in_thread(self._open)

    async def close(self) -> None:
        """Finish what is under way and close. Nothing may be asked afterwards."""
        await self._in_thread(self._close)
        self._thread.shutdown()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` as one transaction, on the disk when this returns; nothing of it where it raises.

        Raises StorageFailed for what the disk or SQLite refuses. A caller that is cancelled while the work is
        under way gets no answer; the work ends, whole, all the same.
        """
        return await self._in_thread(lambda: self._transaction(work))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        # asyncio.wrap_future rather than the loop's own executor call, which qasync answers with its own threads.
        return await asyncio.wrap_future(self._thread.submit(work))

    def _transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        connection = self._connection
        if connection is None:
            raise StorageFailed(f"{self.path} is not open.", path=str(self.path), remedy="Start the program again.")
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise self._failure(error) from error
        return result

    def _open(self) -> None:
        try:
            self._connection = self._connected()
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise self._failure(error) from error
            self.damaged = self._put_aside()
            try:
                self._connection = self._connected()
            except sqlite3.Error as again:
                raise self._failure(again) from again
        except OSError as error:
            raise self._failure(error) from error

    def _connected(self) -> sqlite3.Connection:
        # Made before SQLite opens it: the files beside it take over its mode.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=1.0)
        try:
            for setting in _SETTINGS:
                connection.execute(setting)
            self._check(connection)
            self._migrate(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _check(self, connection: sqlite3.Connection) -> None:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(f"malformed: {found}")

    def _migrate(self, connection: sqlite3.Connection) -> None:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > len(self._migrations):
            raise StorageFailed(
                f"{self.path} was written by a newer version of this program.",
                path=str(self.path),
                remedy="Install the newer version again; the file is untouched.",
            )
        for number in range(version, len(self._migrations)):
            script = f"BEGIN IMMEDIATE; {self._migrations[number]}; PRAGMA user_version = {number + 1}; COMMIT"
            connection.executescript(script)

    def _put_aside(self) -> Path:
        aside = set_aside(self.path)
        for suffix in ("-wal", "-shm"):
            companion = self.path.with_name(self.path.name + suffix)
            if companion.exists():
                companion.rename(aside.with_name(aside.name + suffix))
        return aside

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _failure(self, error: Exception) -> StorageFailed:
        said = str(error)
        if "locked" in said:
            reason, remedy = "is in use by another running Termdesk", "Use the other window, or close it first."
        elif "full" in said:
            reason, remedy = "could not be written: the disk is full", "Free some space; nothing that was kept is lost."
        else:
            reason, remedy = f"could not be used: {said}", "Check the disk and the rights of the folder."
        return StorageFailed(f"{self.path} {reason}.", path=str(self.path), remedy=remedy)


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return any(word in str(error) for word in ("malformed", "not a database", "file is encrypted"))
