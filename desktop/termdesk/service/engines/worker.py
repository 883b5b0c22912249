"""A worker process: one language of the improvement engines, asked over its standard input.

Run as `python -m termdesk.service.engines.worker LANGUAGE`. It ends with its input.
"""

from __future__ import annotations

import contextlib
import os
import sys

from termdesk.service.engines.frames import read_frame, write_frame

# LanguageTool's rules of one language take up to 600 MB; what wants more than this has run away.
MAX_BYTES = 3 * 1024**3


def main(language: str) -> None:
    # Harper prints debug text to standard output, so answers go through a copy, and what is printed to stderr.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _limit_resources()
    from termdesk.service.engines.corrector import Corrector

    corrector = Corrector(language)
    requests = sys.stdin.buffer
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            request = read_frame(requests)
            try:
                text = corrector.improve(
                    request["text"], mode=request["mode"], protected=frozenset(request["protected"])
                )
                write_frame(answers, {"text": text})
            except BrokenPipeError:
                raise
            except Exception as error:
                # The text must not get into a log, so only the kind of failure is told.
                write_frame(answers, {"failed": type(error).__name__})


def _limit_resources() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_BYTES, MAX_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)


if __name__ == "__main__":
    main(sys.argv[1])
