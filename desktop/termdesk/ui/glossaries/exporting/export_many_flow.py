"""The export of many dictionaries into a folder, one file each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from termdesk.application.glossaries.summaries import GlossarySelection, LibraryItem, select_dictionaries
from termdesk.ui.glossaries.exporting.export_flow import may_lose
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import choose_folder, show_dialog

if TYPE_CHECKING:
    from termdesk.ui.shell.jobs import JobProgress


class ExportManyFlow(PanePart):
    """Asks for a folder and a format, warns of format losses, and exports."""

    def ask_export(self, items: Sequence[LibraryItem]) -> None:
        """Ask where and in which format to export these glossaries and dictionaries."""
        parts = select_dictionaries((item.summary, item.row) for item in items)
        self._jobs.start_with_progress(
            JobKind.EXPORT_DICTIONARIES, self.tr("Exporting dictionaries"), partial(self._export, parts)
        )

    async def _export(self, parts: Sequence[GlossarySelection], progress: JobProgress) -> None:
        from termdesk.ui.glossaries.exporting.export_many_dialog import ExportManyDialog

        exporter = self._use_cases.exporter
        chosen = await choose_folder(self._pane, self.tr("Export into a folder"), folder=self._remembered.export_folder)
        if chosen is None:
            return
        from termdesk.application.glossaries.exporting.export import export_formats

        formats = export_formats()
        plans = {each: await exporter.plan_all(parts, chosen, each, overwrites=True) for each in formats}
        dialog = ExportManyDialog(self._pane, chosen, formats, plans)
        dialog.choose(self._remembered.export_many_format)
        if not await show_dialog(dialog):
            return
        self._remembered.export_folder = str(chosen)
        self._remembered.export_many_format = dialog.ending
        items = await exporter.plan_all(parts, chosen, dialog.ending, overwrites=dialog.overwrites)
        if not await may_lose(self._pane, await exporter.format_losses_of_all(items)):
            return
        report = await exporter.export_all(items, progress)
        words = self.tr("%Ln entries ({files}): {folder}", "", report.entry_count).format(
            files=self.tr("%Ln files", "", len(report.paths)), folder=chosen
        )
        self._notices.say(self.tr("Exported"), words, kind="good")
