"""How long campaigns run: short by default, at full length with `dev.py test --long`.

A campaign is a test that repeats one experiment with other random numbers. Its short form keeps every assertion.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

# A deadline in a test only guards against hanging.
HANGING_SECONDS = 90.0
IS_LONG = bool(os.environ.get("TERMDESK_LONG"))

long_only = pytest.mark.skipif(not IS_LONG, reason="a long campaign: dev.py test --long")


def size(short: int, long: int, *, variable: str = "") -> int:
    """How often a campaign repeats its experiment; the environment `variable` takes precedence over both."""
    return int(os.environ.get(variable) or (long if IS_LONG else short))


@contextmanager
def not_hanging() -> Iterator[None]:
    """Interrupt work of this process that hangs: the block raises TimeoutError after `HANGING_SECONDS`.

    Does nothing on systems without interval timers.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"still at work after {HANGING_SECONDS:.0f} seconds")

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, HANGING_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def steps(least: int, seconds: float) -> Iterator[int]:
    """Numbers from 1 on: at least so many, and until so much time is over."""
    end, number = time.monotonic() + seconds, 0
    while number < least or time.monotonic() < end:
        number += 1
        yield number


def seeds(short: int, long: int) -> list[int]:
    """The seeds of a campaign with one test for each of them, from 0 on."""
    return list(range(size(short, long)))
