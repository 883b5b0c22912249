"""Widgets that show text literally. Qt's own would interpret text with tags as rich text, and load local pictures."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QToolTip, QWidget

# Isolate dates, codes, paths and texts, so that they keep their own direction in a right-to-left window.
LEFT_TO_RIGHT, BY_CONTENT, END = "\u2066", "\u2068", "\u2069"
# `html.escape` would load the names of all HTML characters at the start.
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
# Without it, all lines of a tooltip would be joined into one.
_KEEPING_LINES = "<div style='white-space:pre-wrap'>"
# The width of a line in a tooltip, in average characters.
_TOOLTIP_LETTERS = 64
_TABLE = "<qt><table width={width} cellspacing=0 cellpadding=0><tr><td>"


class PlainLabel(QLabel):
    """A label that never interprets its text as markup."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, wraps: bool = False, tone: str = "") -> None:
        # The side of the window with which the text is aligned: start or end; empty for that of its own direction.
        self._side = ""
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(wraps)
        if tone:
            self.setProperty("tone", tone)

    def set_tone(self, tone: str) -> None:
        """Set the tone: `muted`, `problem`, `warning`, `good` or ""."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)

    def stand_at_start(self) -> PlainLabel:
        """Align the text with the leading side of the window. By default it is aligned by its own direction. Return the
        label.

        Numbers and dates have no direction of their own, so a right-to-left window would show them at the left.
        """
        self._side = "start"
        self._align()
        return self

    def stand_at_end(self) -> PlainLabel:
        """Align the text with the trailing side of the window, as below a button there. Return the label."""
        self._side = "end"
        self._align()
        return self

    def _align(self) -> None:
        is_rtl = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        is_right = is_rtl == (self._side == "start")
        side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
        self.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange and self._side:
            self._align()

    def make_selectable(self) -> None:
        """Let the text be selected and copied, by mouse and keyboard."""
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )


def caption(words: str, field: QWidget) -> PlainLabel:
    """Return the label of a one-line field: vertically centered on it, with a mnemonic that focuses the field."""
    label = PlainLabel(words)
    label.setBuddy(field)
    # A form gives other labels their own height, so that their text is higher than that of the field.
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return label


class ElidedLabel(PlainLabel):
    """A one-line label that is cut with an ellipsis. Its tooltip then shows the whole text."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, tone: str = "") -> None:
        super().__init__(text, parent, tone=tone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def shown_text(self) -> str:
        """Return the text as drawn, with an ellipsis if it is cut."""
        room = self.contentsRect().width()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, _event: QPaintEvent) -> None:
        alignment = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        words, role = self.shown_text(), self.foregroundRole()
        painter = QPainter(self)
        self.style().drawItemText(
            painter, self.contentsRect(), int(alignment), self.palette(), self.isEnabled(), words, role
        )
        # End it here: a reference to this frame, as in a traceback, would keep the painter active.
        painter.end()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and not self.toolTip() and self.shown_text() != self.text():
            QToolTip.showText(event.globalPos(), tooltip(self.text()), self)
            return True
        return super().event(event)


def tooltip(text: str) -> str:
    """Return text for `setToolTip` and the tooltip role, shown literally. Long lines are wrapped at a fixed width.

    Qt's own width depends on the length of the text: tooltips in one window were 300 to 600 pixels wide.
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
    """Set a plain-text tooltip, and the same text for screen readers.

    Without an accessible description, Qt would make them speak the tags of the tooltip.
    """
    widget.setToolTip(tooltip(words))
    widget.setAccessibleDescription(words)
