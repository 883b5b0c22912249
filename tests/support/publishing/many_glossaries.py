"""Glossaries on the service with local edits, to be published together."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from support.publishing_setup import EN_DE, PublishingSetup, add, edit
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.draft_opener import LibraryDrafts
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.bulk_publisher import BulkPublisher
from termdesk.application.glossaries.publishing.run_plan import RunResult
from termdesk.domain.entries.entries import Entries

BEFORE = {"bolt": "Schraube", "nut": "Mutter"}
AFTER = {"bolt": "Bolzen", "nut": "Mutter", "washer": "Scheibe"}


@dataclass
class ManyGlossaries:
    """The drafts of one user, all closed, and their publisher."""

    setup: PublishingSetup
    drafts: list[str]
    ids: list[str]
    names: list[str]

    @property
    def bulk(self) -> BulkPublisher:
        """A new publisher, as after a restart: it knows only what is on disk."""
        library = Library(self.setup, self.setup.records)
        return BulkPublisher(self.setup, self.setup.records, self.setup.publisher, LibraryDrafts(library))

    async def publish(self) -> RunResult:
        """Plan and publish everything that is unpublished."""
        bulk = self.bulk
        return await bulk.run(await bulk.plan(await bulk.find_unpublished()))

    def opened(self, draft_ids: list[str] | None = None) -> AbstractAsyncContextManager[Sequence[OpenDictionary]]:
        """Open the dictionaries of these drafts, or of all drafts."""
        drafts = LibraryDrafts(Library(self.setup, self.setup.records))
        return drafts.open_drafts(self.drafts if draft_ids is None else draft_ids)

    async def held(self) -> list[dict[str, str]]:
        """Return the entries of each glossary on the service; empty if it is missing.

        Asserts that none exists twice.
        """
        listed = await self.setup.client.glossaries.list()
        found = []
        for name in self.names:
            ids = [each.glossary_id for each in listed if each.name.startswith(name)]
            assert len(ids) <= 1, "it was created twice"
            found.append(await self._entries(ids[0]) if ids else {})
        return found

    async def delete_glossaries(self) -> None:
        """Delete the glossaries on the service."""
        glossaries = self.setup.client.glossaries
        for each in await glossaries.list():
            if each.name in self.names:
                await glossaries.delete(each.glossary_id)

    async def _entries(self, glossary_id: str) -> dict[str, str]:
        return (await self.setup.client.glossaries.entries(glossary_id, EN_DE)).as_dict()


async def many_edited(setup: PublishingSetup, count: int, *, new: int = 0) -> ManyGlossaries:
    """Create glossaries with one dictionary each: `BEFORE` on the service and `AFTER` locally.

    `new` more glossaries follow, with `AFTER` only locally.
    """
    drafts, ids, names = [], [], []
    mark = uuid.uuid4().hex
    for number in range(count + new):
        names.append(f"Terms {mark} {number:02}")
        if number < count:
            dictionary = await setup.published(Entries.of(BEFORE.items()), name=names[-1])
            edit(dictionary, "bolt", "Bolzen")
            add(dictionary, "washer", "Scheibe")
        else:
            dictionary = await setup.draft(Entries.of(AFTER.items()), name=names[-1])
        await dictionary.close()
        drafts.append(dictionary.draft.draft_id)
        ids.append(str(dictionary.draft.glossary_id))
    return ManyGlossaries(setup, drafts, ids, names)
