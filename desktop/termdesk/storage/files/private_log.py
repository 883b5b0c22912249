"""Log files that only this user can read, of limited size, with one event per line."""

from __future__ import annotations

import logging
import os
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path

LOG_BYTES, LOG_FILES = 1024 * 1024, 4


class PrivateLog(logging.FileHandler):
    """A log file and its older parts, with mode 0600 even if an existing file was open to others.

    It rotates itself, because `logging.handlers` would load pickle and more at each start.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", delay=True)
        self.most_bytes = LOG_BYTES

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._make_room(len(self.format(record).encode(errors="backslashreplace")))
            super().emit(record)
        except Exception:
            self.handleError(record)

    def _make_room(self, size: int) -> None:
        path = Path(self.baseFilename)
        if not path.is_file() or path.stat().st_size + size < self.most_bytes:
            return
        if self.stream is not None:
            self.stream.close()
            self.stream = None
        parts = [path, *(path.with_name(f"{path.name}.{number}") for number in range(1, LOG_FILES + 1))]
        for newer, older in reversed([*pairwise(parts)]):
            if newer.exists():
                newer.replace(older)

    def _open(self) -> TextIOWrapper:
        return open_privately(Path(self.baseFilename))

    def handleError(self, record: logging.LogRecord) -> None:
        """Drop a line that cannot be written. The window reports disk errors that affect the user's work."""


def open_privately(path: Path) -> TextIOWrapper:
    """Open a text file for appending, readable by this user only. Raises OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    if os.name == "posix":
        os.fchmod(descriptor, 0o600)
    return open(descriptor, "a", encoding="utf-8", errors="backslashreplace")
