"""The confirmed translations that the local service keeps."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.application.session.session import Session
from termdesk.domain.language.language import LanguagePair

# The number of texts shown for each pair.
MOST_LISTED = 1_000
# The service searches for nothing shorter.
SHORTEST_SOUGHT = 2


@dataclass(frozen=True, slots=True)
class ConfirmedPair:
    """The confirmed texts of one pair: `texts` are sources with translations, `count` is the number of all."""

    memory_id: str
    pair: LanguagePair
    count: int
    texts: tuple[tuple[str, str], ...]


class ConfirmedTexts:
    """Reads, corrects and deletes confirmed texts."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def is_available(self) -> bool:
        """Whether the service in use keeps confirmed texts."""
        return self._session.provider.is_local

    async def read(self, sought: str = "") -> list[ConfirmedPair]:
        """All pairs with their first texts, or with those that contain `sought`. Raises TermdeskError."""
        api = await self._session.api()
        sought = sought if len(sought) >= SHORTEST_SOUGHT else ""
        return [
            ConfirmedPair(
                each.memory_id,
                each.pair,
                each.segment_count,
                await api.memories.segments(each.memory_id, most=MOST_LISTED, sought=sought),
            )
            for each in await api.memories.list()
        ]

    async def delete(self, confirmed: ConfirmedPair) -> None:
        """Delete everything that was confirmed for this pair. Raises TermdeskError."""
        api = await self._session.api()
        await api.memories.delete(confirmed.memory_id)

    async def correct(self, pair: LanguagePair, source: str, translation: str) -> None:
        """Put another translation in place of the one that was confirmed. Raises TermdeskError."""
        api = await self._session.api()
        await api.local.confirm(pair, source, translation)

    async def delete_text(self, pair: LanguagePair, source: str) -> None:
        """Delete what was confirmed for one text. Raises TermdeskError."""
        api = await self._session.api()
        await api.local.forget(pair, source)
