"""The line below the multilingual table: the current cell, the effect of typing there, the dictionary's size."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from termdesk.domain.entries.entry_rules import shorten_phrase
from termdesk.domain.multilingual.columns import column_of
from termdesk.ui.glossaries.dictionary.cell_line import detail_fields, make_published_field
from termdesk.ui.glossaries.dictionary.status_words import status_word
from termdesk.ui.glossaries.multilingual.multilingual_model import MultilingualModel
from termdesk.ui.glossaries.sheet.meter_line import MeterLine
from termdesk.ui.glossaries.view.entry_panel import EntryField
from termdesk.ui.words.language_words import language_name
from termdesk.ui.words.lists import list_facts
from termdesk.ui.words.numbers import format_number


class TableLine(MeterLine):
    """Describes a cell of the table in words, because a mark alone would not explain it."""

    def __init__(self, model: MultilingualModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._table = model.table

    def show_cell(self, row: int, column: int) -> None:
        """Describe a cell of the table, and show the size of its dictionary."""
        phrase = self._model.cell(row, column)
        self.show_bytes(phrase)
        part = self._table.columns[column].part
        self.whole.setVisible(part is not None)
        if part is not None:
            self.show_size(self._table.dictionaries[part].size_in_bytes)
        where = self.tr("Row {row}").format(row=format_number(row + 1))
        if violation := self._model.violation_words(row, column):
            self.tell(violation, tone="problem")
        elif part is None:
            self.tell(list_facts([where, *self.finding_titles(row, column), self._source_words(row)]))
        elif phrase:
            self.tell(list_facts([where, *self._target_words(row, part, phrase)]))
        else:
            self.tell(list_facts([where, self._gap_words(row, column)]))

    def fields(self, row: int, column: int) -> list[EntryField]:
        """Return all phrases of a row and the details of one column, for the panel next to the table."""
        model, table = self._model, self._table
        fields = []
        for each in range(model.columnCount()):
            if text := model.cell(row, each):
                fields.append(EntryField(language_name(model.language(each)), text, model.language(each)))
        part = table.columns[column].part
        if part is not None and model.cell(row, column):
            fields += detail_fields(table.detail(row, part))
            if not table.is_unpublished_row(row, part):
                published = table.dictionaries[part].base_target(table.entries.source(row))
                fields.append(make_published_field(published, model.language(column)))
        if violation := model.violation_words(row, column):
            fields.append(EntryField(self.tr("Problem"), violation, tone="problem"))
        found = self.finding_titles(row, column)
        return [*fields, *(EntryField(self.tr("Finding"), each, tone="warning") for each in found)]

    def _source_words(self, row: int) -> str:
        count = len(self._table.entries.holders(row))
        words = self.tr("%Ln of {total} dictionaries have this phrase; an edit changes it in all.", "", count)
        return words.format(total=format_number(len(self._table.dictionaries)))

    def _gap_words(self, row: int, column: int) -> str:
        words = self.tr("not published in any dictionary that has it, so nothing is missing in {language}")
        if self._model.is_missing(row, column):
            words = self.tr("No {language} yet: what you type is added to that dictionary.")
        return words.format(language=language_name(self._model.language(column)))

    def _target_words(self, row: int, part: int, phrase: str) -> list[str]:
        dictionary = self._table.dictionaries[part]
        words = [language_name(dictionary.pair.target), *self._about(phrase)]
        words += [*self.finding_titles(row, column_of(part).number), *self._detail_words(row, part)]
        if self._table.is_forbidden(row, part):
            return [*words, self.tr("forbidden: stays on this computer and is never published")]
        if self._table.is_unpublished_row(row, part):
            return [*words, self.tr("synonym: stays on this computer, the preferred entry is published")]
        if self._table.is_changed(row, part):
            words.append(self._describe_published(dictionary.base_target(self._table.entries.source(row))))
        return [*words, self.tr("clearing it removes the entry from that dictionary")]

    def _detail_words(self, row: int, part: int) -> list[str]:
        """Return status, domain and note of an entry for the line; the details panel edits them."""
        detail = self._table.detail(row, part)
        status = status_word(detail.status).lower() if not detail.is_forbidden else ""
        note = self.tr("note: {note}").format(note=shorten_phrase(detail.note)) if detail.note else ""
        return [each for each in (status, detail.domain, note) if each]
