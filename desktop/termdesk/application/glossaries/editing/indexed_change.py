"""Apply a change to entries, and update their violations and filter texts. The cost depends only on the change."""

from __future__ import annotations

from termdesk.application.glossaries.view.row_texts import RowTexts
from termdesk.domain.entries.changes import Batch, Change, InsertRows, RemoveRows, SetCells, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.violation_index import ViolationIndex


def apply_indexed(change: Change, entries: Entries, violations: ViolationIndex, texts: RowTexts) -> Change:
    """Apply one change, not a batch, to the entries and to the indexes derived from them. Return the inverse."""
    touched = _find_touched_sources(change, entries)
    violations.ungroup(touched)
    match change:
        case SetCells():
            inverse = _set_cells(change, entries, violations, texts)
        case SetDetails():
            inverse = _set_details(change, entries, violations)
        case InsertRows():
            inverse = _insert_rows(change, entries, violations, texts)
        case RemoveRows():
            inverse = _remove_rows(change, entries, violations, texts)
        case Batch():
            raise TypeError("the parts of a batch are applied one by one")
    violations.settle()
    violations.group(touched)
    return inverse


def _find_touched_sources(change: Change, entries: Entries) -> set[str]:
    """Return the source phrases whose rows a change may turn into synonyms, or back."""
    match change:
        case SetCells() | RemoveRows() if not entries.details:
            # Only details say that rows are synonyms.
            return set()
        case SetCells(column=column, rows=rows, texts=texts) if column == SOURCE:
            return {entries.sources[row] for row in rows} | set(texts)
        case SetDetails(rows=rows) | RemoveRows(rows=rows):
            return {entries.sources[row] for row in rows}
        case InsertRows(sources=sources):
            return set(sources)
    return set()


def _set_cells(change: SetCells, entries: Entries, violations: ViolationIndex, texts: RowTexts) -> Change:
    ids = [entries.ids[row] for row in change.rows]
    column = entries.column(change.column)
    violations.leave(ids, [column[row] for row in change.rows], change.column)
    inverse = entries.apply(change)
    violations.come(ids, change.texts, change.column)
    texts.note_changed(change.rows, change.column)
    return inverse


def _set_details(change: SetDetails, entries: Entries, violations: ViolationIndex) -> Change:
    was_forbidden = [entries.ids[row] in violations.excluded for row in change.rows]
    inverse = entries.apply(change)
    moves = list(zip(change.rows, was_forbidden, change.details, strict=True))
    violations.exclude([row for row, was, detail in moves if detail.is_forbidden and not was])
    violations.include([row for row, was, detail in moves if was and not detail.is_forbidden])
    return inverse


def _insert_rows(change: InsertRows, entries: Entries, violations: ViolationIndex, texts: RowTexts) -> Change:
    inverse = entries.apply(change)
    violations.excluded.update(
        change.ids[position] for position, detail in change.details.items() if detail.is_forbidden
    )
    violations.come(change.ids, change.sources, SOURCE)
    violations.come(change.ids, change.targets, TARGET)
    texts.note_inserted(change.rows)
    return inverse


def _remove_rows(change: RemoveRows, entries: Entries, violations: ViolationIndex, texts: RowTexts) -> Change:
    inverse = entries.apply(change)
    assert isinstance(inverse, InsertRows)
    violations.leave(inverse.ids, inverse.sources, SOURCE)
    violations.leave(inverse.ids, inverse.targets, TARGET)
    violations.excluded.difference_update(inverse.ids)
    texts.note_removed(change.rows)
    return inverse
