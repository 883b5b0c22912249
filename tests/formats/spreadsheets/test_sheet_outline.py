"""The outline of a sheet: it has as many tags of each kind as the sheet, at a fraction of the size."""

from __future__ import annotations

import random

import pytest

from termdesk.formats.spreadsheets import sheet_outline
from termdesk.formats.spreadsheets.sheet_outline import blocks_of_tags, outline_of

_PARTS = (b"<c", b"<co", b"<cf", b":c", b" r=", b"</c", b"<f", b'hidden="', b"strike", b't="e"')


def sheet(rows: int, seed: int = 7) -> bytes:
    """Return a sheet with several kinds of rows."""
    chosen = random.Random(seed)
    cells = ('<c r="{}" t="s"><v>{}</v></c>', '<c r="{}" t="e"><v>#N/A{}</v></c>', '<c r="{}"><f>A{}</f></c>', "")
    lines = [
        f'<row r="{row}"{chosen.choice(("", " hidden=" + chr(34) + "1" + chr(34)))}>'
        + "".join(chosen.choice(cells).format(f"{column}{row}", row * 31) for column in "ABC")
        + "</row>"
        for row in range(1, rows + 1)
    ]
    return f"<worksheet><cols><col min='1'/></cols><sheetData>{''.join(lines)}</sheetData></worksheet>".encode()


@pytest.mark.parametrize("block", [50, 1_000, 4_000_000])
def test_parts_of_tags_are_in_an_outline_as_often_as_in_the_sheet(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_outline, "_BLOCK", block)
    data = sheet(2_000)

    outline = outline_of(data)

    assert {part: outline.count(part) for part in _PARTS} == {part: data.count(part) for part in _PARTS}
    assert {part for part in _PARTS if part in outline} == {part for part in _PARTS if part in data}


def test_an_outline_has_each_kind_of_row_once() -> None:
    assert len(outline_of(sheet(5_000)).kinds) < 300


def test_rows_with_texts_of_their_own_are_not_kept_twice_and_searched_in_short_stretches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sheet_outline, "_BLOCK", 50_000)
    words = ("".join(random.Random(row).choices("abcdefgh", k=9)) for row in range(6_000))
    data = b"".join(f'<row><c t="inlineStr"><is><t>{word}</t></is></c></row>'.encode() for word in words)

    outline = outline_of(data)

    assert outline.sheet is data
    assert max(len(stretch) for stretch, _ in outline.stretches()) < 50_100
    assert b"".join(stretch for stretch, _ in outline.stretches()) == data
    assert outline.count(b"<c") == 6_000


def test_blocks_cover_a_sheet_and_cut_no_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_outline, "_BLOCK", 100)
    data = sheet(100)

    spans = list(blocks_of_tags(data))

    assert b"".join(data[slice(*span)] for span in spans) == data
    assert all(data[begin : begin + 1] == b"<" for begin, _ in spans)
