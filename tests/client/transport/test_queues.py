from __future__ import annotations

import asyncio

import pytest

from support.skipping_clock import SkippingClock
from termdesk.client.errors import RateLimited, WrongKey
from termdesk.client.transport.calls import Family
from termdesk.client.transport.queues import MOST_PARALLEL, MOST_WAITING, CallQueue
from termdesk.domain.errors import Stopped

pytestmark = pytest.mark.anyio


class Workers:
    """Calls that hold a place in the queue until they are released. Counts how many run."""

    def __init__(self, queue: CallQueue) -> None:
        self.queue = queue
        self.running = 0
        self.most = 0
        self.order: list[str] = []
        self.go = asyncio.Event()

    async def work(self, name: str = "", *, interactive: bool = True, again: bool = False) -> None:
        async with self.queue.turn(interactive=interactive, again=again):
            self.running += 1
            self.most = max(self.most, self.running)
            self.order.append(name)
            await self.go.wait()
            self.running -= 1


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
def clock() -> SkippingClock:
    return SkippingClock()


@pytest.fixture
def queue(clock: SkippingClock) -> CallQueue:
    return CallQueue(Family.GLOSSARIES, clock)


async def test_four_calls_run_at_once_and_all_get_their_turn(queue: CallQueue) -> None:
    workers = Workers(queue)
    tasks = [asyncio.create_task(workers.work()) for _ in range(20)]
    await settled()

    running = workers.running
    workers.go.set()
    await asyncio.gather(*tasks)

    assert running == workers.most == MOST_PARALLEL
    assert len(workers.order) == 20


async def test_a_bulk_leaves_a_place_to_an_interactive_call(queue: CallQueue) -> None:
    workers = Workers(queue)
    bulk = [asyncio.create_task(workers.work("bulk", interactive=False)) for _ in range(300)]
    await settled()

    click = asyncio.create_task(workers.work("click"))
    await settled()

    assert workers.order == ["bulk"] * 3 + ["click"]
    workers.go.set()
    await asyncio.gather(click, *bulk)


async def test_pauses_for_haste_halve_the_calls_at_once_and_successes_bring_them_back(
    queue: CallQueue, clock: SkippingClock
) -> None:
    queue.pause(10, status=429, slower=True, round_of_call=0)
    await clock.sleep(11)
    workers = Workers(queue)
    tasks = [asyncio.create_task(workers.work()) for _ in range(10)]
    await settled()
    halved = workers.running

    for _ in range(40):
        queue.note_success()
    await settled()

    assert halved == 2
    assert workers.running == 4
    workers.go.set()
    await asyncio.gather(*tasks)


async def test_calls_that_failed_together_count_as_one_pause(queue: CallQueue) -> None:
    for _ in range(4):
        queue.count_pause(0)
        queue.pause(0.001, status=429, slower=True, round_of_call=0)

    assert queue.pauses_in_a_row == 1


async def test_nothing_goes_through_during_a_pause_and_it_can_be_seen(queue: CallQueue, clock: SkippingClock) -> None:
    queue.pause(10, status=503, slower=False, round_of_call=0)
    workers = Workers(queue)
    workers.go.set()
    began = clock.now()
    task = asyncio.create_task(workers.work())
    await settled()
    pause = queue.pause_now
    await task

    assert pause
    assert (pause.family, pause.status, pause.calls_waiting) == (Family.GLOSSARIES, 503, 1)
    assert pause.seconds_left == 10
    assert clock.now() - began >= 10
    assert queue.pause_now is None


async def test_a_service_that_stays_busy_is_asked_one_call_at_a_time(queue: CallQueue, clock: SkippingClock) -> None:
    for round_number in range(5):
        queue.count_pause(round_number)
        queue.pause(10, status=503, slower=False, round_of_call=round_number)
    await clock.sleep(11)
    workers = Workers(queue)
    tasks = [asyncio.create_task(workers.work()) for _ in range(5)]
    await settled()
    probing = workers.running

    queue.note_success()
    workers.go.set()
    await asyncio.gather(*tasks)

    assert queue.is_open is False
    assert probing == 1


async def test_a_cancelled_call_gives_its_turn_on_at_every_moment(queue: CallQueue) -> None:
    workers = Workers(queue)
    holders = [asyncio.create_task(workers.work()) for _ in range(4)]
    await settled()
    doomed = [asyncio.create_task(workers.work()) for _ in range(4)]
    last = asyncio.create_task(workers.work("last"))
    await settled()

    # The doomed tasks get their turn and are cancelled in the same round of the event loop.
    workers.go.set()
    await asyncio.sleep(0)
    for task in doomed:
        task.cancel()
    await asyncio.wait_for(last, 1)
    await asyncio.gather(*holders, *doomed, return_exceptions=True)

    workers.go.clear()
    again = [asyncio.create_task(workers.work()) for _ in range(6)]
    await settled()
    assert workers.running == 4
    workers.go.set()
    await asyncio.gather(*again)


async def test_a_call_that_comes_again_goes_first(queue: CallQueue) -> None:
    workers = Workers(queue)
    holders = [asyncio.create_task(workers.work("holder")) for _ in range(4)]
    await settled()
    first = asyncio.create_task(workers.work("first"))
    await settled()
    again = asyncio.create_task(workers.work("again", again=True))
    await settled()

    workers.go.set()
    await asyncio.gather(*holders, first, again)

    assert workers.order[4:] == ["again", "first"]


@pytest.mark.scorecard("R40")
async def test_a_refused_key_fails_all_who_wait(queue: CallQueue) -> None:
    workers = Workers(queue)
    holders = [asyncio.create_task(workers.work()) for _ in range(4)]
    await settled()
    waiting = [asyncio.create_task(workers.work()) for _ in range(3)]
    await settled()

    queue.refuse(WrongKey(status=401))
    results = await asyncio.gather(*waiting, return_exceptions=True)

    assert [type(result) for result in results] == [WrongKey] * 3
    workers.go.set()
    await asyncio.gather(*holders)


async def test_the_queue_is_bounded(queue: CallQueue) -> None:
    workers = Workers(queue)
    tasks = [asyncio.create_task(workers.work()) for _ in range(MOST_PARALLEL + MOST_WAITING)]
    await settled()

    with pytest.raises(RateLimited, match="1,000 calls are waiting"):
        await workers.work()

    workers.go.set()
    await asyncio.gather(*tasks)


async def test_closing_tells_who_waits(queue: CallQueue) -> None:
    queue.pause(60, status=429, slower=True, round_of_call=0)
    task = asyncio.create_task(Workers(queue).work())
    await settled()

    queue.close()

    with pytest.raises(Stopped):
        await task
