"""The bar above the multilingual table: filter, check boxes, languages, and buttons to step through problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QToolButton, QWidget

from termdesk.application.glossaries.view.view_query import RowMark
from termdesk.ui.glossaries.multilingual.language_chooser import LanguageChooser
from termdesk.ui.glossaries.view.query_bar import QueryBar
from termdesk.ui.glossaries.view.query_editor import ViewQueryEditor
from termdesk.ui.widgets.plain_buttons import tick_box
from termdesk.ui.words.numbers import format_number

# The minimum width for typing, in pixels.
LEAST_FIELD = 240


class MultilingualBar(QueryBar):
    """The bar above the multilingual table. `languages` are those that filters and facets apply to."""

    def __init__(
        self,
        query_editor: ViewQueryEditor,
        languages: Sequence[str],
        missing: Callable[[], Sequence[int]],
        parent: QWidget | None = None,
    ) -> None:
        """Create the bar. `languages` are names; `missing` returns how many phrases each of them lacks."""
        self.only_incomplete = tick_box(
            "multilingual_only_incomplete",
            _tr("Incomplete"),
            meaning=_tr("Show only phrases without a translation in some language"),
        )
        self.only_changed = tick_box(
            "multilingual_only_changed", _tr("Changed"), meaning=_tr("Show only unpublished changes")
        )
        self.only_forbidden = tick_box(
            "multilingual_only_forbidden", _tr("Forbidden"), meaning=_tr("Show only forbidden entries")
        )
        self.only_violations = tick_box(
            "multilingual_only_problems", _tr("Problems"), meaning=_tr("Show only rows with problems")
        )
        marks = {
            RowMark.INCOMPLETE: self.only_incomplete,
            RowMark.CHANGED: self.only_changed,
            RowMark.FORBIDDEN: self.only_forbidden,
            RowMark.VIOLATION: self.only_violations,
        }
        self.languages = LanguageChooser(languages, missing)
        super().__init__(query_editor, _tr("Filter phrases"), prefix="multilingual", marks=marks, parent=parent)
        self.languages.changed.connect(self._on_languages)
        self._lay_out()

    def _lay_out(self) -> None:
        # Put the switches next to the filter box, so that both rows can become equally narrow.
        self._typing, self._rest = _row(self.field), _row(self.languages, *self.marks.values(), self.arrows)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(8)
        self._line.addWidget(self._typing, 1)
        self._line.addWidget(self._rest)

    def _insert_switch(self, button: QToolButton) -> None:
        line = self._typing.layout()
        assert line is not None
        line.addWidget(button)

    def _fit(self) -> None:
        """Use one line if it leaves enough room for typing, otherwise two."""
        switches = self._typing.sizeHint().width() - self.field.sizeHint().width()
        is_narrow = self.width() < self._rest.sizeHint().width() + switches + LEAST_FIELD
        direction = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        self._line.setDirection(direction)
        self._line.setAlignment(self._rest, Qt.AlignmentFlag.AlignLeading if is_narrow else Qt.AlignmentFlag(0))

    def _on_languages(self) -> None:
        self.query_editor.ask(self.query_editor.query.in_languages(self.languages.chosen))

    def show_query(self) -> None:
        """Show the current query, including its languages."""
        super().show_query()
        self.languages.choose(self.query_editor.query.languages)

    def show_violations(self, count: int) -> None:
        """Show the number of violations at the check box that filters them."""
        super().show_violations(count)
        words = _tr("Problems ({count})").format(count=format_number(count)) if count else _tr("Problems")
        self.only_violations.setText(words)

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        # The minimum size does not depend on what is currently shown.
        return QSize(self._rest.minimumSizeHint().width(), super().minimumSizeHint().height())


def _row(*widgets: QWidget) -> QWidget:
    """Return a row of these widgets."""
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    for widget in widgets:
        line.addWidget(widget)
    return row


def _tr(text: str) -> str:
    return QCoreApplication.translate("MultilingualBar", text)
