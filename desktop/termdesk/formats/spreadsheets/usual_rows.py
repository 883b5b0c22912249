"""Rows of plain texts in ODS content, summarized before the content is parsed, because most rows are of this kind.

Parsing 100,000 rows element by element takes two seconds; finding rows of plain texts with a regular expression takes a
tenth of that.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from typing import NamedTuple

# A random name that no file can contain, because it differs in each run.
ATTRIBUTE = f"usual-rows-{secrets.token_hex(8)}"
_ATTRIBUTE = ATTRIBUTE.encode()
# Maximum number of rows and bytes processed at once, so that the interpreter is not blocked for long.
_MOST_ROWS, _BLOCK = 100, 262_144
# After this many blocks without a usual row, stop: searching on would take a third of the time of parsing.
_MOST_IN_VAIN = 4
_STYLE = rb' table:style-name="[\w.-]*+"'
# A character that is not white space and needs no parser.
_VISIBLE = rb"(?:[!-%'-;=?-~\xc3-\xe0\xe4-\xee\xf0-\xf4]|\xe3[\x81-\xbf])"
_TEXT = rb"[^<>&\x00-\x1f\xef]*+"
# What most cells have a few of or none. `(?:a(?:a)*|)` is faster than `(?:a)*` then.
_CELL_ATTRIBUTE = rb'(?: (?:office|calcext):value-type="string"|%b)' % _STYLE
_CELL_ATTRIBUTES = rb"(?:%b(?:%b(?:%b(?:%b)*|)|)|)" % ((_CELL_ATTRIBUTE,) * 4)
_ENTITY = rb"&(?:amp|lt|gt|quot|apos);%b" % _TEXT
_CELL = rb"<table:table-cell%b><text:p>%b%b(?:%b(?:%b)*|)</text:p></table:table-cell>" % (
    _CELL_ATTRIBUTES,
    _VISIBLE,
    _TEXT,
    _ENTITY,
    _ENTITY,
)
_EMPTY_CELL = rb'<table:table-cell(?:%b| table:number-columns-repeated="\d{1,5}")*/>' % _STYLE
_ROW = rb"<table:table-row(?:%b|)>(?:%b)+(?:%b)*</table:table-row>" % (_STYLE, _CELL, _EMPTY_CELL)
_ROWS = re.compile(rb"(?:%b){1,%d}" % (_ROW, _MOST_ROWS))
_ROW_END = "</table:table-row>"
_CELL_BEGIN = "<text:p>"
# The minimum length of the tags around a text.
_TAGS_OF_CELL = len('<table:table-cell office:value-type="string"><text:p></text:p></table:table-cell>')
# With one of these, only a parser can recognize rows: comments and declarations, rows inside cells.
_UNUSUAL = (b"<!", b"sub-table")
_STRUCK_OUT = b"text-line-through-style="


class UsualRows(NamedTuple):
    """Consecutive rows: their number, the cells of the widest, and at most how many characters they have together."""

    row_count: int
    column_count: int
    text_length: int


def with_usual_rows_summed(content: bytes) -> bytes:
    """Replace rows that contain only plain texts by summary elements, which `usual_rows_of` reads.

    Content is returned unchanged if styles strike out texts, or if a regular expression cannot find its rows.
    """
    if not _is_utf8(content):
        return content
    parts: list[bytes] = []
    count = 0
    for block in blocks_of_rows(content):
        part, found = _ROWS.subn(_summarize, block)
        parts.append(part)
        count += found
        if not count and len(parts) == _MOST_IN_VAIN:
            return content
    result = b"".join(parts)
    # The rest is short, and rows of plain texts contain none of these.
    if any(part in result for part in _UNUSUAL) or result.count(b"<?") > 1:
        return content
    if result.count(_STRUCK_OUT) > result.count(_STRUCK_OUT + b'"none"'):
        return content
    # Rows that could not be decoded were counted but removed. Return the original then, so that the parser reports the
    # error.
    return result if result.count(_ATTRIBUTE) == count else content


def blocks_of_rows(content: bytes) -> Iterator[bytes]:
    """Yield content in blocks that end with a row. One search through all of it would block the windows."""
    begin = 0
    while begin < len(content):
        found = content.find(_ROW_END.encode(), begin + _BLOCK)
        end = len(content) if found < 0 else found + len(_ROW_END)
        yield content[begin:end]
        begin = end


def usual_rows_of(value: str) -> UsualRows:
    """Return the rows that a summary element stands for, read from its attribute."""
    return UsualRows(*map(int, value.split()))


def _is_utf8(content: bytes) -> bool:
    declaration = content[:200].partition(b"?>")[0].lower()
    return b"encoding" not in declaration or b'"utf-8"' in declaration


def _summarize(rows: re.Match[bytes]) -> bytes:
    try:
        text = rows[0].decode()
    except UnicodeDecodeError:
        return b""
    cells = [row.count(_CELL_BEGIN) for row in text.split(_ROW_END)]
    length = len(text) - sum(cells) * _TAGS_OF_CELL
    return b'<table:table-row %b="%d %d %d"/>' % (_ATTRIBUTE, len(cells) - 1, max(cells), length)
