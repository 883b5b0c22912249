"""How each dictionary of a table stands to the service: a draft, edited, published, or in trouble."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.summaries import GlossarySummary, OpenState, SyncStatus
from termdesk.domain.progress import Progress

# What only the library knows, and what of it is over once everything is published.
_TROUBLES = frozenset({SyncStatus.FAILED, SyncStatus.UNCLEAR, SyncStatus.GONE, SyncStatus.CHANGED})
_OVER_WHEN_PUBLISHED = frozenset({SyncStatus.FAILED, SyncStatus.UNCLEAR})


class TableStates:
    """Remembers for each dictionary what was found out, until it is edited or published."""

    def __init__(self, dictionaries: Sequence[OpenDictionary]) -> None:
        self._dictionaries = tuple(dictionaries)
        # The revision and the base that were compared, and what came of it.
        self._known: list[tuple[int, Mapping[str, str] | None, bool]] = [(-1, None, False)] * len(self._dictionaries)

    async def now(self, summary: GlossarySummary, progress: Progress) -> list[SyncStatus]:
        """The states, as the dictionaries are here and as the library has them in `summary`. Compares in a worker."""
        return [await self._state(number, summary, progress) for number in range(len(self._dictionaries))]

    @property
    def open_states(self) -> dict[str, OpenState]:
        """What each dictionary holds, by its draft; those that were edited since `now` compared them are left out."""
        found = {}
        for each, (revision, _, is_same) in zip(self._dictionaries, self._known, strict=True):
            if not each.is_published or revision == each.revision:
                found[each.draft.draft_id] = OpenState(len(each), not (each.is_published and is_same))
        return found

    async def _state(self, number: int, summary: GlossarySummary, progress: Progress) -> SyncStatus:
        dictionary = self._dictionaries[number]
        row = summary.row(dictionary.pair)
        trouble = row.state if row is not None and row.state in _TROUBLES else None
        if not dictionary.is_published:
            return trouble or SyncStatus.DRAFT
        state = SyncStatus.PUBLISHED if await self._is_as_published(number, progress) else SyncStatus.EDITED
        if trouble in _OVER_WHEN_PUBLISHED and state is SyncStatus.PUBLISHED:
            return state
        return trouble or state

    async def _is_as_published(self, number: int, progress: Progress) -> bool:
        dictionary = self._dictionaries[number]
        revision, published = dictionary.revision, dictionary.published
        known, compared, answer = self._known[number]
        if known != revision or compared is not published:
            answer = await dictionary.is_as_published(progress)
            self._known[number] = revision, published, answer
        return answer
