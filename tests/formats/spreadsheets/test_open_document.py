"""OpenDocument sheets before they are read: expanded repetitions, hidden rows, columns and sheets, errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.files.hostile_spreadsheets import open_document, table_of
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress
from termdesk.formats.file_view import ImportChoices
from termdesk.formats.spreadsheets import open_document as open_document_module
from termdesk.formats.spreadsheets import xlsx_reader
from termdesk.formats.spreadsheets.open_document import OpenDocument
from termdesk.formats.spreadsheets.sheet_layout import SheetLayout, SheetReading
from termdesk.formats.spreadsheets.spreadsheet_package import (
    MOST_COLUMNS,
    MOST_ODDITIES,
    SpreadsheetPackage,
    WorkbookSheet,
)
from termdesk.formats.spreadsheets.workbooks import OTHER_WORKBOOKS

CELL = "<table:table-cell><text:p>x</text:p></table:table-cell>"
EMPTY = "<table:table-cell/>"


def opened(folder: Path, tables: str, *, prolog: str = "") -> OpenDocument:
    return OpenDocument(SpreadsheetPackage(open_document(folder / "t.ods", tables, prolog=prolog)))


def row(*cells: str, repeats: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{repeats}">{"".join(cells)}</table:table-row>'


@pytest.mark.parametrize(
    ("rows", "reach"),
    [
        ("", (0, 0)),
        (row(EMPTY, CELL), (1, 2)),
        (row(EMPTY, repeats=4) + row(CELL, repeats=3) + row(EMPTY, repeats=1_048_000), (7, 1)),
        (row(CELL, CELL.replace("-cell>", '-cell table:number-columns-repeated="3">', 1), EMPTY), (1, 4)),
        (row('<table:table-cell office:value="12"/>'), (1, 1)),
    ],
    ids=["nothing", "room at the left", "repeated rows", "repeated cells", "a value without a text"],
)
def test_a_sheet_reaches_to_the_last_cell_that_holds_something(
    tmp_path: Path, rows: str, reach: tuple[int, int]
) -> None:
    assert opened(tmp_path, table_of(rows)).sheets() == [WorkbookSheet("Terms", *reach)]


def test_hidden_sheets_are_told_by_their_style(tmp_path: Path) -> None:
    style = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"
    styles = "".join(
        f'<style:style xmlns:style="{style}" style:name="{name}"><style:table-properties table:display="{shown}"/>'
        "</style:style>"
        for name, shown in (("ta1", "true"), ("ta2", "false"))
    )
    tables = "".join(
        f'<table:table table:name="{name}" table:style-name="{used}"/>' for name, used in (("A", "ta1"), ("B", "ta2"))
    )

    assert [each.is_hidden for each in opened(tmp_path, styles + tables).sheets()] == [False, True]


def test_errors_and_cells_that_span_rows_are_found_where_they_stand(tmp_path: Path) -> None:
    calc = 'xmlns:c="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    error = f'<table:table-cell {calc} c:value-type="error"><text:p>#REF!</text:p></table:table-cell>'
    spanned = '<table:table-cell table:number-rows-spanned="3"><text:p>bank</text:p></table:table-cell>'

    extent = opened(tmp_path, table_of(row(CELL, error) + row(EMPTY, spanned))).extent("Terms")

    assert list(extent.unreadable_cells) == [(1, 2)]
    assert "#REF!" in extent.unreadable_cells[1, 2]
    assert extent.merged == [(2, 4, 2)]


def test_a_sheet_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        opened(tmp_path, table_of(row(CELL, CELL))).extent("Other")


def rows_of(path: Path) -> list[tuple[str, ...]]:
    return list(xlsx_reader.preview_sheet(path, "Terms", header_row=0).first_rows)


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("a<text:tab/>b", "a\tb"),
        ("a<text:line-break/>b", "a\nb"),
        ('a<text:s text:c="3"/>b', "a   b"),
        ("a</text:p><text:p>b", "a\nb"),
        ("<text:span>a</text:span>b<text:a>c</text:a>", "abc"),
    ],
)
def test_marks_inside_open_document_cells_are_read_as_what_they_show(tmp_path: Path, inside: str, text: str) -> None:
    cell = f'<table:table-cell office:value-type="string"><text:p>{inside}</text:p></table:table-cell>'
    path = open_document(tmp_path / "t.ods", table_of(f"<table:table-row>{cell * 2}</table:table-row>"))

    assert rows_of(path) == [(text, text)]


def test_the_content_is_looked_through_once_for_a_preview_with_all_its_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = CELL.replace("-cell>", '-cell office:value-type="string">', 1)
    path = open_document(tmp_path / "t.ods", table_of(row(text, text) + row(text, text)))
    scans: list[object] = []
    run = open_document_module._Scan.run
    monkeypatch.setattr(open_document_module._Scan, "run", lambda scan: scans.append(scan) or run(scan))
    assert OTHER_WORKBOOKS.reader

    _, result = OTHER_WORKBOOKS.reader.view(path, ImportChoices(), NoProgress())

    assert (len(result.entries), len(scans)) == (2, 1)


def test_sheets_without_rows_keep_their_place(tmp_path: Path) -> None:
    empty = '<table:table table:name="{}"/>'
    tables = empty.format("A") + table_of(row(CELL)) + empty.format("B")

    assert [(each.name, each.row_count) for each in opened(tmp_path, tables).sheets()] == [
        ("A", 0),
        ("Terms", 1),
        ("B", 0),
    ]


@pytest.mark.parametrize("blank", ["<text:p><text:s/></text:p>", "<text:p> </text:p>", "<text:p/>"])
def test_a_stray_blank_makes_no_sheet_larger(tmp_path: Path, blank: str) -> None:
    cells = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>' * 2
    gap = '<table:table-cell table:number-columns-repeated="16381"/>'
    last = f'<table:table-cell office:value-type="string">{blank}</table:table-cell>'
    stray = f"<table:table-row>{cells}{gap}{last}</table:table-row>"
    rows = f"<table:table-row>{cells}</table:table-row>" * 999
    path = open_document(tmp_path / "t.ods", table_of(rows + stray))

    assert xlsx_reader.sheets(path) == [WorkbookSheet("Terms", 1_000, 2)]
    file = xlsx_reader.preview_sheet(path, "Terms", header_row=0)
    assert len(xlsx_reader.read(path, "Terms", file.layout).entries) == 1_000
    assert {len(row) for row in file.first_rows} == {2}


STYLES = (
    '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
    '<style:style style:name="ce1"><style:text-properties style:text-line-through-style="solid"/></style:style>'
    '<style:style style:name="ce2"><style:text-properties style:text-line-through-style="none"/></style:style>'
    "</office:automatic-styles>"
)


def styled(folder: Path, rows: str, columns: str = "") -> Path:
    """Write a document with the style `ce1`, which strikes out, and `ce2`, which only seems to."""
    table = table_of(columns + rows).replace(
        "<table:table ", "</office:spreadsheet><office:spreadsheet><table:table ", 1
    )
    return open_document(folder / "t.ods", STYLES + table)


def test_rows_and_columns_are_hidden_by_hand_or_by_a_filter(tmp_path: Path) -> None:
    columns = '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>'
    rows = [
        f'<table:table-row table:visibility="{kind}" table:number-rows-repeated="{count}">{CELL}</table:table-row>'
        for kind, count in (("visible", 1), ("collapse", 2), ("filter", 1), ("visible", 1))
    ]

    extent = opened(tmp_path, table_of(columns + "".join(rows))).extent("Terms")

    assert (extent.hidden_rows, extent.filtered_rows, extent.hidden_columns) == ({2, 3}, {4}, {2, 3})


def test_cells_are_struck_out_by_their_style_their_column_or_their_parts(tmp_path: Path) -> None:
    part = '<text:span text:style-name="ce1">x</text:span>'
    cells = [
        '<table:table-cell office:value-type="string" table:style-name="ce1"><text:p>x</text:p></table:table-cell>',
        '<table:table-cell office:value-type="string" table:style-name="ce2"><text:p>x</text:p></table:table-cell>',
        f'<table:table-cell office:value-type="string"><text:p>{part}</text:p></table:table-cell>',
        f'<table:table-cell office:value-type="string"><text:p>{part} y</text:p></table:table-cell>',
        '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>',
    ]
    columns = '<table:table-column table:number-columns-repeated="4"/>'
    columns += '<table:table-column table:default-cell-style-name="ce1"/>'
    path = styled(tmp_path, f"<table:table-row>{''.join(cells)}</table:table-row>", columns)

    extent = OpenDocument(SpreadsheetPackage(path)).extent("Terms")

    assert (extent.struck_cells, extent.partly_struck) == ({(1, 1), (1, 3), (1, 5)}, {(1, 4)})
    for reading, text in ((SheetReading(), "x y"), (SheetReading(struck_out=False), " y")):
        layout = SheetLayout(column_count=5, source_column=3, target_column=1, reading=reading)
        assert list(xlsx_reader.read(path, "Terms", layout).entries) == [(text, "x")]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["{part}", "{part} y"])
def test_few_cells_that_repeat_fill_no_memory_with_what_is_struck_out(tmp_path: Path, text: str) -> None:
    part = text.format(part='<text:span text:style-name="ce1">x</text:span>')
    cell = f'<table:table-cell table:number-columns-repeated="16000"><text:p>{part}</text:p></table:table-cell>'
    path = styled(tmp_path, f"<table:table-row>{cell * 2}</table:table-row>" * 40)

    extent = OpenDocument(SpreadsheetPackage(path)).extent("Terms")

    found = extent.struck_cells | extent.partly_struck
    assert 0 < len(found) <= MOST_ODDITIES + MOST_COLUMNS
    assert max(column for _, column in found) <= MOST_COLUMNS


@pytest.mark.parametrize(
    ("value", "text", "is_otherwise"),
    [
        ('office:value-type="float" office:value="7"', "007", True),
        ('office:value-type="percentage" office:value="0.05"', "5,00 %", True),
        ('office:value-type="date" office:date-value="2024-03-01"', "01.03.2024", True),
        ('office:value-type="float" office:value="12"', "12", False),
        ('office:value-type="date" office:date-value="2024-03-01"', "2024-03-01", False),
        ('office:value-type="time" office:time-value="PT30H00M00S"', "30:00:00", True),
        ('office:value-type="float" office:value="1234567890123"', "1,23E+12", False),
    ],
)
def test_numbers_are_read_as_shown_or_as_kept(tmp_path: Path, value: str, text: str, is_otherwise: bool) -> None:
    cells = f"<table:table-cell {value}><text:p>{text}</text:p></table:table-cell>{CELL}"
    path = open_document(tmp_path / "t.ods", table_of(f"<table:table-row>{cells}</table:table-row>"))

    shown, kept = (
        xlsx_reader.preview_sheet(path, "Terms", header_row=0, reading=SheetReading(as_shown=each)).first_rows[0][0]
        for each in (True, False)
    )

    assert (shown == text, shown != kept) == (is_otherwise or "E" not in text, is_otherwise)
    assert OpenDocument(SpreadsheetPackage(path)).extent("Terms").shown_numbers == ({1: 1} if is_otherwise else {})
