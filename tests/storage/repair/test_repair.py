"""After damage, a backup is restored or the readable data is used. The damaged files are kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from support.files.damaged_files import EDITS, NAME, copy_files, left_by_a_kill, left_in_good_order, write_drafts
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET
from termdesk.storage.integrity.damage import Damage, DamageKind, DatabaseDamaged
from termdesk.storage.integrity.write_ahead_log import frames_in
from termdesk.storage.records import Records, repair_of

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("R08")]


async def damage_of(folder: Path) -> Damage:
    with pytest.raises(DatabaseDamaged) as raised:
        async with Records(folder / NAME):
            pass
    return raised.value.damage


async def targets(folder: Path) -> list[str]:
    async with Records(folder / NAME) as records:
        (draft,) = await records.journal.drafts("local")
        entries, _ = await records.journal.load(draft.draft_id)
        return list(entries.targets)


async def test_a_log_that_lost_its_end_is_told_with_numbers_and_the_rest_is_rescued(tmp_path: Path) -> None:
    await left_by_a_kill(tmp_path)
    wal = tmp_path / f"{NAME}-wal"
    # The log may also contain older frames after the valid ones; those are not needed.
    frames = len(frames_in(wal)[1])
    wal.write_bytes(wal.read_bytes()[: 32 + (frames - 5) * (24 + 4096)])

    damage = await damage_of(tmp_path)
    (finding,) = damage.findings
    repair = repair_of(damage)
    rescued = await repair.rescue()

    assert finding.kind is DamageKind.LOST_END
    assert finding.total == 2 * EDITS
    assert 0 < finding.count < 5
    assert rescued is not None
    assert (rescued.dictionaries, rescued.edits) == (1, 2 * EDITS - finding.count)
    assert rescued.lost_edits == finding.count
    aside = await repair.go_on_with(rescued)
    assert (aside / f"{NAME}-wal").exists()
    found = await targets(tmp_path)
    assert found[EDITS - 1 - finding.count] == f"später {EDITS - 1 - finding.count}"


async def test_a_log_without_a_file_is_damage_and_the_backup_comes_back(tmp_path: Path) -> None:
    async with Records(tmp_path / NAME) as records:
        draft_id = await write_drafts(records, edits=10)
        assert await records.check(keep=True)
        await records.journal.append(draft_id, SetCells(TARGET, (0,), ("danach",)), entry_count=400)
    (tmp_path / NAME).write_bytes(b"")

    damage = await damage_of(tmp_path)
    repair = repair_of(damage)
    (offer,) = await repair.offers()
    rescued = await repair.rescue()
    aside = await repair.restore(offer.backup)

    assert [each.kind for each in damage.findings] == [DamageKind.EMPTIED]
    assert rescued is None
    assert offer.lost_edits == 1
    assert (aside / NAME).exists()
    assert (await targets(tmp_path))[9].startswith("geändert 9")


async def test_new_edits_after_a_repair_have_numbers_of_their_own(tmp_path: Path) -> None:
    async with Records(tmp_path / NAME) as records:
        draft_id = await write_drafts(records, edits=10)
        await records.check(keep=True)
        await records.journal.append(draft_id, SetCells(TARGET, (0,), ("danach",)), entry_count=400)
    (tmp_path / NAME).unlink()
    repair = repair_of(await damage_of(tmp_path))
    (offer,) = await repair.offers()
    await repair.restore(offer.backup)

    async with Records(tmp_path / NAME) as records:
        number = await records.journal.append(draft_id, SetCells(TARGET, (0,), ("neu",)), entry_count=400)

    assert number == 12


async def test_a_damaged_version_is_taken_from_a_backup(tmp_path: Path) -> None:
    async with Records(tmp_path / NAME) as records:
        await write_drafts(records, edits=3)
        await records.check(keep=True)
        (draft,) = await records.journal.drafts("local")
    content = bytearray((tmp_path / NAME).read_bytes())
    position = content.index(draft.start.encode()) + 200
    content[position] ^= 4
    (tmp_path / NAME).write_bytes(content)

    repair = repair_of(await damage_of(tmp_path))
    rescued = await repair.rescue()

    assert rescued is not None
    assert (rescued.dictionaries, rescued.edits, rescued.lost_edits) == (1, 3, 0)
    await repair.go_on_with(rescued)
    assert len(await targets(tmp_path)) == 400


async def test_a_backup_that_rotted_is_not_offered(tmp_path: Path) -> None:
    async with Records(tmp_path / NAME) as records:
        await write_drafts(records, edits=3)
        backup = await records.check(keep=True)
    assert backup is not None
    content = bytearray(backup.path.read_bytes())
    content[-1] ^= 1
    backup.path.write_bytes(content)
    (tmp_path / NAME).write_bytes(b"")

    assert await repair_of(await damage_of(tmp_path)).offers() == []


async def test_beginning_anew_keeps_the_damaged_files(tmp_path: Path) -> None:
    await left_in_good_order(tmp_path)
    (tmp_path / NAME).write_bytes(b"nothing of a database")

    aside = await repair_of(await damage_of(tmp_path)).begin_anew()

    assert (aside / NAME).read_bytes() == b"nothing of a database"
    async with Records(tmp_path / NAME) as records:
        assert await records.journal.drafts("local") == []


async def test_a_restored_backup_opens_though_the_damaged_file_had_no_readable_head(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    async with Records(live / NAME) as records:
        draft_id = await write_drafts(records, edits=10)
        await records.check(keep=True)
        await records.journal.append(draft_id, SetCells(TARGET, (0,), ("danach",)), entry_count=400)
        copy_files(live, tmp_path)
        shutil.copytree(live / "backups", tmp_path / "backups")
    content = bytearray((tmp_path / NAME).read_bytes())
    content[:100] = b"x" * 100
    (tmp_path / NAME).write_bytes(content)
    wal = tmp_path / f"{NAME}-wal"
    wal.write_bytes(wal.read_bytes()[:40])
    repair = repair_of(await damage_of(tmp_path))
    (offer,) = await repair.offers()

    await repair.restore(offer.backup)

    assert (await targets(tmp_path))[9].startswith("geändert 9")
