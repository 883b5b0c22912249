"""What was sent and what it cost, kept on this computer as far as the user allows."""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.application.session import Session
from termdesk.domain.errors import StorageFailed
from termdesk.storage.history import History, TextRecord


@dataclass(frozen=True, slots=True)
class Item:
    """One text that was sent, and what came back; `result` is None where no answer came and it may be charged."""

    call: str
    source_language: str
    target_language: str
    source: str
    result: str | None
    estimated: int
    billed: int | None = None
    trace_id: str = ""


class Bookkeeping:
    """Notes each billable call in the ledger, and its texts in the history."""

    def __init__(self, session: Session, history: History) -> None:
        self._session = session
        self._history = history

    async def note(self, item: Item) -> tuple[str, ...]:
        """Keep an item. Gives sentences for the user where that failed: the result was paid for and must be shown."""
        settings, profile = self._session.settings, self._session.profile
        if settings.keep_history_days <= 0:
            return ()
        try:
            await self._history.add_bill(
                profile, item.call, estimated=item.estimated, billed=item.billed, trace_id=item.trace_id
            )
            if settings.keep_texts_in_history and item.result is not None:
                await self._history.add_text(
                    profile,
                    item.call,
                    source_language=item.source_language,
                    target_language=item.target_language,
                    source=item.source,
                    result=item.result,
                )
        except StorageFailed as error:
            return (f"This was not kept in the history: {error.message}",)
        return ()

    async def texts(self, *, limit: int = 200) -> list[TextRecord]:
        """The latest texts of this service with their results, newest first."""
        return await self._history.texts(self._session.profile, limit=limit)
