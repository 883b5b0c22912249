"""Files before they are sent: their cost, why some cannot be sent, and the names of results."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import docx
import pytest

from termdesk.application.documents.document_files import (
    DocumentFile,
    count_sent_again,
    examine,
    files_in,
    least_billed,
    name_result,
    results_among,
)

pytestmark = pytest.mark.anyio


def a_file(path: Path, content: bytes | str = "The house is big.") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


async def examined(path: Path, *, is_local: bool = True, is_free: bool = False) -> DocumentFile:
    return await examine(path, is_local=is_local, is_free=is_free)


async def test_a_text_costs_its_characters(tmp_path: Path) -> None:
    found = await examined(a_file(tmp_path / "a.txt", "Größe: 😀 zwei"))

    assert found.can_be_translated
    assert found.billed == len("Größe: 😀 zwei")


async def test_a_short_office_document_costs_the_minimum(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("One word")
    document.save(str(tmp_path / "a.docx"))

    found = await examined(tmp_path / "a.docx")

    assert found.billed == 50_000


XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" target-language="fi" datatype="plaintext"><body>
<trans-unit id="1"><source>house</source><target>talo</target></trans-unit>
<trans-unit id="2"><source>big</source></trans-unit>
</body></file></xliff>"""


async def test_what_is_translated_already_costs_nothing_on_this_computer(tmp_path: Path) -> None:
    found = await examined(a_file(tmp_path / "a.xlf", XLIFF))
    elsewhere = await examined(tmp_path / "a.xlf", is_local=False)

    assert [found.least_billed(target) for target in ("fi", "fi-FI", "de")] == [3, 3, 8]
    assert least_billed([found], ["fi", "de"]) == 3 + 8
    # Another service receives the whole file, and may bill all of it.
    assert least_billed([elsewhere], ["fi", "de"]) == 2 * 8
    assert count_sent_again([elsewhere], ["fi", "de"]) == 5
    assert count_sent_again([found], ["fi", "de"]) == 0
    assert not found.costs_minimum


async def test_the_text_of_a_pdf_is_not_counted_but_its_minimum_is_known(tmp_path: Path) -> None:
    found = await examined(a_file(tmp_path / "a.pdf", "%PDF-1.7"), is_local=False)

    assert found.can_be_translated
    assert found.billed is None
    assert found.least_billed("de") == 50_000


@pytest.mark.parametrize(
    ("name", "content", "problem", "remedy"),
    [
        ("a.pdf", "%PDF-1.7", "service on this computer", "document that it was made from"),
        ("a.png", "x", "service on this computer", "Type the text"),
        ("a.doc", "x", "“doc” are not translated", "Save it as docx"),
        ("a.exe", "x", "“exe” are not translated", "docx"),
        ("README", "x", "no extension", "docx"),
        ("a.txt", "", "is empty", ""),
        ("a.docx", "this is no package", "cannot be read", ""),
    ],
)
async def test_what_cannot_be_translated_says_why(
    tmp_path: Path, name: str, content: str, problem: str, remedy: str
) -> None:
    found = await examined(a_file(tmp_path / name, content))

    assert not found.can_be_translated
    assert problem in found.problem
    assert remedy in found.remedy


async def test_a_file_over_the_limit_of_its_format_is_refused_before_it_is_sent(tmp_path: Path) -> None:
    srt = a_file(tmp_path / "a.srt", b"x" * 150_001)

    assert "150,000 of this format" in (await examined(srt, is_local=False)).problem


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes among its files")
async def test_a_named_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.txt")

    assert "not a file" in (await examined(tmp_path / "a.txt")).problem


def test_translations_in_a_folder_are_left_out_unless_the_file_itself_is_given(tmp_path: Path) -> None:
    original, result = a_file(tmp_path / "a.txt"), a_file(tmp_path / "a.es.txt")

    assert files_in([tmp_path]) == [result, original]
    assert results_among([result, original], [tmp_path], {str(result)}) == [result]
    assert results_among([result, original], [tmp_path, result], {str(result)}) == []


async def test_a_file_that_is_gone_is_no_file(tmp_path: Path) -> None:
    assert "not a file" in (await examined(tmp_path / "a.txt")).problem


def test_of_a_folder_all_documents_are_meant_and_nothing_else(tmp_path: Path) -> None:
    expected = [a_file(tmp_path / name) for name in ("a.docx", "below/b.htm", "c.txt")]
    for name in (".hidden.txt", "~$a.docx", "d.exe", "below/.e.txt"):
        a_file(tmp_path / name)

    assert files_in([tmp_path, expected[0]]) == expected


def test_of_a_folder_documents_that_no_service_translates_are_named_but_not_pictures(tmp_path: Path) -> None:
    expected = [a_file(tmp_path / name) for name in ("a.docx", "b.odt", "c.RTF")]
    a_file(tmp_path / "logo.gif")

    assert files_in([tmp_path]) == expected


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("", "contract.es.docx"),
        ("{target}-{name}", "es-contract.docx"),
        ("{name} {source}>{target}", "contract en_es.docx"),
        ("../{name}", "_contract.docx"),
        ("{name}{other}", "contract{other}.docx"),
    ],
)
def test_results_are_named_by_a_pattern(pattern: str, name: str) -> None:
    assert name_result(pattern, Path("/x/contract.docx"), source="en", target="es", taken=set()) == name


def test_no_two_results_have_one_name() -> None:
    taken = {"contract.es.docx"}

    names = [name_result("", Path("contract.docx"), source="", target="es", taken=taken) for _ in range(2)]

    assert names == ["contract.es (2).docx", "contract.es (3).docx"]
