"""What keyboards, screen readers and small screens need of a window. Each check yields the faults as texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QAbstractListModel, QPoint, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QSplitterHandle,
    QTabBar,
    QWidget,
)

from support.campaign import IS_LONG
from support.proof.crafted_drop import running_dropped_code
from support.visible_texts import MOST_ROWS, location_of
from termdesk.ui.glossaries.sheet.sheet_view import SheetView
from termdesk.ui.widgets.plain_table import PlainTable

# A laptop at 150 %, or half a screen, without the window frame.
SMALL_SCREEN = QSize(900, 500)
# The height left for the window at 1280 x 720 and 150 %, without its frame.
LOW_SCREEN = 450


def fields(window: QWidget) -> list[QWidget]:
    """Return every widget of `window` that Tab reaches, in tab order."""
    found, each = [], window.nextInFocusChain()
    while each is not None and each is not window:
        if (
            each.window() is window
            and each.isVisibleTo(window)
            and each.isEnabled()
            and each.focusPolicy() & Qt.FocusPolicy.TabFocus
            and each.focusProxy() is None
        ):
            found.append(each)
        each = each.nextInFocusChain()
    return found


def nameless(window: QWidget) -> Iterator[str]:
    """Yield widgets that a screen reader reaches but cannot name. The field inside a box has the name of the box."""
    for widget in [window, *window.findChildren(QWidget)]:
        is_reached = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
        is_reached |= isinstance(widget, QAbstractButton | QSplitterHandle)
        if is_reached and widget.isVisibleTo(window) and not said(widget, QAccessible.Text.Name):
            yield location_of(widget)


def silent_cells(window: QWidget) -> Iterator[str]:
    """Yield cells of tables and lists for which a screen reader has no text."""
    for view in window.findChildren(QAbstractItemView):
        model = view.model()
        if model is None or isinstance(view, QHeaderView) or not view.isVisibleTo(window):
            continue
        root = view.rootIndex()
        # QAbstractListModel.columnCount is private.
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(root)
        for row in range(min(model.rowCount(root), MOST_ROWS)):
            for index in (model.index(row, column, root) for column in range(columns)):
                said = index.data(Qt.ItemDataRole.AccessibleTextRole) or index.data(Qt.ItemDataRole.DisplayRole)
                if not said and index.flags() & Qt.ItemFlag.ItemIsEnabled:
                    yield f"{location_of(view)}: {index.column()}"


def marked_up(window: QWidget) -> Iterator[str]:
    """Yield widgets whose accessible description contains the markup of a tooltip."""
    for widget in [window, *window.findChildren(QWidget)]:
        words = said(widget, QAccessible.Text.Description)
        if "<" in words:
            yield f"{location_of(widget)}: {words}"


def said(widget: QWidget, what: QAccessible.Text) -> str:
    """Return the text of a widget for screen readers."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(what).strip() if interface is not None else ""


def traps(window: QWidget, tried: set[str] | None = None) -> Iterator[str]:
    """Yield widgets that Tab, or Ctrl+Tab in a grid, does not leave. Those whose place is in `tried` are skipped."""
    before_all = window.focusWidget()
    for widget in fields(window):
        place = f"{type(window).__name__}: {location_of(widget)}"
        if tried is not None and place in tried:
            continue
        if tried is not None:
            tried.add(place)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        held = Qt.KeyboardModifier.ControlModifier if isinstance(widget, SheetView) else Qt.KeyboardModifier.NoModifier
        for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            before = window.focusWidget()
            if before is not None:
                QTest.keyClick(before, key, held)
            if before is None or (window.focusWidget() is before and len(fields(window)) > 1):
                yield f"{location_of(widget)}: {key.name} stays"
            widget.setFocus(Qt.FocusReason.TabFocusReason)
    if before_all is not None:
        before_all.setFocus()


def late_buttons(window: QWidget) -> Iterator[str]:
    """Yield dialogs whose tab order is not: fields, main button, Cancel."""
    boxes = window.findChildren(QDialogButtonBox)
    if not isinstance(window, QDialog) or not boxes:
        return
    order = fields(window)
    buttons = [each for each in order if boxes[-1].isAncestorOf(each)]
    if order[-len(buttons) :] != buttons:
        yield f"{location_of(window)}: buttons before fields"
    names = [each.objectName() for each in buttons]
    if "question_accept" in names and names[0] != "question_accept":
        yield f"{location_of(window)}: {names}"
    if "question_cancel" in names and names[-1] != "question_cancel":
        yield f"{location_of(window)}: {names}"


def crooked(window: QWidget) -> Iterator[str]:
    """Yield labels that are not vertically aligned with their fields."""
    for label in window.findChildren(QLabel):
        field = label.buddy()
        if field is None or not label.isVisibleTo(window) or not field.isVisibleTo(window):
            continue
        one, other = label.mapTo(window, QPoint()), field.mapTo(window, QPoint())
        beside = one.x() + label.width() <= other.x() or other.x() + field.width() <= one.x()
        is_line = field.height() < 2.5 * label.fontMetrics().height()
        middle, expected = one.y() + label.height() / 2, other.y() + field.height() / 2
        if beside and is_line and abs(middle - expected) > 1:
            yield f"{location_of(label)} {label.text()!r}: {middle}, its field {expected}"


def too_large(window: QWidget) -> Iterator[str]:
    """Yield dialogs that do not fit a small screen."""
    if isinstance(window, QDialog):
        least = window.minimumSizeHint().expandedTo(window.minimumSize())
        if least.width() > SMALL_SCREEN.width() or least.height() > SMALL_SCREEN.height():
            yield f"{location_of(window)}: {least.width()} x {least.height()}"


def squeezed(window: QWidget) -> Iterator[str]:
    """Yield controls of one line that are lower than their minimum height."""
    for widget in window.findChildren(QWidget):
        if isinstance(widget, QAbstractButton | QLineEdit | QComboBox | QAbstractSpinBox) and widget.isVisibleTo(
            window
        ):
            needed = widget.minimumSizeHint().height()
            # A control inside another one has the height that Qt gives it.
            inside = QAbstractSpinBox | QComboBox | QHeaderView | QLineEdit | QTabBar
            is_inside = isinstance(widget.parentWidget(), inside)
            if widget.height() < needed and not is_inside:
                yield f"{location_of(widget)}: needs {needed}, has {widget.height()}"


def cut_lists(window: QWidget) -> Iterator[str]:
    """Yield combo boxes whose open list hides an entry although there is room, or is narrower than its entries."""
    for box in window.findChildren(QComboBox):
        if not box.isVisibleTo(window) or not box.isEnabled() or not box.count() or box.count() > box.maxVisibleItems():
            continue
        box.showPopup()
        view = box.view()
        last = view.visualRect(view.model().index(box.count() - 1, box.modelColumn()))
        room, screen = view.viewport().rect(), box.screen().availableGeometry()
        needed = view.sizeHintForColumn(0)
        if last.bottom() > room.bottom():
            yield f"{location_of(box)}: the last entry ends at {last.bottom()}, the list at {room.bottom()}"
        if needed > room.width() and view.window().width() < screen.width():
            yield f"{location_of(box)}: entries need {needed}, the list has {room.width()}"
        box.hidePopup()


def overlapping_rows(window: QWidget) -> Iterator[str]:
    """Yield rows of lists that overlap the next one or are lower than their texts."""
    for view in window.findChildren(QListView):
        if view.isVisibleTo(window) and view.model() is not None:
            rows = [view.visualRect(view.model().index(row, view.modelColumn())) for row in range(row_count(view))]
            for row, (one, next_row) in enumerate(pairwise(rows)):
                if next_row.top() <= one.bottom():
                    yield f"{location_of(view)}: row {row} ends at {one.bottom()}, the next begins at {next_row.top()}"
    for table in window.findChildren(PlainTable):
        for row in range(row_count(table)) if table.isVisibleTo(window) else ():
            needed = table.sizeHintForRow(row)
            if table.rowHeight(row) < needed:
                yield f"{location_of(table)}: row {row} needs {needed}, has {table.rowHeight(row)}"


def row_count(view: QAbstractItemView) -> int:
    """Return how many rows of a view are checked: as many as fit a screen."""
    return min(view.model().rowCount(), 20)


def unseen_focus(window: QWidget, seen: set[str]) -> Iterator[str]:
    """Yield widgets that look the same with and without keyboard focus. Those in `seen` are skipped."""
    if not window.isActiveWindow():
        yield f"{location_of(window)}: not active, so that no focus can be seen"
        return
    before_all = window.focusWidget()
    reached = fields(window)
    for widget in reached:
        name = location_of(widget)
        others = [each for each in reached if each is not widget]
        if name in seen or not others or widget.width() < 2 or widget.height() < 2:
            continue
        seen.add(name)
        others[0].setFocus(Qt.FocusReason.TabFocusReason)
        without = widget.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if widget.grab().toImage() == without:
            yield name
    if before_all is not None:
        before_all.setFocus()


def all_checks() -> dict[str, Callable[[QWidget], Iterator[str]]]:
    """Return every check by its name. A widget checked for visible focus in one window is skipped in later ones.

    In short runs, Tab is pressed only once in each widget of a kind of window, which is drawn up to sixty times.
    """
    checks = (late_buttons, crooked, too_large, marked_up, nameless, silent_cells, overlapping_rows)
    checks += (running_dropped_code,)
    named: dict[str, Callable[[QWidget], Iterator[str]]] = {check.__name__: check for check in checks}
    named["traps"] = partial(traps, tried=None if IS_LONG else set())
    return named | {"unseen_focus": partial(unseen_focus, seen=set())}
