"""Plan and write releases of a glossary, and compare a release with a glossary."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Protocol

from termdesk.application.glossaries.releases.release_folder import read_folder, write_folder
from termdesk.application.glossaries.summaries import EntriesReader, GlossarySummary
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.term_records import (
    RecordConflict,
    RecordDifference,
    TermRecord,
    TermRecords,
    change_into,
    compare_records,
)
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.bundles.bundle_reader import Bundle, BundleFinding, has_bundle, read_bundle
from termdesk.formats.bundles.bundle_writer import ReleaseContent, write_bundle
from termdesk.formats.bundles.changes_file import DictionaryChanges, add_section
from termdesk.formats.bundles.manifest import MANIFEST, Manifest
from termdesk.messages.release_messages import ReleaseMessage, ReleaseRemedy

__all__ = [
    "Bundle",
    "BundleFinding",
    "DictionaryChanges",
    "IncomingChanges",
    "Manifest",
    "RecordsByPair",
    "ReleasePlan",
    "Releases",
    "compare_all",
    "compare_dictionaries",
    "is_later",
    "next_version",
    "plan_release",
    "read_records",
    "records_of",
    "write_release",
]

FIRST_VERSION = "1.0"
RecordsByPair = Mapping[LanguagePair, TermRecords]


@dataclass(frozen=True, slots=True)
class ReleasePlan:
    """A release before it is written: the folder's present release, and what changes.

    It is written only if the folder is still the same. `is_local_only`: the glossary is kept on this computer.
    """

    name: str
    folder: Path
    former: Bundle | None
    records: dict[LanguagePair, TermRecords]
    changes: tuple[DictionaryChanges, ...]
    version: str
    is_local_only: bool = False

    @property
    def is_unchanged(self) -> bool:
        """Whether the folder has a valid release of exactly these entries, with the same lock."""
        if self.former is None or self.former.manifest.is_local_only != self.is_local_only:
            return False
        return self.former.is_verified and not any(each.count for each in self.differences)

    @property
    def differences(self) -> list[RecordDifference]:
        """The changes of each dictionary."""
        return [each.difference for each in self.changes]

    def accepts(self, version: str) -> bool:
        """Whether the release may have this version: not that of the folder's release, nor an earlier one.

        A damaged release, or one of another glossary, may be replaced by any version.
        """
        if self.former is None or not self.former.is_verified or self.former.manifest.glossary != self.name:
            return True
        return is_later(version, self.former.manifest.version)


@dataclass(frozen=True, slots=True)
class IncomingChanges:
    """The changes that a dictionary would import from a release, and the conflicts to settle first."""

    changes: DictionaryChanges
    conflicts: tuple[RecordConflict, ...] = ()

    @property
    def pair(self) -> LanguagePair:
        """The languages of the dictionary."""
        return self.changes.pair

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to import and no conflict."""
        return not (self.changes.difference.count or self.conflicts)

    def records(
        self, sources: Collection[str] | None = None, *, remote_sources: Collection[str] = ()
    ) -> dict[str, TermRecord]:
        """Return the records to import: of all sources or only of `sources`, and those of conflicts in
        `remote_sources`.

        In these conflicts, the release wins.
        """
        found = self.changes.difference
        chosen = {
            source: self.changes.after[source]
            for source in (*found.removed, *found.changed, *found.added)
            if sources is None or source in sources
        }
        return chosen | {each.source: each.remote for each in self.conflicts if each.source in remote_sources}


class LockedEntriesReader(EntriesReader, Protocol):
    """Reads the entries of glossaries, and tells which ones must stay on this computer."""

    async def is_locked(self, summary: GlossarySummary) -> bool:
        """Return whether a glossary must stay on this computer."""
        ...


class Releases:
    """Releases of the glossaries of a library."""

    def __init__(self, library: LockedEntriesReader, *, today: Callable[[], date] = date.today) -> None:
        self._library = library
        self._today = today

    async def read(self, folder: Path, progress: Progress = NoProgress()) -> Bundle:
        """Return the release in a folder, verified. Raises UnreadableFile if there is none or it cannot be read."""
        return await run_in_thread(progress, lambda inner: read_bundle(folder, inner))

    async def find(self, folder: Path, progress: Progress = NoProgress()) -> Bundle | None:
        """Return the release in a folder; None if the folder exists and has no release. Raises what `read` raises."""
        return await run_in_thread(progress, lambda inner: read_folder(folder, inner))

    async def folder_of(self, path: Path) -> Path | None:
        """Return the folder of a release if `path` is that folder or its manifest; else None."""
        folder = path.parent if path.name == MANIFEST else path
        return folder if await asyncio.to_thread(_has_bundle, folder) else None

    async def records(
        self, summary: GlossarySummary, progress: Progress = NoProgress()
    ) -> dict[LanguagePair, TermRecords]:
        """Return the records of all dictionaries of a glossary, with the local edits.

        Raises what the library raises.
        """
        found: dict[LanguagePair, TermRecords] = {}
        for number, row in enumerate(summary.rows):
            progress.step(number, len(summary.rows))
            entries = await self._library.entries(summary, row)
            found[row.pair.roots] = await run_in_thread(NoProgress(), read_records, entries)
        return found

    async def plan(self, summary: GlossarySummary, folder: Path, progress: Progress = NoProgress()) -> ReleasePlan:
        """Plan to release this glossary into this folder.

        Raises UnreadableFile if the folder has a release that cannot be read, InvalidInput if a source occurs twice or
        there are no entries, and what the library raises.
        """
        entries = {row.pair.roots: await self._library.entries(summary, row) for row in summary.rows}
        plan = await run_in_thread(progress, plan_release, summary.name, folder, entries)
        return replace(plan, is_local_only=await self._library.is_locked(summary))

    async def write(self, plan: ReleasePlan, version: str, notes: str, progress: Progress = NoProgress()) -> Bundle:
        """Write a release, read it back, and return it.

        Raises InvalidInput if the folder changed after planning or has an unrelated file with one of the names, and
        StorageFailed.
        """
        return await run_in_thread(progress, write_release, plan, version, notes, self._today())

    async def compare(
        self, bundle: Bundle, summary: GlossarySummary | None, progress: Progress = NoProgress()
    ) -> list[IncomingChanges]:
        """Return what importing a release would change in a glossary (None: in a new one).

        Dictionaries that the release does not have, or that cannot be read, are left out. Raises what the library
        raises.
        """
        local = await self.records(summary, progress) if summary is not None else {}
        found = await run_in_thread(progress, compare_all, local, bundle)
        return [IncomingChanges(each) for each in found]

    async def change_into(
        self, entries: Entries, records: Mapping[str, TermRecord], progress: Progress = NoProgress()
    ) -> Change:
        """Return the change after which each source in the entries has its record in `records`.

        The entries must not change before it is applied.
        """
        return await run_in_thread(progress, _change_into, entries.copy(), records)


def _has_bundle(folder: Path) -> bool:
    try:
        return has_bundle(folder)
    except OSError:
        return False


def _change_into(_progress: Progress, entries: Entries, records: Mapping[str, TermRecord]) -> Change:
    return change_into(entries, records)


def read_records(progress: Progress, entries: Entries) -> TermRecords:
    """Read the records of entries. The entries must not be changed meanwhile. For a worker."""
    return TermRecords.of(entries, progress)


def records_of(bundle: Bundle) -> dict[LanguagePair, TermRecords]:
    """Return the records of the readable dictionaries of a release. For a worker."""
    return {pair.roots: TermRecords.of(entries) for pair, entries in bundle.entries.items()}


def compare_all(progress: Progress, local: RecordsByPair, bundle: Bundle) -> list[DictionaryChanges]:
    """Return the differences from the local dictionaries to those of a release. For a worker."""
    remote = records_of(bundle)
    return compare_dictionaries(progress, {pair: each for pair, each in local.items() if pair in remote}, remote)


def compare_dictionaries(progress: Progress, before: RecordsByPair, after: RecordsByPair) -> list[DictionaryChanges]:
    """Return the differences from `before` to `after`, for each pair in either of them. For a worker."""
    found = []
    for pair in sorted({*before, *after}):
        old, new = before.get(pair, TermRecords()), after.get(pair, TermRecords())
        found.append(DictionaryChanges(pair, old, new, compare_records(old, new, progress)))
    return found


def plan_release(
    progress: Progress,
    name: str,
    folder: Path,
    entries: Mapping[LanguagePair, Entries],
    *,
    may_be_new: bool = False,
) -> ReleasePlan:
    """Plan to release these dictionaries into a folder. For a worker. Raises what `Releases.plan` raises.

    `may_be_new`: the folder need not exist yet, but it must exist when the release is written.
    """
    former = None if may_be_new and not folder.exists() else read_folder(folder, progress)
    _refuse_unsolved_merges(former)
    records = {pair: TermRecords.of(each, progress) for pair, each in entries.items()}
    for pair, each in records.items():
        if each.repeated:
            message = ReleaseMessage.REPEATED_HERE(name=name, pair=str(pair), source=each.repeated[0])
            raise InvalidInput(message, remedy=ReleaseRemedy.REMOVE_DUPLICATES())
    if not any(each.targets or each.records for each in records.values()):
        raise InvalidInput(ReleaseMessage.NOTHING_TO_WRITE(name=name), remedy=ReleaseRemedy.ADD_ENTRIES())
    changes = compare_dictionaries(progress, records_of(former) if former else {}, records)
    version = next_version(former.manifest.version) if former else FIRST_VERSION
    # Files have no lock, so that of the former release stays.
    is_locked = former is not None and former.manifest.is_local_only
    return ReleasePlan(name, folder, former, records, tuple(changes), version, is_locked)


def _refuse_unsolved_merges(former: Bundle | None) -> None:
    """Raise InvalidInput if a file has Git merge markers: writing over it would lose the changes of others."""
    for each in former.findings if former else ():
        if each.message.kind is ReleaseMessage.MERGE_MARKERS:
            raise InvalidInput(each.message, remedy=ReleaseRemedy.SOLVE_MERGE())


def write_release(progress: Progress, plan: ReleasePlan, version: str, notes: str, today: date | None = None) -> Bundle:
    """Write a release, and read it back. For a worker. Raises what `Releases.write` raises."""
    day, version, notes = (today or date.today()).isoformat(), version.strip(), notes.strip()
    if not plan.accepts(version):
        message = ReleaseMessage.NOT_LATER(version=version, folder=str(plan.folder))
        raise InvalidInput(message, remedy=ReleaseRemedy.CHOOSE_VERSION(version=plan.version))
    changes = add_section(
        plan.former.changes if plan.former else "",
        glossary=plan.name,
        version=version,
        date=day,
        notes=notes,
        changes=plan.changes,
    )
    content = ReleaseContent(plan.name, version, day, notes, plan.records, changes, plan.is_local_only)
    return write_folder(plan.folder, write_bundle(content), plan.former, progress)


def is_later(version: str, former: str) -> bool:
    """Whether a version follows another one. Versions that are no numbers with dots need only differ."""
    if all(re.fullmatch(r"[0-9]+(\.[0-9]+)*", each) for each in (version, former)):
        return _numbers(version) > _numbers(former)
    return version != former


def _numbers(version: str) -> list[int]:
    return [int(each) for each in version.split(".")]


def next_version(version: str) -> str:
    """Return the next version: the last number of `version` is increased by one."""
    numbers = list(re.finditer(r"[0-9]+", version))
    if not numbers:
        return f"{version}.1" if version else FIRST_VERSION
    last = numbers[-1]
    return f"{version[: last.start()]}{int(last.group()) + 1}{version[last.end() :]}"
