"""A short run leaves out slow tests, and no test that proves a row of the scorecard is slow."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.proof.slow_tests import spread

pytest_plugins = ["pytester"]

TESTS = """
import pytest

def test_that_is_quick():
    pass

@pytest.mark.slow
def test_that_is_slow():
    pass

@pytest.mark.slow(keep=2)
@pytest.mark.parametrize("number", range(5))
def test_of_examples(number):
    assert number in KEPT
"""
PROVING = """
import pytest

@pytest.mark.slow
@pytest.mark.scorecard("R01")
def test_of_a_row():
    pass
"""


@pytest.fixture(autouse=True)
def _plain_pytest(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytester.makeini("[pytest]\nmarkers =\n    slow\n    scorecard")
    monkeypatch.setenv("PYTHONPATH", f"{Path(__file__).parent}")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess("-p", "support.proof.slow_tests", "-p", "no:cacheprovider", *arguments)


def test_a_short_run_leaves_out_slow_tests_and_most_examples(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS.replace("KEPT", "(0, 4)"))

    run(pytester, "--short").assert_outcomes(passed=3, deselected=4)


def test_another_run_has_all_tests(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS.replace("KEPT", "range(5)"))

    run(pytester).assert_outcomes(passed=7)


def test_a_slow_test_of_the_scorecard_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(PROVING)

    result = run(pytester)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*test_of_a_row proves a row of the scorecard, so it may not be slow"])


def test_kept_examples_are_spread_over_all() -> None:
    assert [spread(5, keep) for keep in range(6)] == [[], [0], [0, 4], [0, 2, 4], [0, 1, 3, 4], [0, 1, 2, 3, 4]]
