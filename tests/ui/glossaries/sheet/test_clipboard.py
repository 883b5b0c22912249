"""Blocks of cells on the clipboard: our own are pasted exactly, and those of spreadsheet programs are understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextDocument

from termdesk.ui.glossaries.sheet.clipboard import as_mime, block_of, format_block, texts_of

cells = st.text(st.sampled_from("ab \t\n\r\"',;<&é日😀"), max_size=6)
blocks = st.integers(1, 3).flatmap(
    lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=5)
)


@given(blocks)
def test_a_block_comes_back_as_it_was_copied(block: list[list[str]]) -> None:
    # Systems convert line ends on the clipboard, so this pair cannot be distinguished from a line feed.
    assert block_of(*texts_of(as_mime(*format_block(block)))) == [
        [cell.replace("\r\n", "\n") for cell in row] for row in block
    ]


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("tree\tBaum\r\nhouse\tHaus\r\n", [["tree", "Baum"], ["house", "Haus"]]),
        ("one", [["one"]]),
        ("", []),
        ("a\n\nb", [["a"], [""], ["b"]]),
        ('"two\nlines"\t"say ""hi"""\n', [["two\nlines", 'say "hi"']]),
        ('5" pipe\tRohr\n', [['5" pipe', "Rohr"]]),
        ("a\t\n", [["a", ""]]),
        ("a\t", [["a", ""]]),
        ('"so" they say\tx\n"no end\ty\n', [['"so" they say', "x"], ['"no end', "y"]]),
        ('"a ""b"""\t"c\td"', [['a "b"', "c\td"]]),
    ],
)
def test_blocks_of_other_programs_are_read(text: str, block: list[list[str]]) -> None:
    assert block_of(text) == block


def test_without_text_there_is_no_block() -> None:
    assert block_of(*texts_of(QMimeData())) == []
    assert block_of(*texts_of(None)) == []


@pytest.mark.scorecard("S31")
def test_markup_in_cells_stays_text_in_the_copied_table(qapp: object) -> None:
    document = QTextDocument()

    document.setHtml(as_mime(*format_block([["<b>x</b>", '<img src="file:///etc/passwd">']])).html())

    assert "<b>x</b>" in document.toPlainText()
    assert '<img src="file:///etc/passwd">' in document.toPlainText()


def test_a_very_large_cell_is_read_whole() -> None:
    large = 'x"' * 200_000

    assert block_of(*texts_of(as_mime(*format_block([[large, "y"]])))) == [[large, "y"]]


# Tables as programs write them: LibreOffice quotes nothing in plain text, Excel quotes cells with line breaks.
CALC = """<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/>
<style type="text/css">body,div,table { font-family:"Liberation Sans" }</style></head><body>
<table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr>
<td height="17" align="left">&quot;so&quot; they say</td><td align="left">two<br>lines</td></tr>
<tr><td align="left" sdval="12" sdnum="1033;">12</td><td align="left">a &lt;b&gt; &amp;amp;</td></tr>
</table></body></html>"""
EXCEL = """<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head>
<style><!--td {mso-ignore:padding;}--></style></head>
<body><table border=0 width=128 style='width:96pt'><!--StartFragment--> <col width=64 span=2>
 <tr height=20><td height=20 width=64>one<span style='mso-spacerun:yes'>\xa0 </span>gap</td><td width=64>two<br>
    lines</td></tr><!--EndFragment--></table></body></html>"""


def test_a_table_of_libreoffice_says_where_cells_end() -> None:
    text = '"so" they say\ttwo lines\n12\ta <b> &amp;\n'

    assert block_of(text, CALC) == [['"so" they say', "two lines"], ["12", "a <b> &amp;"]]
    assert block_of("", CALC) == [['"so" they say', "two\nlines"], ["12", "a <b> &amp;"]]


def test_spaces_are_those_of_the_text_where_the_table_agrees() -> None:
    assert block_of('one  gap\t"two\nlines"\r\n', EXCEL) == [["one  gap", "two\nlines"]]
    assert block_of("one  gap\ttwo\nlines\r\n", EXCEL) == [["one\xa0 gap", "two\nlines"]]


@pytest.mark.parametrize(
    "html",
    ["", "<p>words", "<table><tr><td>a</td></tr></table><table><tr><td>b</td></tr></table>", "<table></table>"],
)
def test_a_page_is_no_table(html: str) -> None:
    assert block_of("words\tmore", html) == [["words", "more"]]
