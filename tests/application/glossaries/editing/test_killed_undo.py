"""The program is killed while a merge is stored, undone or redone: no edit is lost, and entries and base fit.

A base that is older than the entries is safe: the merge comes again. A newer one would pass the changes of others for
edits that take them back.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.campaign import size
from support.proof.dying_program import DyingProgram, dying_program
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.undo_walk import go_to_step
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

# A short run kills at every fourth transaction.
STEP = size(4, 1)
OURS = {"tree": "Gehölz", "house": "Haus"}
MERGED = OURS | {"sea": "Meer"}
EDITED = MERGED | {"house": "Heim"}
BEFORE = {"tree": "Baum", "house": "Haus"}
REMOTE = BEFORE | {"sea": "Meer"}

# Writes the number of done steps to a file once they are saved.
PROGRAM = """
import asyncio, os, signal
from pathlib import Path
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.undo_walk import go_to_step
from termdesk.domain.entries.changes import InsertRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.database import Database
from termdesk.storage.records import Records

async def work(folder):
    acknowledged = (Path(folder) / "acknowledged").open("a", encoding="utf-8")
    async with Records(Path(folder) / "termdesk.db") as records:
        draft = await records.journal.open_draft(
            profile="local", glossary_key=None, glossary_id="g1", glossary_name="Terms", pair=LanguagePair("en", "de"),
            entries=Entries.of([("tree", "Baum"), ("house", "Haus")]), is_on_service=True,
        )
        dictionary = await OpenDictionary.open(records.journal, draft)

        async def saved():
            await dictionary.wait_until_saved()
            print(dictionary.steps.done, file=acknowledged, flush=True)

        await dictionary.take(SetCells(TARGET, (0,), ("Gehölz",)), "Edit")
        await saved()
        revision = dictionary.revision
        await dictionary.take(InsertRows.at(dictionary.entries, 2, [("sea", "Meer")]), "Changes from the service")
        storing = asyncio.ensure_future(
            dictionary.accept(Entries.of([("tree", "Baum"), ("house", "Haus"), ("sea", "Meer")]), since=revision)
        )
        await saved()
        await dictionary.take(SetCells(TARGET, (1,), ("Heim",)), "Edit")
        await saved()
        await storing
        for position in (2, 1, 2, 3, 2, 1, 0, 1, 2, 1):
            await go_to_step(dictionary, position)
            await saved()
        await dictionary.rebase(base=None)
        await go_to_step(dictionary, 2)
        await saved()
        await dictionary.close()

def run(folder, left, moment):
    whole = Database.run

    async def run_or_end(database, job):
        nonlocal left
        left -= 1
        if left < 0 and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = await whole(database, job)
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    Database.run = run_or_end
    asyncio.run(work(folder))
    return 0
"""
STATES = [BEFORE, OURS, MERGED, EDITED]
# The numbers of done steps that the program saves.
WALK = [1, 2, 3, 2, 1, 2, 3, 2, 1, 0, 1, 2, 1, 2]


@pytest.fixture(scope="module")
def program() -> Iterator[DyingProgram]:
    with dying_program(PROGRAM) as run:
        yield run


@pytest.mark.scorecard("R01", "R14")
@pytest.mark.parametrize("moment", ["before", "after"])
async def test_entries_and_base_fit_each_other_after_a_kill(program: DyingProgram, tmp_path: Path, moment: str) -> None:
    left, code = 0, -signal.SIGKILL
    while code == -signal.SIGKILL:
        folder = tmp_path / str(left)
        folder.mkdir()
        code = await asyncio.to_thread(program, folder=str(folder), left=left, moment=moment)
        assert code in (0, -signal.SIGKILL)
        await assert_whole(folder)
        left += STEP
    assert left > 10, "it was killed at most of its transactions"


async def assert_whole(folder: Path) -> None:
    async with Records(folder / "termdesk.db") as records:
        acknowledged = folder / "acknowledged"
        lines = acknowledged.read_text("utf-8") if acknowledged.exists() else ""
        drafts = await records.journal.drafts("local")
        saved = [line for line in lines.split("\n") if line]
        if not drafts:
            assert not saved
            return
        dictionary = await OpenDictionary.open(records.journal, drafts[0])
        entries = dictionary.entries.as_dict()
        assert entries in STATES
        assert dictionary.published in (BEFORE, REMOTE)
        if dictionary.published == REMOTE:
            assert entries in (MERGED, EDITED), "the base is not newer than the entries"
        reached = [STATES[int(line)] for line in saved]
        walk = [BEFORE, *(STATES[position] for position in WALK)]
        assert reached == walk[1 : len(reached) + 1]
        # The next state may be there without an acknowledgement.
        assert entries in walk[len(reached) : len(reached) + 2]
        await go_to_step(dictionary, 0)
        assert (dictionary.entries.as_dict(), dictionary.published) == (BEFORE, BEFORE)
        await go_to_step(dictionary, len(dictionary.steps.titles))
        assert dictionary.entries.as_dict() == STATES[len(dictionary.steps.titles)]
        await dictionary.close()
