"""List the confirmed translations of the service on this computer, and delete them by pair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from termdesk.application.texts.confirmed_texts import ConfirmedPair, ConfirmedTexts
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.dialogs import confirm
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.lists import list_sentences, point_to


class ConfirmedPage(QWidget):
    """The translations are read when the page is first shown."""

    def __init__(self, confirmed: ConfirmedTexts, jobs: Jobs) -> None:
        super().__init__()
        self._confirmed = confirmed
        self._jobs = jobs
        self._pairs: Sequence[ConfirmedPair] = ()
        self._lines: list[ConfirmedPair] = []
        self.words = PlainLabel(_tr("Not read yet."), wraps=True, tone="muted")
        self.words.setObjectName("confirmed_words")
        self.table = PlainTable(
            "confirmed_table",
            _tr("Confirmed translations"),
            headings=[_tr("Languages"), _tr("Text"), _tr("Translation")],
            rows=[],
            stretch=2,
        )
        self.table.horizontalHeader().setSectionResizeMode(1, self.table.horizontalHeader().ResizeMode.Stretch)
        self.delete_button = QPushButton(_tr("&Delete all of this pair…"))
        self.delete_button.setObjectName("confirmed_delete")
        self.delete_button.setAccessibleName(_tr("Delete all confirmed translations of this pair"))
        self.delete_button.setAutoDefault(False)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self.delete_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.words)
        column.addWidget(self.table, 1)
        column.addLayout(line)
        self.table.itemSelectionChanged.connect(self._show_possible)
        self.delete_button.clicked.connect(self.ask_delete)
        self._show_possible()

    def read(self) -> None:
        """Read the confirmed translations from the service, and list them by pair."""
        if self._confirmed.is_available:
            self._jobs.start(JobKind.READ_CONFIRMED_TRANSLATIONS, self.tr("Reading confirmed translations"), self._read)
        else:
            self.words.setText(
                _tr(
                    "Only the service on this computer stores confirmed translations. Connect to it to "
                    "see and delete them."
                )
            )

    async def _read(self) -> None:
        pairs = await self._confirmed.read()
        if not isValid(self):
            return
        self._lines = [pair for pair in pairs for _ in pair.texts]
        rows = [(point_to(pair.pair.source, pair.pair.target), *text) for pair in pairs for text in pair.texts]
        self.table.clearSelection()
        self.table.show_rows(rows)
        count = sum(pair.count for pair in pairs)
        words = _tr("%Ln confirmed translations.", "", count)
        more = _tr("The list shows the first ones of each pair.") if len(rows) < count else ""
        self.words.setText(list_sentences((words, more)) if count else _tr("No confirmed translations."))
        if rows:
            choose_alone(self.table, self.table.model().index(0, 0))
        self._show_possible()

    def _chosen(self) -> ConfirmedPair | None:
        row = self.table.currentRow()
        return self._lines[row] if self.table.selectedItems() and 0 <= row < len(self._lines) else None

    def _show_possible(self) -> None:
        self.delete_button.setEnabled(self._chosen() is not None)

    def ask_delete(self) -> None:
        """Delete the confirmed translations of the chosen pair, after a question."""
        chosen = self._chosen()
        if chosen is not None:
            self._jobs.start(
                JobKind.DELETE_CONFIRMED_TRANSLATIONS,
                self.tr("Deleting confirmed translations"),
                partial(self._delete, chosen),
            )

    async def _delete(self, chosen: ConfirmedPair) -> None:
        pair = point_to(chosen.pair.source, chosen.pair.target)
        title = _tr("Delete all %Ln confirmed translations {pair}?", "", chosen.count).format(pair=pair)
        text = _tr("The service on this computer will translate these texts with its engines again.")
        if await confirm(self, title, _tr("Delete"), text=text, is_dangerous=True):
            self._jobs.detach()
            await self._confirmed.delete(chosen)
            if isValid(self):
                self.read()


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("ConfirmedPage", text, comment, n)
