"""What a change did to rows, by row id, so that an index can process it later, after rows have moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.domain.entries.changes import Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries


@dataclass(frozen=True, slots=True)
class RowEdit:
    """The contents of rows after a change. An unchanged column is None. Removed rows have empty phrases."""

    ids: Sequence[int]
    sources: Sequence[str] | None = None
    targets: Sequence[str] | None = None
    # Ids of rows that became forbidden, and of rows that are no longer forbidden.
    now_forbidden: frozenset[int] = frozenset()
    now_allowed: frozenset[int] = frozenset()
    are_gone: bool = False

    @property
    def count(self) -> int:
        """The number of changed, inserted or removed rows."""
        return len(self.ids)

    @property
    def columns(self) -> tuple[int, ...]:
        """The phrase columns that changed: `SOURCE`, `TARGET`, both or none."""
        texts = ((SOURCE, self.sources), (TARGET, self.targets))
        return tuple(column for column, changed in texts if changed is not None)

    @property
    def moves_sources(self) -> bool:
        """Whether the edit affects which source phrases occur in other entries."""
        return self.sources is not None or bool(self.now_forbidden or self.now_allowed)


def row_edit(change: Change, inverse: Change, entries: Entries) -> RowEdit | None:
    """Describe a single change that was applied to `entries`, by row id; None if it does not affect the checks."""
    match change, inverse:
        case SetCells(column=column, rows=rows, texts=texts), _:
            ids = [entries.ids[row] for row in rows]
            return RowEdit(ids, sources=texts) if column == SOURCE else RowEdit(ids, targets=texts)
        case InsertRows(ids=ids, sources=sources, targets=targets, details=details), _:
            forbidden = frozenset(ids[position] for position, detail in details.items() if detail.is_forbidden)
            return RowEdit(ids, sources, targets, now_forbidden=forbidden)
        case RemoveRows(), InsertRows(ids=ids, details=details):
            nothing = [""] * len(ids)
            forbidden = frozenset(ids[position] for position, detail in details.items() if detail.is_forbidden)
            return RowEdit(ids, nothing, nothing, now_allowed=forbidden, are_gone=True)
        case SetDetails(rows=rows, details=new_details), SetDetails(details=old_details):
            moves = [
                (entries.ids[row], new.is_forbidden)
                for row, new, old in zip(rows, new_details, old_details, strict=True)
                if new.is_forbidden != old.is_forbidden
            ]
            if moves:
                forbidden = frozenset(row_id for row_id, is_forbidden in moves if is_forbidden)
                ids = [row_id for row_id, _ in moves]
                return RowEdit(ids, now_forbidden=forbidden, now_allowed=frozenset(ids) - forbidden)
    return None
