"""Content of a dictionary by source phrase, without order: compared, merged with a common base, and imported.

Unlike the difference of published phrases, this includes status, note, domain and further fields, and terms that are
never published: forbidden ones and admitted synonyms.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import ADMITTED, NO_DETAIL, PREFERRED, EntryDetail
from termdesk.domain.progress import NoProgress, Progress

_ROWS_A_STEP = 5_000
_SORTED_AT_ONCE = 15_000


@dataclass(frozen=True, slots=True)
class TermRecord:
    """Everything in a dictionary about one source phrase.

    `target` is the published target, None without one, and `detail` belongs to it. `kept` are the targets that are
    never published, each with its details.
    """

    target: str | None = None
    detail: EntryDetail = NO_DETAIL
    kept: tuple[tuple[str, EntryDetail], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is no content."""
        return self.target is None and not self.kept


NO_RECORD = TermRecord()


@dataclass(slots=True)
class TermRecords:
    """The records of a dictionary by source phrase.

    Most phrases have a target and nothing else: `targets` has those of all published phrases, `records` only phrases
    with more. `repeated` are sources with several published rows, of which the last one counts.
    """

    targets: dict[str, str] = field(default_factory=dict)
    records: dict[str, TermRecord] = field(default_factory=dict)
    repeated: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, entries: Entries, progress: Progress = NoProgress()) -> TermRecords:
        """The records of entries, which must not change meanwhile. For a worker."""
        published = entries.find_published_rows()
        targets: dict[str, str] = {}
        repeated: dict[str, None] = {}
        for number, row in enumerate(published):
            if number % _ROWS_A_STEP == 0:
                progress.step(number, len(published))
            source = entries.sources[row]
            if source in targets:
                repeated[source] = None
            targets[source] = entries.targets[row]
        return cls(targets, _records(entries, targets), list(repeated))

    def __len__(self) -> int:
        return sum(1 for _ in self.sources())

    def __getitem__(self, source: str) -> TermRecord:
        """The record of a source phrase; an empty record if there is none."""
        record = self.records.get(source)
        if record is not None:
            return record
        target = self.targets.get(source)
        return NO_RECORD if target is None else TermRecord(target)

    def sources(self) -> Iterable[str]:
        """Yield every source phrase once: first those with only a target, then the others."""
        yield from self.targets
        yield from (source for source in self.records if source not in self.targets)

    def is_different(self, other: TermRecords, source: str) -> bool:
        """Whether the other dictionary has a different record of a source phrase."""
        if self.targets.get(source) != other.targets.get(source):
            return True
        if source in self.records or source in other.records:
            return self[source] != other[source]
        return False


def _records(entries: Entries, targets: Mapping[str, str]) -> dict[str, TermRecord]:
    """The records of phrases with details, or with terms that are never published."""
    if not entries.details:
        return {}
    kept_ids = entries.find_unpublished_ids()
    details: dict[str, EntryDetail] = {}
    kept: dict[str, dict[str, EntryDetail]] = {}
    for row, row_id in enumerate(entries.ids):
        if (detail := entries.details.get(row_id)) is None:
            continue
        source, target = entries[row]
        if row_id in kept_ids:
            kept.setdefault(source, {})[target] = detail
        elif targets.get(source) == target:
            details[source] = detail
    return {
        source: TermRecord(
            targets.get(source), details.get(source, NO_DETAIL), tuple(sort_kept(kept.get(source, {}).items()))
        )
        for source in {**details, **kept}
    }


def sort_kept(kept: Iterable[tuple[str, EntryDetail]]) -> list[tuple[str, EntryDetail]]:
    """Terms that are never published, in the order of records."""
    return sorted(kept, key=lambda each: each[0])


# Comparing


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """The sources that were added, changed and removed between two dictionaries."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """The number of source phrases that differ."""
        return len(self.added) + len(self.changed) + len(self.removed)


def compare_records(before: TermRecords, after: TermRecords, progress: Progress = NoProgress()) -> RecordDifference:
    """The changes between two dictionaries, each part in the order of the sources. For a worker."""
    added: list[str] = []
    changed: list[str] = []
    removed: list[str] = []
    for number, source in enumerate(after.sources()):
        if number % _ROWS_A_STEP == 0:
            progress.step(number)
        if before[source].is_empty:
            added.append(source)
        elif before.is_different(after, source):
            changed.append(source)
    for number, source in enumerate(before.sources()):
        if number % _ROWS_A_STEP == 0:
            progress.step(number)
        if after[source].is_empty:
            removed.append(source)
    return RecordDifference(*(tuple(sort_phrases(each)) for each in (added, changed, removed)))


# Merging


@dataclass(frozen=True, slots=True)
class RecordConflict:
    """A source for which both sides changed the same part differently."""

    source: str
    base: TermRecord
    local: TermRecord
    remote: TermRecord


@dataclass(frozen=True, slots=True)
class RecordMerge:
    """The changes for the local side: the new record of each source, and the conflicts to resolve first."""

    incoming: dict[str, TermRecord]
    conflicts: tuple[RecordConflict, ...]


def merge_records(
    base: TermRecords, local: TermRecords, remote: TermRecords, progress: Progress = NoProgress()
) -> RecordMerge:
    """Merge by source. The target, each detail and each unpublished term are merged separately. For a worker.

    The same change on both sides is not a conflict. A change on one side and a removal on the other always is.
    """
    incoming: dict[str, TermRecord] = {}
    conflicts: list[RecordConflict] = []
    sources = (*remote.sources(), *(each for each in base.sources() if remote[each].is_empty))
    for number, source in enumerate(sources):
        if number % _ROWS_A_STEP == 0:
            progress.step(number, len(sources))
        if not base.is_different(remote, source) or not local.is_different(remote, source):
            continue
        records = base[source], local[source], remote[source]
        merged = _merge_record(*records)
        if merged is None:
            conflicts.append(RecordConflict(source, *records))
        elif merged != local[source]:
            incoming[source] = merged
    return RecordMerge(incoming, tuple(sorted(conflicts, key=lambda each: each.source)))


def _merge_record(base: TermRecord, local: TermRecord, remote: TermRecord) -> TermRecord | None:
    """Both changes together; None where they contradict each other."""
    if local == base:
        return remote
    if base.is_empty != local.is_empty or base.is_empty != remote.is_empty:
        return None
    mixed = _merge_parts(_parts(base), _parts(local), _parts(remote))
    return None if mixed is None else _of_parts(mixed)


# The key "" is the target; details have the name of their field; those of an unpublished term also have its target.
_Parts = dict[tuple[str | None, str], str]


def _parts(record: TermRecord) -> _Parts:
    found: _Parts = {} if record.target is None else {(None, ""): record.target}
    for target, detail in ((None, record.detail), *record.kept):
        found |= {(target, name): text for name, text in detail.as_texts()}
    return found


def _merge_parts(base: _Parts, local: _Parts, remote: _Parts) -> _Parts | None:
    found: _Parts = {}
    for part in dict.fromkeys((*local, *remote)):
        base_text, local_text, remote_text = base.get(part), local.get(part), remote.get(part)
        if local_text != remote_text and base_text not in (local_text, remote_text):
            return None
        text = remote_text if local_text == base_text else local_text
        if text is not None:
            found[part] = text
    return found


def _of_parts(parts: _Parts) -> TermRecord | None:
    """Build a record from its parts; None if they do not fit together."""
    details: dict[str | None, dict[str, str]] = {}
    for (target, name), text in parts.items():
        if name:
            details.setdefault(target, {})[name] = text
    kept = {target: EntryDetail.from_texts(texts) for target, texts in details.items() if target is not None}
    if any(not detail.status for detail in kept.values()):
        # One side removed the term, the other one changed its record.
        return None
    own = EntryDetail.from_texts(details.get(None, {}))
    target = parts.get((None, ""))
    if target is None and not own.is_empty:
        return None
    if any(detail.status == ADMITTED for detail in kept.values()) and own.status != PREFERRED:
        # Without a preferred term the admitted ones would be published.
        return None
    return TermRecord(target, own, tuple(sort_kept(kept.items())))


# Applying


def change_into(entries: Entries, records: Mapping[str, TermRecord]) -> Change:
    """The change, as one step, that gives the entries these records. Existing rows keep their places.

    New rows come at the end. For a worker; the entries are not changed.
    """
    copy = entries.copy()
    rows = _rows_of(entries, records)
    cells: dict[int, str] = {}
    details: dict[int, EntryDetail] = {}
    removed: list[int] = []
    added: list[tuple[str, str, EntryDetail]] = []
    for source, record in records.items():
        own, kept = rows.get(source, ([], {}))
        targets = dict(record.kept)
        for target, row in kept.items():
            if target not in targets:
                removed.append(row)
            elif entries.detail(row) != targets[target]:
                details[row] = targets[target]
        if record.target is None:
            removed += own
        elif own:
            # Of repeated rows the last one is published.
            if entries.targets[own[-1]] != record.target:
                cells[own[-1]] = record.target
            if entries.detail(own[-1]) != record.detail:
                details[own[-1]] = record.detail
        else:
            added.append((source, record.target, record.detail))
        added += [(source, target, detail) for target, detail in record.kept if target not in kept]
    changes: list[Change] = []
    if cells:
        changes.append(SetCells(TARGET, list(cells), list(cells.values())))
    if details:
        changes.append(SetDetails(list(details), list(details.values())))
    if removed:
        changes.append(RemoveRows(sorted(removed)))
    if added:
        changes.append(_insertion(copy, len(entries) - len(removed), added))
    return Batch(tuple(changes))


def _insertion(entries: Entries, position: int, added: Sequence[tuple[str, str, EntryDetail]]) -> Change:
    details = {number: detail for number, (_, _, detail) in enumerate(added) if not detail.is_empty}
    return replace(InsertRows.at(entries, position, [(source, target) for source, target, _ in added]), details=details)


def _rows_of(entries: Entries, sources: Mapping[str, object]) -> dict[str, tuple[list[int], dict[str, int]]]:
    """The published rows of each of these sources, and its unpublished rows by target."""
    kept_ids = entries.find_unpublished_ids()
    found: dict[str, tuple[list[int], dict[str, int]]] = {}
    for row, source in enumerate(entries.sources):
        if source not in sources:
            continue
        own, kept = found.setdefault(source, ([], {}))
        if entries.ids[row] in kept_ids:
            kept[entries.targets[row]] = row
        else:
            own.append(row)
    return found


def sort_phrases(phrases: Iterable[str]) -> Iterator[str]:
    """Phrases sorted by code points, without holding the interpreter for more than some milliseconds at once."""
    left = iter(phrases)
    return heapq.merge(*iter(lambda: sorted(islice(left, _SORTED_AT_ONCE)), []))
