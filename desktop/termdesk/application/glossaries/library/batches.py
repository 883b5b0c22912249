"""Copy a glossary, and delete many glossaries and dictionaries at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import EntriesReader, GlossarySelection, GlossarySummary
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary_tag import GlossaryTag
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.glossary_messages import LibraryMessage, LibraryRemedy


class LibraryBatches:
    """Copies and deletes many dictionaries, one after another; `progress` counts them."""

    def __init__(self, library: Library, reader: EntriesReader | None = None) -> None:
        """`reader` gives the entries to copy; by default, the library itself."""
        self._library = library
        self._reader = reader or library

    async def copy(self, summary: GlossarySummary, name: str, progress: Progress = NoProgress()) -> str:
        """Create a new glossary on this computer with a copy of all entries, local edits, details, tags and lock.

        Return its key. Everything is read before anything is created. If it raises InvalidInput for an invalid name,
        ServiceError or StorageFailed, no glossary was created.
        """
        found: list[tuple[LanguagePair, Entries]] = []
        for row in summary.rows:
            progress.step(len(found), summary.row_count)
            found.append((row.pair, await self._reader.entries(summary, row)))
        if not found:
            raise InvalidInput(LibraryMessage.HAS_NONE(name=summary.name), remedy=LibraryRemedy.MAKE_GLOSSARY())
        return await self.create(name, found, summary.tags, is_local_only=await self._library.locks.is_locked(summary))

    async def create(
        self,
        name: str,
        read: Sequence[tuple[LanguagePair, Entries]],
        tags: Sequence[GlossaryTag],
        *,
        is_local_only: bool = False,
    ) -> str:
        """Create a glossary on this computer with these dictionaries, at least one. Return its key.

        If it raises InvalidInput for an invalid name, or StorageFailed, no glossary was created.
        """
        made: list[OpenDictionary] = []
        try:
            for pair, entries in read:
                made.append(await self._make_dictionary(name, pair, entries, beside=made, is_local_only=is_local_only))
        except BaseException:
            # Also after a cancellation: the user could not tell half a copy from a complete one.
            await asyncio.shield(self._take_back(made))
            raise
        for dictionary in made:
            await self._library.close(dictionary)
        key = made[0].draft.glossary_key
        await self._library.tag(GlossarySummary(key, None, name), tags)
        return key

    async def _make_dictionary(
        self,
        name: str,
        pair: LanguagePair,
        entries: Entries,
        *,
        beside: Sequence[OpenDictionary],
        is_local_only: bool,
    ) -> OpenDictionary:
        if not beside:
            return await self._library.new(name, pair, entries, is_local_only=is_local_only)
        first = beside[0].draft
        return await self._library.add_dictionary(
            GlossarySummary(first.glossary_key, None, first.glossary_name), pair, entries
        )

    async def _take_back(self, made: Sequence[OpenDictionary]) -> None:
        for dictionary in made:
            await self._library.close(dictionary)
            await self._library.forget(dictionary)

    async def delete(self, parts: Sequence[GlossarySelection], progress: Progress = NoProgress()) -> None:
        """Delete glossaries and dictionaries after copying each to the bin. Close those that are open first.

        Stops at the first one that cannot be deleted: this one and the rest still exist, the ones before it are in the
        bin. Raises ServiceError and StorageFailed.
        """
        for done, part in enumerate(parts):
            progress.step(done, len(parts))
            if part.is_whole:
                await self._library.delete_glossary(part.summary)
            else:
                for row in part.rows:
                    await self._library.delete_dictionary(part.summary, row.pair)
        progress.step(len(parts), len(parts))
