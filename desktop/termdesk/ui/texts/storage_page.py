"""The page that shows which texts are stored, where, and for how long."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QMargins, QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from termdesk.application.texts.history import TextHistory
from termdesk.ui.widgets.plain import END, LEFT_TO_RIGHT, PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable

PADDING = 6


class _RoomyRows(QStyledItemDelegate):
    """Adds space between rows of several lines."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return super().sizeHint(option, index).grownBy(QMargins(0, PADDING, 0, PADDING))


class StoragePage(QWidget):
    """A read-only table."""

    def __init__(self, history: TextHistory) -> None:
        super().__init__()
        self._history = history
        words = PlainLabel(
            _tr("Everything on this computer that contains your texts. Other services have rules of their own."),
            wraps=True,
            tone="muted",
        )
        self.table = PlainTable(
            "storage_table",
            _tr("Stored data"),
            headings=[_tr("What"), _tr("Where"), _tr("How long")],
            rows=[],
            stretch=1,
        )
        self.table.setWordWrap(True)
        self.table.setItemDelegate(_RoomyRows(self.table))
        for stretched in (0, 2):
            self.table.horizontalHeader().setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionMode(PlainTable.SelectionMode.SingleSelection)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(words)
        column.addWidget(self.table, 1)

    def read(self) -> None:
        """Show the table for the current settings."""
        self._show([*self._describe_kept_texts(), *self._files_of_programs()])

    def _describe_kept_texts(self) -> list[tuple[str, str, str]]:
        """Return (what, where, how long) of the texts that the user entered or confirmed."""
        history = self._history
        days = _tr("For %Ln days, or until you delete them.", "", history.days)
        none = _tr("New texts are not stored. Stored texts stay until you delete them.")
        until_cleared = _tr("Until the field is cleared.")
        is_kept = history.keeps_texts
        return [
            (_tr("Texts you translated or improved, with their results"), history.file, days if is_kept else none),
            (
                _tr("The unfinished texts of Translate and Improve"),
                history.drafts_file,
                until_cleared if is_kept else _tr("Not stored."),
            ),
            (
                _tr("Translations you confirmed, on the service of this computer"),
                history.service_file,
                _tr("Until you delete them, even if texts are not stored otherwise."),
            ),
            (
                _tr("Sentence sets of spot-checks, with what you noted about them"),
                history.database_file,
                _tr("Until you delete the set, even if texts are not stored otherwise."),
            ),
            (
                _tr("Translations of spot-checks, those in baselines, and verdicts on them"),
                history.database_file,
                _tr("Until you delete the set. Other translations are kept as long as texts.")
                if is_kept
                else _tr(
                    "New ones are not stored; a new baseline has only the states of its entries. "
                    "Stored verdicts stay until you delete the set."
                ),
            ),
        ]

    def _files_of_programs(self) -> list[tuple[str, str, str]]:
        """Return (what, where, how long) of the other files of Termdesk and its local service."""
        history = self._history
        return [
            (
                _tr("Documents that programs sent to the service of this computer"),
                history.documents_folder,
                _tr("Until they are fetched, for one day at most."),
            ),
            (
                _tr("Engines that you trained from your own texts"),
                history.models_folder,
                _tr("Until you delete them under Help › Engines. They contain phrases of those texts."),
            ),
            (
                _tr("Answers that arrived after you canceled"),
                _tr("In memory"),
                _tr("For a few minutes, or until Termdesk ends."),
            ),
            (
                _tr("Copies of the service's database"),
                f"{history.service_file}.before-version-…",
                _tr("Copies that were made before an update may contain confirmed translations."),
            ),
            (
                _tr("Usage and log files"),
                history.logs_folder,
                _tr("They contain numbers, times and names of calls, but no texts."),
            ),
        ]

    def _show(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Show the rows. Paths run from left to right even in a mirrored window."""
        self.table.show_rows([(what, f"{LEFT_TO_RIGHT}{where}{END}", long) for what, where, long in rows])


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("StoragePage", text, comment, n)
