"""Conditions on the texts of a row: on one column, or on any phrase."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from termdesk.application.glossaries.view.folded_rows import FoldedRows
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.rewrite import make_pattern_test
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.composition import fold
from termdesk.domain.progress import NoProgress, Progress

_LOOKED_AT = 2_000


class Match(StrEnum):
    """How a condition compares a text with its needle."""

    CONTAINS = "contains"
    PATTERN = "pattern"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on the texts of `column`, or on any phrase of the row (None).

    `needle` is a text, or a regular expression for `Match.PATTERN`. Case is ignored. `is_negated` shows the rows that
    do not match.
    """

    needle: str = ""
    column: int | None = None
    match: Match = Match.CONTAINS
    is_negated: bool = False

    @property
    def asks(self) -> bool:
        """Whether the condition can hide a row."""
        return self.match is Match.EMPTY or bool(self.needle)

    @property
    def needs_folded(self) -> bool:
        """Whether the condition can be checked with the folded phrases alone."""
        return self.match is Match.CONTAINS and bool(self.needle) and self.column in (None, SOURCE, TARGET)


def pattern_error(condition: Condition) -> str:
    """Return the error in the pattern of a condition; empty if the pattern is valid or the condition has none."""
    try:
        fits_of(condition)
    except InvalidInput as error:
        return error.message
    return ""


def rows_that_fit(
    columns: Sequence[Sequence[str]],
    fits: Callable[[str], bool],
    *,
    is_negated: bool = False,
    among: Sequence[int] | None = None,
    progress: Progress = NoProgress(),
) -> list[int]:
    """Return the numbers of the rows in which a text of one of the columns fits; the other rows if `is_negated`."""
    looked_at = range(len(columns[0])) if among is None else among
    rows = []
    for position, number in enumerate(looked_at):
        if position % _LOOKED_AT == 0:
            progress.step(position, len(looked_at))
        if any(fits(column[number]) for column in columns) is not is_negated:
            rows.append(number)
    return rows


def find_rows_that_meet(
    condition: Condition,
    columns: Callable[[int], Sequence[str]],
    folded_rows: FoldedRows | None,
    *,
    among: Sequence[int] | None = None,
    progress: Progress = NoProgress(),
) -> list[int]:
    """Return the numbers of the rows that meet a condition, ascending.

    `columns` returns a column by its number. Raises InvalidInput that explains the error in a pattern.
    """
    if condition.needs_folded and folded_rows is not None:
        found = folded_rows.find(condition.needle, condition.column, among)
        return _others(found, len(folded_rows), among) if condition.is_negated else found
    numbers = (SOURCE, TARGET) if condition.column is None else (condition.column,)
    return rows_that_fit(
        [columns(number) for number in numbers],
        fits_of(condition),
        is_negated=condition.is_negated,
        among=among,
        progress=progress,
    )


def fits_of(condition: Condition) -> Callable[[str], bool]:
    """Return a function that checks one text, ignoring `is_negated`. Raises InvalidInput for an invalid pattern."""
    match condition.match:
        case Match.PATTERN:
            return make_pattern_test(condition.needle)
        case Match.EMPTY:
            return lambda text: not text or text.isspace()
        case Match.CONTAINS:
            folded_needle = fold(condition.needle)
            return lambda text: folded_needle in fold(text)


def _others(found: Collection[int], total: int, among: Sequence[int] | None) -> list[int]:
    left = set(found)
    return [number for number in (range(total) if among is None else among) if number not in left]
