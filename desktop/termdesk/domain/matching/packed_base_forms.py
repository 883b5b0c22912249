"""Base forms in a block of bytes that loads in some milliseconds; the original lists take 0.1 to 1 s to unpack.

The block begins with a hash table of positions. After it comes each word with its base form.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator, Mapping
from typing import TypeVar, overload
from zlib import crc32

# Numbers have the byte order of this computer. So has the first one, `_KIND`: another kind of computer does not
# recognize the content.
_HEAD, _CHECKSUM = struct.Struct("=III"), struct.Struct("=I")
_START = _HEAD.size + _CHECKSUM.size
_KIND = 0x7DF0_0001
_NUMBER_BYTES = 4
# The maximum share of used places in the table. So a search for a word that is not listed looks at two or three places.
_FULL = 0.55
_END, _END_LETTER = b"\0", "\0"

T = TypeVar("T")


class PackedBaseForms(Mapping[str, str]):
    """Base forms by word."""

    def __init__(self, content: bytes) -> None:
        """`content` is from `pack_base_forms`. Raises ValueError if it is damaged, or from another kind of computer."""
        if len(content) < _START:
            raise ValueError("there is no head")
        kind, count, positions = _HEAD.unpack_from(content)
        if kind != _KIND or _CHECKSUM.unpack_from(content, _HEAD.size) != (_checksum(content),):
            raise ValueError("it is damaged")
        first = _START + positions * _NUMBER_BYTES
        self._count: int = count
        self._content = content
        # Copied, because an array is faster to read than a part of the content.
        self._positions = array("I", content[_START:first])
        self._mask = positions - 1
        self._first = first

    @overload
    def get(self, key: str, default: None = None, /) -> str | None: ...
    @overload
    def get(self, key: str, default: str | T, /) -> str | T: ...
    def get(self, key: str, default: str | T | None = None, /) -> str | T | None:
        """The base form of a word."""
        if _END_LETTER in key:
            # Such a word would match a listed word together with its base form.
            return default
        written = key.encode() + _END
        content, positions, mask = self._content, self._positions, self._mask
        number = crc32(written) & mask
        while position := positions[number]:
            if content.startswith(written, position):
                start = position + len(written)
                return content[start : content.index(_END, start)].decode()
            number = number + 1 & mask
        return default

    def __getitem__(self, key: str) -> str:
        base = self.get(key)
        if base is None:
            raise KeyError(key)
        return base

    def __iter__(self) -> Iterator[str]:
        rest = iter(self._content[self._first :].decode().split(_END.decode()))
        return (word for word, _ in zip(rest, rest, strict=False))

    def __len__(self) -> int:
        return self._count


def pack_base_forms(forms: Mapping[str, str]) -> bytes:
    """Return the content of `PackedBaseForms`. Takes a second for 500,000 words: call it in a worker."""
    count = 1
    while count * _FULL <= len(forms):
        count *= 2
    positions = array("I", bytes(count * _NUMBER_BYTES))
    records = []
    position = _START + count * _NUMBER_BYTES
    for word, base in forms.items():
        written = word.encode() + _END
        number = crc32(written) & count - 1
        while positions[number]:
            number = number + 1 & count - 1
        positions[number] = position
        records.append(written + base.encode() + _END)
        position += len(records[-1])
    head = _HEAD.pack(_KIND, len(forms), count)
    body = positions.tobytes() + b"".join(records)
    checksum = _CHECKSUM.pack(_checksum(head + bytes(_CHECKSUM.size) + body))
    return head + checksum + body


def _checksum(content: bytes) -> int:
    """The checksum of packed forms. The four bytes of the checksum itself do not count."""
    return crc32(memoryview(content)[_START:], crc32(content[: _HEAD.size]))
