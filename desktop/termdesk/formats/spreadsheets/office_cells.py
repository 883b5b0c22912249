"""Cells of XLSX sheets as their files hold them: those without a text are taken out where they make a sheet large."""

from __future__ import annotations

import html
import re
from collections.abc import Collection
from itertools import pairwise

from termdesk.formats.spreadsheets.spreadsheet_package import MOST_CELLS

# Patterns rather than a parser, as in `office_workbook`. They cut what has no tag inside, so they never run on.
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
_SHARED_TEXT = re.compile(rb"<(?:\w+:)?si[\s/>]")
_PRONUNCIATION = re.compile(rb"<(?:\w+:)?rPh[\s>].*?</(?:\w+:)?rPh\s*>", re.DOTALL)
_TAG = re.compile(rb"<[^<>]*>")
# Nobody fills a cell with more blanks than these.
_LONGEST_BLANK = 2_000


def blank_texts(shared: bytes) -> frozenset[int]:
    """The places, from 0, of shared texts that hold nothing but blanks."""
    if shared.count(b"<si") > MOST_CELLS:
        # It is refused in a moment.
        return frozenset()
    starts = [match.start() for match in _SHARED_TEXT.finditer(shared)]
    spans = enumerate(pairwise([*starts, len(shared)]))
    return frozenset(place for place, (begin, end) in spans if _is_blank_item(shared, begin, end))


def without_blank_cells(data: bytes, blanks: Collection[int]) -> bytes:
    """A sheet without the cells that hold nothing or blanks alone; `blanks` are shared texts of that kind.

    A formula without a result stays, because that is told. So does all of a sheet in which a cell has no place: what
    stands behind it would move.
    """
    if sum(1 for _ in _ANY_CELL.finditer(data)) > sum(1 for _ in _PLACED_CELL.finditer(data)):
        return data

    def kept(match: re.Match[bytes]) -> bytes:
        attributes, formula, value, text = match.group("attributes", "formula", "value", "text")
        found = _TYPE.search(attributes)
        kind = found[1] if found else b""
        if kind == b"s" and value and value.strip().isdigit():
            return b"" if int(value) in blanks else match[0]
        is_untold = formula is not None and not value and kind != b"str"
        return match[0] if is_untold or not _is_blank((value or b"") + (text or b"")) else b""

    return _CELL.sub(kept, data)


def _is_blank_item(shared: bytes, begin: int, end: int) -> bool:
    return end - begin <= _LONGEST_BLANK and _is_blank(_TAG.sub(b"", _PRONUNCIATION.sub(b"", shared[begin:end])))


def _is_blank(text: bytes) -> bool:
    return not text or (
        len(text) <= _LONGEST_BLANK
        and not html.unescape(text.decode("utf-8", "replace")).replace("_x000D_", "").strip()
    )
