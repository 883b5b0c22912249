"""The inside of a worker process: requests come on standard input, answers go out on standard output."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

from termdesk.service.engines.workers.frames import read_frame, write_frame

Answer = Callable[[dict[str, Any]], dict[str, Any]]

# Rules or models of one language take up to a gigabyte; what wants more than this has run away.
MAX_BYTES = 3 * 1024**3
NICENESS = 5


def answer_requests(prepare: Callable[[], Answer]) -> None:
    """Load what `prepare` loads, then answer one frame with one frame until the input ends.

    An exception is answered by its kind alone, as `failed`: a text must not get into a log.
    """
    # Some engines print debug text to standard output, so answers go through a copy, and what is printed to stderr.
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
    """Bound the memory of this process, keep no core files, and let the window go first."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_BYTES, MAX_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(niceness)
