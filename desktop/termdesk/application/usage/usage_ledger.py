"""What was sent and what it cost, kept on this computer as far as the user allows."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from termdesk.application.session.session import Session
from termdesk.application.texts.history import StoredText, TextHistory
from termdesk.domain.errors import StorageFailed
from termdesk.storage.history import History


@dataclass(frozen=True, slots=True)
class Item:
    """One text that is sent, and what came back; `result` is None as long as nothing did."""

    call: str
    source_language: str
    target_language: str
    source: str
    result: str | None
    estimated: int
    billed: int | None = None
    trace_id: str = ""
    glossary: str = ""
    engines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the ledger whose outcome is open. `number` None: it is not kept, for the reason in `notes` if any."""

    profile: str
    number: int | None = None
    notes: tuple[str, ...] = ()


class UsageLedger:
    """Notes each billable call in the ledger, and its texts in the history.

    A call is noted as unclear before it is sent, and settled with its answer. What the disk refuses becomes a sentence
    for the user and never an error: the result was paid for and must be shown.
    """

    def __init__(self, session: Session, history: History, texts: TextHistory | None = None) -> None:
        """Without `texts` none are kept."""
        self._session = session
        self._history = history
        self._texts = texts
        self._under_way: set[asyncio.Task[Any]] = set()

    async def open(self, item: Item) -> Entry:
        """Note a call that is about to be sent: perhaps charged, until more is known."""
        profile = self._session.profile
        if self._session.settings.keep_history_days <= 0:
            return Entry(profile)
        try:
            number = await self._history.add_billed_call(
                profile, item.call, estimated=item.estimated, billed=None, is_unclear=True
            )
        except StorageFailed as error:
            return Entry(profile, notes=(_not_kept(error),))
        return Entry(profile, number)

    async def settle(self, entry: Entry, item: Item) -> tuple[str, ...]:
        """The answer came: note what it cost, and keep the texts. Gives sentences where that failed."""
        if entry.number is None:
            return (*entry.notes, *await self._keep(entry, item))
        try:
            await self._history.settle_billed_call(entry.number, billed=item.billed, trace_id=item.trace_id)
        except StorageFailed as error:
            return (_not_kept(error), *await self._keep(entry, item))
        return await self._keep(entry, item)

    async def _keep(self, entry: Entry, item: Item) -> tuple[str, ...]:
        if self._texts is None or item.result is None:
            return ()
        return await self._texts.keep(
            StoredText(
                entry.profile,
                item.call,
                item.source_language,
                item.target_language,
                item.source,
                item.result,
                item.glossary,
                item.engines,
            )
        )

    async def withdraw(self, entry: Entry) -> None:
        """It was not sent after all, or the service refused it: nothing was charged."""
        if entry.number is not None:
            try:
                await self._history.remove_billed_call(entry.number)
            except StorageFailed:
                # It stays as unclear, and whoever looks is warned once too often.
                return

    def follow(self, request: asyncio.Task[Any]) -> None:
        """A request that is noted here when it ends."""
        self._under_way.add(request)
        request.add_done_callback(self._under_way.discard)

    async def close(self) -> None:
        """Wait until what is under way is noted. Disconnect first: then all of it ends soon."""
        if self._under_way:
            await asyncio.wait(set(self._under_way))


def _not_kept(error: StorageFailed) -> str:
    return f"This was not kept in the history: {error.message}"
