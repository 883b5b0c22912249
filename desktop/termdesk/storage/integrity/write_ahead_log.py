"""Reads SQLite's write-ahead log: which pages it contains, and how far it is committed."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_MAGIC = (0x377F0682, 0x377F0683)

# The two salts of the log. New salts begin a new generation, which overwrites the frames of the old one.
Generation = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """One page in the log. `size` is the database size in pages after a commit, 0 within a transaction."""

    page: int
    size: int


class WriteAheadLog:
    """The log of a database that this process writes, read after each commit."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.generation: Generation = (0, 0)
        # `frames` counts those up to the last commit, `pages` are the pages in them, `size` is the database size after
        # it.
        self.frames = 0
        self.pages: set[int] = set()
        self.size = 0

    def pull(self) -> None:
        """Read what was appended since the last call."""
        try:
            descriptor = os.open(self._path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        except FileNotFoundError:
            return
        try:
            found = _generation(descriptor)
            if found is None:
                return
            generation, page_size = found
            if generation != self.generation:
                self.generation, self.frames, self.pages = generation, 0, set()
            self._read_on(descriptor, page_size)
        finally:
            os.close(descriptor)

    def _read_on(self, descriptor: int, page_size: int) -> None:
        number, pages = self.frames, set[int]()
        for frame in _frames(descriptor, self.generation, page_size, first=number):
            number += 1
            pages.add(frame.page)
            if frame.size:
                self.frames, self.size = number, frame.size
                self.pages |= pages
                pages.clear()


def is_begun(path: Path) -> bool:
    """Whether there is a log that is not empty: the program that wrote it did not end properly."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def frames_in(path: Path) -> tuple[Generation, list[Frame]]:
    """Return the generation of a log and the frames that belong to it; no frames if there is no log."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        return (0, 0), []
    try:
        found = _generation(descriptor)
        if found is None:
            return (0, 0), []
        generation, page_size = found
        return generation, list(_frames(descriptor, generation, page_size, first=0))
    finally:
        os.close(descriptor)


def _generation(descriptor: int) -> tuple[Generation, int] | None:
    header = _read_at(descriptor, HEADER_BYTES, 0)
    if len(header) < HEADER_BYTES:
        return None
    magic, _, page_size, _, first, second, _, _ = _HEADER.unpack(header)
    return ((first, second), page_size) if magic in _MAGIC and 512 <= page_size <= 65_536 else None


def _frames(descriptor: int, generation: Generation, page_size: int, *, first: int) -> Iterator[Frame]:
    position = HEADER_BYTES + first * (FRAME_HEADER_BYTES + page_size)
    while len(header := _read_at(descriptor, FRAME_HEADER_BYTES, position)) == FRAME_HEADER_BYTES:
        page, size, salt, other_salt, _, _ = _FRAME.unpack(header)
        if (salt, other_salt) != generation:
            return
        yield Frame(page, size)
        position += FRAME_HEADER_BYTES + page_size


def _read_at(descriptor: int, count: int, position: int) -> bytes:
    # Windows has no os.pread.
    os.lseek(descriptor, position, os.SEEK_SET)
    return os.read(descriptor, count)
