"""The dialog with all changes that were requested from services: searchable, with details to copy for their support."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from shiboken6 import isValid

from termdesk.application.glossaries.notebook.noted_writes import RemoteWrite, WriteKind, kind_of, support_text
from termdesk.application.glossaries.notebook.write_notebook import WriteNotebook
from termdesk.application.glossaries.transfer.glossary_transfer import CompletedTransfer
from termdesk.domain.merging.difference import NO_DIFFERENCE
from termdesk.ui.glossaries.difference.difference_table import DifferenceTable
from termdesk.ui.glossaries.notebook.notebook_words import change_words, effect_words, glossary_words, outcome_words
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import Jobs
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.list_table import FittedColumns, RowsModel, fit_column, make_table
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import add_clear_button, text_button
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.numbers import format_date_and_time
from termdesk.ui.words.service_words import profile_title

# The number of records converted to words before the event loop may run.
_AT_ONCE = 200
# More lines than these help nobody, and some programs cannot paste them.
MOST_COPIED = 500


class NotebookColumn(IntEnum):
    """The columns of the table."""

    WHEN = 0
    SERVICE = 1
    CHANGE = 2
    GLOSSARY = 3
    OUTCOME = 4
    TRACE_ID = 5


class NotebookDialog(Question):
    """Shows the latest changes first.

    Entries that a change modified or deleted are listed below, if they are still stored. If a change belongs
    to a copy or a move to another service, the user can undo that; `to_undo` is then the chosen transfer.
    """

    def __init__(
        self,
        parent: QWidget,
        notebook: WriteNotebook,
        jobs: Jobs,
        *,
        service_titles: Mapping[str, str],
        transfers: Sequence[CompletedTransfer] = (),
    ) -> None:
        """Create the dialog. `service_titles` are the names of profiles by their ids, `transfers` can be undone."""
        super().__init__(parent, _tr("Changes on services"), "", _tr("Close"))
        self.setObjectName("notebook_dialog")
        self.resize(980, 640)
        self._notebook = notebook
        self._jobs = jobs
        self._titles = service_titles
        self._transfers = transfers
        self.to_undo: CompletedTransfer | None = None
        self._writes: list[RemoteWrite] = []
        # The searched texts of the records, in the same order.
        self._texts: list[str] = []
        self.buttons.button(self.buttons.StandardButton.Cancel).hide()
        self._lay_out()
        self.search.textChanged.connect(self._show_found)
        self.table.selectionModel().selectionChanged.connect(lambda: self._on_chosen())
        jobs.start(JobKind.READ_NOTEBOOK, self.tr("Reading the notebook"), self._read)

    def _lay_out(self) -> None:
        self.search = QLineEdit()
        self.search.setObjectName("notebook_search")
        self.search.setAccessibleName(_tr("Search the notebook"))
        self.search.setPlaceholderText(_tr("Search services, glossaries, outcomes and trace ids"))
        add_clear_button(self.search)
        self.insert(self.search)
        self.words = PlainLabel("", wraps=True, tone="muted")
        self.words.setObjectName("notebook_words")
        self.insert(self.words)
        titles = {
            NotebookColumn.WHEN: _tr("When"),
            NotebookColumn.SERVICE: _tr("Service"),
            NotebookColumn.CHANGE: _tr("Change"),
            NotebookColumn.GLOSSARY: _tr("Glossary"),
            NotebookColumn.OUTCOME: _tr("Outcome"),
            NotebookColumn.TRACE_ID: _tr("Trace id"),
        }
        self.model = RowsModel[RemoteWrite]([titles[each] for each in NotebookColumn], self._cell, self)
        self.table = make_table("notebook_table", _tr("Changes"), self.model, stretched=[NotebookColumn.GLOSSARY])
        self.table.setSelectionMode(self.table.SelectionMode.ExtendedSelection)
        # Only the first characters of an id are shown, for comparing; copying takes the full id.
        fit_column(self.table, NotebookColumn.TRACE_ID, "0" * 10)
        fitted = [each for each in NotebookColumn if each not in (NotebookColumn.GLOSSARY, NotebookColumn.TRACE_ID)]
        self._fitted_columns = FittedColumns(self.table, fitted)
        # Longer titles of other languages must leave room for the names of glossaries.
        self.table.horizontalHeader().setMinimumSectionSize(self.table.fontMetrics().averageCharWidth() * 14)
        self.insert(self.table)
        self.changes = PlainLabel("", wraps=True)
        self.changes.setObjectName("notebook_changes")
        self.insert(self.changes)
        self.differences = DifferenceTable("notebook_differences", _tr("What this change did"))
        self.differences.setMaximumHeight(180)
        self.differences.hide()
        self.insert(self.differences)
        line = QHBoxLayout()
        self.copy_trace = text_button("notebook_copy_trace", _tr("Copy the &trace id"))
        self.copy_support = text_button("notebook_copy_support", _tr("Copy for &support"))
        self.copy_trace.clicked.connect(self._on_copy_trace)
        self.copy_support.clicked.connect(self._on_copy_support)
        for button in (self.copy_trace, self.copy_support):
            line.addWidget(button)
        line.addStretch(1)
        self.undo_transfer = text_button("notebook_undo_transfer", _tr("&Undo the transfer…"))
        self.undo_transfer.clicked.connect(self._on_undo)
        self.undo_transfer.setVisible(bool(self._transfers))
        line.addWidget(self.undo_transfer)
        self.column.insertLayout(self.column.count() - 1, line)
        self._show_possible()

    async def _read(self) -> None:
        writes, texts = await self._notebook.all(), list[str]()
        for first in range(0, len(writes), _AT_ONCE):
            if not isValid(self):
                return
            texts += [self._text(each) for each in writes[first : first + _AT_ONCE]]
            await asyncio.sleep(0)
        if isValid(self):
            self._writes, self._texts = writes, texts
            self._show_found()

    def _show_found(self) -> None:
        search = self.search.text().casefold()
        self.model.show_rows([each for each, text in zip(self._writes, self._texts, strict=True) if search in text])
        rows = self.model.rows
        self._fitted_columns.fit(len(rows), lambda row, column: self._cell(rows[row], column))
        if not self._writes:
            self.words.setText(_tr("No change was sent to a service yet. Publishing and renaming are listed here."))
        else:
            self.words.setText(
                _tr(
                    "For the support of a service, copy the changes that you select, or the latest ones found. Names "
                    "and entries are left out."
                )
            )
        if self.model.rows:
            choose_alone(self.table, self.model.index(0, 0))
        self._on_chosen()

    def _text(self, write: RemoteWrite) -> str:
        """Return the searched text. Times are left out because formatting them is slow."""
        return "\n".join([*(self._cell(write, each) for each in NotebookColumn if each), write.path]).casefold()

    def _cell(self, write: RemoteWrite, column: int) -> str:
        match column:
            case NotebookColumn.WHEN:
                return format_date_and_time(write.made_at)
            case NotebookColumn.SERVICE:
                return profile_title(write.profile, self._titles)
            case NotebookColumn.CHANGE:
                return change_words(write)
            case NotebookColumn.GLOSSARY:
                return glossary_words(write)
            case NotebookColumn.OUTCOME:
                return outcome_words(write)
        return write.trace_id

    # Selection

    def _chosen_writes(self) -> list[RemoteWrite]:
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self.model.rows[row] for row in rows if row < len(self.model.rows)]

    def _on_chosen(self) -> None:
        self._show_possible()
        chosen = self._chosen_writes()
        self.changes.clear()
        self.differences.hide()
        if len(chosen) == 1:
            self._jobs.start(
                JobKind.COMPARE_NOTED_CHANGE, self.tr("Comparing"), partial(self._show_difference, chosen[0])
            )

    async def _show_difference(self, write: RemoteWrite) -> None:
        change = await self._notebook.difference(write)
        if not isValid(self) or self._chosen_writes() != [write]:
            # The dialog was closed, or another selection was made meanwhile.
            return
        self.changes.setText(effect_words(write, change))
        if write.pair is None:
            return
        self.differences.setVisible(change is not None and not change.is_empty)
        before, after = _tr("Before"), _tr("After")
        self.differences.show_difference(change or NO_DIFFERENCE, write.pair, before=before, after=after)

    def _show_possible(self) -> None:
        chosen = self._chosen_writes()
        self.copy_trace.setEnabled(any(each.trace_id for each in chosen))
        count = len(self._for_support())
        self.copy_support.setEnabled(bool(count))
        words = _tr("Copy %Ln changes for &support", "", count) if count else _tr("Copy for &support")
        self.copy_support.setText(words)
        self.copy_support.setAccessibleName(words.replace("&", ""))
        self.undo_transfer.setEnabled(self._chosen_transfer() is not None)

    def _chosen_transfer(self) -> CompletedTransfer | None:
        """Return the transfer that the selected changes belong to; None if there is none, or more than one."""
        found = {each for each in self._transfers for write in self._chosen_writes() if is_part_of(write, each)}
        return found.pop() if len(found) == 1 else None

    def _on_undo(self) -> None:
        self.to_undo = self._chosen_transfer()
        self.accept()

    def _on_copy_trace(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(each.trace_id for each in self._chosen_writes() if each.trace_id))

    def _on_copy_support(self) -> None:
        copied = self._for_support()
        QGuiApplication.clipboard().setText(support_text(copied))
        self.words.setText(_tr("%Ln changes were copied, without names and entries.", "", len(copied)))

    def _for_support(self) -> Sequence[RemoteWrite]:
        """Return the selected changes; all that were found if fewer than two are selected. The latest, if many."""
        chosen = self._chosen_writes()
        return (chosen if len(chosen) > 1 else self.model.rows)[:MOST_COPIED]


def is_part_of(write: RemoteWrite, transfer: CompletedTransfer) -> bool:
    """Return whether a change belongs to a transfer: it made the copy, or deleted the original."""
    kind = kind_of(write)
    if write.profile == transfer.profile:
        is_deletion = kind in (WriteKind.DELETE_GLOSSARY, WriteKind.DELETE_DICTIONARY)
        return transfer.is_move and is_deletion and write.glossary_name == transfer.original_name
    is_creation = kind is WriteKind.CREATE_GLOSSARY and write.glossary_name == transfer.name
    return write.profile == transfer.other_profile and (is_creation or transfer.key in write.path.split("/"))


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("NotebookDialog", text, comment, n)
