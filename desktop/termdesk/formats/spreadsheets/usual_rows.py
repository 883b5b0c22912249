"""Rows of plain texts in ODS content, read by splitting it into tags and texts, because most rows are of this kind.

Parsing 100,000 rows element by element takes two seconds, and the library that reads cells needs another quarter of a
second; splitting takes less than that. The rest of the content is short, and has a marker where such rows stood.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple
from xml.sax.saxutils import unescape

from termdesk.formats.spreadsheets.cells import Cell

# A random name that no file can contain, because it differs in each run.
MARKER = f"usual-rows-{secrets.token_hex(8)}"
_MARKER_ROW = (
    f'<table:table-row {MARKER}="{{number}}"><table:table-cell office:value-type="string">'
    f"<text:p>{MARKER}{{number}}</text:p></table:table-cell></table:table-row>"
)
# Maximum number of bytes processed at once, which fit into the cache of a processor.
_BLOCK = 65_536
# After this many blocks without a usual row, stop: searching on would take a third of the time of parsing.
_MOST_IN_VAIN = 16
_TEXT_BEGIN, _TEXT_END = "<text:p>", "</text:p>"
# Characters that begin a tag, need a parser, or are not allowed in XML.
_SPECIAL = r"<>&\x00-\x1f"
_CONTROLS = bytes(range(32))
_NO_CHARACTERS = ("\ufffe", "\uffff")
_ENTITY = "&(?:amp|lt|gt|quot|apos);"
_OTHER_ENTITY = re.compile("&(?!(?:amp|lt|gt|quot|apos);)")
_QUOTES = {"&quot;": '"', "&apos;": "'"}
# A paragraph of plain text that begins with a visible character.
_TEXT = rf"[^{_SPECIAL}]*+"
_PARAGRAPH = re.compile(rf"{_TEXT_BEGIN}([^\s{_SPECIAL}]{_TEXT}(?:{_ENTITY}{_TEXT})*){_TEXT_END}")
_STYLE = r' table:style-name="[\w.-]*+"'
# The library that reads cells takes those without a type for empty.
_CELL_BEGIN = (
    r'<table:table-cell(?=[^<>]* office:value-type="string")'
    rf'(?: (?:office|calcext):value-type="string"|{_STYLE})*>'
)
_CELL_END = "</table:table-cell>"
_EMPTY_CELL = rf'<table:table-cell(?:{_STYLE}| table:number-columns-repeated="\d{{1,5}}")*/>'
_ROW = "<table:table-row"
_ROW_BEGIN = re.compile(rf"{_ROW}(?:{_STYLE}|)>{_CELL_BEGIN}")
_ROW_END = re.compile(rf"{_CELL_END}(?:{_EMPTY_CELL})*</table:table-row>")
_NEXT_CELL = re.compile(_CELL_END + _CELL_BEGIN)
_NEXT_ROW = re.compile(_ROW_END.pattern + _ROW_BEGIN.pattern)
# With one of these, only a parser can recognize rows: comments and declarations, rows inside cells.
_UNUSUAL = (b"<!", b"sub-table")
_STRUCK_OUT = b"text-line-through-style="


class UsualRows(NamedTuple):
    """Consecutive rows of plain texts, the number of cells of the widest, and of all their characters."""

    rows: list[tuple[str, ...]]
    column_count: int
    text_length: int


class _RowTags(NamedTuple):
    """Tags between two texts: where those that end a row end, and where those that begin a row begin.

    A usual row neither ends nor begins there if the value is -1.
    """

    end: int
    begin: int


def take_usual_rows(content: bytes) -> tuple[bytes, list[UsualRows]]:
    """Return content with markers in place of rows that contain only plain texts, and these rows.

    Content is returned unchanged if styles strike out texts, or if only a parser can find its rows.
    """
    if not _is_utf8(content):
        return content, []
    collector = _RowCollector()
    for number, block in enumerate(blocks_of_rows(content)):
        if number == _MOST_IN_VAIN and not collector.found:
            return content, []
        try:
            collector.add(block.decode())
        except UnicodeDecodeError:
            # The parser reports the error.
            return content, []
    rest = "".join(collector.rest).encode()
    # The rest is short, and rows of plain texts contain none of these.
    if any(part in rest for part in _UNUSUAL) or rest.count(b"<?") > 1:
        return content, []
    if rest.count(_STRUCK_OUT) > rest.count(_STRUCK_OUT + b'"none"'):
        return content, []
    return rest, collector.found


def blocks_of_rows(content: bytes) -> Iterator[bytes]:
    """Yield content in blocks that end with a row. One search through all of it would block the windows."""
    row_end = b"</table:table-row>"
    begin = 0
    while begin < len(content):
        found = content.find(row_end, begin + _BLOCK)
        end = len(content) if found < 0 else found + len(row_end)
        yield content[begin:end]
        begin = end


def expand_rows(rows: Iterable[Sequence[Cell]], usual_rows: Sequence[UsualRows]) -> Iterator[Sequence[Cell]]:
    """Yield rows of a sheet, which have the same length, with the usual rows in place of markers."""
    for row in rows:
        first = row[0] if row else ""
        if isinstance(first, str) and first.startswith(MARKER):
            for cells in usual_rows[int(first.removeprefix(MARKER))].rows:
                missing = len(row) - len(cells)
                yield (*cells, *[""] * missing) if missing else cells
        else:
            yield row


class _RowCollector:
    """Collects usual rows block by block. `rest` is the content without them."""

    def __init__(self) -> None:
        self.rest: list[str] = []
        self.found: list[UsualRows] = []
        self._rows: list[tuple[str, ...]] = []

    def add(self, block: str) -> None:
        """Collect from a block, which ends with a row. A long row is left to the parser, which has limits."""
        if len(block) > 2 * _BLOCK or _TEXT_END not in block or any(each in block for each in _NO_CHARACTERS):
            self._leave(block)
        elif same := _rows_of_one_kind(block):
            self._leave(same.before)
            self._rows = same.rows
            self._leave(same.after)
        else:
            self._add_rows(block)
        self._mark()

    def _add_rows(self, block: str) -> None:
        """Collect from a block with rows of different kinds."""
        chunks = _PARAGRAPH.split(block)
        # Tags stand before, between and after the texts.
        tags, texts = chunks[::2], chunks[1::2]
        if not texts:
            self._leave(block)
            return
        kinds = {each: None if _NEXT_CELL.fullmatch(each) else _row_tags(each) for each in set(tags[1:-1])}
        inner = [(at, kind) for at, each in enumerate(tags[1:-1], start=1) if (kind := kinds[each])]
        taken = 0
        for (start, before), (stop, after) in pairwise(
            [(0, _row_tags(tags[0])), *inner, (len(texts), _row_tags(tags[-1]))]
        ):
            if before.begin >= 0 and after.end >= 0:
                self._leave(tags[start][taken : before.begin])
                self._rows.append(tuple(map(_without_entities, texts[start:stop])))
                taken = after.end
            else:
                self._leave(tags[start][taken:])
                for at in range(start, stop):
                    self._leave(_TEXT_BEGIN + texts[at] + _TEXT_END + (tags[at + 1] if at + 1 < stop else ""))
                taken = 0
        self._leave(tags[-1][taken:])

    def _leave(self, part: str) -> None:
        if part:
            self._mark()
            self.rest.append(part)

    def _mark(self) -> None:
        if rows := self._rows:
            self.rest.append(_MARKER_ROW.format(number=len(self.found)))
            length = sum(map(len, chain.from_iterable(rows)))
            self.found.append(UsualRows(rows, max(map(len, rows)), length))
            self._rows = []


class _SameRows(NamedTuple):
    """Usual rows that have the same tags, and what stands before and after them in their block."""

    before: str
    rows: list[tuple[str, ...]]
    after: str


def _rows_of_one_kind(block: str) -> _SameRows | None:
    """Return the rows of a block with texts if all are usual and have the same tags, as in most blocks.

    Splitting at a fixed string takes half as long as searching for a pattern.
    """
    *chunks, after = block.split(_TEXT_END)
    tags = _tags_of_columns(chunks)
    begin = chunks[0].rfind(_ROW)
    first, end = _ROW_BEGIN.match(chunks[0], max(begin, 0)), _ROW_END.match(after)
    if not (tags and first and end) or len(chunks) % len(tags):
        return None
    before = chunks[0][: first.start()]
    # The first row gets the tags of the others.
    chunks[0] = tags[0] + chunks[0].removeprefix(before + first[0] + _TEXT_BEGIN)
    columns = [[chunk.removeprefix(each) for chunk in chunks[at :: len(tags)]] for at, each in enumerate(tags)]
    joined = " ".join(chain.from_iterable(columns))
    length_of_texts = len(joined) - len(chunks) + 1
    # Without this length, a chunk does not begin with the tags of its column.
    if sum(map(len, chunks)) != length_of_texts + len(columns[0]) * sum(map(len, tags)):
        return None
    if not _is_plain(joined) or not all(map(str.strip, chain.from_iterable(columns))):
        return None
    if "&" in joined:
        columns = [list(map(_without_entities, column)) for column in columns]
    return _SameRows(before, list(zip(*columns, strict=True)), after[end.end() :])


def _tags_of_columns(chunks: Sequence[str]) -> list[str]:
    """Return what stands before the text of each column in the second row, or nothing if it is not a usual row."""
    tags: list[str] = []
    for chunk in chunks[1:]:
        if row := _NEXT_ROW.match(chunk):
            return [row[0] + _TEXT_BEGIN, *tags]
        if not (cell := _NEXT_CELL.match(chunk)):
            break
        tags.append(cell[0] + _TEXT_BEGIN)
    return []


def _is_plain(text: str) -> bool:
    """Return whether a text, whose characters XML allows except for controls, needs no parser."""
    if "<" in text or ">" in text or _OTHER_ENTITY.search(text):
        return False
    data = text.encode()
    return len(data.translate(None, _CONTROLS)) == len(data)


def _without_entities(text: str) -> str:
    return unescape(text, _QUOTES) if "&" in text else text


def _row_tags(tags: str) -> _RowTags:
    row_end = _ROW_END.match(tags)
    begin = tags.rfind(_ROW)
    return _RowTags(row_end.end() if row_end else -1, begin if begin >= 0 and _ROW_BEGIN.fullmatch(tags, begin) else -1)


def _is_utf8(content: bytes) -> bool:
    declaration = content[:200].partition(b"?>")[0].lower()
    return b"encoding" not in declaration or b'"utf-8"' in declaration
