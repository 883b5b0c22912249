"""XML on its way to the parser without what one element holds, such as the whole document that a tool embedded."""

from __future__ import annotations

_ENDS_OF_NAME = (b">", b" ", b"\t", b"\r", b"\n")
_LONGEST_TAG = 4_096


class SkippedContent:
    """Passes the chunks of a file on, without the content of elements of one name; line ends stay.

    So line numbers stay right, and megabytes of unused content need no memory. `name` is as written in the file.
    """

    def __init__(self, name: str) -> None:
        self._opening, self._closing = f"<{name}".encode(), f"</{name}".encode()
        self._kept = b""
        self._is_inside = False

    def passed(self, chunk: bytes) -> bytes:
        """The part of the next chunk to pass on; its end may be held back until the chunk after it."""
        waiting, self._kept = self._kept + chunk, b""
        result: list[bytes] = []
        at = 0
        while at < len(waiting):
            at = self._inside(waiting, at, result) if self._is_inside else self._outside(waiting, at, result)
        return b"".join(result)

    def rest(self) -> bytes:
        """What still waits, at the end of the file."""
        return b"" if self._is_inside else self._kept

    # Both give the place where to go on.

    def _outside(self, waiting: bytes, at: int, result: list[bytes]) -> int:
        start = waiting.find(self._opening, at)
        end = waiting.find(b">", start) if start >= 0 else -1
        if end >= 0:
            result.append(waiting[at : end + 1])
            behind = start + len(self._opening)
            # An element that is empty, or whose name only begins so, holds nothing of this kind.
            self._is_inside = waiting[end - 1 : end] != b"/" and waiting[behind : behind + 1] in _ENDS_OF_NAME
            return end + 1
        stop = start if start >= 0 else len(waiting) - _overlap(waiting, at, self._opening)
        if len(waiting) - stop > _LONGEST_TAG:
            # It is for the parser to complain.
            stop = len(waiting)
        result.append(waiting[at:stop])
        self._kept = waiting[stop:]
        return len(waiting)

    def _inside(self, waiting: bytes, at: int, result: list[bytes]) -> int:
        end = waiting.find(self._closing, at)
        stop = end if end >= 0 else len(waiting) - _overlap(waiting, at, self._closing)
        result.append(b"\n" * waiting.count(b"\n", at, stop))
        if end < 0:
            self._kept = waiting[stop:]
            return len(waiting)
        self._is_inside = False
        result.append(self._closing)
        return end + len(self._closing)


def _overlap(waiting: bytes, at: int, mark: bytes) -> int:
    """How many bytes at the end may be the beginning of a mark."""
    most = min(len(mark) - 1, len(waiting) - at)
    return next((count for count in range(most, 0, -1) if waiting.endswith(mark[:count])), 0)
