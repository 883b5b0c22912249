"""Slow tests run last, and only as long as there is time. No test that proves a row of the scorecard is slow."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.proof.slow_tests import spread

pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.mark.slow
def test_that_is_slow():
    pass

@pytest.mark.slow(keep=2)
@pytest.mark.parametrize("number", range(5))
def test_of_examples(number):
    pass

def test_that_is_quick():
    pass
"""
NAMES = ["slow", *(f"examples[{number}]" for number in range(5)), "quick"]
QUICK_FIRST = ["examples[0]", "examples[4]", "quick", "slow", "examples[1]", "examples[2]", "examples[3]"]
PROVING = """
import pytest

@pytest.mark.slow
@pytest.mark.scorecard("R01")
def test_of_a_row():
    pass
"""
# Seconds since 1970: long ago, and in a far future.
PAST, FUTURE = "1", "1e11"


@pytest.fixture(autouse=True)
def _plain_pytest(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytester.makeini("[pytest]\nmarkers =\n    slow\n    scorecard")
    monkeypatch.setenv("PYTHONPATH", f"{Path(__file__).parent}")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    plugins = ("-p", "support.proof.slow_tests", "-p", "no:cacheprovider")
    return pytester.runpytest_subprocess(*plugins, "-v", "-rs", *arguments)


def ran(result: pytest.RunResult) -> list[str]:
    passed = [line for line in result.outlines if line.partition(" ")[2].startswith("PASSED")]
    names = [line.partition("::test_")[2].partition(" ")[0] for line in passed]
    return [name.removeprefix("that_is_").removeprefix("of_") for name in names]


def test_slow_tests_run_last(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)

    assert ran(run(pytester, "--slow-until", FUTURE)) == QUICK_FIRST


def test_slow_tests_are_skipped_without_time_and_that_is_said(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)

    result = run(pytester, "--slow-until", PAST)

    assert ran(result) == QUICK_FIRST[:3]
    result.assert_outcomes(passed=3, skipped=4)
    result.stdout.fnmatch_lines(["SKIPPED [[]4] * slow, and the run has taken long: dev.py test --all"])


def test_another_run_keeps_the_order(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)

    assert ran(run(pytester)) == NAMES


def test_a_slow_test_of_the_scorecard_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(PROVING)

    result = run(pytester)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*test_of_a_row proves a row of the scorecard, so it may not be slow"])


def test_kept_examples_are_spread_over_all() -> None:
    assert [spread(5, keep) for keep in range(6)] == [[], [0], [0, 4], [0, 2, 4], [0, 1, 3, 4], [0, 1, 2, 3, 4]]
