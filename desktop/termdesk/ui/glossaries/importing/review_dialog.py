"""The review sheet: the effect of an import on each dictionary, with decisions by row or by kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QTabBar, QWidget

from termdesk.application.glossaries.importing.review import PartReview, items_with
from termdesk.domain.merging.review import Decision, Review, ReviewKind, possible
from termdesk.ui.glossaries.importing.review_model import DETAIL, PRESENT, REASON, SOURCE, ReviewModel
from termdesk.ui.glossaries.importing.review_table import KEYS, ReviewTable
from termdesk.ui.glossaries.importing.review_words import decision_words, kind_words, summarize
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.layouts.flow_layout import FlowLayout
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import add_clear_button
from termdesk.ui.widgets.selections import choose_alone
from termdesk.ui.words.lists import add_in_parentheses, begin_sentence, list_names
from termdesk.ui.words.numbers import format_number

DEBOUNCE_MS = 150
_ALL = -1
# The kinds that need a decision, the most urgent first.
_OPEN = (ReviewKind.CLASH, ReviewKind.CHANGED, ReviewKind.REJECTED)


class ReviewDialog(Question):
    """Shows one dictionary of an import at a time in a single table. The reviews store the decisions."""

    def __init__(
        self,
        parent: QWidget,
        parts: Sequence[PartReview],
        *,
        title: str,
        jobs: Jobs,
        save_rejected_rows: Callable[[PartReview], None],
    ) -> None:
        super().__init__(parent, title, "", parent.tr("Import"))
        self.setObjectName("review_dialog")
        self.resize(1040, 680)
        self._parts = parts
        self._jobs = jobs
        self.model = ReviewModel(parts[0].review, parts[0].pair, self)
        self.dictionary = self._dictionary_box()
        self.kinds = QTabBar()
        self.kinds.setObjectName("review_kinds")
        self.kinds.setAccessibleName(self.tr("Kinds of rows"))
        self.kinds.setDrawBase(False)
        self.kinds.setExpanding(False)
        self.search = QLineEdit()
        self.search.setObjectName("review_search")
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search in the rows"))
        add_clear_button(self.search)
        self.deciders = {decision: self._decider(decision) for decision in Decision}
        self.save_rejected_rows = QPushButton(self.tr("Save the rejected lines…"))
        self.save_rejected_rows.setObjectName("review_save_rejected_rows")
        self.save_rejected_rows.setAccessibleName(self.tr("Save the rejected lines with their reasons"))
        self.save_rejected_rows.clicked.connect(lambda: save_rejected_rows(self.part))
        self.table = ReviewTable(self.model)
        self.summary = PlainLabel(wraps=True)
        self.summary.setObjectName("review_summary")
        self.warning = PlainLabel(
            self.tr(
                "The service refuses two rows with the same source. The grid marks them until you delete one, "
                "or set one to Preferred and the other to Admitted."
            ),
            wraps=True,
            tone="warning",
        )
        self.warning.setObjectName("review_warning")
        self._lay_out()
        self._connect()
        self.show_part(0)
        self.table.setFocus()

    # Layout

    def _dictionary_box(self) -> QComboBox:
        box = QComboBox()
        box.setObjectName("review_dictionary")
        box.setAccessibleName(self.tr("Dictionary"))
        for each in self._parts:
            words = (
                self.tr("existing dictionary {pair}")
                if each.dictionary is not None
                else self.tr("new dictionary {pair}")
            )
            box.addItem(words.format(pair=each.pair))
        box.setVisible(len(self._parts) > 1)
        return box

    def _decider(self, decision: Decision) -> QPushButton:
        button = QPushButton()
        button.setObjectName(f"review_{decision.name.lower()}")
        button.clicked.connect(lambda: self._decide_shown(decision))
        button.setAutoDefault(False)
        return button

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.dictionary)
        top.addWidget(self.kinds, 1)
        top.addWidget(self.search)
        self.column.insertLayout(self.column.count() - 1, top)
        bulk = FlowLayout()
        self.bulk_words = PlainLabel("", tone="muted")
        bulk.addWidget(self.bulk_words)
        for button in self.deciders.values():
            bulk.addWidget(button)
        # Align the text with the buttons next to it.
        self.bulk_words.setMinimumHeight(self.save_rejected_rows.sizeHint().height())
        bulk.addWidget(self.save_rejected_rows)
        self.column.insertLayout(self.column.count() - 1, bulk)
        for widget in (self.table, self.summary, self.warning):
            self.insert(widget)
        self.keys_hint = PlainLabel("", wraps=True, tone="muted")
        self.keys_hint.setObjectName("review_keys")
        self.insert(self.keys_hint)
        self.accept_button.setAutoDefault(False)
        self.buttons.button(self.buttons.StandardButton.Cancel).setAutoDefault(False)

    def _connect(self) -> None:
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._look)
        self.search.installEventFilter(self)
        self.search.textChanged.connect(lambda _text: self._timer.start())
        self.kinds.currentChanged.connect(lambda _position: self._look())
        self.dictionary.currentIndexChanged.connect(self.show_part)
        self.model.decided.connect(self._show_decided)
        self.table.decided.connect(lambda rows, decision: self.model.decide_rows(rows, Decision(decision)))
        self.finished.connect(lambda _result: self._stop_looking())

    def _stop_looking(self) -> None:
        self._timer.stop()
        self._jobs.cancel(JobKind.SEARCH_IMPORT)

    # Content

    @property
    def part(self) -> PartReview:
        """The dictionary that is shown."""
        return self._parts[max(0, self.dictionary.currentIndex())]

    @property
    def kind(self) -> ReviewKind | None:
        """The kind that is shown; None for all kinds."""
        position = self.kinds.tabData(self.kinds.currentIndex())
        return None if position in (None, _ALL) else ReviewKind(position)

    def show_part(self, position: int) -> None:
        """Show the dictionary with this index."""
        part = self._parts[position]
        self.model.show_review(part.review, part.pair)
        with QSignalBlocker(self.kinds):
            while self.kinds.count():
                self.kinds.removeTab(0)
            self._add_tabs(part.review)
            self._choose_what_is_open(part.review)
        self._look()
        self._show_decided()

    def _show_columns(self) -> None:
        """Show the columns that are not empty for the chosen kind."""
        review, kind = self.part.review, self.kind
        incoming = review.incoming
        has_reasons = bool(incoming.reasons) and kind in (None, ReviewKind.REJECTED)
        has_twins = review.has_twins and kind in (None, ReviewKind.CLASH, ReviewKind.SAME)
        has_details = any(kind in (None, review.kind(item)) for item in incoming.details)
        self.table.setColumnHidden(PRESENT, self.part.dictionary is None)
        self.table.setColumnHidden(REASON, not (has_reasons or has_twins))
        self.table.setColumnHidden(DETAIL, not has_details)

    def _choose_what_is_open(self, review: Review) -> None:
        """Select the first kind that needs a decision, or else all kinds."""
        self.show_kind(next((kind for kind in _OPEN if review.count(kind)), None))

    def _add_tabs(self, review: Review) -> None:
        self.kinds.addTab(self.tr("All {count}").format(count=format_number(len(review))))
        self.kinds.setTabData(0, _ALL)
        for kind in ReviewKind:
            if count := review.count(kind):
                position = self.kinds.addTab(
                    self.tr("{kind} {count}").format(kind=begin_sentence(kind_words(kind)), count=format_number(count))
                )
                self.kinds.setTabData(position, int(kind))

    def show_kind(self, kind: ReviewKind | None) -> None:
        """Show the rows of one kind; with None, those of all kinds."""
        data = _ALL if kind is None else int(kind)
        for position in range(self.kinds.count()):
            if self.kinds.tabData(position) == data:
                self.kinds.setCurrentIndex(position)

    def _look(self) -> None:
        """Show the items of the chosen kind that contain the search text."""
        self._jobs.cancel(JobKind.SEARCH_IMPORT)
        self._show_deciders()
        self._show_columns()
        items = self.part.review.items(self.kind) if self.kind is not None else range(len(self.part.review))
        if not self.search.text():
            self._show_items(items)
            return
        self._jobs.start_with_progress(
            JobKind.SEARCH_IMPORT, self.tr("Searching the import"), partial(self._search, items)
        )

    async def _search(self, items: Sequence[int], progress: JobProgress) -> None:
        self._show_items(await items_with(self.part.review, items, self.search.text(), progress))

    def _show_items(self, items: Sequence[int]) -> None:
        self.model.show_items(items)
        if items:
            # Without a current row, screen readers would announce nothing.
            choose_alone(self.table, self.model.index(0, SOURCE))

    def _show_deciders(self) -> None:
        """Label the buttons for the shown kind, and hide those that do not apply."""
        kind, is_here = self.kind, self.part.dictionary is not None
        for decision, button in self.deciders.items():
            button.setVisible(kind is not None and decision in possible(kind))
            if kind is not None:
                words = decision_words(kind, decision, is_here=is_here)
                button.setText(words)
                button.setAccessibleName(self.tr("All shown rows: {words}").format(words=words))
        self.bulk_words.setText(
            self.tr("Choose a kind to decide on all its rows at once.") if kind is None else self.tr("All of these:")
        )
        self.save_rejected_rows.setVisible(bool(self.part.part.result.rejected_rows))
        # For all kinds together, use the labels for a clash, which allows every decision.
        shown = ReviewKind.CLASH if kind is None else kind
        keys = (
            add_in_parentheses(decision_words(shown, decision, is_here=is_here), QKeySequence(key).toString())
            for key, decision in KEYS.items()
            if decision in possible(shown)
        )
        self.keys_hint.setText(self.tr("Keys for the selected rows: {keys}").format(keys=list_names(keys)))

    def _show_decided(self) -> None:
        review = self.part.review
        self.summary.setText(summarize(review))
        self.summary.set_tone("good" if review.touched_count else "muted")
        self.warning.setVisible(any(_makes_twins(each.review) for each in self._parts))
        self.save_rejected_rows.setEnabled(review.count_decided(ReviewKind.REJECTED, Decision.KEEP) > 0)
        touched = sum(each.review.touched_count for each in self._parts)
        is_new = any(each.dictionary is None for each in self._parts)
        self.accept_button.setEnabled(bool(touched) or is_new)
        words = self.tr("Import ({count})").format(count=format_number(touched)) if touched else self.tr("Import")
        self.accept_button.setText(words)

    # Decisions

    def _decide_shown(self, decision: Decision) -> None:
        kind = self.kind
        assert kind is not None, "the buttons are hidden"
        if self.search.text():
            self.model.decide_shown(decision)
        else:
            self.model.decide_kind(kind, decision)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if watched is self.search and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # Enter in the search box must not start the import.
            self.table.setFocus()
            return True
        return super().eventFilter(watched, event)


def _makes_twins(review: Review) -> bool:
    return any(review.count_decided(kind, Decision.BOTH) for kind in ReviewKind)
