"""How long campaigns run: short by default, at full length with `dev.py test --long`.

A campaign is a test that repeats one experiment with other random numbers. Its short form keeps every assertion.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from types import FrameType
from typing import Any

import pytest

# Deadlines in tests only guard against hanging, because a busy computer can take minutes for seconds of work.
HANGING_SECONDS = 300.0
IS_LONG = bool(os.environ.get("TERMDESK_LONG"))

long_only = pytest.mark.skipif(not IS_LONG, reason="a long campaign: dev.py test --long")


def size(short: int, long: int, *, variable: str = "") -> int:
    """Return how often a campaign repeats its experiment; the environment `variable` takes precedence."""
    return int(os.environ.get(variable) or (long if IS_LONG else short))


@contextmanager
def not_hanging(seconds: float = HANGING_SECONDS) -> Iterator[None]:
    """Raise TimeoutError in the block if it takes too long, and print where each task waits.

    Does nothing on systems without interval timers.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        print_tasks()
        raise TimeoutError(f"still at work after {seconds:.0f} seconds")

    before = signal.signal(signal.SIGALRM, interrupt)
    left, _interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        # Give an enclosing block its remaining time back.
        signal.setitimer(signal.ITIMER_REAL, left)
        signal.signal(signal.SIGALRM, before)


def print_tasks() -> None:
    """Print where each task of the running loop waits, and the errors of those that ended."""
    for task in [each for each in gc.get_objects() if isinstance(each, asyncio.Task)]:
        task.print_stack(file=sys.stdout)


def steps(least: int, seconds: float) -> Iterator[int]:
    """Yield numbers from 1 on: at least `least` of them, and more until `seconds` are over."""
    end, number = time.monotonic() + seconds, 0
    while number < least or time.monotonic() < end:
        number += 1
        yield number


def combined(*lists: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return combinations of the values of these lists, with one value of each list, for a parametrized test.

    At full length, these are all combinations. The short form has as few as possible with each value in one of them.
    """
    values: list[Sequence[Any]] = [list(each) for each in lists]
    if IS_LONG:
        return list(product(*values))
    return [tuple(each[number % len(each)] for each in values) for number in range(max(map(len, values)))]


def seeds(short: int, long: int) -> list[int]:
    """Return the seeds of a campaign that has one test for each seed, from 0 on."""
    return list(range(size(short, long)))
