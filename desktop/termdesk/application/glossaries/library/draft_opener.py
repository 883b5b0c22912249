"""Open drafts of the library while they are needed, and close those that nobody else uses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from termdesk.application.glossaries.editing.closed_rows import wait_until_freed
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.domain.progress import NoProgress, Progress


class LibraryDrafts:
    """The drafts of the service in use, through its library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    @asynccontextmanager
    async def open_drafts(
        self, draft_ids: Sequence[str], progress: Progress = NoProgress()
    ) -> AsyncIterator[Sequence[OpenDictionary]]:
        """Open these drafts in this order, and yield their dictionaries. Deleted drafts are left out.

        Dictionaries that a page shows, or opens meanwhile, stay open. Raises StorageFailed.
        """
        library = self._library
        existing = await library.draft_ids()
        opened: list[OpenDictionary] = []
        async with AsyncExitStack() as uses:
            for draft_id in draft_ids:
                if draft_id in existing:
                    await wait_until_freed()
                    opened.append(await library.open_draft(draft_id, progress))
                    await uses.enter_async_context(library.in_use(opened[-1]))
            yield opened
