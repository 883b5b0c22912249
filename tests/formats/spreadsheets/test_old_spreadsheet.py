"""Old workbooks, read in a separate process."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.old_spreadsheets import make_old_spreadsheet
from termdesk.domain.errors import UnreadableFile
from termdesk.formats.spreadsheets import old_spreadsheet, xlsx_reader
from termdesk.formats.spreadsheets.old_spreadsheet import convert
from termdesk.formats.spreadsheets.sheet_layout import EVERYTHING, SheetReading, SheetResult
from termdesk.formats.spreadsheets.spreadsheet_package import WorkbookSheet

HEADER = {(0, 0): "en", (0, 1): "de"}
OLD_FILE = Path(__file__).parents[1] / "files" / "libreoffice.xls"


@pytest.mark.slow
def test_an_old_file_is_read_through_a_process_of_its_own() -> None:
    # Written by LibreOffice 7.4, which converted 007 to a number.
    layout = xlsx_reader.preview_sheet(OLD_FILE, "old").layout

    result = xlsx_reader.read(OLD_FILE, "old", layout)

    assert list(result.entries) == [("7", "a"), ("12", "2024-03-01"), ("x", "l1\nl2")]
    (rejected,) = result.rejected_rows
    assert (rejected.line, rejected.salvaged) == (3, ("b", ""))
    assert "B3 contains the error #DIV/0!" in rejected.reason
    assert result.converted == {"number": 2, "date": 1}


def read(path: Path, reading: SheetReading = EVERYTHING) -> SheetResult:
    return xlsx_reader.read(path, "Terms", xlsx_reader.preview_sheet(path, "Terms", reading=reading).layout)


@pytest.mark.slow
def test_merged_cells_hand_their_phrase_down_and_errors_reject_their_row(tmp_path: Path) -> None:
    cells = {**HEADER, (1, 0): "tree", (1, 1): "Baum", (2, 1): "Gehölz", (3, 0): "ash"}
    result = read(make_old_spreadsheet(tmp_path / "t.xls", cells, merged=[(1, 2, 0, 0)], errors={(3, 1): 0x2A}))

    assert list(result.entries) == [("tree", "Baum"), ("tree", "Gehölz")]
    assert result.filled_cells == 1
    assert [(each.line, each.salvaged) for each in result.rejected_rows] == [(4, ("ash", ""))]


@pytest.mark.slow
def test_numbers_and_dates_are_read_as_their_cells_show_them(tmp_path: Path) -> None:
    cells = {**HEADER, (1, 0): 7.0, (1, 1): 0.05, (2, 0): 45352.0, (2, 1): 12.0}
    styles = {(1, 0): ("000", False), (1, 1): ("0 %", False), (2, 0): ("dd.mm.yyyy", False)}

    assert list(read(make_old_spreadsheet(tmp_path / "t.xls", cells, styles=styles)).entries) == [
        ("007", "5 %"),
        ("01.03.2024", "12"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("is_filtered", [False, True])
def test_hidden_and_struck_rows_are_counted(tmp_path: Path, is_filtered: bool) -> None:
    cells = {**HEADER, **{(row, column): f"{row}{column}" for row in (1, 2, 3) for column in (0, 1)}}
    styles = {(3, 1): ("General", True)}
    path = make_old_spreadsheet(
        tmp_path / "t.xls", cells, styles=styles, hidden_rows=[2], hidden_columns=[1], is_filtered=is_filtered
    )

    result = read(path)

    assert len(result.entries) == 3
    assert (result.hidden_rows, result.filtered_rows) == ((0, 1) if is_filtered else (1, 0))
    assert (result.struck_rows, result.hidden_columns) == (1, (1,))


@pytest.mark.slow
def test_parts_that_are_struck_out_are_told_and_left_out_if_not_wanted(tmp_path: Path) -> None:
    parts = {
        (1, 0): [("old ", True), ("new", False)],
        (1, 1): [("neu", False)],
        (2, 0): [("go", True), ("ne", True)],
        (2, 1): [("weg", False)],
    }
    path = make_old_spreadsheet(tmp_path / "t.xls", HEADER, struck_parts=parts)

    whole, rest = read(path), read(path, SheetReading(struck_out=False))

    assert list(whole.entries) == [("old new", "neu"), ("gone", "weg")]
    assert (whole.partly_struck, whole.struck_rows) == (1, 1)
    assert list(rest.entries) == [("new", "neu")]


@pytest.mark.slow
def test_a_stray_blank_makes_no_sheet_larger(tmp_path: Path) -> None:
    cells = {(row, column): f"{row}{column}" for row in range(50) for column in (0, 1)}
    path = make_old_spreadsheet(tmp_path / "t.xls", {**cells, (40_000, 150): " "})

    assert xlsx_reader.sheets(path) == [WorkbookSheet("Terms", 50, 2)]
    assert len(read(path).entries) == 50


def test_what_the_process_cannot_read_is_told_and_harms_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.xls"
    path.write_bytes(OLD_FILE.read_bytes()[:3_000])

    with pytest.raises(UnreadableFile) as caught:
        convert(path)
    assert caught.value.path == str(path)


def test_a_file_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(old_spreadsheet, "_MOST_SECONDS", 0)

    with pytest.raises(UnreadableFile):
        convert(OLD_FILE)


def test_a_file_above_the_limit_is_not_even_opened(tmp_path: Path) -> None:
    with (tmp_path / "t.xls").open("wb") as file:
        file.truncate(old_spreadsheet._MOST_BYTES + 1)

    with pytest.raises(UnreadableFile):
        convert(tmp_path / "t.xls")
