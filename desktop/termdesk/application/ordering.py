"""Which rows are shown, and in which order: filtering and sorting as lists of row numbers.

Pure functions over lists, for a worker thread. At 500,000 rows a filter takes 40 ms and a sort with ready keys 40 to
240 ms, where Qt's proxy model takes 2 to 33 seconds. None of them holds the interpreter for more than some 20 ms at a
time, so the window goes on painting.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.rewriting import fitting

# Between the columns of a folded row: a character that no phrase may hold, so no filter text reaches across.
_BETWEEN = "\x1f"

# Combining marks of the scripts that the service knows; what is left of them sorts by its letters.
_MARKS = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)

# One call of `sorted` holds the interpreter until it is done: this many rows take some 10 ms.
_SORTED_AT_ONCE = 30_000
_LOOKED_AT = 2_000


class Side(StrEnum):
    """Which column of a row a filter looks at."""

    BOTH = "both"
    SOURCE = "source"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What the grid shows. `sort_column` None is the order of the file.

    `needle` is looked for in `side`, as a text or, `is_pattern`, as a regular expression; `is_negated` shows the rows
    without it. The `only_…` narrow further, all together.
    """

    needle: str = ""
    only_problems: bool = False
    sort_column: int | None = None
    descending: bool = False
    side: Side = Side.BOTH
    is_pattern: bool = False
    is_negated: bool = False
    only_changed: bool = False
    only_incomplete: bool = False

    @property
    def is_everything(self) -> bool:
        return not self.needle and not self.narrows and self.sort_column is None

    @property
    def narrows(self) -> bool:
        """Whether rows are left out for another reason than their text."""
        return self.only_problems or self.only_changed or self.only_incomplete


def folded(source: str, target: str) -> str:
    """One row as the filter sees it: both phrases, without case."""
    return f"{source}{_BETWEEN}{target}".casefold()


def folded_rows(sources: Sequence[str], targets: Sequence[str]) -> list[str]:
    """All rows as the filter sees them. One text a row for both columns halves the memory and the time."""
    return [f"{source}{_BETWEEN}{target}".casefold() for source, target in zip(sources, targets, strict=True)]


def sort_key(phrase: str) -> str:
    """What a phrase sorts by: its letters without case and marks."""
    if phrase.isascii():
        return phrase.casefold()
    return _MARKS.sub("", unicodedata.normalize("NFKD", phrase)).casefold()


def matching_rows(rows: Sequence[str], needle: str, side: Side = Side.BOTH, *, is_negated: bool = False) -> list[int]:
    """Numbers of the folded rows that hold `needle` in a side, in any case; or, negated, of all others."""
    wanted = needle.casefold()
    if side is Side.BOTH and not is_negated:
        return [number for number, text in enumerate(rows) if wanted in text]
    found = (wanted in _side_of(text, side) for text in rows)
    return [number for number, is_found in enumerate(found) if is_found is not is_negated]


def _side_of(row: str, side: Side) -> str:
    source, _, target = row.partition(_BETWEEN)
    return row if side is Side.BOTH else source if side is Side.SOURCE else target


def rows_of_pattern(
    sources: Sequence[str],
    targets: Sequence[str],
    pattern: str,
    side: Side,
    *,
    is_negated: bool = False,
    progress: Progress = NoProgress(),
) -> list[int]:
    """Numbers of the rows that a regular expression fits, in any case. Raises InvalidInput that says what is wrong."""
    fits = fitting(pattern)
    looked_at = (targets,) if side is Side.TARGET else (sources,) if side is Side.SOURCE else (sources, targets)
    rows = []
    for number in range(len(sources)):
        if number % _LOOKED_AT == 0:
            progress.step(number, len(sources))
        if any(fits(column[number]) for column in looked_at) is not is_negated:
            rows.append(number)
    return rows


def sorted_rows(
    keys: Sequence[str], rows: Sequence[int] | None = None, *, descending: bool, progress: Progress = NoProgress()
) -> list[int]:
    """Row numbers (all, or these ascending ones) in the order of their keys.

    Equal keys stay in file order either way. `progress` counts rows that have their place.
    """
    chosen = range(len(keys)) if rows is None else rows
    if _is_nearly_sorted(keys, chosen):
        return sorted(chosen, key=keys.__getitem__, reverse=descending)
    result: list[int] = []
    _put_sorted(result, keys, chosen, descending, 0, progress)
    return result


def _is_nearly_sorted(keys: Sequence[str], rows: Sequence[int]) -> bool:
    """Whether the keys rise for long stretches, as in a file sorted already: one call takes 40 ms there, not 240."""
    step = max(1, len(rows) // _LOOKED_AT)
    falls = sum(keys[rows[place]] < keys[rows[place - 1]] for place in range(1, len(rows), step))
    return falls <= _LOOKED_AT // 1000


def _put_sorted(
    result: list[int], keys: Sequence[str], rows: Sequence[int], descending: bool, depth: int, progress: Progress
) -> None:
    """Append `rows`, whose keys agree in the first `depth` characters."""
    if len(rows) <= _SORTED_AT_ONCE:
        result += sorted(rows, key=keys.__getitem__, reverse=descending)
        progress.step(len(result), len(keys))
        return
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        groups[keys[row][depth : depth + 1]].append(row)
    for letter in sorted(groups, reverse=descending):
        if letter:
            _put_sorted(result, keys, groups[letter], descending, depth + 1, progress)
        else:
            # These keys end here, so they are all the same.
            result += groups[letter]
