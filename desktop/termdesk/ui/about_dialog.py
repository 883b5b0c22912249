"""About the program: version, where things lie, and which engines run with which licence."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from termdesk import __version__
from termdesk.ui.dialogs import Question
from termdesk.ui.plain import PlainLabel


class AboutDialog(Question):
    """`engines` are rows of (name, what it serves, version and licence, state)."""

    def __init__(self, parent: QWidget, *, engines: Sequence[tuple[str, str, str, str]], folder: str) -> None:
        super().__init__(
            parent,
            f"Termdesk {__version__}",
            self.tr("The desktop for people who live by terminology. Apache License 2.0."),
            self.tr("Close"),
        )
        self.setObjectName("about_dialog")
        self.setMinimumSize(640, 420)
        place = PlainLabel(self.tr("Your data lies in {folder}").format(folder=folder), wraps=True, tone="muted")
        place.make_selectable()
        self.insert(place)
        self.insert(_engine_table(self, engines))
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()


def _engine_table(dialog: QWidget, engines: Sequence[tuple[str, str, str, str]]) -> QTableWidget:
    titles = [dialog.tr("Engine"), dialog.tr("Serves"), dialog.tr("Version and licence"), dialog.tr("State")]
    table = QTableWidget(len(engines), len(titles))
    table.setObjectName("about_engines")
    table.setAccessibleName(dialog.tr("Engines on this computer"))
    table.setHorizontalHeaderLabels(titles)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
    table.verticalHeader().hide()
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    for row, texts in enumerate(engines):
        for column, text in enumerate(texts):
            table.setItem(row, column, QTableWidgetItem(text))
    return table
