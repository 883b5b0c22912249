"""Edits are synced before they are acknowledged, so that no power cut loses an acknowledged edit."""

from __future__ import annotations

import os
import random
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from support.campaign import size
from support.proof.scorecard_plugin import Held
from support.system_calls import Disk, SystemCall, has_strace, traced
from termdesk.storage.records import Records

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not has_strace, reason="strace is not installed; packaging/system_packages.py installs it"),
    pytest.mark.scorecard("R03"),
]

EDITS = size(12, 40)
CUTS = size(12, 200)
# The share of unsynced writes that remains after a power cut.
SHARES = (0.0, 0.5, 1.0)
# Prints a line to acknowledge each edit, as the window does in its status bar.
WRITES = """
import asyncio, os, sys
from pathlib import Path
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

async def main():
    async with Records(Path(sys.argv[1]) / "termdesk.db") as records:
        draft = await records.journal.open_draft(
            profile="local", glossary_key=None, glossary_id=None, glossary_name="Terms", pair=LanguagePair("en", "de"),
            entries=Entries.of([("house", "Haus")]), is_on_service=False,
        )
        for number in range(int(sys.argv[2])):
            change = SetCells(1, (0,), (f"Haus {number}",))
            await records.journal.append(draft.draft_id, change, entry_count=1)
            os.write(1, f"acknowledged {number}\\n".encode())

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[SystemCall]]:
    folder = tmp_path_factory.mktemp("traced")
    data = folder / "data"
    data.mkdir()
    command = [sys.executable, "-c", WRITES, str(data), str(EDITS)]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return data, traced(command, folder / "strace.log", environment=environment, seconds=120)


def acknowledged(call: SystemCall) -> int | None:
    """Return the number of the edit that a call acknowledges; None for other calls."""
    if call.name != "write" or call.descriptor != 1:
        return None
    found = re.fullmatch(rb"acknowledged (\d+)\n", call.texts[0])
    return int(found[1]) if found else None


def test_each_edit_was_synced_before_it_was_acknowledged(calls: tuple[Path, list[SystemCall]]) -> None:
    """Fails for the mutants `synchronous = OFF` and NORMAL, which syncs the log only at checkpoints."""
    log: set[int] = set()
    is_synced, numbers = False, []
    for call in calls[1]:
        if call.name == "openat" and call.texts:
            (log.add if call.texts[0].endswith(b"termdesk.db-wal") else log.discard)(call.result)
        elif call.name == "pwrite64" and call.descriptor in log:
            is_synced = False
        elif call.name in ("fsync", "fdatasync") and call.descriptor in log:
            is_synced = True
        elif (number := acknowledged(call)) is not None:
            assert is_synced, f"edit {number} was acknowledged and not yet on the disk"
            numbers.append(number)

    assert numbers == list(range(EDITS))


async def test_wherever_power_fails_acknowledged_edits_are_there_and_the_database_is_sound(
    calls: tuple[Path, list[SystemCall]], tmp_path: Path, held: Held
) -> None:
    data, made = calls
    first = next(position for position, call in enumerate(made) if acknowledged(call) is not None)
    chance = random.Random(3)
    positions = sorted([*chance.choices(range(first + 1, len(made)), k=CUTS - 1), len(made)])
    disk, last, played = Disk(data), -1, 0
    for cut, position in enumerate(positions):
        for call in made[played:position]:
            disk.play(call)
            if (number := acknowledged(call)) is not None:
                last = number
        played, share = position, SHARES[cut % len(SHARES)]
        folder = tmp_path / str(cut)
        folder.mkdir()
        disk.after_a_power_cut(folder, lambda share=share: chance.random() < share)

        async with Records(folder / "termdesk.db") as records:
            (draft,) = await records.journal.drafts("local")
            [(source, target)], _ = await records.journal.load(draft.draft_id)

        assert source == "house"
        assert target in (f"Haus {last}", f"Haus {last + 1}"), (
            f"cut {cut}: call {position}, {share:.0%} of the rest kept"
        )
        with closing(sqlite3.connect(folder / "termdesk.db")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert last == EDITS - 1
    held(f"0 acknowledged edits lost in {CUTS} power cuts, every database sound", runs=CUTS)


async def test_after_a_power_cut_every_acknowledged_edit_is_there(
    calls: tuple[Path, list[SystemCall]], tmp_path: Path
) -> None:
    data, made = calls
    disk = Disk(data)
    for call in made:
        disk.play(call)
        number = acknowledged(call)
        if number is None:
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        disk.after_a_power_cut(folder)

        async with Records(folder / "termdesk.db") as records:
            (draft,) = await records.journal.drafts("local")
            entries, _ = await records.journal.load(draft.draft_id)

        assert list(entries) == [("house", f"Haus {number}")]
