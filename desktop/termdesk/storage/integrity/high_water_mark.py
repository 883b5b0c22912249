"""The progress of a database, recorded outside it, so that a lost end of the log is noticed."""

from __future__ import annotations

import os
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from termdesk.storage.integrity.write_ahead_log import Generation

_RECORD = struct.Struct(">8sQQQIII")
_RECORD_BYTES = _RECORD.size + 4
_MAGIC = b"TDMARK01"
# Two records are written alternately, each in its own sector. An interrupted write damages only the older one.
_SECTOR = 512


@dataclass(frozen=True, slots=True)
class WaterMark:
    """The last acknowledged state: the number of `commits`, and the number of the `last_edit`.

    The log then had `frames` frames of `generation`; 0 after a checkpoint.
    """

    commits: int = 0
    last_edit: int = 0
    generation: Generation = (0, 0)
    frames: int = 0


class HighWaterMark:
    """The mark in `path`, written after each commit and before the commit is acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None
        self._number = 0

    def read(self) -> WaterMark | None:
        """Return the latest mark; None if there is none that can be read."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return None
        found = [_decode(content[position : position + _RECORD_BYTES]) for position in (0, _SECTOR)]
        known = [each for each in found if each is not None]
        if not known:
            return None
        self._number, mark = max(known, key=lambda each: each[0])
        return mark

    def write(self, mark: WaterMark, *, is_lasting: bool = False) -> None:
        """Write a mark. It survives a killed process, and with `is_lasting` also a power cut. Raises OSError."""
        if self._descriptor is None:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            self._descriptor = os.open(self.path, flags, 0o600)
        self._number += 1
        os.lseek(self._descriptor, self._number % 2 * _SECTOR, os.SEEK_SET)
        os.write(self._descriptor, _encode(self._number, mark))
        if is_lasting:
            os.fsync(self._descriptor)

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _encode(number: int, mark: WaterMark) -> bytes:
    record = _RECORD.pack(_MAGIC, number, mark.commits, mark.last_edit, *mark.generation, mark.frames)
    return record + struct.pack(">I", zlib.crc32(record))


def _decode(data: bytes) -> tuple[int, WaterMark] | None:
    if len(data) < _RECORD_BYTES or zlib.crc32(data[:-4]) != struct.unpack(">I", data[-4:])[0]:
        return None
    magic, number, commits, last_edit, salt, other_salt, frames = _RECORD.unpack(data[:-4])
    return (number, WaterMark(commits, last_edit, (salt, other_salt), frames)) if magic == _MAGIC else None
