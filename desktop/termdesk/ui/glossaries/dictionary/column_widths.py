"""The columns of a grid: widths as shares of the window, order, visibility, and a context menu on the headings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QMenu, QTableView

from termdesk.domain.window_memory import ColumnMemory
from termdesk.ui.glossaries.sheet.column_order import ColumnOrder, columns_as_seen
from termdesk.ui.glossaries.sheet.columns_menu import columns_menu, place_below
from termdesk.ui.widgets.selections import choose_alone

MIN_WIDTH = 60
# Both margins of a cell together.
_MARGINS = 28


class ColumnWidths(QObject):
    """Keeps the column widths as shares of the view; the last column takes the rest.

    Initially the width is divided by `weights`, or equally. `changed` is emitted after changes by the user; `state` is
    the value to save.
    """

    changed = Signal()

    def __init__(
        self,
        view: QTableView,
        names: Sequence[str],
        *,
        fixed: int = 1,
        hidden: Sequence[str] = (),
        weights: Sequence[int] = (),
        whole_words: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Create the widths for columns with these `names`, which `state` uses as keys.

        The first `fixed` columns can never be hidden. A column in `whole_words` is always wide enough for each of its
        words.
        """
        super().__init__(view)
        self._view = view
        self._names = list(names)
        self._fixed = fixed
        self._hidden = set(hidden)
        # Hidden by the user, but shown in this view because the table has content in these columns.
        self._for_now: set[str] = set()
        self._whole_words = whole_words or {}
        self._weights = weights or [1] * len(names)
        self._shares: dict[str, float] = {}
        self._is_fitting = False
        self._header = view.horizontalHeader()
        self._header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._header.setStretchLastSection(True)
        self._header.setMinimumSectionSize(MIN_WIDTH)
        self._header.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._header.customContextMenuRequested.connect(self._on_menu)
        self._header.sectionResized.connect(self._on_resized)
        self.order = ColumnOrder(self._header, names)
        self.order.changed.connect(self._on_moved)
        for each in (view, view.viewport()):
            each.installEventFilter(self)

    # Saved state

    def state(self) -> ColumnMemory:
        """Return what `restore` needs to show the columns as they are now."""
        order = [] if self.order.is_usual else self.order.names
        return ColumnMemory(shares=dict(self._shares), hidden=sorted(self._hidden), order=order)

    def restore(self, state: ColumnMemory | None) -> None:
        """Show the columns as in `state`, or with the defaults if it is None. Unknown names are ignored."""
        if state is not None:
            self.order.restore(state.order)
            self._shares = {
                name: share for name, share in state.shares.items() if name in self._names and 0 < share < 1
            }
            self._hidden = {name for name in state.hidden if name in self._names[self._fixed :]}
        self.fit()

    # Visibility

    def is_shown(self, column: int) -> bool:
        """Whether a column is visible."""
        name = self._names[column]
        return name not in self._hidden or name in self._for_now

    def show_column(self, column: int, is_shown: bool) -> None:
        """Show or hide a column; the other columns share the width."""
        self.show_columns([column], is_shown)

    def show_columns(self, columns: Sequence[int], is_shown: bool) -> None:
        """Show or hide several columns at once."""
        for column in columns:
            (self._hidden.discard if is_shown else self._hidden.add)(self._names[column])
            self._for_now.discard(self._names[column])
        self._shares.clear()
        self.fit()
        self._leave_hidden_column()
        self.changed.emit()

    def _leave_hidden_column(self) -> None:
        """Make a visible cell current, because typed text goes to the current cell."""
        current = self._view.currentIndex()
        if current.isValid() and not self.is_shown(current.column()):
            choose_alone(self._view, current.siblingAtColumn(self._shown_columns()[0]))

    def show_for_now(self, columns: Sequence[int]) -> None:
        """Show hidden columns in this view only, without changing the saved choice."""
        self._for_now.update(self._names[column] for column in columns)
        self.fit()

    def fit(self) -> None:
        """Give every column its share of the width, and the rest to the last one."""
        shown = self._shown_columns()
        self._is_fitting = True
        try:
            for column in range(self._header.count()):
                self._header.setSectionHidden(column, not self.is_shown(column))
            for column, width in zip(shown, self._share_out(shown, self._view.viewport().width()), strict=True):
                self._header.resizeSection(column, width)
        finally:
            self._is_fitting = False

    def _share_out(self, shown: Sequence[int], width: int) -> list[int]:
        """Return the widths of the visible columns. Together they are `width`, if that is enough for all of them.

        A column that would be too narrow gets its least width, at the cost of the others. Otherwise, the columns could
        be wider than the view: it would show a scroll bar, have less height and width, fit them again, and so on.
        """
        total = sum(self._weights[column] for column in shown)
        shares = [self._shares.get(self._names[column], self._weights[column] / total) for column in shown]
        # The shares of the visible columns may add up to more than the width.
        scale = max(1.0, sum(shares))
        shares = [share / scale for share in shares]
        shares[-1] = max(0.0, 1 - sum(shares[:-1]))
        widths = [self._least_width(column) for column in shown]
        free, left = list(range(len(shown))), width
        while tight := [each for each in free if shares[each] * left < widths[each] * sum(shares[one] for one in free)]:
            free = [each for each in free if each not in tight]
            left -= sum(widths[each] for each in tight)
        whole, rest = sum(shares[each] for each in free), left
        for number, each in enumerate(free, 1):
            widths[each] = rest if number == len(free) else int(shares[each] * left / whole)
            rest -= widths[each]
        return widths

    def _least_width(self, column: int) -> int:
        words = self._whole_words.get(self._names[column], ())
        metrics = self._view.fontMetrics()
        return max([MIN_WIDTH, *(metrics.horizontalAdvance(each) + _MARGINS for each in words)])

    def _on_resized(self, column: int, _before: int, now: int) -> None:
        # Ignore resizing by Qt itself, such as the stretched last column.
        if self._is_fitting or not now or column == self._shown_columns()[-1]:
            return
        width = self._view.viewport().width()
        if width > 0 and 0 < now < width and self._is_drawn():
            self._shares[self._names[column]] = now / width
            self.changed.emit()

    def _shown_columns(self) -> list[int]:
        return [column for column in columns_as_seen(self._header) if self.is_shown(column)]

    def _on_moved(self) -> None:
        self.fit()
        self.changed.emit()

    def _is_drawn(self) -> bool:
        return self._view.isVisible()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange):
            self.fit()
        return False

    # Menu

    def open_menu(self) -> None:
        """Open the menu on the heading of the current column, for keyboard users."""
        column = self._view.currentIndex().column()
        self._menu(column).popup(place_below(self._header, column))

    def _on_menu(self, position: QPoint) -> None:
        self._menu(self._header.logicalIndexAt(position)).popup(self._header.mapToGlobal(position))

    def _menu(self, column: int) -> QMenu:
        free = range(self._fixed, min(len(self._names), self._header.count()))
        menu = columns_menu(self._view, column, free, order=self.order, is_shown=self.is_shown, show=self.show_column)
        menu.addAction(self.tr("Same width for all"), self._on_same_width)
        return menu

    def _on_same_width(self) -> None:
        self._shares.clear()
        self.fit()
        self.changed.emit()
