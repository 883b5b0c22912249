"""Widgets that show text as it is: Qt's own guess rich text from what looks like tags, and load local pictures."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QToolTip, QWidget

# In a window from right to left dates, codes, paths and texts keep their own direction.
LEFT_TO_RIGHT, BY_CONTENT, END = "\u2066", "\u2068", "\u2069"
# `html.escape` would load the names of all characters of HTML at the start.
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
# Otherwise all lines of a tooltip would run into one.
_KEEPING_LINES = "<div style='white-space:pre-wrap'>"
# Letters in a line of a tooltip.
_TOOLTIP_LETTERS = 64
_TABLE = "<qt><table width={width} cellspacing=0 cellpadding=0><tr><td>"


class PlainLabel(QLabel):
    """A label that never reads its text as markup."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, wraps: bool = False, tone: str = "") -> None:
        self._is_at_start = False
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(wraps)
        if tone:
            self.setProperty("tone", tone)

    def set_tone(self, tone: str) -> None:
        """`muted`, `problem`, `warning`, `good` or nothing."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)

    def stand_at_start(self) -> PlainLabel:
        """Begin at the start of the window's lines; by default a text begins at the start of its own direction.

        Numbers and dates have none of their own, and stood at the left of a window from right to left. Gives itself.
        """
        self._is_at_start = True
        self._align()
        return self

    def _align(self) -> None:
        is_rtl = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if is_rtl else Qt.AlignmentFlag.AlignLeft
        self.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange and self._is_at_start:
            self._align()

    def make_selectable(self) -> None:
        """Let the text be selected and copied, by mouse and keyboard."""
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )


def caption(words: str, field: QWidget) -> PlainLabel:
    """What stands beside a field of one line: at the height of its middle, and its key leads to the field."""
    label = PlainLabel(words)
    label.setBuddy(field)
    # A form gives other labels a height of their own, and their words stand higher than those of the field.
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return label


class ElidedLabel(PlainLabel):
    """One line that becomes shorter than its text: the end becomes an ellipsis, and the tooltip has the whole text."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, tone: str = "") -> None:
        super().__init__(text, parent, tone=tone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def shown_text(self) -> str:
        """The text as it is drawn, with an ellipsis if it is cut."""
        room = self.contentsRect().width()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, _event: QPaintEvent) -> None:
        alignment = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        words, role = self.shown_text(), self.foregroundRole()
        painter = QPainter(self)
        self.style().drawItemText(
            painter, self.contentsRect(), int(alignment), self.palette(), self.isEnabled(), words, role
        )
        # At once: whoever kept this frame alive, as a traceback does, would keep the painter at work.
        painter.end()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and not self.toolTip() and self.shown_text() != self.text():
            QToolTip.showText(event.globalPos(), tooltip(self.text()), self)
            return True
        return super().event(event)


def tooltip(text: str) -> str:
    """Text for `setToolTip` and the tooltip role, shown letter by letter; long lines are wrapped at one width.

    Qt's own width depends on the amount of text: tooltips of one window were 300 to 600 pixels wide.
    """
    if not text:
        return ""
    escaped, lines = text.translate(_ESCAPED), text.split("\n")
    if len(lines) > 1:
        escaped = f"{_KEEPING_LINES}{escaped}</div>"
    if QGuiApplication.instance() is not None:
        metrics = QFontMetrics(QToolTip.font())
        width = metrics.averageCharWidth() * _TOOLTIP_LETTERS
        if any(metrics.horizontalAdvance(line) > width for line in lines):
            begin = _TABLE.format(width=width)
            return f"{begin}{escaped}</td></tr></table></qt>"
    return f"<qt>{escaped}</qt>"


def set_tooltip(widget: QWidget, words: str) -> None:
    """Give a widget a tooltip of plain text; screen readers get the same words. Without its own description Qt would
    have them speak the tags of the tooltip."""
    widget.setToolTip(tooltip(words))
    widget.setAccessibleDescription(words)
