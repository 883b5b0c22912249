"""However the database files are changed, either the guard notices it, or no acknowledged edit is missing."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from support.campaign import size
from support.files.damaged_files import NAME, copy_files, everything, left_by_a_kill, left_in_good_order, spoil
from support.proof.scorecard_plugin import Held
from termdesk.storage.integrity.damage import DatabaseDamaged
from termdesk.storage.integrity.guard import DatabaseGuard
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

TRIALS = size(16, 200, variable="TERMDESK_DAMAGE_TRIALS")


@pytest.mark.scorecard("R08")
@pytest.mark.parametrize("end", ["good order", "kill"])
async def test_no_damage_goes_unnoticed(tmp_path: Path, end: str, held: Held) -> None:
    image, attempt = tmp_path / "image", tmp_path / "trial"
    image.mkdir()
    await (left_by_a_kill if end == "kill" else left_in_good_order)(image)
    expected = await as_it_opens(image, tmp_path / "sound")
    chance = random.Random(f"{end} {os.environ.get('TERMDESK_DAMAGE_SEED', '1')}")
    unnoticed, noticed = [], 0

    for number in range(TRIALS):
        folder = attempt / str(number)
        folder.mkdir(parents=True)
        copy_files(image, folder)
        targets = [each for each in (folder / NAME, folder / f"{NAME}-wal") if each.exists()]
        what = spoil(chance.choice(targets), chance)
        before = {each.name: each.read_bytes() for each in folder.iterdir()}
        try:
            async with Records(folder / NAME):
                pass
        except DatabaseDamaged:
            noticed += 1
            assert {name: (folder / name).read_bytes() for name in before} == before, what
        else:
            if everything(folder / NAME) != expected:
                unnoticed.append(what)

    assert unnoticed == []
    assert noticed > TRIALS // 4
    ending = "a kill" if end == "kill" else "a normal end"
    held(f"0 of {TRIALS} damages lost data unnoticed after {ending}; {noticed} were reported", runs=TRIALS)


async def as_it_opens(image: Path, folder: Path) -> list[str]:
    folder.mkdir()
    copy_files(image, folder)
    async with Records(folder / NAME):
        pass
    return everything(folder / NAME)


@pytest.mark.parametrize("is_doubted", [False, True])
def test_pages_are_noted_when_the_log_is_taken_over_unless_damage_was_met(tmp_path: Path, is_doubted: bool) -> None:
    path = tmp_path / NAME
    guard = DatabaseGuard(path, numbered="edits")
    path.touch()
    guard.hold()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE edits (number INTEGER PRIMARY KEY AUTOINCREMENT)")
        guard.begin(connection)
        connection.execute("INSERT INTO edits VALUES (7)")
        guard.note_commit(connection, 7)
        if is_doubted:
            guard.doubt()
        assert guard.checkpoint(connection) is not is_doubted
    guard.close()

    again = DatabaseGuard(path, numbered="edits")
    assert again.inspect() is None
    assert again.mark.last_edit == 7
    assert again.has_checksums is not is_doubted
