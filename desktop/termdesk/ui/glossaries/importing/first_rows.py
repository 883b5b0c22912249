"""The first rows of a file before it is imported, each column in the direction and font of its language."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from termdesk.application.glossaries.importing.preview import ImportPreview
from termdesk.domain.language.invisible import as_seen
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.phrase_fonts import phrase_font
from termdesk.ui.words.message_words import localize

MOST_ROWS_SHOWN = 50


class ImportRows(QTableWidget):
    """Shows the first rows; columns that are not imported are grey, and empty ones are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("import_rows")
        self.setAccessibleName(self.tr("First rows"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
        self.setItemDelegate(PhraseDelegate(self))
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setDefaultSectionSize(260)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)

    def show_preview(self, preview: ImportPreview) -> None:
        """Show the first rows of a file; the columns that hold the phrases stand out."""
        rows = preview.first_rows[:MOST_ROWS_SHOWN]
        shown = preview.file.shown_columns
        self.setColumnCount(len(shown))
        self.setHorizontalHeaderLabels([localize(preview.columns[place]) for place in shown])
        self.setRowCount(len(rows))
        used = set(preview.phrase_columns)
        pair = preview.pair
        # Of a term base every column is a language.
        languages = dict(enumerate(preview.languages)) if len(preview.languages) == len(preview.columns) else {}
        if pair:
            languages |= zip(preview.phrase_columns, (pair.source, pair.target), strict=True)
        for column, place in enumerate(shown):
            pattern = self._pattern(languages.get(place, ""), is_used=place in used)
            self._align_title(column, languages.get(place, ""))
            for row, texts in enumerate(rows):
                if place < len(texts):
                    item = pattern.clone()
                    item.setText(as_seen(texts[place]))
                    self.setItem(row, column, item)

    def _align_title(self, column: int, language: str) -> None:
        """A title stands where the texts below it begin."""
        leading = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        if title := self.horizontalHeaderItem(column):
            title.setTextAlignment(alignment(language) if language else leading)

    def _pattern(self, language: str, *, is_used: bool) -> QTableWidgetItem:
        """What all cells of a column look like."""
        item = QTableWidgetItem()
        if language:
            item.setFont(phrase_font(language, self.font()))
            item.setTextAlignment(alignment(language))
            item.setData(LANGUAGE_ROLE, language)
        if not is_used:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
        return item
