"""The translations that the service on this computer keeps because the user confirmed them."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.application.session.session import Session
from termdesk.domain.language.language import LanguagePair

# Of each pair; the pane of translation memories shows more.
MOST_LISTED = 1_000


@dataclass(frozen=True, slots=True)
class ConfirmedPair:
    """What was confirmed for one pair: `texts` are sources with their translations, `count` how many there are."""

    memory_id: str
    pair: LanguagePair
    count: int
    texts: tuple[tuple[str, str], ...]


class ConfirmedTexts:
    """Read and deleted by pair, which is what the service offers."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def is_available(self) -> bool:
        """Whether the service in use is the one that keeps them."""
        return self._session.provider.is_local

    async def read(self) -> list[ConfirmedPair]:
        """All pairs with their first texts. Raises TermdeskError."""
        api = await self._session.api()
        return [
            ConfirmedPair(
                each.memory_id,
                each.pair,
                each.segment_count,
                await api.memories.segments(each.memory_id, most=MOST_LISTED),
            )
            for each in await api.memories.list()
        ]

    async def delete(self, confirmed: ConfirmedPair) -> None:
        """Forget everything that was confirmed for this pair. Raises TermdeskError."""
        api = await self._session.api()
        await api.memories.delete(confirmed.memory_id)
