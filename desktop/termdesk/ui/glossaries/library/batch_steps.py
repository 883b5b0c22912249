"""What is done to one or many rows of the library: copied, tagged, exported, deleted, seen as a matrix."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.glossaries.library.batches import Part, parts_of
from termdesk.application.glossaries.library.library import Shelf
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.pluralize import amount
from termdesk.ui.glossaries.exporting.export_flow import may_lose
from termdesk.ui.glossaries.library.library_model import Place
from termdesk.ui.glossaries.pane.pane_steps import PaneSteps
from termdesk.ui.shell.jobs import JobProgress
from termdesk.ui.widgets.dialogs import answered, ask_text, choose_folder

COPYING = "Copying a glossary"
DELETING = "Deleting"
EXPORTING = "Exporting dictionaries"


class BatchSteps(PaneSteps):
    """Asks, does it, and lets the pane show what came of it."""

    # Copying

    def ask_copy(self, place: Place) -> None:
        progress = JobProgress()
        self._jobs.start(COPYING, self._copy(place.shelf, progress), progress=progress)

    async def _copy(self, shelf: Shelf, progress: JobProgress) -> None:
        name = await ask_text(
            self._pane,
            self.tr("Copy “{name}”").format(name=shelf.name),
            self.tr("Copy"),
            label=self.tr("Name of the copy, which is a draft on this computer"),
            text=self._free_name(shelf.name),
        )
        if not name:
            return
        key = await self._use_cases.batches.copy(shelf, name, progress)
        await self._pane.read_library()
        self._pane.panel.select(key)
        one, many = self.tr("It has the dictionary"), self.tr("It has all {count} dictionaries")
        words = amount(shelf.row_count, one, many) + self.tr(", with the edits that are here.")
        self._notices.say(self.tr("“{name}” is made").format(name=name), words, kind="good")

    def _free_name(self, name: str) -> str:
        taken = {shelf.name for shelf in self._pane.panel.model.shelves}
        free = self.tr("Copy of {name}").format(name=name)
        number = 2
        while free in taken:
            free = self.tr("Copy {number} of {name}").format(number=number, name=name)
            number += 1
        return free

    # Tags

    def ask_tags(self, places: Sequence[Place]) -> None:
        self._jobs.start("Tags", self._tag(list({place.shelf.key: place.shelf for place in places}.values())))

    async def _tag(self, shelves: Sequence[Shelf]) -> None:
        from termdesk.ui.glossaries.library.tags_dialog import TagsDialog

        known = {tag for shelf in self._pane.panel.model.shelves for tag in shelf.tags}
        dialog = TagsDialog(self._pane, shelves, sorted(known))
        if await answered(dialog):
            for shelf in shelves:
                await self._use_cases.library.tag(shelf, dialog.tags_for(shelf))
            await self._pane.read_library()

    # Exporting

    def ask_export(self, places: Sequence[Place]) -> None:
        progress = JobProgress()
        self._jobs.start(EXPORTING, self._export(_parts(places), progress), progress=progress)

    async def _export(self, parts: Sequence[Part], progress: JobProgress) -> None:
        from termdesk.ui.glossaries.exporting.export_many_dialog import ExportManyDialog

        batches = self._use_cases.batches
        chosen = await choose_folder(
            self._pane, self.tr("Export into a folder"), folder=str(self._remembered.get("folder", ""))
        )
        if chosen is None:
            return
        formats = batches.export_formats()
        plans = {each: await batches.plan_export(parts, chosen, each, overwrites=True) for each in formats}
        dialog = ExportManyDialog(self._pane, chosen, formats, plans)
        dialog.choose(str(self._remembered.get("export_many_format", ".tsv")))
        if not await answered(dialog):
            return
        self._remembered.set("folder", str(chosen))
        self._remembered.set("export_many_format", dialog.ending)
        items = await batches.plan_export(parts, chosen, dialog.ending, overwrites=dialog.overwrites)
        if not await may_lose(self._pane, await batches.losses(items)):
            return
        report = await batches.export(items, progress)
        entries = amount(report.entry_count, self.tr("1 entry in"), self.tr("{count} entries in"))
        one, many = self.tr("1 file"), self.tr("{count} files")
        words = f"{entries} {amount(len(report.paths), one, many)}: {chosen}"
        self._notices.say(self.tr("Exported"), words, kind="good")

    # Deleting

    def ask_delete(self, places: Sequence[Place]) -> None:
        progress = JobProgress()
        self._jobs.start(DELETING, self._delete(_parts(places), progress), progress=progress)

    async def _delete(self, parts: Sequence[Part], progress: JobProgress) -> None:
        """What is on the service takes a typed word; all of it is kept on this computer before it goes."""
        from termdesk.ui.glossaries.library.delete_dialog import DeleteSheet

        if not await answered(DeleteSheet(self._pane, parts)):
            return
        if self._pane.open_keys & {part.shelf.key for part in parts}:
            await self._pane.close_dictionary()
        try:
            await self._use_cases.batches.delete(parts, progress)
        finally:
            await self._pane.read_library()
        count = sum(len(part.rows) for part in parts)
        one = self.tr("1 dictionary lies in the bin of this computer.")
        words = amount(count, one, self.tr("{count} dictionaries lie in the bin of this computer."))
        self._notices.say(
            self.tr("Deleted"), words, action=self.tr("Open the bin"), on_action=self._pane.housekeeping.show_bin
        )

    # Pairs

    def show_matrix(self, place: Place) -> None:
        self._jobs.start("Pairs of a glossary", self._open_matrix(place.shelf))

    async def _open_matrix(self, shelf: Shelf) -> None:
        from termdesk.ui.glossaries.library.glossary_page import MatrixDialog

        dialog = MatrixDialog(self._pane, shelf)
        if not await answered(dialog):
            return
        if dialog.place is not None:
            self._pane.open_place(dialog.place)
        elif dialog.pair is not None:
            await self._add(shelf, dialog.pair)
        elif dialog.wants_language:
            self._pane.housekeeping.ask_add_dictionary(Place(shelf, None))

    def add_pair(self, shelf: Shelf, pair: LanguagePair) -> None:
        """Make the dictionary of a pair that the glossary lacks, and open it."""
        self._jobs.start("Adding a dictionary", self._add(shelf, pair))

    async def _add(self, shelf: Shelf, pair: LanguagePair) -> None:
        await self._pane.show_dictionary(await self._use_cases.library.add_dictionary(shelf, pair))
        if self._pane.page is not None:
            self._pane.page.insert_row()


def _parts(places: Sequence[Place]) -> list[Part]:
    return parts_of((place.shelf, place.row) for place in places)
