"""Cells of XLSX sheets: which of them hold nothing but blanks, and what stays when those are taken out."""

from __future__ import annotations

import pytest

from termdesk.formats.spreadsheets.office_cells import blank_texts, without_blank_cells

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
