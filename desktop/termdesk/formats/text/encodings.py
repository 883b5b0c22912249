"""In which encoding a file is written: what its bytes prove, and what is only a suggestion."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.domain.chunks import chunks
from termdesk.domain.language.language import root

# The longer mark first: UTF-32's begins with UTF-16's.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# What spreadsheet programs wrote before UTF-8. Detectors call German cp1252 "cp1250"; the file's name knows better.
_LEGACY = {
    "cp1252": "de en es fi fr id it nb nl pt sv da ca eu gl is",
    "cp1250": "cs hr hu pl ro sk sl",
    "cp1251": "be bg mk ru sr uk",
    "cp1253": "el",
    "cp1254": "tr",
    "cp1255": "he yi",
    "cp1256": "ar fa ur",
    "cp1257": "et lt lv",
    "cp1258": "vi",
    "cp874": "th",
    "cp932": "ja",
    "cp949": "ko",
    "gb18030": "zh",
}

# For the user to choose from where nothing is certain.
CHOICES = ("utf-8", "utf-16", *_LEGACY, "big5")

_SAMPLE_BYTES = 65_536
_AT_ONCE_BYTES = 1024 * 1024
# Python 3.11 loses characters behind bad bytes where it decodes Asian encodings in chunks.
_IN_CHUNKS = ("utf-8", "utf-8-sig")


@dataclass(frozen=True, slots=True)
class Encoding:
    """The name of a codec, and whether the bytes prove it. What is not certain is asked, never used silently."""

    name: str
    is_certain: bool


def find_encoding(data: bytes, *, languages: Sequence[str] = ()) -> Encoding:
    """The encoding of a file's bytes. `languages`, where they are known, only help to suggest.

    A byte order mark decides; then strict UTF-8; then the zero bytes of UTF-16 without a mark.
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return Encoding(name, is_certain=True)
    # Before UTF-8: plain letters in UTF-16 are valid UTF-8 too, with a zero behind each.
    if name := _sixteen_bit(data[:_SAMPLE_BYTES]):
        return Encoding(name, is_certain=True)
    if _decodes(data, "utf-8"):
        return Encoding("utf-8", is_certain=True)
    return Encoding(_suggestion(data, languages), is_certain=False)


def decode(data: bytes, encoding: str, errors: str = "strict") -> str:
    """`data.decode` in chunks: a single call over a large file would block every window.

    Raises as that does: LookupError where there is no such encoding, UnicodeDecodeError with the place in the data.
    """
    if len(data) <= _AT_ONCE_BYTES or codecs.lookup(encoding).name not in _IN_CHUNKS:
        return data.decode(encoding, errors)
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    try:
        parts = [decoder.decode(data[chunk]) for chunk in chunks(len(data), _AT_ONCE_BYTES)]
        return "".join([*parts, decoder.decode(b"", final=True)])
    except UnicodeDecodeError:
        # Only the whole knows the place.
        return data.decode(encoding, errors)


def is_escapable(encoding: str) -> bool:
    """Whether single bad bytes can be set aside, so that one bad line does not spoil the file."""
    return not codecs.lookup(encoding).name.startswith(("utf-16", "utf-32"))


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
    # The last language first: the target is the one that is seldom plain English.
    for language in reversed(languages):
        for name, spoken in _LEGACY.items():
            if root(language) in spoken.split() and _decodes(data, name):
                return name
    from charset_normalizer import from_bytes  # costs 40 ms, and only old files need it

    best = from_bytes(data[:_SAMPLE_BYTES]).best()
    if best and _decodes(data, best.encoding):
        return best.encoding
    return next(name for name in ("cp1252", "latin-1") if _decodes(data, name))


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        decode(data, encoding)
    except UnicodeDecodeError:
        return False
    return True
