"""The translation of a document on its way to the disk. The service gives it once, so it is written as it arrives."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.atomic_file import sync_file, sync_folder
from termdesk.storage.files.new_file import move_to_new_file, write_new_file


class ResultFile:
    """Takes the bytes of a translation into a file beside its `target`, or in the `spare` folder, and names it.

    The file on the way has the id of the document and the size of the whole in its name. So after the end of the
    program or of the computer it is known whether all of it is there.
    """

    def __init__(self, target: Path, spare: Path, document_id: str) -> None:
        self._target = target
        self._spare = spare
        # What a service gives as an id must not lead into another folder.
        self._prefix = f".{''.join(filter(str.isalnum, document_id))[:64]}."
        self._path: Path | None = None
        self._written = 0
        self._size: int | None = None

    async def begin(self, size: int | None) -> None:
        """Expect so many bytes, None if that is not known. What came before is void. Raises nothing."""
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
                continue
            self._path = path
            return

    async def write(self, chunk: bytes) -> None:
        """Take the next bytes. Raises nothing: `save` sees what is missing."""
        if self._path is not None:
            await asyncio.to_thread(self._write, self._path, chunk)

    def _write(self, path: Path, chunk: bytes) -> None:
        try:
            with path.open("ab", buffering=0) as file:
                self._written += file.write(chunk)
                if self._written == self._size:
                    # The service has deleted it by now, and the computer may lose its power before `save`.
                    os.fsync(file.fileno())
        except OSError:
            self._path = None

    def save(self, content: bytes) -> Path:
        """Give the translation its name, or the first free number behind it; gives the path that it got.

        Where the file on the way is not whole, `content` is written. Raises StorageFailed if no folder takes it, and
        can be called again then. Call `discard` once the path is noted.
        """
        if self._path is not None and self._written == len(content):
            # Where this fails, it is as if nothing had been written yet.
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
        """Save what arrived before the program ended, if that was all of it. Raises StorageFailed."""
        for path in self._left():
            size = path.name.removeprefix(self._prefix).removesuffix(".part")
            if size.isdecimal() and 0 < int(size) == path.stat().st_size:
                return move_to_new_file(path, path.with_name(self._target.name))
        return None

    def discard(self) -> None:
        """Remove the file on the way, also that of an earlier run. Raises nothing."""
        self._path, self._written = None, 0
        for path in self._left():
            with contextlib.suppress(OSError):
                path.unlink()

    def _left(self) -> Iterator[Path]:
        for folder in (self._target.parent, self._spare):
            with contextlib.suppress(OSError):
                yield from list(folder.glob(f"{self._prefix}*.part"))
