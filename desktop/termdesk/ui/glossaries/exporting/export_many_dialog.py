"""The dialog for exporting many dictionaries: format, file names, and existing files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QWidget

from termdesk.application.glossaries.exporting.exporter import ExportItem
from termdesk.ui.widgets.dialogs import Question
from termdesk.ui.widgets.plain import caption
from termdesk.ui.widgets.plain_table import PlainTable
from termdesk.ui.words.lists import add_in_parentheses
from termdesk.ui.words.message_words import localize
from termdesk.ui.words.numbers import format_number


class ExportManyDialog(Question):
    """`plans` has, for each extension, the files that would be written if existing files were overwritten."""

    def __init__(
        self, parent: QWidget, folder: Path, formats: Mapping[str, str], plans: Mapping[str, Sequence[ExportItem]]
    ) -> None:
        count = len(next(iter(plans.values())))
        title = _tr("Export 1 dictionary") if count == 1 else _tr("Export %Ln dictionaries", "", count)
        super().__init__(
            parent, title, _tr("Each dictionary becomes a file in {folder}.").format(folder=folder), _tr("Export")
        )
        self.setObjectName("export_many_dialog")
        self.resize(620, 460)
        self._plans = plans
        self.format_box = QComboBox()
        self.format_box.setObjectName("export_many_format")
        self.format_box.setAccessibleName(_tr("Format"))
        for ending, name in formats.items():
            self.format_box.addItem(add_in_parentheses(localize(name), ending), ending)
        line = QWidget()
        form = QFormLayout(line)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(caption(_tr("Format"), self.format_box), self.format_box)
        self.insert(line)
        self.table = PlainTable(
            "export_many_table",
            _tr("Files"),
            headings=[_tr("File"), _tr("Entries"), _tr("In the folder")],
            rows=[],
            stretch=0,
            numbers=(1,),
        )
        self.insert(self.table)
        self.overwrite = QCheckBox()
        self.overwrite.setObjectName("export_many_overwrite")
        self.insert(self.overwrite)
        self.format_box.currentIndexChanged.connect(lambda _position: self._show_plan())
        self.overwrite.toggled.connect(lambda _is_on: self._show_plan())
        self._show_plan()

    @property
    def ending(self) -> str:
        """The extension of the chosen format, such as “.tsv”."""
        return str(self.format_box.currentData())

    @property
    def overwrites(self) -> bool:
        """Whether existing files are overwritten; otherwise new files get a number."""
        return self.overwrite.isChecked()

    def choose(self, ending: str) -> None:
        """Choose the format with this extension."""
        self.format_box.setCurrentIndex(max(0, self.format_box.findData(ending)))

    def _show_plan(self) -> None:
        items = self._plans[self.ending]
        existing = sum(item.exists for item in items)
        in_place, beside = _tr("is replaced"), _tr("gets a number")
        words = in_place if self.overwrites else beside
        self.table.show_rows(
            [
                (item.path.name, format_number(item.row.entry_count), words if item.exists else _tr("new"))
                for item in items
            ]
        )
        text = _tr("Replace the %Ln existing files", "", existing)
        self.overwrite.setText(text)
        self.overwrite.setAccessibleName(text)
        self.overwrite.setVisible(existing > 0)


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("ExportManyDialog", text, comment, n)
