"""The context menu on the heading of a column: select it, move it, show and hide columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QHeaderView, QMenu, QTableView

from termdesk.ui.glossaries.sheet.column_order import ColumnOrder, columns_as_seen


def columns_menu(
    view: QTableView,
    column: int,
    free: Sequence[int],
    *,
    order: ColumnOrder,
    is_shown: Callable[[int], bool],
    show: Callable[[int, bool], None],
) -> QMenu:
    """Return the menu for a column, or for none (-1). The columns in `free` can be hidden."""
    menu = QMenu(view)
    menu.setObjectName("grid_columns_menu")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if column >= 0:
        menu.addAction(_tr("Select this column"), partial(view.selectColumn, column))
        menu.addSeparator()
        _add_moves(menu, column, order, is_mirrored=view.isRightToLeft())
    for number in columns_as_seen(view.horizontalHeader()):
        heading = str(view.model().headerData(number, Qt.Orientation.Horizontal) or "").partition("\n")[0]
        action = menu.addAction(heading.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(is_shown(number))
        action.setEnabled(number in free)
        action.toggled.connect(partial(show, number))
    menu.addSeparator()
    menu.addAction(_tr("Default order"), order.restore_usual).setEnabled(not order.is_usual)
    return menu


def _add_moves(menu: QMenu, column: int, order: ColumnOrder, *, is_mirrored: bool) -> None:
    for words, step in ((_tr("Move left"), -1), (_tr("Move right"), 1)):
        # In a right-to-left window, the next column is on the left.
        ahead = -step if is_mirrored else step
        action = menu.addAction(words, partial(order.move, column, ahead))
        action.setEnabled(order.neighbor(column, ahead) is not None)
    menu.addSeparator()


def place_below(header: QHeaderView, column: int) -> QPoint:
    """Return the global position for the menu of a column when it is opened with the keyboard."""
    left = max(0, header.sectionViewportPosition(column)) if column >= 0 else 0
    return header.mapToGlobal(QPoint(min(left, header.width()), header.height()))


def _tr(text: str) -> str:
    return QCoreApplication.translate("GridColumns", text)
