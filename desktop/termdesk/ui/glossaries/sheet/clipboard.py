"""Converts blocks of cells to and from the clipboard formats of spreadsheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from termdesk.domain.entries.html_table import table_in

# A larger paste should be an import, which has a preview.
MAX_PASTE_CHARACTERS = 20_000_000


def format_block(block: Sequence[Sequence[str]]) -> tuple[str, str]:
    """Return a block in the formats of spreadsheets: tab-separated text, and an HTML table without formatting."""
    text = "".join("\t".join(map(_as_field, row)) + "\n" for row in block)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in block)
    return text, f'<meta charset="utf-8"><table>{rows}</table>'


def as_mime(text: str, table: str) -> QMimeData:
    """Return the result of `format_block` as data for the clipboard or for dragging."""
    mime = QMimeData()
    mime.setText(text)
    mime.setHtml(table)
    return mime


# The last copied data. Not every system can tell whether the clipboard is still ours.
_copied: list[QMimeData] = []


def copy(text: str, table: str) -> None:
    """Put the result of `format_block` on the clipboard."""
    _copied[:] = [as_mime(text, table)]
    QGuiApplication.clipboard().setMimeData(_copied[0])


def leave_text() -> None:
    """Before the program ends, replace the copied data by its text, without the table.

    WORKAROUND: PySide 6.11 crashes on exit if the clipboard still has data that was created in Python.
    """
    clipboard = QGuiApplication.clipboard()
    if _copied and clipboard.mimeData() is _copied[-1]:
        clipboard.setText(clipboard.text())
    _copied.clear()


def texts_of(mime: QMimeData | None) -> tuple[str, str]:
    """Return the text and the HTML on the clipboard. Call this on the GUI thread."""
    # There is no data until something is copied.
    if mime is None:
        return "", ""
    return mime.text()[:MAX_PASTE_CHARACTERS], mime.html()[:MAX_PASTE_CHARACTERS]


def block_of(text: str, html: str = "") -> list[list[str]]:
    """Return the block of cells found by `texts_of`, empty without text. Quoted cells may contain line breaks.

    Spreadsheets quote the text in different ways. The HTML table has reliable cell borders, but loses the number of
    spaces. Text that differs from the table only in white space is used, otherwise the table.
    """
    table = table_in(html) if "<t" in html.lower() else []
    text = text.replace("\r\n", "\n")
    if not table:
        return _read_quoted_block(text) if '"' in text else _read_plain_block(text)
    for block in (_read_quoted_block(text), _read_plain_block(text)):
        if len(block) == len(table) and all(map(_have_same_length, block, table)):
            return [list(map(_better, row, cells)) for row, cells in zip(block, table, strict=True)]
    return table


def _have_same_length(row: list[str], cells: list[str]) -> bool:
    return len(row) == len(cells)


def _better(written: str, cell: str) -> str:
    return written if written.split() == cell.split() else cell


def _read_plain_block(text: str) -> list[list[str]]:
    if not text:
        return []
    return [line.split("\t") for line in text.replace("\r", "\n").removesuffix("\n").split("\n")]


def _as_field(cell: str) -> str:
    # Before Python 3.13, csv does not quote a lone carriage return, which would end the row when pasted.
    if any(character in cell for character in '\t\n\r"'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


# A cell is quoted only if its opening quote has a matching closing quote. Programs that never quote write cells like
# `"so" they say`.
_FIELD = re.compile(r'"([^"]*+(?:""[^"]*+)*)"(?=[\t\r\n]|\Z)|([^\t\r\n]*)')


def _read_quoted_block(text: str) -> list[list[str]]:
    rows: list[list[str]] = []
    row: list[str] = []
    position = 0
    while position < len(text):
        found = _FIELD.match(text, position)
        assert found is not None
        quoted, plain = found.groups()
        row.append(plain if quoted is None else quoted.replace('""', '"'))
        position = found.end()
        if position == len(text) or text[position] != "\t":
            rows.append(row)
            row = []
        elif position + 1 == len(text):
            # The text ends with a tab, so an empty cell follows.
            rows.append([*row, ""])
        position += 1
    return rows
