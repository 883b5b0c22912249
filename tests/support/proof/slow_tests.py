"""Leaves slow tests out of a short run: `pytest --short`, as `dev.py test` calls it.

A test is marked by `@pytest.mark.slow`. `@pytest.mark.slow(keep=2)` leaves out all examples of a parametrized test but
two, from both ends of its list. `dev.py test --all` and `--long` run every test.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import pytest

OPTION, MARK = "--short", "slow"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--short`."""
    parser.addoption(OPTION, action="store_true", help="leave out the tests that are marked as slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect slow tests in a short run. Refuse a test that proves a row of the scorecard: it belongs in each run."""
    examples: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker(MARK):
            if item.get_closest_marker("scorecard"):
                raise pytest.UsageError(f"{item.nodeid} proves a row of the scorecard, so it may not be slow")
            examples[item.nodeid.partition("[")[0]].append(item)
    left_out = {id(item) for each in examples.values() for item in _left_out(each)}
    if config.getoption(OPTION) and left_out:
        config.hook.pytest_deselected(items=[item for item in items if id(item) in left_out])
        items[:] = [item for item in items if id(item) not in left_out]


def _left_out(examples: list[pytest.Item]) -> Iterable[pytest.Item]:
    """Return the examples of one test without those that are kept."""
    mark = examples[0].get_closest_marker(MARK)
    assert mark is not None
    kept = set(spread(len(examples), mark.kwargs.get("keep", 0)))
    return (item for number, item in enumerate(examples) if number not in kept)


def spread(count: int, keep: int) -> list[int]:
    """Return `keep` of the numbers from 0 to `count` - 1, evenly spread from the first to the last."""
    if keep >= count:
        return list(range(count))
    return [round(number * (count - 1) / (keep - 1)) if keep > 1 else 0 for number in range(keep)]
