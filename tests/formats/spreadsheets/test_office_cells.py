"""Cells of XLSX sheets that contain only spaces, and what remains when they are removed."""

from __future__ import annotations

import pytest

from termdesk.formats.spreadsheets.office_cells import (
    blank_texts,
    read_hidden_columns,
    read_hidden_rows,
    struck_cells,
    struck_inline_texts,
    struck_texts,
    with_numbers_as_shown,
    without_blank_cells,
    without_struck_parts,
)

TEXT = b'<c r="A1" t="s"><v>0</v></c>'


def test_texts_of_blanks_are_found_however_they_are_written() -> None:
    items = "<si><t>a</t></si><si><t> \u00a0</t></si><si><t/></si><si/><si><r><t> </t></r><r><t>&#10;</t></r></si>"
    pronounced = "<si><t> </t><rPh><t>カナ</t></rPh></si>"

    assert blank_texts(f"<sst>{items}{pronounced}<si><t>b</t></si></sst>".encode()) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    "cell",
    [
        b'<c r="B1" s="3"/>',
        b'<c r="B1"></c>',
        b'<c r="B1" t="s"><v>7</v></c>',
        b'<c r="B1" t="str"><f>""</f><v></v></c>',
        b'<c r="B1" t="inlineStr"><is><t xml:space="preserve"> </t></is></c>',
        b"<x:c r='B1' t='str'><x:v>&#160; </x:v></x:c>",
    ],
)
def test_a_cell_of_blanks_is_taken_out(cell: bytes) -> None:
    assert without_blank_cells(TEXT + cell + TEXT, {7}) == TEXT + TEXT


@pytest.mark.parametrize(
    "cell",
    [
        b'<c r="B1"><v>7</v></c>',
        b'<c r="B1" t="s"><v>8</v></c>',
        b'<c r="B1"><f>A1</f></c>',
        b'<c r="B1" t="e"><v>#N/A</v></c>',
        b'<c r="B1" t="inlineStr"><is><t> x</t></is></c>',
        b"<c><v/></c>",
    ],
    ids=["number", "text", "untold formula", "error", "inline text", "without a place"],
)
def test_a_cell_that_holds_or_moves_something_stays(cell: bytes) -> None:
    assert without_blank_cells(TEXT + cell, {7}) == TEXT + cell


def test_a_text_is_struck_out_in_whole_or_in_part() -> None:
    struck = "<r><rPr><b/><strike/></rPr><t>a</t></r>"
    loose = "<r><t>b</t></r>"
    off = '<r><rPr><strike val="0"/></rPr><t>b</t></r>'
    items = (struck, struck + "<r><t> </t></r>" + struck, struck + loose, off, "<t>strike</t>")

    shared = "".join(f"<si>{item}</si>" for item in items).encode()

    assert struck_texts(shared) == ({0, 1}, {2})
    assert without_struck_parts(f"<si>{struck + loose}</si><si>{off}</si>".encode()) == (
        f"<si>{loose}</si><si>{off}</si>".encode()
    )


def test_texts_in_the_cells_themselves_are_struck_out_in_whole_or_in_part() -> None:
    struck, loose = '<r><rPr><strike val="1"/></rPr><t>a</t></r>', "<r><t>b</t></r>"
    rows = [
        f'<c r="{position}" t="inlineStr"><is>{text}</is></c>'
        for position, text in (("A1", struck), ("B1", struck + loose), ("C1", loose), ("D1", "<t>strike</t>"))
    ]

    assert struck_inline_texts("".join(rows).encode()) == ({(1, 1)}, {(1, 2)})
    assert struck_inline_texts(rows[2].encode()) == struck_inline_texts(rows[3].encode()) == (set(), set())


def test_cells_are_struck_out_by_their_style_or_their_text() -> None:
    cells = b'<c r="A1" s="3" t="s"><v>0</v></c><c r="B1" t="s"><v>5</v></c><c r="C1"><v>5</v></c><c s="3" r="AA12"/>'

    assert struck_cells(cells, {3}, {5}) == {(1, 1), (1, 2), (12, 27)}
    assert struck_cells(cells, (), ()) == set()


def test_rows_are_hidden_by_hand_or_by_a_filter() -> None:
    rows = b'<row r="1"/><row r="2" hidden="1"/><row hidden="true" r="3"></row><row r="4" hidden="0"/>'
    far = b'<row r="1048576" hidden="1"/>'
    column = b'<filterColumn colId="0"><filters><filter val="x"/></filters></filterColumn>'

    assert read_hidden_rows(rows + far, 4) == ({2, 3}, set())
    assert read_hidden_rows(rows + b'<autoFilter ref="A1:B2">' + column, 4) == ({3}, {2})
    assert read_hidden_rows(rows + b'<autoFilter ref="A1:B3"/>', 4) == ({2, 3}, set())


def test_columns_are_hidden_in_ranges() -> None:
    columns = b'<cols><col min="1" max="1" width="9"/><col min="3" max="4" hidden="1"/><col min="9" hidden="1"/></cols>'

    assert read_hidden_columns(columns) == {3, 4}


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (b'<c r="B1" s="1"><v>7</v></c>', b'<c r="B1" s="1" t="str"><v>007</v></c>'),
        (b'<c r="B1" s="2" t="n"><f>A1</f><v>0.05</v></c>', b'<c r="B1" s="2" t="str"><v>5%</v></c>'),
        (b"<x:c s='3' r='B1'><x:v>45352</x:v></x:c>", b"<x:c s='3' r='B1' t=\"str\"><x:v>01.03.2024</x:v></x:c>"),
    ],
)
def test_a_number_becomes_the_text_that_its_cell_shows(cell: bytes, shown: bytes) -> None:
    data, counts = with_numbers_as_shown(TEXT + cell, {1: "000", 2: "0%", 3: "dd.mm.yyyy"})

    assert (data, counts) == (TEXT + shown, {2: 1})


@pytest.mark.parametrize(
    "cell",
    [
        b'<c r="B1" s="1"><v>1234</v></c>',
        b'<c r="B1" s="12"><v>7</v></c>',
        b'<c r="B1" s="1" t="s"><v>7</v></c>',
        b'<c r="B1" s="4"><v>45352</v></c>',
        b'<c r="B1" s="5"><v>45352</v></c>',
        b'<c r="B1" s="1"/>',
    ],
    ids=["shown as kept", "another style", "text", "name of a month", "date as kept", "blank"],
)
def test_what_shows_itself_or_depends_on_the_computer_stays(cell: bytes) -> None:
    formats = {1: "000", 4: "d mmm yyyy", 5: "yyyy-mm-dd"}

    assert with_numbers_as_shown(TEXT + cell, formats) == (TEXT + cell, {})
