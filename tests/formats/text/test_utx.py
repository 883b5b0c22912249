"""UTX in the layouts of its versions, and as converters write it."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.detailed import details_of
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.registry import file_formats
from termdesk.formats.text import utx
from termdesk.formats.text.plain_glossaries import COMMENT_LINES, HEADER_LINES

UTX_1_20 = (
    "#UTX 1.20; en-US/ja-JP; 2016-08-03T10:00:00Z; copyright: AAMT (2016); license: CC-by 4.0; bidirectional\r\n"
    "#description: Words of gardens, see http://example.org/gardens/ja; domain: gardening\r\n"
    "#src\ttgt\tsrc:pos\ttgt:pos\tterm status\tsrc:comment\ttgt:comment\tconcept ID\r\n"
    "tree\t木\tnoun\tnoun\tapproved\ttall\t-\tC1\r\n"
    "# a line that somebody took out\r\n"
    "tree\t樹\tnoun\tnoun\tforbidden\t\tused once\tC1\r\n"
    "\r\n"
    "twig\t小枝\tnoun\t\tnon-standard\t\t\tC2\r\n"
    "leaf\t葉\t-\t-\tprovisional\r\n"
    "root\t\tnoun\r\n"
)
UTX_1_11 = "#UTX 1.11; de/en; 2013-12-20; Dictionary ID: sample;\n#src\ttgt\tsrc:pos\tcustomer\nHund\tdog\tnoun\tSAP\n"
UTX_S_1_00 = "# UTX-S 1.00 en/eo 2010-01-01T00:00:00Z\n#src\ttgt\tsrc:pos\nworld\tmondo\t\n"


def file_of(folder: Path, text: str, name: str = "garden.utx") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def test_utx_1_20_has_status_and_comments(tmp_path: Path) -> None:
    path = file_of(tmp_path, UTX_1_20)

    reading = utx.read(path)

    assert utx.header_of(path).pair == LanguagePair("en-US", "ja-JP")
    assert list(reading.result.entries) == [("tree", "木"), ("tree", "樹"), ("twig", "小枝"), ("leaf", "葉")]
    assert details_of(reading.result.entries) == [
        EntryDetail("preferred", "tall"),
        EntryDetail("forbidden", "used once"),
        EntryDetail("admitted"),
        EntryDetail("", "Status: provisional"),
    ]
    assert list(reading.result.lines) == [4, 6, 8, 9]
    assert [(rejected.line, rejected.reason, rejected.salvaged) for rejected in reading.result.rejected_rows] == [
        (10, "The line has no target.", ("root", "")),
    ]
    assert reading.result.blank_lines == 1
    assert reading.noted == {
        COMMENT_LINES: 1,
        HEADER_LINES: 3,
        "not read: src:pos": 3,
        "not read: tgt:pos": 2,
        "not read: concept id": 3,
    }


@pytest.mark.parametrize(
    ("text", "version", "pair"),
    [(UTX_1_11, "1.11", LanguagePair("de", "en")), (UTX_S_1_00, "1.00", LanguagePair("en", "eo"))],
)
def test_older_versions_are_known_by_their_first_line(
    tmp_path: Path, text: str, version: str, pair: LanguagePair
) -> None:
    path = file_of(tmp_path, text, "words.txt")

    header = utx.header_of(path)

    assert file_formats.find(path).text_kind == "utx"
    assert (header.version, header.pair) == (version, pair)
    assert len(utx.read(path).result.entries) == 1


def test_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    path = file_of(tmp_path, "#UTX 1.20; en/de\n#term status\ttgt\tdomain\tsrc\nrejected\tHaus\tlaw\thouse\n")

    entries = utx.read(path).result.entries

    assert list(entries) == [("house", "Haus")]
    assert entries.detail(0) == EntryDetail("forbidden", "", "law")


def test_without_its_columns_it_is_refused_with_a_remedy(tmp_path: Path) -> None:
    path = file_of(tmp_path, "#UTX 1.20; en/de\nhouse\tHaus\n")

    with pytest.raises(UnreadableFile, match="names the columns src and tgt") as refusal:
        utx.read(path)

    assert "#src" in refusal.value.remedy
