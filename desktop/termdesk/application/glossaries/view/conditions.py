"""What a text must be like for its row to be shown: conditions on one column or on both phrases, all together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from termdesk.domain.chunks import chunks
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.rewrite import fitting
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.composition import fold, fold_all
from termdesk.domain.progress import NoProgress, Progress

# Between the columns of a folded row: a character that no phrase may hold, so no filter text reaches across. In phrases
# and filter texts that hold it all the same another one stands for it.
BETWEEN = "\x1f"
_IN_PHRASES = "\x1e"

_LOOKED_AT = 2_000


class Match(StrEnum):
    """How a text is looked at."""

    CONTAINS = "contains"
    PATTERN = "pattern"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Condition:
    """What `column` must be like; None: the source or the target phrase.

    `needle` is a text, or a regular expression for `Match.PATTERN`, in any case. `is_negated` shows the other rows.
    """

    needle: str = ""
    column: int | None = None
    match: Match = Match.CONTAINS
    is_negated: bool = False

    @property
    def asks(self) -> bool:
        """Whether it leaves anything out."""
        return self.match is Match.EMPTY or bool(self.needle)

    @property
    def needs_folded(self) -> bool:
        """Whether the folded phrases answer it."""
        return self.match is Match.CONTAINS and bool(self.needle) and self.column in (None, SOURCE, TARGET)


def pattern_error(condition: Condition) -> str:
    """What is wrong with the pattern of a condition; nothing where it can be used, or is none."""
    try:
        fits_of(condition)
    except InvalidInput as error:
        return error.message
    return ""


def folded(source: str, target: str) -> str:
    """One row as the filter sees it: both phrases, without case, in composed characters."""
    return fold(f"{_inside(source)}{BETWEEN}{_inside(target)}")


def folded_rows(sources: Sequence[str], targets: Sequence[str]) -> list[str]:
    """All rows as the filter sees them. One text a row for both columns halves the memory and the time."""
    rows: list[str] = []
    for chunk in chunks(len(sources)):
        more = [f"{source}{BETWEEN}{target}" for source, target in zip(sources[chunk], targets[chunk], strict=True)]
        # Looking into each row for what none has would take as long as folding them.
        if "".join(more).count(BETWEEN) != len(more):
            more = [
                f"{_inside(source)}{BETWEEN}{_inside(target)}"
                for source, target in zip(sources[chunk], targets[chunk], strict=True)
            ]
        fold_all(more)
        rows += more
    return rows


def matching_rows(
    rows: Sequence[str],
    needle: str,
    column: int | None = None,
    *,
    is_negated: bool = False,
    among: Sequence[int] | None = None,
) -> list[int]:
    """Numbers of the folded rows that hold `needle` in a column, in any case; or, negated, of all others.

    Only rows `among` these ascending ones are looked at, where they are given.
    """
    folded_needle = fold(_inside(needle))
    if among is None:
        found = [number for number, text in enumerate(rows) if folded_needle in text]
    else:
        found = [number for number in among if folded_needle in rows[number]]
    if column is not None:
        # Few rows hold it at all, so only those are taken apart.
        found = [number for number in found if folded_needle in rows[number].partition(BETWEEN)[2 if column else 0]]
    return _others(found, len(rows), among) if is_negated else found


def rows_that_fit(
    columns: Sequence[Sequence[str]],
    fits: Callable[[str], bool],
    *,
    is_negated: bool = False,
    among: Sequence[int] | None = None,
    progress: Progress = NoProgress(),
) -> list[int]:
    """Numbers of the rows of which a text in one of the columns fits; or, negated, of all others."""
    looked_at = range(len(columns[0])) if among is None else among
    rows = []
    for place, number in enumerate(looked_at):
        if place % _LOOKED_AT == 0:
            progress.step(place, len(looked_at))
        if any(fits(column[number]) for column in columns) is not is_negated:
            rows.append(number)
    return rows


def rows_meeting(
    condition: Condition,
    columns: Callable[[int], Sequence[str]],
    folded_texts: Sequence[str] | None,
    *,
    among: Sequence[int] | None = None,
    progress: Progress = NoProgress(),
) -> list[int]:
    """Numbers of the rows that meet one condition, ascending.

    `columns` gives a column by its number. Raises InvalidInput that says what is wrong with a pattern.
    """
    if condition.needs_folded and folded_texts is not None:
        return matching_rows(
            folded_texts, condition.needle, condition.column, is_negated=condition.is_negated, among=among
        )
    numbers = (SOURCE, TARGET) if condition.column is None else (condition.column,)
    return rows_that_fit(
        [columns(number) for number in numbers],
        fits_of(condition),
        is_negated=condition.is_negated,
        among=among,
        progress=progress,
    )


def fits_of(condition: Condition) -> Callable[[str], bool]:
    """Says of a text whether it is as asked, before any negation. Raises InvalidInput for a wrong pattern."""
    match condition.match:
        case Match.PATTERN:
            return fitting(condition.needle)
        case Match.EMPTY:
            return lambda text: not text or text.isspace()
        case Match.CONTAINS:
            folded_needle = fold(condition.needle)
            return lambda text: folded_needle in fold(text)


def _inside(text: str) -> str:
    return text.replace(BETWEEN, _IN_PHRASES)


def _others(found: Collection[int], total: int, among: Sequence[int] | None) -> list[int]:
    left = set(found)
    return [number for number in (range(total) if among is None else among) if number not in left]
