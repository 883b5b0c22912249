"""Selections of views: set by the program, highlighted with the focus, announced to screen readers."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView, QWidget
from shiboken6 import isValid

# Qt sends an event for each cell. With more cells than these, the window would freeze for seconds.
MOST_CELL_EVENTS = 2_000
_Flag = QItemSelectionModel.SelectionFlag


def choose_alone(view: QAbstractItemView, index: QModelIndex) -> None:
    """Make a cell current and select nothing else. Select the whole row if the view selects rows.

    Qt's `setCurrentIndex` and `selectRow` extend the selection while Ctrl is held, as after any shortcut with Ctrl.
    """
    is_by_rows = view.selectionBehavior() is QAbstractItemView.SelectionBehavior.SelectRows
    flags = _Flag.ClearAndSelect | _Flag.Rows if is_by_rows else _Flag.ClearAndSelect
    view.selectionModel().setCurrentIndex(index, flags)


def announce_large_selection(view: QAbstractItemView, selected: QItemSelection, deselected: QItemSelection) -> bool:
    """Announce a large change of the selection with one event instead of one for each cell.

    For `selectionChanged` of a view. If few cells change, or no screen reader is active, do nothing and return False.
    """
    if not QAccessible.isActive() or _cell_count(selected) + _cell_count(deselected) <= MOST_CELL_EVENTS:
        return False
    # Bypass the view's own class, which sends the events.
    QAbstractItemView.selectionChanged(view, selected, deselected)
    QAccessible.updateAccessibility(QAccessibleEvent(view, QAccessible.Event.SelectionWithin))
    return True


def follow_focus(app: QApplication) -> None:
    """Highlight selections in the focused view, and announce its current cell to screen readers."""

    def follow(before: QWidget | None, now: QWidget | None) -> None:
        left, entered = _views_around(before), _views_around(now)
        for view in left - entered:
            _show_focus(view, has_focus=False)
        for view in entered - left:
            _show_focus(view, has_focus=True)
        if isinstance(now, QAbstractItemView) and QAccessible.isActive():
            # Wait for Qt's own event, which announces the whole table.
            QTimer.singleShot(0, now, lambda: announce_current(now))

    app.focusChanged.connect(follow)


def mark_focused(popup: QAbstractItemView) -> None:
    """Style a popup list below a field as focused: it gets the keys, while the field keeps the focus."""
    popup.setProperty("focused", True)


def announce_current(view: QAbstractItemView) -> None:
    """Announce the current cell of a view to screen readers, if the view has the focus."""
    if not view.hasFocus() or not view.currentIndex().isValid():
        return
    cell = QAccessible.queryAccessibleInterface(view).focusChild()
    if cell is not None and cell.isValid():
        QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.Focus))


def _views_around(widget: QWidget | None) -> set[QAbstractItemView]:
    """Return the views around a focused widget, including those of an open cell editor, and their child views."""
    views: set[QAbstractItemView] = set()
    # A widget may lose the focus because it is being deleted.
    while widget is not None and isValid(widget):
        if isinstance(widget, QAbstractItemView):
            views.update((widget, *widget.findChildren(QAbstractItemView)))
        widget = None if widget.isWindow() else widget.parentWidget()
    return views


def paint_background_once(view: QAbstractItemView) -> None:
    """Let a view paint its background only once, and not again in its viewport. Call it when the view is shown.

    Qt 6.11 never frees the style sheet data of a viewport: a kilobyte for each view that was ever open.
    """
    for each in (view, *view.findChildren(QAbstractItemView)):
        each.viewport().setAttribute(Qt.WidgetAttribute.WA_StyledBackground, False)


def _show_focus(view: QAbstractItemView, *, has_focus: bool) -> None:
    is_painted_twice = view.viewport().testAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    view.setProperty("focused", has_focus)
    # The style sheet evaluates properties only now.
    view.style().unpolish(view)
    view.style().polish(view)
    view.viewport().setAttribute(Qt.WidgetAttribute.WA_StyledBackground, is_painted_twice)
    if isinstance(view, QListView):
        # Meanwhile the rows were measured without the style sheet.
        view.scheduleDelayedItemsLayout()
    view.viewport().update()


def _cell_count(selection: QItemSelection) -> int:
    parts = (selection.at(position) for position in range(selection.count()))
    return sum(part.width() * part.height() for part in parts)
