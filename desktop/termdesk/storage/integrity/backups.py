"""Copies of the database from time to time: each made whole, opened and checked before it counts, and thinned out."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import re
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy
from termdesk.storage.files.atomic_file import sync_file, sync_folder, write_failed
from termdesk.storage.files.folders import copy_privately, make_private
from termdesk.storage.integrity.checks import findings_of, opened_unchanged
from termdesk.storage.integrity.damage import DamageFinding

log = logging.getLogger(__name__)

EVERY = timedelta(minutes=30)
# How many are kept: the last ones, and one for each of some days and weeks before. Twelve in all.
LATEST, DAYS, WEEKS = 4, 4, 4
# All together, but for the last ones.
MOST_BYTES = 2 * 1024**3
# In addition, the newest copy of each of this many older versions of the schema stays.
OLDER_VERSIONS = 2
# A step of the copy; between two steps others get their turn.
PAGES_AT_ONCE = 64
_NAME = re.compile(r"(\d{6,})-(\d{8}T\d{6})Z-v(\d+)-c(\d+)-([0-9a-f]{16})\.db")
_MOMENT = "%Y%m%dT%H%M%S"


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of the database. Its file name has all its properties, so no second file can get lost.

    `number` orders them, whatever the clock says; `commits` tells whether anything changed since; `digest` is the
    beginning of the SHA-256 of the file.
    """

    path: Path
    number: int
    moment: datetime
    version: int
    commits: int
    digest: str


class BackupNotSound(StorageFailed):
    """A fresh copy of the database is damaged: so is the database."""

    def __init__(self, folder: Path, finding: DamageFinding) -> None:
        super().__init__(
            StorageMessage.BACKUP_NOT_SOUND(reason=finding.words or finding.kind),
            path=str(folder),
            remedy=StorageRemedy.CLOSE_AND_REPAIR(),
        )


class Backups:
    """The backups in a folder, newest first."""

    def __init__(self, folder: Path, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.folder = folder
        self._clock = clock

    def all(self) -> list[Backup]:
        """All backups, the newest first. What does not look like one is left alone. Raises StorageFailed."""
        try:
            names = os.listdir(self.folder)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StorageFailed(
                StorageMessage.BACKUPS_NOT_LISTED(folder=str(self.folder), reason=str(error.strerror)),
                path=str(self.folder),
                remedy=StorageRemedy.CHECK_FOLDER_OWNER(),
            ) from error
        found = [backup for name in names if (backup := _backup(self.folder / name))]
        return sorted(found, key=lambda each: each.number, reverse=True)

    def is_due(self, commits: int) -> bool:
        """Whether something changed since the last backup, and that is long enough ago."""
        found = self.all()
        if not found:
            return commits > 0
        age = self._clock() - found[0].moment
        # Negative where the clock was put back: nobody knows how old it is.
        return commits != found[0].commits and not timedelta() <= age < EVERY

    def fill(self, connection: sqlite3.Connection, *, between: Callable[[], None] = lambda: None) -> Path:
        """Copy a database into a temporary file; `between` is called after each step. Raises StorageFailed."""
        make_private(self.folder)
        temporary = self.folder / "backup.part"
        try:
            temporary.unlink(missing_ok=True)
            os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            with contextlib.closing(sqlite3.connect(temporary)) as copy:
                # The file counts only after it was synced below.
                copy.execute("PRAGMA synchronous = OFF")
                connection.backup(copy, pages=PAGES_AT_ONCE, progress=lambda *_: between(), sleep=0.0)
        except BaseException as error:
            temporary.unlink(missing_ok=True)
            if isinstance(error, OSError | sqlite3.Error):
                raise _failed(temporary, error) from error
            raise
        return temporary

    def finish(self, temporary: Path, *, version: int, commits: int, keep: bool = True) -> Backup | None:
        """Check a filled copy, take it among the backups, and thin them out. Raises StorageFailed.

        Where the copy is not sound, it goes, and all the others stay. Not `keep`: it was made for the check alone.
        """
        try:
            with opened_unchanged(temporary) as copy:
                findings = findings_of(copy)
            if findings:
                raise BackupNotSound(self.folder, findings[0])
            if not keep:
                return None
            found = self.all()
            moment = self._clock()
            number = found[0].number + 1 if found else 1
            name = _name(number, moment, version, commits, digest_of(temporary))
            sync_file(temporary)
            temporary.replace(self.folder / name)
            sync_folder(self.folder)
        except (OSError, sqlite3.Error) as error:
            raise _failed(self.folder, error) from error
        finally:
            temporary.unlink(missing_ok=True)
        self._thin_out(version)
        return _backup(self.folder / name)

    def rewrite(self, backup: Backup, change: Callable[[sqlite3.Connection], object]) -> None:
        """Replace a backup by a changed copy, rewritten and checked; a damaged backup stays as it is.

        Raises StorageFailed, and then the backup is as it was.
        """
        temporary = self.folder / "rewritten.part"
        try:
            if digest_of(backup.path) != backup.digest:
                return
            copy_privately(backup.path, temporary)
            with contextlib.closing(sqlite3.connect(temporary, isolation_level=None)) as copy:
                change(copy)
                copy.execute("VACUUM")
            with opened_unchanged(temporary) as copy:
                if findings := findings_of(copy):
                    raise BackupNotSound(self.folder, findings[0])
            name = _name(backup.number, backup.moment, backup.version, backup.commits, digest_of(temporary))
            sync_file(temporary)
            temporary.replace(self.folder / name)
            if name != backup.path.name:
                backup.path.unlink()
            sync_folder(self.folder)
        except (OSError, sqlite3.Error) as error:
            raise _failed(self.folder, error) from error
        finally:
            temporary.unlink(missing_ok=True)

    def _thin_out(self, version: int) -> None:
        found = self.all()
        staying = backups_to_keep(found, version=version)
        total = 0
        for place, each in enumerate(found):
            with contextlib.suppress(OSError):
                total += each.path.stat().st_size
                if each not in staying or (place >= LATEST and total > MOST_BYTES):
                    each.path.unlink()


def is_sound(backup: Backup) -> bool:
    """Whether a backup still is what was checked when it was made."""
    try:
        return digest_of(backup.path) == backup.digest
    except OSError:
        return False


def backups_to_keep(backups: Iterable[Backup], *, version: int) -> set[Backup]:
    """The backups to keep, of a list with the newest first: the latest, then one a day, then one a week.

    Only days and weeks that have a backup are counted, so that a wrong clock deletes nothing.
    """
    found = list(backups)
    staying = set(found[:LATEST])
    for most, period in ((DAYS, _day), (WEEKS, _week)):
        seen = {period(each) for each in staying}
        for each in found:
            if len(staying) < LATEST + DAYS + WEEKS and period(each) not in seen and most:
                most -= 1
                seen.add(period(each))
                staying.add(each)
    older = sorted({each.version for each in found if each.version < version}, reverse=True)[:OLDER_VERSIONS]
    return staying | {next(each for each in found if each.version == one) for one in older}


def digest_of(path: Path) -> str:
    """The beginning of the SHA-256 of a file. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def _name(number: int, moment: datetime, version: int, commits: int, digest: str) -> str:
    return f"{number:06}-{moment:{_MOMENT}}Z-v{version}-c{commits}-{digest}.db"


def _day(backup: Backup) -> tuple[int, ...]:
    return backup.moment.date().timetuple()[:3]


def _week(backup: Backup) -> tuple[int, ...]:
    return backup.moment.isocalendar()[:2]


def _backup(path: Path) -> Backup | None:
    match = _NAME.fullmatch(path.name)
    if match is None:
        return None
    number, moment, version, commits, digest = match.groups()
    try:
        at = datetime.strptime(moment, _MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Backup(path, int(number), at, int(version), int(commits), digest)


def _failed(path: Path, error: Exception) -> StorageFailed:
    if isinstance(error, OSError):
        return write_failed(path, error)
    return StorageFailed(
        StorageMessage.BACKUP_FAILED(reason=str(error)),
        path=str(path),
        remedy=StorageRemedy.FREE_SPACE_FOR_BACKUP(),
    )
