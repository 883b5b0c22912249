"""The page of the sentences of a result, with both translations, their differences, and a verdict for each."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from termdesk.application.spot_check.spot_check_result import SentenceResult, SpotCheckResult
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.spot_check.adherence import FAILED, FULFILLED
from termdesk.domain.spot_check.judgments import EntryState, Judged, Verdict
from termdesk.ui.spot_check.spot_check_words import side_words, use_words, verdict_words
from termdesk.ui.spot_check.verdict_buttons import VerdictButtons
from termdesk.ui.texts.difference_marks import inline_difference, mark_added, mark_removed
from termdesk.ui.widgets.list_table import RowsModel, fit_column, make_table
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import Splitter
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.widgets.text_area import TextArea, TextMark
from termdesk.ui.words.numbers import format_number


class TranslationColumn(IntEnum):
    """The columns of the table."""

    SENTENCE = 0
    CHANGES = 1
    TERMS = 2
    BASELINE = 3
    VERDICT = 4


class TranslationsPage(QWidget):
    """A table of sentences. `judged` is sent with the subject of a verdict (`Judged`) and the verdict, or None."""

    judged = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        titles = {
            TranslationColumn.SENTENCE: self.tr("Sentence"),
            TranslationColumn.CHANGES: self.tr("Changes"),
            TranslationColumn.TERMS: self.tr("Terms missed"),
            TranslationColumn.BASELINE: self.tr("Since the baseline"),
            TranslationColumn.VERDICT: self.tr("Verdict"),
        }
        self.model = RowsModel[SentenceResult]([titles[each] for each in TranslationColumn], self._cell, self)
        self.table = make_table(
            "spot_check_translations", self.tr("Sentences"), self.model, stretched=[TranslationColumn.SENTENCE]
        )
        for column, widest in (
            (TranslationColumn.CHANGES, "000"),
            (TranslationColumn.TERMS, "000"),
            (TranslationColumn.BASELINE, self.tr("changed")),
            (TranslationColumn.VERDICT, verdict_words(Verdict.WRONG)),
        ):
            fit_column(self.table, column, widest)
        self.source = _reading_area("spot_check_source", self.tr("Sentence"))
        self.before = _reading_area("spot_check_before", self.tr("Translation before"))
        self.after = _reading_area("spot_check_after", self.tr("Translation after"))
        self.before_title, self.after_title = PlainLabel(tone="muted"), PlainLabel(tone="muted")
        self.inline = QCheckBox(self.tr("Both in one text"))
        self.inline.setObjectName("spot_check_inline")
        self.inline.setAccessibleName(self.tr("Both in one text"))
        self.verdicts = VerdictButtons("spot_check_sentence", self.table)
        self._before_side = _make_side(self.before_title, self.before)
        self._lay_out()
        self.table.selectionModel().selectionChanged.connect(self._show_sentence)
        self.inline.toggled.connect(self._show_sentence)
        self.verdicts.chosen.connect(self._judge)
        self._show_sentence()

    def _lay_out(self) -> None:
        sides = Splitter(Qt.Orientation.Horizontal)
        sides.setObjectName("spot_check_sides")
        sides.setChildrenCollapsible(False)
        sides.setHandleWidth(12)
        sides.addWidget(self._before_side)
        sides.addWidget(_make_side(self.after_title, self.after))
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.inline)
        line.addStretch(1)
        line.addWidget(self.verdicts)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.table, 3)
        column.addWidget(self.source, 1)
        column.addWidget(sides, 2)
        column.addLayout(line)

    def show_result(self, result: SpotCheckResult) -> None:
        """Show the sentences of a result. Keep the selected row if the number of sentences is unchanged."""
        pair: LanguagePair = result.request.sentence_set.pair
        self.source.set_language(pair.source)
        for area in (self.before, self.after):
            area.set_language(pair.target)
        self.before_title.setText(side_words(result.before.kind))
        self.after_title.setText(side_words(result.after.kind))
        self.table.setColumnHidden(TranslationColumn.BASELINE, not (result.baseline and result.baseline.is_compared))
        self.model.show_rows(result.sentences)
        if self.chosen is None and result.sentences:
            self.show_sentence(0)
        self._show_sentence()

    def show_sentence(self, number: int) -> None:
        """Choose a sentence by its index."""
        choose_alone(self.table, self.model.index(number, 0))
        self.table.scrollTo(self.model.index(number, 0))

    @property
    def chosen(self) -> SentenceResult | None:
        """The sentence whose translations are shown."""
        rows = self.table.selectionModel().selectedRows()
        return self.model.rows[rows[0].row()] if rows and rows[0].row() < len(self.model.rows) else None

    def _cell(self, sentence: SentenceResult, column: int) -> str:
        match column:
            case TranslationColumn.SENTENCE:
                return sentence.text
            case TranslationColumn.CHANGES:
                return format_number(sentence.changes) if sentence.changes else ""
            case TranslationColumn.TERMS:
                missed = len(sentence.missed)
                return format_number(missed) if missed else ""
            case TranslationColumn.BASELINE:
                return self.tr("changed") if sentence.former is not None else ""
        return verdict_words(sentence.verdict)

    def _show_sentence(self) -> None:
        sentence = self.chosen
        self.verdicts.setEnabled(sentence is not None)
        is_inline = self.inline.isChecked()
        self._before_side.setVisible(not is_inline)
        if sentence is None:
            for area in (self.source, self.before, self.after):
                area.setPlainText("")
                area.show_marks([])
            return
        self.source.setPlainText(sentence.text)
        self.source.show_marks(_term_marks(sentence))
        after, marks = sentence.after, mark_added(sentence.after, sentence.chunks)
        if is_inline:
            after, marks = inline_difference(sentence.before, sentence.after, sentence.chunks)
        self.before.setPlainText(sentence.before)
        self.before.show_marks(mark_removed(sentence.before, sentence.chunks))
        self.after.setPlainText(after)
        self.after.show_marks(marks)

    def _judge(self, verdict: Verdict | None) -> None:
        if self.chosen is not None:
            self.judged.emit(Judged(self.chosen.text, self.chosen.after), verdict)


def _term_marks(sentence: SentenceResult) -> Sequence[TextMark]:
    return [
        TextMark(each.use.hit.start, each.use.hit.end, _mark_kind(each.state), use_words(each))
        for each in sentence.occurrences
    ]


def _mark_kind(state: EntryState) -> str:
    return "missed" if state in FAILED else "term" if state in FULFILLED else "undecided"


def _reading_area(name: str, title: str) -> TextArea:
    area = TextArea(name, title)
    area.setReadOnly(True)
    area.setMinimumHeight(40)
    return area


def _make_side(title: PlainLabel, area: TextArea) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(title)
    column.addWidget(area, 1)
    return box
