"""Undo of a take-over brings back what a dictionary had in common with its folder before, unless that moved on."""

from __future__ import annotations

from pathlib import Path

import pytest

from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage import step_versions
from termdesk.storage.journal import DraftRecord
from termdesk.storage.links.common_steps import TakenStep
from termdesk.storage.records import Records
from termdesk.storage.undo_steps import Step, StepMark

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en", "de")


async def linked_draft(records: Records, folder: Path) -> DraftRecord:
    draft = await records.journal.open_draft(
        profile="local",
        glossary_key="k",
        glossary_id=None,
        glossary_name="Terms",
        pair=PAIR,
        entries=Entries.of([("a", "0")]),
        is_on_service=False,
    )
    await records.folder_links.put("local", "k", folder)
    return draft


async def note_step(records: Records, draft: DraftRecord, position: int, *, is_new: bool, is_done: bool = True) -> None:
    change = SetCells(1, (0,), ("x",))
    mark = StepMark(position, "Release taken over", is_new=is_new, is_done=is_done, moment=position + 1.0)
    await records.journal.append(draft.draft_id, change, entry_count=1, noted=[Step(mark, change)])


async def take(records: Records, draft: DraftRecord, folder: Path, target: str, moment: float) -> None:
    entries = {PAIR: Entries.of([("a", target)])}
    steps = {PAIR: TakenStep(draft.draft_id, moment)}
    await records.folder_links.note_common("local", "k", folder, f"digest {target}", entries, steps=steps)


async def common(records: Records) -> tuple[str | None, str]:
    """Return the target in common, None if there is none, and the digest."""
    (link,) = await records.folder_links.all("local")
    content_hash = link.bases.get(PAIR)
    target = (await records.snapshots.get(content_hash)).targets[0] if content_hash is not None else None
    return target, link.digest


async def test_undo_and_redo_move_what_is_in_common(records: Records, tmp_path: Path) -> None:
    draft = await linked_draft(records, tmp_path)
    for position, target in enumerate(("first", "second")):
        await note_step(records, draft, position, is_new=True)
        await take(records, draft, tmp_path, target, position + 1.0)
        assert await common(records) == (target, f"digest {target}")

    found = []
    for position, is_done in ((1, False), (0, False), (0, True), (1, True)):
        await note_step(records, draft, position, is_new=False, is_done=is_done)
        found.append(await common(records))
    assert found == [("first", ""), (None, ""), ("first", ""), ("second", "")]


async def test_what_moved_on_since_stays(records: Records, tmp_path: Path) -> None:
    draft = await linked_draft(records, tmp_path)
    await note_step(records, draft, 0, is_new=True)
    await take(records, draft, tmp_path, "first", 1.0)
    await records.folder_links.note_common("local", "k", tmp_path, "written", {PAIR: Entries.of([("a", "written")])})

    await note_step(records, draft, 0, is_new=False, is_done=False)

    assert await common(records) == ("written", "written")


async def test_a_step_that_is_undone_before_it_is_recorded_has_nothing_in_common(
    records: Records, tmp_path: Path
) -> None:
    draft = await linked_draft(records, tmp_path)
    await note_step(records, draft, 0, is_new=True)
    await note_step(records, draft, 0, is_new=False, is_done=False)

    await take(records, draft, tmp_path, "first", 1.0)
    assert await common(records) == (None, "")
    await take(records, draft, tmp_path, "gone", 7.0)
    assert await common(records) == (None, "")

    await note_step(records, draft, 0, is_new=False)
    assert (await common(records))[0] == "first"


@pytest.mark.parametrize("is_linked_again", [False, True])
async def test_no_step_says_anything_of_another_folder(
    records: Records, tmp_path: Path, *, is_linked_again: bool
) -> None:
    draft = await linked_draft(records, tmp_path)
    await note_step(records, draft, 0, is_new=True)
    await take(records, draft, tmp_path, "first", 1.0)
    await note_step(records, draft, 0, is_new=False, is_done=False)
    if not is_linked_again:
        await records.folder_links.remove("local", "k")
    await records.folder_links.put("local", "k", tmp_path / "other")

    await note_step(records, draft, 0, is_new=False)

    assert await common(records) == (None, "")


async def test_only_the_latest_steps_keep_it(records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_versions, "MAX_KEPT", 1)
    draft = await linked_draft(records, tmp_path)
    for position, target in enumerate(("first", "second")):
        await note_step(records, draft, position, is_new=True)
        await take(records, draft, tmp_path, target, position + 1.0)

    for position in (1, 0):
        await note_step(records, draft, position, is_new=False, is_done=False)

    assert await common(records) == ("first", "")
