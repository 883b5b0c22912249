"""The ledger of billed calls, stored on this computer as far as the user allows."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from termdesk.application.session.session import Session
from termdesk.application.texts.history import StoredText, TextHistory
from termdesk.application.usage.charges import BilledWork
from termdesk.application.usage.cost_gate import CostGate, UnrecordedUse
from termdesk.domain.errors import StorageFailed
from termdesk.messages.text_messages import TextMessage
from termdesk.storage.history import BilledCall, History


@dataclass(frozen=True, slots=True)
class Item:
    """One text that is sent, and its result; None until there is one."""

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
    # The kind of work, if the call alone does not show it.
    work: BilledWork | None = None
    # Whether it is a part of a longer text, which is stored in place of its parts in the end.
    is_part: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A call in the ledger that is not settled yet. If `number` is None it is not stored, and `notes` may say why."""

    profile: str
    number: int | None = None
    notes: tuple[str, ...] = ()
    # The characters that count for a day without a line in the ledger.
    unrecorded: UnrecordedUse | None = None


class UsageLedger:
    """Records each billed call in the ledger, and its texts in the history.

    A call is recorded as unclear before it is sent, and settled with its response. A disk failure becomes a sentence
    for the user instead of an error, because the result is paid for and must be shown.

    Everything that is billed is recorded here first, and checked by the `gate`.
    """

    def __init__(
        self, session: Session, history: History, texts: TextHistory | None = None, *, gate: CostGate | None = None
    ) -> None:
        """Without `texts`, no texts are stored. All users of this session and history share one gate."""
        self.gate = gate or CostGate(session, history)
        self._session = session
        self._history = history
        self._texts = texts
        self._under_way: set[asyncio.Task[Any]] = set()
        # Two calls must not both use the same remaining characters.
        self._opening = asyncio.Lock()

    async def open(self, item: Item) -> Entry:
        """Record a call that is about to be sent. It counts as possibly billed until it is settled.

        Raises InvalidInput if it exceeds a cap. It must not be sent then.
        """
        async with self._opening:
            await self.gate.check(item.estimated)
            return await self._record(item)

    async def _record(self, item: Item) -> Entry:
        profile = self._session.profile
        if self._session.settings.keep_history_days <= 0:
            return Entry(profile, unrecorded=await self.gate.count_unrecorded(item.estimated))
        try:
            number = await self._history.add_billed_call(
                profile,
                item.call,
                estimated=item.estimated,
                billed=None,
                is_unclear=True,
                work=item.work or "",
                languages=(item.source_language, item.target_language),
                glossary=item.glossary,
            )
        except StorageFailed as error:
            return Entry(
                profile, notes=(_not_kept(error),), unrecorded=await self.gate.count_unrecorded(item.estimated)
            )
        self._history.running.add(number)
        return Entry(profile, number)

    def leave(self, entry: Entry) -> None:
        """Stop waiting for the response of a call. Until it is settled, it is unclear whether it was billed."""
        if entry.number is not None:
            self._history.running.discard(entry.number)

    async def settle(self, entry: Entry, item: Item) -> tuple[str, ...]:
        """Record the cost of an answered call, and store its texts. Return sentences about failures.

        If no ledger is stored, the call is kept until the program ends, because its trace id may be needed.
        """
        if entry.number is None:
            self._history.hold_billed_call(
                BilledCall(
                    datetime.now(UTC),
                    item.call,
                    item.estimated,
                    item.billed,
                    item.trace_id,
                    work=item.work or "",
                    source_language=item.source_language,
                    target_language=item.target_language,
                    glossary=item.glossary,
                    profile=entry.profile,
                )
            )
            return (*entry.notes, *await self._keep(entry, item))
        try:
            await self._history.settle_billed_call(
                entry.number, billed=item.billed, trace_id=item.trace_id, source_language=item.source_language
            )
        except StorageFailed as error:
            return (_not_kept(error), *await self._keep(entry, item))
        finally:
            self.leave(entry)
        return await self._keep(entry, item)

    async def _keep(self, entry: Entry, item: Item) -> tuple[str, ...]:
        if self._texts is None or item.result is None:
            return ()
        return await self._texts.keep(_text_to_keep(entry.profile, item, item.result), is_part=item.is_part)

    async def keep_whole(self, profile: str, whole: Item, parts: Collection[tuple[str, str]]) -> tuple[str, ...]:
        """Store a text that was sent in parts, in place of them. Their costs are recorded already.

        `parts` are their texts with their results. Returns sentences about failures.
        """
        if self._texts is None or whole.result is None:
            return ()
        return await self._texts.keep_whole(_text_to_keep(profile, whole, whole.result), parts)

    async def withdraw(self, entry: Entry) -> None:
        """Record that a call was not sent or was refused, so that nothing was billed."""
        if entry.unrecorded is not None:
            await self.gate.take_back(entry.unrecorded)
        if entry.number is not None:
            try:
                await self._history.remove_billed_call(entry.number)
            except StorageFailed:
                # The call stays recorded as unclear, and at worst causes a needless warning.
                return
            finally:
                self.leave(entry)

    def follow(self, request: asyncio.Task[Any]) -> None:
        """Remember a running request, so that `close` waits until it has recorded its end."""
        self._under_way.add(request)
        request.add_done_callback(self._under_way.discard)

    async def close(self) -> None:
        """Wait until all running requests are recorded. Disconnect first, so that they end soon."""
        if self._under_way:
            await asyncio.wait(set(self._under_way))


def _text_to_keep(profile: str, item: Item, result: str) -> StoredText:
    return StoredText(
        profile,
        item.call,
        item.source_language,
        item.target_language,
        item.source,
        result,
        item.glossary,
        item.engines,
    )


def _not_kept(error: StorageFailed) -> str:
    return TextMessage.NOT_NOTED(reason=error.message)
