"""Which dictionaries of a table a change affects, how each will be published, and which rows show the change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.domain.entries.changes import Batch, Change, RemoveRows, SetCells
from termdesk.domain.entries.entries import SOURCE, Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import MultilingualChange


@dataclass(frozen=True, slots=True)
class AffectedDictionary:
    """One dictionary that a step changes, with the number of changed entries and the call that will publish them."""

    pair: LanguagePair
    count: int
    method: Method


def find_affected(
    dictionaries: Sequence[OpenDictionary], entries: MultilingualEntries, change: MultilingualChange
) -> list[AffectedDictionary]:
    """Return the effects of a change that is not applied yet. `entries` are those it was made for, or a copy."""
    return [
        AffectedDictionary(
            dictionaries[column].pair,
            part.count,
            _method(dictionaries[column], entries.dictionaries[column], part),
        )
        for column, part in change.parts
    ]


def _method(dictionary: OpenDictionary, entries: Entries, change: Change) -> Method:
    if not dictionary.is_published:
        return Method.CREATE
    gone = _sources_that_go(entries, change)
    takes_away = any(dictionary.base_target(source) is not None for source in gone)
    return Method.REPLACE if takes_away else Method.MERGE


def find_affected_rows(entries: MultilingualEntries, change: MultilingualChange) -> list[int]:
    """Return the rows of the table that show a change, numbered as after it. Works before and after it is applied."""
    come = list(change.rows.come)
    if change.rows.gone:
        return come or [max(0, change.rows.gone[0] - 1)]
    cells = _rows_with_cells_set(entries, change)
    # Rows inserted before the changed cells move them, so their numbers would be wrong.
    return come if come and cells and come[0] <= cells[-1] else [*cells, *come]


def _rows_with_cells_set(entries: MultilingualEntries, change: MultilingualChange) -> list[int]:
    """Find the first dictionary in which the change sets cells. Return the table rows of these cells, ascending."""
    for column, part in change.parts:
        numbers = entries.dictionaries[column].ids
        if ids := {numbers[row] for row in _cells_set(part)}:
            return [row for row, number in enumerate(entries.alignment.columns[column]) if number in ids]
    return []


def _sources_that_go(entries: Entries, change: Change) -> Iterator[str]:
    """Yield the source phrases that a change, not applied yet, removes or renames.

    Row numbers of a batch are those before the batch.
    """
    match change:
        case SetCells(column=column, rows=rows) if column == SOURCE:
            yield from (entries.sources[row] for row in rows)
        case RemoveRows(rows=rows):
            yield from (entries.sources[row] for row in rows)
        case Batch(changes=changes):
            for each in changes:
                yield from _sources_that_go(entries, each)


def _cells_set(change: Change) -> Iterator[int]:
    match change:
        case SetCells(rows=rows):
            yield from rows
        case Batch(changes=changes):
            for each in changes:
                yield from _cells_set(each)
