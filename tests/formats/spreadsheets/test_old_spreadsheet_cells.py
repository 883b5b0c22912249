"""Properties of cells besides their values in XLS files, read from the records of the format."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.old_spreadsheets import make_old_spreadsheet
from termdesk.formats.spreadsheets.old_spreadsheet_cells import OldSheet, OldStyle, sheets_of

WRITTEN_BY_LIBREOFFICE = Path(__file__).parents[1] / "files" / "libreoffice.xls"


def test_a_sheet_tells_its_errors_areas_hidden_rows_and_styles(tmp_path: Path) -> None:
    path = make_old_spreadsheet(
        tmp_path / "t.xls",
        {(0, 0): "a", (1, 0): 7.0, (300, 200): "struck"},
        styles={(1, 0): ("000", False), (300, 200): ("General", True)},
        errors={(2, 1): 0x17},
        merged=[(4, 6, 1, 2)],
        hidden_rows=[5, 6],
        hidden_columns=[3],
    )

    assert sheets_of(path.read_bytes()) == {
        "Terms": OldSheet(
            errors={(2, 1): "#REF!"},
            merged=[(4, 1, 6, 2)],
            hidden_rows=[5, 6],
            hidden_columns=[3],
            styles={(1, 0): OldStyle("000"), (300, 200): OldStyle(is_struck=True)},
        )
    }


def test_a_file_of_another_program_is_understood() -> None:
    sheet = sheets_of(WRITTEN_BY_LIBREOFFICE.read_bytes())["old"]

    assert sheet.errors == {(2, 1): "#DIV/0!"}
    assert sheet.styles == {(3, 1): OldStyle("yyyy\\-mm\\-dd")}


@pytest.mark.parametrize("step", [7, 61, 509])
def test_a_damaged_file_tells_nothing_or_something_but_never_fails(step: int) -> None:
    data = bytearray(WRITTEN_BY_LIBREOFFICE.read_bytes())
    for position in range(8, len(data), step):
        data[position] ^= 0x5A

    assert isinstance(sheets_of(bytes(data)), dict)
    assert sheets_of(bytes(data[:700])) == {}
    assert sheets_of(b"") == {}


def test_sectors_in_a_circle_come_to_an_end(tmp_path: Path) -> None:
    data = bytearray(make_old_spreadsheet(tmp_path / "t.xls", {(0, 0): "a"}).read_bytes())
    # The second sector of the stream points back to the first.
    data[512 + 4 * 4 : 512 + 5 * 4] = (3).to_bytes(4, "little")

    assert isinstance(sheets_of(bytes(data)), dict)
