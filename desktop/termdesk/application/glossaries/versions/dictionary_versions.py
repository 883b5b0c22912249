"""The versions of dictionaries: from the service, from publishing, and those that the user kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.restoration import restore
from termdesk.domain.merging.row_difference import RowDifference, compare_rows
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.records import Records
from termdesk.storage.retention import MOST_KEPT
from termdesk.storage.versions.version_records import DictionaryVersion, VersionOrigin

__all__ = ["MOST_KEPT", "DictionaryVersion", "DictionaryVersions", "VersionOrigin", "is_by_others"]


def is_by_others(version: DictionaryVersion, versions: Sequence[DictionaryVersion]) -> bool:
    """Return whether others wrote a version, because the service had another one before.

    `versions` are all known ones, the latest first. The first one may only have been read.
    """
    first = next(each for each in reversed(versions) if each.pair.roots == version.pair.roots)
    return version.origin is VersionOrigin.SERVICE and version != first


class DictionaryVersions:
    """The stored versions. A whole version has all local rows; other versions have only what the service had."""

    def __init__(self, service: ServiceInUse, records: Records) -> None:
        self._service = service
        self._records = records

    async def all(self, dictionaries: Sequence[OpenDictionary]) -> list[DictionaryVersion]:
        """Return the versions of dictionaries of one glossary, the latest first. Raises StorageFailed."""
        found = await self.of_glossary(dictionaries[0].draft.glossary_key)
        pairs = {each.pair for each in dictionaries}
        return [each for each in found if each.pair in pairs]

    async def of_glossary(self, glossary_key: str) -> list[DictionaryVersion]:
        """Return the versions of a glossary of the service in use, the latest first. Raises StorageFailed."""
        return await self._records.versions.all(self._service.profile, glossary_key)

    async def keep(self, dictionary: OpenDictionary, name: str) -> None:
        """Store the present rows under a name. Very many such versions are capped. Raises StorageFailed."""
        key, entries = dictionary.draft.glossary_key, dictionary.entries.copy()
        await self._records.versions.keep(self._service.profile, key, dictionary.pair, entries, name)

    async def delete(self, version: DictionaryVersion) -> None:
        """Delete a version permanently. Raises StorageFailed."""
        await self._records.versions.delete(version.number)

    async def entries(self, version: DictionaryVersion) -> Entries:
        """Return the entries of a version. Raises StorageFailed if they are damaged."""
        return await self._records.snapshots.get(version.content_hash)

    async def differences(self, before: Compared, after: Compared, progress: Progress = NoProgress()) -> RowDifference:
        """Return the changes from `before` to `after`. Details and order count if both have them.

        Raises StorageFailed.
        """
        is_whole = has_details(before) and has_details(after)
        return await run_in_thread(progress, _difference, await self._rows(before), await self._rows(after), is_whole)

    async def _rows(self, given: Compared) -> Entries:
        if isinstance(given, OpenDictionary):
            return given.entries.copy()
        return await self.entries(given) if isinstance(given, DictionaryVersion) else given

    async def change_back(
        self,
        dictionary: OpenDictionary,
        version: DictionaryVersion,
        sources: Collection[str] | None = None,
        progress: Progress = NoProgress(),
    ) -> Change:
        """Return the change that restores a version, or only these `sources` of it. Raises StorageFailed.

        Rows return to their old places, with their details if the version has them.
        """
        return await self.change_from(dictionary.entries.copy(), version, sources, progress)

    async def change_from(
        self,
        present: Entries,
        version: DictionaryVersion,
        sources: Collection[str] | None = None,
        progress: Progress = NoProgress(),
    ) -> Change:
        """Same as `change_back`, for a copy of the present rows."""
        entries = await self.entries(version)
        return await run_in_thread(progress, _change_back, present, entries, version.is_whole, sources)


# What can be compared: the present rows of a dictionary, a version, or entries without details and order.
Compared = OpenDictionary | DictionaryVersion | Entries


def has_details(given: Compared) -> bool:
    """Return whether rows are compared with their details and order, and not only by source and target."""
    return isinstance(given, OpenDictionary) or (isinstance(given, DictionaryVersion) and given.is_whole)


def _difference(_progress: Progress, before: Entries, after: Entries, is_whole: bool) -> RowDifference:
    if is_whole:
        return compare_rows(before, after)
    return replace(compare_rows(before.copy_published_part(), after.copy_published_part()), moved=0)


def _change_back(
    _progress: Progress, present: Entries, version: Entries, is_whole: bool, sources: Collection[str] | None
) -> Change:
    return restore(present, version, is_whole=is_whole, sources=sources)
