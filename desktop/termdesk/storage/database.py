"""The one door to SQLite: a file, one connection, one thread that owns it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, TypeVar

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy
from termdesk.storage.files.atomic_file import write_failed
from termdesk.storage.files.file_lock import FileLock
from termdesk.storage.integrity.backups import Backup, BackupNotSound, Backups
from termdesk.storage.integrity.checks import findings_of, last_number, malformed
from termdesk.storage.integrity.damage import Damage, DatabaseDamaged, DatabaseInUse, NewerDatabase
from termdesk.storage.integrity.guard import DatabaseGuard, beside

T = TypeVar("T")

# A transaction that was acknowledged is on the disk (FULL), and no other process ever writes or checkpoints
# (EXCLUSIVE), which keeps away the WAL-reset fault of SQLite before 3.51.3 as well. Checkpoints are the guard's.
_SETTINGS = (
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA auto_vacuum = INCREMENTAL",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA wal_autocheckpoint = 0",
    "PRAGMA journal_size_limit = 8388608",
)
_INCREMENTAL = 2
# How often a file is copied that another process writes meanwhile.
MOST_COPIES = 5
# What a damaged file makes of a call, besides SQLite's own errors: texts and even messages that are no UTF-8.
_REFUSALS = (sqlite3.Error, UnicodeDecodeError, OverflowError)


class Database:
    """One SQLite file. All work on it runs in its own thread, in order, each piece as one transaction.

    `migrations[n]` is the script that brings the schema from version n to n + 1; `numbered` the table whose rows are
    acknowledged one by one. A damaged file stays as it is: `open` raises DatabaseDamaged, and `Repair` puts it right.
    """

    def __init__(self, path: Path, *, migrations: Sequence[str], backups: Path | None = None, numbered: str = "edits"):
        self.path = path
        self.backups = Backups(backups or path.parent / "backups")
        self.is_read_only = False
        self._migrations = migrations
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=path.stem)
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._lock = FileLock(beside(path, "-lock"))
        self._guard = DatabaseGuard(path, numbered=numbered)
        self._read_only_copy: Path | None = None
        self._is_closing = False

    @property
    def commits(self) -> int:
        """How many transactions wrote something, in all sessions."""
        return self._guard.mark.commits

    async def open(self, *, read_only: bool = False) -> None:
        """Check, open and bring up to date.

        Raises DatabaseDamaged, DatabaseInUse, NewerDatabase where a newer version wrote it, else StorageFailed.
        `read_only` opens a copy of what any version wrote, and never touches the file: what is written goes with the
        copy, and work that must be kept is refused by `must_keep`.
        """
        await self._in_thread(self._open_read_only if read_only else self._open)

    async def close(self) -> None:
        """Finish what is under way, give up a copy that is being made, and close. Nothing may be asked afterwards."""
        self._is_closing = True
        await self._in_thread(self._close)
        self._thread.shutdown()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` as one transaction, on the disk when this returns; nothing of it where it raises.

        Raises StorageFailed for what the disk or SQLite refuses. A caller that is cancelled while the work is
        under way gets no answer; the work ends, whole, all the same.
        """
        return await self._in_thread(lambda: self._transaction(work))

    def must_keep(self) -> None:
        """Raise StorageFailed where what is about to be written would be gone with the copy that is open."""
        if self.is_read_only:
            raise StorageFailed(
                StorageMessage.NEWER_READ_ONLY(path=str(self.path)),
                path=str(self.path),
                remedy=StorageRemedy.INSTALL_NEWER_TO_EDIT(),
            )

    async def check(self, *, keep: bool) -> Backup | None:
        """Copy the database, look through the copy, and `keep` it as a backup. Others write meanwhile.

        Raises StorageFailed where no copy could be made, or where it is not sound; the next opening then looks
        through the whole database.
        """
        if self.is_read_only:
            return None
        temporary, version, commits = await self._in_thread(self._copied)
        try:
            backup = await asyncio.to_thread(
                self.backups.finish, temporary, version=version, commits=commits, keep=keep
            )
        except BackupNotSound:
            await self._in_thread(self._guard.doubt)
            raise
        await self._in_thread(self._guard.drop_copy)
        return backup

    async def give_back_space(self, *, most_pages: int) -> bool:
        """Give some of the file's unused pages back to the disk; says whether there are more."""

        def work() -> bool:
            connection = self._open_connection()
            if self.is_read_only or not _unused_pages(connection):
                return False
            try:
                connection.execute(f"PRAGMA incremental_vacuum({most_pages})").fetchall()
            except _REFUSALS as error:
                raise self._failure(error) from error
            self._guard.committed(connection, self._guard.mark.last_edit)
            return _unused_pages(connection) > 0

        return await self._in_thread(work)

    # In the thread of the database

    async def _in_thread(self, work: Callable[[], T]) -> T:
        future: Future[T] = Future()
        self._waiting.append((future, work))
        self._thread.submit(self._do_next)
        # asyncio.wrap_future rather than the loop's own executor call, which qasync answers with its own threads.
        return await asyncio.wrap_future(future)

    def _do_next(self) -> None:
        with contextlib.suppress(IndexError):
            future, work = self._waiting.popleft()
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)

    def _transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        connection = self._open_connection()
        try:
            changes = connection.total_changes
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                if connection.total_changes != changes:
                    self._must_be_there()
                last_edit = last_number(connection, self._guard.numbered)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except _REFUSALS as error:
            raise self._failure(error) from error
        if connection.total_changes != changes and not self.is_read_only:
            self._guard.committed(connection, last_edit)
        return result

    def _must_be_there(self) -> None:
        """Raise StorageFailed if the file was moved or deleted: what is written into it would be lost."""
        if not self.is_read_only and self._guard.is_gone():
            path = str(self.path)
            raise StorageFailed(StorageMessage.FILE_GONE(path=path), path=path, remedy=StorageRemedy.BRING_BACK())

    def _open_connection(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StorageFailed(
                StorageMessage.NOT_OPEN(path=str(self.path)), path=str(self.path), remedy=StorageRemedy.START_AGAIN()
            )
        return self._connection

    def _open(self) -> None:
        try:
            if not self._lock.acquire():
                raise DatabaseInUse(self.path)
            damage = self._guard.inspect()
            if damage is not None:
                raise DatabaseDamaged(damage)
            if self._guard.version > len(self._migrations):
                raise NewerDatabase(self.path)
            self._connection = self._connected()
        except (OSError, *_REFUSALS) as error:
            self._give_up()
            if is_damage(error):
                raise DatabaseDamaged(Damage(self.path, (malformed(error),), self._guard.mark.last_edit)) from error
            raise self._failure(error) from error
        except StorageFailed:
            self._give_up()
            raise

    def _give_up(self) -> None:
        self._guard.close()
        self._lock.release()

    def _connected(self) -> sqlite3.Connection:
        # Made before SQLite opens it: the files beside it take over its mode.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        self._guard.hold()
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=1.0)
        try:
            for setting in _SETTINGS:
                connection.execute(setting)
            # Where every page is known to be as it was written, there is nothing to look for.
            if not self._guard.has_checksums and (findings := findings_of(connection)):
                raise DatabaseDamaged(Damage(self.path, tuple(findings), self._guard.mark.last_edit))
            self._migrate(connection)
            _make_shrinkable(connection)
            self._guard.begin(connection)
        except BaseException:
            # What cannot be closed without writing is not to be trusted afterwards.
            self._guard.forget_checksums()
            connection.close()
            raise
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if 0 < version < len(self._migrations):
            # Where something fails below, closing takes the log away, and its end must not be missed then.
            self._guard.begin(connection)
            temporary = self.backups.fill(connection)
            self.backups.finish(temporary, version=version, commits=self.commits)
        if version < (latest := len(self._migrations)):
            # All of it or nothing, and one wait for the disk.
            scripts = ";".join(self._migrations[version:])
            connection.executescript(f"BEGIN IMMEDIATE; {scripts}; PRAGMA user_version = {latest}; COMMIT")

    def _open_read_only(self) -> None:
        """Open a copy: SQLite would write into the folder of the file even to read it."""
        try:
            folder = self._read_only_copy = Path(mkdtemp(prefix="termdesk-read-only-"))
            self._copy_into(folder)
            connection = sqlite3.connect(folder / self.path.name, isolation_level=None)
            self._connection = connection
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except (OSError, *_REFUSALS) as error:
            raise self._failure(error) from error
        self.is_read_only = True

    def _copy_into(self, folder: Path) -> None:
        """Copy the file and its log, which another process may be writing: again where that changed the file meanwhile.

        What is only added to the log does no harm: SQLite leaves out what is not complete.
        """
        for _ in range(MOST_COPIES):
            before = self.path.stat()
            for suffix in ("", "-wal"):
                source, target = beside(self.path, suffix), beside(folder / self.path.name, suffix)
                target.unlink(missing_ok=True)
                if source.exists():
                    shutil.copyfile(source, target)
            after = self.path.stat()
            if (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size):
                return
        raise DatabaseInUse(self.path)

    def _copied(self) -> tuple[Path, int, int]:
        connection = self._open_connection()
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        temporary = self.backups.fill(connection, between=self._let_others_in)
        # All pages were read once, and are not needed again.
        connection.execute("PRAGMA shrink_memory")
        return temporary, version, self.commits

    def _let_others_in(self) -> None:
        """Between two steps of a copy. The connection must not be closed under it."""
        has_work = bool(self._waiting)
        if self._is_closing:
            raise StorageFailed(StorageMessage.IS_CLOSING(), path=str(self.path))
        if has_work:
            # What waits was asked for before the closing, so the closing itself cannot come next.
            self._do_next()

    def _close(self) -> None:
        if self._connection is not None:
            if not self.is_read_only:
                self._close_in_good_order(self._connection)
            self._connection.close()
            self._connection = None
            self._guard.close()
        self._lock.release()
        if self._read_only_copy is not None:
            shutil.rmtree(self._read_only_copy, ignore_errors=True)

    def _close_in_good_order(self, connection: sqlite3.Connection) -> None:
        """Take everything over, so that closing has nothing left to write."""
        try:
            is_whole = self._guard.checkpoint(connection)
        except (OSError, *_REFUSALS):
            is_whole = False
        if is_whole:
            self._guard.drop_copy()
        else:
            # SQLite writes the rest by itself, and nobody notes its pages.
            self._guard.forget_checksums()

    def _failure(self, error: Exception) -> StorageFailed:
        if isinstance(error, OSError):
            # Its words contain the path, which may contain any of those below.
            return write_failed(self.path, error)
        said, path = str(error), str(self.path)
        if "locked" in said:
            return DatabaseInUse(self.path)
        if "full" in said:
            message, remedy = StorageMessage.DISK_FULL(path=path), StorageRemedy.FREE_SPACE_FOR_DATABASE()
        elif is_damage(error):
            message = StorageMessage.IS_DAMAGED(path=path, reason=malformed(error).words)
            remedy = StorageRemedy.START_AND_RESTORE()
            self._guard.doubt()
        else:
            message, remedy = StorageMessage.UNUSABLE(path=path, reason=said), StorageRemedy.CHECK_DISK()
        return StorageFailed(message, path=path, remedy=remedy)


def _unused_pages(connection: sqlite3.Connection) -> int:
    """How many pages can be given back to the disk."""
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0] != _INCREMENTAL:
        return 0
    return int(connection.execute("PRAGMA freelist_count").fetchone()[0])


def _make_shrinkable(connection: sqlite3.Connection) -> None:
    """Rewrite the file of an older version once, so that its unused pages can be given back from then on."""
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0] != _INCREMENTAL:
        with contextlib.suppress(sqlite3.OperationalError):  # a full disk: it stays as large as it is
            connection.execute("VACUUM")


def is_damage(error: Exception) -> bool:
    """Whether SQLite, or what it handed over, says that the file is broken."""
    if isinstance(error, UnicodeDecodeError):
        return True
    return any(word in str(error) for word in ("malformed", "not a database", "file is encrypted", "decode to UTF-8"))
