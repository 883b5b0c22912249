"""Repairs of a damaged database: the remedy that loses least, and what happens to the damaged files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from support.files.damaged_files import NAME, write_drafts
from termdesk.application.recovery.database_repair import (
    DamageKind,
    DatabaseRepair,
    Offer,
    Remedies,
    RepairResult,
    RescueResult,
)
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.storage.integrity.backups import Backup
from termdesk.storage.integrity.damage import DatabaseDamaged
from termdesk.storage.records import Records

MOMENT = datetime(2026, 3, 4, 12, tzinfo=UTC)


def offer(lost: int) -> Offer:
    return Offer(Backup(Path("x"), lost, MOMENT, 6, 1, ""), lost)


def rescued(lost: int) -> RescueResult:
    return RescueResult(Path("x"), dictionaries=3, edits=583, lost_edits=lost)


@pytest.mark.parametrize(
    ("backups", "read", "best"),
    [
        ((), None, None),
        ((offer(5), offer(3), offer(9)), None, offer(3)),
        ((offer(5),), rescued(5), rescued(5)),
        ((offer(4),), rescued(5), offer(4)),
        ((), rescued(5), rescued(5)),
    ],
)
def test_the_best_remedy_loses_fewest_edits_and_is_the_newest(
    backups: tuple[Offer, ...], read: RescueResult | None, best: Offer | RescueResult | None
) -> None:
    assert Remedies(backups, read).best == best


def test_only_a_backup_has_a_moment() -> None:
    assert RepairResult(offer(1), Path("aside")).moment == MOMENT
    assert RepairResult(rescued(1), Path("aside")).moment is None
    assert RepairResult(None, Path("aside")).moment is None


async def damaged(folder: Path) -> DatabaseRepair:
    """A database with a backup, one later edit, and a file that was emptied."""
    async with Records(folder / NAME) as records:
        draft_id = await write_drafts(records, edits=4)
        assert await records.check(keep=True)
        await records.journal.append(draft_id, SetCells(TARGET, (0,), ("danach",)), entry_count=400)
    (folder / NAME).write_bytes(b"")
    with pytest.raises(DatabaseDamaged) as raised:
        async with Records(folder / NAME):
            pass
    return DatabaseRepair(raised.value)


@pytest.mark.slow(keep=1)
@pytest.mark.anyio
@pytest.mark.parametrize(("anew", "edits"), [(False, [4]), (True, [])])
async def test_the_chosen_remedy_takes_the_place_of_the_damaged_files(
    tmp_path: Path, anew: bool, edits: list[int]
) -> None:
    repair = await damaged(tmp_path)
    remedies = await repair.remedies()
    assert [each.kind for each in repair.findings] == [DamageKind.EMPTIED]
    assert isinstance(remedies.best, Offer)
    assert remedies.best.lost_edits == 1

    repaired = await repair.apply(None if anew else remedies.best)

    assert (repaired.aside / NAME).read_bytes() == b""
    assert (repaired.moment is None) is anew
    async with Records(tmp_path / NAME) as records:
        assert [each.edit_count for each in await records.journal.drafts("local")] == edits
