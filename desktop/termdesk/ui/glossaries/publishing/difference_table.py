"""What publishing would change, as a table to look through before it is done."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHeaderView, QWidget

from termdesk.application.glossaries.publishing.publish_plan import PublishPlan
from termdesk.ui.glossaries.publishing.difference_model import SIGN, DifferenceModel
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.widgets.list_table import ListTable

SIGN_WIDTH = 36


class DifferenceTable(ListTable):
    """Every phrase that a plan changes; another plan may be shown later."""

    def __init__(self, plan: PublishPlan, parent: QWidget | None = None) -> None:
        title = QCoreApplication.translate("DifferenceTable", "What changes on the service")
        super().__init__("publish_difference", title, parent)
        self.setShowGrid(True)
        self.setItemDelegate(PhraseDelegate(self))
        self.show_plan(plan)

    def show_plan(self, plan: PublishPlan) -> None:
        """Show the changes of another plan from the first row on."""
        before = self.model()
        self.setModel(DifferenceModel(plan.difference, plan.dictionary.pair, self))
        if before is not None:
            before.deleteLater()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(SIGN, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(SIGN, SIGN_WIDTH)
