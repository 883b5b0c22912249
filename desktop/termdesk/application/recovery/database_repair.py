"""The ways to repair saved work that cannot be opened. They are values; a window lets the user choose."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from termdesk.storage.integrity.backups import Backup
from termdesk.storage.integrity.damage import DamageFinding, DamageKind, DatabaseDamaged
from termdesk.storage.records import repair_of
from termdesk.storage.repair.repair import Offer
from termdesk.storage.repair.rescue import RescueResult

__all__ = [
    "Backup",
    "DamageFinding",
    "DamageKind",
    "DatabaseRepair",
    "Offer",
    "Remedies",
    "RepairResult",
    "RescueResult",
]


@dataclass(frozen=True, slots=True)
class Remedies:
    """The possible remedies: backups, newest first, and what could be read from the damaged files."""

    backups: tuple[Offer, ...]
    rescued: RescueResult | None

    @property
    def best(self) -> Offer | RescueResult | None:
        """The remedy that loses the fewest edits. If two are equal, the rescued data, which is newer."""
        backup = min(self.backups, key=lambda each: each.lost_edits, default=None)
        if self.rescued is None or (backup and backup.lost_edits < self.rescued.lost_edits):
            return backup
        return self.rescued


@dataclass(frozen=True, slots=True)
class RepairResult:
    """The result of a repair. If `remedy` is None, an empty database was created. `aside` has the damaged files."""

    remedy: Offer | RescueResult | None
    aside: Path

    @property
    def moment(self) -> datetime | None:
        """The time of the restored backup; None for other remedies."""
        return self.remedy.backup.moment if isinstance(self.remedy, Offer) else None


class DatabaseRepair:
    """The repair of one damaged database, which must be closed."""

    def __init__(self, error: DatabaseDamaged) -> None:
        self.damage = error.damage
        self._repair = repair_of(error.damage)

    @property
    def findings(self) -> tuple[DamageFinding, ...]:
        """What is damaged in the database, for the dialog."""
        return self.damage.findings

    async def remedies(self) -> Remedies:
        """Find valid backups, and read what is readable. Changes nothing. Raises StorageFailed."""
        return Remedies(tuple(await self._repair.offers()), await self._repair.rescue())

    async def apply(self, remedy: Offer | RescueResult | None) -> RepairResult:
        """Move the damaged files aside and apply a remedy; None creates an empty database. Raises StorageFailed."""
        match remedy:
            case Offer(backup=backup):
                aside = await self._repair.restore(backup)
            case RescueResult():
                aside = await self._repair.go_on_with(remedy)
            case None:
                aside = await self._repair.begin_anew()
        return RepairResult(remedy, aside)
