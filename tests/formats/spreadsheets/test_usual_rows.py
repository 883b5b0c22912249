"""Rows of plain texts are taken out of the content only if splitting it reads them as the library would."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.files.hostile_spreadsheets import open_document, table_of
from termdesk.formats.spreadsheets import open_document as open_document_module
from termdesk.formats.spreadsheets import usual_rows, xlsx_reader
from termdesk.formats.spreadsheets.cells import Cell
from termdesk.formats.spreadsheets.open_document import OpenDocument
from termdesk.formats.spreadsheets.sheet_layout import EVERYTHING
from termdesk.formats.spreadsheets.spreadsheet_package import SpreadsheetPackage
from termdesk.formats.spreadsheets.usual_rows import blocks_of_rows, expand_rows, take_usual_rows

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


Rows: TypeAlias = list[list[Cell]]


def rows_of_sheets(path: Path) -> list[Rows]:
    workbook = xlsx_reader.open_workbook(path)
    names = [sheet.name for sheet in workbook.sheets()]
    rows = [xlsx_reader.sheet_rows(path, name, reading=EVERYTHING, workbook=workbook)[1] for name in names]
    return [[list(row) for row in each] for each in rows]


def without_taking(content: bytes) -> tuple[bytes, list[usual_rows.UsualRows]]:
    return content, []


@pytest.mark.slow
def test_what_is_known_of_a_sheet_does_not_depend_on_usual_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = table_of(mixed_rows(3_000)) + table_of(PLAIN * 250).replace("Terms", "More")
    content = content.replace("<table:table ", f'<table:table xmlns:calcext="{CALC}" ')
    path = open_document(tmp_path / "t.ods", content)
    rest, taken = take_usual_rows(path_content(path))
    assert rest.count(b"<table:table-row usual-rows") > 500
    assert sum(len(each.rows) for each in taken) > 2_500

    summed, read = tables(path), rows_of_sheets(path)
    monkeypatch.setattr(usual_rows, "_BLOCK", 5_000)
    in_blocks, read_in_blocks = tables(path), rows_of_sheets(path)
    monkeypatch.setattr(open_document_module, "take_usual_rows", without_taking)
    parsed, expected = tables(path), rows_of_sheets(path)

    for found in (summed, in_blocks):
        assert [replace(each, text_bytes=0) for each in found] == [replace(each, text_bytes=0) for each in parsed]
    assert all(exact.text_bytes <= bound.text_bytes for bound, exact in zip(summed, parsed, strict=True))
    assert read == read_in_blocks == expected


PARTS = (
    "Haus",
    "a",
    "漢",
    "カ",
    "Ａ",
    "\N{GRINNING FACE}",
    "„",
    " ",
    "  ",
    "\N{NO-BREAK SPACE}",
    "\N{IDEOGRAPHIC SPACE}",
    "\x85",
)
PARTS += (
    "&amp;",
    "&lt;",
    "&amp;lt;",
    "&quot;",
    "&apos;",
    "&gt;",
    ">",
    "\N{ZERO WIDTH NO-BREAK SPACE}",
    "\N{REPLACEMENT CHARACTER}",
)
ODD_PARTS = ("&#65;", "\t", "\n", "<text:tab/>", "<text:s/>", "</text:p><text:p>", "<text:span>x</text:span>")
TEXTS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=3) | st.lists(
    st.sampled_from(PARTS + ODD_PARTS), max_size=3
)
BEGINS = st.sampled_from((TYPED, STYLED, TYPED, STYLED, *(cell.partition("<text:p>")[0] for cell in CELLS[2:-1])))
TAILS = ("", "", '<table:table-cell table:style-name="ce1"/>', CELLS[-1], "<table:covered-table-cell/>")


@st.composite
def groups_of_rows(draw: st.DrawFn) -> str:
    """Return a few rows with the same tags."""
    begin = draw(st.sampled_from((*ROWS, '<table:table-row table:number-rows-repeated="2">')))
    cells = draw(st.lists(BEGINS, min_size=1, max_size=3))
    end = draw(st.sampled_from(TAILS)) + "</table:table-row>"
    texts = draw(st.lists(st.lists(TEXTS, min_size=len(cells), max_size=len(cells)), min_size=1, max_size=4))
    rows = (
        "".join(f"{cell}<text:p>{''.join(text)}{END}" for cell, text in zip(cells, row, strict=True)) for row in texts
    )
    return "".join(f"{begin}{row}{end}" for row in rows)


@pytest.mark.slow
@given(
    st.lists(st.lists(groups_of_rows(), max_size=5).map("".join), min_size=1, max_size=2),
    st.sampled_from((300, 1_000, 65_536)),
)
def test_rows_of_all_kinds_are_read_as_the_library_reads_them(
    tmp_path_factory: pytest.TempPathFactory, sheets: list[str], block: int
) -> None:
    content = "".join(table_of(rows).replace("Terms", f"Sheet{number}") for number, rows in enumerate(sheets))
    content = content.replace("<table:table ", f'<table:table xmlns:calcext="{CALC}" ')
    path = open_document(tmp_path_factory.getbasetemp() / "generated.ods", content)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(usual_rows, "_BLOCK", block)
        found = rows_of_sheets(path)
        patch.setattr(open_document_module, "take_usual_rows", without_taking)
        expected = rows_of_sheets(path)

    assert found == expected


def path_content(path: Path) -> bytes:
    return SpreadsheetPackage(path).read("content.xml")


def test_a_marker_stands_for_rows_of_which_the_widest_and_all_characters_are_known() -> None:
    broad = PLAIN.replace("</table:table-row>", f"{TYPED}<text:p>home{END}</table:table-row>")

    rest, [taken] = take_usual_rows((PLAIN * 3 + broad).encode())

    assert rest.count(b"<table:table-row") == 1
    assert taken.rows == [("house", "Haus")] * 3 + [("house", "Haus", "home")]
    assert (taken.column_count, taken.text_length) == (3, len("houseHaus" * 4 + "home"))


@pytest.mark.parametrize(
    "odd",
    [
        PLAIN.replace("Haus", "Haus &copy;"),
        PLAIN.replace("Haus", "Haus</text:p>a</text:p>b"),
        PLAIN.replace("Haus", "Ha\tus"),
        PLAIN.replace("Haus", "Haus\ufffe"),
        PLAIN.replace("Haus", "a > b"),
        PLAIN.replace("Haus", " "),
        PLAIN.replace("<text:p>Haus", "Haus"),
        PLAIN.replace("string", "float", 1),
    ],
    ids=["entity", "no beginning", "control", "no character", "bracket", "blank", "no paragraph", "number"],
)
@pytest.mark.parametrize("position", [0, 1, 2])
def test_a_row_that_needs_a_parser_stays_where_it_is(odd: str, position: int) -> None:
    rows = [PLAIN] * 3
    rows[position] = odd

    rest, taken = take_usual_rows("".join(rows).encode())

    assert odd.encode() in rest
    assert all(row == ("house", "Haus") for each in taken for row in each.rows)
    assert rest.count(PLAIN.encode()) + sum(len(each.rows) for each in taken) == 2


def test_no_entity_goes_on_in_the_next_cell() -> None:
    half, other_half = PLAIN.replace("house", "house &"), PLAIN.replace("house", "amp;")

    rest, taken = take_usual_rows((PLAIN + half + other_half).encode())

    assert half.encode() in rest
    assert [each.rows for each in taken] == [[("house", "Haus")], [("amp;", "Haus")]]


def test_usual_rows_are_as_long_as_the_others_of_their_sheet() -> None:
    rest, taken = take_usual_rows((PLAIN * 2).encode())
    marker = rest.decode().partition("<text:p>")[2].partition("<")[0]

    rows = list(expand_rows([["a", 1.0, ""], [marker, "", ""]], taken))

    assert rows == [["a", 1.0, ""], ("house", "Haus", ""), ("house", "Haus", "")]


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
    assert take_usual_rows(content) == (content, [])


@pytest.mark.parametrize("claim", ["1 1 1", "not a number"])
def test_a_file_cannot_claim_that_an_element_stands_for_rows(tmp_path: Path, claim: str) -> None:
    row = PLAIN.replace("-row>", f'-row usual-rows="{claim}" table:number-rows-repeated="700">', 1)
    content = table_of(PLAIN + row).replace("<table:table ", f'<table:table xmlns:calcext="{CALC}" ')

    [table] = tables(open_document(tmp_path / "t.ods", content))

    assert (table.extent.row_count, table.extent.column_count) == (701, 2)


def test_rows_are_looked_for_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usual_rows, "_BLOCK", 1_000)
    content = f"<table:table>{PLAIN * 50}</table:table>".encode()

    blocks = list(blocks_of_rows(content))

    assert b"".join(blocks) == content
    assert all(len(block) < 1_000 + 2 * len(PLAIN) for block in blocks)
    assert all(block.endswith(b"-row>") for block in blocks[:-1])
    rest, taken = take_usual_rows(content)
    assert rest.count(b"<table:table-row") == len(taken) == len(blocks)


def test_no_more_is_looked_for_where_the_first_blocks_have_no_usual_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usual_rows, "_BLOCK", 1_000)
    other = PLAIN.replace("Haus", "Haus<text:tab/>")

    for count, is_taken in ((5, True), (150, False)):
        content = (other * count + PLAIN).encode()
        assert (take_usual_rows(content) != (content, [])) is is_taken
