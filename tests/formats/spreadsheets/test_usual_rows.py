"""Rows of plain texts are summarised only if a pattern is enough to find them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from support.files.hostile_spreadsheets import open_document, table_of
from termdesk.formats.spreadsheets import open_document as open_document_module
from termdesk.formats.spreadsheets import usual_rows
from termdesk.formats.spreadsheets.open_document import OpenDocument
from termdesk.formats.spreadsheets.spreadsheet_package import SpreadsheetPackage
from termdesk.formats.spreadsheets.usual_rows import (
    UsualRows,
    blocks_of_rows,
    usual_rows_of,
    with_usual_rows_summed,
)

CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
STYLED = '<table:table-cell table:style-name="ce1" office:value-type="string">'
TYPED = '<table:table-cell office:value-type="string" calcext:value-type="string">'
END = "</text:p></table:table-cell>"
PLAIN = f"<table:table-row>{TYPED}<text:p>house{END}{TYPED}<text:p>Haus{END}</table:table-row>"
CELLS = (
    f"{TYPED}<text:p>Grün &amp; Gold{END}",
    f"{STYLED}<text:p>カタカナ{END}",
    "<table:table-cell><text:p>緑</text:p></table:table-cell>",
    f"{TYPED}<text:p> \N{EM SPACE}{END}",
    f"{TYPED}<text:p>\N{IDEOGRAPHIC SPACE}{END}",
    f"{TYPED}<text:p>a<text:tab/>b{END}",
    '<table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell>',
    '<table:table-cell calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>',
    TYPED.replace(">", ' table:number-rows-spanned="3">') + f"<text:p>merged{END}",
    TYPED.replace(">", ' table:number-columns-repeated="2">') + f"<text:p>twice{END}",
    '<table:table-cell table:number-columns-repeated="3"/>',
)
ROWS = ("<table:table-row>", '<table:table-row table:style-name="ro1">', '<table:table-row table:visibility="filter">')


def mixed_rows(count: int) -> str:
    """Return rows of all kinds, most of them plain."""
    chosen = random.Random(3)
    rows = (
        chosen.choice(ROWS) + "".join(chosen.choices(CELLS, k=chosen.randint(1, 4))) + "</table:table-row>"
        for _ in range(count)
    )
    return "".join(row if number % 5 == 0 else PLAIN for number, row in enumerate(rows))


def tables(path: Path) -> list[open_document_module._OpenTable]:
    return OpenDocument(SpreadsheetPackage(path))._tables


def test_what_is_known_of_a_sheet_does_not_depend_on_summing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = table_of(mixed_rows(3_000)) + table_of(PLAIN * 250)
    content = content.replace("<table:table ", f'<table:table xmlns:calcext="{CALC}" ')
    path = open_document(tmp_path / "t.ods", content)
    assert with_usual_rows_summed(path_content(path)).count(b"usual-rows") > 500

    summed = tables(path)
    monkeypatch.setattr(usual_rows, "_BLOCK", 5_000)
    in_blocks = tables(path)
    monkeypatch.setattr(open_document_module, "with_usual_rows_summed", lambda content: content)
    parsed = tables(path)

    for found in (summed, in_blocks):
        assert [replace(each, text_bytes=0) for each in found] == [replace(each, text_bytes=0) for each in parsed]
    assert all(exact.text_bytes <= bound.text_bytes for bound, exact in zip(summed, parsed, strict=True))


def path_content(path: Path) -> bytes:
    return SpreadsheetPackage(path).read("content.xml")


def test_an_element_tells_how_many_rows_it_stands_for_how_wide_and_how_long() -> None:
    broad = PLAIN.replace("</table:table-row>", f"{TYPED}<text:p>home{END}</table:table-row>")
    summed = with_usual_rows_summed((PLAIN * 3 + broad).encode())

    found = usual_rows_of(summed.decode().split('"')[1])

    assert summed.count(b"<") == 1
    assert found[:2] == UsualRows(4, 3, 0)[:2]
    assert found.text_length >= len("houseHaus" * 4 + "home")


@pytest.mark.parametrize(
    "content",
    [
        f"<!-- {PLAIN} -->".encode(),
        f"<?rows {PLAIN}?><?more ?>".encode(),
        f'<table:sub-table table:is-sub-table="true"/>{PLAIN}'.encode(),
        f'<style:text-properties style:text-line-through-style="solid"/>{PLAIN}'.encode(),
        PLAIN.replace("Haus", "H\N{LATIN SMALL LETTER U WITH DIAERESIS}").encode("latin-1"),
        f'<?xml version="1.0" encoding="iso-8859-1"?>{PLAIN}'.encode(),
    ],
    ids=["comment", "instruction", "rows in rows", "struck out", "damaged", "other encoding"],
)
def test_content_that_only_a_parser_understands_stays_as_it_is(content: bytes) -> None:
    assert with_usual_rows_summed(content) == content


@pytest.mark.parametrize("claim", ["1 1 1", "not a number"])
def test_a_file_cannot_claim_that_an_element_stands_for_rows(tmp_path: Path, claim: str) -> None:
    row = PLAIN.replace("-row>", f'-row usual-rows="{claim}" table:number-rows-repeated="700">', 1)
    content = table_of(PLAIN + row).replace("<table:table ", f'<table:table xmlns:calcext="{CALC}" ')

    [table] = tables(open_document(tmp_path / "t.ods", content))

    assert (table.extent.row_count, table.extent.column_count) == (701, 2)


def test_at_most_some_rows_are_summed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert with_usual_rows_summed((PLAIN * 250).encode()).count(b"<") == -(-250 // usual_rows._MOST_ROWS)


def test_rows_are_looked_for_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usual_rows, "_BLOCK", 1_000)
    content = f"<table:table>{PLAIN * 50}</table:table>".encode()

    blocks = list(blocks_of_rows(content))

    assert b"".join(blocks) == content
    assert all(len(block) < 1_000 + 2 * len(PLAIN) for block in blocks)
    assert all(block.endswith(b"-row>") for block in blocks[:-1])
    assert with_usual_rows_summed(content).count(b"<table:table-row") == len(blocks)


def test_no_more_is_looked_for_where_the_first_blocks_have_no_usual_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usual_rows, "_BLOCK", 1_000)
    other = PLAIN.replace("Haus", "Haus<text:tab/>")

    for count, is_summed in ((5, True), (50, False)):
        content = (other * count + PLAIN).encode()
        assert (with_usual_rows_summed(content) != content) is is_summed
