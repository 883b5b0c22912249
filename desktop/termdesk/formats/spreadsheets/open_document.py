"""ODS files before they are read: their sheets, the used range, and cells without a value."""

from __future__ import annotations

import html
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import islice

from termdesk.domain.errors import InvalidInput
from termdesk.formats.spreadsheets.cells import Cell, text_of
from termdesk.formats.spreadsheets.spreadsheet_package import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ODDITIES,
    MOST_TEXT_BYTES,
    Element,
    Extent,
    SpreadsheetPackage,
    WorkbookSheet,
    check_size,
    damage_error,
    encryption_error,
    error_message,
    etree,
    too_large,
)
from termdesk.formats.spreadsheets.usual_rows import MARKER, UsualRows, expand_rows, take_usual_rows
from termdesk.messages.file_messages import SheetMessage, SheetRemedy

_CONTENT = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_CHARACTERS = (
    (b"<text:tab", re.compile(rb"<text:tab(\s[^<>]*)?/>"), b"\t"),
    (b"<text:line-break", re.compile(rb"<text:line-break\s*/>"), b"\n"),
)
# A cell with spaces only; `text:s` stands for several spaces.
_BLANK_CELL = re.compile(
    rb"<table:table-cell(\s[^<>]*)?>\s*<text:p(?:\s[^<>]*)?(?:/>|>(?:\s|\xc2\xa0|<text:s(?:\s[^<>]*)?/>)*</text:p>)\s*"
    rb"</table:table-cell>"
)
# A cell with a number and its displayed text.
_NUMBER_CELL = re.compile(
    rb"<table:table-cell(?P<attributes>\s[^<>]*office:value-type=\"(?:float|percentage|currency|date|time)\"[^<>]*)>"
    rb"\s*<text:p(?:\s[^<>]*)?>(?P<text>[^<>]+)</text:p>\s*</table:table-cell>"
)
_ATTRIBUTE = re.compile(rb"\s([\w:-]+)=\"([^\"<>]*)\"")
_NUMBER_KINDS = ("float", "percentage", "currency", "date", "time")
_EXPONENT = re.compile(r"\d[Ee][-+]?\d")
_SPAN = re.compile(rb"<text:span\s[^<>]*?text:style-name=\"([^\"<>]*)\"[^<>]*>[^<>]*</text:span>")
_REPEATS = re.compile(rb"\stable:number-columns-repeated=\"\d+\"")
_STYLE_PARTS = (f"{_STYLE}table-properties", f"{_STYLE}text-properties")
_CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_PARAGRAPH = f"{_TEXT}p"
_VALUE_TYPE = f"{_OFFICE}value-type"
_VALUES = tuple(f"{_OFFICE}{name}" for name in ("value", "date-value", "time-value", "boolean-value", "string-value"))


@dataclass(slots=True)
class _OpenTable:
    """A sheet while it is examined; `text_bytes` is the size of its texts including all repetitions."""

    name: str
    style: str
    extent: Extent = field(default_factory=Extent)
    row: int = 0
    column: int = 0
    text_bytes: int = 0
    filled_to: int = 0
    bytes_of_row: int = 0
    has_blanks: bool = False
    shown_numbers: Counter[int] = field(default_factory=Counter)
    # First and last row of each area hidden manually, and of each hidden by a filter.
    hidden: tuple[list[tuple[int, int]], list[tuple[int, int]]] = field(default_factory=lambda: ([], []))
    hidden_columns: set[int] = field(default_factory=set)
    # Default cell style of a column, by column number.
    column_styles: dict[int, str] = field(default_factory=dict)
    columns: int = 0
    struck_of_row: list[int] = field(default_factory=list)
    struck: list[tuple[int, int]] = field(default_factory=list)
    partly_struck: set[tuple[int, int]] = field(default_factory=set)

    def finish(self, hidden_styles: Set[str]) -> None:
        """Set the properties that depend on the whole sheet."""
        extent = self.extent
        extent.is_hidden = self.style in hidden_styles
        if extent.row_count * extent.column_count > MOST_CELLS:
            # The sheet is refused when it is read.
            return
        extent.hidden_rows, extent.filtered_rows = (
            frozenset(row for first, last in areas for row in range(first, min(last, extent.row_count) + 1))
            for areas in self.hidden
        )
        extent.hidden_columns = self.hidden_columns
        extent.struck_cells = frozenset(self.struck)
        extent.partly_struck = self.partly_struck
        extent.shown_numbers = self.shown_numbers


class OpenDocument:
    """A spreadsheet in the OpenDocument format."""

    def __init__(self, package: SpreadsheetPackage) -> None:
        """Examine the file. Raises UnreadableFile if it is encrypted or damaged."""
        self._package = package
        if _MANIFEST in package.names and b"encryption-data" in package.read(_MANIFEST):
            raise encryption_error(package.path)
        self._data, self._usual_rows = take_usual_rows(package.read(_CONTENT))
        self._characters = [(element, character) for tag, element, character in _CHARACTERS if tag in self._data]
        self._tables, hidden, self._struck_styles = _Scan(package, self._data, self._usual_rows).run()
        for table in self._tables:
            table.finish(hidden)
        self._contents: dict[tuple[bool, bool], bytes] = {}

    def sheets(self) -> list[WorkbookSheet]:
        """Return the sheets in order, each with its size."""
        return [
            WorkbookSheet(table.name, table.extent.row_count, table.extent.column_count, table.extent.is_hidden)
            for table in self._tables
        ]

    def extent(self, name: str) -> Extent:
        """Return the used area of a sheet, its merged cells and errors.

        Raises UnreadableFile if the file is too large.
        """
        # The reader reads all sheets at once, so check all of them.
        for table in self._tables:
            check_size(self._package.path, table.name, table.extent)
        total = sum(table.text_bytes for table in self._tables)
        if total > MOST_TEXT_BYTES:
            raise too_large(self._package.path, SheetMessage.MUCH_TEXT, total, limit=MOST_TEXT_BYTES)
        found = [table.extent for table in self._tables if table.name == name]
        if not found:
            names = [table.name for table in self._tables]
            message = SheetMessage.NO_SHEET(name=self._package.path.name, sheet=name, sheets=names)
            raise InvalidInput(message, remedy=SheetRemedy.CHOOSE_SHEET())
        return found[0]

    def content(self, name: str, *, as_shown: bool, with_struck_parts: bool = True) -> io.BytesIO:
        """Return the document in a form that the library which reads the cells understands."""
        kind = as_shown, with_struck_parts
        if kind not in self._contents:
            # Keep one variant only, because users rarely switch.
            self._contents = {kind: self._content(*kind)}
        return io.BytesIO(self._contents[kind])

    def expand(self, rows: Iterable[Sequence[Cell]]) -> Iterable[Sequence[Cell]]:
        """Return the rows of a sheet, given those that were read from `content`, all of the same length."""
        return expand_rows(rows, self._usual_rows) if self._usual_rows else rows

    def _content(self, as_shown: bool, with_struck_parts: bool) -> bytes:
        # The reader needs the data soon, and rarely twice.
        data = self._data or take_usual_rows(self._package.read(_CONTENT))[0]
        self._data = b""
        # WORKAROUND: python-calamine 0.9 drops tabs and line breaks, which are elements. Remove this when its test
        # passes without it.
        for element, character in self._characters:
            data = element.sub(character, data)
        if any(table.has_blanks for table in self._tables):
            # The reader would allocate a rectangle up to the last cell with spaces.
            data = _BLANK_CELL.sub(_without_blank, data)
        if as_shown and any(table.extent.shown_numbers for table in self._tables):
            data = _NUMBER_CELL.sub(_as_shown, data)
        if not with_struck_parts and self._struck_styles:
            data = _SPAN.sub(lambda span: b"" if span[1].decode() in self._struck_styles else span[0], data)
        return self._package.repack(["mimetype", _MANIFEST, _CONTENT], {_CONTENT: data}).getvalue()


class _Scan:
    """One pass over the content that counts cells and texts including repetitions."""

    def __init__(self, package: SpreadsheetPackage, content: bytes, usual_rows: Sequence[UsualRows]) -> None:
        self._package = package
        self._content = content
        self._usual_rows = usual_rows
        self._tables: list[_OpenTable] = []
        self._is_in_table = False
        self._hidden: set[str] = set()
        # Styles of cells, and of texts inside cells.
        self._struck: set[str] = set()

    def run(self) -> tuple[list[_OpenTable], set[str], set[str]]:
        """Return the tables, the styles that hide a table, and the styles that strike out text."""
        content = io.BytesIO(self._content)
        # Only end events of these elements: events for all elements would take four times as long.
        tags = (*_CELLS, *(f"{_TABLE}{name}" for name in ("table-column", "table-row", "table")), *_STYLE_PARTS)
        events = etree.iterparse(
            content, events=("end",), tag=tags, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
        )
        try:
            for _, element in events:
                self._end(element)
        except etree.XMLSyntaxError:
            raise damage_error(self._package.path, SheetMessage.NO_CONTENT) from None
        return self._tables, self._hidden, self._struck

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
        elif tag == f"{_TABLE}table-column":
            self._column(self._table_of(element), element)
        elif tag == f"{_STYLE}text-properties":
            if element.get(f"{_STYLE}text-line-through-style", "none") != "none":
                self._struck.add(element.getparent().get(f"{_STYLE}name", ""))
        elif tag == f"{_TABLE}table":
            self._table_of(element)
            self._is_in_table = False
        elif element.get(f"{_TABLE}display") == "false":
            self._hidden.add(element.getparent().get(f"{_STYLE}name", ""))

    def _table_of(self, element: Element) -> _OpenTable:
        """Return the sheet of a cell or row. `element` may be a table element without rows."""
        if not self._is_in_table:
            self._is_in_table = True
            found = next(element.iterancestors(f"{_TABLE}table"), element)
            self._tables.append(_OpenTable(found.get(f"{_TABLE}name", ""), found.get(f"{_TABLE}style-name", "")))
        return self._tables[-1]

    def _cell(self, table: _OpenTable, cell: Element) -> None:
        repeats = self._count(cell, f"{_TABLE}number-columns-repeated")
        if len(cell) or any(cell.get(value) is not None for value in _VALUES):
            self._read_filled_cell(table, cell, repeats)
        table.column += repeats

    def _read_filled_cell(self, table: _OpenTable, cell: Element, repeats: int) -> None:
        texts = list(cell.iter(_PARAGRAPH))
        if not any(map(_has_text, texts)) and not any(_is_filled(cell.get(value)) for value in _VALUES):
            table.has_blanks = True
            return
        position = (table.row + 1, table.column + 1)
        if (
            cell.get(_VALUE_TYPE) in _NUMBER_KINDS
            and len(texts) == 1 == len(cell)
            and not len(texts[0])
            and _is_shown_otherwise(cell.attrib, texts[0].text or "")
        ):
            table.shown_numbers[position[1]] += repeats
        if self._struck and len(table.struck) + len(table.partly_struck) < MOST_ODDITIES:
            # A hostile cell may repeat beyond the last column, and so may the next one.
            columns = range(position[1], min(position[1] + repeats, MOST_COLUMNS + 1))
            if self._is_struck(table, cell, texts):
                table.struck_of_row.extend(columns)
            elif any(part.get(f"{_TEXT}style-name") in self._struck for text in texts for part in text):
                table.partly_struck.update((position[0], column) for column in columns)
        if cell.get(f"{_CALC}value-type") == "error":
            table.extent.unreadable_cells[position] = error_message("".join(texts[0].itertext()) if texts else "")
        if (span := self._count(cell, f"{_TABLE}number-rows-spanned")) > 1:
            table.extent.merged.append((position[0], position[0] + span - 1, position[1]))
        if len(texts) == 1 == len(cell) and not len(texts[0]):
            length = len(texts[0].text or "")
        else:
            spaces = sum(self._count(each, f"{_TEXT}c") for each in cell.iter(f"{_TEXT}s"))
            length = spaces + sum(len(part) for part in cell.itertext())
        table.bytes_of_row += 4 * length * repeats
        table.filled_to = table.column + repeats

    def _column(self, table: _OpenTable, column: Element) -> None:
        repeats = self._count(column, f"{_TABLE}number-columns-repeated")
        numbers = range(table.columns + 1, min(table.columns + repeats, MOST_COLUMNS) + 1)
        if column.get(f"{_TABLE}visibility", "visible") != "visible":
            table.hidden_columns.update(numbers)
        style = column.get(f"{_TABLE}default-cell-style-name", "")
        if style in self._struck:
            table.column_styles.update(dict.fromkeys(numbers, style))
        table.columns += repeats

    def _is_struck(self, table: _OpenTable, cell: Element, texts: Sequence[Element]) -> bool:
        """Return whether a cell is struck out completely: by its style, the style of its column, or those of all its
        parts.
        """
        name = f"{_TABLE}style-name"
        if (cell.get(name) or table.column_styles.get(table.column + 1, "")) in self._struck:
            return True
        parts = [part for text in texts for part in text if (part.text or "").strip()]
        loose = [text.text for text in texts] + [part.tail for text in texts for part in text]
        is_whole = not any(each and each.strip() for each in loose)
        return is_whole and bool(parts) and all(part.get(f"{_TEXT}style-name") in self._struck for part in parts)

    def _row(self, table: _OpenTable, row: Element) -> None:
        if (number := row.get(MARKER)) is not None:
            usual = self._usual_rows[int(number)]
            table.row += len(usual.rows)
            table.extent.row_count = table.row
            table.extent.column_count = max(table.extent.column_count, usual.column_count)
            table.text_bytes += 4 * usual.text_length
            table.column = table.filled_to = table.bytes_of_row = 0
            return
        repeats = self._count(row, f"{_TABLE}number-rows-repeated")
        if table.filled_to:
            visibility = row.get(f"{_TABLE}visibility", "visible")
            if visibility != "visible":
                table.hidden[visibility == "filter"].append((table.row + 1, table.row + repeats))
            lines = range(table.row + 1, table.row + repeats + 1)
            cells = ((line, column) for line in lines for column in table.struck_of_row)
            table.struck.extend(islice(cells, MOST_ODDITIES - len(table.struck)))
            table.extent.row_count = table.row + repeats
            table.extent.column_count = max(table.extent.column_count, table.filled_to)
            table.text_bytes += table.bytes_of_row * repeats
        table.row += repeats
        table.column = table.filled_to = table.bytes_of_row = 0
        table.struck_of_row.clear()

    def _count(self, element: Element, attribute: str) -> int:
        value = element.get(attribute)
        if value is None:
            return 1
        if not value.isdecimal() or len(value) > 12:
            raise damage_error(self._package.path, SheetMessage.IMPOSSIBLE_REPEATS)
        return int(value)


def _is_filled(value: str | None) -> bool:
    return value is not None and bool(value.strip())


def _has_text(paragraph: Element) -> bool:
    text = paragraph.text
    return bool(text and text.strip()) or any(part.strip() for part in paragraph.itertext())


def _without_blank(cell: re.Match[bytes]) -> bytes:
    """Replace a cell with spaces only by an empty one."""
    attributes = cell[1] or b""
    if b"office:value=" in attributes or b"-value=" in attributes:
        return cell[0]
    repeats = _REPEATS.search(attributes)
    return b"<table:table-cell" + (repeats[0] if repeats else b"") + b"/>"


def _is_shown_otherwise(attributes: Mapping[str, str], shown: str) -> bool:
    """Return whether the displayed text of a number or date differs from the text of the stored value."""
    kind = attributes.get(_VALUE_TYPE, "")
    if kind not in _NUMBER_KINDS or not shown.strip() or _EXPONENT.search(shown):
        return False
    if kind == "date":
        stored = attributes.get(f"{_OFFICE}date-value", "").replace("T", " ")
    elif kind == "time":
        # Durations are stored as `PT30H00M00S`, which nobody wants to read.
        return True
    else:
        try:
            stored = text_of(float(attributes.get(f"{_OFFICE}value", "")))
        except ValueError:
            return False
    return shown.strip() != stored


def _as_shown(cell: re.Match[bytes]) -> bytes:
    """Replace the number of a cell by its displayed text."""
    attributes = {
        key.decode(): value.decode("utf-8", "replace") for key, value in _ATTRIBUTE.findall(cell["attributes"])
    }
    named = {key.replace("office:", _OFFICE): value for key, value in attributes.items()}
    if not _is_shown_otherwise(named, html.unescape(cell["text"].decode("utf-8", "replace"))):
        return cell[0]
    repeats = _REPEATS.search(cell["attributes"])
    parts = (b"<table:table-cell", repeats[0] if repeats else b"", b' office:value-type="string"><text:p>')
    return b"".join((*parts, cell["text"], b"</text:p></table:table-cell>"))
