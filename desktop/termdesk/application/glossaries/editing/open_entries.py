"""Entries of an open dictionary in memory: what a table paints, filters and sorts, up to date with every change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from termdesk.application.glossaries.editing.closed_rows import free_outdated
from termdesk.application.glossaries.editing.published_base import PublishedBase
from termdesk.application.glossaries.view.facets import Counts, Facet
from termdesk.application.glossaries.view.row_texts import (
    ComputedTexts,
    QuerySnapshot,
    RowTexts,
    rows_counted,
    rows_shown,
)
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import SOURCE, Entries
from termdesk.domain.entries.entry_rules import Violation
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.event import Event
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress

T = TypeVar("T")


class OpenEntries:
    """Entries with everything a table needs while it paints, filters and sorts them.

    Violations, filter texts, sort keys and marks of changed rows are updated with each change, at a cost that depends
    only on the change. Subclasses apply the changes.
    """

    def __init__(self, entries: Entries, violations: ViolationIndex, base: PublishedBase, pair: LanguagePair) -> None:
        self.entries = entries
        self.violations = violations
        # Emitted after every change, with the change and its inverse, for indexes kept elsewhere. Each part of a batch
        # is an event of its own; a bulk change is one event.
        self.changed = Event[Change, Change]()
        self._base = base
        self._texts = RowTexts(entries, pair)
        self._revision = 0

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def revision(self) -> int:
        """A number that increases with every change."""
        return self._revision

    @property
    def published(self) -> dict[str, str]:
        """The service's last known entries, as source -> target. Never modified in place."""
        return self._base.current.targets

    # Needed by a table while it paints

    @property
    def violation_count(self) -> int:
        """The number of cells that break a rule."""
        return self.violations.count

    @property
    def size_in_bytes(self) -> int:
        """The size of the published entries as plain TSV in UTF-8 bytes; updated with every change."""
        return self.violations.size

    def has_violation(self, row: int, column: int) -> bool:
        """Return whether a cell breaks a rule."""
        return self.violations.has_violation(row, column)

    def violation_at(self, row: int, column: int) -> Violation | None:
        """Return the first violation of a cell; None if there is none."""
        return self.violations.at(row, column)

    def next_violation(self, row: int, step: int, column: int = SOURCE) -> tuple[int, int] | None:
        """Return the next cell with a violation after (`step` 1) or before (`step` -1) this one; None if there is none.

        The search wraps around.
        """
        return self.violations.next_after(row, column, step)

    def is_changed(self, row: int) -> bool:
        """Return whether a row differs from the service. Always False for a dictionary that was never published."""
        if not self.published:
            return False
        source, target = self.entries[row]
        # If a published entry is now kept local, publishing would remove it. Other local-only entries are not changes.
        return (self.published.get(source) == target) is self.is_unpublished_row(row)

    def base_target(self, source: str) -> str | None:
        """Return the service's last known target of a source phrase; None if it has none."""
        return self.published.get(source)

    def is_forbidden(self, row: int) -> bool:
        """Return whether a row is a forbidden term, which is never published."""
        return self.entries.detail(row).is_forbidden

    def is_unpublished_row(self, row: int) -> bool:
        """Return whether a row is not published: a forbidden term, or an admitted synonym of a preferred one."""
        return self.entries.ids[row] in self.violations.excluded

    # Filtering and sorting

    async def find_rows(self, query: ViewQuery, progress: Progress = NoProgress()) -> Sequence[int] | None:
        """Return the rows that a query shows, in their order; None for all rows in file order.

        Computed in a worker, for the latest edit. Raises InvalidInput for a bad pattern.
        """
        if query.is_everything:
            return None
        return await self._compute_view(rows_shown, query, (), progress)

    async def count_facets(
        self, query: ViewQuery, facets: Collection[Facet], progress: Progress = NoProgress()
    ) -> Counts:
        """Return how many rows each value of the facets would show under the query, for the latest edit."""

        def work(progress: Progress, asked: QuerySnapshot) -> tuple[Counts, ComputedTexts]:
            return rows_counted(progress, asked, facets)

        return await self._compute_view(work, query.with_order(None), facets, progress)

    async def _compute_view(
        self,
        work: Callable[[Progress, QuerySnapshot], tuple[T, ComputedTexts]],
        query: ViewQuery,
        facets: Collection[Facet],
        progress: Progress,
    ) -> T:
        while True:
            revision = self._revision
            asked = self._texts.take_snapshot(query, self.violations.marks(), self.published, facets=facets)
            result, made = await run_in_thread(progress, work, asked)
            # An edit made meanwhile may have moved rows. The row numbers of the result would then be wrong.
            if revision == self._revision:
                self._texts.keep(made)
                return result
            free_outdated(asked, made)
            del asked, made

    def copy_known_classes(self, facets: Collection[Facet]) -> dict[Facet, bytes]:
        """Return copies of the known classes of these facets: a byte for each row."""
        return self._texts.copy_known_classes(facets)

    def keep_classes(self, made: Mapping[Facet, bytes]) -> None:
        """Store classes that were computed elsewhere from the present entries."""
        self._texts.keep(ComputedTexts(codes=dict(made)))
