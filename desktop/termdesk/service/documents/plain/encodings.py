"""The encoding of a text file: detected for reading, reused for writing."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from termdesk.service.document_kinds import UnreadableDocument

# UTF-32's mark comes first, because it begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A decoded text, its codec, and its byte order mark."""

    text: str
    codec: str = "utf-8"
    mark: bytes = b""

    def encode(self, text: str, *, otherwise: str = "strict") -> bytes:
        """Encode another text in the same way; `otherwise` names the error handler for missing characters."""
        return self.mark + text.encode(self.codec, otherwise)


def decode(data: bytes, *, declared: str = "") -> DecodedText:
    """Decode by the byte order mark, the file's declaration, or as UTF-8. Raises UnreadableDocument otherwise.

    A guess is only named in the message, never used: a wrong one would produce a document full of wrong characters.
    """
    mark, codec = next(((mark, codec) for mark, codec in _MARKS if data.startswith(mark)), (b"", ""))
    codec = codec or declared or "utf-8"
    try:
        text = data[len(mark) :].decode(codec)
    except LookupError:
        raise UnreadableDocument(f"It declares the encoding {codec[:40]!r}, which is not known.") from None
    except UnicodeDecodeError as error:
        raise UnreadableDocument(
            f"It is not {codec.upper()} at byte {error.start + len(mark) + 1:,}{_looks_like(data)}.",
            remedy="Save it as UTF-8 and send it again.",
        ) from None
    if "\x00" in text:
        raise UnreadableDocument(
            "It has zero bytes: it is not text, or it is UTF-16 without a byte order mark.",
            remedy="Save it as UTF-8 and send it again.",
        )
    return DecodedText(text, codec, mark)


def _looks_like(data: bytes) -> str:
    import charset_normalizer

    found = charset_normalizer.from_bytes(data[:65_536]).best()
    return f"; it looks like {found.encoding}" if found else ""
