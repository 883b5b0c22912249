"""The program ends at each request of a move, processed or not: nothing is lost, and nothing is duplicated."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from application.glossaries.transfer.two_services import BOTH, TwoServices, contents
from support.campaign import size
from termdesk.application.glossaries.summaries import GlossarySelection
from termdesk.storage.records import Records

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("R20")]


class ProgramEnded(BaseException):
    """Like a power cut, this error is never caught. Later requests of the old program reach nobody."""


class Crash:
    """Ends the program at a request: copies the disk as it is then, and blocks all further requests."""

    def __init__(self, folder: Path, two: TwoServices, *, at: int, is_carried_out: bool) -> None:
        self.saved = folder.with_suffix(".ended")
        self.has_come = False
        self._folder = folder
        self._left = at
        self._is_carried_out = is_carried_out
        for way in two.ways:
            way.instead = self._instead

    async def _instead(self, request: httpx.Request) -> httpx.Response | None:
        self._left -= 1
        if self._left > 0:
            return None
        if not self.has_come:
            self.has_come = True
            shutil.copytree(self._folder, self.saved)
            if self._is_carried_out:
                async with httpx.AsyncHTTPTransport(verify=False) as way:
                    await (await way.handle_async_request(request)).aread()
        raise ProgramEnded


async def restarted(two: TwoServices, saved: Path) -> tuple[TwoServices, Records]:
    """Return the same user after a restart, with the copied disk."""
    for way in two.ways:
        way.instead = None
    records = await Records(saved / "termdesk.db").__aenter__()
    here, there = (replace(each, records=records) for each in (two.here, two.there))
    return TwoServices(records, here, there, two.ways, two.name), records


async def moved_again(two: TwoServices) -> None:
    """Do what a user does after a crash: continue the interrupted move, or else move what is still here."""
    listed = [each for each in await two.library.summaries() if each.name == two.name]
    if listed:
        [summary] = listed
        records = await two.transfer.find_unfinished()
        pairs = records[0].pairs if records else [row.pair for row in summary.rows]
        rows = tuple(row for row in summary.rows if row.pair in pairs)
        plan = await two.plan([GlossarySelection(summary, rows)], is_move=True)
        assert plan.is_resumed == bool(records)
        result = await two.transfer.run(two.there, plan)
        assert result.failure is None
    for record in await two.transfer.find_unfinished():
        assert two.transfer.is_original_gone(record, await two.library.summaries())
        await two.transfer.settle(two.there, record)


@pytest.mark.parametrize("is_carried_out", [False, True], ids=["request lost", "answer lost"])
async def test_a_move_is_finished_after_the_program_ended_at_any_request(
    two: TwoServices, tmp_path: Path, is_carried_out: bool
) -> None:
    # Short runs test every twelfth request, different ones for each kind of crash.
    whole, step = contents(BOTH), size(12, 1)
    at = 6 * is_carried_out if step > 1 else 0
    while True:
        at += step
        folder = tmp_path / f"{at}"
        folder.mkdir()
        async with Records(folder / "termdesk.db") as records:
            here, there = (replace(each, records=records) for each in (two.here, two.there))
            before = TwoServices(records, here, there, two.ways)
            await before.publish()
            parts = await before.parts()
            crash = Crash(folder, before, at=at, is_carried_out=is_carried_out)
            try:
                plan = await before.plan(parts, is_move=True)
                result = await before.transfer.run(before.there, plan)
            except ProgramEnded:
                result = None
        if not crash.has_come:
            assert result is not None
            break
        after, reopened = await restarted(before, crash.saved)
        try:
            assert whole in (*await after.on_first(), *await after.on_second()), f"lost at request {at}"
            await moved_again(after)

            assert await after.on_first() == [], f"request {at}"
            assert await after.on_second() == [whole], f"request {at}"
            assert after.name in [each.name for each in await after.bin.all()], f"request {at}"
            assert await after.records.journal.drafts(after.there.profile) == [], f"request {at}"
            assert await after.transfer.find_unfinished() == [], f"request {at}"
            undone = await after.transfer.undo(after.there, await after.transfer.find_completed())
            assert (undone.undone, undone.left_alone) == ((after.name,), ()), f"request {at}"
            assert await after.on_second() == [], f"request {at}"
            assert {row.pair for row in (await after.summary()).rows} == BOTH.keys(), f"request {at}"
        finally:
            await reopened.__aexit__(None, None, None)
    assert at > 20, "it ended at every request"
