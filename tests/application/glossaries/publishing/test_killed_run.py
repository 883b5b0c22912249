"""The program is killed while it publishes many glossaries.

The next start knows what is done, and completes the rest.
"""

from __future__ import annotations

import asyncio
import random
import signal
import sys
import uuid
from pathlib import Path

import pytest

from support.campaign import HANGING_SECONDS, size
from support.publishing.many_glossaries import AFTER, BEFORE, ManyGlossaries, many_edited
from support.publishing_setup import PublishingSetup, client
from support.running_service import RunningService
from termdesk.storage.publishing.publish_runs import StepState
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

OLD, NEW = size(3, 20), size(2, 10)
ROUNDS = size(6, 60, variable="TERMDESK_PUBLISH_KILLS")
TESTS = Path(__file__).resolve().parents[3]

PROGRAM = """
import asyncio, os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from support.publishing.many_glossaries import ManyGlossaries
from support.publishing_setup import Meddling, PublishingSetup, client
from termdesk.storage.records import Records

_, _, folder, url, key, profile, last, moment = sys.argv
left = int(last)

async def main():
    way = Meddling()
    async def instead(request):
        global left
        left -= request.method != "GET"
        if left < 0 and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        if left < 0:
            await way.pass_on(request)
            os.kill(os.getpid(), signal.SIGKILL)
    async with Records(Path(folder) / "termdesk.db") as records, client(url, key, transport=way) as api:
        way.instead = instead
        await ManyGlossaries(PublishingSetup(records, api, profile), [], [], []).publish()

asyncio.run(main())
"""


async def killed(many: ManyGlossaries, folder: Path, service: RunningService, *, after: int, moment: str) -> None:
    """Publish in a separate program, and kill it before or after the write with this number (from 0)."""
    given = (str(TESTS), str(folder), service.url, service.key, many.setup.profile, str(after), moment)
    program = await asyncio.create_subprocess_exec(sys.executable, "-c", PROGRAM, *given)
    async with asyncio.timeout(HANGING_SECONDS):
        assert await program.wait() == -signal.SIGKILL


@pytest.mark.scorecard("R20", "R23")
@pytest.mark.parametrize("number", range(ROUNDS))
async def test_what_a_kill_interrupted_is_resumed_undone_or_left(
    tmp_path: Path, service: RunningService, number: int
) -> None:
    chance = random.Random(number)
    answer = ("resume", "undo", "leave")[number % 3]
    async with client(service.url, service.key) as api:
        async with Records(tmp_path / "termdesk.db") as records:
            many = await many_edited(PublishingSetup(records, api, uuid.uuid4().hex), OLD, new=NEW)
        # A new glossary takes two writes.
        moment = chance.choice(["before", "after"])
        await killed(many, tmp_path, service, after=chance.randrange(OLD + 2 * NEW), moment=moment)

        async with Records(tmp_path / "termdesk.db") as records:
            many.setup.records = records
            [run] = await many.bulk.unfinished()
            assert len(run.steps) == OLD + NEW
            assert sum(step.state is StepState.SENT for step in run.steps) == 1
            done = await many.held()
            assert all(done[step.position] == AFTER for step in run.verified)
            if answer == "resume":
                assert (await many.bulk.resume(run)).failure is None
                assert await many.held() == [AFTER] * (OLD + NEW)
                assert await many.bulk.unpublished() == []
            elif answer == "undo":
                assert (await many.bulk.undo(run)).left_alone == ()
                assert await many.held() == [BEFORE] * OLD + [{}] * NEW
                assert len(await many.bulk.unpublished()) == OLD + NEW
            else:
                await many.bulk.leave(run)
                assert await many.held() == done
            assert await many.bulk.unfinished() == []
            if answer != "resume":
                assert (await many.publish()).failure is None
                assert await many.held() == [AFTER] * (OLD + NEW)
        # A service allows a thousand glossaries, and this runs often.
        await many.delete_glossaries()
