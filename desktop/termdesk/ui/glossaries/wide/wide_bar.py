"""The line above the wide view: a filter over all languages, and the way from problem to problem."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QWidget

from termdesk.application.wide_arranging import WideArrangement
from termdesk.ui import theme
from termdesk.ui.glossaries.problem_arrows import ProblemArrows
from termdesk.ui.plain import PlainLabel
from termdesk.ui.plain_buttons import tick_box

# Long enough that fast typing asks once, short enough to feel immediate.
DEBOUNCE_MS = 80


class WideBar(QWidget):
    """Says `filter_changed` a moment after the last key; `wanted` is what it asks for."""

    filter_changed = Signal()
    problem_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        self.field.setObjectName("wide_filter")
        self.field.setAccessibleName(self.tr("Filter all languages"))
        self.field.setPlaceholderText(self.tr("Filter all languages"))
        self.field.setClearButtonEnabled(True)
        self.field.addAction(theme.icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.only_incomplete, self.only_changed, self.only_problems = (
            tick_box(name, words, meaning=meaning)
            for name, words, meaning in (
                ("wide_only_incomplete", self.tr("Incomplete"), self.tr("Show only phrases that a language lacks")),
                ("wide_only_changed", self.tr("Changed"), self.tr("Show only what changed since publishing")),
                ("wide_only_problems", self.tr("Problems"), self.tr("Show only rows with problems")),
            )
        )
        self.shown = PlainLabel()
        self.shown.setObjectName("wide_shown_count")
        self.problems = PlainLabel()
        self.problems.setObjectName("wide_problem_count")
        self.arrows = ProblemArrows("wide")
        self.arrows.asked.connect(self.problem_asked)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self.filter_changed)
        self.field.textChanged.connect(lambda: self._timer.start())
        for box in self._boxes:
            box.toggled.connect(lambda: self._timer.start())
        self._lay_out()

    @property
    def _boxes(self) -> tuple[QCheckBox, ...]:
        return self.only_incomplete, self.only_changed, self.only_problems

    def _lay_out(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.field, 1)
        for widget in (self.shown, *self._boxes, self.problems, self.arrows):
            line.addWidget(widget)

    def wanted(self, sort_column: int | None, *, descending: bool) -> WideArrangement:
        """What is asked for, in this order."""
        return WideArrangement(
            self.field.text(),
            only_incomplete=self.only_incomplete.isChecked(),
            only_problems=self.only_problems.isChecked(),
            only_changed=self.only_changed.isChecked(),
            sort_column=sort_column,
            descending=descending,
        )

    def show_counts(self, *, shown: int, total: int, problems: int) -> None:
        """Say how many rows are shown and how many problems there are."""
        rows = self.tr("{total} phrases") if shown == total else self.tr("{shown} of {total} phrases")
        self.shown.setText(rows.format(shown=f"{shown:,}", total=f"{total:,}"))
        words = self.tr("{count} problems").format(count=f"{problems:,}") if problems else self.tr("No problems")
        self.problems.setText(self.tr("1 problem") if problems == 1 else words)
        self.problems.set_tone("problem" if problems else "muted")
        self.arrows.show_count(problems)

    def clear(self) -> None:
        """Show everything again, at once."""
        self.field.clear()
        for box in self._boxes:
            box.setChecked(False)
        self._timer.stop()
        self.filter_changed.emit()

    def focus(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
