"""The base of find and replace and of cleaning: every hit is previewed, and all changes are one undo step."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QTableView,
    QWidget,
)

from termdesk.application.glossaries.editing.rewrite import RewriteScope, drop_left_out
from termdesk.domain.entries.rewrite import Hits, Rewrite
from termdesk.domain.errors import InvalidInput, TermdeskError
from termdesk.messages.glossary_messages import EditMessage, EditRemedy
from termdesk.ui.glossaries.rewriting.hits_model import AFTER, BEFORE, HitsModel
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress, Jobs
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.list_table import ListTable
from termdesk.ui.widgets.plain import PlainLabel, caption
from termdesk.ui.widgets.plain_buttons import tick_box
from termdesk.ui.words.lists import add_in_parentheses
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number

DEBOUNCE_MS = 150


class RewriteDialog(Question):
    """Where to search, the table of hits, and a button with their count. Subclasses add what to search for."""

    def __init__(
        self,
        parent: QWidget,
        scope: RewriteScope,
        *,
        title: str,
        verb: str,
        jobs: Jobs,
        invitation: str,
    ) -> None:
        """Create the dialog. `invitation` is shown while the fields are empty."""
        super().__init__(parent, title, "", verb)
        self._invitation = invitation
        self.resize(760, 560)
        self._scope = scope
        self._jobs = jobs
        self._verb = verb
        # The revision of the entries that the hits belong to.
        self._revision = scope.phrases.revision
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(16)
        self.column.insertLayout(self.column.count() - 1, self.form)
        self.side = QComboBox()
        self.side.setObjectName("rewrite_side")
        self.side.setAccessibleName(self.tr("Where"))
        for words, columns in scope.positions:
            self.side.addItem(words, tuple(columns))
        self.only_shown = tick_box(
            "rewrite_only_shown", self.tr("Only the rows that the filter shows"), is_on=scope.shown_rows is not None
        )
        self.only_shown.setVisible(scope.shown_rows is not None)
        selected = self.tr("Only the %Ln rows that are selected", "", len(scope.selected_rows or ()))
        self.only_selected = tick_box("rewrite_only_selected", selected)
        self.only_selected.setVisible(scope.selected_rows is not None)
        self.model = HitsModel(scope.sides, self)
        self.table = self._table()
        self.insert(self.table)
        self.count = PlainLabel("", wraps=True, tone="muted")
        self.count.setObjectName("rewrite_count")
        self.insert(self.count)
        # The button is disabled during a search; Enter must not trigger Cancel instead.
        self.buttons.button(self.buttons.StandardButton.Cancel).setAutoDefault(False)
        self.accept_button.setAutoDefault(False)
        self.accept_button.setDefault(True)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._start)
        self.side.currentIndexChanged.connect(self.look)
        self.only_shown.toggled.connect(self.look)
        self.only_selected.toggled.connect(self.look)
        self.model.count_changed.connect(self._show_count)
        self.finished.connect(self._stop_looking)

    def _stop_looking(self) -> None:
        # Also stop the timer: it would start a search for a dialog that no longer exists.
        self._timer.stop()
        self._jobs.cancel(JobKind.PREVIEW_REWRITE)

    def _table(self) -> QTableView:
        table = ListTable("rewrite_hits", self.tr("What changes"))
        table.setModel(self.model)
        table.setItemDelegate(PhraseDelegate(table))
        header = table.horizontalHeader()
        for column in (BEFORE, AFTER):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        return table

    def add_where(self) -> None:
        """Add the fields for columns and rows below those of the subclass."""
        where = QHBoxLayout()
        where.addWidget(self.side)
        where.addStretch(1)
        self.form.addRow(caption(self.tr("Where"), self.side), where)
        if self._scope.shown_rows is not None or self._scope.selected_rows is not None:
            rows = QHBoxLayout()
            rows.addWidget(self.only_shown)
            rows.addWidget(self.only_selected)
            rows.addStretch(1)
            self.form.addRow("", rows)

    @abstractmethod
    def rewrite(self) -> Rewrite | None:
        """Return what the fields describe; None while they are empty. Raises InvalidInput for an invalid pattern."""

    @property
    def subject(self) -> str:
        """Return the words that name the undo step."""
        return ""

    def find_accepted_hits(self) -> list[Hits]:
        """Return the accepted hits. Raises InvalidInput if the entries have changed since the search."""
        if self._revision != self._scope.phrases.revision:
            raise InvalidInput(EditMessage.ENTRIES_CHANGED(), remedy=EditRemedy.FIND_AGAIN())
        return drop_left_out(self.model.found, self.model.left_out)

    def look(self) -> None:
        """Search again after a pause. The shown hits are outdated immediately."""
        self.accept_button.setEnabled(False)
        self.count.set_tone("muted")
        self.count.setText(self.tr("Looking for cells that change…"))
        self._timer.start()

    def _start(self) -> None:
        self._jobs.start_with_progress(
            JobKind.PREVIEW_REWRITE, self.tr("Looking for what changes"), self._look, on_failure=self._refuse
        )

    async def _look(self, progress: JobProgress) -> None:
        rewrite = self.rewrite()
        if rewrite is None:
            self.model.show_hits([])
            self.count.setText(self._invitation)
            return
        phrases = self._scope.phrases
        hits = await phrases.hits(rewrite, columns=self.side.currentData(), rows=self._rows, progress=progress)
        self._revision = phrases.revision
        self.model.show_hits(hits)

    @property
    def _rows(self) -> Sequence[int] | None:
        """Return the rows to search."""
        if self.only_selected.isChecked():
            return self._scope.selected_rows
        return self._scope.shown_rows if self.only_shown.isChecked() else None

    def _refuse(self, error: TermdeskError) -> None:
        self.model.show_hits([])
        self.count.set_tone("problem")
        self.count.setText(localize(error.message, error.remedy))

    def _show_count(self) -> None:
        chosen, total = self.model.chosen, self.model.total
        self.accept_button.setEnabled(chosen > 0)
        self.accept_button.setText(add_in_parentheses(self._verb, format_number(chosen)) if chosen else self._verb)
        self.count.set_tone("muted")
        if not total:
            self.count.setText(self.tr("Nothing would change."))
        elif chosen == total:
            self.count.setText(self.tr("%Ln cells would change.", "", total))
        else:
            self.count.setText(
                self.tr("{chosen} of %Ln cells would change.", "", total).format(chosen=format_number(chosen))
            )
