"""The self-test names what is broken, and continues with the other checks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_a_broken_package_is_named_and_the_other_checks_run(tmp_path: Path) -> None:
    for name in ("xlsxwriter", "thot", "lt_py", "harper"):
        (tmp_path / f"{name}.py").write_text("import something_that_is_missing")

    done = subprocess.run(
        [sys.executable, "-m", "termdesk", "--self-test"],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        timeout=300,
    )

    lines = {line[8:28].strip(): line for line in done.stdout.splitlines()}
    assert done.returncode == 1
    assert lines["files"].startswith("FAILED")
    assert lines["correction"].startswith("FAILED")
    assert "“lt_py” is broken: ModuleNotFoundError: No module named 'something_that_is_missing'" in lines["correction"]
    assert lines["training"].startswith("FAILED")
    assert "something_that_is_missing" in lines["training"]
    assert lines["documents"].startswith("ok")
    assert lines["Qt"].startswith("ok")
