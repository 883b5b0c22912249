"""Spreadsheets that are damaged, encrypted, something else, or made to fill the memory: refused in words."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from termdesk.domain.errors import UnreadableFile
from termdesk.formats import xlsx

ROOT = Path(__file__).resolve().parents[2]
_SHEET = "xl/worksheets/sheet1.xml"
_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_ODS_HEAD = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
)
_ODS_TAIL = "</office:spreadsheet></office:body></office:document-content>"
_ODS_KIND = "application/vnd.oasis.opendocument.spreadsheet"


def office_file(path: Path, **parts: str | bytes) -> Path:
    """A sound workbook whose `sheet`, `texts` or `book` is replaced."""
    sound = io.BytesIO()
    book = openpyxl.Workbook()
    book.active.title = "Terms"
    book.active.append(["a", "b"])
    book.save(sound)
    names = {"sheet": _SHEET, "texts": "xl/sharedStrings.xml", "book": "xl/workbook.xml"}
    replaced = {names[part]: content for part, content in parts.items()}
    with zipfile.ZipFile(sound) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in dict.fromkeys([*old.namelist(), *replaced]):
            new.writestr(name, replaced[name] if name in replaced else old.read(name))
    return path


def sheet_of(rows: str, *, tail: str = "") -> str:
    return f'<worksheet xmlns="{_NAMESPACE}"><sheetData>{rows}</sheetData>{tail}</worksheet>'


def open_document(path: Path, tables: str, *, manifest: str = "<manifest/>") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", _ODS_KIND, zipfile.ZIP_STORED)
        archive.writestr("META-INF/manifest.xml", manifest)
        archive.writestr("content.xml", _ODS_HEAD + tables + _ODS_TAIL)
    return path


def table_of(rows: str) -> str:
    return f'<table:table table:name="Terms">{rows}</table:table>'


def far_corner(path: Path) -> Path:
    return office_file(path, sheet=sheet_of('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1048576"><v>1</v></c></row>'))


def far_corner_in_another_spelling(path: Path) -> Path:
    rows = "<x:row r='1'><x:c\n s='0' r = 'a1'><x:v>1</x:v></x:c><x:c r = 'xfd1048576'><x:v>1</x:v></x:c></x:row>"
    sheet = f"<x:worksheet xmlns:x='{_NAMESPACE}'><x:sheetData>{rows}</x:sheetData></x:worksheet>"
    return office_file(path, sheet=sheet)


def cell_beyond_all_numbers(path: Path) -> Path:
    return office_file(path, sheet=sheet_of(f'<row r="1"><c r="A{"9" * 5_000}"><v>1</v></c></row>'))


def far_row_of_cells_without_a_place(path: Path) -> Path:
    return office_file(
        path,
        sheet=sheet_of(
            '<row r="1048576">' + "<c><v>1</v></c>" * 16_384 + '</row><row r="1"><c r="A1"><v>1</v></c></row>'
        ),
    )


def bomb(path: Path) -> Path:
    return office_file(path, sheet=sheet_of(" " * 200_000_000))


def bomb_that_lies_about_its_length(path: Path) -> Path:
    office_file(path, sheet=sheet_of(" " * 100_000_000))
    data = bytearray(path.read_bytes())
    # The lengths in the central directory, which readers believe.
    place = data.index(_SHEET.encode(), data.index(b"PK\x01\x02")) - 46
    data[place + 24 : place + 28] = struct.pack("<I", 1_000)
    path.write_bytes(data)
    return path


def too_many_parts(path: Path) -> Path:
    office_file(path)
    with zipfile.ZipFile(path, "a") as archive:
        for number in range(20_000):
            archive.writestr(f"xl/{number}.xml", b"")
    return path


def long_text_in_many_cells(path: Path) -> Path:
    rows = "".join(f'<row r="{row}"><c r="A{row}" t="s"><v>0</v></c></row>' for row in range(1, 20_001))
    texts = f'<sst xmlns="{_NAMESPACE}"><si><t>{"x" * 1_000_000}</t></si></sst>'
    return office_file(path, sheet=sheet_of(rows), texts=texts)


def two_parts_of_one_name(path: Path) -> Path:
    office_file(path)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(_SHEET, sheet_of(""))
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


HOSTILE: dict[Callable[[Path], Path], str] = {
    far_corner: "more than 5,000,000 cells",
    far_corner_in_another_spelling: "more than 5,000,000 cells",
    cell_beyond_all_numbers: "more than 5,000,000 cells",
    far_row_of_cells_without_a_place: "more than 5,000,000 cells",
    bomb: "unpacks to",
    bomb_that_lies_about_its_length: "is damaged",
    too_many_parts: "unpacks to 20,0",
    long_text_in_many_cells: "bytes of text in its cells",
    two_parts_of_one_name: "two parts of one name",
    repeated_cells: "more than 5,000,000 cells",
    repeated_long_text: "bytes of text in its cells",
    repeated_blanks: "bytes of text in its cells",
    negative_repeats: "impossible number of times",
}

_TRY = """
import resource, sys
from pathlib import Path
from termdesk.domain.errors import UnreadableFile
from termdesk.formats import xlsx
resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
try:
    xlsx.preview_sheet(Path(sys.argv[1]), "Terms")
except UnreadableFile as error:
    # The peak in getrusage is the parent's where that had more.
    peak = int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) // 1024
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(peak, used.ru_utime + used.ru_stime, error.message)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peaks of memory are measured as Linux counts them")
@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
def test_hostile_files_are_refused_within_two_seconds_and_256_megabytes(
    tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    path = make(tmp_path / "hostile.xlsx")

    answer = subprocess.run(
        [sys.executable, "-c", _TRY, str(path)],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT / "desktop")},
        timeout=30,
        check=False,
    )

    assert answer.returncode == 0, answer.stderr[-500:]
    megabytes, seconds, message = answer.stdout.split(" ", 2)
    assert HOSTILE[make] in message
    assert int(megabytes) <= 256
    assert float(seconds) <= 2


def no_file(path: Path) -> None:
    return None


def folder(path: Path) -> None:
    path.mkdir()


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def plain_text(path: Path) -> None:
    path.write_text("a\tb\n")


def half_of_a_file(path: Path) -> None:
    data = office_file(path).read_bytes()
    path.write_bytes(data[: len(data) // 2])


def another_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<x/>")


def broken_workbook(path: Path) -> None:
    office_file(path, book="<workbook><sheets>")


def encrypted_office_file(path: Path) -> None:
    # Office programs put an encrypted package into a container of the old kind.
    path.write_bytes(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000) + "EncryptedPackage".encode("utf-16-le") + bytes(1000)
    )


def old_container_of_nothing(path: Path) -> None:
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4096))


def damaged_old_file(path: Path) -> None:
    data = bytearray((Path(__file__).with_name("files") / "libreoffice.xls").read_bytes())
    for place in range(600, len(data), 7):
        data[place] ^= 0x5A
    path.write_bytes(data)


def encrypted_open_document(path: Path) -> None:
    open_document(path, "", manifest='<manifest><encryption-data checksum="x"/></manifest>')


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (no_file, "does not exist"),
        (folder, "is not a file"),
        (nothing, "is damaged"),
        (plain_text, "is damaged"),
        (half_of_a_file, "is damaged"),
        (another_zip, "is no spreadsheet"),
        (broken_workbook, "is no XML"),
        (encrypted_office_file, "is encrypted"),
        (old_container_of_nothing, "is damaged"),
        (damaged_old_file, "is damaged"),
        (encrypted_open_document, "is encrypted"),
    ],
)
def test_what_is_no_readable_spreadsheet_is_told_apart(
    tmp_path: Path, make: Callable[[Path], None], reason: str
) -> None:
    path = tmp_path / "t.xlsx"
    make(path)

    with pytest.raises(UnreadableFile, match=reason) as caught:
        xlsx.sheets(path)

    assert caught.value.remedy


def test_entities_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    entity = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{(tmp_path / "secret").as_uri()}">]>'
    cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>a&e;</t></is></c><c r="B1"><v>1</v></c></row>'
    path = office_file(tmp_path / "t.xlsx", sheet=entity + sheet_of(cell))

    try:
        rows = list(xlsx.read_sheet(path, "Terms"))
    except UnreadableFile:
        rows = []

    assert "secret" not in str(rows)


def test_an_xlsx_file_may_have_any_name(tmp_path: Path) -> None:
    path = office_file(tmp_path / "terms.dat")

    assert list(xlsx.read_sheet(path, "Terms")) == [["a", "b"]]


def test_cells_without_a_place_stand_one_behind_the_other(tmp_path: Path) -> None:
    rows = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c><c><v>4</v></c></row>"
    path = office_file(tmp_path / "t.xlsx", sheet=sheet_of(rows))

    assert list(xlsx.read_sheet(path, "Terms")) == [[1.0, 2.0], [3.0, 4.0]]


def test_how_a_word_is_pronounced_is_no_part_of_it(tmp_path: Path) -> None:
    japanese = '<si><r><t>契約</t></r><rPh sb="0" eb="2"><t>ケイヤク</t></rPh></si>'
    texts = f'<sst xmlns="{_NAMESPACE}"><si><t>contract</t></si>{japanese}</sst>'
    cells = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    path = office_file(tmp_path / "t.xlsx", sheet=sheet_of(cells), texts=texts)

    assert list(xlsx.read_sheet(path, "Terms")) == [["contract", "契約"]]


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

    assert list(xlsx.read_sheet(path, "Terms")) == [[text, text]]


def test_merged_areas_without_end_cost_nothing(tmp_path: Path) -> None:
    merged = "".join(f'<mergeCell ref="A{row}:A1048576"/>' for row in range(1, 2_000))
    rows = "".join(
        f'<row r="{row}"><c r="A{row}"><v>1</v></c><c r="B{row}"><v>1</v></c></row>' for row in range(1, 2_000)
    )
    path = office_file(tmp_path / "t.xlsx", sheet=sheet_of(rows, tail=f"<mergeCells>{merged}</mergeCells>"))

    result = xlsx.read(path, "Terms", xlsx.preview_sheet(path, "Terms").layout)

    assert len(result.entries) == 1_999
