"""Phrases that spreadsheet programs take for formulas: count them, guard them in exports, and remove the guards on
import.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.formats.read_result import ReadResult

# Start of a formula in a CSV file that a spreadsheet program opens, including full-width characters.
_BEGINNING = "[=+\\-@\uff1d\uff0b\uff0d\uff20\t\r]"
_FORMULA = re.compile(_BEGINNING)
_GUARD = "'"
# Spreadsheet programs drop leading zeros, digits after the fifteenth, separators and currency symbols; they compute
# exponents and percentages, and convert fractions, dates, times and truth values.
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = r"\d{1,4}(?P<mark>[/.-])\d{1,2}(?:(?P=mark)\d{1,4})?|\d{1,2}[/-]\d{4}"
_TIME = r"\d{1,3}:\d{2}(?::\d{2})?(?: ?[ap]m)?|\d{1,2} ?[ap]m"
_FIGURE = r"(?:\d[\d.,]*|[.,]\d+)"
_CONVERTED = re.compile(
    r"0\d+|\d{16,}|\d+(?:[.,]\d+)?e[+-]?\d+|\d+[.,]\d*0|\d+[.,]|[.,]\d+|\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?"
    rf"|{_FIGURE} ?[%$€£¥]|[$€£¥] ?{_FIGURE}|\({_FIGURE}\)"
    rf"|(?:{_DATE})(?:[T ](?:{_TIME}))?|{_TIME}"
    rf"|\d{{1,2}}[ -]{_MONTH}(?:[ -]\d{{2,4}})?|{_MONTH}[ -]\d{{1,4}}|{_MONTH} \d{{1,2}},? \d{{2,4}}"
    "|true|false",
    re.IGNORECASE | re.ASCII,
)
# Includes texts that already start with a guard, so that removing one guard restores the original text.
_TO_BE_GUARDED = re.compile(f"{_GUARD}*{_BEGINNING}")
_GUARDED = re.compile(f"{_GUARD}+{_BEGINNING}")


def count_formulas(entries: Entries) -> int:
    """Return how many phrases a spreadsheet program would take for a formula."""
    return _count(entries, _FORMULA)


def guard_formulas(entries: Entries, *, is_all_text: bool = False) -> Entries:
    """Return the phrases without details, with an apostrophe before each that looks like a formula, so that it stays
    text.

    With `is_all_text`, phrases that would become numbers or dates are written as formulas that return text.
    """
    written = as_text if is_all_text else guard
    return Entries(*([written(phrase) for phrase in column] for column in (entries.sources, entries.targets)))


def remove_guards(result: ReadResult) -> tuple[ReadResult, int]:
    """Remove the guards from the phrases of a file. Also return their number: 0 if the file has no guarded phrases."""
    entries = result.entries
    wrapped = [phrase for phrase in _phrases(entries) if _inside(phrase)]
    count = _count(entries, _GUARDED) + len(wrapped)
    if not count or _count(entries, _FORMULA) > len(wrapped):
        return result, 0
    sources, targets = ([_free(phrase) for phrase in column] for column in (entries.sources, entries.targets))
    before = Entries(sources, targets)
    before.details = {row: _free_detail(each) for row, each in entries.details.items()}
    return replace(result, entries=before), count


def guard(text: str) -> str:
    """Return a text that no spreadsheet program takes for a formula."""
    return _GUARD + text if _TO_BE_GUARDED.match(text) else text


def as_text(text: str) -> str:
    """Return a text that every spreadsheet program shows unchanged, neither as a number or date nor as a formula
    result.
    """
    return f'="{text}"' if _CONVERTED.fullmatch(text) else guard(text)


def _free(text: str) -> str:
    return text[1:] if _GUARDED.match(text) else _inside(text) or text


def _inside(text: str) -> str:
    """Return the text inside a formula made by `as_text`; empty for other texts."""
    inside = text[2:-1]
    return inside if _CONVERTED.fullmatch(inside) and text == as_text(inside) else ""


def _free_detail(detail: EntryDetail) -> EntryDetail:
    return detail.with_each_text(_free)


def find_converted_phrases(entries: Entries) -> list[str]:
    """Return the phrases that spreadsheet programs convert to a number, date or truth value when
    they open a CSV file.
    """
    return [phrase for phrase in _phrases(entries) if _CONVERTED.fullmatch(phrase)]


def _count(entries: Entries, pattern: re.Pattern[str]) -> int:
    return sum(1 for phrase in _phrases(entries) if pattern.match(phrase))


def _phrases(entries: Entries) -> Iterator[str]:
    return chain(entries.sources, entries.targets)
