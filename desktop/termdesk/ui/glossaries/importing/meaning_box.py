"""The user's choices for unknown words and fields: which status a word means, and what a field of a termbase holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QHeaderView, QVBoxLayout, QWidget

from termdesk.application.glossaries.importing.file_view import FIELD_USES
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED
from termdesk.ui.glossaries.dictionary.status_words import status_word
from termdesk.ui.glossaries.importing.column_words import role_words
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.lists import add_in_parentheses
from termdesk.ui.words.numbers import format_number

_ROWS_IN_SIGHT = 3
# Vertical padding of a cell, as in the style sheet.
_PADDING = 4


class MeaningBox(QWidget):
    """A table of unknown words with their counts and a combo box of meanings for each.

    It is hidden if all words are known. `headings` are the three column titles. `meanings` are labels with their data;
    the first one means no choice. `chosen` carries a word and the data of its meaning.
    """

    chosen = Signal(str, object)

    def __init__(
        self,
        name: str,
        title: str,
        headings: Sequence[str],
        meanings: Sequence[tuple[str, object]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name, self._meanings, self._heading = name, meanings, headings[-1]
        self._title, self._headings = title, headings
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    @cached_property
    def table(self) -> PlainTable:
        """The table. Created for the first unknown words, because most files have none."""
        table = PlainTable(
            f"import_{self._name}_table", self._title, headings=self._headings, rows=(), stretch=0, parent=self
        )
        self._column.addWidget(PlainLabel(self._title, self, wraps=True))
        self._column.addWidget(table)
        return table

    def show_words(self, found: Sequence[tuple[str, int]], chosen: Mapping[str, object]) -> None:
        """Show the words with their counts; `chosen` has the chosen meaning by word."""
        self.setVisible(bool(found))
        if not found and not self._column.count():
            return
        self.table.show_rows([(word, format_number(count), "") for word, count in found])
        for row, (word, _) in enumerate(found):
            box = self.table.cellWidget(row, 2)
            if not isinstance(box, QComboBox):
                box = self._make_box()
                box.activated.connect(lambda _position, row=row: self._tell(row))
                self.table.setCellWidget(row, 2, box)
            box.setAccessibleName(add_in_parentheses(self._heading, word))
            box.setCurrentIndex(box.findData(chosen[word]) if word in chosen else 0)
        self._fit(len(found))

    def box(self, row: int) -> QComboBox:
        """Return the combo box of a row."""
        box = self.table.cellWidget(row, 2)
        assert isinstance(box, QComboBox)
        return box

    def _fit(self, count: int) -> None:
        """Fit the height to the rows, up to a few, and the combo boxes to their longest item."""
        if not count:
            return
        self.box(0).ensurePolished()
        hint = self.box(0).sizeHint()
        lines, header = self.table.verticalHeader(), self.table.horizontalHeader()
        lines.setMinimumSectionSize(hint.height() + 2 * _PADDING)
        self.table.resizeRowsToContents()
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(2, hint.width() + 24)
        frame = 2 * self.table.frameWidth()
        self.table.setFixedHeight(
            header.sizeHint().height() + min(count, _ROWS_IN_SIGHT) * (hint.height() + 2 * _PADDING) + frame
        )

    def _make_box(self) -> QComboBox:
        box = QComboBox()
        box.setObjectName(f"import_{self._name}")
        for words, data in self._meanings:
            box.addItem(words, data)
        return box

    def _tell(self, row: int) -> None:
        item = self.table.item(row, 0)
        assert item is not None
        self.chosen.emit(item.text(), self.box(row).currentData())


class StatusBox(MeaningBox):
    """The choices for unknown statuses.

    The data is a status; None keeps the word in the note, an empty string drops it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        statuses = [(status_word(status), status) for status in (PREFERRED, ADMITTED, FORBIDDEN)]
        super().__init__(
            "status",
            _tr("Words for a status that are not known here, and what they mean"),
            [_tr("Word in the file"), _tr("Entries"), _tr("Status here")],
            [(_tr("Keep in the note"), None), *statuses, (_tr("None"), "")],
            parent,
        )

    def show_statuses(self, found: Sequence[tuple[str, int]], chosen: Mapping[str, str]) -> None:
        """Show the words with the number of their entries; `chosen` has the status by case-folded word."""
        self.show_words(found, {word: chosen[word.casefold()] for word, _ in found if word.casefold() in chosen})


class FieldBox(MeaningBox):
    """The choices for unknown fields. The data is a column role; None does not import the field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "field",
            _tr("Fields that are not known here, and what they contain"),
            [_tr("Field in the file"), _tr("Texts"), _tr("Imported as")],
            [(_tr("Not imported"), None), *((role_words(role), role) for role in FIELD_USES)],
            parent,
        )


def _tr(text: str) -> str:
    return QCoreApplication.translate("MeaningBox", text)
