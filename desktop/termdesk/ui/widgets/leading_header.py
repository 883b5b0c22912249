"""Titles above a table. They are aligned with their cells, and a tooltip shows a title that is cut."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionHeader, QToolTip, QWidget

from termdesk.ui.widgets.plain import tooltip

# What the style sheet keeps free beside a title, and the line at the side.
_ROOM, _ROOM_WITH_ARROW = 17, 29


class LeadingHeader(QHeaderView):
    """As Qt's, with a tooltip for a title that has no room.

    WORKAROUND: in a window that runs from right to left Qt turns cells to that side, but not the titles above them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)

    def is_cut(self, section: int) -> bool:
        """Whether the title of this section has less room than it needs."""
        return section >= 0 and self.sectionSizeHint(section) > self.sectionSize(section)

    # Qt's side

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            section = self.logicalIndexAt(event.pos())
            model = self.model()
            if self.is_cut(section) and not model.headerData(section, self.orientation(), Qt.ItemDataRole.ToolTipRole):
                title = model.headerData(section, self.orientation())
                QToolTip.showText(event.globalPos(), tooltip(str(title)), self)
                return True
        return super().viewportEvent(event)

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, logicalIndex: int) -> None:
        super().initStyleOptionForIndex(option, logicalIndex)
        option.textAlignment = QStyle.visualAlignment(self.layoutDirection(), option.textAlignment)
        # WORKAROUND: Qt cuts titles by the font and the room that they have without the style sheet.
        title = self.model().headerData(logicalIndex, self.orientation()) if self.model() is not None else None
        if isinstance(title, str) and option.icon.isNull() and self.textElideMode() != Qt.TextElideMode.ElideNone:
            font = QFont(self.font())
            font.setWeight(QFont.Weight.DemiBold)
            room = self.sectionSize(logicalIndex) - (_ROOM_WITH_ARROW if self.property("arrow") else _ROOM)
            option.text = QFontMetrics(font).elidedText(title, self.textElideMode(), room)
