"""Access to SQLite: one file, one connection, and the one thread that owns it."""

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
from termdesk.storage.files.atomic_file import write_failure
from termdesk.storage.files.file_lock import FileLock
from termdesk.storage.integrity.backups import Backup, BackupNotSound, Backups
from termdesk.storage.integrity.checks import error_finding, findings_of, last_number
from termdesk.storage.integrity.damage import Damage, DatabaseDamaged, DatabaseInUse, NewerDatabase
from termdesk.storage.integrity.guard import DatabaseGuard, beside

T = TypeVar("T")

# With FULL, an acknowledged transaction is on disk. With EXCLUSIVE, no other process can write or checkpoint; this also
# avoids the WAL-reset bug of SQLite before 3.51.3. The guard makes the checkpoints.
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
# Attempts to copy a file while another process writes it.
MOST_COPIES = 5
# Errors of calls on a damaged file: texts, and even error messages, may be invalid UTF-8.
_REFUSALS = (sqlite3.Error, UnicodeDecodeError, OverflowError)


class Database:
    """One SQLite file. All work runs in its own thread, in order, each call as one transaction.

    `migrations[n]` is the script that brings the schema from version n to n + 1. `numbered` is the table whose row
    numbers the guard records, so that lost rows are noticed. `open` leaves a damaged file unchanged and raises
    DatabaseDamaged; `Repair` can then repair it.
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
        """The number of transactions that wrote something, over all sessions."""
        return self._guard.mark.commits

    async def open(self, *, read_only: bool = False) -> None:
        """Check and open the database, and update its schema.

        Raises DatabaseDamaged, DatabaseInUse, NewerDatabase if a newer version of the program wrote it, else
        StorageFailed. `read_only` opens a temporary copy, whatever version wrote the file, and never touches the file
        itself. Everything written to the copy is lost when it is closed, so `must_keep` refuses work that must last.
        """
        await self._in_thread(self._open_read_only if read_only else self._open)

    async def close(self) -> None:
        """Finish the running work, cancel a backup in progress, and close. No other method may be called afterwards."""
        self._is_closing = True
        await self._in_thread(self._close)
        self._thread.shutdown()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` as one transaction. It is on disk when this returns, and rolled back if `work` raises.

        Raises StorageFailed if the disk or SQLite fails. If the caller is cancelled meanwhile, it gets no result, but
        the transaction still completes.
        """
        return await self._in_thread(lambda: self._transaction(work))

    def must_keep(self) -> None:
        """Raise StorageFailed if the database is open as a temporary copy, where nothing that is written would last."""
        if self.is_read_only:
            raise StorageFailed(
                StorageMessage.NEWER_READ_ONLY(path=str(self.path)),
                path=str(self.path),
                remedy=StorageRemedy.INSTALL_NEWER_TO_EDIT(),
            )

    async def check(self, *, keep: bool) -> Backup | None:
        """Copy the database, check the copy, and `keep` it as a backup. Other work continues meanwhile.

        Raises StorageFailed if the copy fails or is damaged. After damage, the next `open` checks the whole database.
        """
        if self.is_read_only:
            return None
        temporary, version, commits = await self._in_thread(self._fill_backup)
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
        """Return at most `most_pages` unused pages to the disk. Returns whether more are left."""

        def work() -> bool:
            connection = self._open_connection()
            if self.is_read_only or not _count_unused_pages(connection):
                return False
            try:
                connection.execute(f"PRAGMA incremental_vacuum({most_pages})").fetchall()
            except _REFUSALS as error:
                raise self._failure(error) from error
            self._guard.note_commit(connection, self._guard.mark.last_edit)
            return _count_unused_pages(connection) > 0

        return await self._in_thread(work)

    # Methods that run in the database thread

    async def _in_thread(self, work: Callable[[], T]) -> T:
        future: Future[T] = Future()
        self._waiting.append((future, work))
        self._thread.submit(self._do_next)
        # Not `run_in_executor` of the event loop: qasync would run it in its own threads.
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
                    self._check_file_exists()
                last_edit = last_number(connection, self._guard.numbered)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except _REFUSALS as error:
            raise self._failure(error) from error
        if connection.total_changes != changes and not self.is_read_only:
            self._guard.note_commit(connection, last_edit)
        return result

    def _check_file_exists(self) -> None:
        """Raise StorageFailed if the file was moved or deleted, because everything written to it would be lost."""
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
            self._connection = self._connect()
        except (OSError, *_REFUSALS) as error:
            self._give_up()
            if is_damage(error):
                raise DatabaseDamaged(Damage(self.path, (error_finding(error),), self._guard.mark.last_edit)) from error
            raise self._failure(error) from error
        except StorageFailed:
            self._give_up()
            raise

    def _give_up(self) -> None:
        self._guard.close()
        self._lock.release()

    def _connect(self) -> sqlite3.Connection:
        # Create the file before SQLite opens it: the -wal and -shm files inherit its mode.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        self._guard.hold()
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=1.0)
        try:
            for setting in _SETTINGS:
                connection.execute(setting)
            # If all pages match their checksums, the database needs no further check.
            if not self._guard.has_checksums and (findings := findings_of(connection)):
                raise DatabaseDamaged(Damage(self.path, tuple(findings), self._guard.mark.last_edit))
            self._migrate(connection)
            _make_shrinkable(connection)
            self._guard.begin(connection)
        except BaseException:
            # After a failed start, closing may still write pages that have no checksums.
            self._guard.forget_checksums()
            connection.close()
            raise
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if 0 < version < len(self._migrations):
            # If the migration fails, closing removes the log. Checkpoint first, or its end would seem to be lost.
            self._guard.begin(connection)
            temporary = self.backups.fill(connection)
            self.backups.finish(temporary, version=version, commits=self.commits)
        if version < (latest := len(self._migrations)):
            # One transaction for all scripts: all or nothing, and one sync.
            scripts = ";".join(self._migrations[version:])
            connection.executescript(f"BEGIN IMMEDIATE; {scripts}; PRAGMA user_version = {latest}; COMMIT")

    def _open_read_only(self) -> None:
        """Open a copy, because SQLite would write into the folder of the file even to read it."""
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
        """Copy the file and its log. Repeat this if another process changed the file meanwhile.

        Frames appended to the log meanwhile do no harm: SQLite ignores an incomplete transaction.
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

    def _fill_backup(self) -> tuple[Path, int, int]:
        connection = self._open_connection()
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        temporary = self.backups.fill(connection, between=self._let_others_in)
        # Free the cache: the backup read every page once.
        connection.execute("PRAGMA shrink_memory")
        return temporary, version, self.commits

    def _let_others_in(self) -> None:
        """Run one waiting call between two steps of a backup. Raises StorageFailed if the database is closing."""
        has_work = bool(self._waiting)
        if self._is_closing:
            raise StorageFailed(StorageMessage.IS_CLOSING(), path=str(self.path))
        if has_work:
            # Calls are queued before `close`, so this cannot close the connection during the backup.
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
        """Checkpoint the log, so that closing has nothing left to write."""
        try:
            is_whole = self._guard.checkpoint(connection)
        except (OSError, *_REFUSALS):
            is_whole = False
        if is_whole:
            self._guard.drop_copy()
        else:
            # SQLite writes the rest on closing, and nobody computes checksums for those pages.
            self._guard.forget_checksums()

    def _failure(self, error: Exception) -> StorageFailed:
        if isinstance(error, OSError):
            # Check this first: its message contains the path, which may contain “locked” or “full”.
            return write_failure(self.path, error)
        reason, path = str(error), str(self.path)
        if "locked" in reason:
            return DatabaseInUse(self.path)
        if "full" in reason:
            message, remedy = StorageMessage.DISK_FULL(path=path), StorageRemedy.FREE_SPACE_FOR_DATABASE()
        elif is_damage(error):
            message = StorageMessage.IS_DAMAGED(path=path, reason=error_finding(error).words)
            remedy = StorageRemedy.START_AND_RESTORE()
            self._guard.doubt()
        else:
            message, remedy = StorageMessage.UNUSABLE(path=path, reason=reason), StorageRemedy.CHECK_DISK()
        return StorageFailed(message, path=path, remedy=remedy)


def _count_unused_pages(connection: sqlite3.Connection) -> int:
    """Return how many pages can be given back to the disk."""
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0] != _INCREMENTAL:
        return 0
    return int(connection.execute("PRAGMA freelist_count").fetchone()[0])


def _make_shrinkable(connection: sqlite3.Connection) -> None:
    """Rewrite the file of an older version once, so that its unused pages can be given back to the disk."""
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0] != _INCREMENTAL:
        with contextlib.suppress(sqlite3.OperationalError):  # the disk is full: the file keeps its size
            connection.execute("VACUUM")


def is_damage(error: Exception) -> bool:
    """Whether an error of SQLite, or of decoding its data, means that the file is damaged."""
    if isinstance(error, UnicodeDecodeError):
        return True
    return any(word in str(error) for word in ("malformed", "not a database", "file is encrypted", "decode to UTF-8"))
