"""What is wrong with a database, as values: what was found, and errors that carry it.

* StorageFailed
  + DatabaseDamaged     the file was changed or damaged; `damage` says how, and `Repair` repairs it
  + NewerDatabase       a newer version wrote it; it can be opened read-only
  + DatabaseInUse       another process has it
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import DamageMessage, StorageMessage, StorageRemedy


class DamageKind(StrEnum):
    """What can be wrong with a database."""

    MISSING = "missing"  # the file is gone, though something was written into it
    EMPTIED = "emptied"  # it is empty, though something was written into it
    CHANGED_PAGES = "changed pages"  # `count` of `total` pages are not as they were written
    LOST_END = "lost end"  # the last `count` acknowledged edits, up to number `total`, are missing
    MALFORMED = "malformed"  # SQLite reports damage; `words` are its message
    BROKEN_REFERENCES = "broken references"  # `count` rows refer to missing rows


@dataclass(frozen=True, slots=True)
class DamageFinding:
    """One kind of damage. `DamageKind` documents the meaning of the numbers."""

    kind: DamageKind
    count: int = 0
    total: int = 0
    words: str = ""


@dataclass(frozen=True, slots=True)
class Damage:
    """The damage of the database in `path`. `last_edit` is the number of the last acknowledged edit."""

    path: Path
    findings: tuple[DamageFinding, ...]
    last_edit: int = 0


class DatabaseDamaged(StorageFailed):
    """The database does not hold what was written. Its files are untouched."""

    def __init__(self, damage: Damage) -> None:
        super().__init__(
            StorageMessage.IS_DAMAGED(path=str(damage.path), reason=[_sentence(each) for each in damage.findings]),
            path=str(damage.path),
            remedy=StorageRemedy.START_WINDOW(),
        )
        self.damage = damage


class NewerDatabase(StorageFailed):
    """The database was written by a newer version of the program. It is untouched, and can be opened read-only."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            StorageMessage.NEWER(path=str(path)),
            path=str(path),
            remedy=StorageRemedy.INSTALL_NEWER(),
        )


class DatabaseInUse(StorageFailed):
    """Another process has the database."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            StorageMessage.IN_USE(path=str(path)),
            path=str(path),
            remedy=StorageRemedy.USE_OTHER_WINDOW(),
        )


def _sentence(finding: DamageFinding) -> str:
    match finding.kind:
        case DamageKind.MISSING:
            return DamageMessage.MISSING()
        case DamageKind.EMPTIED:
            return DamageMessage.EMPTIED()
        case DamageKind.CHANGED_PAGES:
            return DamageMessage.CHANGED_PAGES(finding.count, total=finding.total)
        case DamageKind.LOST_END if finding.count:
            return DamageMessage.LOST_END(finding.count, last=finding.total)
        case DamageKind.LOST_END:
            return DamageMessage.LOST_END_OF_UNKNOWN_LENGTH()
        case DamageKind.BROKEN_REFERENCES:
            return DamageMessage.BROKEN_REFERENCES(finding.count)
    return finding.words
