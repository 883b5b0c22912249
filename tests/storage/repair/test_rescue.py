"""What is rescued from a damaged database is complete, and what is lost is counted."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from support.files.damaged_files import EDITS, NAME, copy_files, left_by_a_kill, spoil, write_drafts
from termdesk.storage.integrity.damage import DatabaseDamaged
from termdesk.storage.records import Records, repair_of
from termdesk.storage.repair.rescue import RescueResult, rescue
from termdesk.storage.schema.migrations import MIGRATIONS

pytestmark = pytest.mark.anyio


async def targets(folder: Path) -> list[str]:
    async with Records(folder / NAME) as records:
        (draft,) = await records.journal.drafts("local")
        entries, _ = await records.journal.load(draft.draft_id)
        return list(entries.targets)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
async def test_what_is_rescued_is_whole_and_says_what_is_not(tmp_path: Path, seed: int) -> None:
    """Every remaining edit is one that was made, in its place, and none is missing before it."""
    image, folder = tmp_path / "image", tmp_path / "trial"
    image.mkdir()
    folder.mkdir()
    await left_by_a_kill(image)
    copy_files(image, folder)
    chance = random.Random(seed)
    what = spoil(folder / chance.choice([NAME, f"{NAME}-wal"]), chance)
    try:
        async with Records(folder / NAME):
            return
    except DatabaseDamaged as error:
        repair = repair_of(error.damage)
    rescued = await repair.rescue()
    if rescued is None or not rescued.dictionaries:
        return

    await repair.go_on_with(rescued)

    found = await targets(folder)
    made = rescued.edits
    assert made + rescued.lost_edits == 2 * EDITS, what
    later = max(0, made - EDITS)
    assert all(text == f"später {row}" for row, text in enumerate(found[:later])), what
    assert all(text.startswith(f"geändert {row} ") for row, text in enumerate(found[later : min(made, EDITS)], later))


async def stored(path: Path, *, edits: int) -> None:
    async with Records(path) as records:
        await write_drafts(records, edits=edits)


def rescued_after(path: Path, *statements: str, backups: tuple[Path, ...] = ()) -> RescueResult:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return rescue(path, path.with_name("rescued.db"), migrations=MIGRATIONS, backups=backups, last_edit=6)


async def test_an_edit_that_cannot_be_read_ends_the_edits_of_its_dictionary(tmp_path: Path) -> None:
    await stored(tmp_path / NAME, edits=6)

    rescued = rescued_after(tmp_path / NAME, "UPDATE edits SET change = x'00' WHERE number = 4")

    assert (rescued.dictionaries, rescued.edits, rescued.lost_edits) == (1, 3, 3)
    async with Records(rescued.path) as records:
        (draft,) = await records.journal.drafts("local")
        entries, _ = await records.journal.load(draft.draft_id)
    assert [target.partition(" x")[0].strip() for target in entries.targets[:4]] == [
        "geändert 0",
        "geändert 1",
        "geändert 2",
        "Begriff 3",
    ]


@pytest.mark.slow
async def test_a_step_whose_former_base_is_lost_keeps_only_its_edit(tmp_path: Path) -> None:
    step = """INSERT INTO steps (draft_id, place, title, change, moment, base_before, base_after)
        SELECT draft_id, 0, 'Merge', x'00', 1, {before}, {after} FROM drafts"""
    lost, there = "'lost'", "start"

    for before, after, is_kept in [(there, there, True), (there, lost, False), (lost, there, False)]:
        path = tmp_path / f"{before} {after}" / NAME
        path.parent.mkdir()
        await stored(path, edits=6)
        rescued = rescued_after(path, step.format(before=before, after=after))
        async with Records(rescued.path) as records:
            (draft,) = await records.journal.drafts("local")
            (kept,), _ = await records.journal.steps(draft.draft_id)
        assert (kept.title, kept.bases is not None) == ("Merge", is_kept)


@pytest.mark.slow
async def test_a_dictionary_without_its_version_is_named_unless_a_backup_has_it(tmp_path: Path) -> None:
    await stored(tmp_path / NAME, edits=6)
    backup = tmp_path / "backup.db"
    shutil.copyfile(tmp_path / NAME, backup)
    gone = "UPDATE snapshots SET content = x'00'"

    alone = rescued_after(tmp_path / NAME, gone)
    alone.path.unlink()
    helped = rescued_after(tmp_path / NAME, gone, backups=(tmp_path / "no backup.db", backup))

    assert (alone.dictionaries, alone.edits, alone.lost_edits, alone.lost_drafts) == (0, 0, 6, ("Terms",))
    assert (helped.dictionaries, helped.edits, helped.lost_edits, helped.lost_drafts) == (1, 6, 0, ())
