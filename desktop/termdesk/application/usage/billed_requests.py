"""Billed requests: the same content is never sent twice at the same time, and each request is recorded in the ledger.

A request runs in its own task. If its caller is cancelled after the request was sent, the service still processes and
bills it. So the task continues, and the next request for the same content gets its response.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from termdesk.application.session.session import Session
from termdesk.application.usage.charges import CharactersRefused, may_be_charged
from termdesk.application.usage.usage_ledger import Item, UsageLedger
from termdesk.client.errors import QuotaExceeded
from termdesk.client.transport.calls import Journey
from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.domain.usage import Usage
from termdesk.messages.text_messages import TextMessage

Answer = TypeVar("Answer")

# A response that nobody waited for is kept for this long, for the next request with the same content.
SECONDS_KEPT = 600.0
_MOST_KEPT = 8
SECONDS_TO_EXPLAIN = 5.0


@dataclass(frozen=True, slots=True)
class BilledAnswer(Generic[Answer]):
    """The response, with sentences about problems other than the response."""

    answer: Answer
    notes: tuple[str, ...] = ()


class _Request(Generic[Answer]):
    """A running request, or one that was answered while nobody waited. It records how far it got."""

    def __init__(self) -> None:
        self.task: asyncio.Task[BilledAnswer[Answer]]
        self.waiting = 0
        self.is_noted = False
        self.is_at_service = False
        self.is_over = False
        self.answered_at = 0.0

    @property
    def has_answer(self) -> bool:
        return self.task.done() and not self.task.cancelled() and self.task.exception() is None

    def leave(self) -> None:
        self._stop_if_unwanted()
        self.is_at_service = True

    def come_back(self) -> None:
        self.is_at_service = False
        self._stop_if_unwanted()

    def give_up(self) -> None:
        """Stop the request if it is not sent yet, because nobody waits for it any more."""
        if not self.is_at_service and not self.task.done():
            self.is_over = True
            # While the ledger entry is being written, its number is unknown, so it could not be withdrawn.
            if self.is_noted:
                self.task.cancel()

    def _stop_if_unwanted(self) -> None:
        if not self.waiting:
            self.is_over = True
            raise Stopped


class BilledRequests(Generic[Answer]):
    """The requests of one use case. `content` must be comparable, and equal for equal requests."""

    def __init__(self, session: Session, ledger: UsageLedger) -> None:
        self._session = session
        self._ledger = ledger
        self._requests: dict[Hashable, _Request[Answer]] = {}

    def is_under_way(self, content: Hashable) -> bool:
        """Return whether this content was sent and not answered yet."""
        request = self._requests.get(self._key(content))
        return request is not None and request.is_at_service and not request.task.done()

    def is_known(self, content: Hashable) -> bool:
        """Return whether this content is running, or was answered while nobody waited. It then costs nothing more."""
        self._drop_old()
        request = self._requests.get(self._key(content))
        return request is not None and (request.has_answer or not (request.is_over or request.task.done()))

    async def answer(
        self,
        content: Hashable,
        item: Item,
        *,
        send: Callable[[Journey], Awaitable[Answer]],
        completed: Callable[[Answer], Item],
    ) -> BilledAnswer[Answer]:
        """Send the content, or join the running request with the same content.

        `send` passes its argument on to the client, which reports how far the request got. `completed` returns the
        ledger item with the service's response. Raises what `send` raises, and InvalidInput if a cap is exceeded.
        Cancelling ends the wait; a request that is not sent yet is dropped.
        """
        key = self._key(content)
        self._drop_old()
        request = self._requests.get(key)
        if request is not None and request.has_answer:
            del self._requests[key]
            kept = request.task.result()
            return BilledAnswer(kept.answer, (TextMessage.SENT_BEFORE(), *kept.notes))
        if request is None or request.is_over or request.task.done():
            request = self._requests[key] = self._begin(key, item, send, completed)
        return await self._wait_for(request)

    def _begin(
        self,
        key: Hashable,
        item: Item,
        send: Callable[[Journey], Awaitable[Answer]],
        completed: Callable[[Answer], Item],
    ) -> _Request[Answer]:
        request = _Request[Answer]()
        request.task = asyncio.create_task(self._send_and_note(request, item, send, completed), name=item.call)
        request.task.add_done_callback(lambda _task: self._forget_ended(key, request))
        self._ledger.follow(request.task)
        return request

    async def _wait_for(self, request: _Request[Answer]) -> BilledAnswer[Answer]:
        request.waiting += 1
        try:
            return await asyncio.shield(request.task)
        finally:
            request.waiting -= 1
            if not request.waiting:
                request.give_up()

    async def _send_and_note(
        self,
        request: _Request[Answer],
        item: Item,
        send: Callable[[Journey], Awaitable[Answer]],
        completed: Callable[[Answer], Item],
    ) -> BilledAnswer[Answer]:
        # Write the ledger before sending, so that a crash loses nothing.
        entry = await self._ledger.open(item)
        request.is_noted = True
        try:
            if request.is_over:
                raise Stopped
            answer = await send(request)
        except BaseException as error:
            if request.is_at_service and may_be_charged(error):
                self._ledger.leave(entry)
            else:
                await self._ledger.withdraw(entry)
            if isinstance(error, QuotaExceeded):
                raise await self._explain(error, item) from None
            raise
        notes = await self._ledger.settle(entry, completed(answer))
        # Set it before the task ends: another request may look for the response before the callback has run.
        request.answered_at = time.monotonic()
        return BilledAnswer(answer, notes)

    async def _explain(self, refusal: QuotaExceeded, item: Item) -> CharactersRefused:
        """Return an error that tells which limit was reached: the account's or the key's, and how much was left."""
        usage: Usage | None = None
        with contextlib.suppress(TermdeskError, TimeoutError):
            async with asyncio.timeout(SECONDS_TO_EXPLAIN):
                usage = await (await self._session.api()).usage.read()
        return CharactersRefused(refusal, needed=item.estimated, usage=usage)

    def _forget_ended(self, key: Hashable, request: _Request[Answer]) -> None:
        if (request.waiting or not request.has_answer) and self._requests.get(key) is request:
            del self._requests[key]

    def _drop_old(self) -> None:
        """Drop responses that nobody requested in time, and the oldest ones if there are too many."""
        kept = [(key, each) for key, each in self._requests.items() if each.task.done()]
        oldest = time.monotonic() - SECONDS_KEPT
        for number, (key, request) in enumerate(reversed(kept)):
            if number >= _MOST_KEPT or request.answered_at < oldest:
                del self._requests[key]

    def _key(self, content: Hashable) -> Hashable:
        return self._session.profile, content
