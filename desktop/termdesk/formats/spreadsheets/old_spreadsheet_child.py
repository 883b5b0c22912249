"""A process of its own that turns one XLS file into XLSX: what is wrong with the file costs this process only.

`python -P -m termdesk.formats.spreadsheets.old_spreadsheet_child FILE` writes the new file to its standard output.
"""

from __future__ import annotations

import io
import sys
from datetime import date, datetime, time, timedelta
from typing import Any

from termdesk.formats.spreadsheets.cells import Cell
from termdesk.formats.spreadsheets.spreadsheet_package import MOST_CELLS

REFUSED_AS_TOO_LARGE = 3
REFUSED_AS_ENCRYPTED = 4
REFUSED_AS_DAMAGED = 5

# All that a sheet of the format can hold; a cell that says to stand further away asks for a hundred times more.
_MOST_BYTES = 1024 * 1024 * 1024
_MOST_SECONDS = 60


def main(path: str) -> int:
    """The exit code: 0, or why there is no file."""
    import python_calamine

    _limit_resources()
    try:
        book = python_calamine.CalamineWorkbook.from_path(path)
        return _convert(book)
    except python_calamine.PasswordError:
        return REFUSED_AS_ENCRYPTED
    except python_calamine.CalamineError:
        return REFUSED_AS_DAMAGED
    except MemoryError:
        return REFUSED_AS_TOO_LARGE


def _limit_resources() -> None:
    if sys.platform == "win32":
        # There, asking for too much ends the process at once.
        return
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (_MOST_BYTES, _MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _convert(book: Any) -> int:
    import xlsxwriter  # type: ignore[import-untyped]  # it has no types
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    content = io.BytesIO()
    new = xlsxwriter.Workbook(content, {"in_memory": True})
    length = new.add_format({"num_format": "[h]:mm:ss"})
    formats: dict[type, Any] = {
        date: new.add_format({"num_format": "yyyy-mm-dd"}),
        datetime: new.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}),
        time: length,
        timedelta: length,
    }
    for each in book.sheets_metadata:
        if each.typ != SheetTypeEnum.WorkSheet:
            continue
        sheet = book.get_sheet_by_name(each.name)
        if sheet.total_height * sheet.total_width > MOST_CELLS:
            return REFUSED_AS_TOO_LARGE
        target = new.add_worksheet(each.name)
        if each.visible != SheetVisibleEnum.Visible:
            target.hide()
        _copy(sheet, target, formats)
    new.close()
    sys.stdout.buffer.write(content.getvalue())
    return 0


def _copy(sheet: Any, target: Any, formats: dict[type, Any]) -> None:
    first = sheet.start[1] if sheet.start else 0
    for line, row in enumerate(sheet.iter_rows()):
        for place, cell in enumerate(row, start=first):
            if cell != "":
                _write(target, line, place, cell, formats)


def _write(target: Any, line: int, place: int, cell: Cell, formats: dict[type, Any]) -> None:
    match cell:
        case str():
            target.write_string(line, place, cell)
        case bool():
            target.write_boolean(line, place, cell)
        case int() | float():
            target.write_number(line, place, cell)
        case _:
            target.write_datetime(line, place, cell, formats[type(cell)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
