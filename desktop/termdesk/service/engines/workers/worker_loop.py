"""The loop inside a worker process: requests arrive on standard input, responses go to standard output."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

from termdesk.service.engines.workers.frames import read_frame, write_frame

Answer = Callable[[dict[str, Any]], dict[str, Any]]

# Rules or models of one language take up to a gigabyte; a process that needs more than this is out of control.
MAX_BYTES = 3 * 1024**3
NICENESS = 5


def answer_requests(prepare: Callable[[], Answer]) -> None:
    """Load what `prepare` loads, then send one response frame for each request frame until the input ends.

    For an exception only its kind is sent, as `failed`: user text must not get into a log.
    """
    # Some engines print to standard output, so responses use a copy of it, and print goes to stderr.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    limit_resources()
    answer = prepare()
    requests = sys.stdin.buffer
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            request = read_frame(requests)
            try:
                reply = answer(request)
            except Exception as error:
                reply = {"failed": type(error).__name__}
            write_frame(answers, reply)


def limit_resources(niceness: int = NICENESS) -> None:
    """Limit this process's memory, disable core files, and lower its priority below the window's."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_BYTES, MAX_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(niceness)
