"""Phrases that a spreadsheet program takes for formulas: counted, guarded in files that are made for one, and freed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.formats.read_result import ReadResult

# How a formula begins when a CSV file is opened there; the full-width forms count as well.
_BEGINNING = "[=+\\-@\uff1d\uff0b\uff0d\uff20\t\r]"
_FORMULA = re.compile(_BEGINNING)
_GUARD = "'"
# Leading zeros, digits after the fifteenth, separators and signs of amounts are lost, exponents and percentages are
# computed; fractions, dates, times and truth values are recast.
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
# With a guard that was there before, so that taking one away gives back what was written.
_TO_BE_GUARDED = re.compile(f"{_GUARD}*{_BEGINNING}")
_GUARDED = re.compile(f"{_GUARD}+{_BEGINNING}")


def count_formulas(entries: Entries) -> int:
    """How many phrases a spreadsheet program would take for a formula."""
    return _count(entries, _FORMULA)


def guarded(entries: Entries, *, is_all_text: bool = False) -> Entries:
    """The phrases alone, with an apostrophe before each that would be a formula; they are texts to every program.

    With `is_all_text`, those that spreadsheet programs turn into numbers or dates are formulas that give texts.
    """
    written = as_text if is_all_text else guard
    return Entries(*([written(phrase) for phrase in column] for column in (entries.sources, entries.targets)))


def freed(result: ReadResult) -> tuple[ReadResult, int]:
    """What a file of guarded phrases held before, and how many were freed: 0 where it is not such a file."""
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
    """A text that no spreadsheet program takes for a formula."""
    return _GUARD + text if _TO_BE_GUARDED.match(text) else text


def as_text(text: str) -> str:
    """A text that every spreadsheet program shows as it is: not as a number or a date, nor what a formula gives."""
    return f'="{text}"' if _CONVERTED.fullmatch(text) else guard(text)


def _free(text: str) -> str:
    return text[1:] if _GUARDED.match(text) else _inside(text) or text


def _inside(text: str) -> str:
    """The text that a formula gives which `as_text` made; empty for other texts."""
    inside = text[2:-1]
    return inside if _CONVERTED.fullmatch(inside) and text == as_text(inside) else ""


def _free_detail(detail: EntryDetail) -> EntryDetail:
    fields = tuple((name, _free(text)) for name, text in detail.fields)
    return replace(detail, note=_free(detail.note), domain=_free(detail.domain), fields=fields)


def converted_by_spreadsheets(entries: Entries) -> list[str]:
    """The phrases that a spreadsheet program turns into a number, a date or a truth value when it opens a CSV file."""
    return [phrase for phrase in _phrases(entries) if _CONVERTED.fullmatch(phrase)]


def _count(entries: Entries, pattern: re.Pattern[str]) -> int:
    return sum(1 for phrase in _phrases(entries) if pattern.match(phrase))


def _phrases(entries: Entries) -> Iterator[str]:
    return chain(entries.sources, entries.targets)
