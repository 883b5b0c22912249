"""Changes to entries as data: each knows how to be applied, and applying returns its inverse.

* Change          the protocol, defined next to `Entries`
  + SetCells      new texts for cells of one column
  + SetDetails    new status, domain or note of rows
  + InsertRows    new rows with their positions
  + RemoveRows    rows to remove
  + Batch         several changes as one step

The same objects go to the undo stack and to the journal on disk, so history survives a crash. A bulk change has columns
of row numbers and texts instead of an object for each row: 50,000 pasted rows cost 1 ms.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from termdesk.domain.entries.column_splice import insert_at, is_block, remove_at
from termdesk.domain.entries.entries import Change, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.gc_exemption import untrack

__all__ = ["Batch", "Change", "InsertRows", "RemoveRows", "SetCells", "SetDetails", "as_one", "renew_ids"]


@dataclass(frozen=True, slots=True)
class SetCells:
    """Put `texts[i]` into row `rows[i]` of one column (`SOURCE` or `TARGET`)."""

    column: int
    rows: Sequence[int]
    texts: Sequence[str]

    @property
    def count(self) -> int:
        """The number of cells that are set."""
        return len(self.rows)

    def apply_to(self, entries: Entries) -> SetCells:
        """Set the texts and return the change that restores the old ones."""
        entries.end_sharing()
        cells = entries.column(self.column)
        before = untrack([cells[row] for row in self.rows])
        for row, text in zip(self.rows, self.texts, strict=True):
            cells[row] = text
        return SetCells(self.column, self.rows, before)


@dataclass(frozen=True, slots=True)
class SetDetails:
    """Give row `rows[i]` the details `details[i]`."""

    rows: Sequence[int]
    details: Sequence[EntryDetail]

    @property
    def count(self) -> int:
        """The number of rows whose details are set."""
        return len(self.rows)

    def apply_to(self, entries: Entries) -> SetDetails:
        """Set the details and return the change that restores the old ones."""
        before = [entries.detail(row) for row in self.rows]
        for row, detail in zip(self.rows, self.details, strict=True):
            entries.set_detail(row, detail)
        return SetDetails(self.rows, before)


@dataclass(frozen=True, slots=True)
class InsertRows:
    """Insert rows. `rows` are their ascending positions after the insertion; `ids` are their permanent ids.

    `details` has the details of rows that have any, by their index in `rows`.
    """

    rows: Sequence[int]
    sources: Sequence[str]
    targets: Sequence[str]
    ids: Sequence[int]
    details: Mapping[int, EntryDetail] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of inserted rows."""
        return len(self.rows)

    @classmethod
    def at(cls, entries: Entries, row: int, pairs: Sequence[tuple[str, str]]) -> InsertRows:
        """New rows in one block that starts at row `row`."""
        return cls(
            range(row, row + len(pairs)),
            [source for source, _ in pairs],
            [target for _, target in pairs],
            entries.new_ids(len(pairs)),
        )

    def apply_to(self, entries: Entries) -> RemoveRows:
        """Insert the rows and return the change that removes them."""
        entries.end_sharing()
        entries.reserve_ids(self.ids)
        if _is_block(self.rows):
            first = self.rows[0] if self.rows else 0
            entries.sources[first:first] = self.sources
            entries.targets[first:first] = self.targets
            entries.ids[first:first] = array("L", self.ids)
        else:
            entries.sources[:] = insert_at(entries.sources, self.rows, self.sources)
            entries.targets[:] = insert_at(entries.targets, self.rows, self.targets)
            entries.ids = insert_at(entries.ids, self.rows, self.ids)
        entries.details.update((self.ids[position], detail) for position, detail in self.details.items())
        return RemoveRows(self.rows)


@dataclass(frozen=True, slots=True)
class RemoveRows:
    """Remove rows. `rows` are ascending positions."""

    rows: Sequence[int]

    @property
    def count(self) -> int:
        """The number of removed rows."""
        return len(self.rows)

    def apply_to(self, entries: Entries) -> InsertRows:
        """Remove the rows and return the change that inserts them again."""
        entries.end_sharing()
        rows = self.rows
        if not _is_block(rows):
            inverse = InsertRows(
                rows,
                untrack([entries.sources[row] for row in rows]),
                untrack([entries.targets[row] for row in rows]),
                array("L", (entries.ids[row] for row in rows)),
                _take_details(entries, rows),
            )
            entries.sources[:] = remove_at(entries.sources, rows)
            entries.targets[:] = remove_at(entries.targets, rows)
            entries.ids = remove_at(entries.ids, rows)
            return inverse
        block = slice(rows[0], rows[0] + len(rows)) if rows else slice(0, 0)
        sources, targets = untrack(entries.sources[block]), untrack(entries.targets[block])
        if len(sources) != len(rows):
            raise IndexError("There are fewer rows than are removed.")
        inverse = InsertRows(rows, sources, targets, array("L", entries.ids[block]), _take_details(entries, rows))
        del entries.sources[block], entries.targets[block], entries.ids[block]
        return inverse


@dataclass(frozen=True, slots=True)
class Batch:
    """Several changes that are one step to the user, applied in order."""

    changes: tuple[Change, ...]

    @property
    def count(self) -> int:
        """The number of cells and rows of all changes."""
        return sum(change.count for change in self.changes)

    def apply_to(self, entries: Entries) -> Batch:
        """Apply the changes in order and return the batch that reverts them."""
        inverses = [change.apply_to(entries) for change in self.changes]
        return Batch(tuple(reversed(inverses)))


def as_one(changes: Sequence[Change]) -> Change:
    """Several changes as one step; an empty batch if there are none."""
    return changes[0] if len(changes) == 1 else Batch(tuple(changes))


def renew_ids(change: Change, entries: Entries) -> Change:
    """The same change with new ids for inserted rows, for a stored change whose ids may be in use now."""
    match change:
        case InsertRows():
            return replace(change, ids=entries.new_ids(len(change.rows)))
        case Batch(changes=changes):
            return Batch(tuple(renew_ids(each, entries) for each in changes))
    return change


def _take_details(entries: Entries, rows: Sequence[int]) -> dict[int, EntryDetail]:
    """Remove and return the details of deleted rows, by their index in `rows`."""
    if not entries.details:
        return {}
    taken = {}
    for position, row in enumerate(rows):
        if detail := entries.details.pop(entries.ids[row], None):
            taken[position] = detail
    return taken


def _is_block(rows: Sequence[int]) -> bool:
    return not rows or is_block(rows)
