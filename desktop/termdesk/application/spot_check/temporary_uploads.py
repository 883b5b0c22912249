"""Make drafts temporarily available to a service, and reliably delete them afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from termdesk.application.session.session import Session
from termdesk.client.creation import new_nonce
from termdesk.client.errors import NotFound
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.spot_check.temporary_glossaries import TemporaryGlossaries, TemporaryGlossary

log = logging.getLogger(__name__)

# The name explains the glossary to anyone who sees it in the service's list. A random part follows.
NAME = "Termdesk spot-check (temporary)"
# An interrupted call may still create its glossary. Look for it during this time.
SECONDS_UNCLEAR = 3600.0


class TemporaryUploads:
    """Makes drafts available to the service in use.

    The local service takes a draft into memory, so nothing has to be deleted. On other services, a temporary glossary
    is created. It is recorded on disk until it is deleted, so that none stays on the service after a crash.
    """

    def __init__(self, session: Session, noted: TemporaryGlossaries, *, clock: Callable[[], float] = time.time) -> None:
        """`clock` returns the seconds since 1970."""
        self._session = session
        self._clock = clock
        self._noted = noted
        self._in_use: set[str] = set()
        self._deletions: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Wait for running deletions."""
        if self._deletions:
            await asyncio.wait(set(self._deletions))

    @asynccontextmanager
    async def upload(self, pair: LanguagePair, entries: Entries, *, origin: str) -> AsyncIterator[str]:
        """Yield the id of this draft for translations within the block. `origin` is the key of its glossary.

        Raises InvalidInput for a locked glossary, ServiceError and StorageFailed.
        """
        api = await self._session.api()
        if self._session.provider.is_local:
            yield await api.local.add_draft(pair, entries, origin=origin)
            return
        await api.check_sending(origin, with_texts=True)
        glossary = TemporaryGlossary(f"{NAME} {new_nonce()}", self._session.profile, self._clock())
        await self._noted.note(glossary)
        self._in_use.add(glossary.name)
        try:
            made = await api.glossaries.create(glossary.name, [(pair.roots, entries)], origin=origin)
            yield made.glossary_id
        finally:
            self._in_use.discard(glossary.name)
            deletion = asyncio.create_task(self._delete([glossary]), name="deleting a temporary glossary")
            self._deletions.add(deletion)
            deletion.add_done_callback(self._deletions.discard)
            # A cancelled caller need not wait for the deletion.
            await asyncio.shield(deletion)

    async def delete_left(self) -> None:
        """Delete what earlier runs left on this service, for example after a crash.

        After an error, the next run tries again.
        """
        with contextlib.suppress(TermdeskError):
            left = await self._noted.leftovers(self._session.profile)
            await self._delete([each for each in left if each.name not in self._in_use])

    async def _delete(self, glossaries: list[TemporaryGlossary]) -> None:
        """Delete glossaries by name. If a creation was interrupted, the glossary's name only starts with it."""
        if not glossaries:
            return
        try:
            api = await self._session.api()
            listed = await api.glossaries.list()
            for glossary in glossaries:
                found = [each for each in listed if each.name.startswith(glossary.name)]
                for each in found:
                    with contextlib.suppress(NotFound):
                        await api.glossaries.delete(each.glossary_id)
                if found or self._clock() - glossary.made_at > SECONDS_UNCLEAR:
                    await self._noted.forget(glossary)
        except TermdeskError as error:
            # The record remains, and the next start deletes the glossary.
            log.warning("A temporary glossary is not deleted yet: %s", error)
