"""XLSX and XLSM files before they are read: their sheets, the used ranges, and cells without a value."""

from __future__ import annotations

import io
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise

from termdesk.domain.errors import InvalidInput, UnreadableFile
from termdesk.formats.spreadsheets.cells import Cell, column_number
from termdesk.formats.spreadsheets.office_cells import (
    blank_texts,
    read_hidden_columns,
    read_hidden_rows,
    struck_cells,
    struck_inline_texts,
    struck_texts,
    with_numbers_as_shown,
    without_blank_cells,
    without_struck_parts,
)
from termdesk.formats.spreadsheets.office_styles import NO_STYLES, OfficeStyles, styles_of
from termdesk.formats.spreadsheets.sheet_outline import SheetOutline, blocks_of_tags, outline_of
from termdesk.formats.spreadsheets.spreadsheet_package import (
    MOST_CELLS,
    MOST_ODDITIES,
    MOST_TEXT_BYTES,
    Element,
    Extent,
    SpreadsheetPackage,
    WorkbookSheet,
    check_size,
    damage_error,
    error_message,
    etree,
    too_large,
)
from termdesk.messages.file_messages import SheetMessage, SheetRemedy
from termdesk.messages.row_messages import RowMessage

WORKBOOK = "xl/workbook.xml"
_RELATIONS = "xl/_rels/workbook.xml.rels"
_SHARED_TEXTS = "xl/sharedstrings.xml"
_STYLES = "xl/styles.xml"
# A sheet is checked for blank cells if its used range is larger than both this size and this multiple of its cells.
_SMALL_SHEET, _MOST_ROOM = 10_000, 4

# Regular expressions instead of a parser: they process 100 MB a second, and all programs write cells in this form.
_USUAL_CELL = re.compile(rb'<c r="[A-Z]{1,3}([1-9]\d{0,6})"')
_COLUMN_OF_CELL = re.compile(rb'<c r="([A-Z]{1,3})\d*"')
_FILLED_CELL = re.compile(rb"<(?:\w+:)?c(?:\s[^<>]*)?(?<!/)>")
_PLACED_CELL = re.compile(rb"<(?:\w+:)?c\s(?:[^<>]*?\s)?r\s*=\s*[\"']([A-Za-z]{1,3})(\d{1,8})[\"'][^<>]*(?<!/)>")
_CELL_SAID_TO_BE_PLACED = re.compile(rb"<(?:\w+:)?c\s(?:[^<>]*?\s)?r\s*=[^<>]*(?<!/)>")
_ROW = re.compile(rb"<(?:\w+:)?row(?=[\s/>])(?:[^<>]*?\sr\s*=\s*[\"'](\d{1,8})[\"'])?")
_MERGED = re.compile(
    rb"<(?:\w+:)?mergeCell\s[^<>]*?ref\s*=\s*[\"']([A-Za-z]{1,3})(\d{1,8}):[A-Za-z]{1,3}(\d{1,8})[\"']"
)
_ERROR = re.compile(rb"\st\s*=\s*[\"']e[\"']")
_FORMULA_OR_VALUE = re.compile(
    rb"<(?:\w+:)?c\s([^<>]*)(?<!/)>\s*"
    rb"(<(?:\w+:)?f(?:\s[^<>]*)?(?:/>|>[^<>]*</(?:\w+:)?f\s*>))?\s*"
    rb"(?:<(?:\w+:)?v(?:\s[^<>]*)?>([^<>]*)</)?"
)
_REFERENCE = re.compile(rb"(?:^|\s)r\s*=\s*[\"']([A-Za-z]{1,3})(\d{1,8})[\"']")
_TEXT_RESULT = re.compile(rb"(?:^|\s)t\s*=\s*[\"']str[\"']")
_SHARED_TEXT = re.compile(rb"<(?:\w+:)?si[\s/>]")
_TEXT_BEGIN = b"<si>"
_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^<>]*)?>\s*(\d{1,8})\s*<")


class OfficeWorkbook:
    """A workbook in the Office Open XML format."""

    def __init__(self, package: SpreadsheetPackage) -> None:
        self._package = package
        self._members = dict(self._worksheets())
        self._hidden = {
            sheet.get("name") for sheet in self._sheet_elements() if sheet.get("state", "visible") != "visible"
        }
        self._data: dict[str, bytes] = {}
        self._outlines: dict[str, SheetOutline] = {}
        self._shown: dict[str, tuple[bytes, Counter[int]]] = {}
        # Used range of each sheet, and the extents of the sheets examined so far.
        self._reaches: dict[str, tuple[int, int]] = {}
        self._extents: dict[str, Extent] = {}

    def sheets(self) -> list[WorkbookSheet]:
        """Return the sheets in order, each with its size. Raises UnreadableFile."""
        found = []
        for name in self._members:
            self._sheet_data(name)
            found.append(WorkbookSheet(name, *self._reaches[name], name in self._hidden))
            if len(self._members) > 1:
                # With many sheets, keep the data of only one in memory.
                self._data.clear()
                self._outlines.clear()
        return found

    def extent(self, name: str) -> Extent:
        """Return the used area of a sheet, its merged cells and errors.

        Raises UnreadableFile if the sheet is too large.
        """
        if name not in self._extents:
            self._extents[name] = self._look_through(name)
        return self._extents[name]

    def _look_through(self, name: str) -> Extent:
        data = self._sheet_data(name)
        outline = self._outlines[name]
        extent = Extent(*self._reaches[name], is_hidden=name in self._hidden)
        check_size(self._package.path, name, extent)
        self._check_texts(data, outline.count(b"</c"))
        # Collect one more than allowed, so that `check_size` refuses the file.
        if any(part in outline for part in (b"<f", b":f", b't="e"', b"t='e'")):
            extent.unreadable_cells = dict(islice(_unreadable_cells(data), MOST_ODDITIES + 1))
        if b"mergeCell" in outline:
            extent.merged = list(islice(_read_merged_areas(data), MOST_ODDITIES + 1))
        check_size(self._package.path, name, extent)
        if b"hidden" in outline:
            extent.hidden_rows, extent.filtered_rows = read_hidden_rows(data, extent.row_count)
            extent.hidden_columns = read_hidden_columns(data)
        whole, partly = self._struck_texts
        own_whole, own_partly = struck_inline_texts(data) if b"strike" in outline else (frozenset(), frozenset())
        extent.struck_cells = struck_cells(data, self._styles.struck, whole) | own_whole
        extent.partly_struck = struck_cells(data, (), partly) | own_partly
        extent.shown_numbers = self._as_shown(name)[1]
        return extent

    def content(self, name: str, *, as_shown: bool, with_struck_parts: bool = True) -> io.BytesIO:
        """Return a workbook with only this sheet, for the library that reads the cells."""
        member = self._members[name]
        kept = [each for each in self._package.names if _is_needed(each) or each == member]
        data = self._as_shown(name)[0] if as_shown else self._sheet_data(name)
        known = {member: data if with_struck_parts else without_struck_parts(data)}
        if texts := self._part(_SHARED_TEXTS):
            known[texts] = self._shared_texts if with_struck_parts else without_struck_parts(self._shared_texts)
        return self._package.repack(kept, known)

    def expand(self, rows: Iterable[Sequence[Cell]]) -> Iterable[Sequence[Cell]]:
        """Return the rows as they are, because `content` has all of them."""
        return rows

    def _as_shown(self, name: str) -> tuple[bytes, Counter[int]]:
        if name not in self._shown:
            # Keep one sheet only; another one is requested only after this one has been read.
            self._shown = {
                name: with_numbers_as_shown(self._sheet_data(name), self._styles.formats, is_1904=self._is_1904)
            }
        return self._shown[name]

    @cached_property
    def _styles(self) -> OfficeStyles:
        found = self._part(_STYLES)
        try:
            return styles_of(self._package.root(found)) if found else NO_STYLES
        except UnreadableFile:
            # Styles are optional; the texts of the cells can be read without them.
            return NO_STYLES

    @cached_property
    def _is_1904(self) -> bool:
        properties = self._package.root(WORKBOOK).find("{*}workbookPr")
        return properties is not None and properties.get("date1904", "0") in ("1", "true")

    def _part(self, name: str) -> str:
        """Return the name of a part, found without regard to case; empty if it is missing."""
        return next((each for each in self._package.names if each.lower() == name), "")

    def _sheet_elements(self) -> list[Element]:
        return list(self._package.root(WORKBOOK).iter("{*}sheet"))

    def _worksheets(self) -> Iterator[tuple[str, str]]:
        """Yield name and member of each worksheet; chart sheets are left out."""
        targets = {
            each.get("Id"): posixpath.normpath(posixpath.join("/xl", each.get("Target", ""))).lstrip("/")
            for each in self._package.root(_RELATIONS).iter("{*}Relationship")
            if each.get("Type", "").endswith("/worksheet")
        }
        by_lower_case = {name.lower(): name for name in self._package.names}
        for sheet in self._sheet_elements():
            ids = [value for key, value in sheet.attrib.items() if etree.QName(key).localname == "id"]
            target = targets.get(ids[0] if ids else "")
            if target is not None:
                yield sheet.get("name", ""), by_lower_case.get(target.lower(), target)

    def _sheet_data(self, name: str) -> bytes:
        if name not in self._members:
            message = SheetMessage.NO_SHEET(name=self._package.path.name, sheet=name, sheets=list(self._members))
            raise InvalidInput(message, remedy=SheetRemedy.CHOOSE_SHEET())
        if name not in self._data:
            data = self._package.read(self._members[name])
            if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in data[:4]:
                raise damage_error(self._package.path, SheetMessage.NOT_UTF8)
            outline = outline_of(data)
            reach = _reach(data, outline)
            if _is_sparse(reach, outline):
                data = without_blank_cells(data, self._blank_texts)
                outline = outline_of(data)
                reach = _reach(data, outline)
            self._data[name], self._outlines[name] = data, outline
            self._reaches[name] = reach.row_count, reach.column_count
        return self._data[name]

    @cached_property
    def _blank_texts(self) -> frozenset[int]:
        return blank_texts(self._shared_texts)

    @cached_property
    def _struck_texts(self) -> tuple[frozenset[int], frozenset[int]]:
        return struck_texts(self._shared_texts)

    @cached_property
    def _shared_texts(self) -> bytes:
        found = self._part(_SHARED_TEXTS)
        return self._package.read(found) if found else b""

    def _check_texts(self, data: bytes, cell_count: int) -> None:
        """Raise UnreadableFile if many cells share long texts that would fill the memory when copied."""
        shared = self._shared_texts
        if (count := shared.count(b"<si")) > MOST_CELLS:
            raise too_large(self._package.path, SheetMessage.MANY_TEXTS, count, limit=MOST_CELLS)
        if not _has_longer_text(shared, MOST_TEXT_BYTES // max(cell_count, 1)):
            return
        starts = [match.start() for match in _SHARED_TEXT.finditer(shared)]
        lengths = [end - begin for begin, end in pairwise([*starts, len(shared)])]
        uses = Counter(int(match[1]) for match in _VALUE.finditer(data))
        total = sum(lengths[position] * count for position, count in uses.items() if position < len(lengths))
        if total > MOST_TEXT_BYTES:
            raise too_large(self._package.path, SheetMessage.MUCH_TEXT, total, limit=MOST_TEXT_BYTES)


def _has_longer_text(shared: bytes, length: int) -> bool:
    """Return whether a shared text has more than `length` bytes.

    Skips forward by `length`, because most texts are short.
    """
    begin = 0
    while begin + length < len(shared):
        found = shared.rfind(_TEXT_BEGIN, begin + 1, begin + length + len(_TEXT_BEGIN))
        if found < 0:
            return True
        begin = found
    return False


def _is_sparse(reach: Extent, outline: SheetOutline) -> bool:
    """Return whether most cells of the used range are empty: one stray cell may be far away from the others."""
    cells = reach.row_count * reach.column_count
    return cells > _SMALL_SHEET and cells > _MOST_ROOM * outline.count(b" r=")


def _reach(data: bytes, outline: SheetOutline) -> Extent:
    """Return the used range of a sheet, measured from the first row and column."""
    quick = _usual_reach(data, outline)
    if quick and quick.row_count * quick.column_count <= MOST_CELLS:
        return quick
    exact, count = _reach_of(_PLACED_CELL, data)
    if count < sum(1 for _ in _CELL_SAID_TO_BE_PLACED.finditer(data)):
        # The reader's position for these cells cannot be predicted: assume the worst.
        exact.row_count, exact.column_count = MOST_CELLS, MOST_CELLS
    elif count < sum(1 for _ in _FILLED_CELL.finditer(data)):
        # Cells without a position follow each other.
        rows = list(_ROW.finditer(data))
        stops = [*(row.start() for row in rows), len(data)]
        widths = [sum(1 for _ in _FILLED_CELL.finditer(data, *span)) for span in pairwise(stops)]
        numbered = max((int(row[1]) for row in rows if row[1]), default=0)
        exact.row_count = max(exact.row_count, numbered + len(rows))
        exact.column_count = max(exact.column_count, *widths, 0)
    return exact


def _usual_reach(data: bytes, outline: SheetOutline) -> Extent | None:
    """Return the used range if all cells are written in the usual form; None if one is not."""
    count = last_row = 0
    for span in blocks_of_tags(data):
        if rows := _USUAL_CELL.findall(data, *span):
            count += len(rows)
            # Only numbers with the most digits can be the largest.
            digits = max(map(len, rows))
            last_row = max(last_row, int(max(row for row in rows if len(row) == digits)))
    # Other tags that start like cells: columns, conditional formats and their rules.
    others = outline.count(b"<co") + outline.count(b"<cf")
    if outline.count(b"<c") != count + others or b":c" in outline:
        return None
    columns = {column for stretch, _ in outline.stretches() for column in _COLUMN_OF_CELL.findall(stretch)}
    return Extent(last_row, max((column_number(each.decode()) for each in columns), default=0))


def _reach_of(cell: re.Pattern[bytes], data: bytes) -> tuple[Extent, int]:
    """Return the used range of the cells that match, and their number."""
    extent, count = Extent(), 0
    for span in blocks_of_tags(data):
        if found := cell.findall(data, *span):
            columns, rows = zip(*found, strict=True)
            count += len(found)
            extent.column_count = max(extent.column_count, *(column_number(each.decode()) for each in set(columns)))
            extent.row_count = max(extent.row_count, int(max(rows, key=int)))
    return extent, count


def _unreadable_cells(data: bytes) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield cells with an error, and formulas without a stored result; the reader returns both as empty."""
    if not any(chunk in data for chunk in (b"<f", b":f", b't="e"', b"t='e'")):
        return
    for match in _FORMULA_OR_VALUE.finditer(data):
        attributes, formula, value = match.groups()
        is_error = _ERROR.search(b" " + attributes) is not None
        is_missing = formula is not None and not value and not _TEXT_RESULT.search(attributes)
        if (is_error or is_missing) and (position := _REFERENCE.search(attributes)):
            shown = error_message((value or b"").decode("utf-8", "replace")) if is_error else RowMessage.NOT_COMPUTED()
            yield (int(position[2]), column_number(position[1].decode())), shown


def _read_merged_areas(data: bytes) -> Iterator[tuple[int, int, int]]:
    if b"mergeCell" not in data:
        return
    for match in _MERGED.finditer(data):
        column, first, last = match.groups()
        if first != last:
            yield int(first), int(last), column_number(column.decode())


def _is_needed(name: str) -> bool:
    """Return whether the reader needs a part besides a sheet: the workbook, its relations, texts or number formats."""
    folder, _, file = name.lower().rpartition("/")
    return (folder in ("xl", "xl/_rels", "_rels") and file.endswith((".xml", ".rels"))) or not folder
