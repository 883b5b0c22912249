"""The glossaries of the service and of this computer: list, create, rename, tag, delete, open and close them."""

from __future__ import annotations

import contextlib
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import TYPE_CHECKING

from termdesk.application.failures import OFFLINE, OutdatedSummary
from termdesk.application.glossaries.editing.draft_preparation import DraftPreparation
from termdesk.application.glossaries.editing.edit_counts import EditCounts
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.undo_steps import UndoSteps
from termdesk.application.glossaries.library.bin_copies import BinCopies, refuse_if_changed
from termdesk.application.glossaries.library.dictionary_opener import DictionaryOpener
from termdesk.application.glossaries.library.dictionary_reader import DictionaryReader
from termdesk.application.glossaries.library.glossary_locks import GlossaryLocks
from termdesk.application.glossaries.library.large_removal import (
    NO_CHOICES,
    LargeRemovalChoices,
)
from termdesk.application.glossaries.library.open_dictionaries import OpenDictionaries
from termdesk.application.glossaries.library.split_drafts import join_split_drafts
from termdesk.application.glossaries.library.stored_copies import StoredCopies
from termdesk.application.glossaries.summaries import (
    DictionarySummary,
    GlossarySummary,
    LocalRecords,
    summarize_glossaries,
)
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.application.session.shared_locks import take_locks
from termdesk.client.errors import NotFound
from termdesk.client.transport.writes import WriteFacts, writes_for
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_rules import name_violation
from termdesk.domain.errors import InvalidInput, StorageFailed, TermdeskError
from termdesk.domain.glossary_tag import GlossaryTag
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.glossary_messages import LibraryMessage, LibraryRemedy
from termdesk.storage.records import Records
from termdesk.storage.transfer.transfers import LOCAL_KEY

if TYPE_CHECKING:
    from termdesk.client.wire import GlossaryRecord
    from termdesk.storage.journal import DraftRecord


class Library:
    """All glossaries of the service in use. Each dictionary is open at most once at a time."""

    def __init__(self, service: ServiceInUse, records: Records) -> None:
        self._service = service
        self._records = records
        self._reader = DictionaryReader(service, records)
        self.copies = StoredCopies(service, records)
        self._opener = DictionaryOpener(service, records, self._reader, self.copies)
        self._copies = BinCopies(service, records, self._reader)
        self._open = OpenDictionaries(records)
        self.locks = GlossaryLocks(service, records, find_current=self._current)
        self._merged_names: list[str] = []
        self._listed: tuple[str, Sequence[GlossaryRecord]] | None = None

    @property
    def edit_counts(self) -> EditCounts:
        """The number of changes of each dictionary since the program started."""
        return self._open.edit_counts

    # Listing

    async def summaries(self) -> list[GlossarySummary]:
        """Return all glossaries, by name.

        Raises NotConnected and ServiceError; see `read_stored_summaries` for use without a service.
        """
        profile = self._service.profile
        api, asked_at = await self._service.api(), time.monotonic()
        glossaries = await api.glossaries.list_records()
        self._listed = profile, glossaries
        await take_locks(api, profile, glossaries, self._records.local_only, asked_at=asked_at)
        with contextlib.suppress(StorageFailed):
            # The list itself needs no disk.
            listed = {each.glossary_id: [row.pair for row in each.dictionaries] for each in glossaries}
            await self._records.seen_dictionaries.note_list(profile, listed)
        await self._join_split_drafts(glossaries)
        local = await self._local_records()
        with contextlib.suppress(StorageFailed):
            if await self._take_names(profile, glossaries, local.drafts):
                local = await self._local_records()
        return summarize_glossaries(glossaries, local)

    async def _take_names(
        self, profile: str, glossaries: Sequence[GlossaryRecord], drafts: Sequence[DraftRecord]
    ) -> bool:
        """Give drafts the names that others gave to their glossaries on the service. Return whether any was renamed.

        Raises StorageFailed.
        """
        names = {each.glossary_key: each.glossary_name for each in drafts}
        for draft in drafts:
            if draft.glossary_id is None:
                # Until its creation is complete, the service has its glossary under a temporary name.
                names.pop(draft.glossary_key, None)
        renamed = {
            each.glossary_id: each.name for each in glossaries if names.get(each.glossary_id, each.name) != each.name
        }
        for key, name in renamed.items():
            await self._records.journal.rename(profile=profile, glossary_key=key, name=name)
        for dictionary in self._open:
            if dictionary.draft.glossary_key in renamed:
                # One that closes meanwhile may have no draft any more.
                with contextlib.suppress(StorageFailed):
                    await dictionary.refresh()
        return bool(renamed)

    async def seen_summaries(self, error: TermdeskError) -> list[GlossarySummary] | None:
        """Return the service's last list with the present local edits, after listing failed with `error`.

        None if there is no earlier list, or if `error` means that the service cannot be reached. Raises StorageFailed.
        """
        if isinstance(error, OFFLINE) or self._listed is None or self._listed[0] != self._service.profile:
            return None
        await self._join_split_drafts(self._listed[1])
        return summarize_glossaries(self._listed[1], await self._local_records())

    async def local_summaries(self) -> list[GlossarySummary]:
        """Return the glossaries that are edited on this computer; works without the service. Raises StorageFailed."""
        await self._join_split_drafts(None)
        return summarize_glossaries(None, await self._local_records())

    async def read_stored_summaries(self) -> list[GlossarySummary]:
        """Return the glossaries that are edited on this computer, and those of the service that it has a copy of.

        Works without the service. Copies of what was deleted there, as its last list shows, are left out. Raises
        StorageFailed.
        """
        return await self.copies.add_to(await self.local_summaries())

    def take_merged_names(self) -> list[str]:
        """Return the names of glossaries whose two drafts were merged since the last call, to tell the user."""
        names, self._merged_names = self._merged_names, []
        return names

    async def _join_split_drafts(self, listed: Sequence[GlossaryRecord] | None) -> None:
        """Join the drafts of glossaries whose creation was interrupted, so that each is listed once."""
        profile = self._service.profile
        # Drafts must not move while a dictionary is being opened. The next listing joins them.
        if not await self._records.publish_jobs.unclear(profile) or self._open.opening.locked():
            return
        async with self._open.opening:
            open_drafts = {each.draft.draft_id for each in self._open}
            joined = await join_split_drafts(self._records, profile, listed, open_drafts=open_drafts)
            for dictionary in self._open:
                if dictionary.draft.draft_id in joined.draft_ids:
                    await dictionary.refresh()
        self._merged_names += joined.merged_names

    async def _local_records(self) -> LocalRecords:
        profile, records = self._service.profile, self._records
        return LocalRecords(
            drafts=await records.journal.drafts(profile),
            last_calls=await records.publish_jobs.last_states(profile),
            tags=await records.glossary_tags.all(profile),
            seen=await records.seen_dictionaries.all(profile),
            local_only=await records.local_only.all(),
        )

    async def draft_ids(self) -> set[str]:
        """Return the ids of all drafts of the service in use. Raises StorageFailed."""
        return await self._records.journal.draft_ids(self._service.profile)

    async def read_known_summaries(self) -> list[GlossarySummary]:
        """Return all glossaries that can be listed now: those of the service if it responds, else the stored ones."""
        try:
            return await self.summaries()
        except OFFLINE:
            return await self.read_stored_summaries()

    async def _current(self, summary: GlossarySummary) -> GlossarySummary:
        """Return the present state of a listed glossary: a draft may have been published since the listing.

        Raises OutdatedSummary if the draft was deleted.
        """
        if summary.glossary_id is not None:
            return summary
        drafts = await self._records.journal.drafts(self._service.profile)
        if any(each.glossary_key == summary.key for each in drafts):
            return summary
        known = {row.draft_id for row in summary.drafts}
        moved = next((each.glossary_key for each in drafts if each.draft_id in known), None)
        found = next((each for each in await self.read_known_summaries() if each.key == moved), None) if moved else None
        if found is None:
            raise OutdatedSummary(summary.name)
        return found

    async def read(self, summary: GlossarySummary, pair: LanguagePair, progress: Progress = NoProgress()) -> Entries:
        """Return a copy of the entries of a dictionary: with the local edits, or as the service has them.

        Raises ServiceError, StorageFailed, and InvalidInput if the glossary has no such dictionary.
        """
        summary = await self._current(summary)
        row = _row(summary, pair)
        if (dictionary := self._open.find(row.draft_id)) is not None:
            return dictionary.entries.copy()
        if row.draft_id and (row.has_changes or not row.is_on_service):
            return (await self._records.journal.load(row.draft_id))[0]
        return await self._reader.remote(summary, row, progress)

    async def read_remote(
        self, summary: GlossarySummary, row: DictionarySummary, progress: Progress = NoProgress()
    ) -> Entries:
        """Return the entries as the service has them, without local edits. Raises ServiceError and OutdatedSummary."""
        return await self._reader.remote(summary, row, progress)

    async def find_edits(self, key: str, pair: LanguagePair) -> tuple[Entries, Entries] | None:
        """Return the service's last known entries, and the local ones; None if there are no local edits.

        Raises StorageFailed.
        """
        for each in self._open:
            if each.draft.glossary_key == key and each.pair.roots == pair.roots:
                base = each.base_entries()
                return (base, each.entries.copy()) if base is not None else None
        drafts = await self._records.journal.drafts(self._service.profile)
        found = [each for each in drafts if each.glossary_key == key and each.pair.roots == pair.roots]
        if not found or not found[0].has_changes:
            return None
        local, base = await self._records.journal.load(found[0].draft_id)
        return (base, local) if base is not None else None

    async def steps(self, draft_id: str) -> UndoSteps:
        """Return the stored undo steps of a draft. Raises StorageFailed."""
        return UndoSteps(*await self._records.journal.steps(draft_id))

    # Opening and closing

    @property
    def open_dictionaries(self) -> Sequence[OpenDictionary]:
        """The dictionaries that are open now. Only tests ask: a dictionary that nobody shows must not stay open."""
        return tuple(self._open)

    async def open(
        self,
        summary: GlossarySummary,
        pair: LanguagePair,
        progress: Progress = NoProgress(),
        *,
        choices: LargeRemovalChoices = NO_CHOICES,
        takes_copy: bool = False,
    ) -> OpenDictionary:
        """Open a dictionary: with the local edits, or as the service has it.

        With `takes_copy`, the last copy of its entries is opened if the service cannot be reached, as its `last_copy`
        says. Publishing merges the edits with what the service has then.

        Raises LargeRemoval if the service has far fewer entries than before and `choices` has no decision for the pair.
        Raises ServiceError if the dictionary has no draft and the service cannot deliver it (IncompleteAnswer: an
        incomplete response must not be edited). Raises InvalidInput if the glossary has no such dictionary or its draft
        was deleted.
        """
        async with self._open.opening:
            summary = await self._current(summary)
            row = _row(summary, pair)
            dictionary = await self._open.find_refreshed(summary.key, row.pair)
            # Compare with None, because an empty dictionary is falsy.
            if dictionary is None:
                choice = choices.get(row.pair.roots)
                dictionary = await self._opener.open(summary, row, choice, progress, takes_copy=takes_copy)
            self._open.hold(dictionary)
            return dictionary

    async def find_edited_draft(self, key: str, pair_text: str) -> str | None:
        """Return the id of the draft with unpublished edits; None if there is none. Raises StorageFailed.

        Such a draft opens the same way with and without the service. None also while an earlier publishing is unclear:
        the library must ask the service first, because two drafts of one dictionary may have to be joined.
        """
        profile = self._service.profile
        if await self._records.publish_jobs.unclear(profile):
            return None
        drafts = await self._records.journal.drafts(profile)
        found = (each for each in drafts if each.glossary_key == key and str(each.pair) == pair_text)
        return next((each.draft_id for each in found if each.has_changes), None)

    async def open_draft(self, draft_id: str, progress: Progress = NoProgress()) -> OpenDictionary:
        """Open a dictionary by its draft, without asking the service.

        Raises StorageFailed, also if the draft was deleted.
        """
        async with self._open.opening:
            dictionary = self._open.find(draft_id)
            if dictionary is None:
                journal = self._records.journal
                dictionary = await OpenDictionary.open(journal, await journal.find(draft_id), progress=progress)
            self._open.hold(dictionary)
            return dictionary

    async def close(self, dictionary: OpenDictionary) -> None:
        """Save pending changes, and close the dictionary. Raises StorageFailed.

        If it has no unpublished edits, its draft stays on disk only for undo steps or details of entries.
        """
        await self._open.close(dictionary)

    def times_opened(self, dictionary: OpenDictionary) -> int:
        """Return how often this dictionary was opened and not closed again. Pass it to `close_unshown`."""
        return self._open.times_opened(dictionary)

    async def close_unshown(
        self, dictionary: OpenDictionary, *, times_opened: int, is_shown: Callable[[], bool]
    ) -> None:
        """End `times_opened` openings of a dictionary, and close it when none is left. Raises StorageFailed.

        It stays open if it is shown, was opened again meanwhile, or is `in_use`.
        """
        await self._open.close_unshown(dictionary, times_opened=times_opened, is_shown=is_shown)

    def in_use(
        self, dictionary: OpenDictionary, *, is_shown: Callable[[], bool] = lambda: False
    ) -> AbstractAsyncContextManager[None]:
        """Use a dictionary without showing it, right after it was opened. Nobody else closes it within the block.

        The last user closes it unless it is shown, or was also opened to be shown. Raises StorageFailed.
        """
        return self._open.in_use(dictionary, is_shown=is_shown)

    async def forget(self, dictionary: OpenDictionary) -> None:
        """Delete a dictionary that exists only on this computer, without copying it to the bin. Close it first."""
        await self._records.journal.discard(dictionary.draft.draft_id)

    async def entries(
        self, summary: GlossarySummary, row: DictionarySummary, progress: Progress = NoProgress()
    ) -> Entries:
        """Return a copy of the entries with their details: with the local edits, or as the service has them.

        Raises what `open` raises, but opens nothing.
        """
        if summary.glossary_id is None:
            summary = await self._current(summary)
            row = _row(summary, row.pair)
        if (dictionary := self._open.find(row.draft_id)) is not None:
            return dictionary.entries.copy()
        is_as_published = row.is_on_service and not row.has_changes
        remote = await self._reader.remote(summary, row, progress) if is_as_published else None
        local = await self._reader.local(row, remote, progress)
        if local is None and remote is None:
            raise InvalidInput(
                LibraryMessage.NO_DICTIONARY_ANY_MORE(name=summary.name, pair=str(row.pair)),
                remedy=LibraryRemedy.REFRESH(),
            )
        return local if local is not None else remote or Entries()

    # Creating

    async def new(
        self,
        name: str,
        pair: LanguagePair,
        entries: Entries | None = None,
        *,
        preparation: DraftPreparation | None = None,
        is_local_only: bool = False,
        progress: Progress = NoProgress(),
    ) -> OpenDictionary:
        """Create a glossary on this computer with one dictionary, and open it. Publishing sends it to the service.

        The dictionary gets the root languages. The caller must not use `entries` any more; `preparation` is what was
        computed from them before. With `is_local_only`, the glossary is locked from the start. Raises InvalidInput for
        an invalid name or pair, and StorageFailed.
        """
        name = check_name(name)
        key = None
        if is_local_only:
            key = f"{LOCAL_KEY}{uuid.uuid4().hex}"
            await self._records.local_only.lock(self._service.profile, key)
        dictionary = await self._opener.begin(
            key, None, name, _check_pair(pair), entries or Entries(), preparation=preparation, progress=progress
        )
        self._open.hold(dictionary)
        return dictionary

    async def add_dictionary(
        self,
        summary: GlossarySummary,
        pair: LanguagePair,
        entries: Entries | None = None,
        *,
        progress: Progress = NoProgress(),
    ) -> OpenDictionary:
        """Add a dictionary to a glossary on this computer, and open it.

        Raises InvalidInput if the pair exists already.
        """
        pair = _check_pair(pair)
        summary = await self._current(summary)
        if summary.row(pair):
            raise InvalidInput(
                LibraryMessage.HAS_DICTIONARY(name=summary.name, pair=str(pair)), remedy=LibraryRemedy.OPEN_THAT()
            )
        dictionary = await self._opener.begin(
            summary.key,
            summary.glossary_id,
            summary.name,
            pair,
            entries or Entries(),
            progress=progress,
        )
        self._open.hold(dictionary)
        return dictionary

    # Changing and deleting

    async def rename(self, summary: GlossarySummary, name: str) -> None:
        """Rename a glossary, on the service too.

        Raises InvalidInput, also if others have renamed it since the listing, ServiceError and StorageFailed.
        """
        name = check_name(name)
        summary = await self._current(summary)
        if summary.glossary_id is not None and not summary.is_missing:
            api = await self._service.api()
            found = await api.glossaries.find(summary.glossary_id) if summary.glossary else None
            if found and summary.glossary and found.name not in (summary.glossary.name, name):
                message = LibraryMessage.RENAMED_BY_OTHERS(name=summary.name, found=found.name)
                raise InvalidInput(message, remedy=LibraryRemedy.REFRESH())
            with writes_for(facts=WriteFacts(summary.name, new_name=name)):
                await api.glossaries.rename(summary.glossary_id, name, old_name=found.name if found else "")
        await self._records.journal.rename(profile=self._service.profile, glossary_key=summary.key, name=name)
        for dictionary in self._open:
            await dictionary.refresh()

    async def tag(self, summary: GlossarySummary, tags: Sequence[GlossaryTag]) -> None:
        """Replace the tags of a glossary. Tags stay on this computer. Raises StorageFailed."""
        summary = await self._current(summary)
        await self._records.glossary_tags.put(self._service.profile, summary.key, tags)

    async def delete_glossary(self, summary: GlossarySummary, progress: Progress = NoProgress()) -> None:
        """Delete a glossary here and on the service, after copying its entries to the bin. The linked folder stays.

        Close its dictionaries first. If it raises StorageFailed, OutdatedSummary because others added a dictionary
        since the listing or entries while they were copied, or a ServiceError before the deletion was sent or whose
        `may_have_happened` is false, the glossary still exists, and is not in the bin unless the outcome of an earlier
        attempt was unclear.
        """
        summary = await self._current(summary)
        async with self._copies.keep_copies(summary, summary.rows, progress) as deletion:
            if summary.glossary_id is not None and not summary.is_missing:
                api = await self._service.api()
                seen = await refuse_if_changed(api, summary, deletion, is_whole=True)
                deletion.is_sent = True
                # NotFound means that somebody else has deleted it already.
                with contextlib.suppress(NotFound), writes_for(facts=deletion.facts):
                    check = partial(self._copies.has_copied, api, summary.glossary_id, deletion)
                    await api.glossaries.delete(summary.glossary_id, seen=seen, has_same_entries=check)
        await self._discard(summary, summary.rows)
        profile = self._service.profile
        await self._records.glossary_tags.put(profile, summary.key, ())
        await self._records.local_only.forget(profile, summary.key)
        await self._records.folder_links.remove(profile, summary.key)

    async def delete_dictionary(
        self, summary: GlossarySummary, pair: LanguagePair, progress: Progress = NoProgress()
    ) -> None:
        """Delete one dictionary of a glossary, in the same way as `delete_glossary`."""
        summary = await self._current(summary)
        rows = [each for each in summary.rows if each.pair.roots == pair.roots]
        async with self._copies.keep_copies(summary, rows, progress) as deletion:
            if summary.glossary_id is not None and any(each.is_on_service for each in rows):
                api = await self._service.api()
                seen = await refuse_if_changed(api, summary, deletion, is_whole=False)
                deletion.is_sent = True
                with contextlib.suppress(NotFound), writes_for(facts=deletion.facts):
                    check = partial(self._copies.has_copied, api, summary.glossary_id, deletion)
                    await api.glossaries.delete_dictionary(summary.glossary_id, pair, seen=seen, has_same_entries=check)
        await self._discard(summary, rows)

    async def _discard(self, summary: GlossarySummary, rows: Sequence[DictionarySummary]) -> None:
        gone = {row.draft_id for row in rows if row.draft_id}
        for draft_id in gone:
            await self._records.journal.discard(draft_id)
        self._open.drop(gone)
        if summary.glossary_id is not None:
            pairs = [row.pair for row in rows]
            await self._records.seen_dictionaries.forget(self._service.profile, summary.glossary_id, pairs)


def _row(summary: GlossarySummary, pair: LanguagePair) -> DictionarySummary:
    row = summary.row(pair)
    if row is None:
        raise InvalidInput(
            LibraryMessage.NO_DICTIONARY(name=summary.name, pair=str(pair)), remedy=LibraryRemedy.REFRESH()
        )
    return row


def check_name(name: str) -> str:
    """Return a name for a glossary without outer blanks. Raises InvalidInput if no glossary can have it."""
    name = name.strip()
    if violation := name_violation(name):
        raise InvalidInput(violation, remedy=LibraryRemedy.OTHER_NAME())
    return name


def _check_pair(pair: LanguagePair) -> LanguagePair:
    if pair.roots.source == pair.roots.target:
        raise InvalidInput(LibraryMessage.SAME_LANGUAGE(), remedy=LibraryRemedy.TWO_LANGUAGES())
    return pair.roots
