"""A small disk of its own, which a test fills up, turns against its program, or pulls out."""

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

# From <linux/magic.h> and <linux/fs.h>: nothing is written any more, as of a disk that is pulled out.
_SHUTDOWN = 0x8004587D
_SHUTDOWN_WITHOUT_LOG = 2


class SmallDisk:
    """A file system in a file, of `megabytes`. `folder` is where it is mounted."""

    def __init__(self, place: Path, megabytes: int) -> None:
        self.folder = place / "disk"
        self._image = place / "disk.img"
        self._filler = self.folder / "filler"
        self.folder.mkdir()
        with self._image.open("wb") as file:
            file.truncate(megabytes << 20)

    def mount(self) -> None:
        """Raises CalledProcessError where the user may not."""
        _run("mkfs.ext4", "-q", "-m", "0", "-O", "^has_journal", str(self._image))
        _run("mount", "-o", "loop", str(self._image), str(self.folder))

    def fill(self) -> None:
        """Take all the space that is left."""
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
        """Give back what `fill` took."""
        self._filler.unlink()

    def forbid_writing(self) -> None:
        """As the system does after errors of a disk: whoever has files open for writing is refused, too."""
        _run("mount", "-o", "remount,abort", str(self.folder))

    def pull_out(self) -> None:
        """Every further access fails."""
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, _SHUTDOWN, ctypes.c_uint32(_SHUTDOWN_WITHOUT_LOG))
        finally:
            os.close(descriptor)

    def unmount(self) -> None:
        """Also where files are still open in it."""
        subprocess.run(["umount", "-l", str(self.folder)], check=False, capture_output=True)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def small_disk(place: Path, *, megabytes: int) -> Iterator[SmallDisk]:
    """A small disk below `place`. Skips the test where this user may not mount one."""
    disk = SmallDisk(place, megabytes)
    try:
        disk.mount()
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this user cannot mount a file system of a file: {error}")
    try:
        yield disk
    finally:
        disk.unmount()
