"""Filter that converts XML from UTF-16 to UTF-8 before parsing, so that later filters handle only one encoding."""

from __future__ import annotations

import codecs


def is_utf16(beginning: bytes) -> bool:
    """Return whether a file starts with a UTF-16 byte order mark, which XML in UTF-16 must have."""
    return beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


class Utf16Decoder:
    """Filter for the chunks of a UTF-16 file that returns UTF-8.

    Unpaired surrogates are kept, so that the parser reports them.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-16")("surrogatepass")

    def filter(self, chunk: bytes) -> bytes:
        """Return the next chunk as UTF-8; an incomplete character at its end waits for the next chunk."""
        return self._decoder.decode(chunk).encode("utf-8", "surrogatepass")

    def rest(self) -> bytes:
        """Return nothing: a single byte left at the end is not a character."""
        return b""
