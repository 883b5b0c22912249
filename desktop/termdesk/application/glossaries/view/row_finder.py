"""Find the rows that a query shows, and count the values of facets, in any table.

* QueriedTable   an open table, as the window uses it: one dictionary, or all languages of a glossary
* QueriedRows    a snapshot of the rows of a table, as a worker uses it
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.facets import (
    Counts,
    Facet,
    FacetRows,
    Mask,
    both,
    count_rows,
    mask_of_rows,
    rows_of_mask,
)
from termdesk.application.glossaries.view.row_sort import sort_rows
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.domain.progress import NoProgress, Progress


class QueriedTable(Protocol):
    """What a table widget needs from the data that it shows."""

    def __len__(self) -> int: ...

    @property
    def revision(self) -> int:
        """A number that increases with every change."""
        ...

    @property
    def violation_count(self) -> int:
        """The number of rule violations."""
        ...

    async def find_rows(self, query: ViewQuery, progress: Progress = NoProgress()) -> Sequence[int] | None:
        """Return the rows to show, in their order; None for all rows in file order.

        Raises InvalidInput for a bad pattern.
        """
        ...

    async def count_facets(
        self, query: ViewQuery, facets: Collection[Facet], progress: Progress = NoProgress()
    ) -> Counts:
        """Return how many rows each value of these facets would show under the query."""
        ...


class QueriedRows(Protocol):
    """The rows of a table at one moment. Call all methods in a worker. Row numbers are ascending."""

    @property
    def total(self) -> int:
        """The number of all rows, filtered or not."""
        ...

    def find_matching_rows(
        self, condition: Condition, among: Sequence[int] | None, progress: Progress
    ) -> Sequence[int]:
        """Return the rows of `among` (None: all rows) that meet a condition. Raises InvalidInput for a bad pattern."""
        ...

    def find_marked_rows(self, mark: RowMark) -> Sequence[int]:
        """Return the rows that have a mark."""
        ...

    def by_facet(self, facet: Facet, progress: Progress) -> FacetRows:
        """Return all rows by value of a facet."""
        ...

    def sort_keys(self, column: int) -> Sequence[str]:
        """Return the sort key of each row."""
        ...


def find_rows(progress: Progress, query: ViewQuery, rows: QueriedRows) -> Sequence[int]:
    """Return the rows that a query shows, in their order. For a worker."""
    mask: Mask | None = None
    for choice in query.choices:
        mask = both(mask, rows.by_facet(choice.facet, progress).mask(choice.values))
    found = _apply_filters(query, rows, progress, None if mask is None else rows_of_mask(mask))
    progress.step(2, 3)
    if query.sort_column is None:
        return range(rows.total) if found is None else found
    return sort_rows(rows.sort_keys(query.sort_column), found, descending=query.descending, progress=progress)


def count_values(progress: Progress, query: ViewQuery, rows: QueriedRows, facets: Collection[Facet]) -> Counts:
    """Return how many rows each value of the facets would show, combined with the choices in the other facets.

    For a worker.
    """
    found = _apply_filters(query, rows, progress, None)
    within = None if found is None else mask_of_rows(found, rows.total)
    needed = {*facets, *(choice.facet for choice in query.choices)}
    return count_rows({facet: rows.by_facet(facet, progress) for facet in sorted(needed)}, query.choices, within)


def _apply_filters(
    query: ViewQuery, rows: QueriedRows, progress: Progress, among: Sequence[int] | None
) -> Sequence[int] | None:
    """Return the rows of `among`, which is ascending, that meet all conditions and marks; None for all rows."""
    found = among
    for mark in sorted(query.only):
        marked = rows.find_marked_rows(mark)
        found = marked if found is None else sorted(set(found) & set(marked))
    progress.step(1, 3)
    for condition in query.conditions:
        found = rows.find_matching_rows(condition, found, progress)
    return found
