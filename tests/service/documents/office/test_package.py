"""Office packages: limits for unpacking, the kinds of parts, and copies in which only the named parts change."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from support.files.document_files import members, packed
from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.office import package as package_module
from termdesk.service.documents.office.package import OfficePackage

TYPES = (
    b"<Types><Default Extension='XML' ContentType='text/xml'/><Default Extension='png' ContentType='image/png'/>"
    b"<Override PartName='/Word/Document.xml' ContentType='x.main+xml'/></Types>"
)
PARTS = {
    "[Content_Types].xml": TYPES,
    "word/document.xml": b"<d><t>one</t></d>",
    "word/notes.xml": b"<n/>",
    "word/picture.png": b"\x89PNG",
}


def package_of(folder: Path, parts: dict[str, bytes] | None = None) -> OfficePackage:
    (folder / "source").write_bytes(packed(PARTS if parts is None else parts))
    return OfficePackage(folder / "source")


def test_parts_are_found_by_their_type_in_whatever_case_names_are_written(tmp_path: Path) -> None:
    package = package_of(tmp_path)

    assert package.parts("main+xml") == ["word/document.xml"]
    assert package.parts("/xml", "/png") == ["[Content_Types].xml", "word/notes.xml", "word/picture.png"]
    assert package.root("word/document.xml").findtext("t") == "one"
    package.check_main("main+xml")


def test_another_kind_of_document_than_its_extension_says_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument):
        package_of(tmp_path).check_main("sheet.main+xml")


def test_parts_are_searched_without_being_parsed(tmp_path: Path) -> None:
    package = package_of(tmp_path)

    assert [package.contains(f"word/{name}.xml", b"<t>") for name in ("document", "notes")] == [True, False]
    assert package.matches("word/document.xml", re.compile(rb"<t>o\w+")) is True


def test_only_the_named_parts_change_in_a_copy(tmp_path: Path) -> None:
    package = package_of(tmp_path)
    package.write(tmp_path / "result", {"word/notes.xml": lambda: b"<n>new</n>"})

    assert members((tmp_path / "result").read_bytes()) == {**PARTS, "word/notes.xml": b"<n>new</n>"}
    assert members((tmp_path / "source").read_bytes()) == PARTS


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive", packed({"a.txt": b"x"})])
def test_what_is_no_office_document_is_refused_with_advice(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "source").write_bytes(content)

    with pytest.raises(UnreadableDocument) as refused:
        OfficePackage(tmp_path / "source")
    assert refused.value.remedy


def test_two_parts_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "source").write_bytes(packed(PARTS))
    with zipfile.ZipFile(tmp_path / "source", "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("word/document.xml", b"<other/>")

    with pytest.raises(UnreadableDocument):
        OfficePackage(tmp_path / "source")


@pytest.mark.parametrize(("limit", "value"), [("MOST_MEMBERS", 3), ("MOST_BYTES", 1_000), ("MOST_BYTES_OF_XML", 900)])
def test_what_unpacks_to_more_than_a_document_has_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    package_of(tmp_path)
    monkeypatch.setattr(package_module, limit, value)

    with pytest.raises(UnreadableDocument):
        package_of(tmp_path, {**PARTS, "word/long.xml": b"<a>" + b" " * 1_000 + b"</a>"})


def test_a_damaged_part_is_told_when_it_is_read(tmp_path: Path) -> None:
    content = bytearray(packed({**PARTS, "word/document.xml": bytes(range(256)) * 8}))
    content[content.index(b"word/document.xml") + 40] ^= 0xFF
    (tmp_path / "source").write_bytes(content)
    package = OfficePackage(tmp_path / "source")

    with pytest.raises(UnreadableDocument):
        package.contains("word/document.xml", b"x")
