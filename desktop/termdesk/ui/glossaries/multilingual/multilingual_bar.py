"""The line above the wide view: a filter, what to show alone, in which languages, and the way through problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QHBoxLayout, QLineEdit, QWidget

from termdesk.application.glossaries.view.view_query import Mark, ViewQuery
from termdesk.ui.glossaries.multilingual.language_chooser import LanguageChooser
from termdesk.ui.glossaries.view.filter_field import FilterField
from termdesk.ui.glossaries.view.violation_arrows import ViolationArrows
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain_buttons import tick_box

# Less room than this to type in is none.
LEAST_FIELD = 240


class MultilingualBar(QWidget):
    """Says `filter_changed`; `query` is what it asks for."""

    filter_changed = Signal()
    violation_asked = Signal(int)

    def __init__(
        self, languages: Sequence[str], missing: Callable[[], Sequence[int]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        title = self.tr("Filter phrases")
        self.field = FilterField(None, title, placeholder=title)
        self.field.setObjectName("multilingual_filter")
        self.field.addAction(theme.icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.field.asked.connect(lambda _condition: self.filter_changed.emit())
        self.languages = LanguageChooser(languages, missing)
        self.only_incomplete, self.only_changed, self.only_forbidden, self.only_violations = (
            tick_box(name, words, meaning=meaning)
            for name, words, meaning in (
                (
                    "multilingual_only_incomplete",
                    self.tr("Incomplete"),
                    self.tr("Show only phrases that a language lacks"),
                ),
                ("multilingual_only_changed", self.tr("Changed"), self.tr("Show only what changed since publishing")),
                ("multilingual_only_forbidden", self.tr("Forbidden"), self.tr("Show only what must not be used")),
                ("multilingual_only_problems", self.tr("Problems"), self.tr("Show only rows with problems")),
            )
        )
        self.arrows = ViolationArrows("multilingual")
        self.arrows.asked.connect(self.violation_asked)
        for box in self._boxes:
            box.toggled.connect(lambda _is_on: self.filter_changed.emit())
        self.languages.changed.connect(self._on_languages)
        self._lay_out()

    @property
    def _boxes(self) -> tuple[QCheckBox, ...]:
        return self.only_incomplete, self.only_changed, self.only_forbidden, self.only_violations

    def _lay_out(self) -> None:
        self._rest = QWidget()
        rest = QHBoxLayout(self._rest)
        rest.setContentsMargins(0, 0, 0, 0)
        rest.setSpacing(8)
        for widget in (self.languages, *self._boxes, self.arrows):
            rest.addWidget(widget)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(8)
        self._line.addWidget(self.field, 1)
        self._line.addWidget(self._rest)

    def _fit(self) -> None:
        """In one line where there is room to type, else in two."""
        is_narrow = self.width() < self._rest.sizeHint().width() + LEAST_FIELD
        direction = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        self._line.setDirection(direction)
        self._line.setAlignment(self._rest, Qt.AlignmentFlag.AlignLeading if is_narrow else Qt.AlignmentFlag(0))

    def _on_languages(self) -> None:
        if self.query(None, descending=False).is_filtered:
            self.filter_changed.emit()

    def query(self, sort_column: int | None, *, descending: bool) -> ViewQuery:
        """What is asked for, in this order."""
        marks = {
            Mark.INCOMPLETE: self.only_incomplete,
            Mark.VIOLATION: self.only_violations,
            Mark.CHANGED: self.only_changed,
            Mark.FORBIDDEN: self.only_forbidden,
        }
        return ViewQuery(
            only=frozenset(mark for mark, box in marks.items() if box.isChecked()),
            languages=self.languages.chosen,
            sort_column=sort_column,
            descending=descending,
        ).with_condition(self.field.condition())

    def show_violations(self, count: int) -> None:
        """Say how many problems there are to go through."""
        words = self.tr("Problems ({count})").format(count=f"{count:,}") if count else self.tr("Problems")
        self.only_violations.setText(words)
        self.arrows.show_count(count)

    def clear(self) -> None:
        """Show everything again, at once."""
        self.field.forget()
        self.languages.choose_all()
        for box in self._boxes:
            box.blockSignals(True)
            box.setChecked(False)
            box.blockSignals(False)
        self.filter_changed.emit()

    def focus(self) -> None:
        self.field.take_focus()

    # Qt's side

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        # As narrow as it can become, whatever it shows at the moment.
        return QSize(self._rest.minimumSizeHint().width(), super().minimumSizeHint().height())
