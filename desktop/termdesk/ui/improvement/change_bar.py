"""A bar for stepping through the changes of an improved text, and accepting or rejecting each of them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from termdesk.application.improvement.improvement import ImprovementResult
from termdesk.domain.similarity.chosen_changes import ChosenText, changes_in, choose_changes
from termdesk.domain.similarity.text_diff import DiffKind
from termdesk.ui.improvement.chosen_marks import mark_choices
from termdesk.ui.texts.difference_marks import mark_removed
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import PlainLabel, set_tooltip
from termdesk.ui.widgets.text_area import TextArea
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.numbers import format_number

MOST_QUOTED = 40


class ChangeBar(QWidget):
    """A line below the result. The result field always contains the text without the rejected changes.

    The rejected changes are derived from the text in the field: undoing a rejection in the field restores the change,
    and a text that was edited by hand is left alone. Changes that touch protected terms are rejected at first.
    """

    changed = Signal()

    def __init__(self, source: TextArea, result: TextArea, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("improve_changes")
        self._source, self._result = source, result
        self._improvement: ImprovementResult | None = None
        self._changes: list[int] = []
        self._current = 0
        # The rejected changes, by each text that the field has had.
        self._rejected_of: dict[str, frozenset[int]] = {}
        self._make_widgets()
        for field in (source, result):
            field.viewport().installEventFilter(self)
        result.textChanged.connect(self._on_text)
        self.hide()

    def _make_widgets(self) -> None:
        self.previous_button = _arrow("improve_previous_change", "up", self.tr("Previous change (Shift+F8)"))
        self.next_button = _arrow("improve_next_change", "down", self.tr("Next change (F8)"))
        # It wraps, because a warning about a protected term must not be cut.
        self.words = PlainLabel(wraps=True)
        self.words.setObjectName("improve_change")
        self.toggle_button = QPushButton()
        self.toggle_button.setObjectName("improve_toggle_change")
        self.toggle_button.setAccessibleName(self.tr("Accept or reject this change"))
        self.previous_button.clicked.connect(lambda: self.step(-1))
        self.next_button.clicked.connect(lambda: self.step(1))
        self.toggle_button.clicked.connect(self.toggle)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        for widget in (self.previous_button, self.next_button):
            line.addWidget(widget)
        line.addWidget(self.words, 1)
        line.addWidget(self.toggle_button)

    # Display

    def show_result(self, improvement: ImprovementResult) -> None:
        """Show the changes of a result. For the result that is already shown, update only its marks."""
        if improvement is not self._improvement:
            self._improvement = improvement
            self._changes = changes_in(improvement.chunks)
            rejected = frozenset(each.chunk for each in improvement.endangered)
            chosen = self._choose(rejected)
            self._rejected_of = {chosen.text: rejected}
            self._current = next((position for position, each in enumerate(self._changes) if each in rejected), 0)
            if chosen.text != self._result.toPlainText():
                self._result.setPlainText(chosen.text)
        self._show()

    def show_terms(self, improvement: ImprovementResult, *, is_shown: bool) -> None:
        """Show the same result with other protected terms.

        Their changes are rejected, as one undo step of the field. The user's choices for the others are kept, and a
        text that was edited by hand is left alone.
        """
        former, rejected = self._improvement, self.rejected
        if former is None:
            return
        self._improvement = improvement
        if rejected is not None:
            old, new = ({each.chunk for each in made.endangered} for made in (former, improvement))
            # A change that was in danger before has been decided by the user, or is no longer in danger.
            rejected = (rejected - (old - new)) | (new - old)
            chosen = self._choose(rejected)
            self._rejected_of[chosen.text] = rejected
            self._current = next((at for at, each in enumerate(self._changes) if each in new), self._current)
            if chosen.text != self._result.toPlainText():
                self._result.replace_text(chosen.text)
        if is_shown:
            self._show()

    def hide_changes(self) -> None:
        """Hide the bar for an outdated result. The rejections are kept, because the result may become valid again."""
        self.hide()

    def forget(self) -> None:
        """Hide the bar and drop the result."""
        self._improvement = None
        self.hide()

    @property
    def rejected(self) -> frozenset[int] | None:
        """The rejected changes. None without a result, or if the text was edited by hand."""
        return self._rejected_of.get(self._result.toPlainText()) if self._improvement is not None else None

    @property
    def can_review(self) -> bool:
        """Whether changes can be accepted and rejected now."""
        return not self.isHidden() and self.rejected is not None

    def _choose(self, rejected: frozenset[int]) -> ChosenText:
        assert self._improvement is not None
        improvement = self._improvement
        return choose_changes(improvement.request.text, improvement.text, improvement.chunks, rejected)

    def _on_text(self) -> None:
        # The text changed by undo, by redo or by hand.
        if not self.isHidden():
            self._show()

    def _show(self) -> None:
        improvement, rejected = self._improvement, self.rejected
        if improvement is None or not self._changes:
            self.hide()
            self.changed.emit()
            return
        self.show()
        text = improvement.request.text
        # The two fields are emptied one after the other. In between, the positions of the marks are invalid.
        is_same = self._source.toPlainText() == text
        self._source.show_marks(mark_removed(text, improvement.chunks) if is_same else [])
        self._result.show_marks([] if rejected is None else mark_choices(improvement, self._choose(rejected), rejected))
        for button in (self.previous_button, self.next_button, self.toggle_button):
            button.setEnabled(rejected is not None)
        self._show_current(rejected)
        self.changed.emit()

    def _show_current(self, rejected: frozenset[int] | None) -> None:
        if rejected is None:
            self.words.setText(self.tr("The result was edited by hand. Undo brings the changes back."))
            self._name_toggle(self.tr("Reject"))
            return
        number = self._changes[self._current]
        self.words.setText(self._describe(number))
        words = self.tr("Accept") if number in rejected else self.tr("Reject")
        self._name_toggle(words)
        set_tooltip(self.toggle_button, self.tr("Accept or reject this change (Ctrl+.)"))

    def _describe(self, number: int) -> str:
        improvement = self._improvement
        assert improvement is not None
        chunk = improvement.chunks[number]
        old = improvement.request.text[chunk.before_start : chunk.before_end].strip()[:MOST_QUOTED]
        new = improvement.text[chunk.after_start : chunk.after_end].strip()[:MOST_QUOTED]
        if chunk.kind is DiffKind.INSERTED:
            what = self.tr("“{text}” is inserted.").format(text=new)
        elif chunk.kind is DiffKind.DELETED:
            what = self.tr("“{text}” is deleted.").format(text=old)
        else:
            what = self.tr("“{old}” becomes “{new}”.").format(old=old, new=new)
        position = self.tr("Change {number} of {total}:").format(
            number=format_number(self._current + 1), total=format_number(len(self._changes))
        )
        term = next((each.term for each in improvement.endangered if each.chunk == number), "")
        warning = self.tr("This alters the protected term “{term}”.").format(term=term) if term else ""
        return list_sentences((position, what, warning))

    # User actions

    def step(self, by: int) -> None:
        """Go to the next change (1) or the previous one (-1). After the last change comes the first."""
        if self.can_review and self._changes:
            self._go_to((self._current + by) % len(self._changes))

    def _go_to(self, position: int) -> None:
        self._current = position
        rejected = self.rejected
        if rejected is not None:
            start, end = self._choose(rejected).positions[self._changes[position]]
            self._result.select_range(start, end)
            self._show_current(rejected)

    def _name_toggle(self, words: str) -> None:
        self.toggle_button.setText(words)
        self.toggle_button.setAccessibleName(words)

    def toggle(self) -> None:
        """Reject the current change, or accept it again, as one undo step of the field."""
        rejected = self.rejected
        if not self.can_review or rejected is None:
            return
        number = self._changes[self._current]
        others = rejected ^ {number}
        start, end = self._choose(rejected).positions[number]
        chosen = self._choose(others)
        self._rejected_of[chosen.text] = others
        new_start, new_end = chosen.positions[number]
        self._result.replace_range(start, end, chosen.text[new_start:new_end])
        self._result.select_range(new_start, new_end)

    # Qt overrides

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease and self.can_review:
            field = self._source if watched is self._source.viewport() else self._result
            change = self._change_at(field, field.cursor_position())
            if change is not None:
                self._current = change
                self._show_current(self.rejected)
        return super().eventFilter(watched, event)

    def _change_at(self, field: TextArea, position: int) -> int | None:
        """Return the change at a position of a field, in code points."""
        assert self._improvement is not None
        if field is self._source:
            spans = [(chunk.before_start, chunk.before_end) for chunk in self._improvement.chunks]
        else:
            spans = list(self._choose(self.rejected or frozenset()).positions)
        fitting = (number for number, each in enumerate(self._changes) if spans[each][0] <= position <= spans[each][1])
        return next(fitting, None)


def _arrow(name: str, icon: str, words: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setIcon(theme.icon(icon))
    button.setAccessibleName(words)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    set_tooltip(button, words)
    return button
