"""Small buttons and boxes, and the parts that Qt adds to fields, tables and splitters, with their names.

Tests and screen readers identify them by these names.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QSplitterHandle,
    QStyle,
    QStyleOption,
    QStylePainter,
    QTableView,
    QToolButton,
    QWidget,
)

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import set_tooltip

# Pixels between the edge of a button and the arrow of its menu.
_ARROW_MARGIN = 8


def dialog_button(name: str, text: str) -> QPushButton:
    """Return a button with this object name, which Return does not press from elsewhere in the dialog.

    Its accessible name is the text without the mark of its key and without an ellipsis.
    """
    button = QPushButton(text)
    button.setObjectName(name)
    button.setAccessibleName(text.replace("&", "").replace("…", ""))
    button.setAutoDefault(False)
    return button


class MenuButton(QPushButton):
    """A button with a menu and an arrow, which Qt's style sheets draw only from left to right."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.menu() is not None and self.isRightToLeft():
            side = self.style().pixelMetric(QStyle.PixelMetric.PM_MenuButtonIndicator)
            option = QStyleOption()
            option.initFrom(self)
            option.rect = QRect(_ARROW_MARGIN, (self.height() - side) // 2, side, side)
            QStylePainter(self).drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorArrowDown, option)


def text_button(name: str, words: str, *, meaning: str = "", role: str = "") -> QPushButton:
    """Return a button that Enter in a field beside it does not press. `meaning` is the text for screen readers.

    `role`: `primary` for the main action, `link` for a rarely used one.
    """
    button = QPushButton(words)
    button.setObjectName(name)
    button.setAccessibleName(meaning or words.replace("&", "").replace("…", ""))
    button.setAutoDefault(False)
    if role:
        button.setProperty("role", role)
    return button


def icon_button(name: str, icon: str, words: str) -> QToolButton:
    """Return a button with only an icon; `words` are its tooltip."""
    button = QToolButton()
    button.setObjectName(name)
    button.setIcon(theme.icon(icon))
    button.setAccessibleName(words)
    set_tooltip(button, words)
    button.setAutoRaise(True)
    return button


def tick_box(name: str, words: str, *, meaning: str = "", is_on: bool = False) -> QCheckBox:
    """Return a check box. `meaning` is its tooltip and its text for screen readers."""
    box = QCheckBox(words)
    box.setObjectName(name)
    box.setAccessibleName(meaning or words)
    set_tooltip(box, meaning)
    box.setChecked(is_on)
    # As wide as its text: otherwise the focus frame would span the form.
    box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    return box


class Splitter(QSplitter):
    """A splitter with named handles. In right-to-left layouts it also shows the frame of its first widget."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self._keep_inside()

    def _keep_inside(self) -> None:
        # In right-to-left layouts, Qt places all widgets one pixel too far to the right.
        is_mirrored = self.orientation() == Qt.Orientation.Horizontal and self.isRightToLeft()
        self.setContentsMargins(0, 0, int(is_mirrored), 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._keep_inside()

    def createHandle(self) -> QSplitterHandle:
        handle = super().createHandle()
        handle.setAccessibleName(_tr("Divider"))
        return handle


def add_clear_button(field: QLineEdit | QKeySequenceEdit) -> None:
    """Add a clear button to a field. Set the direction of the field before: Qt changes the icon with it."""
    before = _tool_buttons(field)
    field.setClearButtonEnabled(True)
    for button in (each for each in _tool_buttons(field) if each not in before):
        button.setAccessibleName(_tr("Clear"))
        # Qt loads its own icon for each field and never frees it: 3 KB for each page that was ever shown.
        button.defaultAction().setIcon(theme.icon("close", tint="muted"))


def _tool_buttons(field: QWidget) -> list[QToolButton]:
    """Return the buttons inside a field.

    Not among its `children`: for one of a private class, PySide would set up all of its classes, which takes a tenth of
    a second in each start.
    """
    return field.findChildren(QToolButton)


def add_picture(field: QLineEdit, icon: str, words: str) -> None:
    """Add an icon at the start of a field. `words` describe it to screen readers."""
    field.addAction(theme.icon(icon), QLineEdit.ActionPosition.LeadingPosition).setText(words)


def name_corner(table: QTableView) -> None:
    """Name the corner button between the two headers of a table."""
    for child in table.children():
        if isinstance(child, QAbstractButton):
            child.setAccessibleName(_tr("Select all"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("PlainButtons", text)
