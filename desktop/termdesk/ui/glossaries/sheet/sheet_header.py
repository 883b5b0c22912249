"""The titles above a sheet. They stay fast when all rows are selected."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel
from PySide6.QtWidgets import QWidget

from termdesk.ui.widgets.leading_header import LeadingHeader


class SheetHeader(LeadingHeader):
    """A click on a title asks for sorting. The header does not show the selection, so it gets none.

    WORKAROUND: Qt asks for each title that it paints whether the whole column is selected, and that asks each row for
    its flags: 6 seconds after Ctrl+A at 240,000 rows (biolab/orange3#5162 had the same).
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self._make_room_for_arrow()

    def _make_room_for_arrow(self) -> None:
        """The style sheet keeps titles off the side where Qt draws the sort arrow, and cannot know which that is."""
        side = "left" if self.isRightToLeft() else "right"
        if self.property("arrow") != side:
            self.setProperty("arrow", side)
            self.style().unpolish(self)
            self.style().polish(self)

    # Qt's side

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._make_room_for_arrow()

    def setSelectionModel(self, selectionModel: QItemSelectionModel) -> None:
        super().setSelectionModel(QItemSelectionModel(selectionModel.model(), self))
