"""Selections of views: what the program chooses, how they look with the focus, what screen readers hear of them."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView, QWidget
from shiboken6 import isValid

# For each cell Qt sends an event; with more than these, the window would stop for seconds.
MOST_CELL_EVENTS = 2_000
_Flag = QItemSelectionModel.SelectionFlag


def choose_alone(view: QAbstractItemView, index: QModelIndex) -> None:
    """Make a cell the current one and select nothing else; a whole row where the view selects rows.

    Qt's `setCurrentIndex` and `selectRow` add to the selection while Ctrl is held, as after any command with Ctrl.
    """
    is_by_rows = view.selectionBehavior() is QAbstractItemView.SelectionBehavior.SelectRows
    flags = _Flag.ClearAndSelect | _Flag.Rows if is_by_rows else _Flag.ClearAndSelect
    view.selectionModel().setCurrentIndex(index, flags)


def announce_large_selection(view: QAbstractItemView, selected: QItemSelection, deselected: QItemSelection) -> bool:
    """Take over a change of the selection with one event for all of its cells.

    For `selectionChanged` of a view. Returns False, having done nothing, where few cells change or nobody listens.
    """
    if not QAccessible.isActive() or _cell_count(selected) + _cell_count(deselected) <= MOST_CELL_EVENTS:
        return False
    # Past the view's own class, which sends the events.
    QAbstractItemView.selectionChanged(view, selected, deselected)
    QAccessible.updateAccessibility(QAccessibleEvent(view, QAccessible.Event.SelectionWithin))
    return True


def follow_focus(app: QApplication) -> None:
    """Let selections look different in the view that has the focus, and name its current cell to screen readers."""

    def follow(before: QWidget | None, now: QWidget | None) -> None:
        left, entered = _views_around(before), _views_around(now)
        for view in left - entered:
            _show_focus(view, has_focus=False)
        for view in entered - left:
            _show_focus(view, has_focus=True)
        if isinstance(now, QAbstractItemView) and QAccessible.isActive():
            # After Qt's own event, which names the whole table.
            QTimer.singleShot(0, now, lambda: announce_current(now))

    app.focusChanged.connect(follow)


def mark_focused(popup: QAbstractItemView) -> None:
    """Let a list that opens below a field look focused: it has the keys, while the field keeps the focus."""
    popup.setProperty("focused", True)


def announce_current(view: QAbstractItemView) -> None:
    """Tell screen readers that the current cell of a view has the focus, if the view has it."""
    if not view.hasFocus() or not view.currentIndex().isValid():
        return
    cell = QAccessible.queryAccessibleInterface(view).focusChild()
    if cell is not None and cell.isValid():
        QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.Focus))


def _views_around(widget: QWidget | None) -> set[QAbstractItemView]:
    """The views that the focus of a widget belongs to: also that of an open cell, and those that are parts of it."""
    views: set[QAbstractItemView] = set()
    # A widget may lose the focus because it is being destroyed.
    while widget is not None and isValid(widget):
        if isinstance(widget, QAbstractItemView):
            views.update((widget, *widget.findChildren(QAbstractItemView)))
        widget = None if widget.isWindow() else widget.parentWidget()
    return views


def paint_background_once(view: QAbstractItemView) -> None:
    """Let a view with a background of its own paint it, and not its viewports again; for the moment when it is shown.

    Qt 6.11 never forgets what it has computed of a style sheet for a viewport: a kilobyte for each view that was open.
    """
    for each in (view, *view.findChildren(QAbstractItemView)):
        each.viewport().setAttribute(Qt.WidgetAttribute.WA_StyledBackground, False)


def _show_focus(view: QAbstractItemView, *, has_focus: bool) -> None:
    is_painted_twice = view.viewport().testAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    view.setProperty("focused", has_focus)
    # The style sheet looks at properties only now.
    view.style().unpolish(view)
    view.style().polish(view)
    view.viewport().setAttribute(Qt.WidgetAttribute.WA_StyledBackground, is_painted_twice)
    if isinstance(view, QListView):
        # In between, its rows were measured without the style sheet.
        view.scheduleDelayedItemsLayout()
    view.viewport().update()


def _cell_count(selection: QItemSelection) -> int:
    parts = (selection.at(place) for place in range(selection.count()))
    return sum(part.width() * part.height() for part in parts)
