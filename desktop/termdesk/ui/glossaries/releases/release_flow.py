"""Writes releases of glossaries to folders, and takes releases over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from termdesk.application.glossaries.summaries import LibraryItem, find_namesake
from termdesk.application.progress import run_in_thread
from termdesk.ui.glossaries.workspace import PanePart
from termdesk.ui.shell.job_keys import JobKind
from termdesk.ui.widgets.dialogs import choose_folder, choose_one, show_dialog
from termdesk.ui.words.message_words import localize

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
    from termdesk.application.glossaries.releases.releases import Bundle, IncomingChanges, ReleasePlan
    from termdesk.application.glossaries.releases.watched_folders import FolderLink, TakenStep
    from termdesk.application.glossaries.summaries import GlossarySummary
    from termdesk.domain.entries.changes import Change
    from termdesk.domain.language.language import LanguagePair
    from termdesk.domain.merging.term_records import TermRecord
    from termdesk.ui.glossaries.releases.take_over_dialog import Taken
    from termdesk.ui.shell.jobs import JobProgress


@dataclass(frozen=True, slots=True)
class _TakenOver:
    """What was taken over from a release: the sources to offer again, and the undo steps, by pair."""

    left_out: Mapping[LanguagePair, Collection[str]]
    steps: Mapping[LanguagePair, TakenStep]


class ReleaseFlow(PanePart):
    """Writes or takes over nothing before the user has seen the changes.

    `delete_asked` carries the dictionaries, as places, that the user wants to delete.
    """

    delete_asked = Signal(list)

    # Writing

    def ask_write(self, item: LibraryItem) -> None:
        """Ask for a folder, and write a release of a glossary to it."""
        self._pane.finish_editing()
        self._jobs.start_with_progress(
            JobKind.WRITE_RELEASE, self.tr("Writing a release"), partial(self._ask_write, item.summary)
        )

    async def _ask_write(self, summary: GlossarySummary, progress: JobProgress) -> None:
        link = await self._use_cases.watched_folders.link_of(summary.key)
        if link is not None:
            await self.write_linked(link, summary, progress)
            return
        folder = await choose_folder(
            self._pane,
            self.tr("Choose the folder to write a release of “{name}” into").format(name=summary.name),
            folder=self._remembered.release_folder,
        )
        if folder is not None:
            self._remembered.release_folder = str(folder)
            await self.write(summary, folder, progress)

    async def write_linked(self, link: FolderLink, summary: GlossarySummary, progress: JobProgress) -> None:
        """Write a release to the folder that a glossary is linked with.

        Raises the errors of `write`, and InvalidInput if the folder has changes that must be taken over first.
        """
        folders = self._use_cases.watched_folders
        await self._settle_pages()
        written = await self._write(await folders.plan(link, summary, progress), progress)
        if written is not None:
            await folders.note_common(summary.key, written)

    async def write(self, summary: GlossarySummary, folder: Path, progress: JobProgress) -> Bundle | None:
        """Show what a release changes in this folder, and write it. Return None if the user cancels or nothing changed.

        Raises the error that prevents writing.
        """
        await self._settle_pages()
        return await self._write(await self._use_cases.releases.plan(summary, folder, progress), progress)

    async def _write(self, plan: ReleasePlan, progress: JobProgress) -> Bundle | None:
        from termdesk.ui.glossaries.releases.record_words import all_difference_words
        from termdesk.ui.glossaries.releases.write_dialog import WriteReleaseDialog

        if plan.is_unchanged and plan.former is not None:
            words = self.tr("The folder has exactly these entries, as release {version}.")
            self._notices.say(self.tr("Nothing to release"), words.format(version=plan.former.manifest.version))
            return None
        differences = await run_in_thread(progress, all_difference_words, plan.changes)
        dialog = WriteReleaseDialog(self._pane, plan, differences)
        if not await show_dialog(dialog):
            return None
        # Write the entire release even if the page closes meanwhile.
        self._jobs.detach()
        written = await self._use_cases.releases.write(plan, dialog.version, dialog.notes, progress)
        title = self.tr("Wrote release {version} of “{name}”")
        self._notices.say(title.format(version=written.manifest.version, name=plan.name), f"{plan.folder}", kind="good")
        return written

    async def _settle_pages(self) -> None:
        """Wait for pending edits of the open pages, because they belong to the release."""
        for page in self._pane.open_pages:
            await page.sheet_edits.wait_until_settled()

    # Taking over

    def ask_take_over(self) -> None:
        """Ask for the folder of a release, and take it over into the selected glossary or a new one."""
        self._pane.finish_editing()
        self._jobs.start_with_progress(JobKind.TAKE_OVER_RELEASE, self.tr("Taking over a release"), self._ask_take_over)

    def take_over_or(self, paths: Sequence[Path], otherwise: Callable[[Sequence[Path]], object]) -> None:
        """Take over a release if its folder is given; otherwise call `otherwise` with the paths."""
        # Distinguish folders by their names, to avoid disk access here; manifests have a fixed name.
        if len(paths) == 1 and paths[0].suffix in ("", ".json"):
            self._jobs.start_with_progress(
                JobKind.TAKE_OVER_RELEASE,
                self.tr("Taking over a release"),
                partial(self._take_over_or, paths[0], partial(otherwise, paths)),
            )
        else:
            otherwise(paths)

    async def _take_over_or(self, path: Path, otherwise: Callable[[], object], progress: JobProgress) -> None:
        folder = await self._use_cases.releases.folder_of(path)
        if folder is None:
            otherwise()
        else:
            await self._read_and_take(folder, progress)

    async def _ask_take_over(self, progress: JobProgress) -> None:
        folder = await choose_folder(
            self._pane, self.tr("Choose the folder of the release to take over"), folder=self._remembered.release_folder
        )
        if folder is None:
            return
        self._remembered.release_folder = str(folder)
        await self._read_and_take(folder, progress)

    async def _read_and_take(self, folder: Path, progress: JobProgress) -> None:
        """Ask which glossary takes over a release, and take it over.

        Raises the error that prevents reading the release.
        """
        bundle = await self._use_cases.releases.read(folder, progress)
        item = self._pane.chosen_item()
        # Without a selection, propose the glossary of this name, so that an interrupted take-over continues there.
        known = item.summary if item else find_namesake(self._pane.summaries, bundle.manifest.glossary)
        target = None
        if known is not None:
            chosen, new = self.tr("Into “{name}”").format(name=known.name), self.tr("As a new glossary")
            title = self.tr("Release {version} of “{name}”")
            title = title.format(version=bundle.manifest.version, name=bundle.manifest.glossary)
            answer = await choose_one(self._pane, title, chosen, new, text=self.tr("Where do the entries go?"))
            if answer is None:
                return
            target = known if answer == chosen else None
        await self._compare_and_take(bundle, target, progress)

    async def _compare_and_take(self, bundle: Bundle, target: GlossarySummary | None, progress: JobProgress) -> None:
        await self._settle_pages()
        incoming = await self._use_cases.releases.compare(bundle, target, progress)
        await self._show_and_take(bundle, incoming, target, progress)

    async def take_linked(self, link: FolderLink, summary: GlossarySummary, progress: JobProgress) -> str | None:
        """Show what the glossary lacks compared with its linked folder, and take over what the user chooses.

        Return the digest of the release about which nothing is left to decide for now, empty if the folder has none;
        None if the user cancels. Raises errors of reading the folder or changing a dictionary.
        """
        await self._settle_pages()
        look = await self._use_cases.watched_folders.look(link, summary, progress)
        if look.bundle is None:
            words = self.tr("The folder has no release yet: {folder}").format(folder=link.folder)
            self._notices.say(self.tr("Nothing to take over"), words)
            return ""
        over = await self._show_and_take(look.bundle, look.incoming, summary, progress, is_linked=True)
        if over is None:
            return None if look.has_incoming else look.bundle.digest
        await self._use_cases.watched_folders.note_taken(link, look.bundle, over.left_out, over.steps)
        await self._offer_deletion(link, look.bundle)
        return look.bundle.digest

    async def _offer_deletion(self, link: FolderLink, bundle: Bundle) -> None:
        """Offer to delete dictionaries that were removed from the folder and have no local entries left."""
        summary = self._pane.summary(link.glossary_key)
        given_up = {*link.bases} - {each.pair.roots for each in bundle.manifest.dictionaries}
        for row in summary.rows if summary is not None else ():
            if (
                summary is None
                or row.pair.roots not in given_up
                or await self._use_cases.copying_library.entries(summary, row)
            ):
                continue
            self._notices.say(
                self.tr("{pair} of “{name}” is empty").format(pair=row.pair.roots, name=summary.name),
                self.tr("Release {version} no longer has this dictionary.").format(version=bundle.manifest.version),
                action=self.tr("Delete…"),
                on_action=partial(self._delete_empty, summary.key, row.pair),
                topic=_topic_of_empty(summary.key, row.pair),
            )

    def _delete_empty(self, key: str, pair: LanguagePair) -> None:
        """Ask whether to delete a dictionary as it is now: it may have new entries, or be gone."""
        self._notices.end_topic(_topic_of_empty(key, pair))
        summary = self._pane.summary(key)
        row = summary.row(pair) if summary is not None else None
        if summary is not None and row is not None:
            self.delete_asked.emit([LibraryItem(summary, row)])
        else:
            title = self.tr("{pair} is no longer in the library").format(pair=pair.roots)
            self._notices.hint(title, self.tr("It was deleted, or another service is in use."))

    async def _show_and_take(
        self,
        bundle: Bundle,
        incoming: Sequence[IncomingChanges],
        target: GlossarySummary | None,
        progress: JobProgress,
        *,
        is_linked: bool = False,
    ) -> _TakenOver | None:
        """Show what a release changes, and take over what the user chooses. Return None if nothing was taken over."""
        from termdesk.ui.glossaries.releases.record_words import all_difference_words
        from termdesk.ui.glossaries.releases.take_over_dialog import TakeOverDialog

        unreadable = [each for each in bundle.findings if each.is_unreadable]
        if all(each.is_empty for each in incoming) and not unreadable:
            self._notices.say(self.tr("Nothing to take over"), self.tr("The release has nothing that is not here."))
            return None
        differences = await run_in_thread(progress, all_difference_words, [each.changes for each in incoming])
        name = target.name if target is not None else ""
        is_locked = target is not None and target.is_local_only
        dialog = TakeOverDialog(
            self._pane, bundle, incoming, differences, target=name, is_target_locked=is_locked, is_linked=is_linked
        )
        if not await show_dialog(dialog):
            return None
        # Read these before the first await, because the dialog is deleted then.
        taken, left_out = dialog.taken, dialog.left_out
        # Complete the take-over even if a page closes meanwhile.
        self._jobs.detach()
        is_locked = bundle.manifest.is_local_only
        name = name or bundle.manifest.glossary
        steps = await self.take(taken, target, name, progress, is_local_only=is_locked)
        self._tell_taken(name, bundle, has_changes=any(taken.values()))
        return _TakenOver(left_out, steps)

    def _tell_taken(self, name: str, bundle: Bundle, *, has_changes: bool) -> None:
        words = self.tr("Undo takes it back, for each dictionary. Publish to have it on the service, too.")
        if not has_changes:
            words = self.tr(
                "Your version was kept in all conflicts, so no entry changed here. Your next release brings it into "
                "the folder. Undo takes this back, for each dictionary."
            )
        title = self.tr("Took over release {version} into “{name}”").format(version=bundle.manifest.version, name=name)
        self._notices.say(title, words, kind="good")
        for each in bundle.findings:
            if each.is_unreadable:
                self._notices.say(self.tr("A dictionary was left out"), localize(each.message), kind="warning")

    async def take(
        self,
        taken: Taken,
        target: GlossarySummary | None,
        name: str,
        progress: JobProgress,
        *,
        is_local_only: bool = False,
    ) -> Mapping[LanguagePair, TakenStep]:
        """Take over these records, as one undo step in each dictionary, and return the steps of those that had existed.

        A dictionary without records keeps its entries. Its step only settles conflicts, so that Undo takes that back.

        Without a target they become a new glossary, which is locked if `is_local_only`. Raises the error that prevents
        opening or changing a dictionary.
        """
        steps: dict[LanguagePair, TakenStep] = {}
        key = target.key if target is not None else ""
        for pair, records in taken.items():
            summary = self._pane.summary(key) if key else None
            if summary is not None and summary.row(pair) is not None:
                if (step := await self._change(summary, pair, records, progress)) is not None:
                    steps[pair.roots] = step
            elif records:
                key = await self._add(summary, pair, records, name, progress, is_local_only=is_local_only)
                await self._pane.read_library()
        await self._pane.read_library()
        if key and target is None:
            self._pane.select(key)
        return steps

    async def _change(
        self, summary: GlossarySummary, pair: LanguagePair, records: dict[str, TermRecord], progress: JobProgress
    ) -> TakenStep | None:
        library = self._use_cases.library
        dictionary = await library.open(summary, pair, progress, takes_copy=True)
        async with library.in_use(dictionary, is_shown=lambda: self._pane.shows(dictionary)):
            return await self._apply(dictionary, records, progress)

    async def _apply(
        self, dictionary: OpenDictionary, records: dict[str, TermRecord], progress: JobProgress
    ) -> TakenStep | None:
        """Take over these records as one undo step, and return it; None if nothing changes.

        A page that shows the dictionary, or opens meanwhile, is updated.

        The previous entries are kept as a version.
        """
        title, settles_only = self.tr("Release taken over"), not records
        await dictionary.keep_version()

        def compute() -> Awaitable[Change]:
            return self._use_cases.releases.change_into(dictionary.entries, records, progress)

        while (page := self._pane.page_of(dictionary)) is None:
            revision = dictionary.revision
            change = await compute()
            # A page may have been opened meanwhile, and typing in it moves rows.
            if dictionary.revision == revision and self._pane.page_of(dictionary) is None:
                await dictionary.take(change, title, may_be_empty=settles_only, progress=progress)
                return await self._save_step(dictionary, revision)
        change = await page.sheet_edits.current_change(dictionary, compute)
        revision = dictionary.revision
        if change.count or settles_only:
            await page.apply_to_dictionary(dictionary, change, title, progress, may_be_empty=settles_only)
        return await self._save_step(dictionary, revision)

    async def _save_step(self, dictionary: OpenDictionary, revision: int) -> TakenStep | None:
        """Return the step that is the only change since a revision, once it is on disk; None if there is none."""
        from termdesk.application.glossaries.releases.watched_folders import TakenStep

        moment = dictionary.step_since(revision)
        await dictionary.wait_until_saved()
        return TakenStep(dictionary.draft.draft_id, moment) if moment is not None else None

    async def _add(
        self,
        summary: GlossarySummary | None,
        pair: LanguagePair,
        records: dict[str, TermRecord],
        name: str,
        progress: JobProgress,
        *,
        is_local_only: bool,
    ) -> str:
        """Add a dictionary to a glossary, or create a glossary with it. Return the key of the glossary."""
        from termdesk.domain.entries.entries import Entries

        library, entries = self._use_cases.library, Entries()
        entries.apply(await self._use_cases.releases.change_into(entries, records, progress))
        if summary is not None:
            made = await library.add_dictionary(summary, pair, entries, progress=progress)
        else:
            made = await library.new(name, pair, entries, is_local_only=is_local_only, progress=progress)
        key = made.draft.glossary_key
        await library.close(made)
        return key


def _topic_of_empty(key: str, pair: LanguagePair) -> str:
    """Return the topic of the notice that offers to delete an empty dictionary."""
    return f"empty:{key}:{pair.roots}"
