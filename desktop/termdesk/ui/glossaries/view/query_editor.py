"""The query that the user edits with filter boxes, facets, chips and headings; all of them share it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from termdesk.application.glossaries.view.view_query import ViewQuery


class ViewQueryEditor(QObject):
    """Holds the query that a table should show. `changed` is emitted for every new query, even one that shows
    everything.

    Fields emit their request after a delay. `cleared` is emitted before `changed` and cancels these delays, so that
    cleared filters stay cleared.
    """

    changed = Signal()
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._query = ViewQuery()

    @property
    def query(self) -> ViewQuery:
        """The requested query; the table may not show it yet."""
        return self._query

    def ask(self, query: ViewQuery) -> None:
        """Request this query from now on."""
        if query != self._query:
            self._query = query
            self.changed.emit()

    def restore(self, query: ViewQuery) -> None:
        """Return to the query that is shown, because a later one was cancelled. Emits nothing."""
        self._query = query

    def clear_filters(self) -> None:
        """Remove all filters, but keep the sort order."""
        self._query = self._query.without_filters()
        self.cleared.emit()
        self.changed.emit()

    def cycle_sort(self, column: int) -> None:
        """Sort by a column: first ascending, then descending, then in file order."""
        query = self._query
        if query.sort_column != column:
            self.ask(query.with_order(column))
        elif not query.descending:
            self.ask(query.with_order(column, descending=True))
        else:
            self.ask(query.with_order(None))
