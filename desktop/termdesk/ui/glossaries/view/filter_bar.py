"""The line above the grid: the filter of both phrases, ways to narrow further, and from problem to problem."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QIcon, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QToolButton, QWidget

from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import Mark
from termdesk.ui.glossaries.view.filter_field import FilterField
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor
from termdesk.ui.glossaries.view.violation_arrows import ViolationArrows
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import tooltip

# A box to tick with the room around it, and the least that a filter is typed in.
BOX_WIDTH, FIELD_WIDTH = 40, 160


class FilterBar(QWidget):
    """Tells `query_editor` what is asked for here, and shows what was asked for elsewhere."""

    violation_asked = Signal(int)

    def __init__(self, query_editor: ViewQueryEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query_editor = query_editor
        title = self.tr("Filter source and target")
        self.field = FilterField(None, title, placeholder=title)
        self.field.setObjectName("glossary_filter")
        self.field.addAction(theme.icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.field.asked.connect(self._on_asked)
        self.only_violations = QCheckBox()
        self.only_violations.setObjectName("glossary_only_problems")
        self.only_violations.setAccessibleName(self.tr("Show only rows with problems"))
        self.only_violations.clicked.connect(self._on_only_violations)
        self.arrows = ViolationArrows("glossary")
        self.arrows.asked.connect(self.violation_asked)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(8)
        for widget in (self.field, self.only_violations, self.arrows):
            self._line.addWidget(widget)
        self._line.setStretch(0, 1)
        self._violation_count = 0
        self._is_narrow = False
        query_editor.changed.connect(self.show_query)
        query_editor.cleared.connect(self.field.forget)

    def add_switch(self, name: str, icon: str, action: QAction) -> None:
        """A button that switches something beside the grid on and off, as the action does."""
        button = QToolButton()
        button.setObjectName(name)
        button.setIcon(theme.icon(icon, tint="muted", tint_on="accent"))
        button.setCheckable(True)
        words = action.text().replace("&", "")
        button.setAccessibleName(words)
        keys = action.shortcut().toString()
        button.setToolTip(tooltip(f"{words} ({keys})" if keys else words))
        button.clicked.connect(lambda: action.trigger())
        self._line.insertWidget(self._line.indexOf(self.only_violations), button)

    def show_switch(self, name: str, is_on: bool) -> None:
        button = self.findChild(QToolButton, name)
        assert isinstance(button, QToolButton)
        button.setChecked(is_on)

    def _on_asked(self, condition: Condition) -> None:
        self._query_editor.ask(self._query_editor.query.with_condition(condition))

    def _on_only_violations(self, is_wanted: bool) -> None:
        self._query_editor.ask(self._query_editor.query.with_mark(Mark.VIOLATION, is_wanted))

    def show_query(self) -> None:
        """Show what is asked for, here or elsewhere."""
        query = self._query_editor.query
        self.field.show_condition(query.condition(None))
        self.only_violations.setChecked(Mark.VIOLATION in query.only)

    def show_violations(self, count: int) -> None:
        """Say how many problems there are to go through."""
        self._violation_count = count
        self.arrows.show_count(count)
        self._fit()

    def _violation_words(self) -> str:
        count = f"{self._violation_count:,}"
        return (
            self.tr("Only problems ({count})").format(count=count)
            if self._violation_count
            else self.tr("Only problems")
        )

    def _fit(self) -> None:
        """Words beside the box, or a sign and the count where the field would have no room."""
        box, words = self.only_violations, self._violation_words()
        others = sum(each.sizeHint().width() + self._line.spacing() for each in self._fixed())
        needed = box.fontMetrics().horizontalAdvance(words) + BOX_WIDTH + others + FIELD_WIDTH
        is_narrow = self.width() < needed
        count = f"{self._violation_count:,}" if self._violation_count else ""
        box.setText(count if is_narrow else words)
        box.setIcon(theme.icon("error", tint="problem" if count else "muted") if is_narrow else QIcon())
        box.setToolTip(tooltip(words if is_narrow else ""))

    def _fixed(self) -> list[QWidget]:
        """What always has its own width."""
        places = (self._line.itemAt(place) for place in range(self._line.count()))
        widgets = [place.widget() for place in places if place is not None]
        return [each for each in widgets if each is not None and each not in (self.field, self.only_violations)]

    def clear(self) -> None:
        """Show everything again, at once."""
        self._query_editor.clear_filters()

    def focus(self) -> None:
        self.field.take_focus()

    # Qt's side

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
