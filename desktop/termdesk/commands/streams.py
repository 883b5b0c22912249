"""Standard streams of a command: missing or closed streams are harmless, and pipes and files use UTF-8."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass, field
from typing import TextIO


@dataclass
class Printed:
    """What became of the output of the current command.

    `has_json`: a JSON result was printed, so no second JSON object may follow. `is_cut`: the reader of standard output,
    such as `head`, closed it early. `named_copies` has the remarks about copies that were used.
    """

    has_json: bool = False
    is_cut: bool = False
    named_copies: set[str] = field(default_factory=set)


printed = Printed()


def prepare_streams() -> None:
    """Prepare the streams for phrases in every script, before a command runs.

    Without a terminal they use UTF-8 regardless of the locale; `PYTHONIOENCODING` overrides that. A terminal shows
    characters missing in its encoding as escapes. Output to a closed stream is dropped.
    """
    printed.has_json, printed.is_cut = False, False
    printed.named_copies.clear()
    # Otherwise, output for a closed standard error would appear on standard output.
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    is_chosen = bool(os.environ.get("PYTHONIOENCODING"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding=None if is_chosen or stream.isatty() else "utf-8",
                errors="backslashreplace",
            )
    if isinstance(sys.stdin, io.TextIOWrapper) and not (is_chosen or sys.stdin.isatty()):
        # Windows programs write a byte order mark first.
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict")


def print_result(text: str, *, end: str = "\n") -> None:
    """Print on standard output. If its reader has closed it, drop this and all later output.

    A command that is told to change something does so regardless of who reads its output.
    """
    try:
        print(text, end=end)
    except BrokenPipeError:
        printed.is_cut = True
        drop_unwritten()


def drop_unwritten() -> None:
    """Drop output that can no longer be written: Python would report it at exit, with its own exit code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _nowhere(mode: str) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")  # type: ignore[return-value]
