"""A table model for the documents in the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from termdesk.application.documents.document_translator import DocumentJob, DocumentState
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.cell_words import accessible_text
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
MOST_EXPLAINED = 2


class DocumentColumn(IntEnum):
    """The columns from left to right."""

    NAME = 0
    LANGUAGES = 1
    GLOSSARY = 2
    STATE = 3
    CHARACTERS = 4
    RESULT = 5


_PATHS: dict[DocumentColumn, Callable[[DocumentJob], str]] = {
    DocumentColumn.NAME: lambda job: job.path,
    DocumentColumn.RESULT: lambda job: job.result_path,
}


class DocumentsModel(QAbstractTableModel):
    """One row for each document and language."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.jobs: tuple[DocumentJob, ...] = ()
        # Whether the service in use bills documents, and whether documents are being sent or fetched.
        self._is_billed = True
        self._is_running = False
        self._headings = (
            self.tr("Document"),
            self.tr("Languages"),
            self.tr("Glossary"),
            self.tr("State"),
            self.tr("Characters"),
            self.tr("Translation"),
        )

    def show(self, jobs: Sequence[DocumentJob], *, is_billed: bool = True) -> None:
        """Show these documents. The selection is kept if the rows are still the same documents.

        `is_billed`: the service in use bills them.
        """
        self._is_billed = is_billed
        same_rows = [job.number for job in jobs] == [job.number for job in self.jobs]
        if not same_rows:
            self.beginResetModel()
        self.jobs = tuple(jobs)
        if not same_rows:
            self.endResetModel()
        elif jobs:
            self.dataChanged.emit(self.index(0, 0), self.index(len(jobs) - 1, len(DocumentColumn) - 1))

    def show_run(self, *, is_running: bool) -> None:
        """Explain the states as they are while documents are being sent and fetched, or while nothing is."""
        self._is_running = is_running

    def state_words(self, state: DocumentState) -> str:
        """Return the name of a state as the user reads it."""
        match state:
            case DocumentState.WAITING:
                return self.tr("waiting")
            case DocumentState.SENDING:
                return self.tr("being sent")
            case DocumentState.UNCLEAR:
                return self.tr("unclear")
            case DocumentState.TRANSLATING:
                return self.tr("being translated")
            case DocumentState.SAVED:
                return self.tr("translated")
            case DocumentState.REFUSED:
                return self.tr("not translated")
            case DocumentState.LOST:
                return self.tr("lost")

    def explain(self, job: DocumentJob) -> str:
        """Explain the state of a document and what to do about it.

        Return an empty text if the state explains itself.
        """
        reason = localize(job.reason)
        match job.state:
            case DocumentState.UNCLEAR:
                unclear = self.tr("It was sent, and the answer of the service did not arrive.")
                charged = self.tr("It may have been charged.") if self._is_billed else ""
                again = self.tr("Its translation cannot be fetched; “Try again” sends it again.")
                return list_sentences((unclear, charged, again))
            case DocumentState.LOST:
                lost = self.tr("The service no longer has it: it was fetched before, or kept for too long.")
                if self._is_billed:
                    again = self.tr("“Try again” sends it again, which is charged again.")
                else:
                    again = self.tr("“Try again” sends it again.")
                return list_sentences((lost, again, reason))
            case DocumentState.SENDING if not self._is_running:
                return self.tr("The last part of it is still being sent. “Continue” fetches its translation later.")
            case DocumentState.TRANSLATING if not self._is_running:
                return self.tr("The service has it. “Continue” fetches its translation.")
            case DocumentState.REFUSED:
                return reason or self.tr("The service could not translate it, and did not say why.")
            case _:
                return reason

    def explain_all(self, jobs: Sequence[DocumentJob]) -> str:
        """Explain the states of documents, one line for each document: of two at most, because most are alike."""
        if len(jobs) == 1:
            return self.explain(jobs[0])
        found = [(job, reason) for job in jobs if (reason := self.explain(job))]
        words = self.tr("{name}, {target}: {reason}")
        lines = [
            words.format(name=Path(job.path).name, target=job.target, reason=reason)
            for job, reason in found[:MOST_EXPLAINED]
        ]
        if more := len(found) - len(lines):
            lines.append(self.tr("Select one of %Ln further documents to read its reason.", "", more))
        return "\n".join(lines)

    # Qt overrides

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.jobs)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(DocumentColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Role.DisplayRole:
            return self._headings[section]
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.jobs):
            return None
        job, column = self.jobs[index.row()], DocumentColumn(index.column())
        if role == Role.DisplayRole:
            return self._text(job, column)
        if role == Role.AccessibleTextRole:
            return accessible_text(self._text(job, column))
        if role == Role.ToolTipRole and column in _PATHS:
            # The name may be cut, and the folder is not shown in the table.
            return tooltip(_PATHS[column](job))
        if role == Role.TextAlignmentRole and column is DocumentColumn.CHARACTERS:
            return Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
        return None

    def _text(self, job: DocumentJob, column: DocumentColumn) -> str:
        match column:
            case DocumentColumn.NAME:
                return Path(job.path).name
            case DocumentColumn.LANGUAGES:
                source = job.source or self.tr("detected")
                return self.tr("{source} → {target}").format(source=source, target=job.target)
            case DocumentColumn.GLOSSARY:
                return job.glossary_name
            case DocumentColumn.STATE:
                return self.state_words(job.state)
            case DocumentColumn.CHARACTERS:
                return format_number(job.estimated if job.billed is None else job.billed)
            case DocumentColumn.RESULT:
                return Path(job.result_path).name
