"""All keys on one sheet."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from termdesk.ui.actions import Actions
from termdesk.ui.dialogs import Question
from termdesk.ui.plain_table import PlainTable


class ShortcutsSheet(Question):
    """A table of menu, action and keys."""

    def __init__(self, parent: QWidget, actions: Actions) -> None:
        super().__init__(parent, self.tr("Keys"), "", self.tr("Close"))
        self.setObjectName("shortcuts_sheet")
        self.resize(600, 640)
        self.table = PlainTable(
            "shortcuts_table",
            self.tr("Keys of all actions"),
            headings=[self.tr("Menu"), self.tr("Action"), self.tr("Keys")],
            rows=list(actions.sheet()),
            wide=1,
        )
        self.insert(self.table)
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
