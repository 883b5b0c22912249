"""Merge of two drafts of one dictionary.

All edits of both are kept; contradicting rows are placed next to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from termdesk.domain.entries.changes import Change, InsertRows, RemoveRows, SetCells, SetDetails, as_one
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import NOTE, EntryDetail
from termdesk.domain.entries.term_fields import join_fields


@dataclass(frozen=True, slots=True)
class DraftMerge:
    """The change to one draft that adds the edits of the other.

    `contradictions` is the number of phrases that both drafts changed differently. Both rows are kept, and count as
    duplicates until the user chooses.
    """

    change: Change
    contradictions: int


def merge_drafts(base: Entries, into: Entries, other: Entries) -> DraftMerge:
    """Add the edits of `other` since `base` to another draft of the same base.

    Rows are compared instead of phrases, so that duplicates and unfinished rows are kept as well. A phrase that one
    draft removed and the other changed is kept with the change.
    """
    before, into_rows, other_rows = set(base), _rows(into), _rows(other)
    other_sources = {source for source, _ in other_rows}
    into_sources = {source for source, _ in into_rows}
    # Rows of the base that this draft did not edit: the other draft's edits replace them.
    untouched = {source: row for (source, target), row in into_rows.items() if (source, target) in before}
    edited: dict[int, str] = {}
    details: dict[int, EntryDetail] = {}
    added: list[tuple[str, str]] = []
    added_details: dict[int, EntryDetail] = {}
    contradictions = 0
    for pair, row in other_rows.items():
        detail = other.detail(row)
        if pair in into_rows:
            combined = _combine_details(into.detail(into_rows[pair]), detail)
            if combined != into.detail(into_rows[pair]):
                details[into_rows[pair]] = combined
            continue
        if pair in before:
            continue
        source, target = pair
        position = untouched.get(source)
        if position is not None and position not in edited and (source, into.targets[position]) not in other_rows:
            edited[position] = target
            if (combined := _combine_details(into.detail(position), detail)) != into.detail(position):
                details[position] = combined
            continue
        contradictions += source in into_sources
        if not detail.is_empty:
            added_details[len(added)] = detail
        added.append(pair)
    removed = sorted(row for pair, row in into_rows.items() if pair in before and pair[0] not in other_sources)
    return DraftMerge(_change(into, edited, details, removed, added, added_details), contradictions)


def _change(
    into: Entries,
    edited: dict[int, str],
    details: dict[int, EntryDetail],
    removed: Sequence[int],
    added: Sequence[tuple[str, str]],
    added_details: dict[int, EntryDetail],
) -> Change:
    changes: list[Change] = []
    if edited:
        changes.append(SetCells(TARGET, list(edited), list(edited.values())))
    if details:
        changes.append(SetDetails(list(details), list(details.values())))
    if removed:
        changes.append(RemoveRows(removed))
    if added:
        changes.append(replace(InsertRows.at(into, len(into) - len(removed), added), details=added_details))
    return as_one(changes)


def _rows(entries: Entries) -> dict[tuple[str, str], int]:
    """The first row of each pair of phrases."""
    found: dict[tuple[str, str], int] = {}
    for row, pair in enumerate(entries):
        found.setdefault(pair, row)
    return found


def _combine_details(one: EntryDetail, other: EntryDetail) -> EntryDetail:
    """Both details combined; if both have a note, both notes."""
    notes = [one.text(NOTE), *([other.text(NOTE)] if other.text(NOTE) not in one.text(NOTE) else [])]
    merged = one.merge_with(other, _first_text, fields=join_fields(one.fields, other.fields))
    return merged.with_text(NOTE, "\n".join(filter(None, notes)))


def _first_text(one: str, other: str) -> str:
    return one or other
