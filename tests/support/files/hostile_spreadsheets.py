"""Spreadsheets designed to fill the memory (zip bombs, far corners, endless texts), with the expected messages."""

from __future__ import annotations

import copy
import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

SHEET = "xl/worksheets/sheet1.xml"
NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_ODS_HEAD = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
)
# The fastest compression. Blanks still shrink to less than a two-hundredth.
FAST = 1
_ODS_TAIL = "</office:spreadsheet></office:body></office:document-content>"
_ODS_KIND = "application/vnd.oasis.opendocument.spreadsheet"


def office_file(path: Path, **parts: str | bytes) -> Path:
    """Return a valid workbook whose `sheet`, `texts` or `book` is replaced."""
    sound = io.BytesIO()
    book = openpyxl.Workbook()
    book.active.title = "Terms"
    book.active.append(["a", "b"])
    book.save(sound)
    names = {"sheet": SHEET, "texts": "xl/sharedStrings.xml", "book": "xl/workbook.xml"}
    replaced = {names[part]: content for part, content in parts.items()}
    with zipfile.ZipFile(sound) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=FAST) as new:
        for name in dict.fromkeys([*old.namelist(), *replaced]):
            new.writestr(name, replaced[name] if name in replaced else old.read(name))
    return path


def sheet_of(rows: str, *, tail: str = "") -> str:
    return f'<worksheet xmlns="{NAMESPACE}"><sheetData>{rows}</sheetData>{tail}</worksheet>'


def open_document(path: Path, tables: str, *, manifest: str = "<manifest/>", prolog: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=FAST) as archive:
        archive.writestr("mimetype", _ODS_KIND, zipfile.ZIP_STORED)
        archive.writestr("META-INF/manifest.xml", manifest)
        archive.writestr("content.xml", prolog + _ODS_HEAD + tables + _ODS_TAIL)
    return path


def table_of(rows: str) -> str:
    return f'<table:table table:name="Terms">{rows}</table:table>'


def far_corner(path: Path) -> Path:
    return office_file(path, sheet=sheet_of('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1048576"><v>1</v></c></row>'))


def far_corner_in_another_spelling(path: Path) -> Path:
    rows = "<x:row r='1'><x:c\n s='0' r = 'a1'><x:v>1</x:v></x:c><x:c r = 'xfd1048576'><x:v>1</x:v></x:c></x:row>"
    sheet = f"<x:worksheet xmlns:x='{NAMESPACE}'><x:sheetData>{rows}</x:sheetData></x:worksheet>"
    return office_file(path, sheet=sheet)


def cell_beyond_all_numbers(path: Path) -> Path:
    return office_file(path, sheet=sheet_of(f'<row r="1"><c r="A{"9" * 5_000}"><v>1</v></c></row>'))


def far_row_of_cells_without_a_position(path: Path) -> Path:
    return office_file(
        path,
        sheet=sheet_of(
            '<row r="1048576">' + "<c><v>1</v></c>" * 16_384 + '</row><row r="1"><c r="A1"><v>1</v></c></row>'
        ),
    )


def bomb(path: Path) -> Path:
    return office_file(path, sheet=sheet_of(" " * 140_000_000))


def bomb_that_lies_about_its_length(path: Path) -> Path:
    office_file(path, sheet=sheet_of(" " * 100_000_000))
    data = bytearray(path.read_bytes())
    # Falsify the sizes in the central directory, which readers trust.
    position = data.index(SHEET.encode(), data.index(b"PK\x01\x02")) - 46
    data[position + 24 : position + 28] = struct.pack("<I", 1_000)
    path.write_bytes(data)
    return path


def too_many_parts(path: Path) -> Path:
    office_file(path)
    with zipfile.ZipFile(path, "a") as archive:
        add_parts(archive, 20_000)
    return path


def add_parts(archive: zipfile.ZipFile, count: int) -> None:
    """List so many more parts in the directory. They share the content of one, because writing each takes seconds."""
    archive.writestr("xl/shared.xml", b"")
    shared = archive.filelist[-1]
    for number in range(count - 1):
        part = copy.copy(shared)
        part.filename = f"xl/{number}.xml"
        archive.filelist.append(part)


def long_text_in_many_cells(path: Path) -> Path:
    rows = "".join(f'<row r="{row}"><c r="A{row}" t="s"><v>0</v></c></row>' for row in range(1, 20_001))
    texts = f'<sst xmlns="{NAMESPACE}"><si><t>{"x" * 1_000_000}</t></si></sst>'
    return office_file(path, sheet=sheet_of(rows), texts=texts)


def two_parts_of_one_name(path: Path) -> Path:
    office_file(path)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(SHEET, sheet_of(""))
    return path


def repeated_cells(path: Path) -> Path:
    cell = '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>'
    row = f'<table:table-row table:number-rows-repeated="1048576">{cell}</table:table-row>'
    return open_document(path, table_of(row))


def repeated_long_text(path: Path) -> Path:
    cell = f"<table:table-cell><text:p>{'x' * 100_000}</text:p></table:table-cell>"
    row = f'<table:table-row table:number-rows-repeated="1000000">{cell}</table:table-row>'
    return open_document(path, table_of(row))


def repeated_blanks(path: Path) -> Path:
    cell = '<table:table-cell><text:p>x<text:s text:c="4000000000"/></text:p></table:table-cell>'
    return open_document(
        path, f'<table:table table:name="Terms"><table:table-row>{cell}</table:table-row></table:table>'
    )


def negative_repeats(path: Path) -> Path:
    cell = '<table:table-cell table:number-columns-repeated="-5"><text:p>x</text:p></table:table-cell>'
    return open_document(
        path, f'<table:table table:name="Terms"><table:table-row>{cell}</table:table-row></table:table>'
    )


def bomb_below_the_limit(path: Path) -> Path:
    return office_file(path, sheet=sheet_of(" " * 120_000_000))


def open_bomb(path: Path) -> Path:
    return open_document(path, " " * 140_000_000)


def open_bomb_of_rows(path: Path) -> Path:
    cells = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>' * 2
    return open_document(path, table_of(f"<table:table-row>{cells}</table:table-row>" * 500_000))


def a_hundred_thousand_parts(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("content.xml", b"")
        add_parts(archive, 100_000)
    return path


def nested_bombs(path: Path) -> Path:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED, compresslevel=FAST) as archive:
        archive.writestr("xl/workbook.xml", b" " * 140_000_000)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=FAST) as archive:
        archive.writestr("inner.xlsx", inner.getvalue())
    return path


def nested_in_a_sheet(path: Path) -> Path:
    return office_file(path, sheet=nested_bombs(path).read_bytes())


_LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "laugh">'
    + "".join(f'<!ENTITY {chr(98 + level)} "{f"&{chr(97 + level)};" * 10}">' for level in range(9))
    + "]>"
)


def laughs_in_the_texts(path: Path) -> Path:
    return office_file(path, texts=f'{_LAUGHS}<sst xmlns="{NAMESPACE}"><si><t>&j;</t></si></sst>')


def laughs_in_the_workbook(path: Path) -> Path:
    return office_file(path, book=f'{_LAUGHS}<workbook><sheets><sheet name="&j;"/></sheets></workbook>')


def laughs_in_an_open_document(path: Path) -> Path:
    return open_document(path, "<x>&j;</x>", prolog=_LAUGHS)


def depth_without_end(path: Path) -> Path:
    return open_document(path, "<table:table>" * 300_000)


HOSTILE: dict[Callable[[Path], Path], str] = {
    far_corner: "more than 5,000,000 cells",
    far_corner_in_another_spelling: "more than 5,000,000 cells",
    cell_beyond_all_numbers: "more than 5,000,000 cells",
    far_row_of_cells_without_a_position: "more than 5,000,000 cells",
    bomb: "unpacks to",
    bomb_that_lies_about_its_length: "is damaged",
    too_many_parts: "unpacks to 20,0",
    long_text_in_many_cells: "bytes of text in its cells; at most 268,435,456 are read",
    two_parts_of_one_name: "two parts with the same name",
    repeated_cells: "more than 5,000,000 cells",
    repeated_long_text: "bytes of text in its cells; at most 268,435,456 are read",
    repeated_blanks: "bytes of text in its cells; at most 268,435,456 are read",
    negative_repeats: "impossible number of times",
    bomb_below_the_limit: "times its size",
    open_bomb: "unpacks to",
    open_bomb_of_rows: "times its size",
    a_hundred_thousand_parts: "unpacks to 100,0",
    nested_bombs: "is not a spreadsheet",
    nested_in_a_sheet: "cannot be read",
    laughs_in_the_texts: "cannot be read",
    laughs_in_the_workbook: "that is not XML",
    laughs_in_an_open_document: "no readable content",
    depth_without_end: "no readable content",
}
