"""Highlights the matches of filters and of the search in cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from termdesk.application.glossaries.view.conditions import Condition, Match, pattern_error
from termdesk.domain.entries.rewrite import make_span_finder
from termdesk.ui.widgets import theme

Spans = list[tuple[int, int]]


class MatchMarks:
    """Knows what to highlight, and draws it over the text of a cell."""

    def __init__(self) -> None:
        self._finders: list[tuple[int | None, Callable[[str], Spans]]] = []

    def show(self, conditions: Iterable[Condition]) -> None:
        """Highlight matches of these conditions, except negated ones and invalid patterns."""
        self._finders = [
            (each.column, make_span_finder(each.needle, is_pattern=each.match is Match.PATTERN))
            for each in conditions
            if each.needle and not each.is_negated and each.match is not Match.EMPTY and not pattern_error(each)
        ]

    @property
    def are_shown(self) -> bool:
        """Whether there is anything to highlight."""
        return bool(self._finders)

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, column: int, *, is_phrase: bool) -> None:
        """Highlight the matches in the text that was drawn with this option."""
        if spans := self.spans(option.text, column, is_phrase=is_phrase):
            _draw(painter, option, spans)

    def spans(self, text: str, column: int, *, is_phrase: bool) -> Spans:
        """Return the matching spans of a text, in code points. Conditions without a column apply to phrases only."""
        finders = [find for asked, find in self._finders if asked == column or (asked is None and is_phrase)]
        return sorted(span for find in finders for span in find(text))


def _draw(painter: QPainter, option: QStyleOptionViewItem, spans: Spans) -> None:
    """Draw the background of text spans, with the same text layout as Qt."""
    style = option.widget.style()
    room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)
    margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, option.widget) + 1
    room.adjust(margin, 0, -margin, 0)
    wraps = bool(option.features & QStyleOptionViewItem.ViewItemFeature.WrapText)
    mode = Qt.TextElideMode.ElideRight
    text = option.text if wraps else QFontMetrics(option.font).elidedText(option.text, mode, room.width())
    layout = QTextLayout(text, option.font)
    layout_option = QTextOption(QStyle.visualAlignment(option.direction, option.displayAlignment))
    layout_option.setTextDirection(option.direction)
    layout_option.setWrapMode(QTextOption.WrapMode.WordWrap if wraps else QTextOption.WrapMode.NoWrap)
    layout.setTextOption(layout_option)
    height = _lay_out(layout, room.width())
    painter.save()
    painter.setClipRect(room)
    # The text was already drawn: draw only the spans, with their background. Qt splits them where directions mix.
    painter.setPen(Qt.GlobalColor.transparent)
    # Qt centers a text on whole pixels.
    top = room.top() + max(0, room.height() // 2 - round(height) // 2)
    layout.draw(painter, QPointF(room.left(), top), [_mark_span(text, *span) for span in spans])
    painter.restore()


def _lay_out(layout: QTextLayout, width: int) -> float:
    """Lay out the lines of a text, and return their total height."""
    height = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return height


def _mark_span(text: str, start: int, end: int) -> QTextLayout.FormatRange:
    marked = QTextLayout.FormatRange()
    marked.start = _units(text, start)
    marked.length = _units(text, end) - marked.start
    marked.format = _format(theme.hex_color("match"), theme.hex_color("text"))
    return marked


@lru_cache(maxsize=len(theme.SCHEMES))
def _format(background: str, text: str) -> QTextCharFormat:
    """Create the format of a span once: it takes a third of the time of drawing it."""
    made = QTextCharFormat()
    made.setBackground(QColor(background))
    made.setForeground(QColor(text))
    return made


def _units(text: str, position: int) -> int:
    """Convert a position from code points to UTF-16 units, as Qt uses them."""
    return position if text.isascii() else len(text[:position].encode("utf-16-le", "surrogatepass")) // 2
