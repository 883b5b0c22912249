"""Draws every window on a small screen at 150 %, in the pseudo-language, which is longer than English and mirrored.

Every text is translated and not cut; keyboards, screen readers and small screens get what they need. Long runs also
check that nothing is cut in English, and at 200 % with larger text.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.campaign import long_only
from support.fork_server import CAN_FORK, fork_server
from termdesk.ui.words.interface_language import ENGLISH, PSEUDO

TESTS = Path(__file__).parents[2]
# Only guards against hanging. Thirty seconds of computing take five minutes beside a dozen other programs.
SECONDS = 800


@pytest.mark.parametrize(
    ("language", "scale", "text_size", "width", "height"),
    [
        pytest.param(PSEUDO, 1.5, 0, 1350, 750, id="pseudo-language"),
        pytest.param(ENGLISH, 1.5, 0, 1350, 750, id="150 %", marks=long_only),
        pytest.param(ENGLISH, 2, 4, 2732, 1536, id="200 %", marks=long_only),
    ],
)
@pytest.mark.scorecard("S31")
def test_every_window_can_be_read_and_used(
    tmp_path: Path, language: str, scale: float, text_size: int, width: int, height: int
) -> None:
    screen = {"name": "small", "x": 0, "y": 0, "width": width, "height": height}
    screens = tmp_path / "screens.json"
    screens.write_text(json.dumps({"screens": [screen | {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]}), "utf-8")
    forks = [fork_server().fileno()] if CAN_FORK else []
    found = subprocess.run(
        [sys.executable, "-m", "support.drawn_windows", str(tmp_path), language, str(text_size), str(*forks or [-1])],
        pass_fds=forks,
        cwd=TESTS,
        env={
            **os.environ,
            "QT_SCALE_FACTOR": str(scale),
            "QT_QPA_PLATFORM": f"offscreen:configfile={screens}",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    reported = found.stdout.splitlines()

    assert "DONE" in reported, found.stderr
    assert f"SCALE {float(scale)}" in reported
    assert sorted({line for line in reported if line.startswith("FAULT")}) == []
    # No warning of Qt, and no exception in a slot.
    assert found.stderr == ""
