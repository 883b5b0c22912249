"""Bytes and text of plain-text files."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.limits import MAX_FILE_BYTES
from termdesk.formats.text.encodings import decode, is_escapable
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.message import Message

# First bytes of files that are not text, or that this program cannot read.
_FOREIGN = (
    (b"PK\x03\x04", FileMessage.ZIPPED),
    (b"\xd0\xcf\x11\xe0", FileMessage.OLD_DOCUMENT),
    (b"\x1f\x8b", FileMessage.COMPRESSED),
    (b"%PDF", FileMessage.PDF),
    (b"SQLite format 3\x00", FileMessage.DATABASE),
    (b"<?xml", FileMessage.XML),
)


# Surrogates that stand for bytes which are invalid in the encoding.
BAD_BYTES = re.compile("[\udc80-\udcff]")
_FIRST_BAD = "\udc80"
# A byte that is not part of a byte order mark or a blank. Stripping those would copy the whole file.
_CONTENT = re.compile(rb"[^\xef\xbb\xbf\xfe\xff\x00 \t\r\n]")
_SEPARATORS = frozenset("\t;,|\n\r")
_MARK_DAMAGE = "termdesk.mark_damage"


def _mark_damage(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return _FIRST_BAD, error.end


codecs.register_error(_MARK_DAMAGE, _mark_damage)


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes. Raises UnreadableFile if it is missing, empty, too large or not a text file."""
    try:
        # Reading a pipe or device would block, or never end.
        if not path.is_file():
            kind = FileMessage.NO_FILE if path.exists() else FileMessage.MISSING
            raise _unreadable(path, kind(name=path.name), FileRemedy.CHOOSE_FILE())
        if (size := path.stat().st_size) > MAX_FILE_BYTES:
            message = FileMessage.TOO_LARGE(size, name=path.name, limit=MAX_FILE_BYTES)
            raise _unreadable(path, message, FileRemedy.SPLIT())
        data = path.read_bytes()
    except OSError as error:
        message = FileMessage.CANNOT_BE_OPENED(name=path.name, reason=str(error.strerror))
        raise _unreadable(path, message, FileRemedy.PERMISSIONS()) from error
    if not _CONTENT.search(data):
        raise _unreadable(path, FileMessage.EMPTY(name=path.name), FileRemedy.CHOOSE_FILE())
    for beginning, kind in _FOREIGN:
        if data.startswith(beginning):
            raise _unreadable(path, kind(name=path.name), FileRemedy.SAVE_AS_TEXT())
    return data


def decode_file(data: bytes, encoding: str, *, path: Path) -> str:
    """Return a file's text. Invalid bytes become lone surrogates, which `read` reports by line.

    In UTF-16 and UTF-32, each damaged place becomes one surrogate. Raises UnreadableFile if the encoding does not exist
    or is the wrong one.
    """
    try:
        return decode(data, encoding, "surrogateescape" if is_escapable(encoding) else "strict")
    except UnicodeDecodeError as error:
        if text := _decode_damaged(data, encoding):
            return text
        message = FileMessage.OTHER_ENCODING(name=path.name, encoding=encoding, position=error.start + 1)
        raise _unreadable(path, message, FileRemedy.CHOOSE_ENCODING()) from error
    except LookupError:
        message = FileMessage.NO_SUCH_ENCODING(name=path.name, encoding=encoding)
        raise _unreadable(path, message, FileRemedy.CHOOSE_ENCODING()) from None


def _decode_damaged(data: bytes, encoding: str) -> str:
    """Return damaged UTF-16 or UTF-32 text with a mark for each error; empty if the encoding is a different one."""
    if is_escapable(encoding):
        return ""
    text = data.decode(encoding, _MARK_DAMAGE)
    lines = sum(map(text.count, "\n\r"))
    # Text of other encodings, decoded as UTF-16 or UTF-32, hardly ever has a separator.
    return text if _SEPARATORS & set(text) and text.count(_FIRST_BAD) <= max(lines, 1) else ""


def as_written(line: str, encoding: str) -> str | bytes:
    """Return a line for the list of rejected rows: its original bytes if they are known and invalid, else its text."""
    if not BAD_BYTES.search(line):
        return line
    if is_escapable(encoding):
        return line.encode(encoding.removesuffix("-sig"), "surrogateescape")
    return BAD_BYTES.sub("\N{REPLACEMENT CHARACTER}", line)


def _unreadable(path: Path, message: Message, remedy: Message) -> UnreadableFile:
    return UnreadableFile(message, path=str(path), remedy=remedy)
