"""The first rows of a file before it is imported, each column in the direction and font of its language."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from termdesk.application.glossaries.importing.column_choices import find_shown_uses
from termdesk.application.glossaries.importing.file_view import PHRASE_ROLES, ColumnRole, ColumnUse
from termdesk.application.glossaries.importing.preview import ImportPreview
from termdesk.domain.language.invisible import as_seen
from termdesk.domain.language.language import LanguagePair, root
from termdesk.ui.glossaries.importing.column_header import ColumnHeader
from termdesk.ui.glossaries.sheet.item_roles import LANGUAGE_ROLE
from termdesk.ui.glossaries.sheet.phrase_delegate import PhraseDelegate
from termdesk.ui.widgets.drawn_strips import GradualDrawing
from termdesk.ui.widgets.phrase_alignment import alignment
from termdesk.ui.widgets.phrase_fonts import phrase_font
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.words.cell_words import accessible_text
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.message_words import localize

MOST_ROWS_SHOWN = 50
_ROWS_IN_SIGHT = 3
# Column widths in pixels: with two combo boxes, and with one.
_PHRASE_WIDTH, _DETAIL_WIDTH = 260, 160


class ImportRows(QTableWidget):
    """Shows the first rows. Columns that are not imported are gray, empty columns are left out.

    `use_chosen` carries the index of a column and the use that the user chose.
    """

    use_chosen = Signal(int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_rows")
        self.setAccessibleName(self.tr("First rows"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
        self.setItemDelegate(PhraseDelegate(self))
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self._drawing = GradualDrawing(self)
        self._positions: Sequence[int] = ()
        self._shown: Sequence[tuple[ColumnUse, str]] = ()
        self.header = header = ColumnHeader(self)
        header.use_chosen.connect(lambda section, use: self.use_chosen.emit(self._positions[section], use))
        self.setHorizontalHeader(header)
        header.setDefaultSectionSize(260)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)

    def offer_languages(self, languages: Sequence[tuple[str, str]]) -> None:
        """Let the user choose from these codes and names. Call it before a preview is shown."""
        self.header.offer_languages(languages)

    def sizeHint(self) -> QSize:
        """Prefer the height of a few rows; the table grows with the window."""
        lines = self.verticalHeader().defaultSectionSize() * _ROWS_IN_SIGHT
        return QSize(super().sizeHint().width(), self.header.sizeHint().height() + lines)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def show_preview(self, preview: ImportPreview, *, wants_several: bool = False) -> None:
        """Show the first rows of a file and highlight the imported columns; `wants_several` includes all targets."""
        rows = preview.first_rows[:MOST_ROWS_SHOWN]
        shown = self._positions = preview.file.shown_columns
        self.setColumnCount(len(shown))
        self.setRowCount(len(rows))
        uses = find_shown_uses(preview.file, wants_several=wants_several)
        used = {position for position, use in enumerate(uses) if use.role is not ColumnRole.IGNORED}
        used = used or set(preview.phrase_columns)
        pair = preview.pair
        # In a termbase, every column is a language.
        languages = dict(enumerate(preview.languages)) if len(preview.languages) == len(preview.columns) else {}
        if pair:
            languages |= zip(preview.phrase_columns, (pair.source, pair.target), strict=True)
        for column, position in enumerate(shown):
            pattern = self._pattern(languages.get(position, ""), is_used=position in used)
            self._show_title(column, localize(preview.columns[position]), languages.get(position, ""))
            for row, texts in enumerate(rows):
                text = texts[position] if position < len(texts) else ""
                # Not a clone, which Qt creates: PySide would not notice its end, and take a new object at its address
                # for the item.
                item = QTableWidgetItem(pattern)
                item.setText(as_seen(text))
                if not text:
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, accessible_text(text))
                self.setItem(row, column, item)
        self._show_uses(preview, uses)

    def _show_uses(self, preview: ImportPreview, uses: Sequence[ColumnUse]) -> None:
        pair = preview.pair or LanguagePair("", "")
        sides = dict(zip(preview.phrase_columns, (pair.source, pair.target), strict=True))
        shown = [
            (uses[position], uses[position].language or sides.get(position, "")) for position in self._positions if uses
        ]
        if len(shown) > 2 and self._shown != shown:
            for column, (use, _) in enumerate(shown):
                self.header.resizeSection(column, _PHRASE_WIDTH if use.role in PHRASE_ROLES else _DETAIL_WIDTH)
        self._shown = shown
        self.header.show_uses(preview.file.roles, shown)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # A dialog opens with many other widgets to draw.
        self._drawing.begin_first()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._drawing.draw(event, super().paintEvent)

    def _show_title(self, column: int, title: str, language: str) -> None:
        """Show the title of a column, aligned with the texts below it."""
        leading = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        item = QTableWidgetItem(title)
        item.setTextAlignment(alignment(language) if language else leading)
        self.setHorizontalHeaderItem(column, item)

    def _pattern(self, language: str, *, is_used: bool) -> QTableWidgetItem:
        """Return the common format of all cells in a column."""
        item = QTableWidgetItem()
        if language:
            item.setFont(phrase_font(language, self.font()))
            item.setTextAlignment(alignment(language))
            item.setData(LANGUAGE_ROLE, language)
        if not is_used:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
        return item


class SwapHint(QWidget):
    """A line that is hidden unless the columns look swapped. `swap_asked` is sent by its button."""

    swap_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = PlainLabel(tone="warning", wraps=True)
        self.words.setObjectName("import_swapped")
        self.button = text_button("import_swap_columns", self.tr("Swap the columns"))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.words, 1)
        line.addWidget(self.button)
        self.button.clicked.connect(self.swap_asked)
        self.hide()

    def show_for(self, pair: LanguagePair | None) -> None:
        """Show that the columns look like those of the opposite direction of `pair`; None hides the line."""
        if pair is not None:
            words = self.tr("The columns look swapped: the sources look {source}, the targets {target}.")
            names = {"source": language_name(root(pair.target)), "target": language_name(root(pair.source))}
            self.words.setText(words.format(**names))
        self.setVisible(pair is not None)
