"""The view of entries that are not open for editing, such as those of a command: filtered, sorted and counted."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from termdesk.application.glossaries.view.facets import Counts, Facet
from termdesk.application.glossaries.view.row_texts import RowTexts, rows_counted, rows_shown
from termdesk.application.glossaries.view.view_query import ViewQuery
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress


def view_entries(
    progress: Progress, entries: Entries, pair: LanguagePair, query: ViewQuery, facets: Collection[Facet] = ()
) -> tuple[Sequence[int], Counts]:
    """Return the rows that a query shows, in their order, and how many rows have each value of these facets.

    For a worker. What is changed since it was published is not known here. Raises InvalidInput for a bad pattern.
    """
    asked = RowTexts(entries, pair).take_snapshot(query, ViolationIndex(entries, {}).marks(), {}, facets=[*Facet])
    rows, _ = rows_shown(progress, asked)
    counts = rows_counted(progress, asked, facets)[0] if facets else {}
    return rows, counts
