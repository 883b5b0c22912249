"""Navigation between violations in the multilingual table."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.glossaries.multilingual.open_table import OpenTable


def next_violation(
    table: OpenTable, columns: Sequence[int], *, row: int, column: int, step: int
) -> tuple[int, int] | None:
    """Return the next (`step` 1) or previous (`-1`) cell with a violation, wrapping around; None if there is none.

    Columns are those of the model, 0 for the source phrase, in visual order.
    """
    rows = table.violation_rows()
    if not rows:
        return None
    here = row, columns.index(column)
    cells = [(each, position) for each in _around(rows, row) for position in _positions(table, each, columns)]
    ahead = [cell for cell in cells if (cell > here if step > 0 else cell < here)]
    found, position = (ahead or cells)[0 if step > 0 else -1]
    # Wrap around at the ends of the table.
    if not ahead:
        found = rows[0 if step > 0 else -1]
        position = _positions(table, found, columns)[0 if step > 0 else -1]
    return found, columns[position]


def _positions(table: OpenTable, row: int, columns: Sequence[int]) -> list[int]:
    """Return the positions in `columns` that have a violation in a row of the table."""
    parts = [table.columns[column].part for column in columns]
    return [
        position
        for position, part in enumerate(parts)
        if (table.source_has_violation(row) if part is None else table.has_violation(row, part))
    ]


def _around(rows: Sequence[int], here: int) -> list[int]:
    """Return the nearest of these rows: the last before `here`, `here` itself if included, and the first after it."""
    before = [row for row in rows if row < here][-1:]
    return [*before, *([here] if here in rows else []), *[row for row in rows if row > here][:1]]
