"""Summaries of glossaries and dictionaries for the library: the service's list, joined with local records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import msgspec

from termdesk.domain.language.language import LanguagePair

if TYPE_CHECKING:
    from termdesk.client.wire import DictionaryRecord, GlossaryRecord
    from termdesk.domain.entries.entries import Entries
    from termdesk.domain.glossary_tag import GlossaryTag
    from termdesk.domain.progress import Progress
    from termdesk.storage.journal import DraftRecord
    from termdesk.storage.publish_jobs import JobState
    from termdesk.storage.seen_dictionaries import Seen


class SyncStatus(StrEnum):
    """How a local dictionary relates to the one on the service. A glossary has the most urgent status of its
    dictionaries.

    Ordered from the most to the least urgent.
    """

    FAILED = "failed"  # the service refused the last publication
    UNCLEAR = "unclear"  # the last publication was interrupted
    GONE = "gone"  # the service does not have it any more
    CHANGED = "changed"  # others changed it on the service
    EDITED = "edited"  # published, then edited here
    DRAFT = "draft"  # never published
    PUBLISHED = "published"


_URGENCY = {state: item for item, state in enumerate(SyncStatus)}
# Keyed by the values of `JobState`, so that its module need not be imported at the start.
_CALLS = {"failed": SyncStatus.FAILED, "sent": SyncStatus.UNCLEAR}


@dataclass(frozen=True, slots=True)
class DictionarySummary:
    """One dictionary. With a local draft, `draft_id` is its id. `is_on_service` False: never published, or deleted
    there.

    `last_call` is the outcome of the last publishing. `differs`: the service is known to have other entries than were
    last seen; equal counts prove nothing. `edited_at` (None: only opened) and `seen_at` are times of this computer,
    because the service reports none.
    """

    pair: LanguagePair
    entry_count: int
    draft_id: str | None = None
    has_changes: bool = False
    is_on_service: bool = True
    was_published: bool = False
    differs: bool = False
    last_call: JobState | None = None
    edited_at: datetime | None = None
    seen_at: datetime | None = None
    # Listed because this computer has a copy of it, read at `seen_at`. The service could not be asked.
    is_copy: bool = False

    @property
    def copied_at(self) -> datetime | None:
        """When the copy was read, if only a copy is listed."""
        return self.seen_at if self.is_copy else None

    @property
    def was_never_published(self) -> bool:
        """Whether it exists only here. True also if its first publishing failed or is unclear."""
        return not (self.is_on_service or self.was_published)

    @property
    def state(self) -> SyncStatus:
        """The most urgent status that applies."""
        if self.has_changes and self.last_call in _CALLS:
            return _CALLS[self.last_call]
        if self.was_never_published:
            return SyncStatus.DRAFT
        if not self.is_on_service:
            return SyncStatus.GONE
        if self.differs:
            return SyncStatus.CHANGED
        return SyncStatus.EDITED if self.has_changes else SyncStatus.PUBLISHED


class GlossarySummary(msgspec.Struct, frozen=True, dict=True):
    """One glossary. `key` identifies it on this computer; `glossary_id` is None until the service has it.

    `is_local_only`: the user has locked it, and nothing of it leaves this computer.

    `glossary` is the service's record, `drafts` are the locally edited dictionaries; `rows` joins both. Rows are
    created on demand, because only few of a thousand glossaries are shown. `is_missing`: it was published, but the
    service no longer lists it.
    """

    key: str
    glossary_id: str | None
    name: str
    glossary: GlossaryRecord | None = None
    drafts: tuple[DictionarySummary, ...] = ()
    tags: tuple[GlossaryTag, ...] = ()
    seen: Mapping[LanguagePair, Seen] = {}
    is_missing: bool = False
    is_local_only: bool = False

    @property
    def dictionaries(self) -> tuple[DictionaryRecord, ...]:
        """The dictionaries that the service lists."""
        return self.glossary.dictionaries if self.glossary else ()

    @property
    def created(self) -> datetime | None:
        """When the service created the glossary; None for a draft."""
        return self.glossary.created if self.glossary else None

    @cached_property
    def rows(self) -> tuple[DictionarySummary, ...]:
        """All dictionaries, sorted by pair."""
        edited = {row.pair for row in self.drafts}
        untouched = [each for each in self.dictionaries if each.pair not in edited]
        return tuple(sorted([*self.drafts, *map(self._summarize_untouched, untouched)], key=lambda row: row.pair))

    def row(self, pair: LanguagePair) -> DictionarySummary | None:
        """Return the dictionary of this pair, matched by root languages; None if there is none."""
        return next((each for each in self.rows if each.pair.roots == pair.roots), None)

    @property
    def row_count(self) -> int:
        """The number of dictionaries. Unlike `rows`, this creates no summaries."""
        return len(self.rows) if self.drafts else len(self.dictionaries)

    @property
    def pairs(self) -> list[LanguagePair]:
        """The pairs of all dictionaries, unsorted. Does not create rows."""
        pairs = [each.pair for each in self.dictionaries]
        return [*pairs, *(row.pair for row in self.drafts if row.pair not in pairs)]

    @property
    def entry_count(self) -> int:
        """The total number of entries of all dictionaries."""
        return sum([each.entry_count for each in (self.rows if self.drafts else self.dictionaries)])

    @property
    def has_changes(self) -> bool:
        """Whether a dictionary has unpublished edits."""
        return any(each.has_changes for each in self.drafts)

    @property
    def is_on_service(self) -> bool:
        """Whether the service has it, as far as this computer knows."""
        return self.glossary_id is not None and not self.is_missing

    @property
    def copied_at(self) -> datetime | None:
        """When the oldest of its dictionaries was read of which only a copy is listed; None if there is none."""
        return min((row.copied_at for row in self.drafts if row.copied_at), default=None)

    @property
    def state(self) -> SyncStatus:
        """The most urgent status of its dictionaries."""
        if not self.drafts and not self.seen:
            return SyncStatus.PUBLISHED if self.is_on_service else SyncStatus.DRAFT
        found = min((row.state for row in self.rows), key=_URGENCY.__getitem__, default=SyncStatus.DRAFT)
        is_partly_published = found is SyncStatus.DRAFT and self.is_on_service
        return SyncStatus.EDITED if is_partly_published else found

    def _summarize_untouched(self, dictionary: DictionaryRecord) -> DictionarySummary:
        seen = self.seen.get(dictionary.pair)
        return DictionarySummary(
            dictionary.pair,
            dictionary.entry_count,
            differs=differs(dictionary, seen),
            seen_at=seen.seen_at if seen else None,
        )


class EntriesReader(Protocol):
    """Reads the entries of listed dictionaries. The library is one."""

    async def entries(self, summary: GlossarySummary, row: DictionarySummary, progress: Progress = ...) -> Entries:
        """Return a copy of the entries of a dictionary. Raises ServiceError, StorageFailed and InvalidInput."""


@dataclass(frozen=True, slots=True)
class GlossarySelection:
    """Selected dictionaries of one glossary: all of them, or some."""

    summary: GlossarySummary
    rows: tuple[DictionarySummary, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all dictionaries of the glossary are selected."""
        return len(self.rows) == self.summary.row_count

    @property
    def entry_count(self) -> int:
        """The total number of entries of the selected dictionaries."""
        return sum(row.entry_count for row in self.rows)

    @property
    def is_on_service(self) -> bool:
        """Whether any selected dictionary, or the whole glossary, is on the service, as far as this computer knows."""
        whole = self.is_whole and self.summary.is_on_service
        return whole or any(row.is_on_service for row in self.rows)

    @property
    def has_edits(self) -> bool:
        """Whether a selected dictionary has edits or exists only on this computer."""
        return any(row.has_changes or row.was_never_published for row in self.rows)


def select_dictionaries(
    items: Iterable[tuple[GlossarySummary, DictionarySummary | None]],
) -> list[GlossarySelection]:
    """Group rows of the library into one selection per glossary.

    A glossary without a dictionary (None) selects all its dictionaries.
    """
    summaries: dict[str, GlossarySummary] = {}
    rows: dict[str, list[DictionarySummary]] = {}
    for summary, row in items:
        summaries[summary.key] = summary
        chosen = rows.setdefault(summary.key, [])
        chosen.extend(each for each in (summary.rows if row is None else (row,)) if each not in chosen)
    return [
        GlossarySelection(summary, tuple(row for row in summary.rows if row in rows[key]))
        for key, summary in summaries.items()
    ]


def find_namesake(summaries: Iterable[GlossarySummary], name: str, *, key: str = "") -> GlossarySummary | None:
    """Return a glossary with this name, in upper or lower case; None if there is none. The one with `key` is ignored.

    Services allow equal names, but then people cannot tell the glossaries apart, and commands ask for an id.
    """
    folded = name.strip().casefold()
    return next((each for each in summaries if each.key != key and each.name.casefold() == folded), None)


@dataclass(frozen=True, slots=True)
class LibraryItem:
    """What a row of the library shows: a glossary (`row` is None), or one of its dictionaries."""

    summary: GlossarySummary
    row: DictionarySummary | None

    @property
    def state(self) -> SyncStatus:
        """The state of the dictionary, or else of the whole glossary."""
        return self.row.state if self.row else self.summary.state

    @property
    def copied_at(self) -> datetime | None:
        """When the oldest copy was read, if only a copy is listed because the service could not be asked."""
        return (self.row or self.summary).copied_at


@dataclass(frozen=True, slots=True)
class OpenState:
    """The present state of an open dictionary. The library's list may be older."""

    entry_count: int
    has_changes: bool


def with_open_states(summary: GlossarySummary, open_states: Mapping[str, OpenState]) -> GlossarySummary:
    """Return a summary updated with the states of open dictionaries, by draft id.

    The same object is returned if nothing differs.
    """
    rows = tuple([_with_open_state(row, open_states.get(row.draft_id or "")) for row in summary.drafts])
    return summary if rows == summary.drafts else msgspec.structs.replace(summary, drafts=rows)


def _with_open_state(row: DictionarySummary, state: OpenState | None) -> DictionarySummary:
    # Without edits, the listed count comes from the service and is newer.
    if state is None or not (state.has_changes or row.has_changes):
        return row
    return replace(row, entry_count=state.entry_count, has_changes=state.has_changes)


@dataclass(frozen=True, slots=True)
class LocalRecords:
    """What this computer knows of the glossaries of a profile."""

    drafts: Sequence[DraftRecord] = ()
    last_calls: Mapping[str, JobState] = field(default_factory=dict)
    tags: Mapping[str, tuple[GlossaryTag, ...]] = field(default_factory=dict)
    seen: Mapping[str, Mapping[LanguagePair, Seen]] = field(default_factory=dict)
    local_only: frozenset[str] = frozenset()


def summarize_glossaries(glossaries: Sequence[GlossaryRecord] | None, local: LocalRecords) -> list[GlossarySummary]:
    """Return all summaries, sorted by name.

    If `glossaries` is None, the service was not asked, and the drafts alone tell what it has.
    """
    tags, seen, drafts = local.tags, local.seen, _by_glossary(local.drafts)
    nothing: Mapping[LanguagePair, Seen] = {}
    summaries: list[GlossarySummary] = []
    rows: tuple[DictionarySummary, ...]
    for each in glossaries or ():
        key = each.glossary_id
        known = seen.get(key, nothing)
        name, rows = each.name, ()
        # Few of a thousand glossaries have drafts.
        if here := drafts.pop(key, None):
            rows = tuple([_draft_row(draft, local, each.dictionary(draft.pair), known) for draft in here])
            # Until its creation is complete, the service lists it under a temporary name.
            name = next((draft.glossary_name for draft in here if draft.glossary_id is None), name)
        is_locked = key in local.local_only
        summaries.append(GlossarySummary(key, key, name, each, rows, tags.get(key, ()), known, is_local_only=is_locked))
    is_asked = glossaries is not None
    for key, here in drafts.items():
        first = next((draft for draft in here if draft.glossary_id is not None), here[0])
        is_missing = is_asked and first.glossary_id is not None
        rows = tuple([_lone_row(draft, local, is_asked=is_asked) for draft in here])
        name, glossary_id = first.glossary_name, first.glossary_id
        is_locked = key in local.local_only
        summaries.append(
            GlossarySummary(
                key, glossary_id, name, None, rows, tags.get(key, ()), nothing, is_missing, is_local_only=is_locked
            )
        )
    summaries.sort(key=lambda summary: (summary.name.casefold(), summary.key))
    return summaries


def differs(dictionary: DictionaryRecord, seen: Seen | None) -> bool:
    """Return whether the service is known to have other entries than were last seen. Equal counts prove nothing."""
    return seen is not None and (seen.has_changed or seen.entry_count != dictionary.entry_count)


def _by_glossary(drafts: Iterable[DraftRecord]) -> dict[str, list[DraftRecord]]:
    found: dict[str, list[DraftRecord]] = {}
    for draft in drafts:
        found.setdefault(draft.glossary_key, []).append(draft)
    return found


def _draft_row(
    draft: DraftRecord, local: LocalRecords, known: DictionaryRecord | None, seen: Mapping[LanguagePair, Seen]
) -> DictionarySummary:
    """Return the row of a draft whose glossary the service lists. `known` is the service's record of the dictionary."""
    # Without edits, the service's count is newer.
    count = known.entry_count if known and not draft.has_changes else draft.entry_count
    last_seen = seen.get(draft.pair)
    return DictionarySummary(
        known.pair if known else draft.pair,
        count,
        draft.draft_id,
        draft.has_changes,
        is_on_service=known is not None,
        was_published=draft.base is not None,
        differs=known is not None and differs(known, last_seen),
        last_call=local.last_calls.get(draft.draft_id),
        edited_at=_time_of_edit(draft),
        seen_at=last_seen.seen_at if last_seen else None,
    )


def _time_of_edit(draft: DraftRecord) -> datetime | None:
    return datetime.fromtimestamp(draft.changed_at, UTC) if draft.changed_at else None


def _lone_row(draft: DraftRecord, local: LocalRecords, *, is_asked: bool) -> DictionarySummary:
    """Return the row of a draft whose glossary the service does not list, or was not asked for."""
    return DictionarySummary(
        draft.pair,
        draft.entry_count,
        draft.draft_id,
        draft.has_changes,
        is_on_service=not is_asked and draft.base is not None,
        was_published=draft.base is not None,
        last_call=local.last_calls.get(draft.draft_id),
        edited_at=_time_of_edit(draft),
    )
