"""What this computer still has of a service's dictionaries while the service cannot be reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from termdesk.application.failures import OFFLINE
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.progress import run_in_thread, without_progress
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
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


class LastCopies:
    """Reads glossaries for display. Nothing is opened, and nothing is stored."""

    def __init__(self, service: ServiceInUse, records: Records, library: Library) -> None:
        self._service = service
        self._records = records
        self._library = library

    async def summaries(self) -> list[GlossarySummary]:
        """Return the glossaries of the service, with local edits.

        If it cannot be reached, return those that this computer has a copy of.
        """
        try:
            return await self._library.summaries()
        except OFFLINE:
            found = {each.key: each for each in await self._library.local_summaries()}
        for key, seen in (await self._records.seen_dictionaries.all(self._service.profile)).items():
            known = found.get(key) or GlossarySummary(key, key, next(iter(seen.values())).glossary_name or key)
            found[key] = _with_seen(known, seen)
        return sorted(found.values(), key=lambda each: (each.name.casefold(), each.key))

    async def entries(
        self, summary: GlossarySummary, row: DictionarySummary, progress: Progress = NoProgress()
    ) -> HeldEntries:
        """Return the entries with local edits, or, if the service cannot be reached, the last copy of its entries.

        Raises what `Library.entries` raises.
        """
        try:
            return HeldEntries(await self._library.entries(summary, row, progress))
        except OFFLINE as error:
            if (found := await self._find_copy(summary, row)) is None:
                raise
            return replace(found, reason=error.message)

    async def _find_copy(self, summary: GlossarySummary, row: DictionarySummary) -> HeldEntries | None:
        if summary.glossary_id is None:
            return None
        profile = self._service.profile
        seen = (await self._records.seen_dictionaries.all(profile)).get(summary.glossary_id, {})
        as_of = next((each.seen_at for pair, each in seen.items() if pair.roots == row.pair.roots), None)
        if row.draft_id is not None:
            entries, _ = await self._records.journal.load(row.draft_id)
            return HeldEntries(entries, as_of or row.edited_at)
        for each in await self._records.versions.all(profile, summary.key):
            if each.origin in _OF_SERVICE and each.pair.roots == row.pair.roots:
                try:
                    entries = await self._records.snapshots.get(each.content_hash)
                except StorageFailed:
                    return None
                published = without_progress(Entries.copy_published_part)
                return HeldEntries(await run_in_thread(NoProgress(), published, entries), as_of or each.made_at)
        return None


def _with_seen(summary: GlossarySummary, seen: Mapping[LanguagePair, Seen]) -> GlossarySummary:
    """Return a summary with rows for the dictionaries that were seen on the service and have no draft."""
    known = {row.pair.roots for row in summary.drafts}
    rows = [
        DictionarySummary(pair, each.entry_count, seen_at=each.seen_at)
        for pair, each in seen.items()
        if pair.roots not in known
    ]
    return msgspec.structs.replace(summary, drafts=(*summary.drafts, *rows))
