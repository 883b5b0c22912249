"""The cell editor: a line in the direction and font of the language, which grows to several lines if needed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QClipboard,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import QApplication, QLineEdit, QStyle, QStyleOptionFrame, QWidget

from termdesk.domain.language.language import is_right_to_left
from termdesk.ui.glossaries.sheet.clipboard import texts_of
from termdesk.ui.glossaries.sheet.editor.wrapped_text import WrappedText
from termdesk.ui.widgets import theme

# More than any cell of a file has. Qt's default limit is 32,767.
_MOST_CHARACTERS = 2**30
# Laying out longer texts takes too long for a key press: they stay on one line.
_MOST_WRAPPED = 20_000
# The editor of a narrow column grows to this width before its text wraps.
_LEAST_WIDTH = 280
# Qt's horizontal margin around the text of a line edit.
_SIDE = 2
_LEFT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class PhraseEditor(QLineEdit):
    """While an input method composes text (`is_composing`), it gets the keys, and the cell stays open.

    The text is that of QLineEdit, which keeps every character, including those that multi-line widgets of Qt would
    change. Text wider than the cell is painted in several lines; the Up and Down keys and the mouse are mapped to these
    lines.
    """

    KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)

    def __init__(self, code: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._viewport = parent
        self._composed = ""
        # The caret position within the composed text, in UTF-16 units.
        self._composed_caret = 0
        # Whether the key that closed the cell was Shift+Enter.
        self.goes_up = False
        self.setObjectName("glossary_cell_editor")
        self.setAccessibleName(self.tr("Phrase"))
        self.setFrame(False)
        self.setMaxLength(_MOST_CHARACTERS)
        self.setAutoFillBackground(True)
        is_rtl = bool(code) and is_right_to_left(code)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight)
        self._cell, self._within = QRect(), QRect()
        # The wrapped lines, if the text does not fit on one line.
        self._lines: WrappedText | None = None
        # How many pixels of the lines are scrolled out at the top.
        self._scrolled = 0.0
        # The horizontal position for the Up and Down keys, kept until another key is pressed.
        self._kept_x: float | None = None
        self._double_clicked = -1
        self._is_caret_shown = True
        self._blink = QTimer(self)
        self._blink.timeout.connect(self._toggle_caret)
        self.textChanged.connect(self._fit)
        self.cursorPositionChanged.connect(self._show_caret)
        self.selectionChanged.connect(self.update)

    @property
    def is_composing(self) -> bool:
        """Whether an input method is composing text that is not yet part of the phrase."""
        return bool(self._composed)

    @property
    def line_count(self) -> int:
        """The number of lines in which the phrase is shown."""
        return self._lines.count if self._lines is not None else 1

    # Geometry

    def stand_over(self, cell: QRect, room: QRect | None = None) -> None:
        """Cover this cell of the parent, and grow within `room` (default: the entire parent) if the text needs it."""
        # Copy the rectangles: those passed by Qt become invalid after its event.
        self._cell, self._within = QRect(cell), QRect(room or self._viewport.rect())
        self._fit()

    def _fit(self) -> None:
        if not self._cell.isValid():
            return
        within = self._within
        lines, size = self._wrap_text(self._cell.width()), self._cell.size()
        if lines is not None and self._measure_needed_height(lines) > size.height():
            width = min(max(size.width(), theme.scale_length(_LEAST_WIDTH)), within.width())
            lines = self._wrap_text(width)
            needed = self._measure_needed_height(lines) if lines is not None else 0
            size = QSize(width, min(max(size.height(), needed), within.height()))
        self._lines = lines
        self.setGeometry(self._find_geometry(size, within))
        self._show_caret()

    def _measure_needed_height(self, lines: WrappedText) -> int:
        """Return the height for these lines."""
        return round(lines.height) + 2 * self._above(lines.height / lines.count)

    def _wrap_text(self, width: int) -> WrappedText | None:
        """Return the text wrapped for an editor of this width; None if it fits on one line."""
        text = self.displayText()
        if len(text) > _MOST_WRAPPED:
            return None
        lines = WrappedText(
            text,
            self.font(),
            self._contents(width).width() - 2 * _SIDE,
            self.layoutDirection(),
            caret=self.cursorPosition(),
            composed=self._composed,
        )
        return lines if lines.count > 1 else None

    def _find_geometry(self, size: QSize, within: QRect) -> QRect:
        """Return the geometry: the cell, extended towards the end of the line and downwards as far as there is room."""
        cell = self._cell
        if size == cell.size() or not cell.intersects(within):
            # If the cell was scrolled out of view, its editor follows it.
            return QRect(cell.topLeft(), size)
        is_mirrored = self._viewport.isRightToLeft()
        left = cell.right() + 1 - size.width() if is_mirrored else cell.left()
        left = max(within.left(), min(left, within.right() + 1 - size.width()))
        top = max(within.top(), min(cell.top(), within.bottom() + 1 - size.height()))
        return QRect(QPoint(left, top), size)

    def _contents(self, width: int) -> QRect:
        """Return the area inside the frame."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        option.rect = QRect(0, 0, width, self._cell.height())
        return self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)

    def _above(self, line_height: float) -> int:
        """Return the space above the first line in pixels, which keeps the first line where a single line would be."""
        usual = min(self._cell.height(), 2 * line_height)
        return max(3, round((usual - line_height) / 2))

    def _room(self, lines: WrappedText) -> QRect:
        """Return the area where the lines are drawn."""
        contents, above = self._contents(self.width()), self._above(lines.height / lines.count)
        # Cells with several lines center their text vertically.
        above = max(above, round((self.height() - lines.height) / 2))
        return QRect(contents.left() + _SIDE, above, contents.width() - 2 * _SIDE, self.height() - 2 * above)

    # The caret

    def _caret_position(self) -> int:
        return self.cursorPosition() + (self._composed_caret if self._composed else 0)

    def _caret(self, lines: WrappedText) -> QRectF:
        """Return the rectangle of the caret in this widget."""
        room = self._room(lines)
        return lines.caret(self._caret_position()).translated(room.left(), room.top() - self._scrolled)

    def _show_caret(self) -> None:
        """Scroll to the caret, and restart its blinking."""
        self._is_caret_shown = True
        self._blink.stop()
        if (lines := self._lines) is not None:
            caret, height = lines.caret(self._caret_position()), self._room(lines).height()
            self._scrolled = min(max(self._scrolled, caret.bottom() - height), caret.top())
            self._scrolled = max(0.0, min(self._scrolled, lines.height - height))
            if (flash := QApplication.cursorFlashTime()) > 0:
                self._blink.start(flash // 2)
        self.update()

    def _toggle_caret(self) -> None:
        self._is_caret_shown = not self._is_caret_shown
        self.update()

    def _select_to(self, position: int) -> None:
        """Extend the selection from its start to `position`."""
        here = self.cursorPosition()
        if self.hasSelectedText():
            here = self.selectionStart() if here == self.selectionEnd() else self.selectionEnd()
        if here == position:
            self.setCursorPosition(position)
        else:
            self.setSelection(here, position - here)

    def _go(self, position: int, *, extends: bool) -> None:
        if extends:
            self._select_to(position)
        else:
            self.deselect()
            self.setCursorPosition(position)

    # Qt overrides

    def paintEvent(self, event: QPaintEvent) -> None:
        if (lines := self._lines) is None:
            super().paintEvent(event)
            return
        painter, room, palette = QPainter(self), self._room(lines), self.palette()
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option, painter, self)
        painter.setClipRect(room.adjusted(-_SIDE, 0, _SIDE, 0))
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        selected = (self.selectionStart(), self.selectionLength()) if self.hasSelectedText() else None
        lines.draw(painter, QPointF(room.left(), room.top() - self._scrolled), palette, selected=selected)
        if self.hasFocus() and self._is_caret_shown:
            painter.fillRect(self._caret(lines), palette.color(QPalette.ColorRole.Text))
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        position = self._find_new_caret(event)
        if position is None:
            self._kept_x = None
            super().keyPressEvent(event)
        else:
            self._go(position, extends=bool(event.modifiers() & _SHIFT))

    def _find_new_caret(self, event: QKeyEvent) -> int | None:
        """Return the new caret position for a key that moves between or within lines; None for other keys."""
        lines, held = self._lines, event.modifiers() & ~(_SHIFT | Qt.KeyboardModifier.KeypadModifier)
        if lines is None or held != Qt.KeyboardModifier.NoModifier:
            return None
        here, key = self.cursorPosition(), event.key()
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._kept_x = None
            start, end = lines.ends(here)
            return start if key == Qt.Key.Key_Home else end
        if key not in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return None
        if self._kept_x is None:
            self._kept_x = lines.caret(here).left()
        return lines.beside(here, -1 if key == Qt.Key.Key_Up else 1, x=self._kept_x)

    def _position_at(self, lines: WrappedText, point: QPointF) -> int:
        return lines.position_at(self._in_lines(lines, point))

    def _in_lines(self, lines: WrappedText, point: QPointF) -> QPointF:
        room = self._room(lines)
        return point - QPointF(room.left(), room.top() - self._scrolled)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._composed:
            # Commit the composed text, so that positions refer to the text only.
            QGuiApplication.inputMethod().commit()
        if (lines := self._lines) is None:
            super().mousePressEvent(event)
        elif event.button() == _LEFT:
            self._kept_x = None
            is_third = 0 <= event.timestamp() - self._double_clicked < QApplication.doubleClickInterval()
            self._double_clicked = -1
            if is_third and self.hasSelectedText():
                self.selectAll()
            else:
                self._go(self._position_at(lines, event.position()), extends=bool(event.modifiers() & _SHIFT))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if (lines := self._lines) is None:
            super().mouseMoveEvent(event)
        elif event.buttons() & _LEFT:
            self._select_to(self._position_at(lines, event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if (lines := self._lines) is None:
            super().mouseDoubleClickEvent(event)
        elif event.button() == _LEFT:
            start, end = lines.word_at(self._in_lines(lines, event.position()))
            self.setSelection(start, end - start)
            self._double_clicked = event.timestamp()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        lines, clipboard, mode = self._lines, QGuiApplication.clipboard(), QClipboard.Mode.Selection
        if lines is None:
            super().mouseReleaseEvent(event)
        elif clipboard.supportsSelection() and event.button() == _LEFT and self.hasSelectedText():
            clipboard.setText(self.selectedText(), mode)
        elif clipboard.supportsSelection() and event.button() == _MIDDLE:
            self._go(self._position_at(lines, event.position()), extends=False)
            self.insert(clipboard.text(mode))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        if self._lines is not None and event.isAccepted():
            self.setCursorPosition(self._position_at(self._lines, event.position()))

    def dropEvent(self, event: QDropEvent) -> None:
        if (lines := self._lines) is None or not event.mimeData().hasText():
            super().dropEvent(event)
            return
        event.acceptProposedAction()
        self._go(self._position_at(lines, event.position()), extends=False)
        self.insert(event.mimeData().text())

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:  # type: ignore[override]  # Qt has two of this name
        if query == Qt.InputMethodQuery.ImCursorRectangle and self._lines is not None:
            return self._caret(self._lines).toAlignedRect()
        return super().inputMethodQuery(query)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composed = event.preeditString()
        carets = [each.start for each in event.attributes() if each.type == QInputMethodEvent.AttributeType.Cursor]
        self._composed_caret = carets[0] if carets else 0
        super().inputMethodEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        # Some input methods forward Enter to the field, which would signal that editing is finished.
        if event.type() in self.KEYS and self.is_composing:
            event.accept()
            return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_block(event):
            # Several cells are not a phrase: the table handles the key, and pastes them as rows starting here.
            event.ignore()
            return True
        return super().event(event)

    def _is_block(self, event: QKeyEvent) -> bool:
        """Whether a key would paste several cells into an empty one."""
        if self.text() or not event.matches(QKeySequence.StandardKey.Paste):
            return False
        text, _html = texts_of(QGuiApplication.clipboard().mimeData())
        return any(character in text.strip("\r\n") for character in "\t\r\n")
