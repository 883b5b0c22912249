"""The page of all entries of the glossary with their states, worst first."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from termdesk.application.spot_check.spot_check_result import SpotCheckResult
from termdesk.application.spot_check.term_reason import explain_entry
from termdesk.domain.spot_check.adherence import EntryAdherence
from termdesk.domain.spot_check.judgments import EntryState, Judged, Verdict
from termdesk.ui.spot_check.spot_check_words import state_words
from termdesk.ui.spot_check.verdict_buttons import VerdictButtons
from termdesk.ui.widgets.list_table import RowsModel, fit_column, make_table
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

# The least width of a phrase or a reason, in characters.
LEAST_CHARACTERS = 20


class TermColumn(IntEnum):
    """The columns of the table."""

    SOURCE = 0
    TARGET = 1
    STATE = 2
    COUNT = 3
    BEFORE = 4
    REASON = 5


class TermsPage(QWidget):
    """A table of entries.

    `entry_asked` is sent with an entry to show in the grid, `sentence_asked` with a sentence number, `judged` with the
    subject of a verdict (`Judged`) and the verdict, or None.
    """

    entry_asked = Signal(object)
    sentence_asked = Signal(int)
    judged = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._result: SpotCheckResult | None = None
        titles = {
            TermColumn.SOURCE: self.tr("Source"),
            TermColumn.TARGET: self.tr("Target"),
            TermColumn.STATE: self.tr("State"),
            TermColumn.COUNT: self.tr("Used"),
            TermColumn.BEFORE: self.tr("Before"),
            TermColumn.REASON: self.tr("Reason"),
        }
        self.model = RowsModel[EntryAdherence]([titles[each] for each in TermColumn], self._cell, self)
        stretched = (TermColumn.TARGET, TermColumn.REASON)
        self.table = make_table("spot_check_terms", self.tr("Terms"), self.model, stretched=stretched)
        # Targets and reasons are the longest texts, so they share the remaining width.
        self.table.setColumnWidth(TermColumn.SOURCE, self._least_width)
        self._widest = ""
        # The earlier state may be cut: its tooltip has the full text.
        fit_column(self.table, TermColumn.BEFORE, state_words(EntryState.CONTRADICTED))
        self._before_width = self.table.columnWidth(TermColumn.BEFORE)
        fit_column(self.table, TermColumn.COUNT, self.tr("{used} of {all}").format(used="00", all="00"))
        self.go_to_entry = text_button("spot_check_go_to_entry", self.tr("Go to the entry"))
        self.go_to_sentence = text_button("spot_check_go_to_sentence", self.tr("Show the sentence"))
        self.verdicts = VerdictButtons("spot_check_term", self.table)
        # Reasons are sentences, which the column cuts.
        self.words = PlainLabel(wraps=True)
        self.words.setObjectName("spot_check_reason")
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.go_to_entry)
        line.addWidget(self.go_to_sentence)
        line.addStretch(1)
        line.addWidget(self.verdicts)
        column_of_all = QVBoxLayout(self)
        column_of_all.setContentsMargins(0, 12, 0, 0)
        column_of_all.setSpacing(8)
        column_of_all.addWidget(self.table, 1)
        column_of_all.addWidget(self.words)
        column_of_all.addLayout(line)
        self.table.selectionModel().selectionChanged.connect(self._show_possible)
        self.table.activated.connect(self.ask_entry)
        self.go_to_entry.clicked.connect(self.ask_entry)
        self.go_to_sentence.clicked.connect(self._ask_sentence)
        self.verdicts.chosen.connect(self._judge)
        self._show_possible()

    def show_result(self, result: SpotCheckResult) -> None:
        """Show the entries of a result. Keep the selected entry if it is still listed."""
        chosen = self.chosen
        self._result = result
        self.model.show_rows(result.adherence.entries)
        self._fit_states({EntryState.NEVER_SEEN, *result.adherence.states.values()})
        position = result.positions.get(chosen.pair, 0) if chosen else 0
        if result.adherence.entries:
            choose_alone(self.table, self.model.index(position, 0))
        self._show_possible()

    def _fit_states(self, states: Collection[EntryState]) -> None:
        """Fit the column to the states in it. Keep a width that the user set until the widest state changes."""
        widest = max(map(state_words, states), key=len)
        if self._widest != widest:
            self._widest = widest
            fit_column(self.table, TermColumn.STATE, widest)
            self._fit_columns()

    def _fit_columns(self) -> None:
        """Hide columns for which there is no room: reasons, which are also below the table, then the states before."""
        table, header = self.table, self.table.horizontalHeader()
        least = self._least_width
        taken = (table.columnWidth(TermColumn.STATE), table.columnWidth(TermColumn.COUNT), self._before_width)
        room = self.width() - table.verticalScrollBar().sizeHint().width() - sum(taken)
        has_reason = room >= 3 * least
        table.setColumnHidden(TermColumn.REASON, not has_reason)
        table.setColumnHidden(TermColumn.BEFORE, room < 2 * least)
        # Without reasons, source and target share the room.
        mode = QHeaderView.ResizeMode.Interactive if has_reason else QHeaderView.ResizeMode.Stretch
        if header.sectionResizeMode(TermColumn.SOURCE) is not mode:
            header.setSectionResizeMode(TermColumn.SOURCE, mode)
            table.setColumnWidth(TermColumn.SOURCE, least)

    @property
    def _least_width(self) -> int:
        # The average width counts narrow letters, too: a phrase of so many characters would be cut.
        return self.table.fontMetrics().horizontalAdvance("n" * LEAST_CHARACTERS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    @property
    def chosen(self) -> EntryAdherence | None:
        """The chosen entry."""
        rows = self.table.selectionModel().selectedRows()
        return self.model.rows[rows[0].row()] if rows and rows[0].row() < len(self.model.rows) else None

    def ask_entry(self) -> None:
        """Ask to show the chosen entry in the grid."""
        if self.chosen is not None:
            self.entry_asked.emit(self.chosen)

    def _ask_sentence(self) -> None:
        if self.chosen is not None and (found := self.chosen.worst_occurrence):
            self.sentence_asked.emit(found.sentence)

    def _judge(self, verdict: Verdict | None) -> None:
        """Send a verdict on the occurrence that the row describes."""
        entry, result = self.chosen, self._result
        if entry is not None and result is not None and (found := entry.worst_occurrence):
            sentence = result.sentences[found.sentence]
            self.judged.emit(Judged(sentence.text, sentence.after, *entry.pair), verdict)

    def _show_possible(self) -> None:
        entry = self.chosen
        self.words.setText(self._reason(entry) if entry is not None else "")
        has_sentence = entry is not None and bool(entry.occurrences)
        self.go_to_entry.setEnabled(entry is not None)
        self.go_to_sentence.setEnabled(has_sentence)
        self.verdicts.setEnabled(has_sentence)

    def _cell(self, entry: EntryAdherence, column: int) -> str:
        match column:
            case TermColumn.SOURCE:
                return entry.source
            case TermColumn.TARGET:
                return entry.target
            case TermColumn.STATE:
                return state_words(entry.state)
            case TermColumn.COUNT:
                used, everywhere = format_number(entry.fulfilled), format_number(len(entry.occurrences))
                return self.tr("{used} of {all}").format(used=used, all=everywhere) if entry.occurrences else ""
            case TermColumn.BEFORE:
                return self._before(entry)
        return self._reason(entry)

    def _before(self, entry: EntryAdherence) -> str:
        before = self._result.adherence_before.states.get(entry.pair) if self._result else None
        return state_words(before) if before else ""

    def _reason(self, entry: EntryAdherence) -> str:
        reason = explain_entry(entry, self._result) if self._result else None
        return localize(reason) if reason else ""
