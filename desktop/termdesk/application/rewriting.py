"""Find and replace, and cleaning, over the open dictionary: looked for in a worker, done as one step."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.editing import OpenDictionary
from termdesk.application.progress import run_in_thread
from termdesk.domain.changes import Batch, Change, SetCells
from termdesk.domain.progress import NoProgress, Progress
from termdesk.domain.rewriting import Hits, Rewrite, find_hits


async def all_hits(
    dictionary: OpenDictionary,
    rewrite: Rewrite,
    *,
    columns: Sequence[int],
    rows: Sequence[int] | None = None,
    progress: Progress = NoProgress(),
) -> list[Hits]:
    """What `rewrite` would change, column by column, of these rows or of all; for the latest state of the entries."""
    while True:
        revision = dictionary.revision
        copies = [(column, dictionary.entries.column(column).copy()) for column in columns]
        found = [await run_in_thread(progress, _found, phrases, column, rewrite, rows) for column, phrases in copies]
        if revision == dictionary.revision:
            return [hits for hits in found if len(hits)]


def as_change(found: Sequence[Hits], left_out: frozenset[tuple[int, int]] = frozenset()) -> Change | None:
    """The hits as one change, without those (row, column) cells that were left out; None where nothing is left."""
    changes: list[Change] = []
    for hits in found:
        kept = [place for place, row in enumerate(hits.rows) if (row, hits.column) not in left_out]
        if kept:
            rows, texts = [hits.rows[place] for place in kept], [hits.after[place] for place in kept]
            changes.append(SetCells(hits.column, rows, texts))
    if not changes:
        return None
    return changes[0] if len(changes) == 1 else Batch(tuple(changes))


def _found(progress: Progress, phrases: list[str], column: int, rewrite: Rewrite, rows: Sequence[int] | None) -> Hits:
    return find_hits(phrases, column, rewrite, rows=rows, progress=progress)
