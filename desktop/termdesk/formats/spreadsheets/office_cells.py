"""Cells in the XML of XLSX sheets: blank, struck-out and hidden cells, and numbers as displayed."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from termdesk.formats.spreadsheets.cells import column_number, text_of
from termdesk.formats.spreadsheets.number_formats import format_number
from termdesk.formats.spreadsheets.spreadsheet_package import MOST_CELLS, MOST_COLUMNS, MOST_ODDITIES

# Regular expressions instead of a parser, as in `office_workbook`. They match text without tags only, so their matches
# stay short.
_CELL = re.compile(
    rb"<(?:\w+:)?c(?=[\s/>])(?P<attributes>[^<>]*?)(?:/>|>\s*"
    rb"(?P<formula><(?:\w+:)?f(?=[\s/>])[^<>]*(?:/>|>[^<>]*</(?:\w+:)?f\s*>)\s*)?"
    rb"(?:<(?:\w+:)?v(?=[\s/>])[^<>]*(?:/>|>(?P<value>[^<>]*)</(?:\w+:)?v\s*>)\s*)?"
    rb"(?:<(?:\w+:)?is\s*>\s*<(?:\w+:)?t(?=[\s/>])[^<>]*(?:/>|>(?P<text>[^<>]*)</(?:\w+:)?t\s*>)\s*</(?:\w+:)?is\s*>\s*)?"
    rb"</(?:\w+:)?c\s*>)"
)
_ANY_CELL = re.compile(rb"<(?:\w+:)?c(?=[\s/>])")
_PLACED_CELL = re.compile(rb"<(?:\w+:)?c\s(?:[^<>]*?\s)?r\s*=")
_TYPE = re.compile(rb"(?:^|\s)t\s*=\s*[\"'](\w+)[\"']")
_REFERENCE = re.compile(rb"(?:^|\s)r\s*=\s*[\"']([A-Za-z]{1,3})(\d{1,8})[\"']")
_ROW = re.compile(rb"<(?:\w+:)?row(\s[^<>]*)>")
_ROW_NUMBER = re.compile(rb"\sr\s*=\s*[\"'](\d{1,8})[\"']")
_HIDDEN = re.compile(rb"\shidden\s*=\s*[\"'](?:1|true)[\"']")
_COLUMNS = re.compile(rb"<(?:\w+:)?col(\s[^<>]*)>")
_NUMBER_OF = {name: re.compile(rb"\s%b\s*=\s*[\"'](\d{1,6})[\"']" % name.encode()) for name in ("min", "max")}
# A filter with criteria, with the first and the last row of its range.
_FILTER = re.compile(
    rb"<(?:\w+:)?autoFilter\s[^<>]*?ref\s*=\s*[\"'][A-Z]+(\d{1,8}):[A-Z]+(\d{1,8})[\"'][^<>]*(?<!/)>\s*<(?:\w+:)?filterColumn"
)
_RUN = re.compile(rb"<(?:\w+:)?r>")
_WHOLE_RUN = re.compile(
    rb"<(?:\w+:)?r>\s*(?:<(?:\w+:)?rPr>(?:\s*<[^<>/][^<>]*/>)*\s*</(?:\w+:)?rPr>\s*)?"
    rb"<(?:\w+:)?t(?:\s[^<>]*)?>[^<>]*</(?:\w+:)?t>\s*</(?:\w+:)?r>"
)
_STRIKE = re.compile(rb"<(?:\w+:)?strike(?:\s+val\s*=\s*[\"'](?:1|true)[\"'])?\s*/>")
_INLINE_CELL = re.compile(rb"<(?:\w+:)?c(\s[^<>]*)(?<!/)>\s*<(?:\w+:)?is\s*>")
_INLINE_END = re.compile(rb"</(?:\w+:)?is\s*>")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_SHARED_TEXT = re.compile(rb"<(?:\w+:)?si[\s/>]")
_PRONUNCIATION = re.compile(rb"<(?:\w+:)?rPh[\s>].*?</(?:\w+:)?rPh\s*>", re.DOTALL)
_TAG = re.compile(rb"<[^<>]*>")
# No real cell has more spaces or more struck-out parts than this.
_LONGEST_BLANK = 2_000
_LONGEST_ITEM = 100_000
# Maximum number of struck-out texts, because each cell is compared with each of them.
_MOST_TEXTS = 2_000


def blank_texts(shared: bytes) -> frozenset[int]:
    """Return the indexes, from 0, of shared texts that consist of spaces only."""
    if shared.count(b"<si") > MOST_CELLS:
        # The file will be refused because of its size.
        return frozenset()
    starts = [match.start() for match in _SHARED_TEXT.finditer(shared)]
    spans = enumerate(pairwise([*starts, len(shared)]))
    return frozenset(position for position, (begin, end) in spans if _is_blank_item(shared, begin, end))


def without_blank_cells(data: bytes, blanks: Collection[int]) -> bytes:
    """Return a sheet without empty cells and cells with spaces only; `blanks` are the indexes of shared texts with
    spaces only.

    Formulas without a result are kept, because they are reported. A sheet is returned unchanged if a cell has no
    position, because removing cells would move those after it.
    """
    if sum(1 for _ in _ANY_CELL.finditer(data)) > sum(1 for _ in _PLACED_CELL.finditer(data)):
        return data

    def drop_if_blank(match: re.Match[bytes]) -> bytes:
        attributes, formula, value, text = match.group("attributes", "formula", "value", "text")
        found = _TYPE.search(attributes)
        kind = found[1] if found else b""
        if kind == b"s" and value and value.strip().isdigit():
            return b"" if int(value) in blanks else match[0]
        is_untold = formula is not None and not value and kind != b"str"
        return match[0] if is_untold or not _is_blank((value or b"") + (text or b"")) else b""

    return _CELL.sub(drop_if_blank, data)


def struck_texts(shared: bytes) -> tuple[frozenset[int], frozenset[int]]:
    """Return the indexes, from 0, of shared texts that are struck out completely, and of those struck out partly."""
    if not _has_strike(shared) or shared.count(b"<si") > MOST_CELLS:
        return frozenset(), frozenset()
    starts = [match.start() for match in _SHARED_TEXT.finditer(shared)]
    ends = [*starts[1:], len(shared)]
    whole: set[int] = set()
    partly: set[int] = set()
    for position in sorted({bisect_right(starts, match.start()) - 1 for match in _STRIKE.finditer(shared)} - {-1}):
        begin, end = starts[position], ends[position]
        if end - begin <= _LONGEST_ITEM and any(marks := _struck_runs(shared[begin:end])):
            (whole if all(marks) else partly).add(position)
    return frozenset(whole), frozenset(partly)


def struck_inline_texts(data: bytes) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
    """Return (row, column), from 1, of cells whose inline text is struck out completely, and of those struck out
    partly.
    """
    whole: set[tuple[int, int]] = set()
    partly: set[tuple[int, int]] = set()
    if not _has_strike(data):
        return frozenset(), frozenset()
    for match in _INLINE_CELL.finditer(data):
        end = _INLINE_END.search(data, match.end(), match.end() + _LONGEST_ITEM)
        position = _REFERENCE.search(match[1])
        if end and position and any(marks := _struck_runs(data[match.end() : end.start()])):
            (whole if all(marks) else partly).add((int(position[2]), column_number(position[1].decode())))
        if len(whole) + len(partly) == MOST_ODDITIES:
            break
    return frozenset(whole), frozenset(partly)


def _has_strike(data: bytes) -> bool:
    # Test for the tag first: the word may occur in phrases, and the pattern takes five times as long.
    return (b"<strike" in data or b":strike" in data) and _STRIKE.search(data) is not None


def without_struck_parts(data: bytes) -> bytes:
    """Return shared texts, or a sheet with inline texts, without the struck-out parts."""
    if not _has_strike(data):
        return data
    return _WHOLE_RUN.sub(lambda run: b"" if _STRIKE.search(run[0]) else run[0], data)


def struck_cells(data: bytes, styles: Collection[int], texts: Collection[int]) -> frozenset[tuple[int, int]]:
    """Return (row, column), from 1, of the cells whose style or shared text is struck out."""
    found: set[tuple[int, int]] = set()
    for pattern in _patterns_of(styles, texts):
        for match in pattern.finditer(data):
            if position := _REFERENCE.search(match[1]):
                found.add((int(position[2]), column_number(position[1].decode())))
            if len(found) == MOST_ODDITIES:
                return frozenset(found)
    return frozenset(found)


def _patterns_of(styles: Collection[int], texts: Collection[int]) -> Iterator[re.Pattern[bytes]]:
    """Yield patterns that match cells with these styles, and cells with these shared texts, with their attributes."""
    if styles:
        yield re.compile(rb"<(?:\w+:)?c(?=[^<>]*\ss\s*=\s*[\"'](?:%b)[\"'])(\s[^<>]*)" % _any_of(styles))
    if 0 < len(texts) <= _MOST_TEXTS:
        typed = rb"<(?:\w+:)?c(?=[^<>]*\st\s*=\s*[\"']s[\"'])(\s[^<>]*)>\s*"
        yield re.compile(typed + rb"<(?:\w+:)?v(?:\s[^<>]*)?>\s*(?:%b)\s*<" % _any_of(texts))


def _any_of(numbers: Iterable[int]) -> bytes:
    return b"|".join(str(number).encode() for number in numbers)


def read_hidden_rows(data: bytes, last_row: int) -> tuple[frozenset[int], frozenset[int]]:
    """Return the rows, from 1, that are hidden manually, and those hidden by a filter, up to `last_row`."""
    if b"hidden" not in data:
        return frozenset(), frozenset()
    hidden = (match[1] for match in _ROW.finditer(data) if _HIDDEN.search(match[1]))
    numbers = (int(position[1]) for each in hidden if (position := _ROW_NUMBER.search(each)))
    rows = frozenset(number for number in numbers if number <= last_row)
    if not (found := _FILTER.search(data)):
        return rows, frozenset()
    filtered = frozenset(row for row in rows if int(found[1]) < row <= int(found[2]))
    return rows - filtered, filtered


def read_hidden_columns(data: bytes) -> frozenset[int]:
    """Return the numbers, from 1, of hidden columns."""
    columns: set[int] = set()
    first_row = _ROW.search(data)
    # Column elements precede the rows.
    for match in _COLUMNS.finditer(data, 0, first_row.start() if first_row else len(data)):
        first, last = (_NUMBER_OF[name].search(match[1]) for name in ("min", "max"))
        if _HIDDEN.search(match[1]) and first and last:
            columns.update(range(int(first[1]), min(int(last[1]), MOST_COLUMNS) + 1))
    return frozenset(columns)


def with_numbers_as_shown(
    data: bytes, formats: Mapping[int, str], *, is_1904: bool = False
) -> tuple[bytes, Counter[int]]:
    """Return a sheet whose numbers are replaced by the displayed texts, and the count of these in each column, from 1.

    Numbers are left as they are if the cell displays the stored value.
    """
    counts: Counter[int] = Counter()
    if not formats:
        return data, counts
    styled = _any_of(formats)
    cells = re.compile(
        rb"<(?P<name>(?:\w+:)?c)(?=[^<>]*\ss\s*=\s*[\"'](?P<style>"
        + styled
        + rb")[\"'])(?P<attributes>\s[^<>]*)(?<!/)>\s*"
        rb"(?:<(?:\w+:)?f(?=[\s/>])[^<>]*(?:/>|>[^<>]*</(?:\w+:)?f\s*>)\s*)?"
        rb"<(?P<tag>(?:\w+:)?v)(?:\s[^<>]*)?>\s*(?P<value>[-+\d.eE]{1,40})\s*</(?:\w+:)?v\s*>\s*</(?:\w+:)?c\s*>"
    )

    def replace_number(match: re.Match[bytes]) -> bytes:
        kind = _TYPE.search(match["attributes"])
        position = _REFERENCE.search(match["attributes"])
        if (kind and kind[1] != b"n") or not position:
            return match[0]
        try:
            value = float(match["value"])
        except ValueError:
            return match[0]
        text = format_number(value, formats[int(match["style"])], is_1904=is_1904)
        if not text or text == text_of(value) or text == _date_as_kept(value, text, is_1904=is_1904):
            return match[0]
        counts[column_number(position[1].decode())] += 1
        attributes = _TYPE.sub(b"", match["attributes"])
        parts = (b"<", match["name"], attributes, b' t="str"><', match["tag"], b">", html.escape(text).encode())
        return b"".join((*parts, b"</", match["tag"], b"></", match["name"], b">"))

    return cells.sub(replace_number, data), counts


def _date_as_kept(value: float, text: str, *, is_1904: bool) -> str | None:
    """Return the stored date as it would be read without formatting; None if `text` is not in ISO format."""
    if not _DATE.match(text):
        return None
    return format_number(value, "yyyy-mm-dd" if value.is_integer() else "yyyy-mm-dd hh:mm:ss", is_1904=is_1904)


def _struck_runs(item: bytes) -> list[bool]:
    """Return for each formatted run of a text that has letters whether it is struck out; empty for
    a text without runs.
    """
    runs = _RUN.split(_PRONUNCIATION.sub(b"", item))[1:]
    return [_STRIKE.search(run) is not None for run in runs if _TAG.sub(b"", run).strip()]


def _is_blank_item(shared: bytes, begin: int, end: int) -> bool:
    return end - begin <= _LONGEST_BLANK and _is_blank(_TAG.sub(b"", _PRONUNCIATION.sub(b"", shared[begin:end])))


def _is_blank(text: bytes) -> bool:
    return not text or (
        len(text) <= _LONGEST_BLANK
        and not html.unescape(text.decode("utf-8", "replace")).replace("_x000D_", "").strip()
    )
