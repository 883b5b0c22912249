"""Repair a damaged database: restore a backup, or continue with the rescued data. Nothing is ever deleted."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy
from termdesk.storage.files.atomic_file import sync_file, sync_folder, write_failure
from termdesk.storage.files.folders import copy_privately, make_private, make_private_file
from termdesk.storage.integrity.backups import Backup, Backups, is_sound
from termdesk.storage.integrity.checks import error_finding, findings_of, last_number, open_unchanged
from termdesk.storage.integrity.damage import Damage, DatabaseDamaged
from termdesk.storage.integrity.guard import beside
from termdesk.storage.repair.rescue import RescueResult, rescue

# The files of a database, which are moved with it. The marks come last, so that an interrupted repair is noticed.
_BEFORE, _AFTER = ("-wal", "-shm", ""), ("-sums", "-mark")


@dataclass(frozen=True, slots=True)
class Offer:
    """A backup that can be restored. `lost_edits` is the number of edits acknowledged after it was made."""

    backup: Backup
    lost_edits: int


class Repair:
    """The possible repairs of a damaged database that no process has open."""

    def __init__(self, damage: Damage, *, migrations: Sequence[str], backups: Backups) -> None:
        self.damage = damage
        self._path = damage.path
        self._migrations = migrations
        self._backups = backups

    async def offers(self) -> list[Offer]:
        """The undamaged backups, newest first."""
        return await asyncio.to_thread(self._offers)

    async def rescue(self) -> RescueResult | None:
        """Copy the readable data of the damaged database into a new file beside it; None if there is none.

        The damaged files stay unchanged. Raises StorageFailed if the disk fails.
        """
        return await asyncio.to_thread(self._rescue)

    async def restore(self, backup: Backup) -> Path:
        """Restore a backup. Returns the folder where the damaged files are kept. Raises StorageFailed."""
        return await asyncio.to_thread(self._restore, backup)

    async def go_on_with(self, rescued: RescueResult) -> Path:
        """Use the rescued data. Returns the folder where the damaged files are kept. Raises StorageFailed."""
        return await asyncio.to_thread(self._replace, rescued.path)

    async def begin_anew(self) -> Path:
        """Start with an empty database. Returns the folder where the damaged files are kept. Raises StorageFailed."""
        return await asyncio.to_thread(self._replace, None)

    def _offers(self) -> list[Offer]:
        return [
            Offer(each, max(0, self.damage.last_edit - found))
            for each in self._backups.all()
            if each.version <= len(self._migrations) and is_sound(each) and (found := _last_edit(each)) is not None
        ]

    def _rescue(self) -> RescueResult | None:
        target = beside(self._path, "-rescued")
        scratch = beside(self._path, "-scratch")
        try:
            _delete(target)
            make_private_file(target)
            best: RescueResult | None = None
            for with_log in (True, False):
                found = self._rescue_from(scratch, target, with_log=with_log)
                if found is not None and (best is None or _worth(found) > _worth(best)):
                    best = found
                    os.replace(target, beside(target, "-best"))
            if best is None or not (best.dictionaries or best.edits):
                return None
            os.replace(beside(target, "-best"), target)
            return best
        except OSError as error:
            raise write_failure(target, error) from error
        finally:
            _delete(scratch)
            beside(target, "-best").unlink(missing_ok=True)

    def _rescue_from(self, scratch: Path, target: Path, *, with_log: bool) -> RescueResult | None:
        """Rescue what is readable, or return None. If the log was cut off, the file may hold more without it."""
        _delete(scratch)
        _delete(target)
        for suffix in ("", "-wal") if with_log else ("",):
            source = beside(self._path, suffix)
            if source.exists():
                copy_privately(source, beside(scratch, suffix))
        make_private_file(target)
        paths = [each.path for each in self._backups.all()]
        try:
            found = rescue(scratch, target, migrations=self._migrations, backups=paths, last_edit=self.damage.last_edit)
            with open_unchanged(target) as fresh:
                return None if findings_of(fresh) else found
        except sqlite3.Error:
            return None

    def _restore(self, backup: Backup) -> Path:
        fresh = beside(self._path, "-restored")
        try:
            _delete(fresh)
            copy_privately(backup.path, fresh)
            with open_unchanged(fresh) as copy:
                findings = (
                    findings_of(copy) if is_sound(backup) else [error_finding(sqlite3.DatabaseError("it changed"))]
                )
            if findings:
                raise DatabaseDamaged(Damage(backup.path, tuple(findings)))
            with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
                # New edits must not reuse the numbers of lost ones.
                last = max(last_number(connection, "edits"), self.damage.last_edit)
                connection.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'edits'", (last,))
                connection.execute("PRAGMA journal_mode = DELETE")
        except (OSError, sqlite3.Error) as error:
            raise _failure(fresh, error) from error
        return self._replace(fresh)

    def _replace(self, fresh: Path | None) -> Path:
        """Move the damaged files away and the new one into their place. An interruption loses nothing."""
        aside = self._path.parent / f"damaged-{datetime.now(UTC):%Y%m%d-%H%M%S}"
        try:
            while aside.exists():
                aside = aside.with_name(aside.name + "-again")
            make_private(aside)
            if fresh is not None:
                sync_file(fresh)
            for suffix in _BEFORE:
                self._move(suffix, aside)
            if fresh is not None:
                fresh.replace(self._path)
            for suffix in _AFTER:
                self._move(suffix, aside)
            sync_folder(aside)
            sync_folder(self._path.parent)
        except OSError as error:
            raise write_failure(self._path, error) from error
        return aside

    def _move(self, suffix: str, aside: Path) -> None:
        source = beside(self._path, suffix)
        with contextlib.suppress(FileNotFoundError):
            source.rename(aside / source.name)


def _worth(rescued: RescueResult) -> tuple[int, int, int]:
    return (-rescued.lost_edits, rescued.dictionaries, rescued.edits)


def _last_edit(backup: Backup) -> int | None:
    try:
        with open_unchanged(backup.path) as copy:
            return last_number(copy, "edits")
    except sqlite3.Error:
        return None


def _delete(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        beside(path, suffix).unlink(missing_ok=True)


def _failure(path: Path, error: Exception) -> StorageFailed:
    if isinstance(error, OSError):
        return write_failure(path, error)
    return StorageFailed(
        StorageMessage.RESTORE_FAILED(reason=str(error)), path=str(path), remedy=StorageRemedy.OTHER_BACKUP()
    )
