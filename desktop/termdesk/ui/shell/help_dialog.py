"""The help dialog: short pages, first about concepts, then one for each pane."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPlainTextEdit, QSizePolicy, QWidget

from termdesk import resources
from termdesk.ui.widgets.dialogs import Question

# The pages in the order of the list. Pages about panes have the names of the panes.
PAGES = (
    "concepts",
    "glossaries",
    "translate",
    "spot_check",
    "improve",
    "documents",
    "languages",
    "usage",
    "history",
    "releases",
    "services",
)


def help_pages() -> list[tuple[str, str]]:
    """Return the title and the text of each page, read from the disk."""
    read = (resources.read_text(f"help/{name}.txt").partition("\n") for name in PAGES)
    return [(title, text.strip()) for title, _end, text in read]


class HelpDialog(Question):
    """A list of the pages, and the current page. `about` names the pane whose page is shown first, if it has one."""

    def __init__(self, parent: QWidget, pages: list[tuple[str, str]], *, about: str) -> None:
        super().__init__(parent, self.tr("Help"), "", self.tr("Close"))
        self.setObjectName("help_dialog")
        self.resize(820, 520)
        self._pages = pages
        self.list = QListWidget()
        self.list.setObjectName("help_pages")
        self.list.setAccessibleName(self.tr("Pages"))
        # As wide as the longest title, in any font.
        self.list.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.list.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.addItems([title for title, _text in pages])
        self.text = QPlainTextEdit()
        self.text.setObjectName("help_text")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        # The pages are English in every interface language.
        self.text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        body = QWidget()
        line = QHBoxLayout(body)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        line.addWidget(self.list)
        line.addWidget(self.text, 1)
        self.insert(body)
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
        self.list.currentRowChanged.connect(self._show)
        self.list.setCurrentRow(PAGES.index(about) if about in PAGES else 0)
        self.list.setFocus()

    def _show(self, position: int) -> None:
        title, text = self._pages[position]
        self.text.setPlainText(text)
        self.text.setAccessibleName(title)
