"""Writing a file that replaces no other."""

from __future__ import annotations

import contextlib
import itertools
import os
from pathlib import Path

from termdesk.storage.files.atomic_file import atomic_write, write_failed


def write_new_file(path: Path, content: bytes) -> Path:
    """Write a file under this name or, where it is taken, with the first free number; gives the path it got.

    Raises StorageFailed, and leaves nothing behind then.
    """
    reserved = _reserve(path)
    try:
        atomic_write(reserved, [content], is_private=False)
    except BaseException:
        with contextlib.suppress(OSError):
            reserved.unlink()
        raise
    return reserved


def _reserve(path: Path) -> Path:
    """An empty file that nobody else can take meanwhile."""
    for number in itertools.count(1):
        candidate = path if number == 1 else path.with_name(f"{path.stem} ({number}){path.suffix}")
        try:
            os.close(os.open(candidate, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        except FileExistsError:
            continue
        except OSError as error:
            raise write_failed(path, error) from error
        return candidate
    raise AssertionError("there is always another number")
