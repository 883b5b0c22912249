"""The shared parts of the bars above both tables: filter box, check boxes, switches, and violation arrows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QToolButton, QWidget

from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import RowMark
from termdesk.ui.glossaries.view.filter_field import FilterField
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor
from termdesk.ui.glossaries.view.violation_arrows import ViolationArrows
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import set_tooltip
from termdesk.ui.widgets.plain_buttons import add_picture
from termdesk.ui.words.lists import add_in_parentheses


class QueryBar(QWidget):
    """Shows and changes the query of `query_editor`.

    `violation_asked` carries 1 for the next violation, -1 for the previous.
    """

    violation_asked = Signal(int)

    def __init__(
        self,
        query_editor: ViewQueryEditor,
        title: str,
        *,
        prefix: str,
        marks: Mapping[RowMark, QCheckBox],
        parent: QWidget | None = None,
    ) -> None:
        """Create the bar.

        `title` is the label of the filter box, `marks` are the check boxes, `prefix` starts the object names.
        """
        super().__init__(parent)
        mark_region(self)
        self.query_editor = query_editor
        self.marks = marks
        self._prefix = prefix
        self.field = FilterField(None, title, placeholder=title)
        self.field.setObjectName(f"{prefix}_filter")
        add_picture(self.field, "search", self.tr("Search"))
        self.field.asked.connect(self._on_condition)
        for mark, box in marks.items():
            box.toggled.connect(partial(self._on_mark, mark))
        self.arrows = ViolationArrows(prefix)
        self.arrows.asked.connect(self.violation_asked)
        query_editor.changed.connect(self.show_query)
        query_editor.cleared.connect(self.field.forget)

    def _on_condition(self, condition: Condition) -> None:
        self.query_editor.ask(self.query_editor.query.with_condition(condition))

    def _on_mark(self, mark: RowMark, is_on: bool) -> None:
        self.query_editor.ask(self.query_editor.query.with_mark(mark, is_on))

    def show_query(self) -> None:
        """Show the current query, wherever it was changed."""
        query = self.query_editor.query
        self.field.show_condition(query.condition(None))
        for mark, box in self.marks.items():
            box.setChecked(mark in query.only)

    def show_violations(self, count: int) -> None:
        """Show the number of violations."""
        self.arrows.show_count(count)

    def clear(self) -> None:
        """Show all rows again immediately."""
        self.query_editor.clear_filters()

    def focus(self) -> None:
        """Focus the filter box."""
        self.field.take_focus()

    # Switches

    def add_switch(self, name: str, icon: str, action: QAction) -> None:
        """Add a toggle button for something next to the table, with the same effect as the action."""
        button = QToolButton()
        button.setObjectName(self._switch_name(name))
        button.setIcon(theme.icon(icon, tint="muted", tint_on="accent"))
        button.setCheckable(True)
        words = action.text().replace("&", "")
        button.setAccessibleName(words)
        keys = action.shortcut().toString()
        set_tooltip(button, add_in_parentheses(words, keys) if keys else words)
        button.clicked.connect(lambda: action.trigger())
        self._insert_switch(button)

    @abstractmethod
    def _insert_switch(self, button: QToolButton) -> None:
        """Add a switch to the layout."""

    def show_switch(self, name: str, is_on: bool) -> None:
        """Show a switch as pressed or not."""
        button = self.findChild(QToolButton, self._switch_name(name))
        assert isinstance(button, QToolButton)
        button.setChecked(is_on)

    def _switch_name(self, name: str) -> str:
        return f"{self._prefix}_{name}_switch"
