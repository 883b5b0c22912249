"""Damaged, encrypted and mislabelled spreadsheets are rejected with a message; `test_hostile_files` has the bombs."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from support.files.hostile_spreadsheets import NAMESPACE, office_file, open_document, sheet_of
from termdesk.domain.errors import UnreadableFile
from termdesk.formats.spreadsheets import xlsx_reader


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
    # Office programs put an encrypted package into an OLE container, like an old workbook.
    path.write_bytes(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000) + "EncryptedPackage".encode("utf-16-le") + bytes(1000)
    )


def old_container_of_nothing(path: Path) -> None:
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4096))


def damaged_old_file(path: Path) -> None:
    data = bytearray((Path(__file__).parents[1] / "files" / "libreoffice.xls").read_bytes())
    for position in range(600, len(data), 7):
        data[position] ^= 0x5A
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
        (another_zip, "is not a spreadsheet"),
        (broken_workbook, "that is not XML"),
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
        xlsx_reader.sheets(path)

    assert caught.value.remedy


def rows_of(path: Path) -> list[tuple[str, ...]]:
    return list(xlsx_reader.preview_sheet(path, "Terms", header_row=0).first_rows)


def test_entities_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    entity = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{(tmp_path / "secret").as_uri()}">]>'
    cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>a&e;</t></is></c><c r="B1"><v>1</v></c></row>'
    path = office_file(tmp_path / "t.xlsx", sheet=entity + sheet_of(cell))

    try:
        rows = rows_of(path)
    except UnreadableFile:
        rows = []

    assert "secret" not in str(rows)


def test_an_xlsx_file_may_have_any_name(tmp_path: Path) -> None:
    path = office_file(tmp_path / "terms.dat")

    assert rows_of(path) == [("a", "b")]


def test_how_a_word_is_pronounced_is_no_part_of_it(tmp_path: Path) -> None:
    japanese = '<si><r><t>契約</t></r><rPh sb="0" eb="2"><t>ケイヤク</t></rPh></si>'
    texts = f'<sst xmlns="{NAMESPACE}"><si><t>contract</t></si>{japanese}</sst>'
    cells = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    path = office_file(tmp_path / "t.xlsx", sheet=sheet_of(cells), texts=texts)

    assert rows_of(path) == [("contract", "契約")]
