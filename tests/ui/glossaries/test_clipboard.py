"""Blocks of cells over the clipboard: what is copied here is pasted here to the letter, and spreadsheets' too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextDocument

from termdesk.ui.glossaries.clipboard import as_mime, block_of

cells = st.text(st.sampled_from("ab \t\n\r\"',;<&é日😀"), max_size=6)
blocks = st.integers(1, 3).flatmap(
    lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=5)
)


def mime_of(text: str) -> QMimeData:
    mime = QMimeData()
    mime.setText(text)
    return mime


@given(blocks)
def test_a_block_comes_back_as_it_was_copied(block: list[list[str]]) -> None:
    # Systems write line ends of their own into the clipboard, so this pair cannot be told from a line feed.
    assert block_of(as_mime(block)) == [[cell.replace("\r\n", "\n") for cell in row] for row in block]


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
    ],
)
def test_blocks_of_other_programs_are_read(text: str, block: list[list[str]]) -> None:
    assert block_of(mime_of(text)) == block


def test_without_text_there_is_no_block() -> None:
    assert block_of(QMimeData()) == []


def test_markup_in_cells_stays_text_in_the_copied_table(qapp: object) -> None:
    document = QTextDocument()

    document.setHtml(as_mime([["<b>x</b>", '<img src="file:///etc/passwd">']]).html())

    assert "<b>x</b>" in document.toPlainText()
    assert '<img src="file:///etc/passwd">' in document.toPlainText()


def test_a_very_large_cell_is_read_whole() -> None:
    large = 'x"' * 200_000

    assert block_of(as_mime([[large, "y"]])) == [[large, "y"]]
