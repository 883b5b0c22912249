"""How a phrase is drawn and edited: the column's language decides the direction, marks tell of problems."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPalette, QPen, QPolygon
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from termdesk.domain.language import is_right_to_left
from termdesk.ui import theme
from termdesk.ui.glossaries.grid_model import CHANGED_ROLE, PROBLEM_ROLE, GridModel, Index

MARK = 7


class PhraseDelegate(QStyledItemDelegate):
    """Draws a wavy line and a corner mark where a rule is broken, and a bar where the row is not yet published."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideRight
        if _runs_right_to_left(index):
            option.direction = Qt.LayoutDirection.RightToLeft

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        has_problem = index.data(PROBLEM_ROLE)
        if has_problem:
            painter.fillRect(option.rect, theme.colour("problem_background"))
        super().paint(painter, option, index)
        if has_problem:
            _draw_corner(painter, option.rect, is_right=not _runs_right_to_left(index))
        if index.column() == 0 and index.data(CHANGED_ROLE):
            bar = QRect(option.rect.left(), option.rect.top(), 3, option.rect.height())
            painter.fillRect(bar, theme.colour("changed"))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setObjectName("glossary_cell_editor")
        editor.setAccessibleName(self.tr("Phrase"))
        editor.setFrame(False)
        editor.setAutoFillBackground(True)
        is_rtl = _runs_right_to_left(index)
        editor.setLayoutDirection(Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight)
        palette = editor.palette()
        palette.setColor(QPalette.ColorRole.Base, option.palette.color(QPalette.ColorRole.Base))
        editor.setPalette(palette)
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        # The whole cell: by itself Qt leaves out the cell's padding.
        editor.setGeometry(option.rect)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QLineEdit)
        # Qt asks again when other cells change; what is being typed must survive that.
        if not editor.isModified():
            editor.setText(index.data(Qt.ItemDataRole.EditRole))

    def setModelData(self, editor: QWidget, model: QObject, index: Index) -> None:
        assert isinstance(editor, QLineEdit)
        assert isinstance(model, GridModel)
        model.setData(index, editor.text())


def _runs_right_to_left(index: Index) -> bool:
    model = index.model()
    assert isinstance(model, GridModel)
    pair = model.dictionary.pair
    return is_right_to_left(pair.target if index.column() else pair.source)


def _draw_corner(painter: QPainter, cell: QRect, *, is_right: bool) -> None:
    x, step = (cell.right() + 1, -MARK) if is_right else (cell.left(), MARK)
    corner = QPolygon()
    for dx, dy in ((0, 0), (step, 0), (0, MARK)):
        corner.append(QPoint(x + dx, cell.top() + dy))
    painter.save()
    painter.setPen(QPen(Qt.PenStyle.NoPen))
    painter.setBrush(theme.colour("problem"))
    painter.drawPolygon(corner)
    painter.restore()
