"""How long campaigns run: short by default, at full length with `dev.py test --long`.

A campaign is a test that repeats one experiment with other random numbers. Its short form keeps every assertion.
"""

from __future__ import annotations

import os

import pytest

# A deadline in a test only guards against hanging.
HANGING_SECONDS = 90.0
IS_LONG = bool(os.environ.get("TERMDESK_LONG"))

long_only = pytest.mark.skipif(not IS_LONG, reason="a long campaign: dev.py test --long")


def size(short: int, long: int, *, variable: str = "") -> int:
    """How often a campaign repeats its experiment; the environment `variable` takes precedence over both."""
    return int(os.environ.get(variable) or (long if IS_LONG else short))


def limit(seconds: float) -> float:
    """How many seconds something may take: `seconds` in a long campaign, for which the computer has nothing else to do.

    Otherwise so long that only a hanging test exceeds it.
    """
    return seconds if IS_LONG else HANGING_SECONDS


def seeds(short: int, long: int) -> list[int]:
    """The seeds of a campaign with one test for each of them, from 0 on."""
    return list(range(size(short, long)))
