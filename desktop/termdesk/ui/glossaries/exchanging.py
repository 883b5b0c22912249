"""Exporting as the Glossaries pane does it: dialogs, jobs, and words about what came of it."""

from __future__ import annotations

from termdesk.application.editing import OpenDictionary
from termdesk.application.exporting import PLAIN_CSV, CsvForm
from termdesk.domain.file_names import safe_name
from termdesk.ui.dialogs import choose_target, confirm
from termdesk.ui.glossaries.pane_steps import PaneSteps
from termdesk.ui.jobs import JobProgress

EXPORTING = "Exporting"
TSV_FILTER, CSV_FILTER = "Tab separated text (*.tsv)", "Comma separated text (*.csv)"
SPREADSHEET_FILTER = "CSV for spreadsheets, formulas made harmless (*.csv)"
SEMICOLON_FILTER = "CSV with semicolons, for spreadsheets where the comma is in numbers (*.csv)"
# The filters of the export dialog with the ending that each gives to a name without one.
EXPORT_FILTERS = {
    TSV_FILTER: ".tsv",
    CSV_FILTER: ".csv",
    SPREADSHEET_FILTER: ".csv",
    SEMICOLON_FILTER: ".csv",
    "Excel workbook (*.xlsx)": ".xlsx",
    "TBX-Basic term base (*.tbx)": ".tbx",
    "TMX translation memory (*.tmx)": ".tmx",
}
CSV_FORMS = {
    SPREADSHEET_FILTER: CsvForm(is_for_spreadsheets=True),
    SEMICOLON_FILTER: CsvForm(";", is_for_spreadsheets=True),
}


class Exchanging(PaneSteps):
    """Asks where to and what as, says what will be lost, and writes."""

    def ask_export(self, dictionary: OpenDictionary) -> None:
        progress = JobProgress()
        self._jobs.start(EXPORTING, self._choose_and_export(dictionary, progress), progress=progress)

    async def _choose_and_export(self, dictionary: OpenDictionary, progress: JobProgress) -> None:
        pair = dictionary.pair
        chosen = await choose_target(
            self._pane,
            self.tr("Export"),
            folder=str(self._remembered.get("folder", "")),
            name=file_name(f"{dictionary.name}.{pair.source}-{pair.target}.tsv"),
            filters=list(EXPORT_FILTERS),
        )
        if chosen is None:
            return
        path, chosen_filter = chosen
        if path.suffix.lower() not in EXPORT_FILTERS.values():
            path = path.with_name(path.name + EXPORT_FILTERS[chosen_filter])
            # The file dialog asked about another name.
            if path.exists() and not await confirm(
                self._pane, self.tr("“{name}” is there already").format(name=path.name), self.tr("Replace it")
            ):
                return
        self._remembered.set("folder", str(path.parent))
        exchange = self._use_cases.exchange
        form = CSV_FORMS.get(chosen_filter, PLAIN_CSV)
        lost = await exchange.losses(dictionary.entries, path, pair, form)
        if lost and not await confirm(
            self._pane, self.tr("This format will not hold everything"), self.tr("Export"), text="\n".join(lost)
        ):
            return
        report = await exchange.export(dictionary.entries, path, pair, form=form, progress=progress)
        words = self.tr("{count} entries are in {path}.").format(count=f"{report.entry_count:,}", path=str(report.path))
        if report.formula_count:
            words += " " + self.tr(
                "{count} phrases begin like a formula, which a spreadsheet would calculate. Import it there as text."
            ).format(count=f"{report.formula_count:,}")
        self._notices.say(self.tr("Exported"), words, kind="warning" if report.formula_count else "good")


def file_name(name: str) -> str:
    """A name for a file without what no folder takes; its ending is kept."""
    stem, dot, ending = name.rpartition(".")
    return safe_name(stem, dot + ending)
