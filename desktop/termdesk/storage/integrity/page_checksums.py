"""Checksums of the pages of a database. SQLite has none, so a flipped bit in a text would go unnoticed."""

from __future__ import annotations

import os
import struct
import sys
import zlib
from array import array
from collections.abc import Collection, Iterable
from pathlib import Path

from termdesk.storage.files.atomic_file import atomic_write

_HEADER = struct.Struct("<8sII")
_MAGIC = b"TDPAGES1"
# Bytes read at a time while a whole database is checked.
_CHUNK_BYTES = 1024 * 1024


class PageChecksums:
    """The checksum of each page as last written to the database file.

    SQLite has its own checksums for pages in the log.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._page_size = 0
        self._sums: array[int] = array("I")

    @property
    def count(self) -> int:
        """The number of pages in the database."""
        return len(self._sums)

    def load(self) -> bool:
        """Load the checksums. Returns False if there are none, or if their file is damaged."""
        try:
            content = self.path.read_bytes()
        except OSError:
            return False
        if len(content) < _HEADER.size + 4 or zlib.crc32(content[:-4]) != struct.unpack("<I", content[-4:])[0]:
            return False
        magic, page_size, count = _HEADER.unpack_from(content)
        if magic != _MAGIC or len(content) != _HEADER.size + 4 * count + 4 or not 512 <= page_size <= 65_536:
            return False
        self._page_size, self._sums = page_size, _little_endian(content[_HEADER.size : -4])
        return True

    def save(self) -> None:
        """Store the checksums. They are on disk when this returns. Raises StorageFailed."""
        sums = self._sums
        if sys.byteorder == "big":
            sums = array("I", sums)
            sums.byteswap()
        content = _HEADER.pack(_MAGIC, self._page_size, len(sums)) + sums.tobytes()
        atomic_write(self.path, [content, struct.pack("<I", zlib.crc32(content))])

    def find_damaged_pages(self, database: Path, *, besides: Collection[int]) -> list[int]:
        """Return the numbers of pages that are missing or do not match their checksums, except those in `besides`."""
        wrong: list[int] = []
        number = 0
        with database.open("rb") as file:
            while number < len(self._sums) and (chunk := file.read(_CHUNK_BYTES)):
                for start in range(0, len(chunk), self._page_size):
                    if number == len(self._sums):
                        break
                    number += 1
                    found = zlib.crc32(chunk[start : start + self._page_size])
                    if found != self._sums[number - 1] and number not in besides:
                        wrong.append(number)
        wrong += [missing for missing in range(number + 1, len(self._sums) + 1) if missing not in besides]
        return wrong

    def take(self, descriptor: int, *, page_size: int, pages: Iterable[int], size: int) -> None:
        """Compute the checksums of `pages` of the open database, which now has `size` pages."""
        self._page_size = page_size
        del self._sums[size:]
        fresh = {page for page in pages if page <= size} | set(range(len(self._sums) + 1, size + 1))
        self._sums.extend([0] * (size - len(self._sums)))
        for page in sorted(fresh):
            os.lseek(descriptor, (page - 1) * page_size, os.SEEK_SET)
            self._sums[page - 1] = zlib.crc32(os.read(descriptor, page_size))


def _little_endian(data: bytes) -> array[int]:
    sums = array("I", data)
    if sys.byteorder == "big":
        sums.byteswap()
    return sums
