"""The open dictionaries of the library: who has opened each, who uses it, and when it is closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from dataclasses import dataclass

from termdesk.application.completion import complete
from termdesk.application.glossaries.editing.edit_counts import EditCounts
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records


@dataclass(slots=True)
class _Uses:
    """The number of openings of a dictionary that are not closed yet, and the number of users without a page."""

    times_opened: int = 0
    users: int = 0


class OpenDictionaries:
    """Each dictionary is open at most once at a time. It closes with its last opening and its last user.

    Hold the lock `opening` while a dictionary is opened, so that nobody closes it meanwhile.
    """

    def __init__(self, records: Records) -> None:
        self.opening = asyncio.Lock()
        self.edit_counts = EditCounts()
        self._records = records
        # Dictionaries are compared by identity, so an entry lives exactly as long as its dictionary is open.
        self._open: dict[OpenDictionary, _Uses] = {}

    def __iter__(self) -> Iterator[OpenDictionary]:
        return iter(tuple(self._open))

    def find(self, draft_id: str | None) -> OpenDictionary | None:
        """Return the open dictionary of this draft; None if there is none."""
        return next((each for each in self._open if each.draft.draft_id == draft_id), None)

    async def find_refreshed(self, glossary_key: str, pair: LanguagePair) -> OpenDictionary | None:
        """Return the open dictionary of a glossary, matched by root languages. Raises StorageFailed."""
        for each in tuple(self._open):
            # Publishing another dictionary of the glossary may have assigned this one to the service, too.
            await each.refresh()
            if each.draft.glossary_key == glossary_key and each.pair.roots == pair.roots:
                return each
        return None

    def hold(self, dictionary: OpenDictionary) -> None:
        """Note that a dictionary was opened, once more if it was open already."""
        if dictionary not in self._open:
            self._open[dictionary] = _Uses()
            self.edit_counts.count(dictionary)
        self._open[dictionary].times_opened += 1

    def drop(self, draft_ids: Collection[str]) -> None:
        """Forget the dictionaries of drafts that were deleted."""
        for dictionary in [each for each in self._open if each.draft.draft_id in draft_ids]:
            del self._open[dictionary]

    def times_opened(self, dictionary: OpenDictionary) -> int:
        """Return how often a dictionary was opened and not closed again. Pass it to `close_unshown`."""
        return self._open[dictionary].times_opened if dictionary in self._open else 0

    async def close(self, dictionary: OpenDictionary) -> None:
        """Save pending changes, and close the dictionary. Raises StorageFailed.

        If it has no unpublished edits, its draft stays on disk only for undo steps or details of entries.
        """
        # Hold the lock, so that nobody opens the dictionary while it closes and gets a closed one.
        async with self.opening:
            await self._release(dictionary)
        await self._tidy_up(dictionary)

    async def close_unshown(
        self, dictionary: OpenDictionary, *, times_opened: int, is_shown: Callable[[], bool]
    ) -> None:
        """End `times_opened` openings of a dictionary, and close it when none is left. Raises StorageFailed.

        It stays open if it is shown, was opened again meanwhile, or is `in_use`.
        """
        async with self.opening:
            uses = self._open.get(dictionary)
            if is_shown() or uses is None:
                return
            uses.times_opened = max(0, uses.times_opened - times_opened)
            if not await self._release_unused(dictionary):
                return
        await self._tidy_up(dictionary)

    @contextlib.asynccontextmanager
    async def in_use(self, dictionary: OpenDictionary, *, is_shown: Callable[[], bool]) -> AsyncIterator[None]:
        """Use a dictionary without showing it, right after it was opened. Nobody else closes it within the block.

        The last user closes it unless it is shown, or was also opened to be shown. Raises StorageFailed.
        """
        # Count it as a use from now on, no longer as an opening.
        if (uses := self._open.get(dictionary)) is not None:
            uses.times_opened -= 1
            uses.users += 1
        try:
            yield
        finally:
            await complete(self._end_use(dictionary, is_shown))

    async def _end_use(self, dictionary: OpenDictionary, is_shown: Callable[[], bool]) -> None:
        async with self.opening:
            if (uses := self._open.get(dictionary)) is None:
                return
            uses.users -= 1
            if is_shown() or not await self._release_unused(dictionary):
                return
        await self._tidy_up(dictionary)

    async def _release_unused(self, dictionary: OpenDictionary) -> bool:
        """Close a dictionary that has no openings and no users. Return whether it was closed."""
        if (uses := self._open.get(dictionary)) is not None and (uses.times_opened or uses.users):
            return False
        await self._release(dictionary)
        return True

    async def _release(self, dictionary: OpenDictionary) -> None:
        await dictionary.close()
        self._open.pop(dictionary, None)

    async def _tidy_up(self, dictionary: OpenDictionary) -> None:
        """Delete the draft of a closed dictionary if it equals the service and has no undo steps or details."""
        if not await dictionary.is_as_published():
            return
        draft = dictionary.draft
        if await self._records.publish_jobs.unclear(draft.profile, draft_id=draft.draft_id):
            # The service may have what was sent, so that undoing it here is an edit, too. The next plan finds out.
            return
        async with self.opening:
            if self.find(dictionary.draft.draft_id) is not None:
                # The dictionary was opened again meanwhile, and the new instance owns the draft.
                return
            if dictionary.has_local_only_data:
                await dictionary.rebase(base=None)
            else:
                await self._records.journal.discard(dictionary.draft.draft_id)
