"""Plain text fields for longer texts, in the direction of their language, with marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QTextCharFormat, QTextCursor, QTextLine, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from termdesk.domain.language.language import is_right_to_left
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.plain import tooltip
from termdesk.ui.words.lists import list_clauses

# Color is never the only sign: each kind of mark also has its own line under or through the text.
UNDERLINES = QTextCharFormat.UnderlineStyle


@dataclass(frozen=True, slots=True)
class TextMark:
    """A marked range of a text. `start` and `end` count code points; `kind` is a key of `_KINDS`."""

    start: int
    end: int
    kind: str
    words: str = ""


_KINDS: dict[str, tuple[str, UNDERLINES, bool]] = {
    "term": ("term", UNDERLINES.SingleUnderline, False),
    "missed": ("term_missed", UNDERLINES.WaveUnderline, False),
    "undecided": ("term", UNDERLINES.DashDotLine, False),
    "added": ("good_background", UNDERLINES.SingleUnderline, False),
    "removed": ("problem_background", UNDERLINES.NoUnderline, True),
    "kept": ("badge", UNDERLINES.DotLine, False),
}


class TextArea(QPlainTextEdit):
    """A plain text field. Pasted markup is inserted as text. Tab leaves the field, as in a form."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        self._marks: tuple[TextMark, ...] = ()
        self._pointed: tuple[tuple[int, int], ...] = ()
        super().__init__(parent)
        self._title = title
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setTabChangesFocus(True)

    def set_language(self, code: str) -> None:
        """Set the text direction by language. For an unknown language (""), each paragraph has its own direction."""
        is_rtl = bool(code) and is_right_to_left(code)
        option = self.document().defaultTextOption()
        direction = Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight
        if not code:
            direction = Qt.LayoutDirection.LayoutDirectionAuto
        if option.textDirection() != direction:
            option.setTextDirection(direction)
            option.setAlignment(Qt.AlignmentFlag.AlignRight if is_rtl else Qt.AlignmentFlag.AlignLeft)
            option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
            self.document().setDefaultTextOption(option)

    def replace_text(self, text: str) -> None:
        """Replace the text as one undo step."""
        cursor = self.textCursor()
        cursor.select(cursor.SelectionType.Document)
        cursor.insertText(text)

    def replace_range(self, start: int, end: int, text: str) -> None:
        """Replace a range (in code points) as one undo step."""
        cursor = self._cursor_over(start, end)
        cursor.insertText(text)

    def select_range(self, start: int, end: int) -> None:
        """Select a range (in code points), and scroll to it."""
        self.setTextCursor(self._cursor_over(start, end))
        self.ensureCursorVisible()

    def cursor_position(self) -> int:
        """The position of the cursor in code points."""
        return self._code_points(self.textCursor().position())

    def _code_points(self, units: int) -> int:
        return len(self.toPlainText().encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))

    def _cursor_over(self, start: int, end: int) -> QTextCursor:
        text = self.toPlainText()
        cursor = QTextCursor(self.document())
        cursor.setPosition(_units(text, start))
        cursor.setPosition(_units(text, end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def set_outdated(self, is_outdated: bool) -> None:
        """Show the text as outdated, also to screen readers, while it does not match the text beside it."""
        if bool(self.property("outdated")) != is_outdated:
            self.setProperty("outdated", is_outdated)
            self.style().unpolish(self)
            self.style().polish(self)
        title = self._title
        self.setAccessibleName(self.tr("{title}, outdated").format(title=title) if is_outdated else title)

    @property
    def marks(self) -> tuple[TextMark, ...]:
        """The current marks."""
        return self._marks

    def show_marks(self, marks: Sequence[TextMark]) -> None:
        """Replace all marks."""
        self._marks = tuple(marks)
        text = self.toPlainText()
        is_simple = text.isascii()
        selections = []
        for mark in marks:
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(mark.start if is_simple else _units(text, mark.start))
            cursor.setPosition(mark.end if is_simple else _units(text, mark.end), QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            selection.format = _format(mark.kind)
            selections.append(selection)
        selections += [self._make_pointed_selection(start, end) for start, end in self._pointed]
        self.setExtraSelections(selections)
        self.setAccessibleDescription(list_clauses(mark.words for mark in marks))

    def point_at(self, ranges: Sequence[tuple[int, int]]) -> None:
        """Highlight ranges (in code points) in addition to the marks, replacing earlier ones."""
        if tuple(ranges) != self._pointed:
            self._pointed = tuple(ranges)
            self.show_marks(self._marks)

    @property
    def pointed(self) -> tuple[tuple[int, int], ...]:
        """The ranges that are highlighted in addition to the marks."""
        return self._pointed

    def _make_pointed_selection(self, start: int, end: int) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        selection.cursor = self._cursor_over(start, end)
        selection.format.setBackground(theme.color("badge"))
        selection.format.setForeground(theme.color("text"))
        selection.format.setUnderlineStyle(UNDERLINES.DashUnderline)
        return selection

    def position_at(self, position: QPoint) -> int:
        """Return the position of the character at a point of the viewport, in code points."""
        return self._code_points(self._character_at(position))

    def _character_at(self, point: QPoint) -> int:
        """Return the position of the character at a point. The cursor would go to its nearest edge, which may be the
        next character.
        """
        cursor = self.cursorForPosition(point)
        block, layout = cursor.block(), cursor.block().layout()
        place = QPointF(point) - self.blockBoundingGeometry(block).translated(self.contentOffset()).topLeft()
        line = layout.lineForTextPosition(cursor.positionInBlock())
        if line.isValid() and line.lineNumber() and place.y() < line.y():
            # The edge between two lines counts for the second one.
            line = layout.lineAt(line.lineNumber() - 1)
        if not line.isValid():
            return cursor.position()
        return block.position() + line.xToCursor(place.x(), QTextLine.CursorPosition.CursorOnCharacter)

    def words_at(self, position: QPoint) -> str:
        """Return the text of the mark at a point of the viewport; "" if there is none."""
        unit = self._character_at(position)
        shown = zip(self.extraSelections(), self._marks, strict=False)
        found = (
            mark.words
            for selection, mark in shown
            if selection.cursor.selectionStart() <= unit < selection.cursor.selectionEnd()
        )
        return next(found, "")

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            if words := self.words_at(event.pos()):
                QToolTip.showText(event.globalPos(), tooltip(words), self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._marks:
            # The marks still have the colors of the old theme.
            self.show_marks(self._marks)


def _format(kind: str) -> QTextCharFormat:
    ground, underline, is_struck = _KINDS[kind]
    look = QTextCharFormat()
    look.setBackground(theme.color(ground))
    look.setForeground(theme.color("text"))
    look.setUnderlineStyle(underline)
    look.setFontStrikeOut(is_struck)
    return look


def _units(text: str, position: int) -> int:
    """Convert a position from code points (Python) to UTF-16 units (Qt)."""
    return len(text[:position].encode("utf-16-le", "surrogatepass")) // 2
