"""Blocks of cells to and from spreadsheets, by the clipboard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from termdesk.domain.entries.html_table import table_in

# A paste beyond this is a file, and belongs in an import with its preview.
MAX_PASTE_CHARACTERS = 20_000_000


def written(block: Sequence[Sequence[str]]) -> tuple[str, str]:
    """A block as spreadsheets write it: as tab-separated text, and as an HTML table without formatting."""
    text = "".join("\t".join(map(_as_field, row)) + "\n" for row in block)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in block)
    return text, f'<meta charset="utf-8"><table>{rows}</table>'


def as_mime(text: str, table: str) -> QMimeData:
    """The result of `written`, as data for the clipboard or for dragging."""
    mime = QMimeData()
    mime.setText(text)
    mime.setHtml(table)
    return mime


# The last copy. Not every system can tell whether the clipboard is still ours.
_copied: list[QMimeData] = []


def copy(text: str, table: str) -> None:
    """Put the result of `written` on the clipboard."""
    _copied[:] = [as_mime(text, table)]
    QGuiApplication.clipboard().setMimeData(_copied[0])


def leave_text() -> None:
    """Before the program ends: leave the copied text behind, without the table.

    WORKAROUND: PySide 6.11 crashes at the end where the clipboard still holds data that Python made.
    """
    clipboard = QGuiApplication.clipboard()
    if _copied and clipboard.mimeData() is _copied[-1]:
        clipboard.setText(clipboard.text())
    _copied.clear()


def texts_of(mime: QMimeData | None) -> tuple[str, str]:
    """The text and the HTML on the clipboard. Call this on the GUI thread."""
    # There is no data at all before anything was copied.
    if mime is None:
        return "", ""
    return mime.text()[:MAX_PASTE_CHARACTERS], mime.html()[:MAX_PASTE_CHARACTERS]


def block_of(text: str, html: str = "") -> list[list[str]]:
    """The block of cells that `texts_of` found; quoted cells may hold line breaks. Empty where there is no text.

    Spreadsheets differ in what they quote in the text, and the table in the HTML knows where cells end, but not how
    many spaces stand in them: where the two agree but for blanks the text is taken, else the table.
    """
    table = table_in(html) if "<t" in html.lower() else []
    text = text.replace("\r\n", "\n")
    if not table:
        return _quoted_block(text) if '"' in text else _plain_block(text)
    for block in (_quoted_block(text), _plain_block(text)):
        if len(block) == len(table) and all(map(_have_same_length, block, table)):
            return [list(map(_better, row, cells)) for row, cells in zip(block, table, strict=True)]
    return table


def _have_same_length(row: list[str], cells: list[str]) -> bool:
    return len(row) == len(cells)


def _better(written: str, cell: str) -> str:
    return written if written.split() == cell.split() else cell


def _plain_block(text: str) -> list[list[str]]:
    if not text:
        return []
    return [line.split("\t") for line in text.replace("\r", "\n").removesuffix("\n").split("\n")]


def _as_field(cell: str) -> str:
    # Python's csv leaves a lone carriage return unquoted before 3.13, and it would end the row when pasted.
    if any(character in cell for character in '\t\n\r"'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


# A quote begins a quoted cell only where another one ends it: who quotes nothing has cells like `"so" they say`.
_FIELD = re.compile(r'"((?:[^"]++|"")*+)"(?=[\t\r\n]|\Z)|([^\t\r\n]*)')


def _quoted_block(text: str) -> list[list[str]]:
    rows: list[list[str]] = []
    row: list[str] = []
    place = 0
    while place < len(text):
        found = _FIELD.match(text, place)
        assert found is not None
        quoted, plain = found.groups()
        row.append(plain if quoted is None else quoted.replace('""', '"'))
        place = found.end()
        if place == len(text) or text[place] != "\t":
            rows.append(row)
            row = []
        elif place + 1 == len(text):
            # The text ends with a tab: an empty cell follows it.
            rows.append([*row, ""])
        place += 1
    return rows
