"""Zip packages that would deceive the reader: members larger than declared, or of another kind, are rejected."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.spreadsheets import spreadsheet_package
from termdesk.formats.spreadsheets.spreadsheet_package import (
    MOST_CELLS,
    MOST_ODDITIES,
    Extent,
    SpreadsheetPackage,
    check_size,
)


def package_of(folder: Path, **members: bytes) -> Path:
    path = folder / "t.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.xml", content)
    return path


def test_members_are_read_by_their_names(tmp_path: Path) -> None:
    package = SpreadsheetPackage(package_of(tmp_path, book=b"<book/>", sheet=b"<s><c/></s>"))

    assert package.names == ["book.xml", "sheet.xml"]
    assert package.read("book.xml") == b"<book/>"
    assert [element.tag for element in package.root("sheet.xml").iter()] == ["s", "c"]
    with pytest.raises(UnreadableFile):
        package.read("styles.xml")


def test_a_small_part_that_is_no_xml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        SpreadsheetPackage(package_of(tmp_path, book=b"<book>")).root("book.xml")


def test_what_is_handed_to_the_reader_has_the_members_that_were_looked_through_and_no_others(tmp_path: Path) -> None:
    package = SpreadsheetPackage(package_of(tmp_path, book=b"<book/>", sheet=b"<old/>", macro=b"<m/>"))

    with zipfile.ZipFile(package.repack(["book.xml", "sheet.xml"], {"sheet.xml": b"<new/>"})) as stored:
        assert {name: stored.read(name) for name in stored.namelist()} == {
            "book.xml": b"<book/>",
            "sheet.xml": b"<new/>",
        }
        assert {member.compress_type for member in stored.infolist()} == {zipfile.ZIP_STORED}


def test_damage_inside_a_member_is_told_when_it_is_read(tmp_path: Path) -> None:
    path = package_of(tmp_path, book=bytes(range(256)) * 40)
    data = bytearray(path.read_bytes())
    data[60] ^= 0xFF
    path.write_bytes(data)

    with pytest.raises(UnreadableFile) as caught:
        SpreadsheetPackage(path).read("book.xml")
    assert (caught.value.path, bool(caught.value.remedy)) == (str(path), True)


def test_a_password_is_told(tmp_path: Path) -> None:
    path = package_of(tmp_path, book=b"<book/>")
    data = bytearray(path.read_bytes())
    # The encryption flag in the central directory.
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)

    with pytest.raises(UnreadableFile, match="encrypted"):
        SpreadsheetPackage(path)


def test_pictures_are_never_unpacked_and_may_be_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet_package, "MOST_UNPACKED_BYTES", 1_000)
    path = package_of(tmp_path, book=b"<book/>")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("media/scan.png", bytes(5_000))
    assert SpreadsheetPackage(path).read("book.xml") == b"<book/>"

    with pytest.raises(UnreadableFile):
        SpreadsheetPackage(package_of(tmp_path, book=b"<b>" + b" " * 1_000 + b"</b>"))


def test_a_sheet_is_refused_by_its_rectangle_and_by_what_is_odd_in_it() -> None:
    path = Path("t.xlsx")
    check_size(path, "Terms", Extent(MOST_CELLS // 5, 5))

    with pytest.raises(UnreadableFile):
        check_size(path, "Terms", Extent(MOST_CELLS // 5 + 1, 5))
    with pytest.raises(UnreadableFile):
        check_size(path, "Terms", Extent(1, 1, merged=[(1, 2, 1)] * (MOST_ODDITIES + 1)))
