"""Saves the translation of a document while it is downloaded, because the service delivers it only once."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.atomic_file import sync_file, sync_folder
from termdesk.storage.files.new_file import move_to_new_file, write_new_file


class ResultFile:
    """Writes a translation to a temporary file beside its `target` or in the `spare` folder, then renames it.

    The temporary name contains the document id and the full size. So a later run can tell whether the file is complete.
    """

    def __init__(self, target: Path, spare: Path, document_id: str) -> None:
        self._target = target
        self._spare = spare
        # An id from the service must not point into another folder.
        self._prefix = f".{''.join(filter(str.isalnum, document_id))[:64]}."
        self._path: Path | None = None
        self._written = 0
        self._size: int | None = None

    async def begin(self, size: int | None) -> None:
        """Expect this many bytes (None if unknown), and discard earlier ones. Raises nothing."""
        await asyncio.to_thread(self._begin, size)

    def _begin(self, size: int | None) -> None:
        self.discard()
        self._size = size
        for folder in (self._target.parent, self._spare):
            path = folder / f"{self._prefix}{size or 0}.part"
            try:
                if folder == self._spare:
                    folder.mkdir(exist_ok=True)
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
                sync_folder(folder)
            except OSError:
                _delete(path)
                continue
            self._path = path
            return

    async def write(self, chunk: bytes) -> None:
        """Append the next bytes. Raises nothing: `save` checks whether any are missing."""
        if self._path is not None:
            await asyncio.to_thread(self._write, self._path, chunk)

    def _write(self, path: Path, chunk: bytes) -> None:
        try:
            with path.open("ab", buffering=0) as file:
                count = file.write(chunk)
                self._written += count
                if count < len(chunk):
                    # An unbuffered file writes what there is room for, without an error.
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                if self._written == self._size:
                    # The service has deleted its copy by now, and power may fail before `save`.
                    os.fsync(file.fileno())
        except OSError:
            # If the disk is full, `save` needs the space that the beginning takes.
            _delete(path)
            self._path = None

    def save(self, content: bytes) -> Path:
        """Give the translation its final name, or the first free numbered one. Returns its path.

        If the temporary file is incomplete, `content` is written instead. Raises StorageFailed if neither folder
        accepts it; `save` can then be called again. Call `discard` once the returned path is stored.
        """
        if self._path is not None and self._written == len(content):
            # If this fails, continue below and write the content again.
            with contextlib.suppress(OSError, StorageFailed):
                sync_file(self._path)
                return move_to_new_file(self._path, self._path.with_name(self._target.name))
        try:
            return write_new_file(self._target, content)
        except StorageFailed:
            with contextlib.suppress(OSError):
                self._spare.mkdir(exist_ok=True)
            return write_new_file(self._spare / self._target.name, content)

    def recover(self) -> Path | None:
        """Save the temporary file of an earlier run if it is complete, and return its path. Raises StorageFailed."""
        for path in self._find_leftovers():
            size = path.name.removeprefix(self._prefix).removesuffix(".part")
            if size.isdecimal() and 0 < int(size) == path.stat().st_size:
                return move_to_new_file(path, path.with_name(self._target.name))
        return None

    def discard(self) -> None:
        """Remove the temporary file, also one of an earlier run. Raises nothing."""
        self._path, self._written = None, 0
        for path in self._find_leftovers():
            _delete(path)

    def _find_leftovers(self) -> Iterator[Path]:
        for folder in (self._target.parent, self._spare):
            with contextlib.suppress(OSError):
                yield from list(folder.glob(f"{self._prefix}*.part"))


def _delete(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
