"""A lock that one process holds, and that the system takes back when the process ends."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


# What systems say where another process has the lock. Anything else is a disk without locks, or one that fails.
_TAKEN = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)


class FileLock:
    """An exclusive lock on a file of its own: closing any other file never gives it up, as it does with SQLite's."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Take the lock; False where another process has it. Raises OSError where the disk has no locks."""
        if self._descriptor is not None:
            return True
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            if error.errno not in _TAKEN:
                raise
            return False
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Give the lock back. The file stays: removing it would let two processes hold locks of the same name."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
