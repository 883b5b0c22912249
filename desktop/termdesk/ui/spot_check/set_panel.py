"""The list of sentence sets, with buttons for them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.ui.keyboard.regions import mark_region
from termdesk.ui.widgets.plain import PlainLabel, tooltip
from termdesk.ui.widgets.plain_buttons import text_button
from termdesk.ui.words.lists import list_facts

_ID_ROLE = Qt.ItemDataRole.UserRole


class SetPanel(QWidget):
    """The list with its buttons. `chosen` is sent with the id of the new current set, empty for none."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setObjectName("spot_check_sets")
        self.list.setAccessibleName(self.tr("Sentence sets"))
        self.new_button = text_button("spot_check_new_set", self.tr("&New…"), meaning=self.tr("New sentence set"))
        self.edit_button = text_button(
            "spot_check_edit_set", self.tr("&Edit…"), meaning=self.tr("Edit the sentence set")
        )
        self.delete_button = text_button(
            "spot_check_delete_set", self.tr("&Delete…"), meaning=self.tr("Delete the sentence set")
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.new_button, self.edit_button, self.delete_button):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(PlainLabel(self.tr("Sentence sets"), tone="muted"))
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        mark_region(self, first=self.list)
        self.list.currentItemChanged.connect(self._on_current)
        self._show_possible()

    @property
    def set_id(self) -> str:
        """The id of the chosen set; empty for none."""
        item = self.list.currentItem()
        return str(item.data(_ID_ROLE)) if item is not None else ""

    def show_sets(self, sets: Sequence[SentenceSet], *, chosen: str) -> None:
        """List these sets, and choose one by its id, or else the first.

        `chosen` is sent if another set is current now.
        """
        before = self.set_id
        self.list.blockSignals(True)
        self.list.clear()
        for each in sets:
            item = QListWidgetItem(list_facts((each.name, each.client, f"{each.pair}")))
            item.setData(_ID_ROLE, each.set_id)
            item.setToolTip(tooltip(item.text()))
            self.list.addItem(item)
        ids = [each.set_id for each in sets]
        self.list.setCurrentRow(ids.index(chosen) if chosen in ids else 0 if ids else -1)
        self.list.blockSignals(False)
        self._show_possible()
        if self.set_id != before:
            self.chosen.emit(self.set_id)

    def choose(self, set_id: str) -> None:
        """Choose a set by its id. Do nothing if it is not listed."""
        for row in range(self.list.count()):
            if self.list.item(row).data(_ID_ROLE) == set_id:
                self.list.setCurrentRow(row)

    def _on_current(self) -> None:
        self._show_possible()
        self.chosen.emit(self.set_id)

    def _show_possible(self) -> None:
        for button in (self.edit_button, self.delete_button):
            button.setEnabled(bool(self.set_id))
