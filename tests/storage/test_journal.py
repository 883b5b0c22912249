"""Drafts: an acknowledged edit is never lost, whatever happened to the program."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from support.campaign import size
from support.proof.scorecard_plugin import Held
from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetCells
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.journal import DraftRecord
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")
ENTRIES = Entries.of([("contract", "Vertrag"), ("house", "Haus"), ("tree", "Baum")])


async def draft_of(records: Records, **changes: object) -> DraftRecord:
    given = {
        "profile": "local",
        "glossary_key": None,
        "glossary_id": None,
        "glossary_name": "Terms",
        "pair": PAIR,
        "entries": ENTRIES,
        "is_on_service": False,
    }
    return await records.journal.open_draft(**{**given, **changes})  # type: ignore[arg-type]  # checked at run time


async def test_a_draft_with_its_edits_comes_back_after_a_restart(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        draft = await draft_of(records)
        await records.journal.append(draft.draft_id, SetCells(1, (0,), ("Kontrakt",)), entry_count=3)
        await records.journal.append(draft.draft_id, RemoveRows(range(1, 3)), entry_count=1)

    async with Records(tmp_path / "termdesk.db") as records:
        (found,) = await records.journal.drafts("local")
        entries, base = await records.journal.load(found.draft_id)

    assert found == replace(draft, entry_count=1, edit_count=2, last_edit=2, changed_at=found.changed_at)
    assert list(entries) == [("contract", "Kontrakt")]
    assert base is None
    assert found.has_changes


async def test_a_draft_of_what_is_on_the_service_has_no_changes_until_it_is_edited(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1", is_on_service=True)

    assert not draft.has_changes
    assert draft.glossary_key == "g1"

    await records.journal.append(draft.draft_id, SetCells(1, (0,), ("Kontrakt",)), entry_count=3)
    entries, base = await records.journal.load(draft.draft_id)

    assert (await records.journal.find(draft.draft_id)).has_changes
    assert base == ENTRIES
    assert entries.targets[0] == "Kontrakt"


async def test_drafts_belong_to_their_profile(records: Records) -> None:
    await draft_of(records)
    other = await draft_of(records, profile="vendor")

    assert await records.journal.drafts("vendor") == [other]
    assert await records.journal.draft_ids("vendor") == {other.draft_id}
    assert await records.journal.draft_ids("nobody") == set()


async def test_row_ids_after_a_restart_are_all_different(records: Records) -> None:
    draft = await draft_of(records)
    change = InsertRows([0, 2], ["a", "b"], ["c", "d"], [1, 2])
    await records.journal.append(draft.draft_id, change, entry_count=5)

    entries, _ = await records.journal.load(draft.draft_id)

    assert len(set(entries.ids)) == len(entries) == 5


async def test_after_publishing_the_journal_begins_anew_and_later_edits_stay(records: Records) -> None:
    draft = await draft_of(records)
    published = ENTRIES.copy()
    change = SetCells(1, (0,), ("Kontrakt",))
    published.apply(change)
    number = await records.journal.append(draft.draft_id, change, entry_count=3)
    await records.journal.append(draft.draft_id, SetCells(1, (1,), ("Heim",)), entry_count=3)

    rebased = await records.journal.rebase(
        draft.draft_id, base=published, start=published, through=number, glossary=("g1", "Terms")
    )

    entries, base = await records.journal.load(draft.draft_id)
    assert (rebased.glossary_id, rebased.glossary_key, rebased.edit_count) == ("g1", "g1", 1)
    assert base == published
    assert list(entries) == [("contract", "Kontrakt"), ("house", "Heim"), ("tree", "Baum")]


async def test_a_journal_is_made_short_without_touching_the_base(records: Records) -> None:
    draft = await draft_of(records, glossary_id="g1", is_on_service=True)
    edited = ENTRIES.copy()
    change = RemoveRows((0,))
    edited.apply(change)
    number = await records.journal.append(draft.draft_id, change, entry_count=2)

    short = await records.journal.rebase(draft.draft_id, base=None, start=edited, through=number)

    entries, base = await records.journal.load(draft.draft_id)
    assert (entries, base) == (edited, ENTRIES)
    assert short.edit_count == 0
    assert short.has_changes


async def test_publishing_one_dictionary_moves_the_whole_glossary_to_the_service(records: Records) -> None:
    first = await draft_of(records)
    second = await draft_of(records, glossary_key=first.glossary_key, pair=PAIR.reverse)

    await records.journal.rebase(first.draft_id, base=ENTRIES, start=ENTRIES, through=0, glossary=("g1", "Renamed"))

    moved = await records.journal.find(second.draft_id)
    assert (moved.glossary_key, moved.glossary_id, moved.glossary_name) == ("g1", "g1", "Renamed")
    assert moved.base is None


async def test_the_same_dictionary_is_never_a_draft_twice(records: Records) -> None:
    draft = await draft_of(records)

    with pytest.raises(StorageFailed):
        await draft_of(records, glossary_key=draft.glossary_key)


async def test_renaming_and_discarding(records: Records) -> None:
    draft = await draft_of(records)
    await records.journal.append(draft.draft_id, RemoveRows((0,)), entry_count=2)

    await records.journal.rename(profile="local", glossary_key=draft.glossary_key, name="Better")
    assert (await records.journal.find(draft.draft_id)).glossary_name == "Better"

    await records.journal.discard(draft.draft_id)
    assert await records.journal.drafts("local") == []
    with pytest.raises(StorageFailed, match="no longer there"):
        await records.journal.load(draft.draft_id)
    with pytest.raises(StorageFailed):
        await records.journal.append(draft.draft_id, RemoveRows((0,)), entry_count=1)


@pytest.mark.scorecard("S32")
async def test_a_damaged_edit_is_said_and_nothing_is_deleted(records: Records) -> None:
    draft = await draft_of(records)
    await records.journal.append(draft.draft_id, RemoveRows((0,)), entry_count=2)
    await records.journal.append(draft.draft_id, RemoveRows((7,)), entry_count=2)

    with pytest.raises(StorageFailed, match="damaged"):
        await records.journal.load(draft.draft_id)

    assert (await records.journal.find(draft.draft_id)).edit_count == 2


KILLS = size(4, 200)
# Prints the number of each edit once it is acknowledged, and how many milliseconds that took.
WRITER = """
import asyncio, pathlib, sys, time
from termdesk.domain.entries.changes import InsertRows
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

async def main():
    async with Records(pathlib.Path(sys.argv[1])) as records:
        entries = Entries()
        draft = await records.journal.open_draft(
            profile="local", glossary_key="s", glossary_id=None, glossary_name="n",
            pair=LanguagePair("en", "de"), entries=entries, is_on_service=False,
        )
        for number in range(100_000):
            change = InsertRows.at(entries, number // 2, [(f"source {number}", f"target {number}")])
            entries.apply(change)
            begin = time.perf_counter()
            await records.journal.append(draft.draft_id, change, entry_count=len(entries))
            print(number, (time.perf_counter() - begin) * 1000, flush=True)

asyncio.run(main())
"""


def acknowledged_until_killed(path: Path, seconds: float) -> list[float]:
    """Edit a draft in a program that is killed after this time. Returns the milliseconds of each acknowledgement."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "desktop")}
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, env=environment
    ) as writer:
        assert writer.stdout
        lines = [writer.stdout.readline()]
        stop_at = time.monotonic() + seconds
        while time.monotonic() < stop_at:
            lines.append(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        # A line that the kill cut off acknowledges nothing.
        lines += writer.stdout.read().split("\n")[:-1]
    assert [int(line.split()[0]) for line in lines] == list(range(len(lines)))
    return [float(line.split()[1]) for line in lines]


@pytest.mark.scorecard("R01")
async def test_a_killed_program_loses_no_acknowledged_edit(tmp_path: Path, held: Held) -> None:
    chance = random.Random(0)
    waits: list[float] = []
    openings: list[float] = []
    for kill in range(KILLS):
        path = tmp_path / str(kill) / "termdesk.db"
        path.parent.mkdir()
        acknowledged = acknowledged_until_killed(path, chance.uniform(0.0, 0.3))
        begin = time.perf_counter()
        async with Records(path) as records:
            (draft,) = await records.journal.drafts("local")
            entries, _ = await records.journal.load(draft.draft_id)
            openings.append(time.perf_counter() - begin)

        # The last edit may be there without an acknowledgement, but only complete.
        assert len(acknowledged) <= len(entries) <= len(acknowledged) + 1
        expected = Entries()
        for number in range(len(entries)):
            expected.apply(InsertRows.at(expected, number // 2, [(f"source {number}", f"target {number}")]))
        assert entries == expected
        waits += acknowledged
    waits.sort()
    held(
        f"0 of {len(waits):,} acknowledged edits lost in {KILLS} kills; acknowledged after "
        f"{waits[len(waits) // 2]:.1f} ms, p99 {waits[len(waits) * 99 // 100]:.1f} ms; open again after at most "
        f"{max(openings):.2f} s",
        runs=KILLS,
    )
