"""Edits of the table of several dictionaries, converted to one undoable change of all of them.

An empty cell is an entry that does not exist: clearing a target removes the entry from that dictionary, and typing into
an empty cell inserts one after its neighbor. A row remains as long as one dictionary has its phrase: the last one keeps
it, with an empty target, until another translation is typed or the row is deleted.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from termdesk.domain.entries.changes import Change, InsertRows, RemoveRows, SetCells, SetDetails, as_one
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import NONE, Ids, MultilingualChange, RowSwap, align


@dataclass(slots=True)
class TableRowEdit:
    """New texts of one row. A `source` of None stays unchanged; `targets` has the changed ones by dictionary."""

    source: str | None = None
    targets: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Work:
    """The edits of one dictionary; new entries have the position of the entry that they follow, -1 for none."""

    set_sources: list[tuple[int, str]] = field(default_factory=list)
    set_targets: list[tuple[int, str]] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    new: list[tuple[int, str, str, int]] = field(default_factory=list)

    def change(self) -> Change | None:
        parts: list[Change] = []
        for column, cells in ((SOURCE, self.set_sources), (TARGET, self.set_targets)):
            if cells:
                parts.append(SetCells(column, [row for row, _ in cells], [text for _, text in cells]))
        gone = sorted(self.removed)
        if gone:
            parts.append(RemoveRows(gone))
        if self.new:
            come = sorted(self.new, key=itemgetter(0))
            rows = [anchor + 1 - bisect_right(gone, anchor) + number for number, (anchor, *_) in enumerate(come)]
            texts = [each[1] for each in come], [each[2] for each in come]
            parts.append(InsertRows(rows, *texts, [each[3] for each in come]))
        return as_one(parts) if parts else None


def edit_rows(
    table: MultilingualEntries,
    edits: Mapping[int, TableRowEdit],
    new: Sequence[TableRowEdit] = (),
    *,
    new_at: int | None = None,
) -> MultilingualChange:
    """The change that sets these texts in rows, and inserts `new` rows at row `new_at` (None: the end)."""
    works: defaultdict[int, _Work] = defaultdict(_Work)
    anchors = _Anchors(table)
    swapped = _edit_rows(table, edits, works, anchors)
    position = len(table) if new_at is None else new_at
    come = [_new_row(table, edit, works, anchors, position) for edit in new]
    swap = _swap(swapped, come, position)
    if len(edits) == 1 and not new:
        ((row, edit),) = edits.items()
        swap = _join_rows(table, row, edit, swap)
    return MultilingualChange(_parts(works), swap)


def rewrite_cells(
    table: MultilingualEntries, found: Sequence[tuple[int, Sequence[int], Sequence[str]]]
) -> MultilingualChange:
    """The change that gives cells other texts: columns of the table by number, each with rows and texts.

    Only non-empty cells may be named. A target that becomes empty is removed.
    """
    works: defaultdict[int, _Work] = defaultdict(_Work)
    # In a row with a removed entry, the whole row decides which dictionary keeps the phrase.
    emptied = {
        row
        for column, rows, texts in found
        if column != SOURCE
        for row, text in zip(rows, texts, strict=True)
        if not text
    }
    edits = {row: TableRowEdit() for row in emptied}
    for column, rows, texts in found:
        part = table.columns[column].part
        for row, text in zip(rows, texts, strict=True):
            if row in emptied:
                if part is None:
                    edits[row].source = text
                else:
                    edits[row].targets[part] = text
            elif part is not None:
                works[part].set_targets.append((_position(table, row, part), text))
            else:
                for holder in table.holders(row):
                    works[holder].set_sources.append((_position(table, row, holder), text))
    swapped = _edit_rows(table, edits, works, _Anchors(table))
    return MultilingualChange(_parts(works), _swap(swapped, [], len(table)))


def realign(table: MultilingualEntries, parts: Sequence[tuple[int, Change]]) -> MultilingualChange:
    """The change that applies these changes to dictionaries, by index, and then aligns the rows again.

    For a worker.
    """
    changed = list(table.dictionaries)
    for column, part in parts:
        changed[column] = changed[column].copy()
        changed[column].apply(part)
    old, new = table.alignment, align(changed)
    shorter = min(len(old), len(new))
    same = next((row for row in range(shorter) if old[row] != new[row]), shorter)
    room = range(1, shorter - same + 1)
    same_end = next((back - 1 for back in room if old[len(old) - back] != new[len(new) - back]), shorter - same)
    come = range(same, len(new) - same_end)
    return MultilingualChange(tuple(parts), RowSwap(range(same, len(old) - same_end), come, [new[row] for row in come]))


def with_detail(table: MultilingualEntries, row: int, column: int, detail: EntryDetail) -> MultilingualChange:
    """The change that gives the entry of a dictionary other details. Raises ValueError without an entry."""
    position = table.position(row, column)
    if position is None:
        raise ValueError(f"dictionary {column} has no entry in row {row}")
    part = SetDetails((position,), (detail,))
    return MultilingualChange(((column, part),), RowSwap((row,), (row,), (table.alignment[row],)))


def insert_row(table: MultilingualEntries, row: int) -> MultilingualChange:
    """The change that inserts an empty row; the first dictionary has it until a translation is typed."""
    return edit_rows(table, {}, [TableRowEdit("")], new_at=row)


def remove_rows(table: MultilingualEntries, rows: Sequence[int]) -> MultilingualChange:
    """The change that removes rows and their phrases from every dictionary that has them."""
    works: defaultdict[int, _Work] = defaultdict(_Work)
    gone = sorted(set(rows))
    for row in gone:
        for column in table.holders(row):
            works[column].removed.append(_position(table, row, column))
    return MultilingualChange(_parts(works), RowSwap(gone))


def remove_entries(table: MultilingualEntries, gone: Mapping[int, Sequence[int]]) -> MultilingualChange:
    """The change that removes entries, by dictionary and its row; rows without any entry disappear."""
    ids_of: dict[int, list[int]] = {}
    for column, positions in gone.items():
        ids = {table.dictionaries[column].ids[position] for position in positions}
        for row, number in enumerate(table.alignment.columns[column]):
            if number in ids:
                ids_of.setdefault(row, list(table.alignment[row]))[column] = NONE
    emptied = sorted(row for row, values in ids_of.items() if set(values) == {NONE})
    swapped = {row: tuple(values) for row, values in ids_of.items() if set(values) != {NONE}}
    parts = tuple((column, RemoveRows(sorted(gone[column]))) for column in sorted(gone) if gone[column])
    return MultilingualChange(parts, _swap(swapped, [], len(table), emptied))


def from_outside(table: MultilingualEntries, column: int, change: Change) -> MultilingualChange:
    """A change to one dictionary, converted for the table; new entries join the row of their phrase.

    It may set targets, remove and insert rows, but not set sources.
    """
    entries, changed = table.dictionaries[column], table.dictionaries[column].copy()
    changed.apply(change)
    old_ids, new_ids = set(entries.ids), set(changed.ids)
    alignment, ids = table.alignment, table.alignment.columns[column][:]
    touched = {row for row, number in enumerate(ids) if number != NONE and number not in new_ids}
    for row in touched:
        ids[row] = NONE
    come = [
        (source, number) for source, number in zip(changed.sources, changed.ids, strict=True) if number not in old_ids
    ]
    free = _free_rows(table, {source for source, _ in come}, ids)
    extra: list[Ids] = []
    for source, number in come:
        if free[source]:
            row = free[source].pop(0)
            ids[row] = number
            touched.add(row)
        else:
            extra.append(tuple(number if each == column else NONE for each in range(table.width)))
    ids_of = {
        row: tuple(ids[row] if each == column else alignment[row][each] for each in range(table.width))
        for row in touched
    }
    emptied = sorted(row for row, values in ids_of.items() if all(number == NONE for number in values))
    swapped = {row: values for row, values in ids_of.items() if row not in set(emptied)}
    return MultilingualChange(((column, change),), _swap(swapped, extra, len(table), emptied))


def _free_rows(table: MultilingualEntries, sources: set[str], ids: Sequence[int]) -> defaultdict[str, list[int]]:
    """For each phrase, the ascending rows in which the dictionary with these ids has no entry."""
    free: defaultdict[str, list[int]] = defaultdict(list)
    if sources:
        for row, number in enumerate(ids):
            if number == NONE and (source := table.source(row)) in sources:
                free[source].append(row)
    return free


def _edit_rows(
    table: MultilingualEntries, edits: Mapping[int, TableRowEdit], works: defaultdict[int, _Work], anchors: _Anchors
) -> dict[int, Ids]:
    """Collect the edits for these rows, and return the new ids of rows whose entries change."""
    swapped: dict[int, Ids] = {}
    for row in sorted(edits):
        before = table.alignment[row]
        after = _edit_row(table, row, edits[row], works, anchors)
        if after != before:
            swapped[row] = after
    return swapped


def _edit_row(
    table: MultilingualEntries, row: int, edit: TableRowEdit, works: defaultdict[int, _Work], anchors: _Anchors
) -> Ids:
    """Collect the edits for one row, and return its new ids."""
    old_source = table.source(row)
    source = old_source if edit.source is None else edit.source
    present = {column: table.target(row, column) or "" for column in table.holders(row)}
    new_targets = _new_targets(present, edit.targets)
    for column in present.keys() - new_targets.keys() - edit.targets.keys():
        # Keep the entry: otherwise a translation would replace it, and its note would be lost unnoticed.
        if not table.dictionaries[column].detail(_position(table, row, column)).is_empty:
            new_targets[column] = present[column]
    ids = list(table.alignment[row])
    for column in present:
        position, work = _position(table, row, column), works[column]
        if column not in new_targets:
            work.removed.append(position)
            ids[column] = NONE
            continue
        if source != old_source:
            work.set_sources.append((position, source))
        if new_targets[column] != present[column]:
            work.set_targets.append((position, new_targets[column]))
    for column in new_targets.keys() - present.keys():
        (ids[column],) = table.dictionaries[column].new_ids(1)
        works[column].new.append((anchors.before(row, column), source, new_targets[column], ids[column]))
    return tuple(ids)


def _new_targets(present: Mapping[int, str], targets: Mapping[int, str]) -> dict[int, str]:
    """The targets of a row after an edit, by dictionary."""
    new_targets = {column: text for column, text in {**present, **targets}.items() if text or column not in targets}
    if not new_targets:
        return {min(present, default=0): ""}
    # An entry without a target is removed once another language has a translation.
    if len(present) == 1 and any(new_targets.values()):
        return {column: text for column, text in new_targets.items() if text}
    return new_targets


def _new_row(
    table: MultilingualEntries, edit: TableRowEdit, works: defaultdict[int, _Work], anchors: _Anchors, position: int
) -> Ids:
    ids = [NONE] * table.width
    for column, text in _new_targets({}, edit.targets).items():
        (ids[column],) = table.dictionaries[column].new_ids(1)
        works[column].new.append((anchors.before(position, column), edit.source or "", text, ids[column]))
    return tuple(ids)


def _swap(changed: Mapping[int, Ids], new: Sequence[Ids], position: int, emptied: Sequence[int] = ()) -> RowSwap:
    """The swap that replaces the `changed` rows, inserts `new` rows at `position`, and removes the `emptied` rows."""
    gone = sorted({*changed, *emptied})
    come = [
        (row + (len(new) if row >= position else 0) - bisect_right(emptied, row), changed[row])
        for row in sorted(changed)
    ]
    come += [(position - bisect_right(emptied, position - 1) + number, ids) for number, ids in enumerate(new)]
    come.sort(key=itemgetter(0))
    return RowSwap(gone, [row for row, _ in come], [ids for _, ids in come])


def _join_rows(table: MultilingualEntries, row: int, edit: TableRowEdit, swap: RowSwap) -> RowSwap:
    """The renamed row joined with the existing row of this phrase, if no dictionary has both."""
    if not edit.source or edit.source == table.source(row):
        return swap
    ids = swap.ids[0] if swap.ids else table.alignment[row]
    for other in table.rows_with(edit.source):
        values = table.alignment[other]
        if other != row and all(NONE in pair for pair in zip(ids, values, strict=True)):
            together = tuple(max(pair) for pair in zip(ids, values, strict=True))
            return RowSwap(sorted((row, other)), [row - (other < row)], [together])
    return swap


def _position(table: MultilingualEntries, row: int, column: int) -> int:
    position = table.position(row, column)
    assert position is not None, "only what a dictionary has is asked for"
    return position


def _parts(works: Mapping[int, _Work]) -> tuple[tuple[int, Change], ...]:
    changes = ((column, works[column].change()) for column in sorted(works))
    return tuple((column, change) for column, change in changes if change is not None)


class _Anchors:
    """Finds the entry that a new entry follows: the nearest row above that the dictionary has."""

    def __init__(self, table: MultilingualEntries) -> None:
        self._table = table
        # For each column the last row and its result, because rows are requested in ascending order.
        self._last: dict[int, tuple[int, int]] = {}

    def before(self, row: int, column: int) -> int:
        """The position of the entry that a new entry in this row follows, or -1 for the start of the dictionary."""
        ids = self._table.alignment.columns[column]
        stop, known = self._last.get(column, (-1, -1))
        if row < stop:
            stop, known = -1, -1
        above = row - 1
        while above > stop and ids[above] == NONE:
            above -= 1
        position = self._table.positions(column)[ids[above]] if above > stop else known
        # The last requested row has no entry yet, so its result also applies to this row.
        self._last[column] = row, position
        return position
