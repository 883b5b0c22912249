"""A small disk that a test can fill, make read-only or disconnect."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# From <linux/magic.h> and <linux/fs.h>: stop all writing, as on a disk that was disconnected.
_SHUTDOWN = 0x8004587D
_SHUTDOWN_WITHOUT_LOG = 2


class SmallDisk:
    """A file system of `megabytes` within a file. `folder` is its mount point."""

    def __init__(self, position: Path, megabytes: int) -> None:
        self.folder = position / "disk"
        self._image = position / "disk.img"
        self._filler = self.folder / "filler"
        self.folder.mkdir()
        with self._image.open("wb") as file:
            file.truncate(megabytes << 20)

    def mount(self) -> None:
        """Mount the disk. Raises CalledProcessError if the user may not mount."""
        _run("mkfs.ext4", "-q", "-m", "0", "-O", "^has_journal", str(self._image))
        _run("mount", "-o", "loop", str(self._image), str(self.folder))

    def fill(self) -> None:
        """Fill all free space."""
        with open(self._filler, "ab", buffering=0) as file:
            size = 1 << 20
            while size >= 512:
                try:
                    file.write(bytes(size))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    size //= 2
            os.fsync(file.fileno())

    def give_space(self) -> None:
        """Free the space that `fill` took."""
        self._filler.unlink()

    def forbid_writing(self) -> None:
        """Make the disk read-only, as the system does after disk errors. Files that are open for writing fail too."""
        _run("mount", "-o", "remount,abort", str(self.folder))

    def pull_out(self) -> None:
        """Make every further access fail."""
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, _SHUTDOWN, ctypes.c_uint32(_SHUTDOWN_WITHOUT_LOG))
        finally:
            os.close(descriptor)

    def unmount(self) -> None:
        """Unmount the disk, even if files on it are still open."""
        subprocess.run(["umount", "-l", str(self.folder)], check=False, capture_output=True)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def small_disk(position: Path, *, megabytes: int) -> Iterator[SmallDisk]:
    """Mount a small disk below `position`. Skips the test if this user may not mount one."""
    disk = SmallDisk(position, megabytes)
    try:
        disk.mount()
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this user cannot mount a file system of a file: {error}")
    try:
        yield disk
    finally:
        disk.unmount()
