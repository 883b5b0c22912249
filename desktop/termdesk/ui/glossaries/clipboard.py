"""Blocks of cells to and from spreadsheets, by the clipboard."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QMimeData

# A paste beyond this is a file, and belongs in an import with its preview.
MAX_PASTE_CHARACTERS = 20_000_000


def as_mime(block: Sequence[Sequence[str]]) -> QMimeData:
    """A block as spreadsheets write it: tab-separated text, and a table that keeps it apart from formatting."""
    text = "".join("\t".join(map(_as_field, row)) + "\n" for row in block)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in block)
    mime = QMimeData()
    mime.setText(text)
    mime.setHtml(f'<meta charset="utf-8"><table>{rows}</table>')
    return mime


def block_of(mime: QMimeData) -> list[list[str]]:
    """The block of cells on the clipboard; quoted cells may hold line breaks. Empty where there is no text."""
    text = mime.text()[:MAX_PASTE_CHARACTERS].replace("\r\n", "\n")
    if not text:
        return []
    if '"' not in text:
        return [line.split("\t") for line in text.replace("\r", "\n").removesuffix("\n").split("\n")]
    return _quoted_block(text)


def _as_field(cell: str) -> str:
    # Python's csv leaves a lone carriage return unquoted before 3.13, and it would end the row when pasted.
    if any(character in cell for character in '\t\n\r"'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _quoted_block(text: str) -> list[list[str]]:
    limit = csv.field_size_limit(MAX_PASTE_CHARACTERS)
    try:
        return [row or [""] for row in csv.reader(io.StringIO(text, newline=""), delimiter="\t")]
    finally:
        csv.field_size_limit(limit)
