"""Importing and exporting as the Glossaries pane does it: dialogs, jobs, and words about what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from termdesk.application.editing import OpenDictionary
from termdesk.application.import_files import ENDINGS
from termdesk.domain.errors import TermdeskError
from termdesk.ui.dialogs import answered, choose_files, choose_target, confirm
from termdesk.ui.jobs import JobProgress, Jobs
from termdesk.ui.main_window import Remembered
from termdesk.ui.notices import Notices
from termdesk.ui.use_cases import UseCases

if TYPE_CHECKING:
    from termdesk.application.exchange import ImportChoices, ImportPreview
    from termdesk.ui.glossaries.glossaries_pane import GlossariesPane
    from termdesk.ui.glossaries.import_dialog import ImportDialog

IMPORTING = "Importing"
EXPORTING = "Exporting"
READING = "Reading the file"
TSV_FILTER, CSV_FILTER = "Tab separated text (*.tsv)", "Comma separated text (*.csv)"
SPREADSHEET_FILTER = "CSV for spreadsheets, with a byte order mark (*.csv)"
# The filters of the export dialog with the ending that each gives to a name without one.
EXPORT_FILTERS = {
    TSV_FILTER: ".tsv",
    CSV_FILTER: ".csv",
    SPREADSHEET_FILTER: ".csv",
    "Excel workbook (*.xlsx)": ".xlsx",
    "TBX-Basic term base (*.tbx)": ".tbx",
    "TMX translation memory (*.tmx)": ".tmx",
}


class Exchanging(QObject):
    """One import at a time: several files come one after the other."""

    def __init__(
        self, pane: GlossariesPane, use_cases: UseCases, *, remembered: Remembered, jobs: Jobs, notices: Notices
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._use_cases = use_cases
        self._remembered = remembered
        self._jobs = jobs
        self._notices = notices

    # In

    def ask_import(self) -> None:
        self._jobs.start(IMPORTING, self._choose_and_import())

    def import_files(self, paths: Sequence[Path]) -> None:
        self._jobs.start(IMPORTING, self._import_all(paths))

    def open_sample(self, path: Path) -> None:
        progress = JobProgress()
        self._jobs.start(IMPORTING, self.take_sample(path, progress), progress=progress)

    async def _choose_and_import(self) -> None:
        filters = [
            self.tr("Glossary files ({endings})").format(endings=" ".join(f"*{ending}" for ending in ENDINGS)),
            self.tr("All files (*)"),
        ]
        paths = await choose_files(
            self._pane, self.tr("Import a file"), folder=str(self._remembered.get("folder", "")), filters=filters
        )
        await self._import_all(paths)

    async def _import_all(self, paths: Sequence[Path]) -> None:
        for path in paths:
            self._remembered.set("folder", str(path.parent))
            await self._import(path)

    async def _import(self, path: Path) -> None:
        from termdesk.ui.glossaries.import_dialog import ImportDialog

        preview = await self._use_cases.exchange.preview(path)
        page = self._pane.page
        dialog = ImportDialog(
            self._pane,
            preview,
            open_name=page.dictionary.name if page else "",
            open_pair=page.dictionary.pair if page else None,
            reread=lambda choices: self._reread(dialog, choices),
            save_rejects=lambda: self._save_rejects(dialog.preview),
        )
        if not await answered(dialog):
            return
        if dialog.is_new:
            await self._import_new(dialog)
        elif page is not None:
            change = await self._use_cases.exchange.import_into(
                dialog.preview, page.dictionary, existing=dialog.existing_way, faulty=dialog.faulty
            )
            page.edits.push(change, self.tr("Import “{name}”").format(name=path.name))
            self._say_imported(dialog.preview, change.count, problems=page.dictionary.problem_count)

    async def _import_new(self, dialog: ImportDialog) -> None:
        progress = JobProgress()
        dictionary = await self._use_cases.exchange.import_new(
            dialog.preview,
            name=dialog.name.text().strip(),
            pair=dialog.pair,
            faulty=dialog.faulty,
            progress=progress,
        )
        await self._pane.show_dictionary(dictionary)
        self._say_imported(dialog.preview, len(dictionary), problems=dictionary.problem_count)

    def _say_imported(self, preview: ImportPreview, count: int, *, problems: int) -> None:
        words = self.tr("{count} rows came in from {name}.").format(count=f"{count:,}", name=preview.path.name)
        if problems:
            words += " " + self.tr("{count} cells break a rule; F8 goes from one to the next.").format(
                count=f"{problems:,}"
            )
        self._notices.say(self.tr("Imported"), words, kind="warning" if problems else "good")

    def _reread(self, dialog: ImportDialog, choices: ImportChoices) -> None:
        def show(error: TermdeskError) -> None:
            dialog.show_failure(f"{error.message} {error.remedy}")

        self._jobs.start(READING, self._read_again(dialog, choices), on_failure=show)

    async def _read_again(self, dialog: ImportDialog, choices: ImportChoices) -> None:
        dialog.show_preview(await self._use_cases.exchange.preview(dialog.preview.path, choices))

    def _save_rejects(self, preview: ImportPreview) -> None:
        self._jobs.start("Saving rejected lines", self._choose_and_save_rejects(preview))

    async def _choose_and_save_rejects(self, preview: ImportPreview) -> None:
        chosen = await choose_target(
            self._pane,
            self.tr("Save the lines that are no entry"),
            folder=str(preview.path.parent),
            name=f"{preview.path.stem}.rejects.tsv",
            filters=[TSV_FILTER],
        )
        if chosen:
            await self._use_cases.exchange.save_rejects(preview, chosen[0])

    async def take_sample(self, path: Path, progress: JobProgress | None = None) -> None:
        """Open a sample that comes with the program as a glossary of one's own."""
        preview = await self._use_cases.exchange.preview(path)
        assert preview.pair is not None, "samples tell their languages"
        name = preview.suggested_name.replace("-", " ").capitalize()
        dictionary = await self._use_cases.exchange.import_new(
            preview, name=name, pair=preview.pair, progress=progress or JobProgress()
        )
        await self._pane.show_dictionary(dictionary)

    # Out

    def ask_export(self, dictionary: OpenDictionary) -> None:
        progress = JobProgress()
        self._jobs.start(EXPORTING, self._choose_and_export(dictionary, progress), progress=progress)

    async def _choose_and_export(self, dictionary: OpenDictionary, progress: JobProgress) -> None:
        pair = dictionary.pair
        chosen = await choose_target(
            self._pane,
            self.tr("Export"),
            folder=str(self._remembered.get("folder", "")),
            name=_file_name(f"{dictionary.name}.{pair.source}-{pair.target}.tsv"),
            filters=list(EXPORT_FILTERS),
        )
        if chosen is None:
            return
        path, chosen_filter = chosen
        if path.suffix.lower() not in EXPORT_FILTERS.values():
            path = path.with_name(path.name + EXPORT_FILTERS[chosen_filter])
        self._remembered.set("folder", str(path.parent))
        exchange = self._use_cases.exchange
        lost = await exchange.losses(dictionary.entries, path, pair)
        if lost and not await confirm(
            self._pane, self.tr("This format will not hold everything"), self.tr("Export"), text="\n".join(lost)
        ):
            return
        report = await exchange.export(
            dictionary.entries, path, pair, with_mark=chosen_filter == SPREADSHEET_FILTER, progress=progress
        )
        words = self.tr("{count} entries are in {path}.").format(count=f"{report.entry_count:,}", path=str(report.path))
        if report.formula_count:
            words += " " + self.tr(
                "{count} phrases begin like a formula, which a spreadsheet would calculate. Import it there as text."
            ).format(count=f"{report.formula_count:,}")
        self._notices.say(self.tr("Exported"), words, kind="warning" if report.formula_count else "good")


def _file_name(name: str) -> str:
    """A name without what no folder takes: separators, control characters, and too much of it."""
    kept = "".join("_" if character in '/\\:*?"<>|' or not character.isprintable() else character for character in name)
    return kept.strip(". ")[:100] or "glossary.tsv"
