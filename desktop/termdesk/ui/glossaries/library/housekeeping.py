"""Flows that create, rename and reverse glossaries, and restore deleted ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from termdesk.application.progress import run_in_thread
from termdesk.domain.language.language import LanguagePair
from termdesk.ui.glossaries.library.state_words import namesake_words
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.shell.jobs import JobProgress
from termdesk.ui.widgets.dialogs import ask_text, show_dialog

if TYPE_CHECKING:
    from termdesk.application.glossaries.library.bin import RestoredEdits
    from termdesk.application.glossaries.summaries import GlossarySummary, LibraryItem
    from termdesk.ui.glossaries.dictionary.dictionary_page import DictionaryPage

# Suggested for new dictionaries, the most common first.
_COMMON = ("en", "es", "fr", "de", "it", "pt", "ja", "zh", "ko", "nl", "pl")


class Housekeeping(PanePart):
    """Asks the user, does the work, and lets the pane show the result."""

    def ask_new(self) -> None:
        """Ask for a name and a language pair, and create a glossary."""
        self._jobs.start(JobKind.CREATE_GLOSSARY, self.tr("New glossary"), self._make_new)

    async def _make_new(self) -> None:
        from termdesk.ui.glossaries.library.new_glossary_dialog import NewGlossaryDialog

        pair = LanguagePair(self._remembered.new_source, self._remembered.new_target)
        languages = await self._use_cases.languages.pair_languages()
        title = self.tr("New glossary")
        dialog = NewGlossaryDialog(
            self._pane,
            title,
            self.tr("Create"),
            pair=pair,
            languages=languages,
            warning_of=partial(namesake_words, self._pane.summaries),
        )
        if await show_dialog(dialog):
            self._remembered.new_source = dialog.pair.source
            self._remembered.new_target = dialog.pair.target
            await self._pane.show_dictionary(await self._use_cases.library.new(dialog.name, dialog.pair))
            if self._pane.page is not None:
                self._pane.page.insert_row()

    def ask_add_dictionary(self, item: LibraryItem) -> None:
        """Ask for a language pair, and add its dictionary to a glossary."""
        self._jobs.start(
            JobKind.ADD_DICTIONARY, self.tr("Adding a dictionary"), partial(self._add_dictionary, item.summary)
        )

    async def _add_dictionary(self, summary: GlossarySummary) -> None:
        from termdesk.ui.glossaries.library.new_glossary_dialog import NewGlossaryDialog

        pair = next_pair(summary.pairs)
        title = self.tr("Another dictionary of “{name}”").format(name=summary.name)
        languages = await self._use_cases.languages.pair_languages()
        verb = self.tr("Add")
        dialog = NewGlossaryDialog(self._pane, title, verb, pair=pair, languages=languages, name=summary.name)
        if await show_dialog(dialog):
            await self._pane.show_dictionary(await self._use_cases.library.add_dictionary(summary, dialog.pair))

    def ask_rename(self, item: LibraryItem) -> None:
        """Ask for a new name for a glossary."""
        self._jobs.start(JobKind.RENAME_GLOSSARY, self.tr("Renaming"), partial(self._rename, item.summary))

    async def _rename(self, summary: GlossarySummary) -> None:
        name = await ask_text(
            self._pane,
            self.tr("Rename glossary"),
            self.tr("Rename"),
            label=self.tr("New name"),
            text=summary.name,
            warning_of=partial(namesake_words, self._pane.summaries, key=summary.key),
        )
        if name and name != summary.name:
            await self._use_cases.library.rename(summary, name)
            await self._pane.read_library()

    def show_bin(self) -> None:
        """Show the deleted dictionaries that can be restored."""
        self._jobs.start(JobKind.SHOW_BIN, self.tr("Deleted glossaries"), self._open_bin)

    async def _open_bin(self) -> None:
        from termdesk.ui.glossaries.library.bin_dialog import BinDialog

        await show_dialog(BinDialog(self._pane, self._use_cases.bin, self._jobs, on_restored=self.show_restored))

    def show_restored(self, edits: Sequence[RestoredEdits]) -> None:
        """Show the library with what was restored, and say which dictionaries had local edits."""
        self._pane.refresh()
        for each in edits:
            title = self.tr("“{name}” ({pair}) was restored with your unpublished edits")
            self._notices.say(
                title.format(name=each.name, pair=str(each.pair)),
                self._edits_words(each),
                kind="warning" if each.conflict_count else "note",
            )

    def _edits_words(self, edits: RestoredEdits) -> str:
        if not edits.conflict_count:
            return self.tr(
                "They are one step that you can undo. The list of versions also has the entries that the service had."
            )
        return self.tr(
            "They are one step that you can undo. %Ln phrases that you edited had also been changed elsewhere: the "
            "draft has your text, and the list of versions also has the other one.",
            "",
            edits.conflict_count,
        )

    def ask_reverse(self) -> None:
        """Create the reverse dictionary of the active one."""
        if self._pane.page is not None:
            self._pane.finish_editing()
            self._jobs.start(JobKind.REVERSE_DICTIONARY, self.tr("Reversing"), partial(self._reverse, self._pane.page))

    async def _reverse(self, page: DictionaryPage) -> None:
        """Create the dictionary for the opposite direction in the same glossary."""
        from termdesk.domain.merging.reversal import reverse
        from termdesk.ui.glossaries.library.reverse_dialog import ReverseDialog

        dictionary = page.dictionary
        summary = self._pane.summary(dictionary.draft.glossary_key)
        if summary is None:
            return
        # Wait for pending bulk edits first.
        await page.edits.wait_until_settled()
        entries, pair = dictionary.entries.copy(), dictionary.pair.reverse
        reversal = await run_in_thread(JobProgress(), lambda _progress: reverse(entries))
        dialog = ReverseDialog(self._pane, reversal, pair)
        if await show_dialog(dialog):
            # Opening the new dictionary closes this page, which must not cancel the job.
            self._jobs.detach()
            made = await run_in_thread(
                JobProgress(), lambda _progress: reversal.entries(dialog.model.chosen_candidates())
            )
            await self._pane.show_dictionary(await self._use_cases.library.add_dictionary(summary, pair, made))


def next_pair(known: Sequence[LanguagePair]) -> LanguagePair:
    """Return a pair to suggest in addition to these: the most common source, and a common language that is missing."""
    sources = Counter(pair.roots.source for pair in known)
    source = sources.most_common(1)[0][0] if sources else "en"
    taken = {source, *(pair.roots.target for pair in known if pair.roots.source == source)}
    return LanguagePair(source, next((each for each in _COMMON if each not in taken), _COMMON[0]))
