"""The changes that editing in the grid makes, as functions of the entries: small ones at once, large in a worker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from termdesk.domain.changes import Batch, Change, InsertRows, SetCells, SetDetails
from termdesk.domain.entries import SOURCE, TARGET, Entries
from termdesk.domain.entry_detail import DETAIL_COLUMNS, STATUS, EntryDetail
from termdesk.ui.glossaries.detail_words import status_of_word

Cell = tuple[int, int, str]  # row, column, text


def as_one(changes: Sequence[Change]) -> Change:
    """Several changes as one step; one without any touches nothing."""
    return changes[0] if len(changes) == 1 else Batch(tuple(changes))


def cleared(entries: Entries, cells: Mapping[int, Sequence[int]]) -> Change:
    """Empty the cells of these rows, by column; what is empty already is left out."""
    changes: list[Change] = []
    for column in (SOURCE, TARGET):
        texts = entries.column(column)
        if rows := [row for row in cells.get(column, ()) if texts[row]]:
            changes.append(SetCells(column, rows, [""] * len(rows)))
    if entries.details:
        is_noted = entries.details.__contains__
        noted = [
            (row, column, "")
            for column in DETAIL_COLUMNS
            for row in cells.get(column, ())
            if is_noted(entries.ids[row])
        ]
        changes += _detail_changes(entries, noted)
    return as_one(changes)


def with_texts(entries: Entries, cells: Sequence[Cell]) -> list[Change]:
    """Put texts into cells; cells that hold the text already are left out.

    Raises InvalidInput for a status that does not exist.
    """
    changes: list[Change] = []
    for column in (SOURCE, TARGET):
        old = entries.column(column)
        fresh = [(row, text) for row, at, text in cells if at == column and old[row] != text]
        if fresh:
            rows, texts = zip(*fresh, strict=True)
            changes.append(SetCells(column, rows, texts))
    return changes + _detail_changes(entries, [each for each in cells if each[1] > TARGET])


def filled_down(entries: Entries, rows: Sequence[int], columns: Sequence[int]) -> Change:
    """Repeat the first of `rows` in the others, column by column."""
    first = {column: entries.cell(rows[0], column) for column in columns}
    return as_one(with_texts(entries, [(row, column, text) for column, text in first.items() for row in rows[1:]]))


def reverted(entries: Entries, rows: Sequence[int], published: Mapping[str, str]) -> Change:
    """Give these rows the targets that the service has, by source.

    Forbidden rows are left out: the service never had them, and what it has is not what is forbidden.
    """
    known = [(row, published.get(entries.sources[row])) for row in rows if not entries.detail(row).is_forbidden]
    return as_one(with_texts(entries, [(row, TARGET, text) for row, text in known if text is not None]))


def pasted(
    entries: Entries, block: Sequence[Sequence[str]], *, rows: Sequence[int], column: int, shown: Sequence[int]
) -> Change:
    """Write a block of texts over `rows`, starting at `column`; what does not fit becomes new rows at the end.

    A block of one cell fills all `rows`; `shown` are the columns that can be seen, and that a row of the block
    goes on to. Raises InvalidInput for a status that does not exist.
    """
    if len(block) == 1 and len(block[0]) == 1 and len(rows) > 1:
        return as_one(with_texts(entries, [(row, column, block[0][0]) for row in rows]))
    inside, beyond = block[: len(rows)], block[len(rows) :]
    cells = [
        (row, place, text)
        for row, texts in zip(rows, inside, strict=False)
        for place, text in zip(_from(column, shown), texts, strict=False)
    ]
    changes = with_texts(entries, cells)
    if beyond:
        changes.append(inserted(entries, beyond, row=len(entries), column=column, shown=shown))
    return as_one(changes)


def inserted(
    entries: Entries, block: Sequence[Sequence[str]], *, row: int, column: int, shown: Sequence[int]
) -> InsertRows:
    """Bring a block in as new rows before `row`, its first column at `column`; raises as `pasted` does."""
    texts = _padded(block, _from(column, shown))
    change = InsertRows.at(entries, row, [(each[0], each[1]) for each in texts])
    details = {
        place: EntryDetail(status_of_word(status), note, domain)
        for place, (_, _, status, domain, note) in enumerate(texts)
        if status or domain or note
    }
    return replace(change, details=details)


def _detail_changes(entries: Entries, cells: Sequence[Cell]) -> list[Change]:
    changed: dict[int, EntryDetail] = {}
    for row, column, text in cells:
        known = changed.get(row) or entries.detail(row)
        changed[row] = known.with_text(column, status_of_word(text) if column == STATUS else text)
    changed = {row: each for row, each in changed.items() if each != entries.detail(row)}
    return [SetDetails(list(changed), list(changed.values()))] if changed else []


def _from(column: int, shown: Sequence[int]) -> list[int]:
    """The columns that a block goes to whose first one goes to `column`."""
    return [place for place in shown if place >= column]


def _padded(block: Sequence[Sequence[str]], columns: Sequence[int]) -> list[list[str]]:
    """Rows of a block, whose texts go to `columns`, with a text for every column of the grid."""
    rows = []
    for texts in block:
        known = dict(zip(columns, texts, strict=False))
        rows.append([known.get(column, "") for column in range(2 + len(DETAIL_COLUMNS))])
    return rows
