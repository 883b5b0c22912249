"""The language pairs in a file, with check boxes to import several at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from termdesk.application.glossaries.importing.file_view import PairInFile
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.words.lists import list_facts, list_names

# More names do not fit on one line.
_MOST_PAIRS_NAMED = 4


class PairsBox(QWidget):
    """Hidden if a file has only one pair. The list is shown when several dictionaries are to be imported."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Sequence[PairInFile] = ()
        self.several = QCheckBox(self)
        self.several.setObjectName("import_several")
        self._name_pairs(())
        self.list = QListWidget(self)
        self.list.setObjectName("import_pairs")
        self.list.setAccessibleName(self.tr("Pairs in the file"))
        self.list.setMaximumHeight(150)
        self.list.setSpacing(2)
        self.tick_all = QPushButton(self)
        self.tick_all.setObjectName("import_tick_all")
        self.tick_all.setAutoDefault(False)
        self._top = top = QHBoxLayout()
        top.addWidget(self.several)
        top.addStretch(1)
        top.addWidget(self.tick_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(top)
        column.addWidget(self.list)
        self.tick_all.clicked.connect(self._tick_all_or_none)
        self.several.toggled.connect(self._on_changed)
        self.list.itemChanged.connect(self._on_changed)

    def show_pairs(self, found: Sequence[PairInFile], is_listed: Callable[[LanguagePair], bool]) -> None:
        """Offer the pairs of a file.

        Pairs with entries are checked; pairs that the service does not support are marked.
        """
        self._found = ()
        self.list.clear()
        for each in found:
            words = self.tr("{pair}: %Ln entries", "", each.count).format(pair=each.pair)
            mark = "" if is_listed(each.pair) else self.tr("stays on this computer: the service has no such glossaries")
            item = QListWidgetItem(list_facts((words, each.sheet, mark)))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if each.count else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self._found = found
        self._name_pairs(tuple(dict.fromkeys(f"{each.pair}" for each in found)))
        self.setVisible(bool(found))
        if not found:
            self.several.setChecked(False)
        self._show_possible()

    def _name_pairs(self, pairs: Sequence[str]) -> None:
        """Name the pairs of the file, as the label of the check box for importing several."""
        words = self.tr("Several dictionaries at once, one for each selected pair")
        if 1 < len(pairs) <= _MOST_PAIRS_NAMED:
            words = self.tr("Several dictionaries at once: {pairs}").format(pairs=list_names(pairs))
        self.several.setText(words)
        self.several.setAccessibleName(words)

    @property
    def wants_several(self) -> bool:
        """Whether several dictionaries of the file are imported."""
        return self.several.isChecked()

    @property
    def ticked(self) -> list[PairInFile]:
        """The checked pairs; empty if only one dictionary is imported."""
        if not self.wants_several:
            return []
        is_ticked = [
            self.list.item(position).checkState() == Qt.CheckState.Checked for position in range(len(self._found))
        ]
        return [each for each, ticked in zip(self._found, is_ticked, strict=True) if ticked]

    def _on_changed(self, *_changed: object) -> None:
        self._show_possible()
        self.changed.emit()

    def _show_possible(self) -> None:
        for widget in (self.list, self.tick_all):
            widget.setVisible(self.wants_several)
        words = self.tr("Tick none") if self.ticked else self.tr("Tick all")
        self.tick_all.setText(words)
        self.tick_all.setAccessibleName(words)
        # Lay out now; otherwise the longer text would be cut off until the next event.
        self._top.activate()

    def _tick_all_or_none(self) -> None:
        state = Qt.CheckState.Unchecked if self.ticked else Qt.CheckState.Checked
        for position in range(self.list.count()):
            self.list.item(position).setCheckState(state)
