"""The bytes and the text of a file of plain text."""

from __future__ import annotations

from pathlib import Path

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.limits import MAX_FILE_BYTES
from termdesk.formats.text.encodings import decode, is_escapable

# Files that are something else than their name says, or that this program does not read; by their first bytes.
_FOREIGN = (
    (b"PK\x03\x04", "a spreadsheet or another zipped file"),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet or document"),
    (b"\x1f\x8b", "a compressed file"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3\x00", "a database"),
    (b"<?xml", "an XML file"),
)
_AS_TEXT = "Save it as tab separated text (TSV) or as CSV in UTF-8, and open that."


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises UnreadableFile where they are none that this program should read."""
    try:
        # A pipe or device would block, or never end.
        if not path.is_file():
            raise _unreadable(path, "is not a file" if path.exists() else "does not exist", "Choose another file.")
        if (size := path.stat().st_size) > MAX_FILE_BYTES:
            raise _unreadable(path, f"has {size:,} bytes; at most {MAX_FILE_BYTES:,} are read", "Split it.")
        data = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, f"cannot be opened: {error.strerror}", "Check its permissions.") from error
    if not data.strip(b"\xef\xbb\xbf\xfe\xff\x00 \t\r\n"):
        raise _unreadable(path, "is empty", "Choose another file.")
    for beginning, kind in _FOREIGN:
        if data.startswith(beginning):
            raise _unreadable(path, f"is {kind}", _AS_TEXT)
    return data


def decode_file(data: bytes, encoding: str, *, path: Path) -> str:
    """A file's text. Bytes that the encoding does not know stay as lone surrogates, for `read` to report by line.

    Raises UnreadableFile where the encoding does not exist, or cannot tell good lines from bad ones.
    """
    try:
        return decode(data, encoding, "surrogateescape" if is_escapable(encoding) else "strict")
    except UnicodeDecodeError as error:
        reason = f"is not {encoding}: byte {error.start + 1:,} does not fit"
        raise _unreadable(path, reason, "Choose another encoding.") from error
    except LookupError:
        raise _unreadable(path, f"cannot be read as “{encoding}”: no such encoding", "Choose another one.") from None


def _unreadable(path: Path, reason: str, remedy: str) -> UnreadableFile:
    return UnreadableFile(f"{path.name} {reason}.", path=str(path), remedy=remedy)
