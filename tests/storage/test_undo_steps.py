"""Undo steps are stored together with the edit that they belong to, and are restored in order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage import undo_steps
from termdesk.storage.journal import DraftRecord, StepBefore
from termdesk.storage.records import Records
from termdesk.storage.undo_steps import Step, StepBases, StepMark

pytestmark = pytest.mark.anyio


def set_to(text: str) -> SetCells:
    return SetCells(1, (0,), (text,))


async def draft_of(records: Records) -> DraftRecord:
    return await records.journal.open_draft(
        profile="local",
        glossary_key=None,
        glossary_id=None,
        glossary_name="Terms",
        pair=LanguagePair("en", "de"),
        entries=Entries.of([("a", "0")]),
        is_on_service=False,
    )


async def noted(records: Records, draft: DraftRecord, *marks: StepMark | None) -> None:
    for mark in marks:
        step = Step(mark, set_to(mark.title)) if mark else None
        await records.journal.append(draft.draft_id, set_to("x"), entry_count=1, noted=[step])


async def kept(records: Records, draft: DraftRecord) -> tuple[list[str], int]:
    found, done = await records.journal.steps(draft.draft_id)
    changes = [each.change() for each in found]
    assert [list(change.texts) for change in changes if isinstance(change, SetCells)] == [
        [each.title] for each in found
    ]
    return [each.title for each in found], done


def new(position: int) -> StepMark:
    return StepMark(position, f"step {position}", is_new=True)


async def test_steps_come_back_in_order_and_know_how_many_are_done(records: Records) -> None:
    draft = await draft_of(records)
    await noted(records, draft, new(0), new(1), new(2), StepMark(2, "step 2", is_done=False))

    assert await kept(records, draft) == (["step 0", "step 1", "step 2"], 2)


async def test_a_new_step_ends_those_that_were_undone(records: Records) -> None:
    draft = await draft_of(records)
    undone = [StepMark(position, f"step {position}", is_done=False) for position in (2, 1)]
    await noted(records, draft, new(0), new(1), new(2), *undone, StepMark(1, "another", is_new=True))

    assert await kept(records, draft) == (["step 0", "another"], 2)


async def test_a_change_that_is_no_step_ends_all_of_them(records: Records) -> None:
    draft = await draft_of(records)
    await noted(records, draft, new(0), new(1), None)

    assert await kept(records, draft) == ([], 0)


@pytest.mark.scorecard("R12")
async def test_the_oldest_steps_go_where_they_are_too_many(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = await draft_of(records)
    await noted(records, draft, *map(new, range(6)), StepMark(5, "step 5", is_done=False))
    monkeypatch.setattr(undo_steps, "MAX_STEPS", 4)

    shortened = ["step 2", "step 3", "step 4", "step 5"]
    assert await kept(records, draft) == (shortened, 3)
    monkeypatch.undo()
    assert await kept(records, draft) == (shortened, 3)


async def test_of_many_undone_steps_the_next_to_be_redone_stay(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = await draft_of(records)
    undone = [StepMark(position, f"step {position}", is_done=False) for position in range(9, 0, -1)]
    await noted(records, draft, *map(new, range(10)), *undone)
    monkeypatch.setattr(undo_steps, "MAX_STEPS", 4)

    assert await kept(records, draft) == (["step 0", "step 1", "step 2", "step 3"], 1)
    monkeypatch.undo()
    assert await kept(records, draft) == (["step 0", "step 1", "step 2", "step 3"], 1)


@pytest.mark.scorecard("R12")
async def test_steps_outlive_the_program(tmp_path: Path) -> None:
    async with Records(tmp_path / "termdesk.db") as records:
        draft = await draft_of(records)
        await noted(records, draft, new(0))
    async with Records(tmp_path / "termdesk.db") as records:
        assert await kept(records, draft) == (["step 0"], 1)


async def test_steps_go_with_their_draft(records: Records) -> None:
    draft = await draft_of(records)
    await noted(records, draft, new(0))
    await records.journal.discard(draft.draft_id)

    count = await records._database.run(lambda connection: connection.execute("SELECT count(*) FROM steps").fetchone())
    assert count == (0,)


async def attached(records: Records, draft: DraftRecord, moment: float, target: str) -> DraftRecord:
    """Set a new base that came with the step of this moment."""
    base, start = Entries.of([("a", target)]), Entries.of([("a", "x")])
    step = StepBefore(moment, (await records.journal.find(draft.draft_id)).base)
    return await records.journal.rebase(draft.draft_id, base=base, start=start, through=0, step=step)


async def test_the_bases_of_a_step_move_with_undo_and_redo(records: Records) -> None:
    draft = await draft_of(records)
    await noted(records, draft, replace(new(0), moment=1.0), replace(new(1), moment=2.0))
    first = (await attached(records, draft, 1.0, "first")).base
    second = (await attached(records, draft, 2.0, "second")).base
    assert None is not first != second is not None

    bases = []
    for position, is_done in [(1, False), (0, False), (0, True), (1, True), (1, False)]:
        await noted(records, draft, StepMark(position, f"step {position}", is_done=is_done))
        bases.append((await records.journal.find(draft.draft_id)).base)
    assert bases == [first, None, first, second, first]

    steps, _ = await records.journal.steps(draft.draft_id)
    assert [each.bases for each in steps] == [StepBases(None, first), StepBases(first, second)]


async def test_a_base_that_has_moved_on_stays(records: Records) -> None:
    draft = await draft_of(records)
    await noted(records, draft, replace(new(0), moment=1.0))
    await attached(records, draft, 1.0, "first")
    other = Entries.of([("a", "published")])
    published = await records.journal.rebase(draft.draft_id, base=other, start=other, through=0)

    for is_done in (False, True):
        await noted(records, draft, StepMark(0, "step 0", is_done=is_done))
        assert (await records.journal.find(draft.draft_id)).base == published.base


async def test_a_step_that_is_undone_or_gone_brings_no_base(records: Records) -> None:
    draft = await draft_of(records)
    undone = StepMark(0, "step 0", is_done=False, moment=1.0)
    await noted(records, draft, replace(new(0), moment=1.0), undone)

    assert (await attached(records, draft, 1.0, "undone")).base is None
    assert (await attached(records, draft, 7.0, "unknown")).base is None
    assert await records.journal.bases_of_step(draft.draft_id, 7.0) is None
    await noted(records, draft, replace(undone, is_done=True))

    bases = await records.journal.bases_of_step(draft.draft_id, 1.0)
    assert bases is not None
    assert (await records.journal.find(draft.draft_id)).base == bases.after


async def test_what_the_service_no_longer_has_comes_back_by_no_step(records: Records) -> None:
    draft = await draft_of(records)
    await noted(records, draft, replace(new(0), moment=1.0))
    await attached(records, draft, 1.0, "first")

    await records.journal.forget_base(draft.draft_id)

    for is_done in (False, True):
        await noted(records, draft, StepMark(0, "step 0", is_done=is_done))
        assert (await records.journal.find(draft.draft_id)).base is None


async def test_a_title_with_half_a_character_keeps_no_edit_from_the_disk(records: Records) -> None:
    draft = await draft_of(records)

    await records.journal.append(
        draft.draft_id,
        set_to("x"),
        entry_count=1,
        noted=[Step(StepMark(0, "Replace “\ud800”", is_new=True), set_to(""))],
    )

    found, done = await records.journal.steps(draft.draft_id)
    assert ([each.title for each in found], done) == (["Replace “?”"], 1)
    assert (await records.journal.load(draft.draft_id))[0].targets == ["x"]
