"""XML in UTF-16 on its way to the parser, as UTF-8: what looks for characters between knows one encoding then."""

from __future__ import annotations

import codecs


def is_utf16(beginning: bytes) -> bool:
    """Whether the byte order mark of UTF-16 is there, which XML in UTF-16 needs."""
    return beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


class Utf16Decoder:
    """Passes the chunks of a file in UTF-16 on as UTF-8; halves of characters stay, for the parser to refuse."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-16")("surrogatepass")

    def passed(self, chunk: bytes) -> bytes:
        """The next chunk; a character that it cuts waits for its rest."""
        return self._decoder.decode(chunk).encode("utf-8", "surrogatepass")

    def rest(self) -> bytes:
        """Nothing: an odd byte at the end of a file is no character."""
        return b""
