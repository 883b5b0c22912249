"""The bin: deleted glossaries, kept on this computer so that they can be restored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.glossary_messages import BinTitle
from termdesk.storage.deleted_glossaries import DeletedGlossary
from termdesk.storage.records import Records


@dataclass(frozen=True, slots=True)
class BinItem:
    """A deleted glossary, a single deleted dictionary, or what a publication overwrote.

    `name` is a message in the last case.
    """

    number: int
    name: str
    pairs: tuple[LanguagePair, ...]
    deleted_at: datetime


class Bin:
    """The deleted glossaries of the service in use."""

    def __init__(self, service: ServiceInUse, records: Records, library: Library) -> None:
        self._service = service
        self._records = records
        self._library = library

    async def all(self) -> list[BinItem]:
        """Return everything in the bin, the latest first. Raises StorageFailed."""
        return [
            BinItem(each.number, _name(each), tuple(_latest(each)), each.deleted_at)
            for each in await self._records.deleted_glossaries.all(self._service.profile)
        ]

    async def restore(self, discarded: BinItem, *, name: str = "") -> None:
        """Restore a glossary as drafts on this computer; publishing returns it to the service.

        A new glossary gets this `name`, by default that of the item in English.

        A single dictionary is restored into its glossary if that still exists and has no other dictionary of the pair.
        If a dictionary had local edits, the edited version is restored. Raises StorageFailed.
        """
        found = await self._records.deleted_glossaries.all(self._service.profile)
        deleted = next((each for each in found if each.number == discarded.number), None)
        if deleted is None:
            return
        title = name or str(discarded.name)
        summary = home = await self._home(deleted)
        for pair, content_hash in _latest(deleted).items():
            entries = await self._records.snapshots.get(content_hash)
            if summary is None:
                dictionary = await self._library.new(title, pair, entries, is_local_only=deleted.is_local_only)
                key = dictionary.draft.glossary_key
                summary = GlossarySummary(key, None, title)
                await self._records.versions.copy(self._service.profile, deleted.glossary_key, key)
            else:
                dictionary = await self._library.add_dictionary(summary, pair, entries)
            await self._library.close(dictionary)
        if summary is not None and home is None:
            await self._library.tag(summary, deleted.tags)
        await self._records.deleted_glossaries.forget(deleted.number)

    async def _home(self, deleted: DeletedGlossary) -> GlossarySummary | None:
        """Return the glossary that the deleted part belonged to, if it has no dictionary of these pairs; else None."""
        for summary in await self._library.read_known_summaries():
            if deleted.glossary_key and summary.key == deleted.glossary_key:
                return None if any(summary.row(pair) for pair in _latest(deleted)) else summary
        return None

    async def forget(self, discarded: BinItem) -> None:
        """Delete a glossary in the bin permanently. Raises StorageFailed."""
        await self._records.deleted_glossaries.forget(discarded.number)


def _name(deleted: DeletedGlossary) -> str:
    return BinTitle.OVERWRITTEN(name=deleted.name) if deleted.is_overwritten else deleted.name


def _latest(deleted: DeletedGlossary) -> dict[LanguagePair, str]:
    """Return the hash of the newest version of each pair."""
    return {pair.roots: content_hash for pair, content_hash in deleted.dictionaries}
