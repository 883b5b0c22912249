"""The bin: deleted dictionaries that can be restored or deleted permanently."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from shiboken6 import isValid

from termdesk.application.glossaries.library.bin import Bin, BinItem, RestoredEdits
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.dialogs import Question, confirm
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import dialog_button
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.lists import list_names
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date_and_time

OnRestored = Callable[[Sequence[RestoredEdits]], None]


class BinDialog(Question):
    """Work started here continues after the dialog closes.

    `on_restored` is called after items were restored, with the local edits that were restored with them.
    """

    def __init__(self, parent: QWidget, library_bin: Bin, jobs: Jobs, *, on_restored: OnRestored) -> None:
        super().__init__(parent, _tr("Deleted glossaries"), "", _tr("Close"))
        self.setObjectName("bin_dialog")
        self.resize(640, 420)
        self._bin = library_bin
        self._jobs = jobs
        self._discarded: list[BinItem] = []
        self._on_restored = on_restored
        # A second restore would cancel the first one halfway.
        self._is_restoring = False
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
        self.words = PlainLabel("", wraps=True, tone="muted")
        self.insert(self.words)
        self.table = PlainTable(
            "bin_table",
            _tr("Deleted glossaries"),
            headings=[_tr("Glossary"), _tr("Dictionaries"), _tr("Deleted")],
            rows=[],
            stretch=1,
        )
        self.insert(self.table)
        line = QHBoxLayout()
        self.restore_button = self._button(line, "bin_restore", _tr("&Restore"), self._on_restore)
        self.forget_button = self._button(line, "bin_forget", _tr("&Delete permanently…"), self._on_forget)
        line.addStretch(1)
        self.column.insertLayout(self.column.count() - 1, line)
        self.table.itemSelectionChanged.connect(self._show_possible)
        jobs.start(JobKind.READ_BIN, self.tr("Reading deleted glossaries"), self._read)

    def _button(self, line: QHBoxLayout, name: str, text: str, on_click: object) -> QPushButton:
        button = dialog_button(name, text)
        button.setEnabled(False)
        button.clicked.connect(on_click)
        line.addWidget(button)
        return button

    async def _read(self) -> None:
        discarded = await self._bin.all()
        if not isValid(self):
            return
        self._discarded = discarded
        self.table.show_rows(
            [
                (
                    localize(each.name),
                    list_names(map(str, each.pairs)),
                    format_date_and_time(each.deleted_at),
                )
                for each in self._discarded
            ]
        )
        self.words.setText(
            _tr("A restored dictionary is a draft on this computer. Publish it to have it on the service again.")
            if self._discarded
            else _tr("No deleted glossaries. What you delete is kept here for a while.")
        )
        if self._discarded and not self.table.selectedItems():
            choose_alone(self.table, self.table.model().index(0, 0))
        self._show_possible()

    def _chosen_items(self) -> list[BinItem]:
        rows = {item.row() for item in self.table.selectedItems()}
        return [each for row, each in enumerate(self._discarded) if row in rows]

    def _show_possible(self) -> None:
        for button in (self.restore_button, self.forget_button):
            button.setEnabled(bool(self._chosen_items()) and not self._is_restoring)

    def _on_restore(self) -> None:
        self._is_restoring = True
        self._show_possible()
        edits: list[RestoredEdits] = []
        self._jobs.start(
            JobKind.RESTORE_GLOSSARIES, self.tr("Restoring"), partial(_restore, self._bin, self._chosen_items(), edits)
        ).add_done_callback(partial(self._show_restored, edits))

    def _show_restored(self, edits: Sequence[RestoredEdits], task: asyncio.Task[None]) -> None:
        """Report the restored items: all, or those before a failure. Do nothing if the program is closing."""
        self._is_restoring = False
        if task.cancelled():
            return
        self._on_restored(edits)
        if isValid(self):
            self._jobs.start(JobKind.READ_BIN, self.tr("Reading deleted glossaries"), self._read)

    def _on_forget(self) -> None:
        self._jobs.start(JobKind.DELETE_FOR_GOOD, self.tr("Deleting permanently"), self._forget)

    async def _forget(self) -> None:
        chosen = self._chosen_items()
        title = _tr("Delete %Ln glossaries permanently?", "", len(chosen))
        text = list_names(localize(each.name) for each in chosen)
        if chosen and await confirm(self, title, _tr("Delete permanently"), text=text, is_dangerous=True):
            self._jobs.detach()
            for each in chosen:
                await self._bin.forget(each)
            if isValid(self):
                await self._read()


async def _restore(bin_: Bin, chosen: Sequence[BinItem], edits: list[RestoredEdits]) -> None:
    """Restore the chosen items, and add their local edits to `edits`.

    This is not a method of the dialog, so that it continues after the dialog closes.
    """
    for each in chosen:
        edits += await bin_.restore(each, name=localize(each.name))


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("BinDialog", text, comment, n)
