"""Zipped spreadsheet files, checked before anything unpacks them, as protection against zip bombs."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

# The library has no types. All XML of spreadsheets is parsed here.
from lxml import etree as etree  # type: ignore[import-untyped]  # it has no types

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.spreadsheets.cells import Cell
from termdesk.messages.file_messages import FileMessage, SheetMessage, SheetRemedy
from termdesk.messages.message import Message, Value
from termdesk.messages.row_messages import RowMessage

Element: TypeAlias = Any
_T = TypeVar("_T")

# Ten times the size of the largest dictionaries, and small enough to be in memory twice.
MOST_UNPACKED_BYTES = 128 * 1024 * 1024
MOST_MEMBERS = 10_000
# Sheets compress to a tenth or a thirtieth. A higher ratio means a zip bomb, unless the content is small anyway.
MOST_RATIO, _HARMLESS_BYTES = 100, 16 * 1024 * 1024
# The reader allocates the used range as a rectangle, so two cells in far corners cost as much as all between them.
MOST_CELLS = 5_000_000
# A million cells may share one long text, and the reader copies it for each of them.
MOST_TEXT_BYTES = 256 * 1024 * 1024
# Errors and merged areas are kept individually; a sheet with more of them is not a glossary.
MOST_ODDITIES = 250_000

# The maximum of the formats.
MOST_COLUMNS = 16_384

_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """One sheet of a file. The counts reach from its first row and column to the last ones with content."""

    name: str
    row_count: int
    column_count: int
    is_hidden: bool = False


@dataclass(slots=True)
class Extent:
    """Properties of a sheet, collected before it is read. Rows and columns count from 1.

    `unreadable_cells` maps (row, column) of cells with an error to the displayed text. `merged` has areas of several
    rows: first row, last row, column. `filtered_rows` are hidden by a filter, `hidden_rows` manually. `shown_numbers`
    counts by column the numbers whose displayed text differs from the stored value.
    """

    row_count: int = 0
    column_count: int = 0
    is_hidden: bool = False
    unreadable_cells: dict[tuple[int, int], str] = field(default_factory=dict)
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    hidden_rows: Set[int] = frozenset()
    filtered_rows: Set[int] = frozenset()
    hidden_columns: Set[int] = frozenset()
    struck_cells: Set[tuple[int, int]] = frozenset()
    partly_struck: Set[tuple[int, int]] = frozenset()
    shown_numbers: Mapping[int, int] = field(default_factory=dict)


class Workbook(Protocol):
    """A spreadsheet file of any kind that was opened and checked."""

    def sheets(self) -> list[WorkbookSheet]:
        """Return the sheets in order, each with its size. Raises UnreadableFile."""

    def extent(self, name: str) -> Extent:
        """Examine one sheet. Raises UnreadableFile if it is too large, InvalidInput if it does not exist."""
        ...

    def content(self, name: str, *, as_shown: bool, with_struck_parts: bool = True) -> io.BytesIO:
        """Return a file with at least this sheet for the reader. Call `extent` first, which checks the sheet.

        With `as_shown`, numbers and dates are texts as their cells display them, if known. Struck-out parts of texts
        are left out unless `with_struck_parts` is set.
        """
        ...

    def expand(self, rows: Iterable[Sequence[Cell]]) -> Iterable[Sequence[Cell]]:
        """Return all rows of a sheet, given those that were read from `content`, which have the same length."""
        ...


class SpreadsheetPackage:
    """The members of a zip file. Reading stops at the length that the file states for a member."""

    def __init__(self, path: Path, content: io.BytesIO | None = None) -> None:
        """Open the package at `path`, or `content` that was made from it.

        Raises UnreadableFile if it is damaged, encrypted, or unpacks to more than a real spreadsheet.
        """
        self.path = path
        self._archive = self._guard(lambda: zipfile.ZipFile(content or path))
        members = self._archive.infolist()
        self.names = [member.filename for member in members]
        unpacked = sum(member.file_size for member in members if not _is_picture(member.filename))
        if len(members) > MOST_MEMBERS or unpacked > MOST_UNPACKED_BYTES:
            self.close()
            limits = {"most": MOST_MEMBERS, "limit": MOST_UNPACKED_BYTES}
            raise too_large(path, SheetMessage.UNPACKS_TO_PARTS, len(members), size=unpacked, **limits)
        if content is None and unpacked > max(_HARMLESS_BYTES, MOST_RATIO * path.stat().st_size):
            self.close()
            raise too_large(path, SheetMessage.UNPACKS_TO_BYTES, unpacked, limit=MOST_RATIO)
        if any(member.flag_bits & 1 for member in members):
            self.close()
            raise encryption_error(path)
        if len(set(self.names)) < len(members):
            self.close()
            raise damage_error(path, SheetMessage.TWO_PARTS)

    def close(self) -> None:
        """Close the file."""
        self._archive.close()

    def read(self, name: str) -> bytes:
        """Return one member. Raises UnreadableFile if it is missing, or does not have the stated length."""
        if name not in self.names:
            raise damage_error(self.path, SheetMessage.NO_PART, part=_shorten(name))
        return self._guard(lambda: self._archive.read(name))

    def root(self, name: str) -> Element:
        """Return the root of an XML member, which must be one that is always small."""
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        try:
            return etree.fromstring(self.read(name), parser)
        except etree.XMLSyntaxError:
            raise damage_error(self.path, SheetMessage.PART_IS_NO_XML, part=_shorten(name)) from None

    def repack(self, names: Iterable[str], known: dict[str, bytes]) -> io.BytesIO:
        """Return a package with only these members, uncompressed, so that the reader gets exactly what was checked.

        A compressed member could unpack to more than its stated length, and the reader would unpack it.
        """
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
            for name in names:
                archive.writestr(name, known[name] if name in known else self.read(name))
        content.seek(0)
        return content

    def _guard(self, work: Callable[[], _T]) -> _T:
        try:
            return work()
        except _DAMAGED:
            raise damage_error(self.path, SheetMessage.DAMAGED) from None


def check_size(path: Path, sheet: str, extent: Extent) -> None:
    """Raise UnreadableFile if a sheet has too many cells, errors or merged areas for the reader."""
    if len(extent.unreadable_cells) + len(extent.merged) > MOST_ODDITIES:
        raise too_large(path, SheetMessage.MANY_ODDITIES, MOST_ODDITIES, sheet=sheet)
    if extent.row_count * extent.column_count > MOST_CELLS:
        columns = extent.column_count
        raise too_large(path, SheetMessage.MANY_CELLS, extent.row_count, columns=columns, sheet=sheet, limit=MOST_CELLS)


@lru_cache(maxsize=256)
def error_message(error: str) -> Message:
    """Return the message for a cell with an error instead of a value, such as `#N/A`."""
    error = error[:20].strip()
    return RowMessage.ERROR(error=error) if error else RowMessage.SOME_ERROR()


def damage_error(path: Path, kind: SheetMessage | FileMessage, **values: Value) -> UnreadableFile:
    """Return the error for a file that violates its format.

    `values` are the placeholders of `kind` besides the name.
    """
    message = kind(name=path.name, **values)
    return UnreadableFile(message, path=str(path), remedy=SheetRemedy.SAVE_ANEW())


def encryption_error(path: Path) -> UnreadableFile:
    """Return the error for a file that needs a password."""
    message = SheetMessage.ENCRYPTED(name=path.name)
    return UnreadableFile(message, path=str(path), remedy=SheetRemedy.SAVE_WITHOUT_PASSWORD())


def too_large(path: Path, kind: SheetMessage, number: int = -1, /, **values: Value) -> UnreadableFile:
    """Return the error for a file above a limit. `values` are the placeholders of `kind` besides the name."""
    return UnreadableFile(kind(number, name=path.name, **values), path=str(path), remedy=SheetRemedy.MAKE_SMALLER())


def _shorten(name: str) -> str:
    """Shorten the name of a part, which may be hostile."""
    return repr(name[:100])[1:-1]


def _is_picture(name: str) -> bool:
    """Return whether a member is a picture; these are never unpacked."""
    return not name.lower().endswith((".xml", ".rels"))
