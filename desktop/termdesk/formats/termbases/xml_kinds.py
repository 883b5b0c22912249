"""Which format an XML file is in, whatever its ending: the name of its outermost element tells."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.formats.concepts import Termbase


class XmlKind(StrEnum):
    """Formats of XML that hold terms or segments; the values are names of modules."""

    TBX = "tbx"
    TMX = "tmx"
    MULTITERM = "multiterm"
    XLIFF = "xliff"


# Endings that promise XML; one of them promises no format.
ENDINGS = {
    ".tbx": XmlKind.TBX,
    ".tmx": XmlKind.TMX,
    ".xml": XmlKind.MULTITERM,
    ".xlf": XmlKind.XLIFF,
    ".xliff": XmlKind.XLIFF,
    ".sdlxliff": XmlKind.XLIFF,
    ".mqxliff": XmlKind.XLIFF,
    ".mxliff": XmlKind.XLIFF,
    ".txlf": XmlKind.XLIFF,
}
_ROOTS = {
    "martif": XmlKind.TBX,
    "tbx": XmlKind.TBX,
    "TBX": XmlKind.TBX,
    "tmx": XmlKind.TMX,
    "mtf": XmlKind.MULTITERM,
    "xliff": XmlKind.XLIFF,
}
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_LOOK_BYTES = 64


def xml_kind(path: Path) -> XmlKind | None:
    """The format by what the file holds, else by its ending; None where it is no XML of ours."""
    promised = ENDINGS.get(path.suffix.lower())
    return known_kind(path) or promised


def known_kind(path: Path) -> XmlKind | None:
    """The format by what the file holds alone."""
    if not _begins_as_xml(path):
        return None
    # Reading XML costs some time to load, which plain text must not pay.
    from termdesk.formats.termbases.xml_records import root_of

    return _ROOTS.get(root_of(path))


def read(path: Path, *, pair: LanguagePair | None, progress: Progress) -> Termbase:
    """A file of any of these formats; `pair` is what the user says of one that does not tell its languages.

    Raises UnreadableFile as the formats do, for XML of none of them as well.
    """
    from termdesk.formats.termbases import multiterm, tbx, tmx, xliff
    from termdesk.formats.termbases.xml_records import XmlRecords

    kind = known_kind(path)
    if kind is None and path.suffix.lower() == ".xml":
        # Refused, in words that name all of them.
        any_kind = XmlRecords(path, kind="TBX, TMX, MultiTerm XML or XLIFF", roots=tuple(_ROOTS), records=())
        next(any_kind.read(progress), None)
    kind = kind or xml_kind(path)
    if kind is XmlKind.XLIFF:
        return xliff.read(path, pair=pair, progress=progress)
    readers: dict[XmlKind | None, Callable[..., Termbase]] = {XmlKind.TMX: tmx.read, XmlKind.MULTITERM: multiterm.read}
    return readers.get(kind, tbx.read)(path, progress=progress)


def _begins_as_xml(path: Path) -> bool:
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
