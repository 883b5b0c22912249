"""The permissions of new files, under a umask that the test sets."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def modes_under_umask(umask: int, folder: Path) -> Iterator[dict[str, int]]:
    """Set `umask` within the block. Afterwards, the dict has the mode of each file by its name."""
    modes: dict[str, int] = {}
    before = os.umask(umask)
    try:
        yield modes
    finally:
        os.umask(before)
    modes |= {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}
