"""Names for the parts that Qt adds to fields, tables and splitters: a screen reader finds them, and they have none."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QKeySequenceEdit,
    QLineEdit,
    QSplitter,
    QSplitterHandle,
    QTableView,
    QToolButton,
)

from termdesk.ui.widgets import theme


class Splitter(QSplitter):
    """A splitter whose handles have names."""

    def createHandle(self) -> QSplitterHandle:
        handle = super().createHandle()
        handle.setAccessibleName(_tr("Divider"))
        return handle


def add_clear_button(field: QLineEdit | QKeySequenceEdit) -> None:
    """Give a field the button that clears it."""
    before = set(field.findChildren(QToolButton))
    field.setClearButtonEnabled(True)
    for button in set(field.findChildren(QToolButton)) - before:
        button.setAccessibleName(_tr("Clear"))


def add_picture(field: QLineEdit, icon: str, words: str) -> None:
    """Put an icon at the beginning of a field, which says in a picture what `words` say to a screen reader."""
    field.addAction(theme.icon(icon), QLineEdit.ActionPosition.LeadingPosition).setText(words)


def name_corner(table: QTableView) -> None:
    """Name the button between both headers of a table."""
    corner = table.findChild(QAbstractButton, "qt_tableview_cornerbutton")
    if isinstance(corner, QAbstractButton):
        corner.setAccessibleName(_tr("Select all"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("NamedParts", text)
