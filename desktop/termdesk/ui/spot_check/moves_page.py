"""The page of differences from the baseline of a set."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from termdesk.application.spot_check.spot_check_result import SpotCheckResult
from termdesk.domain.spot_check.judgments import EntryState
from termdesk.domain.spot_check.moves import EntryMove
from termdesk.ui.spot_check.spot_check_words import state_words
from termdesk.ui.widgets.list_table import RowsModel, fit_column, make_table
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_date_and_time, format_percent


class MoveColumn(IntEnum):
    """The columns of the table."""

    SOURCE = 0
    TARGET = 1
    BEFORE = 2
    AFTER = 3
    HOW = 4


class MovesPage(QWidget):
    """A table of differences. `baseline_asked` is sent when the user makes the current run the baseline."""

    baseline_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        titles = {
            MoveColumn.SOURCE: self.tr("Source"),
            MoveColumn.TARGET: self.tr("Target"),
            MoveColumn.BEFORE: self.tr("In the baseline"),
            MoveColumn.AFTER: self.tr("In this run"),
            MoveColumn.HOW: "",
        }
        self.model = RowsModel[EntryMove]([titles[each] for each in MoveColumn], self._cell, self)
        stretched = (MoveColumn.SOURCE, MoveColumn.TARGET)
        self.table = make_table("spot_check_moves", self.tr("Since the baseline"), self.model, stretched=stretched)
        for column in (MoveColumn.BEFORE, MoveColumn.AFTER):
            fit_column(self.table, column, max(map(state_words, EntryState), key=len))
        fit_column(self.table, MoveColumn.HOW, self.tr("worse"))
        self.words = PlainLabel(wraps=True)
        self.words.setObjectName("spot_check_baseline_words")
        self.choose = text_button("spot_check_choose_baseline", self.tr("Make this run the baseline"))
        self.choose.clicked.connect(self.baseline_asked)
        line = QHBoxLayout()
        line.addWidget(self.words, 1)
        line.addWidget(self.choose)
        column_of_all = QVBoxLayout(self)
        column_of_all.setContentsMargins(0, 12, 0, 0)
        column_of_all.setSpacing(8)
        column_of_all.addLayout(line)
        column_of_all.addWidget(self.table, 1)

    def show_result(self, result: SpotCheckResult) -> None:
        """Show the differences from the baseline, or that there is no baseline yet."""
        self.choose.setEnabled(bool(result.run_number))
        baseline = result.baseline
        self.model.show_rows(baseline.moves if baseline else ())
        if baseline is None:
            self.words.setText(self.tr("No run of this set is its baseline yet. Later runs are compared with it."))
            return
        notes = [localize(note) for note in baseline.notes]
        if not baseline.is_compared:
            self.words.setText(list_sentences(notes))
            return
        moved = self.tr("%Ln entries have moved since.", "", len(baseline.moves))
        changed = sum(each.former is not None for each in result.sentences)
        translated = self.tr("%Ln sentences are translated differently.", "", changed)
        share = format_percent(baseline.share) if baseline.share is not None else "–"
        words = self.tr("The baseline of {moment} has {share}.").format(
            moment=format_date_and_time(baseline.made_at), share=share
        )
        self.words.setText(list_sentences((words, moved, translated, *notes)))

    def _cell(self, move: EntryMove, column: int) -> str:
        match column:
            case MoveColumn.SOURCE:
                return move.source
            case MoveColumn.TARGET:
                return move.target
            case MoveColumn.BEFORE:
                return state_words(move.before)
            case MoveColumn.AFTER:
                return state_words(move.after)
        return self.tr("worse") if move.is_worse else ""
