"""Read the table that a spreadsheet puts on the clipboard as HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser

# A larger table is not a table of terms, and one attribute must not create millions of cells.
MAX_SPAN = 1_000
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_BREAKING = frozenset({"p", "div", "li", "h1", "h2", "h3"})
_UNSEEN = frozenset({"style", "script", "title", "head", "xml"})


def table_in(html: str) -> list[list[str]]:
    """The rows of the only table in `html`; empty if there is none, or several as in a web page."""
    reader = _TableReader()
    reader.feed(html)
    reader.close()
    reader.end_cell()
    return reader.rows if reader.tables == 1 else []


class _TableReader(HTMLParser):
    """Collects cells. `br` and paragraphs in a cell are line breaks; other white space counts as one space."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self.tables = 0
        self._cell: list[str] | None = None
        self._unseen = 0
        self._span = 1
        # Cells that span rows: their columns in the following rows.
        self._reaching: dict[int, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables += 1
        elif tag == "tr":
            self.end_cell()
            self.rows.append([])
        elif tag in ("td", "th"):
            self.end_cell()
            self._begin_cell(dict(attrs))
        elif tag in _UNSEEN:
            self._unseen += 1
        elif self._cell is not None and (tag == "br" or (tag in _BREAKING and "".join(self._cell).strip())):
            self._cell.append("\n")

    def _begin_cell(self, attributes: dict[str, str | None]) -> None:
        if not self.rows:
            self.rows.append([])
        row = self.rows[-1]
        while self._reaching.get(len(row), 0) > 0:
            self._reaching[len(row)] -= 1
            row.append("")
        self._span = _number(attributes.get("colspan"))
        reach = _number(attributes.get("rowspan")) - 1
        for column in range(len(row), len(row) + self._span):
            self._reaching[column] = reach
        self._cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self.end_cell()
        elif tag in _UNSEEN and self._unseen:
            self._unseen -= 1

    def handle_data(self, data: str) -> None:
        if self._cell is not None and not self._unseen:
            self._cell.append(_BLANKS.sub(" ", data))

    def end_cell(self) -> None:
        """Add the open cell to its row."""
        if self._cell is not None:
            lines = "".join(self._cell).split("\n")
            text = "\n".join(line.strip(" ") for line in lines).strip("\n")
            self.rows[-1] += [text, *[""] * (self._span - 1)]
            self._cell = None


def _number(value: str | None) -> int:
    return min(int(value), MAX_SPAN) if value and value.isdecimal() and int(value[:9]) else 1
