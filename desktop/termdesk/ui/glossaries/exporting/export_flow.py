"""The flow of an export: ask for a file, warn of format losses, write the file, and show the result."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from termdesk.domain.file_names import safe_name
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import choose_target, confirm, confirm_overwriting
from termdesk.ui.words.lists import add_in_parentheses
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from termdesk.application.glossaries.exporting.export import FileForm
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage
    from termdesk.ui.shell.jobs import JobProgress

# Nobody reads longer lists.
MOST_FORMAT_LOSSES = 8


def export_filters() -> dict[str, tuple[str, FileForm]]:
    """Return the filters of the export dialog, each with its default file extension and how the file is written."""
    from termdesk.application.glossaries.exporting.export import export_forms

    return {add_in_parentheses(localize(title), f"*{ending}"): (ending, form) for ending, title, form in export_forms()}


async def may_lose(parent: QWidget, format_losses: Sequence[str]) -> bool:
    """Ask whether to export although the format cannot hold everything.

    Only the first losses of a long list are named.
    """
    if not format_losses:
        return True
    words = [localize(each) for each in format_losses[:MOST_FORMAT_LOSSES]]
    if len(format_losses) > MOST_FORMAT_LOSSES:
        words.append(_tr("And %Ln more.", "", len(format_losses) - MOST_FORMAT_LOSSES))
    return await confirm(parent, _tr("This format cannot store everything"), _tr("Export"), text="\n".join(words))


def _tr(text: str, comment: str = "", n: int = -1) -> str:
    return QCoreApplication.translate("Exporting", text, comment, n)


class ExportFlow(PanePart):
    """Asks for a file and its format."""

    async def _ask_target(
        self, title: str, name: str, filters: Mapping[str, tuple[str, FileForm]]
    ) -> tuple[Path, FileForm] | None:
        """Ask for the file to write, with an extension of `filters`, and for its form; None if the user cancels."""
        from termdesk.application.glossaries.exporting.export import PLAIN_FORM

        folder = self._remembered.export_folder
        chosen = await choose_target(self._pane, title, folder=folder, name=file_name(name), filters=list(filters))
        if chosen is None:
            return None
        path, chosen_filter = chosen
        ending, form = filters[chosen_filter]
        if path.suffix.lower() not in {each for each, _form in filters.values()}:
            path = path.with_name(path.name + ending)
            # The file dialog asked about a name without the extension.
            if await asyncio.to_thread(path.exists) and not await confirm_overwriting(self._pane, path):
                return None
        self._remembered.export_folder = str(path.parent)
        # A typed extension takes precedence over the filter.
        return path, form if path.suffix.lower() == ending else PLAIN_FORM


class DictionaryExportFlow(ExportFlow):
    """Exports one dictionary."""

    def ask_export(self, page: DictionaryPage) -> None:
        """Ask for a file and a format, and export the dictionary of a page."""
        self._jobs.start_with_progress(JobKind.EXPORT, self.tr("Exporting"), partial(self._choose_and_export, page))

    async def _choose_and_export(self, page: DictionaryPage, progress: JobProgress) -> None:
        dictionary, pair = page.dictionary, page.dictionary.pair
        chosen = await self._ask_target(
            self.tr("Export"), f"{dictionary.name}.{pair.source}-{pair.target}.tsv", export_filters()
        )
        if chosen is None:
            return
        path, form = chosen
        # Write the chosen file even if the page closes meanwhile.
        self._jobs.detach()
        if page.is_open:
            # Wait for pending bulk edits first.
            await page.edits.wait_until_settled()
        exporter = self._use_cases.exporter
        if not await may_lose(self._pane, await exporter.format_losses(dictionary.entries, path, pair, form)):
            return
        report = await exporter.export(dictionary.entries, path, pair, form=form, progress=progress)
        words = self.tr("%Ln entries are in {path}.", "", report.entry_count).format(path=str(report.path))
        if report.formula_count:
            words += "\n" + self.tr(
                "%Ln phrases begin like a formula, which a spreadsheet would calculate. Import it there as text.",
                "",
                report.formula_count,
            )
        self._notices.say(self.tr("Exported"), words, kind="warning" if report.formula_count else "good")


def file_name(name: str) -> str:
    """Return a valid file name, without forbidden characters but with its extension."""
    stem, dot, ending = name.rpartition(".")
    return safe_name(stem, dot + ending)
