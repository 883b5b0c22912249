"""The program that the tests in `app/` share ends with them, so that tests of other folders find no window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.campaign import HANGING_SECONDS, long_only

TESTS = Path(__file__).parent


@long_only
def test_it_ends_before_tests_that_delete_all_windows() -> None:
    shared = TESTS / "app" / "texts" / "test_usage_pane.py"
    deletes = TESTS / "ui" / "usage" / "test_history_plot.py"
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist"]
    words += [f"{shared}::test_numbers_of_any_size_are_shown", str(deletes)]

    run = subprocess.run(
        words, check=False, stdout=subprocess.PIPE, text=True, cwd=TESTS.parent, timeout=HANGING_SECONDS
    )

    assert run.returncode == 0, run.stdout
