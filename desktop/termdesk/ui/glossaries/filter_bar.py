"""The line above the grid: filter, count of shown rows, and the way from problem to problem."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QMenu, QToolButton, QWidget

from termdesk.application.ordering import Arrangement, Side
from termdesk.ui import theme
from termdesk.ui.plain import PlainLabel, tooltip

# Long enough that fast typing asks once, short enough to feel immediate (figure P2 measures the rest).
DEBOUNCE_MS = 80


class FilterBar(QWidget):
    """Says `filter_changed` a moment after the last key; `wanted` is what it asks for."""

    filter_changed = Signal()
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
        self.options = self._options()
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

    def _options(self) -> QToolButton:
        """The further wishes as a menu; its button is marked while one of them is on."""
        menu = QMenu(self)
        menu.setObjectName("glossary_filter_menu")
        self._side = QActionGroup(self)
        for side, words in (
            (Side.BOTH, self.tr("In source and target")),
            (Side.SOURCE, self.tr("In the source only")),
            (Side.TARGET, self.tr("In the target only")),
        ):
            action = self._choice(menu, words, side.value)
            self._side.addAction(action)
            action.setChecked(side is Side.BOTH)
        menu.addSeparator()
        self.is_pattern = self._choice(menu, self.tr("Regular expression"))
        self.is_negated = self._choice(menu, self.tr("Rows without it"))
        menu.addSeparator()
        self.only_changed = self._choice(menu, self.tr("Only what changed since publishing"))
        self.only_incomplete = self._choice(menu, self.tr("Only rows with an empty side"))
        button = QToolButton()
        button.setObjectName("glossary_filter_options")
        button.setAccessibleName(self.tr("Filter options"))
        button.setToolTip(tooltip(self.tr("Filter options")))
        button.setIcon(theme.icon("settings", tint="muted", tint_on="accent"))
        button.setCheckable(True)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(menu)
        return button

    def _choice(self, menu: QMenu, words: str, value: str = "") -> QAction:
        action = menu.addAction(words)
        action.setCheckable(True)
        action.setData(value)
        action.toggled.connect(self._on_option)
        return action

    def _on_option(self) -> None:
        # The first toggles come while the menu is made.
        if hasattr(self, "options"):
            self.options.setChecked(self._has_options)
            self._timer.start()

    @property
    def _has_options(self) -> bool:
        flags = (self.is_pattern, self.is_negated, self.only_changed, self.only_incomplete)
        return self.side is not Side.BOTH or any(each.isChecked() for each in flags)

    @property
    def side(self) -> Side:
        # Between the old choice and the new one there is none for a moment.
        chosen = self._side.checkedAction()
        return Side(chosen.data()) if chosen is not None else Side.BOTH

    def wanted(self, sort_column: int | None, *, descending: bool) -> Arrangement:
        """What is asked for, in this order."""
        return Arrangement(
            self.field.text(),
            self.only_problems.isChecked(),
            sort_column,
            descending,
            self.side,
            self.is_pattern.isChecked(),
            self.is_negated.isChecked(),
            self.only_changed.isChecked(),
            self.only_incomplete.isChecked(),
        )

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
        line.addWidget(self.options)
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
        self._side.actions()[0].setChecked(True)
        for each in (self.is_pattern, self.is_negated, self.only_changed, self.only_incomplete):
            each.setChecked(False)
        self._timer.stop()
        self._ask()

    @property
    def is_active(self) -> bool:
        return not self.wanted(None, descending=False).is_everything

    def focus(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _ask(self) -> None:
        self.filter_changed.emit()
