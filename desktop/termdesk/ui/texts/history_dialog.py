"""The dialog with the history of texts, confirmed translations, and an overview of what is stored."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QTabWidget, QWidget

from termdesk.application.texts.history import StoredText, TextHistory
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.confirmed_page import ConfirmedPage
from termdesk.ui.texts.history_page import HistoryPage
from termdesk.ui.texts.storage_page import StoragePage
from termdesk.ui.widgets.dialogs import Question


class HistoryDialog(Question):
    """Shows the history in tabs.

    `opened` has the text that the user wants to work on again; `keeping_changed` is sent when retention changes.
    """

    keeping_changed = Signal()

    def __init__(self, parent: QWidget, history: TextHistory, confirmed: ConfirmedPage, jobs: Jobs) -> None:
        super().__init__(parent, _tr("History of texts"), "", _tr("Close"))
        self.setObjectName("text_history_dialog")
        self.opened: StoredText | None = None
        self.texts = HistoryPage(history, jobs)
        self.confirmed = confirmed
        self.storage = StoragePage(history)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("text_history_tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self.texts, _tr("&Texts"))
        self.tabs.addTab(self.confirmed, _tr("Con&firmed translations"))
        self.tabs.addTab(self.storage, _tr("&Stored data"))
        self.column.insertWidget(self.column.count() - 1, self.tabs, 1)
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
        self.tabs.currentChanged.connect(self._on_tab)
        self.texts.open_asked.connect(self._open)
        self.texts.retention.changed.connect(self.keeping_changed)
        line = self.fontMetrics().height()
        self.resize(min(70 * line, max(640, parent.width())), min(45 * line, max(480, parent.height())))
        # In a narrower window the buttons below the list are cut.
        self.setMinimumWidth(self.minimumSizeHint().width())
        self.texts.search.setFocus()

    def _on_tab(self) -> None:
        page = self.tabs.currentWidget()
        if isinstance(page, ConfirmedPage | StoragePage):
            page.read()

    def _open(self, text: StoredText) -> None:
        self.opened = text
        self.accept()

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter move from the search to the list, and open a text from the list. It never closes the dialog."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif isinstance(button := self.focusWidget(), QPushButton):
            button.click()


def _tr(text: str) -> str:
    return QCoreApplication.translate("TextHistoryDialog", text)
