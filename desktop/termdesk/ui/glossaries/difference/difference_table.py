"""What differs between two versions of a dictionary, as a table to look through."""

from __future__ import annotations

from PySide6.QtWidgets import QHeaderView, QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.ui.glossaries.difference.difference_model import SIGN, DifferenceModel
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.widgets.list_table import ListTable

SIGN_WIDTH = 36


class DifferenceTable(ListTable):
    """Every phrase that differs. Empty until `show_difference`."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(name, title, parent)
        self.setShowGrid(True)
        self.setItemDelegate(PhraseDelegate(self))

    def show_difference(self, change: Difference, pair: LanguagePair, *, before: str, after: str) -> None:
        """Show a difference from the first row on. `before` and `after` name the two versions."""
        former = self.model()
        self.setModel(DifferenceModel(change, pair, before=before, after=after, parent=self))
        if former is not None:
            former.deleteLater()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(SIGN, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(SIGN, SIGN_WIDTH)

    def chosen_sources(self) -> set[str]:
        """The source phrases of the selected rows."""
        model = self.model()
        if not isinstance(model, DifferenceModel):
            return set()
        return {model.source(index.row()) for index in self.selectionModel().selectedRows()}
