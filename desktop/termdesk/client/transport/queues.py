"""The queue of one endpoint family: how many calls run at once, which is next, and when all of them wait."""

from __future__ import annotations

import asyncio
import copy
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from termdesk.client.errors import RateLimited, ServiceError
from termdesk.client.transport.calls import Family
from termdesk.client.transport.clock import Clock, Timer
from termdesk.domain.errors import Stopped
from termdesk.messages.service_messages import AnswerMessage

MOST_PARALLEL = 4
MOST_WAITING = 1_000
_SUCCESSES_TO_GROW = 20
# After this many pauses in a row, calls are sent one at a time to find out whether the service is back.
_PAUSES_TO_OPEN = 5
# Timers under Qt fire some milliseconds early.
_EARLY = 0.005
# The status of a pause for a job that the service has accepted and is preparing.
PREPARING = 202


@dataclass(frozen=True, slots=True)
class Pause:
    """A waiting family: why (an HTTP status, 0 for no response), how much longer, and how many of its calls wait."""

    family: Family
    status: int
    seconds_left: float
    calls_waiting: int


@dataclass(slots=True, eq=False)
class _WaitingCall:
    """A queued call; its future is resolved when its turn has come."""

    turn: asyncio.Future[None]
    interactive: bool


class CallQueue:
    """Lets a few calls of one family through at once.

    The limit is four, halved by each rate-limit pause and raised by one after twenty successes. Bulk calls leave one
    place to interactive ones, so that a click does not wait behind three hundred calls. While the service is busy for
    long (`is_open`), calls go through one at a time.
    """

    def __init__(self, family: Family, clock: Clock) -> None:
        self.family = family
        self._clock = clock
        self.pauses_in_a_row = 0
        self._limit = MOST_PARALLEL
        self._running = 0
        self._running_bulk = 0
        self._successes = 0
        self._interactive: deque[_WaitingCall] = deque()
        self._bulk: deque[_WaitingCall] = deque()
        self._paused_until = 0.0
        self._paused_by = 0
        self._round = 0
        self._alarm: Timer | None = None

    @property
    def is_open(self) -> bool:
        """Whether the service was busy so often that calls only probe it."""
        return self.pauses_in_a_row >= _PAUSES_TO_OPEN

    @property
    def pause_now(self) -> Pause | None:
        """The current pause, or None."""
        left = self._paused_until - self._clock.now()
        if left <= 0:
            return None
        return Pause(self.family, self._paused_by, left, len(self._interactive) + len(self._bulk))

    @asynccontextmanager
    async def turn(self, *, interactive: bool, again: bool = False) -> AsyncIterator[int]:
        """Wait for a turn and hold a place inside the context. Yields the round, which `pause` needs.

        A retried call (`again`) goes first. Raises RateLimited if a thousand calls wait already.
        """
        await self._turn(interactive, again)
        try:
            yield self._round
        finally:
            self._running -= 1
            self._running_bulk -= not interactive
            self._admit()

    def note_success(self) -> None:
        """Record that a call of this family succeeded."""
        self.pauses_in_a_row = 0
        self._successes += 1
        if self._successes >= _SUCCESSES_TO_GROW and self._limit < MOST_PARALLEL:
            self._limit += 1
            self._successes = 0
            self._admit()

    def count_pause(self, round_of_call: int) -> int:
        """Count one more pause in a row and return the count; calls sent before the last pause do not add one."""
        if round_of_call == self._round:
            self.pauses_in_a_row += 1
        return max(1, self.pauses_in_a_row)

    def pause(self, seconds: float, *, status: int, slower: bool, round_of_call: int) -> None:
        """Let no call through for this long; with `slower`, halve the number of concurrent calls afterwards."""
        if round_of_call == self._round:
            self._round += 1
            self._successes = 0
            if slower:
                self._limit = max(1, self._limit // 2)
        until = self._clock.now() + seconds
        if until > self._paused_until:
            self._paused_until, self._paused_by = until, status
            self._set_alarm()

    def refuse(self, error: ServiceError) -> None:
        """Fail every queued call with this error, because each of them would be refused as well."""
        for waiting in (*self._interactive, *self._bulk):
            if not waiting.turn.done():
                waiting.turn.set_exception(copy.copy(error))
        self._interactive.clear()
        self._bulk.clear()

    def close(self) -> None:
        """Stop sending. Waiting calls raise `Stopped`."""
        if self._alarm:
            self._alarm.cancel()
        for waiting in (*self._interactive, *self._bulk):
            if not waiting.turn.done():
                waiting.turn.set_exception(Stopped())
        self._interactive.clear()
        self._bulk.clear()

    async def _turn(self, interactive: bool, again: bool) -> None:
        if len(self._interactive) + len(self._bulk) >= MOST_WAITING:
            raise RateLimited(AnswerMessage.TOO_MANY_WAITING(MOST_WAITING))
        waiting = _WaitingCall(asyncio.get_running_loop().create_future(), interactive)
        line = self._interactive if interactive else self._bulk
        if again:
            line.appendleft(waiting)
        else:
            line.append(waiting)
        self._admit()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.done() and not waiting.turn.cancelled() and waiting.turn.exception() is None:
                # The call got its turn and was cancelled at the same moment: free its place for the next call.
                self._running -= 1
                self._running_bulk -= not interactive
            elif waiting in line:
                line.remove(waiting)
            self._admit()
            raise

    def _admit(self) -> None:
        """Give a turn to as many queued calls as there are places."""
        if self.pause_now:
            return
        while waiting := self._next():
            self._running += 1
            self._running_bulk += not waiting.interactive
            waiting.turn.set_result(None)

    def _next(self) -> _WaitingCall | None:
        limit = 1 if self.is_open else self._limit
        if self._running >= limit:
            return None
        for line in (self._interactive, self._bulk):
            if line is self._bulk and self._running_bulk >= max(1, limit - 1):
                return None
            while line:
                waiting = line.popleft()
                if not waiting.turn.done():
                    return waiting
        return None

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self._clock.call_at(self._paused_until + _EARLY, self._wake)

    def _wake(self) -> None:
        self._alarm = None
        if self.pause_now:
            self._set_alarm()
        else:
            self._admit()
