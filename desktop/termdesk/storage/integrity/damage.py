"""What is wrong with a database, as values: what was found, and errors that carry it.

* StorageFailed
  + DatabaseDamaged     the file is not what was written; `damage` says how, `Repair` puts it right
  + NewerDatabase       a newer version wrote it; it can be opened read-only
  + DatabaseInUse       another process has it
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from termdesk.domain.errors import StorageFailed


class DamageKind(StrEnum):
    """What can be wrong with a database."""

    MISSING = "missing"  # the file is gone, though something was written into it
    EMPTIED = "emptied"  # it is empty, though something was written into it
    CHANGED_PAGES = "changed pages"  # `count` of `total` pages are not as they were written
    LOST_END = "lost end"  # the last `count` edits, up to number `total`, were acknowledged and are not there
    MALFORMED = "malformed"  # SQLite reports damage; `words` are its message
    BROKEN_REFERENCES = "broken references"  # `count` rows refer to others that are not there


@dataclass(frozen=True, slots=True)
class DamageFinding:
    """One kind of damage; `DamageKind` says what the numbers mean."""

    kind: DamageKind
    count: int = 0
    total: int = 0
    words: str = ""


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with the database in `path`; `last_edit` is the number of the last edit that was acknowledged."""

    path: Path
    findings: tuple[DamageFinding, ...]
    last_edit: int = 0


class DatabaseDamaged(StorageFailed):
    """The database is not what was written. Its files are untouched."""

    def __init__(self, damage: Damage) -> None:
        super().__init__(
            f"{damage.path} is damaged: {'; '.join(_sentence(each) for each in damage.findings)}.",
            path=str(damage.path),
            remedy="Start Termdesk with its window and restore a backup. The damaged file is kept.",
        )
        self.damage = damage


class NewerDatabase(StorageFailed):
    """The database was written by a newer version of the program. It is untouched, and can be opened read-only."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} was written by a newer version of this program.",
            path=str(path),
            remedy="Install the newer version again; the file is untouched.",
        )


class DatabaseInUse(StorageFailed):
    """Another process has the database."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is in use by another running Termdesk.",
            path=str(path),
            remedy="Use the other window, or close it first.",
        )


def _sentence(finding: DamageFinding) -> str:
    match finding.kind:
        case DamageKind.MISSING:
            return "it is missing"
        case DamageKind.EMPTIED:
            return "it is empty, though something was written into it"
        case DamageKind.CHANGED_PAGES:
            return f"{finding.count} of {finding.total} pages are not as they were written"
        case DamageKind.LOST_END if finding.count:
            return f"{finding.count} saved edits are missing, up to number {finding.total}"
        case DamageKind.LOST_END:
            return "the end of what was saved is missing"
        case DamageKind.BROKEN_REFERENCES:
            return f"{finding.count} rows refer to others that are missing"
    return finding.words
