"""Properties of XLS cells besides their values: errors, merged areas, hidden rows, number formats and strikeout.

The library that reads the values does not return them. This is best effort: if they cannot be found, the file is read
without them. Used only by `old_spreadsheet_child`, whose time and memory are limited.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from termdesk.formats.spreadsheets.old_spreadsheet_texts import Span, struck_spans

_WORKBOOKS = ("Workbook", "Book")
_END_OF_CHAIN = 0xFFFFFFFA
_SMALL_SECTOR = 64
_BIFF8 = 0x0600

# Record numbers of the format.
_BOF, _EOF, _FONT, _FORMAT, _XF, _SHEET = 0x0809, 0x000A, 0x0031, 0x041E, 0x00E0, 0x0085
_ROW, _COLUMNS, _MERGED, _FILTERED = 0x0208, 0x007D, 0x00E5, 0x009B
_SHARED_TEXTS, _CONTINUED, _SHARED_TEXT_CELL = 0x00FC, 0x003C, 0x00FD
_FORMULA, _TRUTH_OR_ERROR, _SEVERAL_NUMBERS = 0x0006, 0x0205, 0x00BD
# Records of one cell, which start with row, column and style: number, short number, texts.
_CELLS = frozenset((_FORMULA, _TRUTH_OR_ERROR, 0x0203, 0x027E, _SHARED_TEXT_CELL, 0x0204, 0x00D6))
_ERRORS = {0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A"}
_ERROR_RESULT = 2
_STRUCK_OUT, _HIDDEN_ROW, _HIDDEN_COLUMN = 0x08, 0x20, 0x01
# Formats with higher numbers are defined in the file.
_FIRST_OWN_FORMAT = 50


@dataclass(frozen=True, slots=True)
class OldStyle:
    """How a cell displays its value. `number_format` is a format code, or the number of a built-in format."""

    number_format: str | int = 0
    is_struck: bool = False


@dataclass(slots=True)
class OldSheet:
    """One sheet. Rows and columns count from 0; `merged` has first row, first column, last row, last column.

    `struck_parts` has the struck-out parts of texts, as returned by `struck_spans`.
    """

    errors: dict[tuple[int, int], str] = field(default_factory=dict)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    hidden_rows: list[int] = field(default_factory=list)
    hidden_columns: list[int] = field(default_factory=list)
    is_filtered: bool = False
    styles: dict[tuple[int, int], OldStyle] = field(default_factory=dict)
    struck_parts: dict[tuple[int, int], tuple[Span, ...]] = field(default_factory=dict)


def sheets_of(data: bytes) -> dict[str, OldSheet]:
    """Return the sheets of a file by name; empty if the file does not have the structure of an XLS file."""
    try:
        stream = _workbook_stream(data)
        return _OldWorkbook(stream).sheets() if stream else {}
    except (struct.error, IndexError, ValueError, UnicodeDecodeError):
        return {}


# The container: a file system of sectors


def _workbook_stream(data: bytes) -> bytes:
    shift, small_shift = struct.unpack_from("<HH", data, 30)
    if shift not in (9, 12) or 1 << small_shift != _SMALL_SECTOR:
        return b""
    size = 1 << shift
    table = _allocation_table(data, size)
    first_folder, small_limit, first_small, _ = struct.unpack_from("<I4xIII", data, 48)
    folder = _chain(data, first_folder, table, size, offset=size)
    found: dict[str, tuple[int, int]] = {}
    for position in range(0, len(folder) - 127, 128):
        length = struct.unpack_from("<H", folder, position + 64)[0]
        name = folder[position : position + max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
        found.setdefault(name, struct.unpack_from("<II", folder, position + 116))
    name = next((each for each in _WORKBOOKS if each in found), "")
    if not name:
        return b""
    start, length = found[name]
    if length >= small_limit:
        return _chain(data, start, table, size, offset=size)[:length]
    small = _chain(data, found["Root Entry"][0], table, size, offset=size) if "Root Entry" in found else b""
    raw = _chain(data, first_small, table, size, offset=size)
    small_table = struct.unpack(f"<{len(raw) // 4}I", raw[: len(raw) // 4 * 4])
    return _chain(small, start, small_table, _SMALL_SECTOR)[:length]


def _allocation_table(data: bytes, size: int) -> tuple[int, ...]:
    """Return the number of the next sector for each sector."""
    sectors = list(struct.unpack_from("<109I", data, 76))
    further, count = struct.unpack_from("<II", data, 68)
    for _ in range(min(count, len(data) // size)):
        if further >= _END_OF_CHAIN:
            break
        *more, further = struct.unpack_from(f"<{size // 4}I", data, size + further * size)
        sectors += more
    table: list[int] = []
    for sector in sectors:
        if sector < _END_OF_CHAIN and (sector + 2) * size <= len(data) + size - 1:
            raw = data[size + sector * size : size * 2 + sector * size]
            table += struct.unpack(f"<{len(raw) // 4}I", raw[: len(raw) // 4 * 4])
    return tuple(table)


def _chain(data: bytes, sector: int, table: tuple[int, ...], size: int, *, offset: int = 0) -> bytes:
    parts = []
    # A circular chain stops when it is as long as all sectors together.
    for _ in range(len(table)):
        if sector >= len(table):
            break
        parts.append(data[offset + sector * size : offset + (sector + 1) * size])
        sector = table[sector]
    return b"".join(parts)


# The workbook: a stream of records


class _OldWorkbook:
    def __init__(self, stream: bytes) -> None:
        self._stream = stream
        self._is_biff8 = struct.unpack_from("<H", stream, 4)[0] == _BIFF8
        self._struck_fonts: list[bool] = []
        self._formats: dict[int, str] = {}
        self._cell_styles: list[tuple[int, int]] = []
        self._starts: dict[str, int] = {}
        self._struck_texts: dict[int, tuple[Span, ...]] = {}

    def sheets(self) -> dict[str, OldSheet]:
        texts: list[bytes] = []
        last = 0
        for number, body in self._records(0):
            if number == _FONT:
                self._struck_fonts.append(bool(struct.unpack_from("<H", body, 2)[0] & _STRUCK_OUT))
            elif number == _FORMAT:
                self._formats[struct.unpack_from("<H", body)[0]] = self._text(body[2:], is_short=not self._is_biff8)
            elif number == _XF:
                self._cell_styles.append(struct.unpack_from("<HH", body))
            elif number == _SHEET:
                self._starts[self._text(body[6:], is_short=True)] = struct.unpack_from("<I", body)[0]
            elif number == _SHARED_TEXTS or (number == _CONTINUED and last == _SHARED_TEXTS):
                texts.append(body)
            last = last if number == _CONTINUED else number
        if any(self._struck_fonts):
            self._struck_texts = struck_spans(texts, self._is_struck)
        styles = [self._style(*each) for each in self._cell_styles]
        return {name: self._sheet(start, styles) for name, start in self._starts.items()}

    def _records(self, position: int) -> Iterator[tuple[int, bytes]]:
        """Yield the records from a position to the end of its substream."""
        stream, depth = self._stream, 0
        while position + 4 <= len(stream):
            number, length = struct.unpack_from("<HH", stream, position)
            if number == _BOF:
                depth += 1
            elif number == _EOF:
                depth -= 1
                if depth <= 0:
                    return
            elif depth == 1:
                # Nested substreams are charts in the sheet.
                yield number, stream[position + 4 : position + 4 + length]
            position += 4 + length

    def _text(self, body: bytes, *, is_short: bool) -> str:
        """Decode a text that is preceded by its length in one or two bytes."""
        count, start = (body[0], 1) if is_short else (struct.unpack_from("<H", body)[0], 2)
        if not self._is_biff8:
            return body[start : start + count].decode("cp1252", "replace")
        has_two_bytes, start = body[start] & 1, start + 1
        return body[start : start + count * (1 + has_two_bytes)].decode(
            "utf-16-le" if has_two_bytes else "latin-1", "replace"
        )

    def _style(self, font: int, number: int) -> OldStyle | None:
        """Return a cell style; None if it displays values unformatted."""
        code = self._formats.get(number, "") if number >= _FIRST_OWN_FORMAT else number
        style = OldStyle(0 if code in ("", "@", "General", "GENERAL") else code, self._is_struck(font))
        return style if style != OldStyle() else None

    def _is_struck(self, font: int) -> bool:
        # Font number 4 does not exist in the format.
        position = font if font < 4 else font - 1
        return position < len(self._struck_fonts) and self._struck_fonts[position]

    def _sheet(self, start: int, styles: Sequence[OldStyle | None]) -> OldSheet:
        sheet = OldSheet()
        for number, body in self._records(start):
            if number in _CELLS:
                row, column, style = struct.unpack_from("<HHH", body)
                _note_style(sheet, row, column, style, styles)
                if number == _SHARED_TEXT_CELL and (
                    spans := self._struck_texts.get(struct.unpack_from("<I", body, 6)[0])
                ):
                    sheet.struck_parts[row, column] = spans
                if error := _error_of(number, body):
                    sheet.errors[row, column] = error
            elif number == _SEVERAL_NUMBERS:
                row, first = struct.unpack_from("<HH", body)
                for position in range((len(body) - 6) // 6):
                    style = struct.unpack_from("<H", body, 4 + position * 6)[0]
                    _note_style(sheet, row, first + position, style, styles)
            elif number == _ROW and struct.unpack_from("<H", body, 12)[0] & _HIDDEN_ROW:
                sheet.hidden_rows.append(struct.unpack_from("<H", body)[0])
            elif number == _COLUMNS and struct.unpack_from("<H", body, 8)[0] & _HIDDEN_COLUMN:
                first, last = struct.unpack_from("<HH", body)
                sheet.hidden_columns += range(first, min(last, 255) + 1)
            elif number == _FILTERED:
                sheet.is_filtered = True
            elif number == _MERGED:
                for position in range(min(struct.unpack_from("<H", body)[0], (len(body) - 2) // 8)):
                    top, bottom, left, right = struct.unpack_from("<HHHH", body, 2 + position * 8)
                    sheet.merged.append((top, left, bottom, right))
        return sheet


def _note_style(sheet: OldSheet, row: int, column: int, style: int, styles: Sequence[OldStyle | None]) -> None:
    if style < len(styles) and (named := styles[style]):
        sheet.styles[row, column] = named


def _error_of(number: int, body: bytes) -> str:
    """Return the error that a cell displays; empty if it has a value."""
    if number == _TRUTH_OR_ERROR and body[7]:
        return _ERRORS.get(body[6], "#N/A")
    if number == _FORMULA and body[12:14] == b"\xff\xff" and body[6] == _ERROR_RESULT:
        return _ERRORS.get(body[8], "#N/A")
    return ""
