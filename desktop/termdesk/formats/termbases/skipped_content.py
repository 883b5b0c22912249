"""Filter that removes the content of one element from XML before parsing, such as an embedded document."""

from __future__ import annotations

_ENDS_OF_NAME = (b">", b" ", b"\t", b"\r", b"\n")
_LONGEST_TAG = 4_096


class SkippedContent:
    """Filter for the chunks of a file that removes the content of all elements with one name, but keeps line ends.

    Line numbers stay right, and megabytes of unused content need no memory. `name` is the name as written in the file,
    including a prefix.
    """

    def __init__(self, name: str) -> None:
        self._opening, self._closing = f"<{name}".encode(), f"</{name}".encode()
        self._kept = b""
        self._is_inside = False

    def filter(self, chunk: bytes) -> bytes:
        """Return the filtered chunk; its end may be held back until the next chunk."""
        waiting, self._kept = self._kept + chunk, b""
        result: list[bytes] = []
        at = 0
        while at < len(waiting):
            at = self._inside(waiting, at, result) if self._is_inside else self._outside(waiting, at, result)
        return b"".join(result)

    def rest(self) -> bytes:
        """Return the bytes that were held back at the end of the file."""
        return b"" if self._is_inside else self._kept

    # Both methods return the position at which to continue.

    def _outside(self, waiting: bytes, at: int, result: list[bytes]) -> int:
        start = waiting.find(self._opening, at)
        end = waiting.find(b">", start) if start >= 0 else -1
        if end >= 0:
            result.append(waiting[at : end + 1])
            behind = start + len(self._opening)
            # Skip nothing if the element is empty, or if its name is only longer than the one to skip.
            self._is_inside = waiting[end - 1 : end] != b"/" and waiting[behind : behind + 1] in _ENDS_OF_NAME
            return end + 1
        stop = start if start >= 0 else len(waiting) - _overlap(waiting, at, self._opening)
        if len(waiting) - stop > _LONGEST_TAG:
            # Pass on an overlong tag, so that the parser reports it.
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
    """Return how many bytes at the end may be the start of the mark."""
    most = min(len(mark) - 1, len(waiting) - at)
    return next((count for count in range(most, 0, -1) if waiting.endswith(mark[:count])), 0)
