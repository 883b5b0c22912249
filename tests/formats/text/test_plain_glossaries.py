"""Glossaries of OmegaT and Wordfast, as written by these tools and their users."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.detailed import details_of
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.text import plain_glossaries
from termdesk.formats.text.plain_glossaries import read_omegat, read_wordfast

UNITS = (
    "%20250102~101500\t%User ID,AB,Ann\t%TU=00000003\t%EN-US\t%Wordfast TM v.5.51w\t%DE-DE\t%---00000001\t.\t.\n"
    "20250102~101501\tAB\t0\tEN-US\tThe contract&'0A;ends.\tDE-DE\tDer Vertrag&'0A;endet.\tlaw\n"
    "20250102~101502\tAB\t4\tEN-US\tcourt\tFR-FR\ttribunal\n"
    "20250102~101503\tAB\n"
    "20250102~101504\tAB\t1\tEN-US\tjudge\tDE-DE\tRichter\n"
)


def file_of(folder: Path, text: str, name: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_omegats_own_glossary_has_comments_notes_and_a_first_line(tmp_path: Path, encoding: str) -> None:
    text = (
        "# Glossary in tab-separated format -*- coding: utf-8 -*-\n"
        'contract\tVertrag\tlegal, "civil"\r\n\r\n court \tGericht\nhigh "court"\tObergericht\t\n'
    )
    path = file_of(tmp_path, text, "glossary.txt", encoding)

    reading = read_omegat(path)

    assert list(reading.result.entries) == [
        ("contract", "Vertrag"),
        ("court", "Gericht"),
        ('high "court"', "Obergericht"),
    ]
    assert list(reading.result.lines) == [2, 4, 5]
    assert [detail.note for detail in details_of(reading.result.entries)] == ['legal, "civil"', "", ""]
    assert reading.result.blank_lines == 1
    assert reading.noted == {plain_glossaries.COMMENT_LINES: 1}


def test_omegats_csv_glossary_has_commas_and_quotes(tmp_path: Path) -> None:
    text = '"contract, written","Vertrag","two\nlines"\ncourt,Gericht\n"broken" x,y\n\njudge,Richter,a note,more\n'
    path = file_of(tmp_path, text, "glossary.csv")

    reading = read_omegat(path)

    assert list(reading.result.entries) == [
        ("contract, written", "Vertrag"),
        ("court", "Gericht"),
        ("judge", "Richter"),
    ]
    assert list(reading.result.lines) == [1, 3, 6]
    assert [detail.note for detail in details_of(reading.result.entries)] == ["two\nlines", "", "a note\nmore"]
    assert [(rejected.line, rejected.row) for rejected in reading.result.rejected_rows] == [(4, 3)]
    assert reading.result.blank_lines == 1
    assert reading.noted == {plain_glossaries.FURTHER_COLUMNS: 1}


def test_lines_that_are_no_entry_are_faults_with_their_text(tmp_path: Path) -> None:
    path = file_of(tmp_path, "contract\tVertrag\nalone\n\tGericht\ncourt\t \n", "glossary.utf8")

    rejected_rows = read_omegat(path).result.rejected_rows

    assert [(rejected.line, rejected.row, rejected.original) for rejected in rejected_rows] == [
        (2, 2, "alone"),
        (3, 3, "\tGericht"),
        (4, 4, "court\t "),
    ]
    assert [rejected.salvaged for rejected in rejected_rows] == [("alone", ""), ("", "Gericht"), ("court", " ")]
    assert all(rejected.remedy for rejected in rejected_rows)


def test_bytes_of_another_encoding_cost_their_line_only(tmp_path: Path) -> None:
    path = tmp_path / "glossary.tab"
    path.write_bytes("street\tStra\u00dfe\n".encode() + "fair\tsch\u00f6n\n".encode("latin-1"))

    reading = read_omegat(path, encoding="utf-8")

    assert list(reading.result.entries) == [("street", "Straße")]
    assert reading.result.rejected_rows[0].original == b"fair\tsch\xf6n"


def test_a_wordfast_glossary_is_in_utf_16_and_has_codes_and_further_columns(tmp_path: Path) -> None:
    text = "contract\tVertrag\tlegal\t2025\tAnn\r\nfirst&'0D;&'0A;line\tZeile\r\n"
    path = file_of(tmp_path, text, "wordfast.txt", "utf-16")

    reading = read_wordfast(path)

    assert list(reading.result.entries) == [("contract", "Vertrag"), ("first\r\nline", "Zeile")]
    assert reading.result.entries.detail(0).note == "legal\n2025\nAnn"
    assert reading.noted == {plain_glossaries.FURTHER_COLUMNS: 1}


def test_a_wordfast_memory_gives_the_units_of_the_pair(tmp_path: Path) -> None:
    path = file_of(tmp_path, UNITS, "memory.txt", "utf-16")

    reading = read_wordfast(path, pair=LanguagePair("en", "de"))

    assert list(reading.result.entries) == [
        ("The contract\nends.", "Der Vertrag\nendet."),
        ("judge", "Richter"),
    ]
    assert reading.result.ignored_rows == 1
    assert [(rejected.line, rejected.row) for rejected in reading.result.rejected_rows] == [(4, 3)]
    assert reading.noted == {plain_glossaries.HEADER_LINES: 1, plain_glossaries.UNIT_FIELDS: 2}
