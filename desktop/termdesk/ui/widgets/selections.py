"""Selections of views: what the program chooses for the user, and very many cells at once for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QAbstractItemView

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


def _cell_count(selection: QItemSelection) -> int:
    parts = (selection.at(place) for place in range(selection.count()))
    return sum(part.width() * part.height() for part in parts)
