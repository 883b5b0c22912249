"""Small buttons and boxes, and the parts that Qt adds to fields, tables and splitters, with their names.

Tests and screen readers know them by these.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QSplitterHandle,
    QTableView,
    QToolButton,
    QWidget,
)

from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import set_tooltip


def text_button(name: str, words: str, *, meaning: str = "", role: str = "") -> QPushButton:
    """A button with words, which Enter in a field beside it does not press. `meaning` is what a screen reader says.

    `role`: `primary` for what most people come for, `link` for what few need.
    """
    button = QPushButton(words)
    button.setObjectName(name)
    button.setAccessibleName(meaning or words.replace("&", "").replace("…", ""))
    button.setAutoDefault(False)
    if role:
        button.setProperty("role", role)
    return button


def icon_button(name: str, icon: str, words: str) -> QToolButton:
    """A button that shows an icon alone; `words` are its tooltip."""
    button = QToolButton()
    button.setObjectName(name)
    button.setIcon(theme.icon(icon))
    button.setAccessibleName(words)
    set_tooltip(button, words)
    button.setAutoRaise(True)
    return button


def tick_box(name: str, words: str, *, meaning: str = "", is_on: bool = False) -> QCheckBox:
    """A box to tick. `meaning` explains it to a screen reader and in the tooltip."""
    box = QCheckBox(words)
    box.setObjectName(name)
    box.setAccessibleName(meaning or words)
    set_tooltip(box, meaning)
    box.setChecked(is_on)
    # As wide as its words: the frame of the focus would go right across a form.
    box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    return box


class Splitter(QSplitter):
    """A splitter whose handles have names. Mirrored, it shows the frame of its first widget, too."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self._keep_inside()

    def _keep_inside(self) -> None:
        # From right to left, Qt puts all widgets one point too far to the right.
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
    """Give a field the button that clears it. Its direction is set before: Qt changes the picture with it."""
    before = set(field.findChildren(QToolButton))
    field.setClearButtonEnabled(True)
    for button in set(field.findChildren(QToolButton)) - before:
        button.setAccessibleName(_tr("Clear"))
        # Qt reads a picture of its own for each field, and keeps all of them: 3 KB for each page that was ever shown.
        button.defaultAction().setIcon(theme.icon("close", tint="muted"))


def add_picture(field: QLineEdit, icon: str, words: str) -> None:
    """Put an icon at the beginning of a field, which says in a picture what `words` say to a screen reader."""
    field.addAction(theme.icon(icon), QLineEdit.ActionPosition.LeadingPosition).setText(words)


def name_corner(table: QTableView) -> None:
    """Name the button between both headers of a table."""
    corner = table.findChild(QAbstractButton, "qt_tableview_cornerbutton")
    if isinstance(corner, QAbstractButton):
        corner.setAccessibleName(_tr("Select all"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("PlainButtons", text)
