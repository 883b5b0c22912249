"""The bytes and the text of a file of plain text."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.limits import MAX_FILE_BYTES
from termdesk.formats.text.encodings import decode, is_escapable
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.message import Message

# The first bytes of files that are not what their name says, or that this program cannot read.
_FOREIGN = (
    (b"PK\x03\x04", FileMessage.ZIPPED),
    (b"\xd0\xcf\x11\xe0", FileMessage.OLD_DOCUMENT),
    (b"\x1f\x8b", FileMessage.COMPRESSED),
    (b"%PDF", FileMessage.PDF),
    (b"SQLite format 3\x00", FileMessage.DATABASE),
    (b"<?xml", FileMessage.XML),
)


# What stands for bytes that the encoding does not know.
BAD_BYTES = re.compile("[\udc80-\udcff]")
_FIRST_BAD = "\udc80"
_SEPARATORS = frozenset("\t;,|\n\r")
_MARK_DAMAGE = "termdesk.mark_damage"


def _mark_damage(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return _FIRST_BAD, error.end


codecs.register_error(_MARK_DAMAGE, _mark_damage)


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises UnreadableFile where they are none that this program should read."""
    try:
        # A pipe or device would block, or never end.
        if not path.is_file():
            kind = FileMessage.NO_FILE if path.exists() else FileMessage.MISSING
            raise _unreadable(path, kind(name=path.name), FileRemedy.CHOOSE_FILE())
        if (size := path.stat().st_size) > MAX_FILE_BYTES:
            message = FileMessage.TOO_LARGE(name=path.name, size=size, limit=MAX_FILE_BYTES)
            raise _unreadable(path, message, FileRemedy.SPLIT())
        data = path.read_bytes()
    except OSError as error:
        message = FileMessage.CANNOT_BE_OPENED(name=path.name, reason=str(error.strerror))
        raise _unreadable(path, message, FileRemedy.PERMISSIONS()) from error
    if not data.strip(b"\xef\xbb\xbf\xfe\xff\x00 \t\r\n"):
        raise _unreadable(path, FileMessage.EMPTY(name=path.name), FileRemedy.CHOOSE_FILE())
    for beginning, kind in _FOREIGN:
        if data.startswith(beginning):
            raise _unreadable(path, kind(name=path.name), FileRemedy.SAVE_AS_TEXT())
    return data


def decode_file(data: bytes, encoding: str, *, path: Path) -> str:
    """A file's text. Bytes that the encoding does not know stay as lone surrogates, for `read` to report by line.

    Of UTF-16 and UTF-32 a mark stays for them. Raises UnreadableFile where the encoding does not exist, or is another
    one.
    """
    try:
        return decode(data, encoding, "surrogateescape" if is_escapable(encoding) else "strict")
    except UnicodeDecodeError as error:
        if text := _damaged_text(data, encoding):
            return text
        message = FileMessage.OTHER_ENCODING(name=path.name, encoding=encoding, position=error.start + 1)
        raise _unreadable(path, message, FileRemedy.CHOOSE_ENCODING()) from error
    except LookupError:
        message = FileMessage.NO_SUCH_ENCODING(name=path.name, encoding=encoding)
        raise _unreadable(path, message, FileRemedy.CHOOSE_ENCODING()) from None


def undamaged_text(data: bytes, encoding: str) -> str | None:
    """A file's text where all of its bytes are of the encoding; None where `decode_file` has to be asked."""
    try:
        return decode(data, encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _damaged_text(data: bytes, encoding: str) -> str:
    """Text of UTF-16 or UTF-32 with a mark for each damage; empty where the file is in another encoding."""
    if is_escapable(encoding):
        return ""
    text = data.decode(encoding, _MARK_DAMAGE)
    lines = sum(map(text.count, "\n\r"))
    # Other encodings, read by two bytes, hardly ever have a separator.
    return text if _SEPARATORS & set(text) and text.count(_FIRST_BAD) <= max(lines, 1) else ""


def as_written(line: str, encoding: str) -> str | bytes:
    """A line of a file for the list of rejected ones: its bytes where they do not fit the encoding, if known."""
    if not BAD_BYTES.search(line):
        return line
    if is_escapable(encoding):
        return line.encode(encoding.removesuffix("-sig"), "surrogateescape")
    return BAD_BYTES.sub("\N{REPLACEMENT CHARACTER}", line)


def _unreadable(path: Path, message: Message, remedy: Message) -> UnreadableFile:
    return UnreadableFile(message, path=str(path), remedy=remedy)
