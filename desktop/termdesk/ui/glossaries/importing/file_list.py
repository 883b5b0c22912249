"""The list of files to import together, with a summary of each. Checked files are imported."""

from __future__ import annotations

from collections.abc import Container, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from termdesk.ui.glossaries.importing.import_order import GivenFile, ImportOrder
from termdesk.ui.words.lists import list_facts


class FileList(QListWidget):
    """Unreadable files are listed with the reason and cannot be checked. `ticked_changed` carries the row."""

    ticked_changed = Signal(int)

    def __init__(
        self, files: Sequence[GivenFile], parent: QWidget | None = None, *, known_names: Container[str] = ()
    ) -> None:
        """Create the list. `known_names` are the case-folded names of existing glossaries."""
        super().__init__(parent)
        self._known_names = known_names
        self.setObjectName("import_files")
        self.setAccessibleName(self.tr("Files"))
        self.setWordWrap(True)
        self.setSpacing(2)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._files = files
        for file in files:
            item = QListWidgetItem(self._lines(file, file.failure))
            if file.preview:
                item.setCheckState(Qt.CheckState.Checked)
            else:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
            self.addItem(item)
        self.itemChanged.connect(lambda item: self.ticked_changed.emit(self.row(item)))

    def show_order(self, row: int, order: ImportOrder) -> None:
        """Show below the file name what will be imported, or what is still missing."""
        preview, pairs = order.preview, order.pairs
        count = preview.entry_count if pairs is None else sum(each.count for each in pairs)
        # Start with what distinguishes files of the same name, because the end of the line may be cut off.
        facts = [str(order.pair) if pairs is None else self.tr("%Ln dictionaries", "", len(pairs))]
        facts.append(self.tr("%Ln entries", "", count))
        if rejected := len(preview.rejected_rows):
            facts.append(self.tr("%Ln rejected lines", "", rejected))
        if preview.is_too_large and not order.divides:
            facts.append(self.tr("larger than a service takes"))
        if order.is_new and order.name.casefold() in self._known_names:
            facts.append(self.tr("a glossary has this name already"))
        words = order.missing or list_facts(facts)
        self.blockSignals(True)
        self.item(row).setText(self._lines(self._files[row], words))
        self.blockSignals(False)

    def is_ticked(self, row: int) -> bool:
        """Whether a file will be imported."""
        return self.item(row).checkState() == Qt.CheckState.Checked and self._files[row].preview is not None

    def _lines(self, file: GivenFile, words: str) -> str:
        return self.tr("{name}\n{facts}").format(name=file.path.name, facts=words)
