"""Find and replace, and clean up, in an open dictionary or table: search in a worker, apply as one step."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.changes import Change, SetCells, as_one
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.rewrite import Hits, Rewrite, find_hits
from termdesk.domain.progress import NoProgress, Progress


class Phrases(Protocol):
    """Phrases that can be searched: of one dictionary, or of all languages of a glossary.

    Each has its own row and column numbers.
    """

    @property
    def revision(self) -> int:
        """A number that increases with every change."""

    async def hits(
        self, rewrite: Rewrite, *, columns: Sequence[int], rows: Sequence[int] | None, progress: Progress
    ) -> list[Hits]:
        """Return the cells that `rewrite` would change, by column, in these rows or (None) in all; for the latest
        state.
        """


@dataclass(frozen=True, slots=True)
class RewriteScope:
    """Where a rewrite can search.

    `sides` has the title and the language code of each column. `positions` are the choices offered to the user: a title
    and its columns. `shown_rows` are the rows that a filter shows, None without a filter. `selected_rows` are the
    selected rows, None if one row or every row is selected.
    """

    phrases: Phrases
    sides: Sequence[tuple[str, str]]
    positions: Sequence[tuple[str, Sequence[int]]]
    shown_rows: Sequence[int] | None = None
    selected_rows: Sequence[int] | None = None


class DictionaryPhrases:
    """The phrases of one dictionary; columns are `SOURCE` and `TARGET`."""

    def __init__(self, dictionary: OpenDictionary) -> None:
        self._dictionary = dictionary
        # The present row ids. Row numbers that are passed to `hits` later refer to these, even after edits.
        self._ids = dictionary.entries.ids[:]

    @property
    def revision(self) -> int:
        """A number that increases with every change."""
        return self._dictionary.revision

    async def hits(
        self, rewrite: Rewrite, *, columns: Sequence[int], rows: Sequence[int] | None, progress: Progress
    ) -> list[Hits]:
        """Return the cells that `rewrite` would change, by column, in these rows or (None) in all; for the latest
        state.
        """
        return await all_hits(self._dictionary, rewrite, columns=columns, rows=rows, ids=self._ids, progress=progress)


async def all_hits(
    dictionary: OpenDictionary,
    rewrite: Rewrite,
    *,
    columns: Sequence[int],
    rows: Sequence[int] | None = None,
    ids: array[int] | None = None,
    progress: Progress = NoProgress(),
) -> list[Hits]:
    """Return the cells that `rewrite` would change, by column, in these rows or (None) in all; for the latest state.

    If `rows` were chosen earlier, `ids` has the ids of all rows at that time.
    """
    chosen_among = dictionary.entries.ids[:] if ids is None else ids
    chosen = rows
    while True:
        revision = dictionary.revision
        if chosen is not None:
            rows = await run_in_thread(progress, _find_present_rows, chosen, chosen_among, dictionary.entries.ids[:])
            if revision != dictionary.revision:
                continue
        copies = [(column, dictionary.entries.column(column).copy()) for column in columns]
        found = [
            await run_in_thread(progress, _find_in_column, phrases, column, rewrite, rows) for column, phrases in copies
        ]
        if revision == dictionary.revision:
            return [hits for hits in found if len(hits)]


def _find_present_rows(
    _progress: Progress, rows: Sequence[int], ids_then: array[int], ids: array[int]
) -> Sequence[int]:
    """Return the present numbers of rows that were chosen when their ids were `ids_then`. Deleted rows are left out."""
    if ids == ids_then:
        return rows
    chosen = {ids_then[row] for row in rows}
    return [row for row, row_id in enumerate(ids) if row_id in chosen]


def drop_left_out(found: Sequence[Hits], left_out: frozenset[tuple[int, int]]) -> list[Hits]:
    """Return the hits without the cells (row, column) of `left_out`. Columns without any hit are dropped."""
    if not left_out:
        return list(found)
    chosen = []
    for hits in found:
        positions = [position for position, row in enumerate(hits.rows) if (row, hits.column) not in left_out]
        rows = array("L", (hits.rows[position] for position in positions))
        before, after = (
            [hits.before[position] for position in positions],
            [hits.after[position] for position in positions],
        )
        if positions:
            chosen.append(Hits(hits.column, rows, before, after))
    return chosen


def as_change(found: Sequence[Hits]) -> Change | None:
    """Return the hits in one dictionary as one change; None if there are none."""
    changes: list[Change] = [SetCells(hits.column, list(hits.rows), list(hits.after)) for hits in found]
    return as_one(changes) if changes else None


def rewrite_entries(progress: Progress, entries: Entries, rewrite: Rewrite, columns: Sequence[int]) -> Change | None:
    """Return the change of a rewrite in these columns of all rows; None if there is none. For a worker."""
    found = [find_hits(entries.column(column), column, rewrite, progress=progress) for column in columns]
    return as_change([hits for hits in found if len(hits)])


def _find_in_column(
    progress: Progress, phrases: list[str], column: int, rewrite: Rewrite, rows: Sequence[int] | None
) -> Hits:
    return find_hits(phrases, column, rewrite, rows=rows, progress=progress)
