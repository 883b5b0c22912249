"""A text and its result side by side, each with its words and buttons below it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets.plain_buttons import Splitter
from termdesk.ui.widgets.text_area import TextArea

_MAY_CHANGE_HEIGHT = (
    *(QEvent.Type.LayoutRequest, QEvent.Type.Resize),
    *(QEvent.Type.Show, QEvent.Type.ShowToParent, QEvent.Type.Hide, QEvent.Type.HideToParent),
)


class TextFooter(QWidget):
    """The area below a text. Its widgets go into `column`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(6)

    def measure_needed_height(self) -> int:
        """Return the height that its contents need at its width, in pixels."""
        if self.column.hasHeightForWidth():
            return self.column.totalHeightForWidth(self.width())
        return self.column.totalSizeHint().height()


class EqualHeightFooters(QObject):
    """Gives all footers the height of the one that needs most. Those whose side is hidden do not count."""

    def __init__(self, *footers: TextFooter, parent: QObject) -> None:
        super().__init__(parent)
        self._footers = footers
        for footer in footers:
            footer.installEventFilter(self)

    # Qt overrides

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _MAY_CHANGE_HEIGHT:
            shown = [footer for footer in self._footers if _is_on_shown_side(footer)]
            height = max((footer.measure_needed_height() for footer in shown), default=0)
            for footer in self._footers:
                if footer.minimumHeight() != height or footer.maximumHeight() != height:
                    footer.setFixedHeight(height)
        return False


class TextSides(Splitter):
    """The text on the leading side, its result on the trailing side. Both have the same height."""

    def __init__(self, name: str, source: TextArea, result: TextArea, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName(name)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(12)
        self._source_footer, self._result_footer = TextFooter(), TextFooter()
        EqualHeightFooters(self._source_footer, self._result_footer, parent=self)
        self._result_side = _column(result, self._result_footer)
        self._alternative: QWidget | None = None
        self.addWidget(_column(source, self._source_footer))
        self.addWidget(self._result_side)

    def add_alternative(self, widget: QWidget) -> None:
        """Add a widget that can replace the result; `show_alternative` shows it."""
        mark_region(widget)
        self._alternative = widget
        self.addWidget(widget)
        widget.hide()

    def show_alternative(self, is_shown: bool) -> None:
        """Show the widget that replaces the result, or the result again."""
        if self._alternative is not None:
            self._result_side.setVisible(not is_shown)
            self._alternative.setVisible(is_shown)

    def fill_source_footer(self, line: QWidget | QLayout) -> None:
        """Put `line` at the bottom below the text."""
        _fill(self._source_footer, line)

    def fill_result_footer(self, line: QWidget | QLayout, *above: QWidget) -> None:
        """Put `line` at the bottom below the result, and the widgets `above` directly below the result."""
        for widget in above:
            self._result_footer.column.addWidget(widget)
        _fill(self._result_footer, line)


def _is_on_shown_side(footer: TextFooter) -> bool:
    side = footer.parentWidget()
    return side is None or not side.isHidden()


def _fill(footer: TextFooter, line: QWidget | QLayout) -> None:
    footer.column.addStretch(1)
    if isinstance(line, QLayout):
        footer.column.addLayout(line)
    else:
        footer.column.addWidget(line)


def _column(text: TextArea, footer: TextFooter) -> QWidget:
    box = QWidget()
    mark_region(box, first=text)
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    column.addWidget(text, 1)
    column.addWidget(footer)
    return box
