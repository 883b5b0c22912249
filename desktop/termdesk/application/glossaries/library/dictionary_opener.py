"""Create an open dictionary from its draft, from the service, or from new entries."""

from __future__ import annotations

from termdesk.application.failures import OFFLINE, LargeRemoval
from termdesk.application.glossaries.editing.draft_preparation import DraftPreparation
from termdesk.application.glossaries.editing.open_dictionary import LastCopy, OpenDictionary
from termdesk.application.glossaries.editing.pull import pull
from termdesk.application.glossaries.library.dictionary_reader import DictionaryReader
from termdesk.application.glossaries.library.large_removal import (
    LargeRemovalChoice,
    change_from_service,
    check_against_seen,
    check_large_removal,
)
from termdesk.application.glossaries.library.stored_copies import StoredCopies
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.added_quotes import has_added_quotes
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.storage.records import Records


class DictionaryOpener:
    """Opens dictionaries of the service in use.

    It does not know which ones are already open: the library ensures that each is opened once at a time.
    """

    def __init__(self, service: ServiceInUse, records: Records, reader: DictionaryReader, copies: StoredCopies) -> None:
        self._service = service
        self._records = records
        self._reader = reader
        self._copies = copies

    async def open(
        self,
        summary: GlossarySummary,
        row: DictionarySummary,
        choice: LargeRemovalChoice | None,
        progress: Progress,
        *,
        takes_copy: bool = False,
    ) -> OpenDictionary:
        """Open a dictionary that is not open yet: with the local edits, or as the service has it.

        With `takes_copy`, open the last copy if the service cannot be reached. Raises LargeRemoval if the service has
        far fewer entries than before and `choice` is None; ServiceError and StorageFailed.
        """
        journal = self._records.journal
        drafts = await journal.drafts(self._service.profile)
        draft = next(
            (each for each in drafts if each.glossary_key == summary.key and each.pair.roots == row.pair.roots), None
        )
        if draft and (draft.has_changes or not row.is_on_service):
            return await OpenDictionary.open(journal, draft, progress=progress)
        try:
            entries = await self._reader.remote(summary, row, progress)
        except OFFLINE as error:
            if draft is not None:
                dictionary = await OpenDictionary.open(journal, draft, progress=progress)
                if (as_of := await self._copies.seen_at(summary, row)) is not None:
                    dictionary.last_copy = LastCopy(as_of, error.message)
                return dictionary
            copy = await self._copies.find(summary, row) if takes_copy else None
            if copy is None or copy.as_of is None:
                raise
            dictionary = await self.begin(
                summary.key,
                summary.glossary_id,
                summary.name,
                row.pair,
                copy.entries,
                is_on_service=True,
                is_seen=False,
                progress=progress,
            )
            dictionary.last_copy = LastCopy(copy.as_of, error.message)
            return dictionary
        if draft:
            dictionary = await OpenDictionary.open(journal, draft, progress=progress)
            if await self._is_brought_up(dictionary, entries, choice, progress):
                return dictionary
            # The program ended without closing this dictionary, which has no edits. The service may have a newer
            # version.
            await dictionary.close()
            await journal.discard(draft.draft_id)
        elif choice is None:
            check_against_seen(summary.name, row.pair, summary.seen.get(row.pair), remote=len(entries))
        return await self.begin(
            summary.key, summary.glossary_id, summary.name, row.pair, entries, is_on_service=True, progress=progress
        )

    async def _is_brought_up(
        self, dictionary: OpenDictionary, remote: Entries, choice: LargeRemovalChoice | None, progress: Progress
    ) -> bool:
        """Update a draft without edits to the service's version, according to `choice`.

        Return False if the draft need not be kept.
        """
        draft = dictionary.draft
        if await run_in_thread(progress, _has_added_quotes, dictionary.entries.copy(), remote):
            # The service stored our quotes as characters, so the local version is correct.
            choice = LargeRemovalChoice.KEEP_LOCAL
        if choice is None:
            change = await run_in_thread(progress, change_from_service, dictionary.entries.copy(), remote)
            try:
                check_large_removal(
                    draft.glossary_name, draft.pair, change, local=len(dictionary.entries), remote=len(remote)
                )
            except LargeRemoval:
                await dictionary.close()
                raise
        if choice is LargeRemovalChoice.KEEP_LOCAL:
            await dictionary.rebase(base=remote)
        elif dictionary.has_local_only_data or choice is LargeRemovalChoice.TAKE_REMOTE:
            await pull(dictionary, remote, progress)
        else:
            return False
        if draft.glossary_id is not None:
            await self._records.seen_dictionaries.mark(
                self._service.profile, draft.glossary_id, draft.pair, has_changed=False
            )
        return True

    async def begin(
        self,
        glossary_key: str | None,
        glossary_id: str | None,
        name: str,
        pair: LanguagePair,
        entries: Entries,
        *,
        is_on_service: bool = False,
        is_seen: bool = True,
        preparation: DraftPreparation | None = None,
        progress: Progress,
    ) -> OpenDictionary:
        """Create a draft with these entries and open it. The caller must not use `entries` any more.

        `glossary_key` and `glossary_id` are None for a new glossary. `is_seen` is as in `Journal.open_draft`. Raises
        StorageFailed.
        """
        draft = await self._records.journal.open_draft(
            profile=self._service.profile,
            glossary_key=glossary_key,
            glossary_id=glossary_id,
            glossary_name=name,
            pair=pair,
            entries=entries,
            is_on_service=is_on_service,
            packed=preparation.packed if preparation else None,
            is_seen=is_seen,
        )
        base = entries.copy() if is_on_service else None
        return await OpenDictionary.open_with(
            self._records.journal,
            draft,
            entries,
            base=base,
            violations=preparation.violations if preparation else None,
            progress=progress,
        )


def _has_added_quotes(_progress: Progress, local: Entries, remote: Entries) -> bool:
    return has_added_quotes(remote, local.copy_published_part())
