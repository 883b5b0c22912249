"""The status of each dictionary of a table: draft, edited, published, or failed."""

from __future__ import annotations

from collections.abc import Sequence

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.summaries import GlossarySummary, SyncStatus
from termdesk.domain.progress import NoProgress, Progress

# Statuses that only the library knows, and those of them that end when everything is published.
_TROUBLES = frozenset({SyncStatus.FAILED, SyncStatus.UNCLEAR, SyncStatus.GONE, SyncStatus.CHANGED})
_OVER_WHEN_PUBLISHED = frozenset({SyncStatus.FAILED, SyncStatus.UNCLEAR})


async def sync_statuses(
    dictionaries: Sequence[OpenDictionary], summary: GlossarySummary, progress: Progress = NoProgress()
) -> list[SyncStatus]:
    """Return the status of each dictionary, from its edits and from the library's `summary`.

    Edits are compared in a worker.
    """
    return [await _sync_status(each, summary, progress) for each in dictionaries]


async def _sync_status(dictionary: OpenDictionary, summary: GlossarySummary, progress: Progress) -> SyncStatus:
    row = summary.row(dictionary.pair)
    trouble = row.state if row is not None and row.state in _TROUBLES else None
    if not dictionary.is_published:
        return trouble or SyncStatus.DRAFT
    state = SyncStatus.PUBLISHED if await dictionary.is_as_published(progress) else SyncStatus.EDITED
    if trouble in _OVER_WHEN_PUBLISHED and state is SyncStatus.PUBLISHED:
        return state
    return trouble or state
