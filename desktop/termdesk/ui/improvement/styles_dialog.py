"""The dialog that compares a text in several styles and tones. One of the results can be used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QPushButton, QTableWidgetItem, QWidget

from termdesk.application.improvement.improvement import ImprovementResult, ImproveRequest, TextImprover
from termdesk.application.improvement.style_comparison import StyleComparison
from termdesk.application.usage.cost_gate import CostOutlook
from termdesk.domain.errors import TermdeskError
from termdesk.domain.texts import Improve
from termdesk.ui.improvement.style_box import StyleOrTone
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.texts.cost_question import cost_line, may_send, money_words
from termdesk.ui.texts.difference_marks import inline_difference
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.plain import BY_CONTENT, END, PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.widgets.text_area import TextArea
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.message_words import localize

STYLE, TEXT = 0, 1
LINES_SHOWN = 6
# The width of the check box and the padding of a cell.
ROOM_AROUND_WORDS = 40


class StylesDialog(Question):
    """A table of styles and tones. The button for sending the ticked ones shows the cost.

    After accept, `chosen` is the result.
    """

    def __init__(
        self,
        parent: QWidget,
        text: str,
        target: str,
        *,
        styles_and_tones: Sequence[tuple[StyleOrTone, str]],
        improver: TextImprover,
        comparison: StyleComparison,
        jobs: Jobs,
        outlook_for: Callable[[int], CostOutlook],
    ) -> None:
        """Build the dialog.

        `styles_and_tones` has (value, name) pairs; `outlook_for` returns what to say about a number of characters.
        """
        super().__init__(parent, parent.tr("Compare styles"), "", parent.tr("Use this text"))
        self.setObjectName("improve_styles")
        self.resize(760, 560)
        self._text = text
        self._improver = improver
        self._comparison = comparison
        self._jobs = jobs
        self._outlook_for = outlook_for
        plain = ImproveRequest(text, target, Improve.REPHRASE)
        self._requests = [
            replace(plain, writing_style=style or None, tone=tone or None) for (style, tone), _words in styles_and_tones
        ]
        self.table = PlainTable(
            "improve_styles_table",
            self.tr("Styles and tones"),
            headings=[self.tr("Style or tone"), self.tr("Text")],
            rows=[(words, "") for _style, words in styles_and_tones],
            stretch=TEXT,
        )
        self.table.setSelectionMode(PlainTable.SelectionMode.SingleSelection)
        self.table.setVerticalScrollMode(PlainTable.ScrollMode.ScrollPerPixel)
        self._make_tickable()
        self.insert(self.table)
        self._make_lines(target)
        self.table.itemChanged.connect(lambda _item: self._show_possible())
        self.table.itemSelectionChanged.connect(self._show_chosen)
        self.run_button.clicked.connect(self.run)
        self._show_results()
        self.table.setCurrentCell(0, STYLE, QItemSelectionModel.SelectionFlag.ClearAndSelect | _ROWS)
        self._show_chosen()
        self.table.setFocus()

    def _make_tickable(self) -> None:
        for row in range(len(self._requests)):
            item = self._item(row, STYLE)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
        # Qt measures this text as if it could wrap.
        self.table.horizontalHeader().setSectionResizeMode(STYLE, QHeaderView.ResizeMode.Fixed)
        widest = max(
            self.fontMetrics().horizontalAdvance(self._item(row, STYLE).text()) for row in range(len(self._requests))
        )
        self.table.setColumnWidth(STYLE, widest + self.fontMetrics().height() + ROOM_AROUND_WORDS)

    def _make_lines(self, target: str) -> None:
        self.cost = PlainLabel(wraps=True)
        self.cost.setObjectName("improve_styles_cost")
        self.run_button = QPushButton(self.tr("Rephrase"))
        self.run_button.setObjectName("improve_styles_run")
        self.run_button.setAccessibleName(self.tr("Rephrase in the ticked styles and tones"))
        self.run_button.setAutoDefault(False)
        holder = QWidget()
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.cost, 1)
        line.addWidget(self.run_button)
        self.insert(holder)
        self.difference = TextArea("improve_styles_difference", self.tr("What differs from your text"))
        self.difference.setReadOnly(True)
        self.difference.set_language(target)
        self.difference.setFixedHeight(self.fontMetrics().lineSpacing() * LINES_SHOWN + 20)
        caption = PlainLabel(self.difference.accessibleName())
        caption.setBuddy(self.difference)
        self.insert(caption)
        self.insert(self.difference)

    def _item(self, row: int, column: int) -> QTableWidgetItem:
        item = self.table.item(row, column)
        assert item is not None
        return item

    # Ticked styles and requests

    @property
    def ticked(self) -> list[ImproveRequest]:
        """The requests for the ticked styles and tones."""
        checked = Qt.CheckState.Checked
        return [each for row, each in enumerate(self._requests) if self._item(row, STYLE).checkState() == checked]

    def run(self) -> None:
        """Send the ticked styles and tones that have no answer yet."""
        title = self.tr("Rephrasing in several styles")
        self._jobs.start_with_progress(JobKind.COMPARE_STYLES.of("send"), title, self._run, on_failure=self._on_failure)

    async def _run(self, progress: JobProgress) -> None:
        requests, gate = self.ticked, self._improver.cost_gate
        self.run_button.setEnabled(False)
        if not await may_send(self, gate, self._comparison.estimate(self._improver, requests)):
            self._show_chosen()
            return
        async for _result in self._comparison.results(self._improver, requests, progress):
            self._show_results()
        self._show_chosen()

    def _on_failure(self, error: TermdeskError) -> None:
        self._show_chosen()
        self.cost.setText(localize(error.message))
        self.cost.set_tone("problem")

    # Results

    def _show_results(self) -> None:
        with QSignalBlocker(self.table):
            for row, request in enumerate(self._requests):
                result = self._comparison.find(self._improver, request)
                item = self._item(row, TEXT)
                if result is not None:
                    item.setText(f"{BY_CONTENT}{result.text}{END}")
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, result.text)
                    item.setTextAlignment(alignment(request.target))
        self.table.resizeRowsToContents()

    def _show_chosen(self) -> None:
        chosen = self.chosen
        words, marks = inline_difference(self._text, chosen.text, chosen.chunks) if chosen is not None else ("", [])
        self.difference.setPlainText(words)
        self.difference.show_marks(marks)
        self._show_possible()

    def _show_possible(self) -> None:
        ticked = self.ticked
        count = self._comparison.estimate(self._improver, ticked)
        self.accept_button.setEnabled(self.chosen is not None)
        outlook = self._outlook_for(count)
        self.run_button.setEnabled(bool(count) and outlook.refusal is None)
        if not ticked:
            words, tone = self.tr("Tick the styles and tones to compare."), "muted"
        elif not count:
            words, tone = self.tr("All ticked styles and tones are shown already."), "muted"
        else:
            words = self.tr("%Ln characters will be billed.", "", count)
            words, tone = cost_line(list_sentences((words, money_words(outlook))), outlook)
        self.cost.setText(words)
        self.cost.set_tone(tone)

    @property
    def chosen(self) -> ImprovementResult | None:
        """The result in the current row; None if it has none."""
        row = self.table.currentRow()
        return self._comparison.find(self._improver, self._requests[row]) if row >= 0 else None


_ROWS = QItemSelectionModel.SelectionFlag.Rows
