"""The program is killed while it publishes many glossaries.

The next start knows what is done, and completes the rest.
"""

from __future__ import annotations

import asyncio
import random
import signal
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.campaign import size
from support.proof.dying_program import DyingProgram, dying_program
from support.publishing.many_glossaries import AFTER, BEFORE, many_edited
from support.publishing_setup import Meddling, PublishingSetup, client, resume
from support.running_service import RunningService
from termdesk.storage.publishing.publish_runs import StepState
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

OLD, NEW = size(3, 20), size(2, 10)
ROUNDS = size(6, 60, variable="TERMDESK_PUBLISH_KILLS")

PROGRAM = f"""
import asyncio, os, signal, sys
# What is imported at the first request.
import anyio._backends._asyncio, certifi, httpcore
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).resolve().parents[3])!r})
from support.publishing.many_glossaries import ManyGlossaries
from support.publishing_setup import Meddling, PublishingSetup, client
from termdesk.storage.records import Records

async def publish(folder, url, key, profile, left, moment):
    way = Meddling()
    async def instead(request):
        nonlocal left
        left -= request.method != "GET"
        if left < 0 and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        if left < 0:
            await way.pass_on(request)
            os.kill(os.getpid(), signal.SIGKILL)
    async with Records(Path(folder) / "termdesk.db") as records, client(url, key, transport=way) as api:
        way.instead = instead
        await ManyGlossaries(PublishingSetup(records, api, profile), [], [], []).publish()

def run(**values):
    asyncio.run(publish(**values))
    return 0
"""


@pytest.fixture(scope="module")
def program() -> Iterator[DyingProgram]:
    """Publishes, and is killed before or after a write."""
    with dying_program(PROGRAM) as run:
        yield run


@pytest.mark.scorecard("R20", "R23")
@pytest.mark.parametrize("number", range(ROUNDS))
async def test_what_a_kill_interrupted_is_resumed_undone_or_left(
    program: DyingProgram, tmp_path: Path, service: RunningService, number: int
) -> None:
    chance = random.Random(number)
    answer = ("resume", "undo", "leave")[number % 3]
    way = Meddling()
    async with client(service.url, service.key, transport=way) as api:
        async with Records(tmp_path / "termdesk.db") as records:
            many = await many_edited(PublishingSetup(records, api, uuid.uuid4().hex), OLD, new=NEW)
        # A new glossary takes two writes.
        moment = chance.choice(["before", "after"])
        address = {"url": service.url, "key": service.key, "profile": many.setup.profile}
        write = chance.randrange(OLD + 2 * NEW)
        code = await asyncio.to_thread(program, folder=str(tmp_path), **address, left=write, moment=moment)
        assert code == -signal.SIGKILL

        async with Records(tmp_path / "termdesk.db") as records:
            many.setup.records = records
            [run] = await many.bulk.find_unfinished()
            assert len(run.steps) == OLD + NEW
            assert sum(step.state is StepState.SENT for step in run.steps) == 1
            done = await many.held()
            assert all(done[step.position] == AFTER for step in run.verified)
            if answer == "resume":
                missing = [held for held, step in zip(done, run.steps, strict=True) if step.is_pending]
                missing_new = sum(not held for held in missing)
                created_new = sum(step.is_pending and bool(done[step.position]) for step in run.steps[OLD:])
                way.requests.clear()
                assert (await resume(many.bulk, run)).failure is None
                # One call for each dictionary that is not there. A new glossary is created and then named; one that
                # was already created is only named.
                calls = {"POST": missing_new, "PATCH": missing.count(BEFORE) + missing_new + created_new}
                assert Counter(way.changes) == Counter(calls)
                assert await many.held() == [AFTER] * (OLD + NEW)
                assert await many.bulk.find_unpublished() == []
            elif answer == "undo":
                assert (await many.bulk.undo(run)).left_alone == ()
                assert await many.held() == [BEFORE] * OLD + [{}] * NEW
                assert len(await many.bulk.find_unpublished()) == OLD + NEW
            else:
                await many.bulk.leave(run)
                assert await many.held() == done
            assert await many.bulk.find_unfinished() == []
            if answer != "resume":
                assert (await many.publish()).failure is None
                assert await many.held() == [AFTER] * (OLD + NEW)
        # A service allows a thousand glossaries, and this runs often.
        await many.delete_glossaries()
