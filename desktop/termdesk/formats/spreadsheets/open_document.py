"""ODS files before they are read: their sheets, how far these reach, and which cells hold no value."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field

from termdesk.domain.errors import InvalidInput
from termdesk.formats.spreadsheets.spreadsheet_package import (
    MOST_TEXT_BYTES,
    Element,
    Extent,
    SpreadsheetPackage,
    WorkbookSheet,
    check_size,
    damaged,
    encrypted,
    error_message,
    etree,
    too_large,
)
from termdesk.messages.file_messages import SheetMessage, SheetRemedy

_CONTENT = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_CHARACTERS = ((re.compile(rb"<text:tab(\s[^<>]*)?/>"), b"\t"), (re.compile(rb"<text:line-break\s*/>"), b"\n"))
# A cell of blanks alone; `text:s` is several of them.
_BLANK_CELL = re.compile(
    rb"<table:table-cell(\s[^<>]*)?>\s*<text:p(?:\s[^<>]*)?(?:/>|>(?:\s|\xc2\xa0|<text:s(?:\s[^<>]*)?/>)*</text:p>)\s*"
    rb"</table:table-cell>"
)
_REPEATS = re.compile(rb"\stable:number-columns-repeated=\"\d+\"")
_CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_VALUES = tuple(f"{_OFFICE}{name}" for name in ("value", "date-value", "time-value", "boolean-value", "string-value"))


@dataclass(slots=True)
class _OpenTable:
    """A sheet as far as it was looked through; `text_bytes` is what its texts take when all repeats are made."""

    name: str
    style: str
    extent: Extent = field(default_factory=Extent)
    row: int = 0
    column: int = 0
    text_bytes: int = 0
    filled_to: int = 0
    bytes_of_row: int = 0
    has_blanks: bool = False


class OpenDocument:
    """A spreadsheet of the OpenDocument kind."""

    def __init__(self, package: SpreadsheetPackage) -> None:
        """Raises UnreadableFile where the file is encrypted or damaged."""
        self._package = package
        if _MANIFEST in package.names and b"encryption-data" in package.read(_MANIFEST):
            raise encrypted(package.path)
        self._tables, hidden = _Scan(package).run()
        for table in self._tables:
            table.extent.is_hidden = table.style in hidden

    def sheets(self) -> list[WorkbookSheet]:
        """The sheets in their order, each with its size."""
        return [
            WorkbookSheet(table.name, table.extent.row_count, table.extent.column_count, table.extent.is_hidden)
            for table in self._tables
        ]

    def extent(self, name: str) -> Extent:
        """The used area of a sheet, its merged cells and errors. Raises UnreadableFile where it is too large."""
        # The reader reads all sheets at once.
        for table in self._tables:
            check_size(self._package.path, table.name, table.extent)
        total = sum(table.text_bytes for table in self._tables)
        if total > MOST_TEXT_BYTES:
            raise too_large(self._package.path, SheetMessage.MUCH_TEXT, size=total)
        found = [table.extent for table in self._tables if table.name == name]
        if not found:
            names = [table.name for table in self._tables]
            message = SheetMessage.NO_SHEET(name=self._package.path.name, sheet=name, sheets=names)
            raise InvalidInput(message, remedy=SheetRemedy.CHOOSE_SHEET())
        return found[0]

    def content(self, name: str) -> io.BytesIO:
        """The document in a form that the library which reads the cells understands."""
        # WORKAROUND: python-calamine 0.9 drops tabs and line breaks, which are elements; can go when the test of them
        # passes without.
        data = self._package.read(_CONTENT)
        for element, character in _CHARACTERS:
            data = element.sub(character, data)
        if any(table.has_blanks for table in self._tables):
            # The reader would make a rectangle that reaches as far as they do.
            data = _BLANK_CELL.sub(_without_blank, data)
        return self._package.stored(["mimetype", _MANIFEST, _CONTENT], {_CONTENT: data})


class _Scan:
    """One pass over the content, counting what repeats would make of it."""

    def __init__(self, package: SpreadsheetPackage) -> None:
        self._package = package
        self._tables: list[_OpenTable] = []
        self._is_in_table = False
        self._hidden: set[str] = set()

    def run(self) -> tuple[list[_OpenTable], set[str]]:
        """The tables, and the styles that hide a table."""
        content = io.BytesIO(self._package.read(_CONTENT))
        # The ends of these alone: events of all elements would take four times as long.
        tags = (*_CELLS, f"{_TABLE}table-row", f"{_TABLE}table", f"{_STYLE}table-properties")
        events = etree.iterparse(
            content, events=("end",), tag=tags, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
        )
        try:
            for _, element in events:
                self._end(element)
        except etree.XMLSyntaxError:
            raise damaged(self._package.path, SheetMessage.NO_CONTENT) from None
        return self._tables, self._hidden

    def _end(self, element: Element) -> None:
        tag = element.tag
        if tag in _CELLS:
            self._cell(self._table_of(element), element)
            element.clear()
        elif tag == f"{_TABLE}table-row":
            self._row(self._table_of(element), element)
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
        elif tag == f"{_TABLE}table":
            self._table_of(element)
            self._is_in_table = False
        elif element.get(f"{_TABLE}display") == "false":
            self._hidden.add(element.getparent().get(f"{_STYLE}name", ""))

    def _table_of(self, element: Element) -> _OpenTable:
        """The sheet that a cell or row is in; its element itself for a sheet without any."""
        if not self._is_in_table:
            self._is_in_table = True
            found = next(element.iterancestors(f"{_TABLE}table"), element)
            self._tables.append(_OpenTable(found.get(f"{_TABLE}name", ""), found.get(f"{_TABLE}style-name", "")))
        return self._tables[-1]

    def _cell(self, table: _OpenTable, cell: Element) -> None:
        repeats = self._count(cell, f"{_TABLE}number-columns-repeated")
        if len(cell) or any(cell.get(value) is not None for value in _VALUES):
            self._filled_cell(table, cell, repeats)
        table.column += repeats

    def _filled_cell(self, table: _OpenTable, cell: Element, repeats: int) -> None:
        texts = list(cell.iter(f"{_TEXT}p"))
        if not any(_is_filled(cell.get(value)) for value in _VALUES) and not any(map(_has_text, texts)):
            table.has_blanks = True
            return
        place = (table.row + 1, table.column + 1)
        if cell.get(f"{_CALC}value-type") == "error":
            table.extent.unreadable_cells[place] = error_message("".join(texts[0].itertext()) if texts else "")
        if (span := self._count(cell, f"{_TABLE}number-rows-spanned")) > 1:
            table.extent.merged.append((place[0], place[0] + span - 1, place[1]))
        if len(texts) == 1 == len(cell) and not len(texts[0]):
            length = len(texts[0].text or "")
        else:
            spaces = sum(self._count(each, f"{_TEXT}c") for each in cell.iter(f"{_TEXT}s"))
            length = spaces + sum(len(part) for part in cell.itertext())
        table.bytes_of_row += 4 * length * repeats
        table.filled_to = table.column + repeats

    def _row(self, table: _OpenTable, row: Element) -> None:
        repeats = self._count(row, f"{_TABLE}number-rows-repeated")
        if table.filled_to:
            table.extent.row_count = table.row + repeats
            table.extent.column_count = max(table.extent.column_count, table.filled_to)
            table.text_bytes += table.bytes_of_row * repeats
        table.row += repeats
        table.column = table.filled_to = table.bytes_of_row = 0

    def _count(self, element: Element, attribute: str) -> int:
        value = element.get(attribute)
        if value is None:
            return 1
        if not value.isdecimal() or len(value) > 12:
            raise damaged(self._package.path, SheetMessage.IMPOSSIBLE_REPEATS)
        return int(value)


def _is_filled(value: str | None) -> bool:
    return value is not None and bool(value.strip())


def _has_text(paragraph: Element) -> bool:
    return any(part.strip() for part in paragraph.itertext())


def _without_blank(cell: re.Match[bytes]) -> bytes:
    """A cell that holds nothing, in the place of one of blanks."""
    attributes = cell[1] or b""
    if b"office:value=" in attributes or b"-value=" in attributes:
        return cell[0]
    repeats = _REPEATS.search(attributes)
    return b"<table:table-cell" + (repeats[0] if repeats else b"") + b"/>"
