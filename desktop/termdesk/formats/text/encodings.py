"""In which encoding a file is written: what its bytes prove, and what is only a suggestion."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from termdesk.domain.chunks import chunks

# The longer mark first: UTF-32's begins with UTF-16's.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_SAMPLE_BYTES = 65_536
_AT_ONCE_BYTES = 1024 * 1024
_MOST_BAD_LINES, _GOOD_FOR_EACH_BAD = 1_000, 4
# Python 3.11 loses characters behind bad bytes where it decodes Asian encodings in chunks.
_IN_CHUNKS = ("utf-8", "utf-8-sig")


@dataclass(frozen=True, slots=True)
class Encoding:
    """The name of a codec, and whether the bytes prove it. What is not certain is asked, never used silently."""

    name: str
    is_certain: bool


def find_encoding(data: bytes, *, languages: Sequence[str] = ()) -> Encoding:
    """The encoding of a file's bytes. `languages`, where they are known, only help to suggest.

    A byte order mark decides; then the zero bytes of UTF-16 without a mark; then the escapes of ISO-2022; then UTF-8,
    in which few lines may be damaged.
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return Encoding(name, is_certain=True)
    # Before UTF-8: plain letters in UTF-16 are valid UTF-8 too, with a zero behind each.
    if name := _sixteen_bit(data[:_SAMPLE_BYTES]):
        return Encoding(name, is_certain=True)
    if shifted := _seven_bit(data):
        return Encoding(shifted, is_certain=True)
    if _decodes(data, "utf-8") or _is_damaged_utf8(data):
        return Encoding("utf-8", is_certain=True)
    return Encoding(_suggestion(data, languages), is_certain=False)


def decode(data: bytes, encoding: str, errors: str = "strict") -> str:
    """`data.decode` in chunks: a single call over a large file would block every window.

    Raises as that does: LookupError where there is no such encoding, UnicodeDecodeError with the place in the data.
    """
    try:
        return "".join(_decoded(data, encoding, errors))
    except UnicodeDecodeError:
        # Only the whole knows the place.
        return data.decode(encoding, errors)


def _decoded(data: bytes, encoding: str, errors: str) -> Iterator[str]:
    if len(data) <= _AT_ONCE_BYTES or codecs.lookup(encoding).name not in _IN_CHUNKS:
        yield data.decode(encoding, errors)
        return
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    for chunk in chunks(len(data), _AT_ONCE_BYTES):
        yield decoder.decode(data[chunk])
    yield decoder.decode(b"", final=True)


def is_escapable(encoding: str) -> bool:
    """Whether single bad bytes can be set aside, so that one bad line does not spoil the file."""
    return not codecs.lookup(encoding).name.startswith(("utf-16", "utf-32"))


def _seven_bit(data: bytes) -> str:
    """The encoding of ISO-2022 that the escapes show; the rest of such a file is plain ASCII."""
    # Most files have no escape, and one character is found ten times as fast as two.
    if b"\x1b" not in data or b"\x1b$" not in data or not data.isascii():
        return ""
    names = (
        ("iso2022_kr",) if b"\x1b$)C" in data else ("iso2022_jp", "iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_ext")
    )
    return next((name for name in names if _decodes(data, name)), "")


def _sixteen_bit(sample: bytes) -> str:
    zeros_first, zeros_second = sample[0::2].count(0), sample[1::2].count(0)
    # Tabs, line feeds and digits are enough for a tenth, even in Chinese or Arabic text.
    enough = len(sample) // 20
    if zeros_second > enough and not zeros_first:
        name = "utf-16-le"
    elif zeros_first > enough and not zeros_second:
        name = "utf-16-be"
    else:
        return ""
    # A few zero bytes in a short file are damage: read by two, it would have no separator left.
    return name if set(sample.decode(name, "replace")) & set("\t;,|\n\r") else ""


def _suggestion(data: bytes, languages: Sequence[str]) -> str:
    from termdesk.formats.text.encoding_guess import fitting_encoding

    sample = _sample(data)
    if (found := fitting_encoding(sample, languages)) and _decodes(data, found):
        return found
    from charset_normalizer import from_bytes  # costs 40 ms, and only old files need it

    if best := from_bytes(sample).best():
        name = codecs.lookup(best.encoding).name
        for found in (fitting_encoding(sample, (), name), name):
            if found and _decodes(data, found):
                return found
    return next(name for name in ("cp1252", "iso8859-1") if _decodes(data, name))


def _sample(data: bytes) -> bytes:
    """The first lines that are not plain ASCII: headers and identifiers tell nothing."""
    lines, size = [], 0
    for line in io.BytesIO(data):
        if not line.isascii():
            lines.append(line)
            size += len(line)
            if size > _SAMPLE_BYTES:
                break
    return b"".join(lines)


def _is_damaged_utf8(data: bytes) -> bool:
    """Whether most lines with other characters than ASCII are UTF-8, which no other encoding gives by chance."""
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
        # The text itself is not kept.
        for _ in _decoded(data, encoding, "strict"):
            pass
    except UnicodeDecodeError:
        return False
    return True
