"""Runs slow tests last, and only as long as there is time: `pytest --slow-until TIME`, as `dev.py test` calls it.

A test is marked by `@pytest.mark.slow`. `@pytest.mark.slow(keep=2)` marks all examples of a parametrized test but two,
from both ends of its list. Without the option, slow tests run like all others.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection

import pytest

OPTION, MARK = "--slow-until", "slow"
_SLOW = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--slow-until`: seconds since 1970, as `time.time` returns them."""
    parser.addoption(OPTION, type=float, help="run slow tests last, and skip those that start after this time")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put slow tests behind the others, if the option is given. Otherwise, keep the order.

    Refuse a test that proves a row of the scorecard: it belongs in each run.
    """
    examples: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker(MARK):
            if item.get_closest_marker("scorecard"):
                raise pytest.UsageError(f"{item.nodeid} proves a row of the scorecard, so it may not be slow")
            examples[item.nodeid.partition("[")[0]].append(item)
    for each in examples.values():
        kept = _kept(each)
        for number, item in enumerate(each):
            item.stash[_SLOW] = number not in kept
    if config.getoption(OPTION) is not None:
        items.sort(key=lambda item: item.stash.get(_SLOW, False))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a slow test for which there is no time left."""
    until = item.config.getoption(OPTION)
    if until is not None and item.stash.get(_SLOW, False) and time.time() > until:
        pytest.skip("slow, and the run has taken long: dev.py test --all")


def _kept(examples: list[pytest.Item]) -> Collection[int]:
    mark = examples[0].get_closest_marker(MARK)
    assert mark is not None
    return spread(len(examples), mark.kwargs.get("keep", 0))


def spread(count: int, keep: int) -> list[int]:
    """Return `keep` of the numbers from 0 to `count` - 1, evenly spread from the first to the last."""
    if keep >= count:
        return list(range(count))
    return [round(number * (count - 1) / (keep - 1)) if keep > 1 else 0 for number in range(keep)]
