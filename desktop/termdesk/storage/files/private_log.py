"""Logs that only this user can read, of limited size, each event on a line of its own."""

from __future__ import annotations

import logging
import logging.handlers
import os
from io import TextIOWrapper
from pathlib import Path

LOG_BYTES, LOG_FILES = 1024 * 1024, 4


class PrivateLog(logging.handlers.RotatingFileHandler):
    """A log file of mode 0600, also where an older one was open to others; with its older parts."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True)

    def _open(self) -> TextIOWrapper:
        return open_privately(Path(self.baseFilename))

    def handleError(self, record: logging.LogRecord) -> None:
        """Drop a line that the disk refuses: what keeps the work from being saved is told in the window."""


def open_privately(path: Path) -> TextIOWrapper:
    """Open a file of text to append to it, for this user alone. Raises OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    if os.name == "posix":
        os.fchmod(descriptor, 0o600)
    return open(descriptor, "a", encoding="utf-8", errors="backslashreplace")
