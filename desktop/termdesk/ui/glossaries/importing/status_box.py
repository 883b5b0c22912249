"""Words for a status that Termdesk does not know, and what the user takes each for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHeaderView, QVBoxLayout, QWidget

from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED
from termdesk.ui.glossaries.dictionary.status_words import status_word
from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.lists import add_aside
from termdesk.ui.words.numbers import format_number

_ROWS_IN_SIGHT = 3


class StatusBox(QWidget):
    """Hidden where all words are known. `chosen` has a word, folded, and the status; None keeps it in the notes."""

    chosen = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = PlainLabel(self.tr("Words for a status that are not known here, and what they mean"), wraps=True)
        headings = [self.tr("Word in the file"), self.tr("Entries"), self.tr("Status here")]
        self.table = PlainTable("import_statuses", title.text(), headings=headings, rows=(), stretch=0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(title)
        column.addWidget(self.table)

    def show_statuses(self, found: Sequence[tuple[str, int]], chosen: Mapping[str, str]) -> None:
        """Show the words with the number of their entries, and what was chosen by the folded word."""
        self.setVisible(bool(found))
        self.table.show_rows([(word, format_number(count), "") for word, count in found])
        for row, (word, _) in enumerate(found):
            box = self.table.cellWidget(row, 2)
            if not isinstance(box, QComboBox):
                box = self._made_box()
                box.activated.connect(lambda _place, row=row: self._tell(row))
                self.table.setCellWidget(row, 2, box)
            box.setAccessibleName(add_aside(self.tr("Status here"), word))
            known = word.casefold() in chosen
            box.setCurrentIndex(box.findData(chosen[word.casefold()]) if known else 0)
        self._fit(len(found))

    def _fit(self, count: int) -> None:
        """As high as the rows, up to a few; the boxes have room for their words."""
        if not count:
            return
        hint = self.box(0).sizeHint()
        lines, header = self.table.verticalHeader(), self.table.horizontalHeader()
        lines.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        lines.setDefaultSectionSize(hint.height() + 4)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(2, hint.width() + 24)
        frame = 2 * self.table.frameWidth()
        self.table.setFixedHeight(header.sizeHint().height() + min(count, _ROWS_IN_SIGHT) * (hint.height() + 4) + frame)

    def box(self, row: int) -> QComboBox:
        """The box of a row."""
        box = self.table.cellWidget(row, 2)
        assert isinstance(box, QComboBox)
        return box

    def _made_box(self) -> QComboBox:
        box = QComboBox()
        box.setObjectName("import_status")
        box.addItem(self.tr("Keep in the note"), None)
        for status in (PREFERRED, ADMITTED, FORBIDDEN):
            box.addItem(status_word(status), status)
        box.addItem(self.tr("None"), "")
        return box

    def _tell(self, row: int) -> None:
        item = self.table.item(row, 0)
        assert item is not None
        self.chosen.emit(item.text().casefold(), self.box(row).currentData())
