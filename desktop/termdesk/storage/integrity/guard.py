"""Detects damage to a database: its expected state is stored beside it and compared before SQLite opens it.

SQLite accepts a log whose end is missing, and has no checksums for pages. So each commit stores the length of the log
(`HighWaterMark`), each checkpoint stores the checksums of the pages (`PageChecksums`), and a log that is left over
shows that the program did not end properly.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.folders import copy_privately
from termdesk.storage.integrity.checks import error_finding, last_number
from termdesk.storage.integrity.damage import Damage, DamageFinding, DamageKind
from termdesk.storage.integrity.high_water_mark import HighWaterMark, WaterMark
from termdesk.storage.integrity.page_checksums import PageChecksums
from termdesk.storage.integrity.write_ahead_log import WriteAheadLog, frames_in, is_begun

log = logging.getLogger(__name__)

# The default of SQLite: 4 MB of log.
MOST_FRAMES = 1000
_VERSION_PLACE = 60


def beside(path: Path, suffix: str) -> Path:
    """Return the path of a file that belongs to a database, by its suffix: "-wal", "-mark", "-sums"."""
    return path.with_name(path.name + suffix)


@dataclass(frozen=True, slots=True)
class Tail:
    """The result of SQLite reading a log: the accepted frames, and the last edit and schema version after them."""

    frames: int
    last_edit: int
    version: int


class DatabaseGuard:
    """Records and checks the expected state of one database. All methods except `inspect` run in the writing thread."""

    def __init__(self, path: Path, *, numbered: str) -> None:
        """`numbered` is the table whose highest row number is recorded with each commit."""
        self.path = path
        self.numbered = numbered
        self.mark = WaterMark()
        self.has_checksums = False
        self._is_doubted = False
        self._marks = HighWaterMark(beside(path, "-mark"))
        self._checksums = PageChecksums(beside(path, "-sums"))
        self._log = WriteAheadLog(beside(path, "-wal"))
        self._copy = beside(path, "-copy")
        self._version = 0
        self._descriptor: int | None = None
        self._page_size = 0
        self._names = 0

    # Before the database is opened

    def inspect(self) -> Damage | None:
        """Compare the files with the recorded state, without changing them. Raises OSError if they cannot be read."""
        known = self._marks.read()
        self.mark = known or WaterMark()
        self.has_checksums = self._checksums.load()
        findings = self._findings(known)
        return Damage(self.path, tuple(findings), self.mark.last_edit) if findings else None

    @property
    def version(self) -> int:
        """The version of the schema, from the log if it has one; 0 for a new file. Call `inspect` first."""
        return self._version

    def _findings(self, known: WaterMark | None) -> list[DamageFinding]:
        self._version = 0
        has_log = is_begun(self._wal)
        if not self.path.exists() or not self.path.stat().st_size:
            was_written = self.mark.commits or self.has_checksums or has_log
            kind = DamageKind.EMPTIED if self.path.exists() else DamageKind.MISSING
            return [DamageFinding(kind)] if was_written else []
        findings: list[DamageFinding] = []
        tail = Tail(0, 0, self._version_in_file())
        if has_log:
            try:
                tail = self._tail_in_copy()
            except (sqlite3.Error, UnicodeDecodeError) as error:
                findings.append(error_finding(error))
        self._version = tail.version
        findings += self._find_changed_pages(tail if not findings else None)
        if not findings and self._is_end_lost(known, tail):
            found = tail.last_edit if has_log else self._last_edit_without_log()
            findings.append(
                DamageFinding(DamageKind.LOST_END, max(0, self.mark.last_edit - found), self.mark.last_edit)
            )
        return findings

    @property
    def _wal(self) -> Path:
        return beside(self.path, "-wal")

    def _tail_in_copy(self) -> Tail:
        """Read the log through a copy of the database, because SQLite may delete frames that it rejects."""
        self.drop_copy()
        try:
            copy_privately(self.path, self._copy)
            copy_privately(self._wal, beside(self._copy, "-wal"))
        except OSError as error:
            # A full disk must not prevent the opening of an intact database.
            self.drop_copy()
            log.warning("The database could not be copied before it is opened: %s", error)
            return Tail(self.mark.frames, self.mark.last_edit, self._version_in_file())
        with contextlib.closing(sqlite3.connect(self._copy, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            _, frames, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            return Tail(max(0, frames), last_number(connection, self.numbered), version)

    def _find_changed_pages(self, tail: Tail | None) -> list[DamageFinding]:
        """Return a finding for pages that do not match their checksums, except those that the log will overwrite."""
        if not self.has_checksums:
            return []
        _, frames = frames_in(self._wal)
        accepted = frames if tail is None else frames[: tail.frames]
        wrong = self._checksums.find_damaged_pages(self.path, besides={frame.page for frame in accepted})
        return [DamageFinding(DamageKind.CHANGED_PAGES, len(wrong), self._checksums.count)] if wrong else []

    def _is_end_lost(self, known: WaterMark | None, tail: Tail) -> bool:
        generation, frames = frames_in(self._wal)
        # Each commit is synced before the next one begins. So if two commits follow a break, the first was once
        # complete.
        is_broken = sum(1 for frame in frames[tail.frames :] if frame.size) > 1
        if known is None or not known.frames:
            return is_broken
        return is_broken or generation != known.generation or tail.frames < known.frames

    def _last_edit_without_log(self) -> int:
        copy_privately(self.path, self._copy)
        try:
            with contextlib.closing(sqlite3.connect(self._copy, isolation_level=None)) as connection:
                return last_number(connection, self.numbered)
        except sqlite3.Error:
            return 0
        finally:
            self.drop_copy()

    def _version_in_file(self) -> int:
        """Return the schema version from the header of the file, without opening the database."""
        with self.path.open("rb") as file:
            file.seek(_VERSION_PLACE)
            return int.from_bytes(file.read(4), "big")

    def drop_copy(self) -> None:
        """Delete the copy that `inspect` made."""
        for suffix in ("", "-wal", "-shm", "-journal"):
            with contextlib.suppress(OSError):
                beside(self._copy, suffix).unlink(missing_ok=True)

    # While the database is open

    def hold(self) -> None:
        """Open the file before SQLite does. Closing it later would release SQLite's locks, so it stays open."""
        self._descriptor = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._names = min(1, os.fstat(self._descriptor).st_nlink)

    def is_gone(self) -> bool:
        """Whether the open file was deleted, or is no longer at its path."""
        if self._descriptor is None:
            return False
        # Check both: another file may be at the path by now, and some file systems do not count links.
        return os.fstat(self._descriptor).st_nlink < self._names or not self.path.exists()

    def begin(self, connection: sqlite3.Connection) -> None:
        """Checkpoint the log and record the page checksums, so that the session begins without a log."""
        self._page_size = connection.execute("PRAGMA page_size").fetchone()[0]
        self.mark = replace(self.mark, last_edit=last_number(connection, self.numbered))
        self.checkpoint(connection)

    def note_commit(self, connection: sqlite3.Connection, last_edit: int) -> None:
        """Record a commit. Never raises: the commit is on disk, and an error would make the caller write it twice."""
        try:
            self._log.pull()
            self.mark = WaterMark(self.mark.commits + 1, last_edit, self._log.generation, self._log.frames)
            self._marks.write(self.mark)
            if self._log.frames >= MOST_FRAMES:
                self.checkpoint(connection)
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            log.warning("What was saved could not be noted beside the database: %s", error)

    def checkpoint(self, connection: sqlite3.Connection) -> bool:
        """Copy the log into the file, and record the checksums of its pages. Returns whether they are recorded."""
        busy, frames, done = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        self._log.pull()
        if busy or frames != done or self._descriptor is None:
            return False
        is_noted = not self._is_doubted and self._note_pages(connection, self._descriptor)
        self.mark = replace(self.mark, generation=self._log.generation, frames=0)
        self._marks.write(self.mark, is_lasting=True)
        return is_noted

    def _note_pages(self, connection: sqlite3.Connection, descriptor: int) -> bool:
        size = connection.execute("PRAGMA page_count").fetchone()[0]
        pages = self._log.pages if self.has_checksums else range(1, size + 1)
        try:
            self._checksums.take(descriptor, page_size=self._page_size, pages=pages, size=size)
            self._checksums.save()
        except (OSError, StorageFailed) as error:
            log.warning("The checksums of the database could not be kept: %s", error)
            self.forget_checksums()
            return False
        self.has_checksums = True
        return True

    def forget_checksums(self) -> None:
        """Delete the checksums, so that the next opening checks the whole database instead."""
        self.has_checksums = False
        with contextlib.suppress(OSError):
            self._checksums.path.unlink(missing_ok=True)

    def doubt(self) -> None:
        """Record no more checksums after damage was found, so that the next opening checks the whole database."""
        self._is_doubted = True
        self.forget_checksums()

    def close(self) -> None:
        """Close the files, after SQLite has closed the database."""
        self._marks.close()
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
