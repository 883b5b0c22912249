"""The bin: deleted glossaries, kept on this computer so that they can be restored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.pull import change_to, targets_of
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import difference
from termdesk.domain.merging.merge import merge
from termdesk.domain.merging.restoration import restore
from termdesk.domain.progress import NoProgress, Progress
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


@dataclass(frozen=True, slots=True)
class RestoredEdits:
    """Local edits that were restored as an undo step upon the entries that the service had.

    Others had changed `conflict_count` of the edited phrases, too; those have the local text.
    """

    name: str
    pair: LanguagePair
    conflict_count: int


# The title of that step.
EDITS_STEP = "Unpublished edits"


@dataclass(frozen=True, slots=True)
class _Stored:
    """The hashes of what the bin has of a dictionary. `local` is None if it had no version of its own.

    `base` is what the local edits were based on.
    """

    base: str
    remote: str
    local: str | None


class Bin:
    """The deleted glossaries of the service in use."""

    def __init__(self, service: ServiceInUse, records: Records, library: Library) -> None:
        self._service = service
        self._records = records
        self._library = library

    async def all(self) -> list[BinItem]:
        """Return everything in the bin, the latest first. Raises StorageFailed."""
        return [
            BinItem(each.number, _name(each), tuple(_group_by_pair(each)), each.deleted_at)
            for each in await self._records.deleted_glossaries.all(self._service.profile)
        ]

    async def restore(self, discarded: BinItem, *, name: str = "") -> list[RestoredEdits]:
        """Restore a glossary as drafts on this computer; publishing returns it to the service.

        A new glossary gets this `name`, by default that of the item in English.

        A single dictionary is restored into its glossary if that still exists and has no other dictionary of the pair.
        If a dictionary had local edits, they become one undo step upon the entries that the service had, which are also
        stored as a version. Return these edits. Raises StorageFailed.
        """
        found = await self._records.deleted_glossaries.all(self._service.profile)
        deleted = next((each for each in found if each.number == discarded.number), None)
        if deleted is None:
            return []
        title = name or str(discarded.name)
        summary = home = await self._home(deleted)
        edits: list[RestoredEdits] = []
        for pair, stored in _group_by_pair(deleted).items():
            entries = await self._records.snapshots.get(stored.remote)
            if summary is None:
                dictionary = await self._library.new(title, pair, entries, is_local_only=deleted.is_local_only)
                key = dictionary.draft.glossary_key
                summary = GlossarySummary(key, None, title)
                await self._records.versions.copy(self._service.profile, deleted.glossary_key, key)
            else:
                dictionary = await self._library.add_dictionary(summary, pair, entries)
            try:
                edits += await self._restore_edits(dictionary, stored)
            finally:
                await self._library.close(dictionary)
        if summary is not None and home is None:
            await self._library.tag(summary, deleted.tags)
        await self._records.deleted_glossaries.forget(deleted.number)
        return edits

    async def _restore_edits(self, dictionary: OpenDictionary, stored: _Stored) -> Sequence[RestoredEdits]:
        """Apply the local edits to the entries of the service, which are stored as a version."""
        if stored.local is None:
            return ()
        get = self._records.snapshots.get
        base, local = await get(stored.base), await get(stored.local)
        found = await run_in_thread(NoProgress(), _merge_edits, base, local, dictionary.entries.copy())
        await dictionary.take(found.change, EDITS_STEP)
        if not found.has_edits:
            return ()
        key = dictionary.draft.glossary_key
        await self._records.versions.add_remote(self._service.profile, key, dictionary.pair, stored.remote)
        return (RestoredEdits(dictionary.name, dictionary.pair, found.conflict_count),)

    async def _home(self, deleted: DeletedGlossary) -> GlossarySummary | None:
        """Return the glossary that the deleted part belonged to, if it has no dictionary of these pairs; else None."""
        for summary in await self._library.read_known_summaries():
            if deleted.glossary_key and summary.key == deleted.glossary_key:
                return None if any(summary.row(pair) for pair in _group_by_pair(deleted)) else summary
        return None

    async def forget(self, discarded: BinItem) -> None:
        """Delete a glossary in the bin permanently. Raises StorageFailed."""
        await self._records.deleted_glossaries.forget(discarded.number)


def _name(deleted: DeletedGlossary) -> str:
    return BinTitle.OVERWRITTEN(name=deleted.name) if deleted.is_overwritten else deleted.name


def _group_by_pair(deleted: DeletedGlossary) -> dict[LanguagePair, _Stored]:
    """Return what the bin has of each pair, by its root languages."""
    hashes: dict[LanguagePair, list[str]] = {}
    for pair, content_hash in deleted.dictionaries:
        hashes.setdefault(pair.roots, []).append(content_hash)
    return {
        pair: _Stored(found[0], found[-2], found[-1]) if len(found) > 1 else _Stored(found[0], found[0], None)
        for pair, found in hashes.items()
    }


@dataclass(frozen=True, slots=True)
class _MergedEdits:
    """The change that applies local edits. Without edits, it restores only details and order."""

    change: Change
    has_edits: bool
    conflict_count: int


def _merge_edits(_progress: Progress, base: Entries, local: Entries, remote: Entries) -> _MergedEdits:
    published = local.copy_published_part()
    merged = merge(base, local=published, remote=remote)
    has_edits = not difference(remote, merged.entries).is_empty
    local.apply(change_to(local, targets_of(difference(published, merged.entries))))
    return _MergedEdits(restore(remote, local, is_whole=True), has_edits, len(merged.conflicts))
