"""Draws and edits phrases in the direction of their language, with marks for violations and findings."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPalette,
    QPen,
    QPolygon,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QComboBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from termdesk.domain.language.language import is_right_to_left
from termdesk.ui.glossaries.sheet.editor.phrase_editor import PhraseEditor
from termdesk.ui.glossaries.sheet.item_roles import (
    CHANGED_ROLE,
    CHOICES_ROLE,
    FINDING_ROLE,
    FORBIDDEN_ROLE,
    LANGUAGE_ROLE,
    VIOLATION_ROLE,
)
from termdesk.ui.glossaries.sheet.row_order_model import Index, RowOrderModel
from termdesk.ui.glossaries.sheet.sheet_view import SheetView
from termdesk.ui.widgets import theme
from termdesk.ui.widgets.grid_keys import has, is_tab
from termdesk.ui.widgets.phrase_fonts import phrase_font
from termdesk.ui.widgets.plain import tooltip

MARK = 7
FRAME = 2
# Qt's horizontal margin around a text.
TEXT_MARGIN = 3
# Qt draws this as a line break.
LINE_SEPARATOR = "\u2028"


class CellMarks(Protocol):
    """Highlights parts of the text in cells."""

    @property
    def are_shown(self) -> bool:
        """Whether there is anything to highlight."""

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, column: int, *, is_phrase: bool) -> None:
        """Highlight parts of the text that was drawn with this option."""


ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PhraseDelegate(QStyledItemDelegate):
    """Draws a corner mark for a violation, and a bar for an unpublished row.

    The language is the `LANGUAGE_ROLE` of the column's header, or else of the cell; it may be missing.
    """

    # The text of the open cell, while it is being typed.
    typed = Signal(str)

    def __init__(self, parent: QObject | None = None, *, marks: CellMarks | None = None) -> None:
        """Create the delegate. `marks` highlights parts of texts."""
        super().__init__(parent)
        self.marks = marks
        # By language: the font that Qt gave for a cell, and that of its phrases.
        self._fonts: dict[str, tuple[QFont, QFont]] = {}
        # While matches are shown: what Qt drew the last cell with, and whether it is a phrase.
        self._drawn: tuple[QStyleOptionViewItem, bool] | None = None

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if isinstance(model, RowOrderModel) and isinstance(index, QModelIndex):
            _fill_option(option, index, model)
        else:
            super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideRight
        if code := _language(index):
            option.font = self._font(code, option.font)
            is_rtl = is_right_to_left(code)
            option.direction = Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight
        if model.data(index, FORBIDDEN_ROLE):
            font = QFont(option.font)
            font.setStrikeOut(True)
            option.font = font
        if self.marks is not None and self.marks.are_shown:
            # Asking for all this again to mark the matches would take as long as drawing the cell.
            self._drawn = QStyleOptionViewItem(option), bool(code)

    def _font(self, code: str, base: QFont) -> QFont:
        known = self._fonts.get(code)
        # `QFont.key` would take as long as the rest of this method's caller, for each cell.
        if known is None or known[0] != base:
            known = self._fonts[code] = QFont(base), phrase_font(code, base)
        return known[1]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        # The model is asked directly: through the index, each answer would pass through Qt.
        ask = index.model().data
        has_violation = ask(index, VIOLATION_ROLE)
        if has_violation:
            painter.fillRect(option.rect, theme.color("problem_background"))
        super().paint(painter, option, index)
        if has_violation or ask(index, FINDING_ROLE):
            _draw_corner(painter, option, is_right=not _runs_right_to_left(index), is_warning=not has_violation)
        self._draw_matches(painter, index.column())
        if index.column() == 0 and ask(index, CHANGED_ROLE):
            draw_change_bar(painter, option)

    def _draw_matches(self, painter: QPainter, column: int) -> None:
        """Highlight text that matches the filter or the search, in the cell that was drawn last."""
        if self._drawn is not None and self.marks is not None:
            option, is_phrase = self._drawn
            self.marks.draw(painter, option, column, is_phrase=is_phrase)
        self._drawn = None

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Show the full text if it is cut off, above the usual tooltip of the cell."""
        if event.type() != QEvent.Type.ToolTip or not self._is_cut(view, option, index):
            return super().helpEvent(event, view, option, index)
        text = index.data(Qt.ItemDataRole.ToolTipRole) or ""
        whole = tooltip(str(index.data(Qt.ItemDataRole.DisplayRole)))
        is_same = not text or text == whole
        QToolTip.showText(event.globalPos(), whole if is_same else f"{whole}<br/>{text}", view, option.rect)
        return True

    def _is_cut(self, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Whether a text is longer than its cell."""
        styled = QStyleOptionViewItem(option)
        self.initStyleOption(styled, index)
        room = view.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, styled, view)
        room.adjust(TEXT_MARGIN, 0, -TEXT_MARGIN, 0)
        wraps = bool(styled.features & QStyleOptionViewItem.ViewItemFeature.WrapText)
        flags = Qt.TextFlag.TextWordWrap if wraps else Qt.TextFlag.TextSingleLine
        needed = QFontMetrics(styled.font).boundingRect(QRect(0, 0, room.width(), 0), flags, styled.text)
        return needed.height() > room.height() + 1 if wraps else needed.width() > room.width()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return a combo box for a cell with choices, otherwise a line in the direction and font of its language."""
        if index.data(CHOICES_ROLE):
            return self._choice_editor(parent, index)
        code = _language(index)
        editor = PhraseEditor(code, parent)
        editor.setFont(phrase_font(code, option.font))
        palette = editor.palette()
        palette.setColor(QPalette.ColorRole.Base, option.palette.color(QPalette.ColorRole.Base))
        editor.setPalette(palette)
        editor.textChanged.connect(self.typed)
        return editor

    def _choice_editor(self, parent: QWidget, index: Index) -> QComboBox:
        editor = QComboBox(parent)
        editor.setObjectName("glossary_choice_editor")
        editor.setAccessibleName(index.model().headerData(index.column(), Qt.Orientation.Horizontal))
        for value, words in index.data(CHOICES_ROLE):
            editor.addItem(words, value)
        editor.activated.connect(lambda: self._commit_choice(editor))
        return editor

    def _commit_choice(self, editor: QComboBox) -> None:
        # A combo box that was closed with its column still gets keys until Qt deletes it.
        if editor.isVisible():
            self.commitData.emit(editor)
            self.closeEditor.emit(editor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Commit on Enter immediately, like Tab.

        Qt would commit in the next iteration of the event loop. If a second Enter or a loss of focus closed the cell
        before that, the text would be committed twice or lost.
        """
        if isinstance(watched, PhraseEditor) and watched.is_composing and event.type() in PhraseEditor.KEYS:
            # While an input method composes, Enter, Tab and Esc belong to it and must not close the cell.
            return False
        if isinstance(watched, PhraseEditor | QComboBox):
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in ENTER_KEYS:
                if isinstance(watched, PhraseEditor):
                    watched.goes_up = has(event, Qt.KeyboardModifier.ShiftModifier)
                self.commitData.emit(watched)
                self.closeEditor.emit(watched, QAbstractItemDelegate.EndEditHint.SubmitModelCache)
                return True
            if isinstance(watched, PhraseEditor) and _leads_out(event):
                # Qt would treat this like Tab without Ctrl, but it moves the focus out of the table.
                view = self.parent()
                self.commitData.emit(watched)
                self.closeEditor.emit(watched, QAbstractItemDelegate.EndEditHint.NoHint)
                if view is not None:
                    QCoreApplication.sendEvent(view, event)
                return True
        return super().eventFilter(watched, event)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        # Use the entire cell: by default, Qt excludes its padding.
        if isinstance(editor, PhraseEditor):
            view = self.parent()
            editor.stand_over(option.rect, view.room_for_editor() if isinstance(view, SheetView) else None)
        else:
            editor.setGeometry(option.rect)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(index.data(Qt.ItemDataRole.EditRole))))
            return
        assert isinstance(editor, PhraseEditor)
        # Qt calls this again when other cells change. The typed text must not be replaced.
        if not editor.isModified() and not editor.is_composing:
            editor.setText(index.data(Qt.ItemDataRole.EditRole))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Write what was typed or chosen. A cell does not change if nothing was typed."""
        assert isinstance(editor, PhraseEditor | QComboBox)
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        elif editor.isModified():
            # A line edit may normalize its text, so an unmodified text must not be written.
            model.setData(index, editor.text())


def _fill_option(option: QStyleOptionViewItem, index: QModelIndex, model: RowOrderModel) -> None:
    """Do the same as Qt for a cell that has only a text: Qt also asks for five roles that the model does not have."""
    option.index = index
    option.displayAlignment = model.data(index, Qt.ItemDataRole.TextAlignmentRole)
    option.text = model.data(index, Qt.ItemDataRole.DisplayRole).replace("\n", LINE_SEPARATOR)
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
    # As in Qt: a cell is not animated.
    option.styleObject = None  # type: ignore[assignment]


def _language(index: Index) -> str:
    model = index.model()
    header = model.headerData(index.column(), Qt.Orientation.Horizontal, LANGUAGE_ROLE)
    return header or model.data(index, LANGUAGE_ROLE) or ""


def _runs_right_to_left(index: Index) -> bool:
    code = _language(index)
    return is_right_to_left(code) if code else QGuiApplication.isRightToLeft()


def draw_change_bar(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """Draw the bar of an unpublished cell."""
    bar = QRect(option.rect.left(), option.rect.top(), 3, option.rect.height())
    painter.fillRect(bar, mark_color(option, "changed"))


def mark_color(option: QStyleOptionViewItem, name: str) -> QColor:
    """Return the color of a mark in a cell; if selected, the text color, because others would be invisible."""
    is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
    return theme.color("selection_text" if is_selected else name)


def _draw_corner(painter: QPainter, option: QStyleOptionViewItem, *, is_right: bool, is_warning: bool) -> None:
    """Draw a filled corner for a violation, a hollow one for a finding."""
    # Draw inside the frame of the current cell.
    inset = FRAME if option.state & QStyle.StateFlag.State_HasFocus else 0
    cell = option.rect.adjusted(inset, inset, -inset, -inset)
    color = mark_color(option, "warning" if is_warning else "problem")
    x, step = (cell.right() + 1, -MARK) if is_right else (cell.left(), MARK)
    corner = QPolygon()
    for dx, dy in ((0, 0), (step, 0), (0, MARK)):
        corner.append(QPoint(x + dx, cell.top() + dy))
    painter.save()
    painter.setPen(QPen(color) if is_warning else QPen(Qt.PenStyle.NoPen))
    painter.setBrush(Qt.BrushStyle.NoBrush if is_warning else color)
    painter.drawPolygon(corner)
    painter.restore()


def _leads_out(event: QEvent) -> bool:
    """Whether this is Ctrl+Tab, or Ctrl+Shift+Tab."""
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
        return False
    return is_tab(event) and has(event, Qt.KeyboardModifier.ControlModifier)
