"""The service's log: a file that is rotated while it is in use, and lines that no request can forge or flood."""

from __future__ import annotations

import logging
import logging.handlers
import os
import re
import sys
import time
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path

LOG_BYTES, LOG_FILES = 1024 * 1024, 4
# How many requests without a valid key are logged at once. After that, one is logged in each period of so many seconds.
REFUSED_AT_ONCE = 20
SECONDS_FOR_ONE_MORE = 10.0
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
# The format of the program's log, because the diagnostic bundle reads both.
LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"


def write_log(path: Path | None, *, is_required: bool = False) -> None:
    """Log to `path`, rotated, or to the error stream if there is none.

    A `path` that cannot be written is ignored; with `is_required` it raises OSError instead.
    """
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if path is not None:
        try:
            handler = RotatedLog(path)
        except OSError:
            if is_required:
                raise
    handler.setFormatter(EscapingFormatter(LOG_FORMAT))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


class RotatedLog(logging.handlers.RotatingFileHandler):
    """A rotated log that also takes the error stream into each new file, for the interpreter's own output."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8")

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        if os.name == "posix":
            os.fchmod(descriptor, 0o600)
        os.dup2(descriptor, 2)
        return open(descriptor, "a", encoding="utf-8", errors="backslashreplace")


class EscapingFormatter(logging.Formatter):
    """Escapes control characters; only a traceback has several lines, which are indented."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the record with control characters escaped; further lines are indented."""
        first, *more = super().format(record).split("\n")
        return "\n    ".join(_escape(line) for line in (first, *more))


def _escape(text: str) -> str:
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


class RefusalLog:
    """Decides which refused requests are logged, so that clients without a key cannot fill the disk."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._room = float(REFUSED_AT_ONCE)
        self._seen_at = clock()
        self._left_out = 0

    def takes(self) -> bool:
        """Whether one more may be logged; the others are only counted."""
        now = self._clock()
        self._room = min(REFUSED_AT_ONCE, self._room + (now - self._seen_at) / SECONDS_FOR_ONE_MORE)
        self._seen_at = now
        if self._room < 1:
            self._left_out += 1
            return False
        self._room -= 1
        return True

    def take_left_out(self) -> int:
        """Return how many were left out since the last one logged, and reset the count."""
        count, self._left_out = self._left_out, 0
        return count
