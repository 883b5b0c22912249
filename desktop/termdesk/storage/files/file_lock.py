"""A lock that one process holds. The system releases it when the process ends."""

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


# Errors that mean that another process holds the lock. Any other error: the disk fails or has no locks.
_TAKEN = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)


class FileLock:
    """An exclusive lock on a separate file. Unlike SQLite's locks, it survives the closing of any other file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Take the lock. Returns False if another process has it. Raises OSError if the disk does not support locks."""
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
        """Release the lock. The file stays: if it were removed, two processes could each hold a lock of that name."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
