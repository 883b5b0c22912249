"""The query that the user edits with filter boxes, facets, chips and headings; they all share this one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from termdesk.application.glossaries.view.view_query import ViewQuery


class ViewQueryEditor(QObject):
    """Holds the query that a table is to show. `changed` follows every new one, also the one that shows everything.

    Fields wait a moment before they ask. `cleared` comes before `changed` and ends that waiting, so that a filter that
    was cleared stays cleared.
    """

    changed = Signal()
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._query = ViewQuery()

    @property
    def query(self) -> ViewQuery:
        """What is asked for now; it may not be shown yet."""
        return self._query

    def ask(self, query: ViewQuery) -> None:
        """Ask for this from now on."""
        if query != self._query:
            self._query = query
            self.changed.emit()

    def restore(self, query: ViewQuery) -> None:
        """Go back to the query that is shown, since a later one was cancelled; emits nothing."""
        self._query = query

    def clear_filters(self) -> None:
        """Leave nothing out any more; the order stays."""
        self._query = self._query.without_filters()
        self.cleared.emit()
        self.changed.emit()

    def cycle_sort(self, column: int) -> None:
        """Sort by a column: ascending, descending, in file order, and around."""
        query = self._query
        if query.sort_column != column:
            self.ask(query.sorted_by(column))
        elif not query.descending:
            self.ask(query.sorted_by(column, descending=True))
        else:
            self.ask(query.sorted_by(None))
