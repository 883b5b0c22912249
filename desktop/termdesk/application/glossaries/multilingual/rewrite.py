"""Find and replace, and clean up, in all languages of a glossary."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.glossaries.multilingual.open_table import OpenTable
from termdesk.application.glossaries.multilingual.table_rows import DictionaryColumn, Texts, texts_of
from termdesk.application.progress import run_in_thread
from termdesk.domain.entries.rewrite import Hits, Rewrite, find_hits
from termdesk.domain.errors import InvalidInput
from termdesk.domain.multilingual.edits import rewrite_cells
from termdesk.domain.multilingual.table import MultilingualChange
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.glossary_messages import EditMessage, EditRemedy


class TablePhrases:
    """The phrases of a table. Missing entries are neither searched nor created."""

    def __init__(self, table: OpenTable) -> None:
        self._table = table

    @property
    def revision(self) -> int:
        """A number that increases with every change."""
        return self._table.revision

    async def hits(
        self, rewrite: Rewrite, *, columns: Sequence[int], rows: Sequence[int] | None, progress: Progress
    ) -> list[Hits]:
        """Return the cells that `rewrite` would change, by column, in these rows or (None) in all; for the latest
        state.
        """

        def look(
            progress: Progress, dictionaries: Sequence[DictionaryColumn], texts: Texts | None
        ) -> tuple[list[Hits], Texts]:
            texts = texts or texts_of(dictionaries, progress)
            found = [_find_in_column(texts.columns[column], column, rewrite, rows, progress) for column in columns]
            return [hits for hits in found if len(hits)], texts

        return await self._table.compute(look, progress)


async def compute_rewrite(table: OpenTable, found: Sequence[Hits]) -> MultilingualChange:
    """Return the change that writes the new texts. Computed in a worker: there may be half a million cells.

    Raises InvalidInput if the table is edited meanwhile, because rows may have moved.
    """
    revision = table.revision
    entries = table.entries.copy()
    cells = [(hits.column, hits.rows, hits.after) for hits in found]
    change = await run_in_thread(NoProgress(), lambda _progress: rewrite_cells(entries, cells))
    if revision != table.revision:
        raise InvalidInput(EditMessage.ENTRIES_CHANGED(), remedy=EditRemedy.FIND_AGAIN())
    return change


def _find_in_column(
    phrases: list[str], column: int, rewrite: Rewrite, rows: Sequence[int] | None, progress: Progress
) -> Hits:
    chosen = range(len(phrases)) if rows is None else rows
    return find_hits(phrases, column, rewrite, rows=[row for row in chosen if phrases[row]], progress=progress)
