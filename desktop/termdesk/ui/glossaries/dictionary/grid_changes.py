"""The changes behind the edits of the grid, as functions of the entries, which can also run in a worker thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from termdesk.domain.entries.changes import Change, InsertRows, RemoveRows, SetCells, SetDetails, as_one
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import DETAIL_COLUMNS, NO_DETAIL, STATUS, EntryDetail
from termdesk.ui.glossaries.dictionary.status_words import status_of_word

# Texts by column and row. The garbage collector would have to visit half a million tuples one by one.
Texts = Mapping[int, Mapping[int, str]]


def clear_cells(entries: Entries, cells: Mapping[int, Sequence[int]]) -> Change:
    """Empty the cells of these rows, by column. Cells that are already empty are skipped."""
    changes: list[Change] = []
    for column in (SOURCE, TARGET):
        texts = entries.column(column)
        if rows := [row for row in cells.get(column, ()) if texts[row]]:
            changes.append(SetCells(column, rows, [""] * len(rows)))
    if entries.details:
        is_noted = entries.details.__contains__
        noted = {
            column: dict.fromkeys((row for row in cells.get(column, ()) if is_noted(entries.ids[row])), "")
            for column in DETAIL_COLUMNS
        }
        changes += _detail_changes(entries, noted)
    return as_one(changes)


def with_texts(entries: Entries, texts: Texts) -> list[Change]:
    """Put texts into cells, and skip cells that already have the text. Raises InvalidInput for an unknown status."""
    changes: list[Change] = []
    for column in (SOURCE, TARGET):
        old = entries.column(column)
        fresh = {row: text for row, text in texts.get(column, {}).items() if old[row] != text}
        if fresh:
            changes.append(SetCells(column, list(fresh), list(fresh.values())))
    return changes + _detail_changes(entries, texts)


def remove_rows(rows: Sequence[int]) -> RemoveRows:
    """Remove these rows, given in any order."""
    return RemoveRows(rows if isinstance(rows, range) else sorted(set(rows)))


def fill_down(entries: Entries, rows: Sequence[int], columns: Sequence[int]) -> Change:
    """Copy the first of `rows` to the others, column by column."""
    texts = {column: dict.fromkeys(rows[1:], entries.cell(rows[0], column)) for column in columns}
    return as_one(with_texts(entries, texts))


def revert_rows(entries: Entries, rows: Sequence[int], published: Mapping[str, str]) -> Change:
    """Set the targets of these rows to the published ones, found by source.

    Forbidden rows and admitted synonyms are skipped: they are never published, and the published target belongs to
    another row.
    """
    kept = entries.find_unpublished_ids()
    known = {row: published.get(entries.sources[row]) for row in rows if entries.ids[row] not in kept}
    return as_one(with_texts(entries, {TARGET: {row: text for row, text in known.items() if text is not None}}))


def paste_block(
    entries: Entries, block: Sequence[Sequence[str]], *, rows: Sequence[int], column: int, shown: Sequence[int]
) -> Change:
    """Write a block of texts over `rows`, starting at `column`. Rows that do not fit are appended.

    A block of one cell fills all `rows`. `shown` are the visible columns, in which a row of the block continues. Raises
    InvalidInput for an unknown status.
    """
    if len(block) == 1 and len(block[0]) == 1 and len(rows) > 1:
        return as_one(with_texts(entries, {column: dict.fromkeys(rows, block[0][0])}))
    inside, beyond = block[: len(rows)], block[len(rows) :]
    texts: dict[int, dict[int, str]] = {position: {} for position in shown}
    for row, given in zip(rows, inside, strict=False):
        for position, text in zip(_from(column, shown), given, strict=False):
            texts[position][row] = text
    changes = with_texts(entries, texts)
    if beyond:
        changes.append(insert_block(entries, beyond, row=len(entries), column=column, shown=shown))
    return as_one(changes)


def insert_block(
    entries: Entries, block: Sequence[Sequence[str]], *, row: int, column: int, shown: Sequence[int]
) -> InsertRows:
    """Insert a block as new rows before `row`, starting at `column`. Raises InvalidInput like `paste_block`."""
    positions = {position: number for number, position in enumerate(_from(column, shown))}

    def texts(column_number: int) -> list[str]:
        number = positions.get(column_number, -1)
        return [given[number] if 0 <= number < len(given) else "" for given in block]

    new = InsertRows(range(row, row + len(block)), texts(SOURCE), texts(TARGET), entries.new_ids(len(block)))
    if not any(position > TARGET for position in positions):
        return new
    details: dict[int, EntryDetail] = {}
    for detail_column in DETAIL_COLUMNS:
        for number, text in enumerate(texts(detail_column)):
            if text:
                details[number] = _with_typed(details.get(number, NO_DETAIL), detail_column, text)
    return replace(new, details=details)


def _detail_changes(entries: Entries, texts: Texts) -> list[Change]:
    changed: dict[int, EntryDetail] = {}
    for column in DETAIL_COLUMNS:
        for row, text in texts.get(column, {}).items():
            known = changed.get(row) or entries.detail(row)
            changed[row] = _with_typed(known, column, text)
    changed = {row: each for row, each in changed.items() if each != entries.detail(row)}
    return [SetDetails(list(changed), list(changed.values()))] if changed else []


def _with_typed(detail: EntryDetail, column: int, text: str) -> EntryDetail:
    """Return details with a text as it was typed or pasted. Raises InvalidInput for an unknown status."""
    return detail.with_text(column, status_of_word(text) if column == STATUS else text)


def _from(column: int, shown: Sequence[int]) -> list[int]:
    """Return the columns that a block fills, starting at `column`; `shown` has the visible columns in their order."""
    return list(shown[shown.index(column) :])
