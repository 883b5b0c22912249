"""The versions of open dictionaries: what the service held, what was published, what the user kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.editing.pull import change_to, targets_of
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Difference, difference
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.records import Records
from termdesk.storage.versions.version_records import DictionaryVersion, VersionOrigin

__all__ = ["DictionaryVersion", "DictionaryVersions", "VersionOrigin"]


class DictionaryVersions:
    """Versions hold what the service may see of a dictionary. Terms that stay on this computer are in none."""

    def __init__(self, service: ServiceInUse, records: Records) -> None:
        self._service = service
        self._records = records

    async def all(self, dictionaries: Sequence[OpenDictionary]) -> list[DictionaryVersion]:
        """The versions of dictionaries of one glossary, the latest first. Raises StorageFailed."""
        found = await self._records.versions.all(self._service.profile, dictionaries[0].draft.glossary_key)
        pairs = {each.pair for each in dictionaries}
        return [each for each in found if each.pair in pairs]

    async def keep(self, dictionary: OpenDictionary, name: str) -> None:
        """Keep the present entries under a name, until the user deletes this version. Raises StorageFailed."""
        entries = dictionary.entries.published_part()
        key = dictionary.draft.glossary_key
        await self._records.versions.keep(self._service.profile, key, dictionary.pair, entries, name)

    async def delete(self, version: DictionaryVersion) -> None:
        """Delete a version for good. Raises StorageFailed."""
        await self._records.versions.delete(version.number)

    async def entries(self, version: DictionaryVersion) -> Entries:
        """The entries of a version. Raises StorageFailed where they are damaged."""
        return await self._records.snapshots.get(version.content_hash)

    async def differences(
        self, before: Entries | DictionaryVersion, after: Entries | DictionaryVersion, progress: Progress = NoProgress()
    ) -> Difference:
        """The difference that leads from one to the other. Raises StorageFailed."""
        return await run_in_thread(progress, _difference, await self._entries(before), await self._entries(after))

    async def _entries(self, given: Entries | DictionaryVersion) -> Entries:
        return given if isinstance(given, Entries) else await self.entries(given)

    async def change_back(
        self,
        dictionary: OpenDictionary,
        version: DictionaryVersion,
        sources: Collection[str] | None = None,
        progress: Progress = NoProgress(),
    ) -> Change:
        """The change that restores a version, or only these `sources` of it. Raises StorageFailed.

        Rows keep their places and details; what comes back is added at the end.
        """
        entries = await self.entries(version)
        return await run_in_thread(progress, _change_back, dictionary.entries.copy(), entries, sources)


def _difference(_progress: Progress, before: Entries, after: Entries) -> Difference:
    return difference(before, after)


def _change_back(_progress: Progress, present: Entries, version: Entries, sources: Collection[str] | None) -> Change:
    targets = targets_of(difference(present.published_part(), version))
    chosen = targets if sources is None else {each: targets[each] for each in sources if each in targets}
    return change_to(present, chosen)
