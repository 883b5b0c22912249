"""Atomic writing: a file has either its old or its new content, even after a crash or power cut."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy


def atomic_write(path: Path, chunks: Iterable[bytes], *, is_private: bool = True) -> None:
    """Write `chunks` to `path` atomically. Any error leaves the old file untouched.

    The new content is written to a temporary file in the same folder, synced, and renamed. Symbolic links are followed.
    An existing file keeps its mode. A new one is readable by the user only if it `is_private`, else by everyone the
    umask allows. Raises StorageFailed with the path; errors from iterating `chunks` are passed on unchanged.
    """
    try:
        target = path.resolve()
        mode = _mode_of(target)
        temporary, descriptor = _fresh_file_beside(target, mode, 0o600 if is_private else 0o666)
    except OSError as error:
        raise write_failure(path, error) from error
    try:
        _fill(temporary, descriptor, chunks, path)
        os.replace(temporary, target)
        sync_folder(target.parent)
    except OSError as error:
        _delete(temporary)
        raise write_failure(path, error) from error
    except BaseException:
        _delete(temporary)
        raise


def _mode_of(target: Path) -> int | None:
    try:
        found = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found):
        # Replacing a device or pipe by a regular file would break it for every other program.
        raise OSError(0, StorageMessage.NOT_REGULAR())
    return stat.S_IMODE(found)


def _fresh_file_beside(target: Path, mode: int | None, new_mode: int) -> tuple[Path, int]:
    """Create a temporary file with this mode, or by default with the mode of a new file."""
    temporary = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(temporary, flags, new_mode if mode is None else 0o600)
    if mode is not None and os.name == "posix":
        try:
            os.fchmod(descriptor, mode)
        except OSError:
            os.close(descriptor)
            _delete(temporary)
            raise
    return temporary, descriptor


def _fill(temporary: Path, descriptor: int, chunks: Iterable[bytes], path: Path) -> None:
    with open(descriptor, "wb") as file:
        for chunk in chunks:
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())


def sync_file(path: Path) -> None:
    """Flush a written file to disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Flush a folder to disk. Otherwise a name may still refer to its old content after a power cut."""
    # Windows cannot open folders.
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _delete(temporary: Path) -> None:
    try:
        temporary.unlink(missing_ok=True)
    except OSError:
        # The folder itself may be gone or read-only. The error that led here says more than this one.
        return


def write_failure(path: Path, error: OSError) -> StorageFailed:
    """Return the error for a failed write of `path`, with an explanation."""
    reason = error.strerror or str(error)
    return StorageFailed(
        StorageMessage.WRITE_FAILED(path=str(path), reason=reason),
        path=str(path),
        remedy=StorageRemedy.FREE_SPACE(),
    )


def set_aside(path: Path) -> Path:
    """Rename a damaged file, so that it can be inspected later, and return its new path. Raises StorageFailed."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise write_failure(path, error) from error
    return aside
