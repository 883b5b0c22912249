"""The three streams of a command: what is missing or closed does no harm, and pipes and files carry UTF-8."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass
from typing import TextIO


@dataclass
class Printed:
    """What the command that runs has printed: a result for programs, so that no other object may follow?"""

    has_json: bool = False


printed = Printed()


def prepare_streams() -> None:
    """Make the streams fit for phrases of every script, before a command runs.

    Without a terminal they are UTF-8 whatever the locale says, since files are; `PYTHONIOENCODING` overrides that. A
    terminal shows as an escape what its encoding lacks. A stream that is closed is as if it went nowhere.
    """
    printed.has_json = False
    # Without this, what is printed to a closed standard error would come out on standard output.
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    is_told = bool(os.environ.get("PYTHONIOENCODING"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding=None if is_told or stream.isatty() else "utf-8",
                errors="backslashreplace",
            )
    if isinstance(sys.stdin, io.TextIOWrapper) and not (is_told or sys.stdin.isatty()):
        # Programs of Windows begin with a byte order mark.
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict")


def drop_unwritten() -> None:
    """Drop what cannot be written any more: Python would complain of it when it ends, and give a code of its own."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _nowhere(mode: str) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")  # type: ignore[return-value]
