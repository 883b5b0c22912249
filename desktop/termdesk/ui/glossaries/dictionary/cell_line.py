"""The line below the grid: violations of the current cell, its row number, and the sizes of cell and dictionary."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_detail import DETAIL_COLUMNS, EntryDetail
from termdesk.ui.glossaries.dictionary.field_words import further_details
from termdesk.ui.glossaries.dictionary.grid_column import GRID_COLUMNS
from termdesk.ui.glossaries.sheet.meter_line import MeterLine
from termdesk.ui.glossaries.view.entry_panel import EntryField
from termdesk.ui.words.lists import list_facts
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number


class CellLine(MeterLine):
    """Describes a cell of one dictionary."""

    def __init__(self, dictionary: OpenDictionary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dictionary = dictionary

    def show_cell(self, row: int, column: int) -> None:
        """Describe a cell of the dictionary."""
        dictionary = self._dictionary
        phrase = dictionary.entries.cell(row, column)
        self.show_bytes(phrase)
        is_phrase = GRID_COLUMNS[column].is_phrase
        if not is_phrase or dictionary.is_unpublished_row(row):
            self.cell.setHidden(not is_phrase)
            self.tell(self._about_details(row))
            return
        violation = dictionary.violation_at(row, column) if dictionary.has_violation(row, column) else None
        if violation:
            self.tell(localize(violation.message, violation.remedy), tone="problem")
            return
        parts = [self.tr("Row {row}").format(row=format_number(row + 1)), *self._about(phrase)]
        parts += self.finding_titles(row, column)
        if dictionary.is_changed(row):
            parts.append(self._describe_published(dictionary.base_target(dictionary.entries.sources[row])))
        self.tell(list_facts(parts))

    def _about_details(self, row: int) -> str:
        words = self.tr("Row {row} · status, domain and note stay on this computer")
        if self._dictionary.is_forbidden(row):
            words = self.tr("Row {row} · forbidden: stays on this computer and is never published")
        elif self._dictionary.is_unpublished_row(row):
            words = self.tr("Row {row} · admitted synonym: stays on this computer, the preferred entry is published")
        return words.format(row=format_number(row + 1))

    def fields(self, row: int) -> list[EntryField]:
        """Return everything known about a row, for the panel next to the grid."""
        dictionary, pair = self._dictionary, self._dictionary.pair
        detail = dictionary.entries.detail(row)
        source, target = dictionary.entries.cell(row, SOURCE), dictionary.entries.cell(row, TARGET)
        fields = [
            EntryField(GRID_COLUMNS[SOURCE].title(pair), source, pair.source),
            EntryField(GRID_COLUMNS[TARGET].title(pair), target, pair.target),
            *detail_fields(detail),
        ]
        if not dictionary.is_unpublished_row(row):
            fields.append(make_published_field(dictionary.base_target(source), pair.target))
        for column in (SOURCE, TARGET):
            if violation := dictionary.violation_at(row, column):
                words = localize(violation.message, violation.remedy)
                fields.append(EntryField(self.tr("Problem"), words, tone="problem"))
            fields += [
                EntryField(self.tr("Finding"), each, tone="warning") for each in self.finding_titles(row, column)
            ]
        return fields

    def show_whole(self) -> None:
        """Show how much of the allowed size the dictionary uses."""
        self.show_size(self._dictionary.size_in_bytes)


def detail_fields(detail: EntryDetail) -> list[EntryField]:
    """Return the fields for status, domain, note and further details that are not empty."""
    texts = (
        (column, GRID_COLUMNS[column].shown_text(detail.text(column), with_all=False)) for column in DETAIL_COLUMNS
    )
    fields = [EntryField(GRID_COLUMNS[column].heading(), text) for column, text in texts if text]
    return fields + [EntryField(title, text) for title, text in further_details(detail)]


def make_published_field(published: str | None, language: str) -> EntryField:
    """Return a field with the target of an entry on the service."""
    title = QCoreApplication.translate("CellLine", "On the service")
    if published is None:
        return EntryField(title, QCoreApplication.translate("CellLine", "Not published yet"), tone="muted")
    return EntryField(title, published, language)
