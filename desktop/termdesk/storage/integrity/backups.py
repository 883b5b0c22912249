"""Periodic copies of the database. A copy counts only once it is complete and checked; older copies are thinned out."""

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
from termdesk.storage.files.atomic_file import sync_file, sync_folder, write_failure
from termdesk.storage.files.folders import copy_privately, make_private
from termdesk.storage.integrity.checks import findings_of, open_unchanged
from termdesk.storage.integrity.damage import DamageFinding

log = logging.getLogger(__name__)

EVERY = timedelta(minutes=30)
# The number of backups kept: the latest, and one for each of some earlier days and weeks; twelve in all.
LATEST, DAYS, WEEKS = 4, 4, 4
# The maximum size of all backups together. The latest ones are always kept.
MOST_BYTES = 2 * 1024**3
# In addition, the newest backup of each of this many older schema versions is kept.
OLDER_VERSIONS = 2
# Pages copied in one step; other work can run between two steps.
PAGES_AT_ONCE = 64
_NAME = re.compile(r"(\d{6,})-(\d{8}T\d{6})Z-v(\d+)-c(\d+)-([0-9a-f]{16})\.db")
_MOMENT = "%Y%m%dT%H%M%S"


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of the database. All its properties are in its file name, so no second file can get lost.

    `number` gives the order, independent of the clock. `commits` shows whether anything changed since. `digest` is the
    start of the SHA-256 of the file.
    """

    path: Path
    number: int
    moment: datetime
    version: int
    commits: int
    digest: str


class BackupNotSound(StorageFailed):
    """A fresh copy of the database is damaged, so the database is damaged too."""

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
        """Return all backups, the newest first. Other files in the folder are ignored. Raises StorageFailed."""
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
        """Whether something changed since the last backup, and that backup is old enough."""
        found = self.all()
        if not found:
            return commits > 0
        age = self._clock() - found[0].moment
        # Negative if the clock was set back: the age of the backup is unknown.
        return commits != found[0].commits and not timedelta() <= age < EVERY

    def fill(self, connection: sqlite3.Connection, *, between: Callable[[], None] = lambda: None) -> Path:
        """Copy a database into a temporary file, calling `between` after each step. Raises StorageFailed."""
        make_private(self.folder)
        temporary = self.folder / "backup.part"
        try:
            temporary.unlink(missing_ok=True)
            os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            with contextlib.closing(sqlite3.connect(temporary)) as copy:
                # The file counts only after it was synced, below.
                copy.execute("PRAGMA synchronous = OFF")
                connection.backup(copy, pages=PAGES_AT_ONCE, progress=lambda *_: between(), sleep=0.0)
        except BaseException as error:
            temporary.unlink(missing_ok=True)
            if isinstance(error, OSError | sqlite3.Error):
                raise _failure(temporary, error) from error
            raise
        return temporary

    def finish(self, temporary: Path, *, version: int, commits: int, keep: bool = True) -> Backup | None:
        """Check a temporary copy, add it to the backups, and thin them out.

        If the copy is damaged, it is deleted and all other backups stay. Without `keep`, the copy is only checked.
        Raises StorageFailed, and BackupNotSound for a damaged copy.
        """
        try:
            with open_unchanged(temporary) as copy:
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
            raise _failure(self.folder, error) from error
        finally:
            temporary.unlink(missing_ok=True)
        self._thin_out(version)
        return _backup(self.folder / name)

    def rewrite(self, backup: Backup, change: Callable[[sqlite3.Connection], object]) -> None:
        """Replace a backup by a changed copy that was rewritten and checked. A damaged backup stays as it is.

        Raises StorageFailed, and then leaves the backup unchanged.
        """
        temporary = self.folder / "rewritten.part"
        try:
            if digest_of(backup.path) != backup.digest:
                return
            copy_privately(backup.path, temporary)
            with contextlib.closing(sqlite3.connect(temporary, isolation_level=None)) as copy:
                change(copy)
                copy.execute("VACUUM")
            with open_unchanged(temporary) as copy:
                if findings := findings_of(copy):
                    raise BackupNotSound(self.folder, findings[0])
            name = _name(backup.number, backup.moment, backup.version, backup.commits, digest_of(temporary))
            sync_file(temporary)
            temporary.replace(self.folder / name)
            if name != backup.path.name:
                backup.path.unlink()
            sync_folder(self.folder)
        except (OSError, sqlite3.Error) as error:
            raise _failure(self.folder, error) from error
        finally:
            temporary.unlink(missing_ok=True)

    def _thin_out(self, version: int) -> None:
        found = self.all()
        staying = backups_to_keep(found, version=version)
        total = 0
        for position, each in enumerate(found):
            with contextlib.suppress(OSError):
                total += each.path.stat().st_size
                if each not in staying or (position >= LATEST and total > MOST_BYTES):
                    each.path.unlink()


def is_sound(backup: Backup) -> bool:
    """Whether a backup is still the file that was checked when it was made."""
    try:
        return digest_of(backup.path) == backup.digest
    except OSError:
        return False


def backups_to_keep(backups: Iterable[Backup], *, version: int) -> set[Backup]:
    """Return the backups to keep, from a list with the newest first: the latest, then one a day, then one a week.

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
    """Return the start of the SHA-256 of a file. Raises OSError."""
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


def _failure(path: Path, error: Exception) -> StorageFailed:
    if isinstance(error, OSError):
        return write_failure(path, error)
    return StorageFailed(
        StorageMessage.BACKUP_FAILED(reason=str(error)),
        path=str(path),
        remedy=StorageRemedy.FREE_SPACE_FOR_BACKUP(),
    )
