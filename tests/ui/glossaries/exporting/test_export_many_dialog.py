"""Many files in one folder: their names, and what happens to existing ones."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from termdesk.application.glossaries.exporting.exporter import ExportItem
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.exporting.export_many_dialog import ExportManyDialog
from termdesk.ui.widgets.plain_table import PlainTable

EN_DE = LanguagePair("en", "de")
DRAFT = GlossarySummary("d1", None, "Draft", drafts=(DictionarySummary(EN_DE, 3, "d1", True, is_on_service=False),))


def lines(table: PlainTable) -> list[list[str]]:
    columns = range(table.columnCount())
    return [[table.item(row, column).text() for column in columns] for row in range(table.rowCount())]


def test_files_that_are_there_get_a_number_unless_asked_otherwise(window: QWidget, tmp_path: Path) -> None:
    def items(ending: str, *, exists: bool) -> list[ExportItem]:
        return [ExportItem(DRAFT, DRAFT.rows[0], tmp_path / f"Draft{ending}", exists=exists)]

    plans = {".tsv": items(".tsv", exists=True), ".csv": items(".csv", exists=False)}
    dialog = ExportManyDialog(window, tmp_path, {".tsv": "Tabs", ".csv": "Commas"}, plans)
    dialog.show()

    assert lines(dialog.table) == [["Draft.tsv", "3", "gets a number"]]
    dialog.overwrite.setChecked(True)
    assert lines(dialog.table) == [["Draft.tsv", "3", "is replaced"]]
    dialog.choose(".csv")
    assert lines(dialog.table) == [["Draft.csv", "3", "new"]]
    assert not dialog.overwrite.isVisible()
    assert dialog.ending == ".csv"


def test_an_unknown_format_of_an_earlier_run_is_passed_over(window: QWidget, tmp_path: Path) -> None:
    plans = {ending: [ExportItem(DRAFT, DRAFT.rows[0], tmp_path / "x", exists=False)] for ending in (".tsv", ".csv")}
    dialog = ExportManyDialog(window, tmp_path, {".tsv": "Tabs", ".csv": "Commas"}, plans)

    dialog.choose(".csv")
    assert dialog.ending == ".csv"
    dialog.choose(".gone")

    assert dialog.ending == ".tsv"
