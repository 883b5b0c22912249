"""How a file of XML begins."""

from __future__ import annotations

from pathlib import Path

_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_LOOK_BYTES = 64


def xml_root(path: Path) -> str:
    """The local name of the outermost element of a file; empty where it is no XML, or cannot be opened."""
    if not _begins_as_xml(path):
        return ""
    # Reading XML costs some time to load, which plain text must not pay.
    from termdesk.formats.termbases.xml_records import root_of

    return root_of(path)


def _begins_as_xml(path: Path) -> bool:
    """Whether the first character of a file is an angle bracket; False where it cannot be opened."""
    try:
        # A pipe or device would block, or never end.
        if not path.is_file():
            return False
        with path.open("rb") as file:
            beginning = file.read(_LOOK_BYTES)
    except OSError:
        return False
    for mark in _MARKS:
        beginning = beginning.removeprefix(mark)
    return beginning.replace(b"\x00", b"").lstrip().startswith(b"<")
