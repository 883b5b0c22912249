"""Zipped spreadsheet files, looked through before anything unpacks them: bombs end here."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

# XML of spreadsheets goes through here: the library has no types.
from lxml import etree as etree  # type: ignore[import-untyped]  # it has no types

from termdesk.domain.errors import UnreadableFile
from termdesk.messages.file_messages import FileMessage, SheetMessage, SheetRemedy
from termdesk.messages.message import Message, Value
from termdesk.messages.row_messages import RowMessage

Element: TypeAlias = Any
_T = TypeVar("_T")

# Ten times what the largest dictionaries need, and little enough to be held twice.
MOST_UNPACKED_BYTES = 128 * 1024 * 1024
MOST_MEMBERS = 10_000
# Sheets shrink to a tenth or a thirtieth; what shrinks further was made to swell, unless it is small anyway.
MOST_RATIO, _HARMLESS_BYTES = 100, 16 * 1024 * 1024
# The reader makes a rectangle of a sheet, so two cells in far corners cost as much as all between them.
MOST_CELLS = 5_000_000
# A million cells may share one long text, and the reader copies it for each.
MOST_TEXT_BYTES = 256 * 1024 * 1024
# Errors and merged areas are kept one by one; a sheet with more of them is no glossary.
MOST_ODDITIES = 250_000

# All that the formats can have.
MOST_COLUMNS = 16_384

_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """One sheet of a file; its counts run from its first row and column to the last that hold something."""

    name: str
    row_count: int
    column_count: int
    is_hidden: bool = False


@dataclass(slots=True)
class Extent:
    """What was found out about a sheet before it is read. Rows and columns count from 1.

    `unreadable_cells` hold an error instead of a value, with the text that is shown. `merged` are areas of several
    rows: first row, last row, first column. `filtered_rows` are hidden by a filter, `hidden_rows` by hand.
    `shown_numbers` counts by column the numbers that their cells show in another way than the file keeps them.
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
    """A spreadsheet file of any kind, opened and found harmless as a whole."""

    def sheets(self) -> list[WorkbookSheet]:
        """The sheets in their order, each with its size. Raises UnreadableFile."""

    def extent(self, name: str) -> Extent:
        """Look through one sheet. Raises UnreadableFile where it is too large, InvalidInput where there is none."""
        ...

    def content(self, name: str, *, as_shown: bool, with_struck_parts: bool = True) -> io.BytesIO:
        """A file with at least this sheet, to be handed to the reader once `extent` has let it pass.

        With `as_shown`, numbers and dates are texts as their cells show them, where that is known.
        Parts of a text that are struck out are left out unless they are asked for.
        """
        ...


class SpreadsheetPackage:
    """The members of a zip file, each read at most as far as the file says that it is long."""

    def __init__(self, path: Path, content: io.BytesIO | None = None) -> None:
        """The package at `path`, or `content` that was made from it.

        Raises UnreadableFile for what is damaged, encrypted, or unpacks to more than a spreadsheet has.
        """
        self.path = path
        self._archive = self._guarded(lambda: zipfile.ZipFile(content or path))
        members = self._archive.infolist()
        self.names = [member.filename for member in members]
        unpacked = sum(member.file_size for member in members if not _is_picture(member.filename))
        if len(members) > MOST_MEMBERS or unpacked > MOST_UNPACKED_BYTES:
            self.close()
            raise too_large(path, SheetMessage.UNPACKS_TO_PARTS, count=len(members), size=unpacked)
        if content is None and unpacked > max(_HARMLESS_BYTES, MOST_RATIO * path.stat().st_size):
            self.close()
            raise too_large(path, SheetMessage.UNPACKS_TO_BYTES, size=unpacked, limit=MOST_RATIO)
        if any(member.flag_bits & 1 for member in members):
            self.close()
            raise encrypted(path)
        if len(set(self.names)) < len(members):
            self.close()
            raise damaged(path, SheetMessage.TWO_PARTS)

    def close(self) -> None:
        """Close the file."""
        self._archive.close()

    def read(self, name: str) -> bytes:
        """One member. Raises UnreadableFile where there is none, or where it is not as long as the file says."""
        if name not in self.names:
            raise damaged(self.path, SheetMessage.NO_PART, part=_shown(name))
        return self._guarded(lambda: self._archive.read(name))

    def root(self, name: str) -> Element:
        """The root of an XML member that is small by nature."""
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        try:
            return etree.fromstring(self.read(name), parser)
        except etree.XMLSyntaxError:
            raise damaged(self.path, SheetMessage.PART_IS_NO_XML, part=_shown(name)) from None

    def stored(self, names: Iterable[str], known: dict[str, bytes]) -> io.BytesIO:
        """A package of these members alone, not compressed: what the reader gets is exactly what was looked through.

        A compressed member could unpack to more than its length says, and the reader would follow it.
        """
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
            for name in names:
                archive.writestr(name, known[name] if name in known else self.read(name))
        content.seek(0)
        return content

    def _guarded(self, work: Callable[[], _T]) -> _T:
        try:
            return work()
        except _DAMAGED:
            raise damaged(self.path, SheetMessage.DAMAGED) from None


def check_size(path: Path, sheet: str, extent: Extent) -> None:
    """Raises UnreadableFile where the rectangle of a sheet is more than the reader should be asked for."""
    if len(extent.unreadable_cells) + len(extent.merged) > MOST_ODDITIES:
        raise too_large(path, SheetMessage.MANY_ODDITIES, limit=MOST_ODDITIES, sheet=sheet)
    if extent.row_count * extent.column_count > MOST_CELLS:
        size = {"rows": extent.row_count, "columns": extent.column_count}
        raise too_large(path, SheetMessage.MANY_CELLS, sheet=sheet, limit=MOST_CELLS, **size)


@lru_cache(maxsize=256)
def error_message(error: str) -> Message:
    """What a cell shows that has an error instead of a value, such as `#N/A`."""
    error = error[:20].strip()
    return RowMessage.ERROR(error=error) if error else RowMessage.SOME_ERROR()


def damaged(path: Path, kind: SheetMessage | FileMessage, **values: Value) -> UnreadableFile:
    """The error for a file that breaks the rules of its format. `values` are those of `kind` besides the name."""
    message = kind(name=path.name, **values)
    return UnreadableFile(message, path=str(path), remedy=SheetRemedy.SAVE_ANEW())


def encrypted(path: Path) -> UnreadableFile:
    """The error for a file that needs a password."""
    message = SheetMessage.ENCRYPTED(name=path.name)
    return UnreadableFile(message, path=str(path), remedy=SheetRemedy.SAVE_WITHOUT_PASSWORD())


def too_large(path: Path, kind: SheetMessage, **values: Value) -> UnreadableFile:
    """The error for a file above a limit. `values` are those of `kind` besides the name."""
    return UnreadableFile(kind(name=path.name, **values), path=str(path), remedy=SheetRemedy.MAKE_SMALLER())


def _shown(name: str) -> str:
    """The name of a part, however it was made up."""
    return repr(name[:100])[1:-1]


def _is_picture(name: str) -> bool:
    """A picture, which is never unpacked."""
    return not name.lower().endswith((".xml", ".rels"))
