"""Phrases that a spreadsheet program takes for formulas: counted, guarded in files that are made for one, and freed."""

from __future__ import annotations

import re
from dataclasses import replace

from termdesk.domain.entries.entries import Entries
from termdesk.formats.read_result import ReadResult

# How a formula begins when a CSV file is opened there; the full-width forms count as well.
_BEGINNING = "[=+\\-@\uff1d\uff0b\uff0d\uff20\t\r]"
_FORMULA = re.compile(_BEGINNING)
_GUARD = "'"
# With a guard that was there before, so that taking one away gives back what was written.
_TO_BE_GUARDED = re.compile(f"{_GUARD}*{_BEGINNING}")
_GUARDED = re.compile(f"{_GUARD}+{_BEGINNING}")


def count_formulas(entries: Entries) -> int:
    """How many phrases a spreadsheet program would take for a formula."""
    return _count(entries, _FORMULA)


def guarded(entries: Entries) -> Entries:
    """The phrases alone, with an apostrophe before each that would be a formula; they are texts to every program."""
    return Entries(*([_guard(phrase) for phrase in column] for column in (entries.sources, entries.targets)))


def freed(result: ReadResult) -> tuple[ReadResult, int]:
    """What a file of guarded phrases held before, and how many were freed: 0 where it is not such a file."""
    entries = result.entries
    count = _count(entries, _GUARDED)
    if not count or _count(entries, _FORMULA):
        return result, 0
    sources, targets = (
        [phrase[1:] if _GUARDED.match(phrase) else phrase for phrase in column]
        for column in (entries.sources, entries.targets)
    )
    before = Entries(sources, targets)
    before.details = entries.details
    return replace(result, entries=before), count


def _guard(phrase: str) -> str:
    return _GUARD + phrase if _TO_BE_GUARDED.match(phrase) else phrase


def _count(entries: Entries, pattern: re.Pattern[str]) -> int:
    return sum(1 for column in (entries.sources, entries.targets) for phrase in column if pattern.match(phrase))
