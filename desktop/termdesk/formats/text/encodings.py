"""Detection of the encoding of a file: either proved by its bytes, or a suggestion."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from termdesk.domain.chunks import decode_chunks, join_texts

# Longer marks first, because that of UTF-32 starts with that of UTF-16.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_SAMPLE_BYTES = 65_536
_AT_ONCE_BYTES = 512 * 1024
_MOST_BAD_LINES, _GOOD_FOR_EACH_BAD = 1_000, 4
# Python 3.11 loses characters after bad bytes when it decodes Asian encodings in chunks.
_IN_CHUNKS = ("utf-8", "utf-8-sig")


@dataclass(frozen=True, slots=True)
class Encoding:
    """Name of a codec, and whether the bytes prove it. The user is asked about an uncertain encoding."""

    name: str
    is_certain: bool


def find_encoding(data: bytes, *, languages: Sequence[str] = ()) -> Encoding:
    """Return the encoding of a file's bytes. `languages`, if known, only help to suggest.

    In this order: a byte order mark, the zero bytes of UTF-16 without a mark, the escapes of ISO-2022, then UTF-8, in
    which a few lines may be damaged.
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return Encoding(name, is_certain=True)
    # Check before UTF-8: ASCII letters in UTF-16 are also valid UTF-8, each with a zero byte.
    if name := _sixteen_bit(data[:_SAMPLE_BYTES]):
        return Encoding(name, is_certain=True)
    if shifted := _seven_bit(data):
        return Encoding(shifted, is_certain=True)
    if _decodes(data, "utf-8") or _is_damaged_utf8(data):
        return Encoding("utf-8", is_certain=True)
    return Encoding(_suggestion(data, languages), is_certain=False)


def decode(data: bytes, encoding: str, errors: str = "strict") -> str:
    """Same as `data.decode`, but in chunks: a single call for a large file would block the windows.

    Raises LookupError for an unknown encoding, and UnicodeDecodeError with the position in `data`.
    """
    try:
        return join_texts(_decode_chunks(data, encoding, errors))
    except UnicodeDecodeError:
        # Decode everything again to get the position in the whole data.
        return data.decode(encoding, errors)


def decode_lines(data: bytes, encoding: str) -> Iterator[str]:
    """The text of a file in parts of whole lines, for a reader that does not need the whole text in memory.

    Raises LookupError for an unknown encoding, and UnicodeDecodeError.
    """
    waiting: list[str] = []
    for text in _decode_chunks(data, encoding, "strict"):
        stop = text.rfind("\n") + 1
        if stop:
            yield "".join((*waiting, text[:stop]))
            waiting = []
        waiting.append(text[stop:])
    if rest := "".join(waiting):
        yield rest


def decode_beginning(data: bytes, encoding: str, *, lines: int) -> str | None:
    """The first lines of a long file in UTF-8, at least this many that are not empty; None for other files.

    Bad bytes become lone surrogates.
    """
    beginning = data[: data.rfind(b"\n", 0, _AT_ONCE_BYTES) + 1]
    if len(data) <= _AT_ONCE_BYTES or codecs.lookup(encoding).name not in _IN_CHUNKS:
        return None
    text = beginning.decode(encoding, "surrogateescape")
    return text if sum(1 for line in text.split("\n") if line.strip("\r")) >= lines else None


def _decode_chunks(data: bytes, encoding: str, errors: str) -> Iterator[str]:
    if len(data) <= _AT_ONCE_BYTES or codecs.lookup(encoding).name not in _IN_CHUNKS:
        yield data.decode(encoding, errors)
    else:
        yield from decode_chunks(data, encoding, errors, size=_AT_ONCE_BYTES)


def is_escapable(encoding: str) -> bool:
    """Return whether single bad bytes can be escaped, so that one bad line does not spoil the file."""
    return not codecs.lookup(encoding).name.startswith(("utf-16", "utf-32"))


def _seven_bit(data: bytes) -> str:
    """Return the ISO-2022 encoding whose escape sequences the data contains; empty if it contains none."""
    # Most files have no escape, and searching for one byte is ten times as fast as for two.
    if b"\x1b" not in data or b"\x1b$" not in data or not data.isascii():
        return ""
    names = (
        ("iso2022_kr",) if b"\x1b$)C" in data else ("iso2022_jp", "iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_ext")
    )
    return next((name for name in names if _decodes(data, name)), "")


def _sixteen_bit(sample: bytes) -> str:
    zeros_first, zeros_second = sample[0::2].count(0), sample[1::2].count(0)
    # Tabs, line feeds and digits account for a tenth of the text, even in Chinese or Arabic.
    enough = len(sample) // 20
    if zeros_second > enough and not zeros_first:
        name = "utf-16-le"
    elif zeros_first > enough and not zeros_second:
        name = "utf-16-be"
    else:
        return ""
    # A few zero bytes in a short file are damage: decoded as UTF-16, the text would have no separator.
    return name if set(sample.decode(name, "replace")) & set("\t;,|\n\r") else ""


def _suggestion(data: bytes, languages: Sequence[str]) -> str:
    from termdesk.formats.text.encoding_guess import find_fitting_encoding

    sample = _sample(data)
    if (found := find_fitting_encoding(sample, languages)) and _decodes(data, found):
        return found
    from charset_normalizer import from_bytes  # costs 40 ms, and only old files need it

    if best := from_bytes(sample).best():
        name = codecs.lookup(best.encoding).name
        for found in (find_fitting_encoding(sample, (), name), name):
            if found and _decodes(data, found):
                return found
    return next(name for name in ("cp1252", "iso8859-1") if _decodes(data, name))


def _sample(data: bytes) -> bytes:
    """Return the first lines that are not plain ASCII, because headers and identifiers give no clue."""
    lines, size = [], 0
    for line in io.BytesIO(data):
        if not line.isascii():
            lines.append(line)
            size += len(line)
            if size > _SAMPLE_BYTES:
                break
    return b"".join(lines)


def _is_damaged_utf8(data: bytes) -> bool:
    """Return whether most lines beyond ASCII are valid UTF-8, which other encodings never are by chance."""
    good = bad = 0
    for line in io.BytesIO(data):
        if not line.isascii():
            is_good = _decodes(line, "utf-8")
            good, bad = good + is_good, bad + (not is_good)
            if bad > _MOST_BAD_LINES and bad > good:
                return False
    return bad * _GOOD_FOR_EACH_BAD <= good


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        # Discard the text; only errors matter.
        for _ in _decode_chunks(data, encoding, "strict"):
            pass
    except UnicodeDecodeError:
        return False
    return True
