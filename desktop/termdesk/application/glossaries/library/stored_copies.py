"""The last copies of a service's dictionaries on this computer, for use while the service cannot be reached."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, SyncStatus
from termdesk.application.progress import run_in_thread, without_progress
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.storage.records import Records
from termdesk.storage.seen_dictionaries import Seen
from termdesk.storage.versions.version_records import VersionOrigin

_OF_SERVICE = (VersionOrigin.SERVICE, VersionOrigin.PUBLISHED)


@dataclass(frozen=True, slots=True)
class HeldEntries:
    """The entries of a dictionary. `as_of` is None if they are current.

    Else they are a copy of that time, because the service could not be reached for this `reason`.
    """

    entries: Entries
    as_of: datetime | None = None
    reason: str = ""


class StoredCopies:
    """Finds the copies of the service in use. Nothing is asked of it, and nothing is stored."""

    def __init__(self, service: ServiceInUse, records: Records) -> None:
        self._service = service
        self._records = records

    async def add_to(self, drafts: Sequence[GlossarySummary]) -> list[GlossarySummary]:
        """Return local summaries together with those of all dictionaries that have a copy.

        Those that the last list of the service lacked were deleted there, and are left out. Raises StorageFailed.
        """
        profile, found = self._service.profile, {each.key: each for each in drafts}
        copied = await self._records.versions.find_service_copies(profile)
        for key, seen_before in (await self._records.seen_dictionaries.all(profile)).items():
            seen = {pair: each for pair, each in seen_before.items() if not each.is_missing}
            if not seen:
                continue
            known = found.get(key) or GlossarySummary(key, key, next(iter(seen.values())).glossary_name or key)
            found[key] = _with_copies(known, {pair: each for pair, each in seen.items() if (key, pair) in copied})
        listed = [each for each in found.values() if each.rows]
        return sorted(listed, key=lambda each: (each.name.casefold(), each.key))

    async def seen_at(self, summary: GlossarySummary, row: DictionarySummary) -> datetime | None:
        """Return when a dictionary was last read from the service, or written to it. Raises StorageFailed."""
        seen = (await self._records.seen_dictionaries.all(self._service.profile)).get(summary.key, {})
        return next((each.seen_at for pair, each in seen.items() if pair.roots == row.pair.roots), None)

    async def find(self, summary: GlossarySummary, row: DictionarySummary) -> HeldEntries | None:
        """Return the last copy of the entries of a dictionary; None if there is none. Raises StorageFailed."""
        if summary.glossary_id is None:
            return None
        as_of = await self.seen_at(summary, row)
        if row.draft_id is not None:
            entries, _ = await self._records.journal.load(row.draft_id)
            return HeldEntries(entries, as_of or row.edited_at)
        return await self._find_version(summary, row, as_of)

    async def find_published(self, summary: GlossarySummary, row: DictionarySummary) -> HeldEntries | None:
        """Return the entries as the service last had them, without local edits; None if this is unknown.

        Raises StorageFailed.
        """
        if summary.glossary_id is None or not row.is_on_service:
            return None
        as_of = await self.seen_at(summary, row)
        if row.draft_id is not None:
            local, base = await self._records.journal.load(row.draft_id)
            held = base if row.has_changes else local
            if held is not None:
                return await _as_published(held, as_of or row.edited_at)
        return await self._find_version(summary, row, as_of)

    async def _find_version(
        self, summary: GlossarySummary, row: DictionarySummary, as_of: datetime | None
    ) -> HeldEntries | None:
        for each in await self._records.versions.all(self._service.profile, summary.key):
            if each.origin in _OF_SERVICE and each.pair.roots == row.pair.roots:
                try:
                    entries = await self._records.snapshots.get(each.content_hash)
                except StorageFailed:
                    return None
                return await _as_published(entries, as_of or each.made_at)
        return None


async def _as_published(entries: Entries, as_of: datetime | None) -> HeldEntries:
    """Return the part of the entries that the service has."""
    published = without_progress(Entries.copy_published_part)
    return HeldEntries(await run_in_thread(NoProgress(), published, entries), as_of)


def _with_copies(summary: GlossarySummary, seen: Mapping[LanguagePair, Seen]) -> GlossarySummary:
    """Return a summary with rows for the dictionaries that were seen on the service and have no draft.

    A draft without edits is a copy, too.
    """
    moments = {pair.roots: each.seen_at for pair, each in seen.items()}
    drafts = [
        replace(row, seen_at=moments[row.pair.roots], is_copy=True)
        if row.pair.roots in moments and row.state is SyncStatus.PUBLISHED
        else row
        for row in summary.drafts
    ]
    known: Collection[LanguagePair] = {row.pair.roots for row in drafts}
    rows = [
        DictionarySummary(pair, each.entry_count, seen_at=each.seen_at, is_copy=True)
        for pair, each in seen.items()
        if pair.roots not in known
    ]
    return msgspec.structs.replace(summary, drafts=(*drafts, *rows))
