"""How long campaigns run: short by default, at full length with `dev.py test --long`.

A campaign is a test that repeats one experiment with other random numbers. Its short form keeps every assertion.
"""

from __future__ import annotations

import os

IS_LONG = bool(os.environ.get("TERMDESK_LONG"))


def size(short: int, long: int, *, variable: str = "") -> int:
    """How often a campaign repeats its experiment; the environment `variable` takes precedence over both."""
    return int(os.environ.get(variable) or (long if IS_LONG else short))


def seeds(short: int, long: int) -> list[int]:
    """The seeds of a campaign with one test for each of them, from 0 on."""
    return list(range(size(short, long)))
