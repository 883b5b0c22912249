"""Records the results of scorecard tests for `scorecard.py`, by row, and can run the tests of one row alone.

pytest --scorecard R07
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

import pytest

from support.proof.scorecard import IDS, VARIABLE, Findings

# Names of the properties that a test attaches to its report.
ROW, FIGURE = "scorecard", "figure"
_findings: defaultdict[str, Findings] = defaultdict(Findings)


class Held(Protocol):
    """Reports to the scorecard what held."""

    def __call__(self, figure: str, *, runs: int = 1) -> None: ...


@pytest.fixture
def held(record_property: Callable[[str, object], None]) -> Held:
    """Return a function that reports what held, and the number of runs of the experiment."""

    def note(figure: str, *, runs: int = 1) -> None:
        record_property(FIGURE, (figure, runs))
        print(figure)

    return note


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--scorecard ID`, which runs the tests of one row."""
    parser.addoption("--scorecard", metavar="ID", action="append", choices=IDS, help="only the tests of this row")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Attach the scorecard rows to each test. If rows were chosen, deselect the tests of all others."""
    chosen = config.getoption("--scorecard")
    kept, left_out = [], []
    for item in items:
        ids = dict.fromkeys(str(each) for mark in item.iter_markers(ROW) for each in mark.args)
        item.user_properties += [(ROW, each) for each in ids]
        (kept if not chosen or not set(chosen).isdisjoint(ids) else left_out).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the results of a test to its rows."""
    if report.passed and report.when != "call":
        return
    figures = [value for name, value in report.user_properties if name == FIGURE]
    for name, row in report.user_properties:
        if name != ROW:
            continue
        found = _findings[str(row)]
        if report.failed:
            found.failed.append(report.nodeid)
        elif report.skipped:
            found.skipped += 1
        else:
            texts = [text for text, _ in figures]
            found.add(Findings(runs=sum(runs for _, runs in figures) or 1, figures=texts))


def pytest_sessionfinish() -> None:
    """Write the results to the folder that `scorecard.py` reads."""
    if folder := os.environ.get(VARIABLE):
        noted = {each: asdict(found) for each, found in _findings.items()}
        (Path(folder) / f"{os.getpid()}.json").write_text(json.dumps(noted), "utf-8")
