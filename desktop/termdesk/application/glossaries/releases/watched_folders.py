"""Folders that glossaries are linked to, and what changed on either side since both were equal."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.glossaries.releases.release_folder import digest_of, folder_changed
from termdesk.application.glossaries.releases.releases import (
    Bundle,
    BundleFinding,
    DictionaryChanges,
    IncomingChanges,
    RecordsByPair,
    ReleasePlan,
    Releases,
    read_records,
    records_of,
)
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.application.session.service_in_use import ServiceInUse
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import (
    RecordDifference,
    TermRecords,
    change_into,
    compare_records,
    merge_records,
    sort_phrases,
)
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.release_messages import ReleaseMessage, ReleaseRemedy
from termdesk.storage.links.common_steps import TakenStep
from termdesk.storage.links.folder_links import NO_STEPS, FolderLink
from termdesk.storage.records import Records

__all__ = ["FolderLink", "FolderLook", "FolderStamp", "TakenStep", "WatchedFolders", "folder_stamp"]

# Names, sizes and modification times of the files in a folder. If they are unchanged, the files need not be read again.
FolderStamp = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class FolderLook:
    """The result of checking a folder. `bundle` is None if the folder has no release yet.

    `incoming` is what the glossary lacks. `is_changed_locally`: the glossary has changes that the folder lacks.
    """

    link: FolderLink
    bundle: Bundle | None
    incoming: tuple[IncomingChanges, ...] = ()
    is_changed_locally: bool = False

    @property
    def is_emptied(self) -> bool:
        """Whether the folder had a release and has none now. What the glossary has then stays as it is."""
        return self.bundle is None and bool(self.link.bases)

    @property
    def unreadable(self) -> list[BundleFinding]:
        """The problems of dictionaries that cannot be read, so that nobody knows what they have."""
        if self.bundle is None:
            return []
        unread = [each for each in self.bundle.manifest.dictionaries if each.pair not in self.bundle.entries]
        files = {name for each in unread for name in (each.entries, each.details)}
        return [each for each in self.bundle.findings if each.file in files and each.is_unreadable]

    @property
    def has_incoming(self) -> bool:
        """Whether there is something to import or a conflict to settle."""
        return any(not each.is_empty for each in self.incoming)


class WatchedFolders:
    """Links glossaries to folders. Neither folders nor glossaries are modified here."""

    def __init__(self, service: ServiceInUse, records: Records, releases: Releases) -> None:
        self._service = service
        self._records = records
        self._releases = releases

    async def links(self) -> list[FolderLink]:
        """Return the links of the service in use. Raises StorageFailed."""
        return await self._records.folder_links.all(self._service.profile)

    async def link_of(self, key: str) -> FolderLink | None:
        """Return the link of a glossary; None if it has none. Raises StorageFailed."""
        return next((each for each in await self.links() if each.glossary_key == key), None)

    async def link(self, key: str, folder: Path) -> None:
        """Link a glossary to a folder. A former link of the glossary is replaced. Raises StorageFailed."""
        await self._records.folder_links.put(self._service.profile, key, folder)

    async def unlink(self, key: str) -> None:
        """Remove a link. The folder is not changed. Raises StorageFailed."""
        await self._records.folder_links.remove(self._service.profile, key)

    async def note_common(self, key: str, bundle: Bundle, steps: Mapping[LanguagePair, TakenStep] = NO_STEPS) -> None:
        """Record that the glossary and this release are equal, after an import or a release. Raises StorageFailed.

        `steps` are the undo steps of the import: undo brings back what was in common before.

        Does nothing if the glossary has been linked to another folder since.
        """
        entries = {pair.roots: each for pair, each in bundle.entries.items()}
        unread = {each.pair.roots for each in bundle.manifest.dictionaries} - entries.keys()
        await self._records.folder_links.note_common(
            self._service.profile, key, bundle.folder, bundle.digest, entries, unread=unread, steps=steps
        )

    async def note_taken(
        self,
        link: FolderLink,
        bundle: Bundle,
        left_out: Mapping[LanguagePair, Collection[str]],
        steps: Mapping[LanguagePair, TakenStep],
    ) -> None:
        """Record that the glossary has imported a release except the sources in `left_out`.

        These count as new in the folder from now on. See `note_common` for `steps`. Raises StorageFailed. Does nothing
        if the glossary has been linked to another folder since.
        """
        if not any(left_out.values()):
            await self.note_common(link.glossary_key, bundle, steps)
            return
        entries = {pair.roots: each for pair, each in bundle.entries.items()}
        for pair, sources in left_out.items():
            base = await self._base(link.bases[pair]) if pair in link.bases else TermRecords()
            released = entries.get(pair, Entries())
            entries[pair] = await run_in_thread(NoProgress(), _with_former, released, base, sources)
        unread = {each.pair.roots for each in bundle.manifest.dictionaries} - entries.keys()
        # Store no digest, because the two sides are not equal.
        await self._records.folder_links.note_common(
            self._service.profile, link.glossary_key, bundle.folder, "", entries, unread=unread, steps=steps
        )

    async def look(
        self, link: FolderLink, summary: GlossarySummary, progress: Progress = NoProgress(), *, learns: bool = True
    ) -> FolderLook:
        """Compare a folder with its glossary and with their last common state.

        With `learns`, it is recorded if both turn out to be equal; nothing else is written.

        Raises UnreadableFile if the folder is missing or its release cannot be read, and what the library raises.
        """
        bundle = await self._releases.find(link.folder, progress)
        local = await self._releases.records(summary, progress)
        bases = {pair: await self._base(content_hash) for pair, content_hash in link.bases.items()}
        found = await run_in_thread(progress, _compare, link, bundle, local, bases)
        is_new = bundle is not None and bundle.digest != link.digest
        if learns and bundle is not None and is_new and not found.has_incoming and bundle.is_verified:
            # Others released what the glossary already has.
            await self.note_common(link.glossary_key, bundle)
        return found

    async def has_news(self, link: FolderLink, progress: Progress = NoProgress()) -> bool:
        """Return whether the files have changed, or are gone, since both sides were equal. Raises as `look` does."""
        return is_news(link, await self._releases.find(link.folder, progress))

    async def plan(
        self, link: FolderLink, summary: GlossarySummary, progress: Progress = NoProgress(), *, learns: bool = True
    ) -> ReleasePlan:
        """Plan a release into the linked folder. See `look` for `learns`. Raises what `look` and `Releases.plan` raise.

        Raises InvalidInput if the folder has changes that the glossary has not imported, from before or during the
        comparison.
        """
        look = await self.look(link, summary, progress, learns=learns)
        if look.has_incoming:
            raise InvalidInput(
                ReleaseMessage.NOT_TAKEN_OVER(folder=str(link.folder), name=summary.name),
                remedy=ReleaseRemedy.TAKE_OVER_FIRST(),
            )
        plan = await self._releases.plan(summary, link.folder, progress)
        if digest_of(plan.former) != digest_of(look.bundle):
            # Git or a colleague wrote into the folder after the comparison.
            raise folder_changed(link.folder)
        return plan

    async def stamp(self, folder: Path) -> FolderStamp:
        """Return a value that changes when files of a folder change, and is quick to compute."""
        return await asyncio.to_thread(folder_stamp, folder)

    async def _base(self, content_hash: str) -> TermRecords:
        try:
            entries = await self._records.snapshots.get(content_hash)
        except StorageFailed:
            # Without a base, nothing counts as removed, and every difference is a conflict.
            return TermRecords()
        return await run_in_thread(NoProgress(), read_records, entries)


def folder_stamp(folder: Path) -> FolderStamp:
    """Return names, sizes and times of the files in a folder; empty if it cannot be listed. For a worker.

    Hidden files are left out: those of Git, and temporary ones.
    """
    found = []
    try:
        for each in sorted(folder.iterdir()):
            if not each.name.startswith(".") and each.is_file():
                status = each.stat()
                found.append((each.name, status.st_size, status.st_mtime_ns))
    except OSError:
        return ()
    return tuple(found)


def is_news(link: FolderLink, bundle: Bundle | None) -> bool:
    """Whether the files of a linked folder have changed, or are gone, since both sides were equal."""
    return bool(link.bases) if bundle is None else bundle.digest != link.digest


def _compare(
    progress: Progress, link: FolderLink, bundle: Bundle | None, local: RecordsByPair, bases: RecordsByPair
) -> FolderLook:
    incoming: list[IncomingChanges] = []
    common = dict(bases)
    if bundle is not None and bundle.digest != link.digest:
        remotes = records_of(bundle)
        unread = {each.pair.roots for each in bundle.manifest.dictionaries} - remotes.keys()
        # What both sides had and the release no longer has was removed from the folder.
        removed = {pair: TermRecords() for pair in {*bases} & {*local} if pair not in unread}
        for pair, remote in sorted((removed | remotes).items()):
            records = local.get(pair, TermRecords())
            incoming.append(_incoming_changes(progress, pair, bases.get(pair, TermRecords()), records, remote))
        if all(each.is_empty for each in incoming):
            released = {each.pair.roots for each in bundle.manifest.dictionaries}
            common = {pair: each for pair, each in bases.items() if pair in released} | remotes
    pairs = {*local, *common}
    is_changed_locally = any(
        _differs(local.get(each, TermRecords()), common.get(each, TermRecords())) for each in pairs
    )
    return FolderLook(link, bundle, tuple(incoming), is_changed_locally)


def _with_former(_progress: Progress, released: Entries, base: TermRecords, sources: Collection[str]) -> Entries:
    """Return a released dictionary in which some sources have their earlier records. For a worker."""
    entries = released.copy()
    entries.apply(change_into(entries, {source: base[source] for source in sources}))
    return entries


def _incoming_changes(
    progress: Progress, pair: LanguagePair, base: TermRecords, local: TermRecords, remote: TermRecords
) -> IncomingChanges:
    merge = merge_records(base, local, remote, progress)
    targets = {source: each.target for source, each in merge.incoming.items() if each.target is not None}
    added = [source for source in merge.incoming if local[source].is_empty]
    removed = [source for source, each in merge.incoming.items() if each.is_empty]
    others = {*added, *removed}
    changed = [source for source in merge.incoming if source not in others]
    difference = RecordDifference(*(tuple(sort_phrases(each)) for each in (added, changed, removed)))
    return IncomingChanges(
        DictionaryChanges(pair, local, TermRecords(targets, merge.incoming), difference), merge.conflicts
    )


def _differs(one: TermRecords, other: TermRecords) -> bool:
    return compare_records(one, other).count > 0
