"""The active filters as chips above a table. A click on a chip removes its filter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from termdesk.application.glossaries.view.conditions import Condition
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.ui.glossaries.view.facet_words import condition_words, facet_title, value_title
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.layouts.flow_layout import FlowLayout
from termdesk.ui.widgets.plain import set_tooltip
from termdesk.ui.words.lists import add_title


class FilterChips(QWidget):
    """Emits `asked` with the remaining query when a chip is clicked. Hidden if no filter is active."""

    asked = Signal(object)
    all_cleared = Signal()

    def __init__(self, title_of: Callable[[int | None], str] | None = None, parent: QWidget | None = None) -> None:
        """Create the chips. `title_of` returns the title of a column; `name_columns` may set it later."""
        super().__init__(parent)
        self.setObjectName("filter_chips")
        self.setAccessibleName(self.tr("Active filters"))
        self._title_of = title_of or str
        self._flow = FlowLayout(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def name_columns(self, title_of: Callable[[int | None], str]) -> None:
        """Name columns as `title_of` does: chips above a grid are created before it."""
        self._title_of = title_of

    @property
    def chips(self) -> list[QPushButton]:
        """The buttons of the active filters, in visual order."""
        return [each for each in self.findChildren(QPushButton, "filter_chip") if each.parent() is self]

    def show_query(self, query: ViewQuery) -> None:
        """Show one chip for each active filter."""
        had_focus = any(chip.hasFocus() for chip in self.chips)
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        for words, rest in self._parts(query):
            self._flow.addWidget(self._chip(words, rest))
        if len(self.chips) > 1:
            self._flow.addWidget(self._clear_button())
        self.setVisible(query.is_filtered)
        self.updateGeometry()
        if had_focus and self.chips:
            self.chips[-1].setFocus()

    def _parts(self, query: ViewQuery) -> Iterator[tuple[str, ViewQuery]]:
        """Return each filter in words, with the query without it."""
        for mark, words in self._mark_words().items():
            if mark in query.only:
                yield words, query.with_mark(mark, False)
        for condition in query.conditions:
            without = query.with_condition(Condition(column=condition.column))
            yield condition_words(condition, self._title_of(condition.column)), without
        for choice in query.choices:
            values = sorted(value_title(choice.facet, value) for value in choice.values)
            joined = self.tr(" or ").join(f"\u2068{value}\u2069" for value in values)
            yield add_title(facet_title(choice.facet), joined), query.with_values(choice.facet, frozenset())

    def _mark_words(self) -> dict[RowMark, str]:
        return {
            RowMark.INCOMPLETE: self.tr("Only incomplete"),
            RowMark.CHANGED: self.tr("Only changed"),
            RowMark.FORBIDDEN: self.tr("Only forbidden"),
            RowMark.VIOLATION: self.tr("Only problems"),
        }

    def _chip(self, words: str, rest: ViewQuery) -> QPushButton:
        # Escape ampersands, which would define a mnemonic.
        chip = QPushButton(words.replace("&", "&&"))
        chip.setObjectName("filter_chip")
        chip.setProperty("role", "chip")
        chip.setIcon(theme.icon("close"))
        chip.setAccessibleName(self.tr("Remove the filter: {words}").format(words=words))
        set_tooltip(chip, self.tr("Remove this filter"))
        chip.clicked.connect(partial(self._take_back, rest))
        return chip

    def _take_back(self, rest: ViewQuery, _is_checked: bool = False) -> None:
        self.asked.emit(rest)

    def _clear_button(self) -> QPushButton:
        button = QPushButton(self.tr("Clear all"))
        button.setObjectName("filter_clear_all")
        button.setAccessibleName(self.tr("Clear all filters"))
        button.setToolTip(self.tr("Clear all filters (Ctrl+Shift+L)"))
        button.setProperty("role", "link")
        button.clicked.connect(lambda: self.all_cleared.emit())
        return button
