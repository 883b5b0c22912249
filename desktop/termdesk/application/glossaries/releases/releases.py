"""Plan and write releases of a glossary, and compare a release with a glossary."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

from termdesk.application.glossaries.releases.release_folder import read_folder, write_folder
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
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
    "ReleaseLibrary",
    "ReleasePlan",
    "Releases",
    "compare_all",
    "compare_dictionaries",
    "next_version",
    "plan_release",
    "read_records",
    "records_of",
    "write_release",
]

FIRST_VERSION = "1.0"
RecordsByPair = Mapping[LanguagePair, TermRecords]


class ReleaseLibrary(Protocol):
    """The part of the library that releases need."""

    async def entries(self, summary: GlossarySummary, row: DictionarySummary, progress: Progress = ...) -> Entries:
        """A copy of the entries of a dictionary. Raises ServiceError, StorageFailed and InvalidInput."""


@dataclass(frozen=True, slots=True)
class ReleasePlan:
    """A release before it is written: what the folder has, and what changes. Carried out only while both stay so."""

    name: str
    folder: Path
    former: Bundle | None
    records: dict[LanguagePair, TermRecords]
    changes: tuple[DictionaryChanges, ...]
    version: str

    @property
    def is_unchanged(self) -> bool:
        """Whether the folder has a whole release of these entries."""
        return self.former is not None and self.former.is_verified and not any(each.count for each in self.differences)

    @property
    def differences(self) -> list[RecordDifference]:
        """What changes in each dictionary."""
        return [each.difference for each in self.changes]


@dataclass(frozen=True, slots=True)
class IncomingChanges:
    """What a dictionary would take over from a release, and the conflicts that have to be settled before."""

    changes: DictionaryChanges
    conflicts: tuple[RecordConflict, ...] = ()

    @property
    def pair(self) -> LanguagePair:
        """The languages of the dictionary."""
        return self.changes.pair

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to take over and nothing to settle."""
        return not (self.changes.difference.count or self.conflicts)

    def records(
        self, sources: Collection[str] | None = None, *, remote_sources: Collection[str] = ()
    ) -> dict[str, TermRecord]:
        """The records to take over: of all sources or of some, and of the conflicts that the release is to win."""
        found = self.changes.difference
        chosen = {
            source: self.changes.after[source]
            for source in (*found.removed, *found.changed, *found.added)
            if sources is None or source in sources
        }
        return chosen | {each.source: each.remote for each in self.conflicts if each.source in remote_sources}


class Releases:
    """Releases of the glossaries of a library."""

    def __init__(self, library: ReleaseLibrary, *, today: Callable[[], date] = date.today) -> None:
        self._library = library
        self._today = today

    async def read(self, folder: Path, progress: Progress = NoProgress()) -> Bundle:
        """The release in a folder, checked. Raises UnreadableFile where there is none that can be read."""
        return await run_in_thread(progress, lambda inner: read_bundle(folder, inner))

    async def find(self, folder: Path, progress: Progress = NoProgress()) -> Bundle | None:
        """As `read`; None if the folder is there and has no release."""
        return await run_in_thread(progress, lambda inner: read_folder(folder, inner))

    async def folder_of(self, path: Path) -> Path | None:
        """The folder of a release, if this is one or its manifest."""
        folder = path.parent if path.name == MANIFEST else path
        return folder if await asyncio.to_thread(_has_bundle, folder) else None

    async def records(
        self, summary: GlossarySummary, progress: Progress = NoProgress()
    ) -> dict[LanguagePair, TermRecords]:
        """What all dictionaries of a glossary say, with the local edits. Raises as the library does."""
        found: dict[LanguagePair, TermRecords] = {}
        for number, row in enumerate(summary.rows):
            progress.step(number, len(summary.rows))
            entries = await self._library.entries(summary, row)
            found[row.pair.roots] = await run_in_thread(NoProgress(), read_records, entries)
        return found

    async def plan(self, summary: GlossarySummary, folder: Path, progress: Progress = NoProgress()) -> ReleasePlan:
        """What a release of this glossary into this folder would change.

        Raises UnreadableFile where the folder has a release that cannot be read, InvalidInput where an entry occurs
        twice or there is none, and as the library does.
        """
        entries = {row.pair.roots: await self._library.entries(summary, row) for row in summary.rows}
        return await run_in_thread(progress, plan_release, summary.name, folder, entries)

    async def write(self, plan: ReleasePlan, version: str, notes: str, progress: Progress = NoProgress()) -> Bundle:
        """Write a release, read it back and give it.

        Raises InvalidInput where the folder changed since it was planned or has a file of another origin in the way,
        and StorageFailed.
        """
        return await run_in_thread(progress, write_release, plan, version, notes, self._today())

    async def compare(
        self, bundle: Bundle, summary: GlossarySummary | None, progress: Progress = NoProgress()
    ) -> list[IncomingChanges]:
        """What taking over a release would change in a glossary, or in a new one. Dictionaries that the release does
        not have, or that cannot be read, are left out. Raises as the library does.
        """
        local = await self.records(summary, progress) if summary is not None else {}
        found = await run_in_thread(progress, compare_all, local, bundle)
        return [IncomingChanges(each) for each in found]

    async def change_into(
        self, entries: Entries, records: Mapping[str, TermRecord], progress: Progress = NoProgress()
    ) -> Change:
        """The change after which entries say this of each source. They must not change before it is applied."""
        return await run_in_thread(progress, _change_into, entries.copy(), records)


def _has_bundle(folder: Path) -> bool:
    try:
        return has_bundle(folder)
    except OSError:
        return False


def _change_into(_progress: Progress, entries: Entries, records: Mapping[str, TermRecord]) -> Change:
    return change_into(entries, records)


def read_records(progress: Progress, entries: Entries) -> TermRecords:
    """Read the records of entries. Nobody may change the entries meanwhile. For a worker."""
    return TermRecords.of(entries, progress)


def records_of(bundle: Bundle) -> dict[LanguagePair, TermRecords]:
    """What the readable dictionaries of a release say. For a worker."""
    return {pair.roots: TermRecords.of(entries) for pair, entries in bundle.entries.items()}


def compare_all(progress: Progress, local: RecordsByPair, bundle: Bundle) -> list[DictionaryChanges]:
    """The differences from local dictionaries to those of a release. For a worker."""
    remote = records_of(bundle)
    return compare_dictionaries(progress, {pair: each for pair, each in local.items() if pair in remote}, remote)


def compare_dictionaries(progress: Progress, before: RecordsByPair, after: RecordsByPair) -> list[DictionaryChanges]:
    """The differences from one to the other, for each pair that at least one of them has. For a worker."""
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
    """What a release of these dictionaries into a folder would change. For a worker; raises as `Releases.plan`.

    `may_be_new`: the folder need not be there yet; it has to be there when the release is written.
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
    return ReleasePlan(name, folder, former, records, tuple(changes), version)


def _refuse_unsolved_merges(former: Bundle | None) -> None:
    """Raise InvalidInput where Git left both versions in a file: writing over it would lose what others did."""
    for each in former.findings if former else ():
        if each.message.kind is ReleaseMessage.MERGE_MARKERS:
            raise InvalidInput(each.message, remedy=ReleaseRemedy.SOLVE_MERGE())


def write_release(progress: Progress, plan: ReleasePlan, version: str, notes: str, today: date | None = None) -> Bundle:
    """Write a release, and read it back. For a worker; raises as `Releases.write`."""
    day, version, notes = (today or date.today()).isoformat(), version.strip(), notes.strip()
    changes = add_section(
        plan.former.changes if plan.former else "",
        glossary=plan.name,
        version=version,
        date=day,
        notes=notes,
        changes=plan.changes,
    )
    content = ReleaseContent(plan.name, version, day, notes, plan.records, changes)
    return write_folder(plan.folder, write_bundle(content), plan.former, progress)


def next_version(version: str) -> str:
    """The version that follows: its last number is one higher."""
    numbers = list(re.finditer(r"[0-9]+", version))
    if not numbers:
        return f"{version}.1" if version else FIRST_VERSION
    last = numbers[-1]
    return f"{version[: last.start()]}{int(last.group()) + 1}{version[last.end() :]}"
