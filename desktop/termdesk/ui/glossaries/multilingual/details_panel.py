"""The panel below the multilingual table that edits the detail columns of the current cell."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from termdesk.domain.entries.entries import TARGET
from termdesk.domain.entries.entry_detail import DETAIL_COLUMNS, EntryDetail
from termdesk.domain.entries.entry_rules import shorten_phrase
from termdesk.ui.glossaries.dictionary.grid_column import GRID_COLUMNS
from termdesk.ui.glossaries.multilingual.multilingual_edits import MultilingualEdits
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.language_words import language_name


class DetailsPanel(QWidget):
    """Shows and edits the details of the entry in the cell given to `show_cell`.

    Escape emits `left`, to return the focus to the table.
    """

    left = Signal()

    def __init__(self, edits: MultilingualEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("multilingual_details")
        mark_region(self)
        self.setAccessibleName(self.tr("Details of the entry"))
        self._edits = edits
        self._cell: tuple[int, int] | None = None
        self._detail = EntryDetail()
        self.heading = PlainLabel(tone="muted")
        self.heading.setObjectName("multilingual_details_heading")
        # Elide the heading if space is short: the fields need it more.
        self.heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        # By column. A column with choices has a combo box.
        self.fields = {column: self._create_field(column) for column in DETAIL_COLUMNS}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.heading, GRID_COLUMNS[TARGET].weight)
        for column, field in self.fields.items():
            record = GRID_COLUMNS[column]
            title = PlainLabel(record.heading())
            title.setBuddy(field)
            field.setObjectName(f"multilingual_detail_{column}")
            field.setAccessibleName(record.heading())
            line.addWidget(title)
            line.addWidget(field, 0 if isinstance(field, QComboBox) else record.weight)
        self.show_nothing()

    def _create_field(self, column: int) -> QComboBox | QLineEdit:
        choices = GRID_COLUMNS[column].choices()
        if choices is None:
            text = QLineEdit()
            text.editingFinished.connect(lambda: self._set(column, text.text()))
            return text
        box = QComboBox()
        for value, words in choices:
            box.addItem(words, value)
        box.activated.connect(lambda _position: self._set(column, box.currentData()))
        return box

    def show_nothing(self) -> None:
        """Show that there is no current cell."""
        self._show(None, EntryDetail(), self.tr("No entry"))

    def show_cell(self, row: int, column: int) -> None:
        """Show the details of a cell; source phrases and missing translations have none."""
        table = self._edits.table
        part = table.columns[column].part
        if part is None:
            self._show(None, EntryDetail(), self.tr("Select a translation to see its details"))
        elif table.entries.position(row, part) is None:
            words = self.tr("No {language} entry")
            self._show(None, EntryDetail(), words.format(language=language_name(table.language(column))))
        else:
            phrase = table.entries.cell(row, column)
            # Isolate the phrase, so that right-to-left text does not reorder the words around it.
            words = self.tr("{language}: {phrase}").format(
                language=language_name(table.language(column)), phrase=f"\u2068{shorten_phrase(phrase)}\u2069"
            )
            self._show((row, column), table.detail(row, part), words)

    def _show(self, cell: tuple[int, int] | None, detail: EntryDetail, words: str) -> None:
        is_same = cell == self._cell and detail == self._detail
        self._cell, self._detail = cell, detail
        self.heading.setText(words)
        for field in self.fields.values():
            field.setEnabled(cell is not None)
        # Keep the text being typed when other cells change.
        if not is_same:
            self._fill()

    def _fill(self) -> None:
        for column, field in self.fields.items():
            text = self._detail.text(column)
            if isinstance(field, QComboBox):
                field.setCurrentIndex(max(0, field.findData(text)))
            else:
                field.setText(text)
                # Scroll a long text to its start.
                field.setCursorPosition(0)

    def _set(self, column: int, text: str) -> None:
        if self._cell is None or text == self._detail.text(column):
            return
        title = GRID_COLUMNS[column].edit_title()
        self._edits.set_detail(*self._cell, self._detail.with_text(column, text), title)
        if self._detail.text(column) != text:
            # The edit was refused because a bulk change is running; a message has already said so.
            self._fill()

    def take_focus(self) -> None:
        """Focus the first field, if the cell has details."""
        first = next(iter(self.fields.values()))
        if first.isEnabled():
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
