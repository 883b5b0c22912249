"""Quick check of the start of XML files."""

from __future__ import annotations

from pathlib import Path

_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_LOOK_BYTES = 64


def xml_root(path: Path) -> str:
    """Return the local name of a file's root element; empty if the file is not XML or cannot be opened."""
    if not _begins_as_xml(path):
        return ""
    # Loading the XML parser takes time that plain text files should not cost.
    from termdesk.formats.termbases.xml_records import root_of

    return root_of(path)


def _begins_as_xml(path: Path) -> bool:
    """Return whether the first character of a file is an angle bracket; False if it cannot be opened."""
    try:
        # Reading a pipe or device would block, or never end.
        if not path.is_file():
            return False
        with path.open("rb") as file:
            beginning = file.read(_LOOK_BYTES)
    except OSError:
        return False
    for mark in _MARKS:
        beginning = beginning.removeprefix(mark)
    return beginning.replace(b"\x00", b"").lstrip().startswith(b"<")
