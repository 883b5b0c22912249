"""Workbooks before they are read: the size of their sheets, and the cells that the reader would see as empty."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from support.files.hostile_spreadsheets import NAMESPACE, office_file, sheet_of
from termdesk.domain.errors import InvalidInput, UnreadableFile
from termdesk.formats.spreadsheets import office_workbook, xlsx_reader
from termdesk.formats.spreadsheets.office_workbook import OfficeWorkbook
from termdesk.formats.spreadsheets.sheet_layout import SheetReading
from termdesk.formats.spreadsheets.spreadsheet_package import SpreadsheetPackage, WorkbookSheet


def opened(folder: Path, rows: str, *, tail: str = "") -> OfficeWorkbook:
    return OfficeWorkbook(SpreadsheetPackage(office_file(folder / "t.xlsx", sheet=sheet_of(rows, tail=tail))))


def rows_of(path: Path) -> list[tuple[str, ...]]:
    return list(xlsx_reader.preview_sheet(path, "Terms", header_row=0).first_rows)


@pytest.mark.parametrize(
    ("rows", "reach"),
    [
        ("", (0, 0)),
        ('<row r="3"><c r="B3"><v>1</v></c></row>', (3, 2)),
        ('<row r="1"><c r="A1"/><c r="AB1"/></row>', (1, 28)),
        ("<row r='2'><c s='1' r='c2'><v>1</v></c></row>", (2, 3)),
        ("<row><c><v>1</v></c><c><v>1</v></c></row><row><c><v>1</v></c></row>", (2, 2)),
        ('<row r="9"><c r="A9"><v>1</v></c></row><row r="10"><c r="A10"><v>1</v></c></row>', (10, 1)),
    ],
    ids=["nothing", "usual", "empty cells", "other spelling", "without places", "9 and 10"],
)
def test_a_sheet_reaches_as_far_as_its_cells(tmp_path: Path, rows: str, reach: tuple[int, int]) -> None:
    workbook = opened(tmp_path, rows)

    assert workbook.sheets() == [WorkbookSheet("Terms", *reach)]
    extent = workbook.extent("Terms")
    assert (extent.row_count, extent.column_count) == reach


def test_errors_and_formulas_without_a_result_are_the_cells_without_a_value(tmp_path: Path) -> None:
    cells = (
        '<c r="A1" t="e"><v>#REF!</v></c><c r="B1"><f>A1</f></c><c r="C1"><f>1+1</f><v>2</v></c>'
        '<c r="D1" t="str"><f>""</f><v></v></c><c r="E1"><v>1</v></c><c r="F1"><f t="shared" si="0"/></c>'
    )

    found = opened(tmp_path, f'<row r="1">{cells}</row>').extent("Terms").unreadable_cells

    assert set(found) == {(1, 1), (1, 2), (1, 6)}
    assert "#REF!" in found[1, 1]


def test_only_areas_of_several_rows_hand_their_phrase_down(tmp_path: Path) -> None:
    merged = '<mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="A1:C1"/><mergeCell ref="B2:C3"/></mergeCells>'
    rows = '<row r="4"><c r="C4"><v>1</v></c></row>'

    assert opened(tmp_path, rows, tail=merged).extent("Terms").merged == [(2, 4, 1), (2, 3, 2)]


def test_the_reader_gets_the_asked_sheet_and_no_other(tmp_path: Path) -> None:
    path = office_file(tmp_path / "t.xlsx")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/worksheets/sheet2.xml", sheet_of(""))
        archive.writestr("xl/media/logo.png", b"png")

    names = zipfile.ZipFile(
        io.BytesIO(OfficeWorkbook(SpreadsheetPackage(path)).content("Terms", as_shown=False).read())
    ).namelist()

    assert "xl/worksheets/sheet1.xml" in names
    assert not {"xl/worksheets/sheet2.xml", "xl/media/logo.png"} & set(names)


def test_a_sheet_that_is_not_there_or_in_another_encoding_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        opened(tmp_path, "").extent("Other")

    broad = office_file(tmp_path / "w.xlsx", sheet=sheet_of("").encode("utf-16"))
    with pytest.raises(UnreadableFile):
        OfficeWorkbook(SpreadsheetPackage(broad)).sheets()


def test_cells_without_a_place_stand_one_behind_the_other(tmp_path: Path) -> None:
    rows = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c><c><v>4</v></c></row>"
    path = office_file(tmp_path / "t.xlsx", sheet=sheet_of(rows))

    assert rows_of(path) == [("1", "2"), ("3", "4")]


@pytest.mark.slow
def test_merged_areas_without_end_cost_nothing(tmp_path: Path) -> None:
    merged = "".join(f'<mergeCell ref="A{row}:A1048576"/>' for row in range(1, 2_000))
    rows = "".join(
        f'<row r="{row}"><c r="A{row}"><v>1</v></c><c r="B{row}"><v>1</v></c></row>' for row in range(1, 2_000)
    )
    path = office_file(tmp_path / "t.xlsx", sheet=sheet_of(rows, tail=f"<mergeCells>{merged}</mergeCells>"))

    result = xlsx_reader.read(path, "Terms", xlsx_reader.preview_sheet(path, "Terms").layout)

    assert len(result.entries) == 1_999


@pytest.mark.slow
@pytest.mark.parametrize("position", ["XFD5", "A1048576", "XFD1048576"])
def test_a_stray_blank_makes_no_sheet_larger(tmp_path: Path, position: str) -> None:
    rows = [f'<row r="{row}"><c r="A{row}"><v>1</v></c><c r="B{row}"><v>2</v></c></row>' for row in range(1, 1_001)]
    blank = f'<row r="1001"><c r="{position}" t="inlineStr"><is><t xml:space="preserve"> </t></is></c></row>'
    path = office_file(tmp_path / "t.xlsx", sheet=sheet_of("".join(rows) + blank))

    assert xlsx_reader.sheets(path) == [WorkbookSheet("Terms", 1_000, 2)]
    result = xlsx_reader.read(path, "Terms", xlsx_reader.preview_sheet(path, "Terms", header_row=0).layout)
    assert (len(result.entries), result.blank_lines) == (1_000, 0)


@pytest.mark.parametrize("is_shared", [True, False])
def test_parts_that_are_struck_out_are_told_and_left_out_if_not_wanted(tmp_path: Path, is_shared: bool) -> None:
    parts = "<r><rPr><strike/></rPr><t>old</t></r><r><t>new</t></r>"
    texts = f'<sst xmlns="{NAMESPACE}"><si>{parts}</si><si><t>neu</t></si></sst>'
    cells = '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>'
    if not is_shared:
        cells = f'<c r="A1" t="inlineStr"><is>{parts}</is></c><c r="B1" t="inlineStr"><is><t>neu</t></is></c>'
    path = office_file(tmp_path / "t.xlsx", sheet=sheet_of(f'<row r="1">{cells}</row>'), texts=texts)

    read = []
    for reading in (SheetReading(), SheetReading(struck_out=False)):
        file = xlsx_reader.preview_sheet(path, "Terms", header_row=0, reading=reading)
        result = xlsx_reader.read(path, "Terms", file.layout)
        assert (result.partly_struck, result.struck_rows) == (1, 0)
        read += list(result.entries)

    assert read == [("oldnew", "neu"), ("new", "neu")]


@pytest.mark.parametrize(("longest", "is_longer"), [(9, True), (10, False)])
def test_one_shared_text_that_is_longer_than_the_others_is_found(longest: int, is_longer: bool) -> None:
    texts = [b"<si>" + bytes(each) for each in (3, 0, 6, 2)]

    for order in (texts, texts[::-1]):
        assert office_workbook._has_longer_text(b"<sst>" + b"".join(order), longest) is is_longer
