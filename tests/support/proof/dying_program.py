"""A program that a test starts and kills many times. Each run is forked from a process that has loaded the code."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Neither input nor output of a run may be mixed with the requests and the answers.
_FORKS = """
import json, os, sys, traceback

for line in sys.stdin:
    child = os.fork()
    if not child:
        code = 1
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, 0)
            os.dup2(nothing, 1)
            sys.stdin, sys.stdout = open(0), open(1, "w")
            code = run(**json.loads(line))
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""

DyingProgram = Callable[..., int]


@contextmanager
def dying_program(source: str) -> Iterator[DyingProgram]:
    """Yield a function that calls `run` of this source in a fork, and returns the exit code; a signal is negative.

    `run` gets the values that the function is called with, and returns an exit code. It may import lazily, but what
    `source` imports is loaded only once.
    """
    command = [sys.executable, "-c", source + _FORKS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, reported = process.stdin, process.stdout

        def run(**values: object) -> int:
            print(json.dumps(values), file=asked, flush=True)
            return int(reported.readline())

        yield run
