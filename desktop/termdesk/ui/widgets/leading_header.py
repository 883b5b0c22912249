"""A table header whose titles are aligned with the cells. A tooltip shows a title that is cut."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionHeader, QToolTip, QWidget

from termdesk.ui.widgets.plain import tooltip

# The padding beside a title in the style sheet, with the border.
_ROOM, _ROOM_WITH_ARROW = 17, 29


class LeadingHeader(QHeaderView):
    """Like Qt's header, with a tooltip for a title that does not fit.

    WORKAROUND: in a right-to-left window Qt right-aligns the cells, but not the titles.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)

    def is_cut(self, section: int) -> bool:
        """Return whether the title of this section needs more width than it has."""
        return section >= 0 and self.sectionSizeHint(section) > self.sectionSize(section)

    # Qt overrides

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
        # WORKAROUND: Qt elides titles with the font and the width that apply without the style sheet.
        title = self.model().headerData(logicalIndex, self.orientation()) if self.model() is not None else None
        if isinstance(title, str) and option.icon.isNull() and self.textElideMode() != Qt.TextElideMode.ElideNone:
            font = QFont(self.font())
            font.setWeight(QFont.Weight.DemiBold)
            room = self.sectionSize(logicalIndex) - (_ROOM_WITH_ARROW if self.property("arrow") else _ROOM)
            option.text = QFontMetrics(font).elidedText(title, self.textElideMode(), room)
