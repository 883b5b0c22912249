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
    text = io.StringIO()
    csv.writer(text, delimiter="\t", lineterminator="\n").writerows(block)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in block)
    mime = QMimeData()
    mime.setText(text.getvalue())
    mime.setHtml(f'<meta charset="utf-8"><table>{rows}</table>')
    return mime


def block_of(mime: QMimeData) -> list[list[str]]:
    """The block of cells on the clipboard; quoted cells may hold line breaks. Empty where there is no text."""
    text = mime.text()[:MAX_PASTE_CHARACTERS].replace("\r\n", "\n").replace("\r", "\n")
    if not text:
        return []
    if '"' not in text:
        return [line.split("\t") for line in text.removesuffix("\n").split("\n")]
    return _quoted_block(text)


def _quoted_block(text: str) -> list[list[str]]:
    limit = csv.field_size_limit(MAX_PASTE_CHARACTERS)
    try:
        return [row or [""] for row in csv.reader(io.StringIO(text, newline=""), delimiter="\t")]
    finally:
        csv.field_size_limit(limit)
