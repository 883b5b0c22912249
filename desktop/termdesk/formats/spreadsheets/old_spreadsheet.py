"""Conversion of XLS files to XLSX in a separate process."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

from termdesk.formats.spreadsheets import old_spreadsheet_child as child
from termdesk.formats.spreadsheets.spreadsheet_package import (
    SpreadsheetPackage,
    damage_error,
    encryption_error,
    too_large,
)
from termdesk.messages.file_messages import SheetMessage

_MOST_SECONDS = 120
_MOST_BYTES = 128 * 1024 * 1024


def convert(path: Path) -> SpreadsheetPackage:
    """Return the file converted to XLSX.

    Raises UnreadableFile if it is damaged or encrypted, or needs more time or memory than any real XLS file.
    """
    if path.stat().st_size > _MOST_BYTES:
        raise too_large(path, SheetMessage.MORE_BYTES, _MOST_BYTES)
    command = [sys.executable, "-P", "-m", child.__name__, str(path)]
    try:
        answer = subprocess.run(command, capture_output=True, timeout=_MOST_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise too_large(path, SheetMessage.SLOW) from None
    if answer.returncode == child.REFUSED_AS_ENCRYPTED:
        raise encryption_error(path)
    if answer.returncode == child.REFUSED_AS_TOO_LARGE:
        raise too_large(path, SheetMessage.MUCH_MEMORY)
    if answer.returncode != 0:
        raise damage_error(path, SheetMessage.DAMAGED_OR_OTHER)
    return SpreadsheetPackage(path, io.BytesIO(answer.stdout))
