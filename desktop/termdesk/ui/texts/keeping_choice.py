"""The bar that asks once, above the first text, whether to keep texts on this computer."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from termdesk.application.texts.history import TextHistory
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.texts.retention_line import offer_deletion
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button


class KeepingChoice(QFrame):
    """The bar is shown until the user has chosen, here or elsewhere.

    `refused` is sent when the user chooses to keep no texts.
    """

    refused = Signal()

    def __init__(self, name: str, history: TextHistory, jobs: Jobs, parent: QWidget) -> None:
        # Without a parent it would briefly be a window.
        super().__init__(parent)
        self._history = history
        self._jobs = jobs
        self.setObjectName("notice")
        self.setProperty("kind", "note")
        self.words = PlainLabel("", wraps=True)
        self.words.setObjectName(f"{name}_words")
        self.keep = text_button(f"{name}_keep", self.tr("Keep texts"))
        self.refuse = text_button(f"{name}_refuse", self.tr("Keep no texts"))
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 8, 12, 8)
        line.setSpacing(10)
        line.addWidget(self.words, 1)
        line.addWidget(self.keep)
        line.addWidget(self.refuse)
        self.keep.clicked.connect(self._on_keep)
        self.refuse.clicked.connect(self._on_refuse)
        self.refresh()

    def refresh(self) -> None:
        """Show the question, unless the choice has been made."""
        words = self.tr(
            "Texts that you translate or improve are kept on this computer for %Ln days, so that you can find them "
            "again. Text › History of texts shows them and everything else that is kept.",
            "",
            self._history.days,
        )
        self.words.setText(words)
        self.setVisible(not self._history.is_choice_made)

    def _on_keep(self) -> None:
        self._history.set_keeping(True, self._history.days)
        self.refresh()

    def _on_refuse(self) -> None:
        self._history.set_keeping(False, self._history.days)
        self.refresh()
        self.refused.emit()
        self._jobs.start(JobKind.CHANGE_RETENTION, self.tr("Changing what is stored"), self._offer)

    async def _offer(self) -> None:
        await offer_deletion(self.window(), self._history, self._jobs)
