"""The scorecard in `tests/README.md` is complete: each row has tests with its mark, or says why it has none."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from support.proof.scorecard import IDS, PAGE, Findings, findings_in, marked_ids, page_with, rows, updated

pytest_plugins = ["pytester"]
ROWS = rows(PAGE.read_text("utf-8"))


def test_each_row_stands_on_the_page_once_and_in_order() -> None:
    assert [row.id for row in ROWS] == IDS


def test_each_row_is_proven_by_tests_or_says_why_not() -> None:
    marked = marked_ids()

    assert [row.id for row in ROWS if row.id not in marked and not row.open] == []
    assert marked <= set(IDS)


def test_what_a_run_found_gets_into_its_rows_and_the_others_stay() -> None:
    [killed, saved, *_] = ROWS
    found = {killed.id: Findings(runs=1_200, figures=["0 edits lost"], failed=["test_one"], skipped=2)}

    changed = updated([killed, saved], found, date(2026, 11, 23))
    again = rows(page_with(PAGE.read_text("utf-8"), changed))

    assert (again[0].runs, again[0].held) == ("1,200", "FAILED: test_one; 0 edits lost; 2 skipped")
    assert (again[0].day, again[0].what) == ("2026-11-23", killed.what)
    assert again[1:] == ROWS[1:]


TESTS = """
import pytest
pytestmark = pytest.mark.scorecard("R01")

def test_that_counts(held):
    held("0 of 30 lost", runs=30)

@pytest.mark.scorecard("R02")
def test_of_two_rows():
    pass

def test_that_fails():
    assert False

@pytest.mark.skip
def test_that_is_skipped():
    pass
"""


def test_findings_of_marked_tests_are_noted(
    pytester: pytest.Pytester, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(TESTS)
    pytester.makeini("[pytest]\nmarkers = scorecard")
    monkeypatch.setenv("TERMDESK_SCORECARD", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{PAGE.parent}")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    plugins = ["-p", "support.proof.scorecard_plugin", "-p", "no:cacheprovider"]

    pytester.runpytest_subprocess(*plugins).assert_outcomes(passed=2, failed=1, skipped=1)
    found = findings_in(tmp_path)
    pytester.runpytest_subprocess(*plugins, "--scorecard", "R02").assert_outcomes(passed=1, deselected=3)

    assert (found["R01"].runs, found["R01"].figures, found["R01"].skipped) == (31, ["0 of 30 lost"], 1)
    assert [each.rpartition("::")[2] for each in found["R01"].failed] == ["test_that_fails"]
    assert found["R02"] == Findings(runs=1)
