"""How a text file was written, and the same way back."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from termdesk.service.document_kinds import UnreadableDocument

# The longer mark first: UTF-32's begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text, the codec of its bytes, and the byte order mark before them."""

    text: str
    codec: str = "utf-8"
    mark: bytes = b""

    def encoded(self, text: str, *, otherwise: str = "strict") -> bytes:
        """Another text in the same encoding; `otherwise` is how characters that it lacks are written."""
        return self.mark + text.encode(self.codec, otherwise)


def decode(data: bytes, *, declared: str = "") -> DecodedText:
    """By the byte order mark, what the file declares, or as UTF-8. Raises UnreadableDocument for all else.

    A guess is named in the message and never used: a wrong one would be a document full of wrong letters.
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
            "It has zero bytes and is no text, or UTF-16 without a byte order mark.",
            remedy="Save it as UTF-8 and send it again.",
        )
    return DecodedText(text, codec, mark)


def _looks_like(data: bytes) -> str:
    import charset_normalizer

    found = charset_normalizer.from_bytes(data[:65_536]).best()
    return f"; it looks like {found.encoding}" if found else ""
