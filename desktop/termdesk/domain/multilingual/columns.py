"""The columns of the table, one record each: the source phrase first, then one column for each dictionary.

Only this module knows which column number belongs to which dictionary.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from termdesk.domain.entries.entries import SOURCE, TARGET


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column of the table.

    `number` is its index in the model. `part` is the index of its dictionary; None for the source phrase, which all
    dictionaries share.
    """

    number: int
    part: int | None

    @property
    def side(self) -> int:
        """Which phrase of an entry the column holds: `SOURCE` or `TARGET`."""
        return SOURCE if self.part is None else TARGET


SOURCE_COLUMN = TableColumn(SOURCE, None)


@cache
def column_of(part: int, side: int = TARGET) -> TableColumn:
    """Return the column that holds the target (or with `side` the source) of a dictionary."""
    return SOURCE_COLUMN if side == SOURCE else TableColumn(part + 1, part)


def table_columns(width: int) -> tuple[TableColumn, ...]:
    """Return all columns of a table of `width` dictionaries, by number."""
    return (SOURCE_COLUMN, *map(column_of, range(width)))
