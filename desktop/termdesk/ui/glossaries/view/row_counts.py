"""The line below a table: the number of visible and selected rows, of violations, and the sort order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QItemSelection, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QTableView, QWidget

from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import list_facts
from termdesk.ui.words.numbers import format_number

# Selecting with the mouse changes the selection at every row.
DEBOUNCE_MS = 60


class Order(Protocol):
    """The sort order; None means the order of the file."""

    @property
    def sort_column(self) -> int | None:
        """The column by which rows are sorted; None for the order of the file."""

    @property
    def descending(self) -> bool:
        """Whether the order is descending."""


class RowCounts(PlainLabel):
    """Follows the selection of a grid; `show_rows` sets the rest. `announce` notifies screen readers."""

    def __init__(
        self,
        grid: QTableView,
        title_of: Callable[[int | None], str],
        parent: QWidget | None = None,
        *,
        counts_phrases: bool = False,
    ) -> None:
        """Create the line. With `counts_phrases`, rows are phrases in several languages, otherwise entries."""
        super().__init__(parent=parent, wraps=True, tone="muted")
        self.setObjectName("glossary_row_counts")
        self._grid = grid
        self._title_of = title_of
        self._counts_phrases = counts_phrases
        self._rows = ""
        self._rest: list[str] = []
        self._selected = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._count_selected)
        grid.selectionModel().selectionChanged.connect(lambda *_: self._timer.start())

    def show_rows(self, *, shown: int, total: int, violations: int, query: Order) -> None:
        """Show the number of rows, and the sort order of the current `query`."""
        self._rows = self._row_words(shown, total)
        self._rest = [self._violation_words(violations)]
        if query.sort_column is not None:
            self._rest.append(self._order_words(query.sort_column, descending=query.descending))
        self._timer.start()
        self._show()

    def _row_words(self, shown: int, total: int) -> str:
        if shown == total:
            if self._counts_phrases:
                return self.tr("%Ln phrases", "", total)
            return self.tr("%Ln entries", "", total)
        some = self.tr("{shown} of %Ln entries", "", total)
        if self._counts_phrases:
            some = self.tr("{shown} of %Ln phrases", "", total)
        return some.format(shown=format_number(shown))

    def announce(self) -> None:
        """Announce the result of filtering or sorting to screen readers."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.text()))

    def _violation_words(self, count: int) -> str:
        if not count:
            return self.tr("no problems")
        return self.tr("%Ln problems", "", count)

    def _order_words(self, column: int, *, descending: bool) -> str:
        words = self.tr("sorted by {title}, descending") if descending else self.tr("sorted by {title}, ascending")
        return words.format(title=self._title_of(column))

    def _count_selected(self) -> None:
        self._selected = count_selected_rows(self._grid.selectionModel().selection())
        self._show()

    def _show(self) -> None:
        # There is always a current row, so one selected row is not worth mentioning.
        selected = [self.tr("%Ln selected", "", self._selected)] if self._selected > 1 else []
        self.setText(list_facts([self._rows, *selected, *self._rest]))


def count_selected_rows(selection: QItemSelection) -> int:
    """Return the number of rows with a selected cell. Uses ranges, because half a million indexes take seconds."""
    ranges = [selection.at(position) for position in range(selection.count())]
    parts = sorted((each.top(), each.bottom()) for each in ranges)
    count, last = 0, -1
    for top, bottom in parts:
        count += max(0, bottom - max(top, last + 1) + 1)
        last = max(last, bottom)
    return count
