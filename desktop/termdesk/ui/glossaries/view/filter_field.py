"""The filter box of a column: a text, a regular expression, or empty cells. Each can be negated."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.domain.language.language import is_right_to_left
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.phrase_fonts import phrase_font
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.widgets.plain_buttons import add_clear_button

# Long enough that fast typing causes one request, short enough to feel immediate (figure P2 measures the rest).
DEBOUNCE_MS = 80


class FilterField(QLineEdit):
    """Emits `asked` shortly after the last key press. Text that an input method composes counts only when committed.

    Alt+Down opens the options. Down, Enter and (if the box is empty) Escape emit `left`, to return to the grid.
    """

    asked = Signal(object)
    left = Signal()

    def __init__(
        self,
        column: int | None,
        title: str,
        *,
        language: str = "",
        placeholder: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._condition = Condition(column=column)
        self._placeholder = placeholder
        self._is_composing = False
        self.setAccessibleName(title)
        if language:
            self.setFont(phrase_font(language, self.font()))
            is_rtl = is_right_to_left(language)
            self.setLayoutDirection(Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight)
        add_clear_button(self)
        self.options = self._make_options()
        self._button = self.addAction(
            theme.icon("filter", tint="muted", tint_on="accent"), QLineEdit.ActionPosition.TrailingPosition
        )
        self._button.setText(self.tr("Filter options"))
        self._button.setToolTip(self.tr("Filter options (Alt+Down)"))
        self._button.setCheckable(True)
        self._button.triggered.connect(lambda: self.open_options())
        self._error = QAction(theme.icon("error", tint="problem"), "", self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._ask)
        self.textChanged.connect(lambda: self._wait())
        self._show_options(self._condition)

    def _make_options(self) -> QMenu:
        menu = QMenu(self)
        menu.setObjectName(f"{self.objectName()}_options")
        self._matches = QActionGroup(self)
        for match, words in (
            (Match.CONTAINS, self.tr("Contains the text")),
            (Match.PATTERN, self.tr("Matches the regular expression")),
            (Match.EMPTY, self.tr("Is empty")),
        ):
            if match is Match.EMPTY and self._condition.column is None:
                continue
            action = self._option(menu, words)
            action.setData(match.value)
            self._matches.addAction(action)
        menu.addSeparator()
        self.negation = self._option(menu, self.tr("Show all other rows"))
        return menu

    def _option(self, menu: QMenu, words: str) -> QAction:
        action = menu.addAction(words)
        action.setCheckable(True)
        action.triggered.connect(lambda: self._ask())
        return action

    @property
    def match(self) -> Match:
        """How the text is compared, as chosen in the options."""
        chosen = self._matches.checkedAction()
        return Match(chosen.data()) if chosen is not None else Match.CONTAINS

    def choose(self, match: Match, *, is_negated: bool = False) -> None:
        """Choose an option and apply it at once, like a click."""
        for action in self._matches.actions():
            action.setChecked(action.data() == match.value)
        self.negation.setChecked(is_negated)
        self._ask()

    def condition(self) -> Condition:
        """Return the condition that the box shows."""
        match = self.match
        needle = "" if match is Match.EMPTY else self.text()
        return replace(self._condition, needle=needle, match=match, is_negated=self.negation.isChecked())

    def show_condition(self, condition: Condition) -> None:
        """Show a condition without emitting `asked`. Typed text is kept if the condition is the same as before."""
        is_same = condition == self._condition or not (condition.asks or self._condition.asks)
        if not is_same:
            self._put(condition)

    def forget(self) -> None:
        """Clear the box without emitting `asked`, and stop its timer."""
        self._put(Condition(column=self._condition.column))

    def _put(self, condition: Condition) -> None:
        self._timer.stop()
        self._condition = condition
        self._show_options(condition)
        self._put_text(condition.needle)
        self.show_error("")

    def _put_text(self, text: str) -> None:
        self.blockSignals(True)
        self.setText(text)
        self.blockSignals(False)

    def _show_options(self, condition: Condition) -> None:
        for action in self._matches.actions():
            action.setChecked(action.data() == condition.match.value)
        self.negation.setChecked(condition.is_negated)
        self._show_state()

    def _show_state(self) -> None:
        match, is_negated = self.match, self.negation.isChecked()
        is_empty = match is Match.EMPTY
        self._button.setChecked(match is not Match.CONTAINS or is_negated)
        if is_empty:
            self._put_text("")
        self.setReadOnly(is_empty)
        words = {
            (Match.CONTAINS, True): self.tr("Does not contain"),
            (Match.PATTERN, False): self.tr("Regular expression"),
            (Match.PATTERN, True): self.tr("Does not match the regular expression"),
            (Match.EMPTY, False): self.tr("Is empty"),
            (Match.EMPTY, True): self.tr("Is not empty"),
        }.get((match, is_negated), "")
        self.setPlaceholderText(words or self._placeholder)
        self.setAccessibleDescription(words)

    def show_error(self, words: str) -> None:
        """Show an error of the text in the box; an empty string removes the error."""
        self._error.setText(words)
        if bool(words) != (self._error in self.actions()):
            if words:
                self.addAction(self._error, QLineEdit.ActionPosition.LeadingPosition)
            else:
                self.removeAction(self._error)
            self.setProperty("state", "wrong" if words else "")
            self.style().unpolish(self)
            self.style().polish(self)
        self.setToolTip(tooltip(words))
        if words:
            self.setAccessibleDescription(words)

    def open_options(self) -> None:
        """Open the options menu below the box."""
        # The click toggled the action, but its checked state must show whether options are set.
        self._show_state()
        # Use popup() instead of exec(): a nested event loop would break tasks that resume meanwhile.
        self.options.popup(self.mapToGlobal(QPoint(0, self.height())))

    def take_focus(self) -> None:
        """Focus the box, with its text selected."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def _wait(self) -> None:
        if not self._is_composing:
            self._timer.start()

    def _ask(self) -> None:
        self._timer.stop()
        self._show_state()
        self.show_error("")
        self._condition = self.condition()
        self.asked.emit(self._condition)

    # Qt overrides

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        was_composing = self._is_composing
        self._is_composing = bool(event.preeditString())
        if self._is_composing:
            self._timer.stop()
        super().inputMethodEvent(event)
        # A cancelled composition may have replaced the selected text.
        if was_composing and not self._is_composing and self.condition() != self._condition:
            self._wait()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        is_alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        match event.key():
            case Qt.Key.Key_Down if is_alt:
                self.open_options()
            case Qt.Key.Key_Down | Qt.Key.Key_Return | Qt.Key.Key_Enter if is_plain:
                self._ask()
                self.left.emit()
            case Qt.Key.Key_Escape if is_plain and self.condition().asks:
                self.forget()
                self._ask()
            case Qt.Key.Key_Escape if is_plain:
                self.left.emit()
            case _:
                super().keyPressEvent(event)
