"""The line above the grid: filter, count of shown rows, and the way from problem to problem."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QToolButton, QWidget

from termdesk.ui import theme
from termdesk.ui.plain import PlainLabel, tooltip

# Long enough that fast typing asks once, short enough to feel immediate (figure P2 measures the rest).
DEBOUNCE_MS = 80


class FilterBar(QWidget):
    """Asks with `filter_changed(text, only_problems)` a moment after the last key."""

    filter_changed = Signal(str, bool)
    problem_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        self.field.setObjectName("glossary_filter")
        self.field.setAccessibleName(self.tr("Filter entries"))
        self.field.setPlaceholderText(self.tr("Filter source and target"))
        self.field.setClearButtonEnabled(True)
        self.field.addAction(theme.icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.only_problems = QCheckBox(self.tr("Only problems"))
        self.only_problems.setObjectName("glossary_only_problems")
        self.only_problems.setAccessibleName(self.tr("Show only rows with problems"))
        self.shown = PlainLabel()
        self.shown.setObjectName("glossary_shown_count")
        self.problems = PlainLabel()
        self.problems.setObjectName("glossary_problem_count")
        self.previous = self._arrow("glossary_previous_problem", "up", self.tr("Previous problem (Shift+F8)"), -1)
        self.next = self._arrow("glossary_next_problem", "down", self.tr("Next problem (F8)"), 1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._ask)
        self.field.textChanged.connect(lambda: self._timer.start())
        self.only_problems.toggled.connect(lambda: self._timer.start())
        self._lay_out()

    def _arrow(self, name: str, icon: str, words: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setAccessibleName(words)
        button.setToolTip(tooltip(words))
        button.setIcon(theme.icon(icon))
        button.setAutoRaise(True)
        button.clicked.connect(lambda: self.problem_asked.emit(step))
        return button

    def _lay_out(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.field, 1)
        line.addWidget(self.shown)
        line.addSpacing(8)
        line.addWidget(self.only_problems)
        line.addWidget(self.problems)
        line.addWidget(self.previous)
        line.addWidget(self.next)

    def show_counts(self, *, shown: int, total: int, problems: int) -> None:
        """Say how many rows are shown and how many problems there are."""
        rows = self.tr("{total} entries") if shown == total else self.tr("{shown} of {total} entries")
        self.shown.setText(rows.format(shown=f"{shown:,}", total=f"{total:,}"))
        words = self.tr("{count} problems").format(count=f"{problems:,}") if problems else self.tr("No problems")
        self.problems.setText(self.tr("1 problem") if problems == 1 else words)
        self.problems.set_tone("problem" if problems else "muted")
        for button in (self.previous, self.next):
            button.setEnabled(problems > 0)

    def clear(self) -> None:
        """Show everything again, at once."""
        self.field.clear()
        self.only_problems.setChecked(False)
        self._timer.stop()
        self._ask()

    @property
    def is_active(self) -> bool:
        return bool(self.field.text()) or self.only_problems.isChecked()

    def focus(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _ask(self) -> None:
        self.filter_changed.emit(self.field.text(), self.only_problems.isChecked())
