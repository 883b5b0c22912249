"""Stages that several threads use at once, each part with one message at a time."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from termdesk.service.engines.apertium.running_stages import SharedStages, Turns

_SECONDS = 10.0


@pytest.fixture
def stages() -> Iterator[SharedStages]:
    shared = SharedStages([[["cat", "-u"]], [["cat", "-u"], ["cat", "-u"]]])
    yield shared
    with shared.hold():
        shared.end()


def test_a_thread_uses_one_part_while_another_uses_the_next(stages: SharedStages) -> None:
    both = threading.Barrier(2)

    def ask(part: int) -> str:
        with stages.use() as running:
            both.wait(_SECONDS)
            return running.ask(part, f"text {part}", _SECONDS)

    with ThreadPoolExecutor() as threads:
        assert list(threads.map(ask, [0, 1])) == ["text 0", "text 1"]


@pytest.mark.slow
def test_many_messages_at_once_get_their_own_answers(stages: SharedStages) -> None:
    def ask(number: int) -> str:
        with stages.use() as running:
            return running.ask(1, running.ask(0, f"text {number} " * number, _SECONDS), _SECONDS)

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(200))) == [f"text {number} " * number for number in range(200)]


def test_what_fails_for_one_fails_for_all_and_the_next_has_new_processes(stages: SharedStages) -> None:
    both = threading.Barrier(2)

    def ask(part: int, seconds: float) -> str:
        with stages.use() as running:
            os.kill(running.process_ids[part], signal.SIGSTOP)
            both.wait(_SECONDS)
            return running.ask(part, "text", seconds)

    with ThreadPoolExecutor() as threads:
        asked = [threads.submit(ask, part, seconds) for part, seconds in enumerate((0.05, 10 * _SECONDS))]
        assert [type(each.exception()) for each in asked] == [TimeoutError, BrokenPipeError]
    assert stages.current is None
    with stages.use() as running:
        assert running.ask(0, "again", _SECONDS) == "again"


def test_an_answer_that_comes_too_late_is_not_given_to_the_next_who_asks(stages: SharedStages) -> None:
    with contextlib.suppress(BrokenPipeError), stages.use() as running:
        [first, *_] = running.process_ids
        os.kill(first, signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            running.ask(0, "late", 0.05)
        with contextlib.suppress(ProcessLookupError):
            os.kill(first, signal.SIGCONT)
        assert running.ask(0, "next", _SECONDS) == "next"


def test_who_holds_the_stages_waits_for_those_who_use_them(stages: SharedStages) -> None:
    is_used, order = threading.Event(), []

    def hold() -> None:
        is_used.wait(_SECONDS)
        with stages.hold():
            order.append("held")

    holder = threading.Thread(target=hold)
    holder.start()
    with stages.use() as running:
        is_used.set()
        holder.join(0.05)
        order.append(running.ask(0, "used", _SECONDS))
    holder.join(_SECONDS)

    assert order == ["used", "held"]


def _order_of_turns(sizes: list[int]) -> list[int]:
    """The sizes in the order in which their threads get a turn, after all of them have waited."""
    turns, order = Turns(), []

    def take(size: int) -> None:
        with turns.take(size):
            order.append(size)

    threads = [threading.Thread(target=take, args=(size,)) for size in sizes]
    with turns.take(1):
        for waiting, each in enumerate(threads, 1):
            each.start()
            while len(turns._waiting) < waiting:
                time.sleep(0.001)
    for each in threads:
        each.join(_SECONDS)
    return order


def test_small_work_overtakes_large_work() -> None:
    assert _order_of_turns([16, 16, 1, 1]) == [1, 1, 16, 16]


def test_large_work_is_overtaken_less_often_than_its_size() -> None:
    assert _order_of_turns([4, *[1] * 10]) == [1, 1, 4, *[1] * 8]
