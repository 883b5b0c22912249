"""Glossaries and dictionaries as the library lists them: what the service has, joined with what this computer has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property

import msgspec

from termdesk.client.wire import DictionaryRecord, GlossaryRecord
from termdesk.domain.glossary_tag import GlossaryTag
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.journal import DraftRecord
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.seen_dictionaries import Seen


class SyncStatus(StrEnum):
    """How a dictionary here stands to the one on the service; of a glossary, the state that asks most for a look.

    They stand from the most urgent to the calmest.
    """

    FAILED = "failed"  # the last publishing was refused
    UNCLEAR = "unclear"  # the last publishing was cut off
    GONE = "gone"  # it was on the service and is there no more
    CHANGED = "changed"  # the service holds something else than what this computer saw last
    EDITED = "edited"  # published, and edited here since
    DRAFT = "draft"  # was never on the service
    PUBLISHED = "published"


_URGENCY = {state: place for place, state in enumerate(SyncStatus)}
_CALLS = {JobState.FAILED: SyncStatus.FAILED, JobState.SENT: SyncStatus.UNCLEAR}


@dataclass(frozen=True, slots=True)
class DictionarySummary:
    """One dictionary. `draft_id` where it is edited here; `is_on_service` False: it was never published, or is gone.

    `last_call` says how far the last publishing got, `differs` that the service is known to hold something else than
    was seen last; equal counts prove nothing. The service tells no times of dictionaries: `edited_at` and `seen_at`
    are those of this computer.
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

    @property
    def state(self) -> SyncStatus:
        if self.has_changes and self.last_call in _CALLS:
            return _CALLS[self.last_call]
        if not self.is_on_service:
            return SyncStatus.GONE if self.was_published else SyncStatus.DRAFT
        if self.differs:
            return SyncStatus.CHANGED
        return SyncStatus.EDITED if self.has_changes else SyncStatus.PUBLISHED


class GlossarySummary(msgspec.Struct, frozen=True, dict=True):
    """One glossary. `key` names it for good on this computer; `glossary_id` is None while it is not on the service.

    `glossary` is what the service lists, `drafts` are the dictionaries that are edited here; `rows` has both as one.
    Of a thousand glossaries few are looked into, so rows are made when somebody asks. `is_missing`: it was published,
    and the service does not list it any more.
    """

    key: str
    glossary_id: str | None
    name: str
    glossary: GlossaryRecord | None = None
    drafts: tuple[DictionarySummary, ...] = ()
    tags: tuple[GlossaryTag, ...] = ()
    seen: Mapping[LanguagePair, Seen] = {}
    is_missing: bool = False

    @property
    def dictionaries(self) -> tuple[DictionaryRecord, ...]:
        """Those that the service lists."""
        return self.glossary.dictionaries if self.glossary else ()

    @property
    def created(self) -> datetime | None:
        return self.glossary.created if self.glossary else None

    @cached_property
    def rows(self) -> tuple[DictionarySummary, ...]:
        """All dictionaries, by pair."""
        edited = {row.pair for row in self.drafts}
        untouched = [each for each in self.dictionaries if each.pair not in edited]
        return tuple(sorted([*self.drafts, *map(self._untouched, untouched)], key=lambda row: row.pair))

    def row(self, pair: LanguagePair) -> DictionarySummary | None:
        """The dictionary of this pair, matched by root languages."""
        return next((each for each in self.rows if each.pair.roots == pair.roots), None)

    @property
    def row_count(self) -> int:
        """How many dictionaries there are; does not make the rows of what nobody edits."""
        return len(self.rows) if self.drafts else len(self.dictionaries)

    @property
    def pairs(self) -> list[LanguagePair]:
        """The pairs of all dictionaries, in no order; does not make the rows."""
        pairs = [each.pair for each in self.dictionaries]
        return [*pairs, *(row.pair for row in self.drafts if row.pair not in pairs)]

    @property
    def entry_count(self) -> int:
        return sum([each.entry_count for each in (self.rows if self.drafts else self.dictionaries)])

    @property
    def has_changes(self) -> bool:
        return any(each.has_changes for each in self.drafts)

    @property
    def is_on_service(self) -> bool:
        """Whether the service has it, as far as anybody here knows."""
        return self.glossary_id is not None and not self.is_missing

    @property
    def state(self) -> SyncStatus:
        if not self.drafts and not self.seen:
            return SyncStatus.PUBLISHED if self.is_on_service else SyncStatus.DRAFT
        found = min((row.state for row in self.rows), key=_URGENCY.__getitem__, default=SyncStatus.DRAFT)
        is_partly_there = found is SyncStatus.DRAFT and self.is_on_service
        return SyncStatus.EDITED if is_partly_there else found

    def _untouched(self, dictionary: DictionaryRecord) -> DictionarySummary:
        seen = self.seen.get(dictionary.pair)
        return DictionarySummary(
            dictionary.pair,
            dictionary.entry_count,
            differs=differs(dictionary, seen),
            seen_at=seen.seen_at if seen else None,
        )


@dataclass(frozen=True, slots=True)
class GlossarySelection:
    """Chosen dictionaries of one glossary: all of them, or some."""

    summary: GlossarySummary
    rows: tuple[DictionarySummary, ...]

    @property
    def is_whole(self) -> bool:
        return len(self.rows) == self.summary.row_count

    @property
    def entry_count(self) -> int:
        return sum(row.entry_count for row in self.rows)

    @property
    def is_on_service(self) -> bool:
        """Whether any of it is on the service, as far as this computer knows."""
        whole = self.is_whole and self.summary.is_on_service
        return whole or any(row.is_on_service for row in self.rows)

    @property
    def has_edits(self) -> bool:
        """Whether any of it exists only on this computer."""
        return any(row.has_changes or row.state is SyncStatus.DRAFT for row in self.rows)


def select_dictionaries(
    places: Iterable[tuple[GlossarySummary, DictionarySummary | None]],
) -> list[GlossarySelection]:
    """The selection of each glossary; a glossary without a dictionary beside it stands for all its dictionaries."""
    summaries: dict[str, GlossarySummary] = {}
    rows: dict[str, list[DictionarySummary]] = {}
    for summary, row in places:
        summaries[summary.key] = summary
        chosen = rows.setdefault(summary.key, [])
        chosen.extend(each for each in (summary.rows if row is None else (row,)) if each not in chosen)
    return [
        GlossarySelection(summary, tuple(row for row in summary.rows if row in rows[key]))
        for key, summary in summaries.items()
    ]


@dataclass(frozen=True, slots=True)
class Place:
    """What a row of the library stands for: a glossary (`row` is None), or one of its dictionaries."""

    summary: GlossarySummary
    row: DictionarySummary | None

    @property
    def state(self) -> SyncStatus:
        return self.row.state if self.row else self.summary.state


@dataclass(frozen=True, slots=True)
class OpenState:
    """What an open dictionary holds at the moment, which its row in the library may not know yet."""

    entry_count: int
    has_changes: bool


def with_open_states(summary: GlossarySummary, open_now: Mapping[str, OpenState]) -> GlossarySummary:
    """A glossary with its open dictionaries, by draft, as they are now; the very same one where nothing is new."""
    rows = tuple([_with_open_state(row, open_now.get(row.draft_id or "")) for row in summary.drafts])
    return summary if rows == summary.drafts else msgspec.structs.replace(summary, drafts=rows)


def _with_open_state(row: DictionarySummary, now: OpenState | None) -> DictionarySummary:
    # Without edits the count is the service's, which may be another one there by now.
    if now is None or not (now.has_changes or row.has_changes):
        return row
    return replace(row, entry_count=now.entry_count, has_changes=now.has_changes)


@dataclass(frozen=True, slots=True)
class LocalRecords:
    """What this computer knows of the glossaries of a profile."""

    drafts: Sequence[DraftRecord] = ()
    last_calls: Mapping[str, JobState] = field(default_factory=dict)
    tags: Mapping[str, tuple[GlossaryTag, ...]] = field(default_factory=dict)
    seen: Mapping[str, Mapping[LanguagePair, Seen]] = field(default_factory=dict)


def summarize_glossaries(glossaries: Sequence[GlossaryRecord] | None, local: LocalRecords) -> list[GlossarySummary]:
    """Shelves by name. `glossaries` None: the service was not asked, and what it has is only known by the drafts."""
    tags, seen, drafts = local.tags, local.seen, _by_glossary(local.drafts)
    nothing: Mapping[LanguagePair, Seen] = {}
    summaries = []
    for each in glossaries or ():
        key = each.glossary_id
        known = seen.get(key, nothing)
        here = drafts.pop(key, ())
        rows = tuple([_draft_row(draft, local, each.dictionary(draft.pair), known) for draft in here])
        # While its creation is not finished, the service has it under a temporary name.
        name = next((draft.glossary_name for draft in here if draft.glossary_id is None), each.name)
        summaries.append(GlossarySummary(key, key, name, each, rows, tags.get(key, ()), known))
    is_asked = glossaries is not None
    for key, here in drafts.items():
        first = next((draft for draft in here if draft.glossary_id is not None), here[0])
        is_missing = is_asked and first.glossary_id is not None
        rows = tuple([_lone_row(draft, local, is_asked=is_asked) for draft in here])
        name, glossary_id = first.glossary_name, first.glossary_id
        summaries.append(GlossarySummary(key, glossary_id, name, None, rows, tags.get(key, ()), nothing, is_missing))
    summaries.sort(key=lambda summary: (summary.name.casefold(), summary.key))
    return summaries


def differs(dictionary: DictionaryRecord, seen: Seen | None) -> bool:
    """Whether the service is known to hold something else than what was seen last. Equal counts prove nothing."""
    return seen is not None and (seen.has_changed or seen.entry_count != dictionary.entry_count)


def _by_glossary(drafts: Iterable[DraftRecord]) -> dict[str, list[DraftRecord]]:
    found: dict[str, list[DraftRecord]] = {}
    for draft in drafts:
        found.setdefault(draft.glossary_key, []).append(draft)
    return found


def _draft_row(
    draft: DraftRecord, local: LocalRecords, known: DictionaryRecord | None, seen: Mapping[LanguagePair, Seen]
) -> DictionarySummary:
    """A dictionary that is edited here, of a glossary that the service lists; `known` is what it lists of this one."""
    # Without edits the service's count is the newer one.
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
        edited_at=datetime.fromtimestamp(draft.changed_at, UTC),
        seen_at=last_seen.seen_at if last_seen else None,
    )


def _lone_row(draft: DraftRecord, local: LocalRecords, *, is_asked: bool) -> DictionarySummary:
    """A dictionary of a glossary that the service does not list, or that nobody asked the service for."""
    return DictionarySummary(
        draft.pair,
        draft.entry_count,
        draft.draft_id,
        draft.has_changes,
        is_on_service=not is_asked and draft.base is not None,
        was_published=draft.base is not None,
        last_call=local.last_calls.get(draft.draft_id),
        edited_at=datetime.fromtimestamp(draft.changed_at, UTC),
    )
