"""Presets for the columns of tables: the detected uses, and those that the user saved under a name."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QWidget

from termdesk.ui.widgets.plain import PlainLabel
from termdesk.ui.words.lists import add_in_parentheses


class PresetBox(QWidget):
    """`chosen`, `saved` and `deleted` carry the name of a preset; the empty name stands for the detected uses."""

    chosen = Signal(str)
    saved = Signal(str)
    deleted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QComboBox(self)
        self.box.setObjectName("import_preset")
        self.box.setAccessibleName(self.tr("Columns"))
        self.box.setEditable(True)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.box.setMinimumContentsLength(14)
        edit = self.box.lineEdit()
        assert edit is not None
        edit.setObjectName("import_preset_field")
        edit.setAccessibleName(self.tr("Name of the preset"))
        edit.setMaxLength(60)
        self.save, self.delete = QPushButton(self.tr("Save preset"), self), QPushButton(self.tr("Delete preset"), self)
        for button, name in ((self.save, "import_preset_save"), (self.delete, "import_preset_delete")):
            button.setObjectName(name)
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        title = PlainLabel(self.tr("Columns"), self, tone="muted")
        title.setBuddy(self.box)
        for widget in (title, self.box, self.save, self.delete):
            line.addWidget(widget)
        self.box.activated.connect(lambda position: self.chosen.emit(str(self.box.itemData(position))))
        edit.textChanged.connect(lambda _text: self._show_possible())
        self.save.clicked.connect(lambda: self.saved.emit(self._typed_name()))
        self.delete.clicked.connect(lambda: self.deleted.emit(str(self.box.currentData())))

    def show_presets(self, names: Iterable[str], *, tool: str, chosen: str) -> None:
        """Offer presets by name. `tool` is the program that the titles are typical of, `chosen` the current preset."""
        self.box.clear()
        words = self.tr("As titled")
        self.box.addItem(add_in_parentheses(words, tool) if tool else words, "")
        for name in names:
            self.box.addItem(name, name)
        self.box.setCurrentIndex(max(0, self.box.findData(chosen)))
        self._show_possible()

    def _typed_name(self) -> str:
        return self.box.currentText().strip()

    def _show_possible(self) -> None:
        is_preset = self._typed_name() == str(self.box.currentData() or "") != ""
        self.save.setEnabled(bool(self._typed_name()) and self._typed_name() != self.box.itemText(0))
        self.delete.setVisible(is_preset)
