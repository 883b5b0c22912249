"""Separate process that converts one XLS file to XLSX, so that a harmful file can only crash this process.

`python -P -m termdesk.formats.spreadsheets.old_spreadsheet_child FILE` writes the new file to standard output.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from termdesk.formats.spreadsheets.cells import Cell
from termdesk.formats.spreadsheets.old_spreadsheet_cells import OldSheet, OldStyle, sheets_of
from termdesk.formats.spreadsheets.old_spreadsheet_texts import Span
from termdesk.formats.spreadsheets.spreadsheet_package import MOST_CELLS

REFUSED_AS_TOO_LARGE = 3
REFUSED_AS_ENCRYPTED = 4
REFUSED_AS_DAMAGED = 5

# Twice the memory of the largest possible sheet. A hostile cell with a far position would need a hundred times more.
_MOST_BYTES = 1536 * 1024 * 1024
_MOST_SECONDS = 60
# A format and the whole text.
_WHOLE = 2
# Number formats for dates in cells without a format.
_CODES: dict[type, str] = {
    date: "yyyy-mm-dd",
    datetime: "yyyy-mm-dd hh:mm:ss",
    time: "[h]:mm:ss",
    timedelta: "[h]:mm:ss",
}


def main(path: str) -> int:
    """Convert a file and return the exit code: 0, or why there is no result."""
    import python_calamine

    _limit_resources()
    try:
        book = python_calamine.CalamineWorkbook.from_path(path)
        return _convert(book, sheets_of(Path(path).read_bytes()))
    except python_calamine.PasswordError:
        return REFUSED_AS_ENCRYPTED
    except python_calamine.CalamineError:
        return REFUSED_AS_DAMAGED
    except MemoryError:
        return REFUSED_AS_TOO_LARGE


def _limit_resources() -> None:
    if sys.platform == "win32":
        # On Windows, exceeding the limit would end the process at once.
        return
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (_MOST_BYTES, _MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _convert(book: Any, sheets: Mapping[str, OldSheet]) -> int:
    import xlsxwriter  # type: ignore[import-untyped]  # it has no types
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    content = io.BytesIO()
    new = xlsxwriter.Workbook(content, {"in_memory": True})
    formats = _Formats(new)
    for each in book.sheets_metadata:
        if each.typ != SheetTypeEnum.WorkSheet:
            continue
        sheet, layout = book.get_sheet_by_name(each.name), sheets.get(each.name, OldSheet())
        target = new.add_worksheet(each.name)
        if each.visible != SheetVisibleEnum.Visible:
            target.hide()
        _lay_out(target, layout, sheet.total_height)
        if not _copy(sheet, target, formats, layout):
            return REFUSED_AS_TOO_LARGE
        for (line, position), error in layout.errors.items():
            # The original formula is not needed.
            target.write_formula(line, position, "=NA()", None, error)
    new.close()
    sys.stdout.buffer.write(content.getvalue())
    return 0


class _Formats:
    """Creates each cell format of the new file once."""

    def __init__(self, book: Any) -> None:
        self._book = book
        self._made: dict[OldStyle, Any] = {}

    def of(self, cell: Cell, style: OldStyle | None) -> Any:
        """Return the format of a cell: its own style, or the default format for a date; None if it needs none."""
        code = _CODES.get(type(cell))
        if style is None and code is None:
            # True for most cells of a glossary.
            return None
        style = style or OldStyle()
        if code and not style.number_format:
            style = replace(style, number_format=code)
        if style not in self._made:
            values = {"num_format": style.number_format, "font_strikeout": style.is_struck}
            self._made[style] = self._book.add_format(values)
        return self._made[style]


def _lay_out(target: Any, layout: OldSheet, height: int) -> None:
    """Hide rows and columns, and merge cells; the phrases are written into them later."""
    from xlsxwriter.exceptions import OverlappingRange  # type: ignore[import-untyped]  # it has no types

    for line in layout.hidden_rows:
        target.set_row(line, None, None, {"hidden": True})
    for position in layout.hidden_columns:
        target.set_column(position, position, None, None, {"hidden": True})
    if layout.is_filtered:
        target.autofilter(0, 0, max(height - 1, 1), 0)
        target.filter_column(0, "x == NonBlanks")
    for first, left, last, right in layout.merged:
        with suppress(OverlappingRange):
            target.merge_range(first, left, last, right, "")


def _copy(sheet: Any, target: Any, formats: _Formats, layout: OldSheet) -> bool:
    """Copy the cells. Return False if there are more than `MOST_CELLS`."""
    first, count = sheet.start[1] if sheet.start else 0, 0
    # A stray cell with spaces only can make the used range this large.
    is_sparse = sheet.total_height * sheet.total_width > MOST_CELLS
    for line, row in enumerate(sheet.iter_rows()):
        for position, cell in enumerate(row, start=first):
            if cell == "" or (is_sparse and isinstance(cell, str) and not cell.strip()):
                continue
            count += 1
            style = layout.styles.get((line, position))
            if (spans := layout.struck_parts.get((line, position))) and isinstance(cell, str):
                parts = _parts_of(cell, spans, formats.of(cell, OldStyle(is_struck=True)))
                if len(parts) > _WHOLE:
                    target.write_rich_string(line, position, *parts)
                    continue
                style = replace(style or OldStyle(), is_struck=True)
            _write(target, line, position, cell, formats.of(cell, style))
        if count > MOST_CELLS:
            return False
    return True


def _parts_of(text: str, spans: Sequence[Span], struck: Any) -> list[Any]:
    """Split a text into parts for a rich string; each struck-out part is preceded by the format `struck`."""
    raw = text.encode("utf-16-le", "surrogatepass")
    parts: list[Any] = []
    at = 0
    for start, end in (*spans, (len(raw) // 2, len(raw) // 2)):
        plain, out = (
            raw[2 * first : 2 * last].decode("utf-16-le", "replace") for first, last in ((at, start), (start, end))
        )
        parts += [plain] if plain else []
        parts += [struck, out] if out else []
        at = end
    return parts


def _write(target: Any, line: int, position: int, cell: Cell, shown: Any) -> None:
    match cell:
        case str():
            target.write_string(line, position, cell, shown)
        case bool():
            target.write_boolean(line, position, cell, shown)
        case int() | float():
            target.write_number(line, position, cell, shown)
        case _:
            target.write_datetime(line, position, cell, shown)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
