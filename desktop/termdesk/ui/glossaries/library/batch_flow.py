"""Flows that copy, tag and delete rows of the library, and show the pairs of a glossary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from termdesk.application.glossaries.summaries import (
    GlossarySelection,
    GlossarySummary,
    LibraryItem,
    select_dictionaries,
)
from termdesk.ui.glossaries.library.state_words import namesake_words
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import Question, ask_text, show_dialog
from termdesk.ui.words.lists import list_sentences
from termdesk.ui.words.service_words import profile_title

if TYPE_CHECKING:
    from termdesk.application.glossaries.library.drafts_elsewhere import GlossaryElsewhere
    from termdesk.domain.language.language import LanguagePair
    from termdesk.ui.shell.jobs import JobProgress


class BatchFlow(PanePart):
    """Asks the user, does the work, and lets the pane show the result."""

    # The user chose a dictionary to open, a glossary that gets another language, or the bin.
    open_asked = Signal(object)
    add_language_asked = Signal(object)
    bin_asked = Signal()

    # Copying

    def ask_copy(self, item: LibraryItem) -> None:
        """Ask for a name, and copy a glossary as a draft."""
        self._jobs.start_with_progress(
            JobKind.COPY_GLOSSARY, self.tr("Copying a glossary"), partial(self._copy, item.summary)
        )

    async def _copy(self, summary: GlossarySummary, progress: JobProgress) -> None:
        name = await ask_text(
            self._pane,
            self.tr("Copy “{name}”").format(name=summary.name),
            self.tr("Copy"),
            label=self.tr("Name of the copy (a draft on this computer)"),
            text=self._free_name(summary.name),
            warning_of=partial(namesake_words, self._pane.summaries),
        )
        if not name:
            return
        key = await self._use_cases.batches.copy(summary, name, progress)
        await self._pane.read_library()
        self._pane.select(key)
        words = self.tr("%Ln dictionaries were copied, with the edits on this computer.", "", summary.row_count)
        self._notices.say(self.tr("Created “{name}”").format(name=name), words, kind="good")

    # From another service

    def ask_bring(self, glossary: GlossaryElsewhere) -> None:
        """Ask whether to move or copy a glossary of another service to the current one."""
        if not self._jobs.is_running(JobKind.BRING_GLOSSARY):
            self._jobs.start(JobKind.BRING_GLOSSARY, self.tr("Bringing a glossary"), partial(self._bring, glossary))

    async def _bring(self, glossary: GlossaryElsewhere) -> None:
        session = self._use_cases.session
        profiles, names = (glossary.profile, session.profile), session.profiles.names
        service, here = (profile_title(each, names) for each in profiles)
        text = self.tr(
            "It has unpublished edits for {service}. As a draft for {here} it has all its entries. What {service} has "
            "stays as it is."
        )
        locked = self._locked_words() if glossary.is_local_only else ""
        dialog = Question(
            self._pane,
            self.tr("Bring “{name}” to {here}?").format(name=glossary.name, here=here),
            list_sentences((text.format(service=service, here=here), locked)),
            self.tr("Copy"),
            other=self.tr("Move"),
            window_title=self.tr("Bring a glossary"),
        )
        if not await show_dialog(dialog):
            return
        elsewhere = self._use_cases.drafts_elsewhere
        key = await (elsewhere.move if dialog.was_other else elsewhere.copy)(glossary)
        await self._pane.read_library()
        self._pane.select(key)
        moved, copied = self.tr("Moved “{name}” to {here}"), self.tr("Copied “{name}” to {here}")
        title = (moved if dialog.was_other else copied).format(name=glossary.name, here=here)
        summary = self._pane.summary(key)
        # Another program may have locked it since it was listed.
        is_locked = summary.is_local_only if summary is not None else glossary.is_local_only
        locked = self._locked_words() if is_locked else ""
        self._notices.say(title, locked or self.tr("Publish it to have it on this service."), kind="good")

    def _locked_words(self) -> str:
        """Return what a locked draft cannot do on the service in use; empty if it may be published there."""
        if self._use_cases.session.provider.is_local:
            return ""
        return self.tr(
            "It stays locked to this computer, so it cannot be published here. To publish it, unlock it first: "
            "Glossary › Keep on this computer."
        )

    def _free_name(self, name: str) -> str:
        taken = {summary.name for summary in self._pane.summaries}
        free = self.tr("Copy of {name}").format(name=name)
        number = 2
        while free in taken:
            free = self.tr("Copy {number} of {name}").format(number=number, name=name)
            number += 1
        return free

    # Tags

    def ask_tags(self, items: Sequence[LibraryItem]) -> None:
        """Ask which tags these glossaries have."""
        self._jobs.start(
            JobKind.TAG_GLOSSARIES,
            self.tr("Tags"),
            partial(self._tag, list({item.summary.key: item.summary for item in items}.values())),
        )

    async def _tag(self, summaries: Sequence[GlossarySummary]) -> None:
        from termdesk.ui.glossaries.library.tags_dialog import TagsDialog

        known = {tag for summary in self._pane.summaries for tag in summary.tags}
        dialog = TagsDialog(self._pane, summaries, sorted(known))
        if await show_dialog(dialog):
            for summary in summaries:
                await self._use_cases.library.tag(summary, dialog.tags_for(summary))
            await self._pane.read_library()

    # Deleting

    def ask_delete(self, items: Sequence[LibraryItem]) -> None:
        """Delete these glossaries and dictionaries after a confirmation."""
        self._jobs.start_with_progress(
            JobKind.DELETE_DICTIONARIES, self.tr("Deleting"), partial(self._delete, _parts(items))
        )

    async def _delete(self, parts: Sequence[GlossarySelection], progress: JobProgress) -> None:
        """Delete after a confirmation.

        For published glossaries, the user must type it. All items go to the bin first.
        """
        from termdesk.ui.glossaries.library.delete_dialog import DeleteSheet

        is_local = self._use_cases.session.provider.is_local
        if not await show_dialog(DeleteSheet(self._pane, parts, is_local=is_local)):
            return
        if self._pane.open_keys & {part.summary.key for part in parts}:
            await self._pane.close_dictionary()
        try:
            await self._use_cases.batches.delete(parts, progress)
        finally:
            await self._pane.read_library()
        count = sum(len(part.rows) for part in parts)
        words = self.tr("%Ln dictionaries are in “Deleted glossaries” on this computer.", "", count)
        self._notices.say(
            self.tr("Deleted"), words, action=self.tr("Deleted glossaries…"), on_action=self.bin_asked.emit
        )

    # Language pairs

    def show_matrix(self, item: LibraryItem) -> None:
        """Show all language pairs of a glossary as a matrix."""
        self._jobs.start(JobKind.SHOW_PAIRS, self.tr("Pairs of a glossary"), partial(self._open_matrix, item.summary))

    async def _open_matrix(self, summary: GlossarySummary) -> None:
        from termdesk.ui.glossaries.library.glossary_page import MatrixDialog

        dialog = MatrixDialog(self._pane, summary)
        if not await show_dialog(dialog):
            return
        if dialog.item is not None:
            self.open_asked.emit(dialog.item)
        elif dialog.pair is not None:
            await self._add(summary, dialog.pair)
        elif dialog.wants_language:
            self.add_language_asked.emit(LibraryItem(summary, None))

    def add_pair(self, summary: GlossarySummary, pair: LanguagePair) -> None:
        """Add a dictionary to a glossary, and open it."""
        self._jobs.start(JobKind.ADD_DICTIONARY, self.tr("Adding a dictionary"), partial(self._add, summary, pair))

    async def _add(self, summary: GlossarySummary, pair: LanguagePair) -> None:
        await self._pane.show_dictionary(await self._use_cases.library.add_dictionary(summary, pair))
        if self._pane.page is not None:
            self._pane.page.insert_row()


def _parts(items: Sequence[LibraryItem]) -> list[GlossarySelection]:
    return select_dictionaries((item.summary, item.row) for item in items)
