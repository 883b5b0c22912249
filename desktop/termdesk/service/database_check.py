"""Checks the service's database before and after opening, so that damage is reported and causes no further loss."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from pathlib import Path

from sqlalchemy import Connection, Engine

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage

logger = logging.getLogger(__name__)

# A copy made at the last start after an unclean end, because SQLite deletes a log that it cannot read.
COPY = ".before-recovery"


def look_before_opening(engine: Engine) -> None:
    """Copy database and log after an unclean end. Raises StorageFailed if a log exists but its file is empty or
    missing.
    """
    path = _file_of(engine)
    if path is None:
        return
    log = path.with_name(path.name + "-wal")
    if not log.exists() or not log.stat().st_size:
        return
    if not path.exists() or not path.stat().st_size:
        raise StorageFailed(
            f"The service's database {path} is damaged: it is {'empty' if path.exists() else 'missing'}, and its log"
            f" {log.name} holds changes.",
            path=str(path),
            remedy=f"Put a copy of {path.name} back. Or move {log.name} away: the service then starts with nothing.",
        )
    copy = copy_of(path)
    try:
        for source, target in ((path, copy), (log, copy.with_name(copy.name + "-wal"))):
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
            shutil.copyfile(source, target)
    except OSError as error:
        # A full disk must not prevent reading existing data.
        logger.warning("The database could not be copied before it is opened: %s", error.strerror)


class DatabaseFile:
    """Tells whether the file of an SQLite database is still the one that was opened.

    SQLite continues to write to a deleted or moved file, so changes that it has confirmed would be lost.
    """

    def __init__(self, engine: Engine) -> None:
        self._path = _file_of(engine)
        self._identity: tuple[int, int] | None = None

    def note(self) -> None:
        """Remember the identity of the file that is about to be opened."""
        self._identity = self._read_identity()

    def require_same_file(self) -> None:
        """Raise StorageFailed if another file, or none, is now at the path."""
        if self._path is not None and self._read_identity() != self._identity:
            raise StorageFailed(
                StorageMessage.FILE_GONE(path=str(self._path)),
                path=str(self._path),
                remedy="Put it back, or start the service again: it then starts with nothing.",
            )

    def _read_identity(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat() if self._path is not None else None
        except OSError:
            return None
        return (found.st_dev, found.st_ino) if found is not None else None


def look_through(connection: Connection) -> None:
    """Raise sqlite3.DatabaseError if the structure of an SQLite database is damaged."""
    if connection.engine.dialect.name != "sqlite":
        return
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise sqlite3.DatabaseError(f"malformed: {found}")
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise sqlite3.DatabaseError("malformed: rows refer to others that are missing")


def copy_of(path: Path) -> Path:
    """Return the path of the copy made after an unclean end."""
    return path.with_name(path.name + COPY)


def _file_of(engine: Engine) -> Path | None:
    path = engine.url.database
    return Path(path) if engine.dialect.name == "sqlite" and path and path != ":memory:" else None
