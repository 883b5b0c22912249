"""Draws a row of the library: the name, below it the content and the tags, at the end the state."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from termdesk.application.glossaries.summaries import LibraryItem, SyncStatus
from termdesk.domain.glossary_tag import GlossaryTag
from termdesk.ui.glossaries.library.library_model import Index, LibraryModel, title_of
from termdesk.ui.glossaries.library.state_words import StateWords, state_words
from termdesk.ui.widgets import theme

PADDING = 8
GAP = 2
CHIP_GAP = 4
_WITH_GROUND = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus


@dataclass(frozen=True, slots=True)
class _Fonts:
    """The fonts and metrics for drawing texts, created once for each font and color scheme."""

    plain: QFont
    bold: QFont
    small: QFont
    plain_size: QFontMetrics
    bold_size: QFontMetrics
    small_size: QFontMetrics
    # Each state is drawn once and cached as a picture.
    badges: dict[tuple[SyncStatus, str, bool, bool, float], QPixmap] = field(default_factory=dict)


class LibraryDelegate(QStyledItemDelegate):
    """Draws two lines for a glossary (three with tags), and one line for a dictionary."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._fonts: _Fonts | None = None

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        item = _item(index)
        line = option.fontMetrics.height()
        if item.row:
            return QSize(160, line + PADDING)
        height = 2 * line + GAP + 2 * PADDING
        if item.summary.tags:
            height += self._of(option).small_size.height() + 4 + GAP
        return QSize(160, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if option.state & _WITH_GROUND:
            style = option.widget.style() if option.widget else QApplication.style()
            style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        item, fonts = _item(index), self._of(option)
        model = index.model()
        assert isinstance(model, LibraryModel)
        painter.save()
        # A name is drawn in its own direction, whatever the direction of the window.
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        is_rtl = option.direction == Qt.LayoutDirection.RightToLeft
        pen = _Pen(painter, option.rect.adjusted(PADDING // 2, 0, -PADDING, 0), is_rtl=is_rtl)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        text, muted = (theme.color("selection_text" if is_selected else name) for name in ("text", "muted"))
        if item.row:
            self._draw_badge(pen, item, fonts, line=pen.area, is_selected=is_selected)
            used = pen.text(pen.area, title_of(item), fonts.plain, fonts.plain_size, text)
            pen.text(pen.area_after(used + PADDING), model.detail(item), fonts.plain, fonts.plain_size, muted)
        else:
            line = fonts.plain_size.height()
            first = QRect(pen.area.left(), pen.area.top() + PADDING, pen.area.width(), line)
            below = first.translated(0, line + GAP)
            first = self._draw_badge(pen, item, fonts, line=first, is_selected=is_selected)
            pen.text(first, item.summary.name, fonts.bold, fonts.bold_size, text)
            detail = below
            if item.summary.is_local_only:
                detail = _draw_lock(pen, below, "selection_text" if is_selected else "muted")
            pen.text(detail, model.detail(item), fonts.plain, fonts.plain_size, muted)
            if item.summary.tags:
                _draw_chips(pen, below.translated(0, line + GAP), item.summary.tags, fonts, muted)
        painter.restore()

    def _draw_badge(self, pen: _Pen, item: LibraryItem, fonts: _Fonts, *, line: QRect, is_selected: bool) -> QRect:
        """Draw the state at the end of a line, and return the rest of the line."""
        scale = pen.painter.device().devicePixelRatioF()
        known = (item.state, theme.scheme(), is_selected, pen.is_rtl, scale)
        badge = fonts.badges.get(known)
        if badge is None:
            words = state_words(item.state)
            ink = "selection_text" if is_selected and not words.ground else words.ink
            badge = fonts.badges[known] = _badge(words, ink, fonts, is_rtl=pen.is_rtl, scale=scale)
        width, height = round(badge.width() / scale), round(badge.height() / scale)
        left = line.left() if pen.is_rtl else line.right() - width
        pen.painter.drawPixmap(left, line.center().y() - height // 2, badge)
        pen.shorten(width + PADDING)
        start = line.left() + width + PADDING if pen.is_rtl else line.left()
        return QRect(start, line.top(), line.width() - width - PADDING, line.height())

    def _of(self, option: QStyleOptionViewItem) -> _Fonts:
        if self._fonts is None or self._fonts.plain != option.font:
            bold, small = QFont(option.font), QFont(option.font)
            bold.setWeight(QFont.Weight.DemiBold)
            small.setPointSizeF(small.pointSizeF() * 0.85)
            sizes = (QFontMetrics(option.font), QFontMetrics(bold), QFontMetrics(small))
            self._fonts = _Fonts(QFont(option.font), bold, small, *sizes)
        return self._fonts


class _Pen:
    """Draws texts and pills in an area that runs left to right or right to left."""

    def __init__(self, painter: QPainter, area: QRect, *, is_rtl: bool) -> None:
        self.painter = painter
        self.area = area
        self.is_rtl = is_rtl

    def shorten(self, width: int) -> None:
        """Reserve this width at the end of the area."""
        self.area = self.area.adjusted(width, 0, 0, 0) if self.is_rtl else self.area.adjusted(0, 0, -width, 0)

    def area_after(self, used: int) -> QRect:
        return self.area.adjusted(0, 0, -used, 0) if self.is_rtl else self.area.adjusted(used, 0, 0, 0)

    def text(self, box: QRect, text: str, font: QFont, size: QFontMetrics, color: QColor) -> int:
        """Draw a text, elided if the box is too narrow. Returns its width in pixels."""
        width = size.horizontalAdvance(text)
        if width > box.width():
            text, width = size.elidedText(text, Qt.TextElideMode.ElideRight, box.width()), box.width()
        self.painter.setFont(font)
        self.painter.setPen(color)
        # Drawing at a point takes half as long as drawing into a rectangle.
        left = box.right() + 1 - width if self.is_rtl else box.left()
        baseline = box.top() + (box.height() + size.ascent() - size.descent()) // 2
        self.painter.drawText(left, baseline, text)
        return width

    def pill(self, box: QRect, color: QColor) -> None:
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(color)
        self.painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)


def _badge(words: StateWords, ink: str, fonts: _Fonts, *, is_rtl: bool, scale: float) -> QPixmap:
    """Return a picture of a state: its icon and word, with a background if it needs attention."""
    size = fonts.small_size
    side, margin = size.height() - 2, 6 if words.ground else 0
    box = QRect(0, 0, size.horizontalAdvance(words.word) + side + 5 + 2 * margin, size.height() + 4)
    picture = QPixmap(box.size() * scale)
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    pen = _Pen(painter, box, is_rtl=is_rtl)
    if words.ground:
        pen.pill(box, theme.color(words.ground))
    inner = box.adjusted(margin, 0, -margin, 0)
    icon = QRect(inner.right() - side if is_rtl else inner.left(), 0, side, side)
    icon.moveTop((box.height() - side) // 2)
    theme.icon(words.icon, tint=ink).paint(painter, icon)
    rest = inner.adjusted(0, 0, -side - 3, 0) if is_rtl else inner.adjusted(side + 3, 0, 0, 0)
    pen.text(rest, words.word, fonts.small, size, theme.color(ink))
    painter.end()
    return picture


def _draw_lock(pen: _Pen, line: QRect, tint: str) -> QRect:
    """Draw the lock at the start of a line, and return the rest of the line."""
    side = line.height() - 2
    left = line.right() - side if pen.is_rtl else line.left()
    theme.icon("lock", tint=tint).paint(pen.painter, QRect(left, line.top() + 1, side, side))
    used = side + 4
    return line.adjusted(0, 0, -used, 0) if pen.is_rtl else line.adjusted(used, 0, 0, 0)


def _draw_chips(pen: _Pen, line: QRect, tags: tuple[GlossaryTag, ...], fonts: _Fonts, muted: QColor) -> None:
    """Draw the tags in one line, followed by the number of those that do not fit."""
    height, left = fonts.small_size.height() + 4, 0
    for item, tag in enumerate(tags):
        width = fonts.small_size.horizontalAdvance(tag.text) + 14
        rest = f"+{len(tags) - item}"
        room = line.width() - left - (0 if item == len(tags) - 1 else fonts.small_size.horizontalAdvance(rest) + 4)
        if width > room and left > 0:
            area = line.adjusted(0, 0, -left, 0) if pen.is_rtl else line.adjusted(left, 0, 0, 0)
            pen.text(area, rest, fonts.small, fonts.small_size, muted)
            return
        width = min(width, room)
        start = line.right() - left - width if pen.is_rtl else line.left() + left
        box = QRect(start, line.top(), width, height)
        pen.pill(box, theme.color("term"))
        color = theme.color("text")
        pen.text(box.adjusted(7, 0, -7, 0), tag.text, fonts.small, fonts.small_size, color)
        left += width + CHIP_GAP


def _item(index: Index) -> LibraryItem:
    model = index.model()
    assert isinstance(model, LibraryModel)
    item = model.item(index)
    assert item is not None, "only rows of the tree are drawn"
    return item
