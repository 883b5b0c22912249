"""The changes behind edits of the multilingual table, as functions of its entries; large ones run in a worker thread.

Rows are those of the table; columns are those of the model, 0 for the source phrase.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from termdesk.domain.multilingual.columns import TableColumn
from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows
from termdesk.domain.multilingual.entries import MultilingualEntries
from termdesk.domain.multilingual.table import NONE, MultilingualChange

Block = Sequence[Sequence[str]]


def clear_cells(table: MultilingualEntries, cells: Mapping[int, Sequence[int]]) -> MultilingualChange:
    """Remove the entries of these rows, by column, from their dictionaries. Source phrases are kept."""
    edits: dict[int, TableRowEdit] = {}
    for column, rows in cells.items():
        part = table.columns[column].part
        if part is not None:
            for row in rows:
                edits.setdefault(row, TableRowEdit()).targets[part] = ""
    return edit_rows(table, edits)


def fill_down(table: MultilingualEntries, rows: Sequence[int], columns: Sequence[int]) -> MultilingualChange:
    """Copy the first of `rows` to the others, column by column."""
    known, texts = _pick_columns(table, columns), [table.cell(rows[0], column) for column in columns]
    return edit_rows(table, {row: _row_edit(known, texts) for row in rows[1:]})


def paste_block(
    table: MultilingualEntries, block: Block, *, rows: Sequence[int], columns: Sequence[int]
) -> MultilingualChange:
    """Write a block over `rows` and these `columns`. Rows that do not fit are appended.

    A block of one cell fills all `rows`.
    """
    if len(block) == 1 and len(block[0]) == 1 and len(rows) > 1:
        block = [block[0]] * len(rows)
    known = _pick_columns(table, columns)
    edits = [_row_edit(known, texts) for texts in block]
    return edit_rows(table, dict(zip(rows, edits, strict=False)), edits[len(rows) :])


def insert_block(table: MultilingualEntries, block: Block, *, row: int, columns: Sequence[int]) -> MultilingualChange:
    """Insert a block as new rows before `row`, with its texts in these `columns`."""
    known = _pick_columns(table, columns)
    return edit_rows(table, {}, [_row_edit(known, texts) for texts in block], new_at=row)


def revert_cells(
    table: MultilingualEntries, rows: Sequence[int], columns: Sequence[int], bases: Sequence[Mapping[str, str]]
) -> MultilingualChange:
    """Set these cells to the published texts, including removed entries; `bases` has the published texts by dictionary.

    New entries are kept, and so are entries that are never published. A phrase that is in another row of its dictionary
    is not restored.
    """
    edits: dict[int, TableRowEdit] = {}
    for column in columns:
        part = table.columns[column].part
        if part is None or not (base := bases[part]):
            continue
        entries, ids = table.dictionaries[part], table.alignment.columns[part]
        held, kept = frozenset(entries.sources), entries.find_unpublished_ids()
        for row in rows:
            source, target = table.source(row), table.target(row, part)
            text = base.get(source)
            is_elsewhere = ids[row] == NONE and source in held
            if text not in (None, target) and not is_elsewhere and ids[row] not in kept:
                edits.setdefault(row, TableRowEdit()).targets[part] = text
    return edit_rows(table, edits)


def _pick_columns(table: MultilingualEntries, columns: Sequence[int]) -> list[TableColumn]:
    return [table.columns[number] for number in columns]


def _row_edit(columns: Sequence[TableColumn], texts: Sequence[str]) -> TableRowEdit:
    edit = TableRowEdit()
    for column, text in zip(columns, texts, strict=False):
        if column.part is None:
            edit.source = text
        else:
            edit.targets[column.part] = text
    return edit
