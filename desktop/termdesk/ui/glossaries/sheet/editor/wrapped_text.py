"""Text laid out in several lines, for a line edit."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt, QTextBoundaryFinder
from PySide6.QtGui import QFont, QPainter, QPalette, QTextCharFormat, QTextLayout, QTextLine, QTextOption


class WrappedText:
    """Text in lines of at most a given width in pixels, with the text being composed at the caret.

    Positions are in UTF-16 units, as in Qt.
    """

    def __init__(
        self, text: str, font: QFont, width: int, direction: Qt.LayoutDirection, *, caret: int, composed: str
    ) -> None:
        self._width = width
        self._composed_at = caret
        self._composed_size = len(composed.encode("utf-16-le", "surrogatepass")) // 2
        is_rtl = direction == Qt.LayoutDirection.RightToLeft
        option = QTextOption(Qt.AlignmentFlag.AlignRight if is_rtl else Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(direction)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = self._layout = QTextLayout(text, font)
        layout.setTextOption(option)
        layout.setPreeditArea(caret, composed)
        layout.setCacheEnabled(True)
        self.height = 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, self.height))
            self.height += line.height()
        layout.endLayout()
        self.count = layout.lineCount()

    def draw(self, painter: QPainter, at: QPointF, palette: QPalette, *, selected: tuple[int, int] | None) -> None:
        """Draw the text at this point.

        `selected` is position and length of the selection; composed text is underlined.
        """
        marks = []
        if selected is not None:
            mark = QTextCharFormat()
            mark.setBackground(palette.brush(QPalette.ColorRole.Highlight))
            mark.setForeground(palette.brush(QPalette.ColorRole.HighlightedText))
            marks.append(_range(*selected, mark))
        if self._composed_size:
            mark = QTextCharFormat()
            mark.setFontUnderline(True)
            marks.append(_range(self._composed_at, self._composed_size, mark))
        self._layout.draw(painter, at, marks)

    def caret(self, position: int) -> QRectF:
        """Return the rectangle of the caret before the character at a position."""
        line = self._line(position)
        x = min(_x_of(line, position), self._width)
        return QRectF(x, line.y(), 1, line.height())

    def position_at(self, point: QPointF) -> int:
        """Return the position nearest to a point."""
        return self._position_in(self._line_at(point), point.x())

    def ends(self, position: int) -> tuple[int, int]:
        """Return the first and the last position of the line that contains a position."""
        line = self._line(position)
        return line.textStart(), self._end(line)

    def beside(self, position: int, step: int, *, x: float) -> int:
        """Return the position at `x` in the line above (-1) or below (1); beyond these lines, the end of the text."""
        number = self._line(position).lineNumber() + step
        if number < 0:
            return 0
        if number == self.count:
            return self._end(self._layout.lineAt(self.count - 1))
        return self._position_in(self._layout.lineAt(number), x)

    def word_at(self, point: QPointF) -> tuple[int, int]:
        """Return start and end of the word at a point, without the white space after it."""
        line, x = self._line_at(point), point.x()
        positions = self._positions(line)
        under = positions[max(0, len(positions) - 2)]
        for position, after in pairwise(positions):
            if min(_x_of(line, position), _x_of(line, after)) <= x < max(_x_of(line, position), _x_of(line, after)):
                under = position
        finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Word, self._layout.text())
        finder.setPosition(under)
        start = under if finder.isAtBoundary() else finder.toPreviousBoundary()
        return start, finder.toNextBoundary()

    def _line_at(self, point: QPointF) -> QTextLine:
        lines = [self._layout.lineAt(number) for number in range(self.count)]
        return next((each for each in lines if point.y() < each.y() + each.height()), lines[-1])

    def _line(self, position: int) -> QTextLine:
        line = self._layout.lineForTextPosition(position)
        return line if line.isValid() else self._layout.lineAt(self.count - 1)

    def _end(self, line: QTextLine) -> int:
        end = line.textStart() + line.textLength()
        # The position after the last character of a line is also the start of the next line.
        is_last = line.lineNumber() == self.count - 1
        return end if is_last else self._layout.previousCursorPosition(end)

    def _position_in(self, line: QTextLine, x: float) -> int:
        # Qt's own `xToCursor` is wrong by one character in right-to-left lines (6.11).
        return min(self._positions(line), key=lambda position: abs(_x_of(line, position) - x))

    def _positions(self, line: QTextLine) -> list[int]:
        """Return all caret positions in a line."""
        positions, end = [line.textStart()], self._end(line)
        while positions[-1] < end:
            positions.append(self._layout.nextCursorPosition(positions[-1]))
        return positions


def _range(start: int, length: int, mark: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, mark
    return made


def _x_of(line: QTextLine, position: int) -> float:
    # PySide also returns the position, which its stubs omit.
    return cast("tuple[float, int]", line.cursorToX(position))[0]
