"""The difference between two versions of a dictionary, as a table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget

from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import NO_DIFFERENCE, Difference
from termdesk.ui.glossaries.difference.difference_model import SIGN, DifferenceModel
from termdesk.ui.glossaries.difference.row_choice import RowChoice
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.widgets.drawn_strips import FIRST_TURNS, GradualDrawing
from termdesk.ui.widgets.list_table import PADDING, ListTable
from termdesk.ui.widgets.plain import PlainLabel

SIGN_WIDTH = 36


class DifferenceTable(ListTable):
    """A table of all phrases that differ.

    It is empty until `show_difference`; `say` shows the reason. Space checks the selected rows if they have check
    boxes.
    """

    def __init__(self, name: str, title: str, parent: QWidget | None = None, *, padding: int = PADDING) -> None:
        super().__init__(name, title, parent, padding=padding)
        self.setShowGrid(True)
        self.setItemDelegate(PhraseDelegate(self))
        # The names of the two sides can be long: those of files and glossaries.
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self._choice: RowChoice | None = None
        self._drawing = GradualDrawing(self)
        self.words = PlainLabel(wraps=True, tone="muted")
        self.words.setObjectName(f"{name}_words")
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.hide()
        QVBoxLayout(self.viewport()).addWidget(self.words)

    def say(self, words: str) -> None:
        """Show a message instead of rows: that they are being read, or why they cannot be read."""
        self.show_difference(NO_DIFFERENCE, LanguagePair("", ""), before="", after="")
        self.words.setText(words)
        self.words.show()

    def show_difference(
        self, change: Difference, pair: LanguagePair, *, before: str, after: str, choice: RowChoice | None = None
    ) -> None:
        """Show a difference, starting at its first row.

        `before` and `after` name the two versions. With a `choice`, each row has a check box.
        """
        self.words.hide()
        former = self.model()
        self._choice = choice
        self.setModel(DifferenceModel(change, pair, before=before, after=after, choice=choice, parent=self))
        if former is not None:
            former.deleteLater()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(SIGN, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(SIGN, SIGN_WIDTH)
        if self.isVisible() and self._has_rows:
            # Meanwhile the rows of before stay.
            self._drawing.begin(turns=FIRST_TURNS)

    def chosen_sources(self) -> set[str]:
        """The source phrases of the selected rows. This is fast even for half a million rows."""
        model = self.model()
        if not isinstance(model, DifferenceModel):
            return set()
        # Qt's `selectedRows` creates an index for each row, which would take seconds.
        selection = self.selectionModel().selection()
        parts = (selection.at(position) for position in range(selection.count()))
        return {source for part in parts for source in model.sources(part.top(), part.bottom())}

    def has_chosen(self) -> bool:
        """Whether any row is selected."""
        return self.model() is not None and self.selectionModel().hasSelection()

    @property
    def _has_rows(self) -> bool:
        return self.model() is not None and self.model().rowCount() > 0

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._has_rows:
            # A dialog opens with many other widgets to draw.
            self._drawing.begin_first()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._has_rows:
            self._drawing.draw(event, super().paintEvent)
        else:
            # How long this takes says nothing about rows.
            super().paintEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        sources = self.chosen_sources() if event.key() == Qt.Key.Key_Space else set()
        if self._choice is None or not sources:
            super().keyPressEvent(event)
            return
        # As usual for several check boxes: the first press checks all that are unchecked.
        self._choice.choose(sources, is_on=not all(map(self._choice.is_chosen, sources)))
