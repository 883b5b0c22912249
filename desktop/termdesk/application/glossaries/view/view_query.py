"""Which rows are shown, and in which order: filtering and sorting as lists of row numbers.

Pure functions over lists, for a worker thread. At 500,000 rows a filter takes 40 ms and a sort with ready keys 170 to
320 ms, where Qt's proxy model takes 2 to 33 seconds. None of them holds the interpreter for more than some 20 ms at a
time, so the window goes on painting.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.facets import Choice, Facet
from termdesk.domain.chunks import chunks
from termdesk.domain.progress import NoProgress, Progress

# One call of `sorted` holds the interpreter until it is done: this many rows take some 5 ms.
_SORTED_AT_ONCE = 15_000
# Keys of each block that are looked at to divide all rows evenly.
_SAMPLED = 40


@dataclass(frozen=True, slots=True)
class ViewQuery:
    """What the grid shows: the rows that meet all conditions and all choices.

    `sort_column` None is the order of the file.
    """

    conditions: tuple[Condition, ...] = ()
    choices: tuple[Choice, ...] = ()
    only_violations: bool = False
    sort_column: int | None = None
    descending: bool = False

    @property
    def is_everything(self) -> bool:
        return not self.narrows and self.sort_column is None

    @property
    def narrows(self) -> bool:
        """Whether rows are left out."""
        return bool(self.conditions or self.choices or self.only_violations)

    def condition(self, column: int | None) -> Condition:
        """What is asked of one column (None: of both phrases), or a condition that asks for nothing."""
        return next((each for each in self.conditions if each.column == column), Condition(column=column))

    def with_condition(self, condition: Condition) -> ViewQuery:
        """The same with this condition for its column."""
        others = [each for each in self.conditions if each.column != condition.column]
        chosen = [*others, condition] if condition.asks else others
        # The general one first, then in the order of the columns: one wish is one value, however it came about.
        chosen.sort(key=lambda each: -1 if each.column is None else each.column)
        return replace(self, conditions=tuple(chosen))

    def values(self, facet: Facet) -> frozenset[str]:
        """What is chosen in a facet; nothing means that it does not narrow."""
        return next((choice.values for choice in self.choices if choice.facet is facet), frozenset())

    def with_values(self, facet: Facet, values: frozenset[str]) -> ViewQuery:
        """The same with these values of a facet chosen."""
        choices = [choice for choice in self.choices if choice.facet is not facet]
        if values:
            choices.append(Choice(facet, values))
        return replace(self, choices=tuple(sorted(choices, key=lambda choice: choice.facet)))

    def in_order(self, column: int | None, *, descending: bool = False) -> ViewQuery:
        """The same rows in another order."""
        return replace(self, sort_column=column, descending=descending)

    def in_this_order(self) -> ViewQuery:
        """All rows, in this order."""
        return ViewQuery(sort_column=self.sort_column, descending=self.descending)


def finding(needle: str) -> ViewQuery:
    """The rows that hold a text in one of their phrases."""
    return ViewQuery((Condition(needle),) if needle else ())


def sorted_rows(
    keys: Sequence[str], rows: Sequence[int] | None = None, *, descending: bool, progress: Progress = NoProgress()
) -> array[int]:
    """Row numbers (all, or these ascending ones) in the order of their keys.

    Equal keys stay in file order either way. `progress` counts rows that have their place.
    """
    chosen = range(len(keys)) if rows is None else rows
    blocks = []
    for chunk in chunks(len(chosen), _SORTED_AT_ONCE):
        blocks.append(sorted(chosen[chunk], key=keys.__getitem__, reverse=descending))
        progress.step(len(blocks) * _SORTED_AT_ONCE // 2, len(chosen))
    result = array("L")
    for parts in _parted(blocks, keys, descending=descending):
        # Sorted parts one behind the other are merged, which takes a fraction of sorting.
        result.extend(sorted(chain.from_iterable(parts), key=keys.__getitem__, reverse=descending))
        progress.step((len(chosen) + len(result)) // 2, len(chosen))
    return result


def _parted(blocks: Sequence[list[int]], keys: Sequence[str], *, descending: bool) -> Iterator[list[list[int]]]:
    """Sorted blocks cut at the same keys: of each block the first part, then of each the second, and so on."""
    begins = [0] * len(blocks)
    for key in _dividers(blocks, keys, descending=descending):
        ends = [
            _place(block, key, keys, begin, descending=descending) for block, begin in zip(blocks, begins, strict=True)
        ]
        yield [block[begin:end] for block, begin, end in zip(blocks, begins, ends, strict=True)]
        begins = ends
    yield [block[begin:] for block, begin in zip(blocks, begins, strict=True)]


def _dividers(blocks: Sequence[list[int]], keys: Sequence[str], *, descending: bool) -> list[str]:
    """Keys that divide all rows into about as many parts as there are blocks: a sample of each block knows them."""
    sample = sorted(
        (keys[row] for block in blocks for row in block[:: max(1, len(block) // _SAMPLED)]), reverse=descending
    )
    return sorted(set(sample[_SAMPLED::_SAMPLED]), reverse=descending)


def _place(block: Sequence[int], key: str, keys: Sequence[str], begin: int, *, descending: bool) -> int:
    """Where in a sorted block the rows begin that do not stand before `key`."""
    end = len(block)
    while begin < end:
        middle = (begin + end) // 2
        found = keys[block[middle]]
        if found > key if descending else found < key:
            begin = middle + 1
        else:
            end = middle
    return begin
