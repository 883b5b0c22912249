"""Writing a file without replacing another."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterator
from pathlib import Path

from termdesk.storage.files.atomic_file import atomic_write, sync_folder, write_failure


def write_new_file(path: Path, content: bytes) -> Path:
    """Write a file with this name, or with the first free number if it is taken. Returns its path.

    Raises StorageFailed, and then leaves no file behind.
    """
    reserved = _reserve(path)
    try:
        atomic_write(reserved, [content], is_private=False)
    except BaseException:
        with contextlib.suppress(OSError):
            reserved.unlink()
        raise
    return reserved


def move_to_new_file(written: Path, path: Path) -> Path:
    """Rename a written file to this name, or to the first free numbered one if it is taken. Returns its path.

    Both names are in one folder. If the disk supports hard links, `written` stays as a second name, and a repeated call
    returns the same path. Raises StorageFailed.
    """
    try:
        found = _link(written, path) or _rename(written, path)
        sync_folder(found.parent)
    except OSError as error:
        raise write_failure(path, error) from error
    return found


def _rename(written: Path, path: Path) -> Path:
    reserved = _reserve(path)
    try:
        os.replace(written, reserved)
    except OSError:
        reserved.unlink()
        raise
    return reserved


def _link(written: Path, path: Path) -> Path | None:
    for candidate in _candidates(path):
        try:
            os.link(written, candidate)
        except FileExistsError:
            if os.path.samefile(written, candidate):
                return candidate
        except OSError:
            # This disk has no hard links, or the file is gone.
            return None
        else:
            return candidate
    return None


def _candidates(path: Path) -> Iterator[Path]:
    yield path
    for number in itertools.count(2):
        yield path.with_name(f"{path.stem} ({number}){path.suffix}")


def _reserve(path: Path) -> Path:
    """Create an empty file, so that no other process can take the name meanwhile."""
    for candidate in _candidates(path):
        try:
            os.close(os.open(candidate, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        except FileExistsError:
            continue
        except OSError as error:
            raise write_failure(path, error) from error
        return candidate
    raise AssertionError("there is always another number")
