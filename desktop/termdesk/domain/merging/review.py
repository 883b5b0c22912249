"""What an import would do, row by row: new, changed, same, in doubt, or rejected rows."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from itertools import compress

from termdesk.domain.chunks import chunks
from termdesk.domain.entries.changes import Change, InsertRows, RemoveRows, SetCells, SetDetails, as_one
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import NO_DETAIL, EntryDetail
from termdesk.domain.entries.term_fields import fields_of

NO_LOCAL_ROW = -1


class ReviewKind(IntEnum):
    """Result of comparing a row of an import with the dictionary."""

    NEW = 0  # the dictionary does not have its source
    CHANGED = 1  # the dictionary has its source with another target or other details
    SAME = 2  # the dictionary has it, or an earlier row of the file
    CLASH = 3  # its source has several targets in the file, or several rows in the dictionary
    REJECTED = 4  # it is not a valid entry
    ONLY_LOCAL = 5  # not in the file: only the dictionary has its source


class Decision(IntEnum):
    """What happens to a row."""

    KEEP = 0  # keep the dictionary's version
    TAKE = 1  # take the file's version: insert or replace the row, or remove it if the file does not have it
    BOTH = 2  # insert the file's row next to the dictionary's


class InitialDecision(StrEnum):
    """The initial decisions of an import."""

    KEEP = "keep"  # existing source phrases keep their targets
    OVERWRITE = "overwrite"  # they get the file's targets
    APPEND = "append"  # append all rows of the file, also existing ones
    REPLACE_ALL = "replace all"  # replace all entries with those of the file


@dataclass(frozen=True, slots=True)
class IncomingRows:
    """The rows of a file as columns. `details` and `reasons` (of rejection) exist only for rows that have any."""

    sources: Sequence[str]
    targets: Sequence[str]
    lines: Sequence[int]
    details: Mapping[int, EntryDetail] = field(default_factory=dict)
    reasons: Mapping[int, str] = field(default_factory=dict)


class Review:
    """Items in the order of the file, then those that only the dictionary has, each with a kind and a decision.

    Kind and decision are one byte for each item, so that half a million are counted and decided at once. `rows[item]`
    is the row of the dictionary to which it applies, or `NO_LOCAL_ROW`. Created by `review_of`, and valid only for
    these entries.
    """

    def __init__(
        self, local: Entries, incoming: IncomingRows, kinds: bytearray, rows: array[int], twins: Mapping[int, int]
    ) -> None:
        self.local = local
        self.incoming = incoming
        self.rows = rows
        self._twins = twins
        self._states = kinds.translate(bytes(min(kind, 63) << 2 for kind in range(256)))
        self._items = [_items_of(kind, kinds) for kind in ReviewKind]
        self._groups: dict[str, list[int]] = {}
        for item in self._items[ReviewKind.CLASH]:
            self._groups.setdefault(incoming.sources[item], []).append(item)

    def __len__(self) -> int:
        return len(self._states)

    # Queries

    def kind(self, item: int) -> ReviewKind:
        """The result of comparing an item with the dictionary."""
        return ReviewKind(self._states[item] >> 2)

    def decision(self, item: int) -> Decision:
        """The decision about an item."""
        return Decision(self._states[item] & 3)

    def items(self, kind: ReviewKind) -> Sequence[int]:
        """The items of a kind, ascending."""
        return self._items[kind]

    def count(self, kind: ReviewKind) -> int:
        """The number of items of a kind."""
        return len(self._items[kind])

    def count_decided(self, kind: ReviewKind, decision: Decision) -> int:
        """The number of items of a kind with this decision."""
        return self._states.count(kind << 2 | decision)

    def line(self, item: int) -> int:
        """The line of the file; 0 for an item that only the dictionary has."""
        return self.incoming.lines[item] if item < len(self.incoming.lines) else 0

    def source(self, item: int) -> str:
        """The source phrase of an item."""
        if item < len(self.incoming.sources):
            return self.incoming.sources[item]
        return self.local.sources[self.rows[item]]

    def local_target(self, item: int) -> str:
        """The dictionary's target; empty if it has none."""
        row = self.rows[item]
        return self.local.targets[row] if row != NO_LOCAL_ROW else ""

    def target_in_file(self, item: int) -> str:
        """The file's target; empty if it has none."""
        return self.incoming.targets[item] if item < len(self.incoming.targets) else ""

    def local_detail(self, item: int) -> EntryDetail:
        """The details of the entry in the dictionary; empty for a new entry."""
        row = self.rows[item]
        return self.local.detail(row) if row != NO_LOCAL_ROW else NO_DETAIL

    def detail_in_file(self, item: int) -> EntryDetail:
        """The details of the entry in the file; empty if it has none."""
        return self.incoming.details.get(item, NO_DETAIL)

    def reason(self, item: int) -> str:
        """Why a rejected row is not an entry."""
        return self.incoming.reasons.get(item, "")

    def twin(self, item: int) -> int | None:
        """An earlier item of the file with the same phrases."""
        return self._twins.get(item)

    @property
    def has_twins(self) -> bool:
        """Whether a row of the file occurs twice."""
        return bool(self._twins)

    @property
    def repeated_count(self) -> int:
        """The number of rows that are left out because an earlier row of the file has the same content."""
        left_out = ReviewKind.SAME << 2 | Decision.KEEP
        return sum(self.rows[item] == NO_LOCAL_ROW and self._states[item] == left_out for item in self._twins)

    @property
    def known_count(self) -> int:
        """The number of rows that are left out because the dictionary contains them."""
        return self.count_decided(ReviewKind.SAME, Decision.KEEP) - self.repeated_count

    @property
    def is_sound(self) -> bool:
        """Whether every row of the file is new, so that there is nothing to decide."""
        return len(self._items[ReviewKind.NEW]) == len(self)

    @property
    def only_adds(self) -> bool:
        """Whether only rows are inserted that the dictionary does not have, so that there is nothing to decide."""
        in_doubt = (ReviewKind.CHANGED, ReviewKind.CLASH, ReviewKind.REJECTED)
        return (
            not any(map(self.count, in_doubt))
            and self.touched_count == self.count_decided(ReviewKind.NEW, Decision.TAKE) > 0
        )

    @property
    def touched_count(self) -> int:
        """The number of rows that would be inserted, replaced or removed."""
        return sum(
            self.count_decided(kind, decision) for kind in ReviewKind for decision in (Decision.TAKE, Decision.BOTH)
        )

    # Decisions

    def decide_all(self, decision: Decision) -> None:
        """Apply a decision to all items whose kind allows it."""
        for kind in ReviewKind:
            self.decide_kind(kind, decision)

    def decide(self, items: Iterable[int], decision: Decision) -> None:
        """Apply a decision to items whose kind allows it. Of items with the same source, only one replaces the row."""
        for item in items:
            kind = self.kind(item)
            fitting = _effective_decision(kind, decision)
            if kind == ReviewKind.CLASH and fitting == Decision.TAKE:
                self._take_one(self.source(item), item)
            else:
                self._states[item] = kind << 2 | fitting

    def decide_kind(self, kind: ReviewKind, decision: Decision) -> None:
        """Apply a decision to all items of a kind; of clashing items, the first of each source is chosen."""
        fitting = _effective_decision(kind, decision)
        if kind == ReviewKind.CLASH and fitting == Decision.TAKE:
            for source, items in self._groups.items():
                self._take_one(source, items[0], only_one=True)
            return
        table = bytes(kind << 2 | fitting if state >> 2 == kind else state for state in range(256))
        self._states = self._states.translate(table)

    def decide_by(self, existing: InitialDecision, *, rejected: Decision = Decision.TAKE) -> None:
        """Set the initial decisions."""
        is_taken = existing in (InitialDecision.OVERWRITE, InitialDecision.REPLACE_ALL)
        usual = Decision.TAKE if is_taken else Decision.BOTH if existing is InitialDecision.APPEND else Decision.KEEP
        for kind in (ReviewKind.CHANGED, ReviewKind.CLASH):
            self.decide_kind(kind, usual)
        self.decide_kind(ReviewKind.NEW, Decision.TAKE)
        self.decide_kind(ReviewKind.SAME, Decision.BOTH if existing is InitialDecision.APPEND else Decision.KEEP)
        self.decide_kind(ReviewKind.REJECTED, rejected)
        self.decide_kind(
            ReviewKind.ONLY_LOCAL, Decision.TAKE if existing is InitialDecision.REPLACE_ALL else Decision.KEEP
        )
        # Clashes inside the file are imported; the grid marks them, and the user resolves them there.
        self.decide((item for item in self._items[ReviewKind.CLASH] if self.rows[item] == NO_LOCAL_ROW), Decision.BOTH)
        if existing is InitialDecision.KEEP:
            self.decide((item for item in self._items[ReviewKind.CHANGED] if self._only_adds(item)), Decision.TAKE)

    def _only_adds(self, item: int) -> bool:
        """Whether the file has the same target, and only adds a detail."""
        local, remote = self.local_detail(item), self.detail_in_file(item)
        is_kept = merge_details(remote, local) == merge_details(local, remote)
        return self.local_target(item) == self.target_in_file(item) and is_kept and not remote.is_forbidden

    def _take_one(self, source: str, taken: int, *, only_one: bool = False) -> None:
        for item in self._groups[source]:
            if only_one or self.decision(item) == Decision.TAKE:
                self._states[item] = ReviewKind.CLASH << 2 | Decision.KEEP
        self._states[taken] = ReviewKind.CLASH << 2 | Decision.TAKE

    # Import

    def change(self) -> Change:
        """The change that applies the decisions; its `count` is 0 if there is nothing to do."""
        replaced: dict[int, str] = {}
        details: dict[int, EntryDetail] = {}
        forbidding = self._find_forbidden_rows()
        removed: list[int] = []
        coming: list[int] = []
        for kind in ReviewKind:
            for item in self._items[kind]:
                decision = self._states[item] & 3
                if decision == Decision.KEEP:
                    continue
                row = self.rows[item]
                if kind == ReviewKind.ONLY_LOCAL:
                    removed.append(row)
                elif decision == Decision.BOTH or row == NO_LOCAL_ROW or self._is_to_stay(item, row, forbidding):
                    coming.append(item)
                else:
                    self._replace(item, row, replaced, details)
        return self._as_change(replaced, details, removed, sorted(coming))

    def _find_forbidden_rows(self) -> set[int]:
        """The existing rows that the file forbids, if the user accepted that."""
        taken = ReviewKind.CHANGED << 2 | Decision.TAKE
        return {
            self.rows[item]
            for item, detail in self.incoming.details.items()
            if detail.is_forbidden and self._states[item] == taken
        }

    def _is_to_stay(self, item: int, row: int, forbidding: Collection[int]) -> bool:
        """Whether the file forbids exactly this row, so that another target is inserted next to it."""
        return row in forbidding and self.local.targets[row] != self.incoming.targets[item]

    def _replace(self, item: int, row: int, replaced: dict[int, str], details: dict[int, EntryDetail]) -> None:
        target = self.incoming.targets[item]
        before = local = self.local.detail(row)
        if self.local.targets[row] != target:
            replaced[row] = target
        else:
            # An earlier row of the file may have more details of the same phrases.
            local = details.get(row, before)
        remote = self.detail_in_file(item)
        merged = merge_details(local, remote)
        if before.is_forbidden:
            # The file's version allows the term again, unless the file forbids it, too.
            merged = replace(merged, status=remote.status)
        if merged != local:
            details[row] = merged

    def _as_change(
        self,
        replaced: Mapping[int, str],
        details: Mapping[int, EntryDetail],
        removed: Sequence[int],
        coming: Sequence[int],
    ) -> Change:
        incoming = self.incoming
        changes: list[Change] = []
        if replaced:
            changes.append(SetCells(TARGET, list(replaced), list(replaced.values())))
        if details:
            changes.append(SetDetails(list(details), list(details.values())))
        if removed:
            changes.append(RemoveRows(removed))
        if coming:
            first = len(self.local) - len(removed)
            known = {
                position: incoming.details[item] for position, item in enumerate(coming) if item in incoming.details
            }
            changes.append(
                InsertRows(
                    range(first, first + len(coming)),
                    [incoming.sources[item] for item in coming],
                    [incoming.targets[item] for item in coming],
                    self.local.new_ids(len(coming)),
                    known,
                )
            )
        return as_one(changes)


def _items_of(kind: ReviewKind, kinds: bytearray) -> Sequence[int]:
    """The items of a kind, ascending. Fast for a new dictionary, in which all rows have the same kind."""
    count = kinds.count(kind)
    if count == len(kinds):
        return range(count)
    found = array("l")
    if count:
        for chunk in chunks(len(kinds)):
            found.extend(compress(range(len(kinds))[chunk], map(kind.__eq__, kinds[chunk])))
    return found


def merge_details(local: EntryDetail, remote: EntryDetail) -> EntryDetail:
    """The file's details, completed by the dictionary's: a file without notes does not delete notes."""
    return local.merge_with(remote, _merge_text, fields=fields_of([*local.fields, *remote.fields]))


def _merge_text(local: str, remote: str) -> str:
    # Readers remove spaces around details, so these do not count as a difference.
    return remote if remote and remote != local.strip() else local


def possible(kind: ReviewKind) -> tuple[Decision, ...]:
    """The decisions that have different effects for a kind."""
    return tuple(decision for decision in Decision if _effective_decision(kind, decision) == decision)


def _effective_decision(kind: ReviewKind, decision: Decision) -> Decision:
    """The closest decision that has an effect for a kind."""
    if kind == ReviewKind.SAME:
        return Decision.BOTH if decision == Decision.BOTH else Decision.KEEP
    if decision != Decision.BOTH or kind in (ReviewKind.CHANGED, ReviewKind.CLASH):
        return decision
    return Decision.KEEP if kind == ReviewKind.ONLY_LOCAL else Decision.TAKE
