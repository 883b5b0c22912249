"""About the program: version, where things lie, and which engines run with which licence."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from termdesk import __version__
from termdesk.ui.dialogs import Question
from termdesk.ui.plain import PlainLabel
from termdesk.ui.plain_table import PlainTable


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
        self.setMinimumSize(760, 420)
        place = PlainLabel(self.tr("Your data lies in {folder}").format(folder=folder), wraps=True, tone="muted")
        place.make_selectable()
        self.insert(place)
        table = PlainTable(
            "about_engines",
            self.tr("Engines on this computer"),
            headings=[self.tr("Engine"), self.tr("Serves"), self.tr("Version and licence"), self.tr("State")],
            rows=engines,
            wide=1,
        )
        table.setVisible(bool(engines))
        self.insert(table)
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
