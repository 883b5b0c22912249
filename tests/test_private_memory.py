"""No memory of a process gets into a file after a crash, or to another program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="prctl and /proc are Linux's"),
    pytest.mark.scorecard("S09"),
]

ENDS = """
import os, signal
from termdesk.private_memory import keep_memory_private
import ctypes
print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
keep_memory_private()
print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), flush=True)
os.kill(os.getpid(), signal.SIGABRT)
"""
# Prints the memory protection at the moment when the real commands would open the window or serve.
ASKS = """
import ctypes, resource, sys
from termdesk import command_line

def told(*arguments, **named):
    print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), resource.getrlimit(resource.RLIMIT_CORE))
    return 0

import termdesk.main, termdesk.service.process
termdesk.main.run = termdesk.service.process.serve = told
sys.exit(command_line.main(sys.argv[1:]))
"""


def test_a_crash_writes_no_core(tmp_path: Path) -> None:
    import resource

    def allow_cores() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))

    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    ended = subprocess.run(
        [sys.executable, "-c", ENDS], cwd=tmp_path, capture_output=True, text=True, preexec_fn=allow_cores, check=False
    )

    assert ended.returncode == -signal.SIGABRT
    assert ended.stdout.split() == ["1", "0"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [(), ("serve", "--key-from-stdin")])
def test_the_window_and_the_service_keep_their_memory_private(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    said = subprocess.run(
        [sys.executable, "-c", ASKS, *arguments],
        input="chosen-key\n",
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "HOME": str(tmp_path)},
    ).stdout

    assert said.strip() == "0 (0, 0)"
