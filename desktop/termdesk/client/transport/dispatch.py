"""Sends calls according to the policy: through their family's queue, with retries where they help and are safe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from termdesk.client.errors import NotAllowed, ServiceError, WrongKey
from termdesk.client.transport.calls import Call, CallKind, Family, SendGuard
from termdesk.client.transport.clock import Clock, LoopClock, Timer
from termdesk.client.transport.connection import Connection
from termdesk.client.transport.queues import PREPARING, CallQueue, Pause
from termdesk.client.transport.replies import Reply
from termdesk.client.transport.retry_policy import (
    ATTEMPTS,
    PAUSING,
    RetryBudget,
    RetryPolicy,
    Signal,
    doubts_connection,
    signal_of,
)
from termdesk.client.transport.writes import ReadOutcome, Write, WriteOutcome, WriteRecorder, write_of
from termdesk.client.wire_dialect import WireDialect
from termdesk.domain.event import Event
from termdesk.domain.provider import Provider


@dataclass(slots=True, eq=False)
class _Effort:
    """The attempts and time that one call has used so far."""

    call: Call
    interactive: bool
    began: float
    attempts: dict[Signal, int] = field(default_factory=dict)
    seconds_sent: float = 0.0
    # Whether an earlier attempt may have made the change, although its response was an error.
    may_have_happened: bool = False

    def count(self, signal: Signal) -> int:
        self.attempts[signal] = self.attempts.get(signal, 0) + 1
        return sum(self.attempts.values())


class Dispatcher:
    """Sends calls through their queues and retries them as the policy allows."""

    def __init__(
        self,
        connection: Connection,
        retry_policy: RetryPolicy,
        clock: Clock | None = None,
        *,
        guard: SendGuard | None = None,
        record_write: WriteRecorder | None = None,
    ) -> None:
        self.connection = connection
        self._record_write = record_write
        self._guard = guard
        self.retry_policy = retry_policy
        self.clock = clock or LoopClock()
        self._queues = {family: CallQueue(family, self.clock) for family in Family}
        self._budget: RetryBudget | None = None
        # When each call waiting for a retry will be sent again.
        self._sent_again_at: dict[_Effort, float] = {}
        # The latest time until which callers wait for something the service prepares.
        self._preparations: dict[object, tuple[Family, float]] = {}
        # Emitted at each indication that the service may be unreachable, and at each response.
        self.doubted = Event[[]]()
        self.answered = Event[[]]()
        # Emitted at the end of each call that changes stored data, unless it is cancelled.
        self.wrote = Event[Write]()

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """The families of calls that wait, with the reason.

        Status 0: a call waits until it is sent again. `PREPARING`: the service prepares something.
        """
        now = self.clock.now()
        asleep = [Pause(each.call.family, 0, at - now, 1) for each, at in self._sent_again_at.items() if at > now]
        asleep += [Pause(family, PREPARING, max(0.0, at - now), 1) for family, at in self._preparations.values()]
        return (*(pause for queue in self._queues.values() if (pause := queue.pause_now)), *asleep)

    @contextmanager
    def report_preparation(self, family: Family, seconds: float) -> Iterator[None]:
        """Inside the context, report in `pauses` a wait of at most `seconds` for something the service prepares."""
        preparation = object()
        self._preparations[preparation] = family, self.clock.now() + seconds
        try:
            yield
        finally:
            del self._preparations[preparation]

    async def send(self, call: Call, *, interactive: bool, read_outcome: ReadOutcome | None = None) -> Reply:
        """Send a call and return its 2xx response. `read_outcome` tells the notebook what became of an unclear change.

        Raises ServiceError when the policy allows no more retries, and InvalidInput for a glossary that must not be
        sent.
        """
        await self.ask_guard(call)
        write = write_of(call)
        try:
            reply = await self._send(call, write, interactive=interactive)
        except ServiceError as error:
            if write:
                ended = write.with_outcome(error)
                try:
                    if read_outcome is not None and ended.outcome is WriteOutcome.UNCLEAR:
                        ended = replace(ended, is_carried_out=await read_outcome())
                finally:
                    # Also if the reading is cancelled.
                    self.wrote.emit(ended)
            raise
        if write:
            self.wrote.emit(write.with_outcome(reply))
        return reply

    async def ask_guard(self, call: Call) -> None:
        """Raise the guard's error if this call must not be sent.

        A call that sends a glossary must name it, or AssertionError is raised, so that no call bypasses the guard.
        """
        if self._guard is None:
            return
        if call.glossary is None and call.body is not None and call.family is Family.GLOSSARIES:
            raise AssertionError(f"{call.name} does not say which glossary it sends")
        if call.glossary:
            await self._guard(call)

    async def _send(self, call: Call, write: Write | None, *, interactive: bool) -> Reply:
        now = self.clock.now
        queue = self._queues[call.family]
        effort = _Effort(call, interactive, now())
        while True:
            async with queue.turn(interactive=interactive, again=bool(effort.attempts)) as round_now:
                if write and self._record_write and not effort.attempts:
                    await self._record_write(write)
                sent_at = now()
                try:
                    reply = await self._exchange(call, seconds=self._time_left(effort))
                except ServiceError as error:
                    effort.seconds_sent += now() - sent_at
                    # That this attempt was refused or did not arrive says nothing about the earlier one.
                    error.was_sent_before = effort.may_have_happened
                    effort.may_have_happened |= call.kind is CallKind.CHANGE and error.may_have_happened
                    wait = self._wait_before_next(error, effort, queue, round_now)
                else:
                    queue.note_success()
                    return reply
            await self._sleep(effort, wait)

    async def _sleep(self, effort: _Effort, seconds: float) -> None:
        self._sent_again_at[effort] = self.clock.now() + seconds
        try:
            await self.clock.sleep(seconds)
        finally:
            del self._sent_again_at[effort]

    async def _exchange(self, call: Call, *, seconds: float) -> Reply:
        """Send once, and report failures and late responses that may mean that the service is unreachable.

        The user sees a failure only after the last attempt, which may be a minute later.
        """
        if not (self.doubted or self.answered):
            return await self.connection.exchange(call, seconds=seconds)
        slow = _SlowAnswer(self.clock, self.retry_policy.slow_answer, self.doubted.emit)
        try:
            reply = await self.connection.exchange(call, seconds=seconds)
        except ServiceError as error:
            if doubts_connection(error):
                self.doubted.emit()
            raise
        finally:
            slow.end()
        self.answered.emit()
        return reply

    def close(self) -> None:
        """Stop sending. Waiting calls raise `Stopped`."""
        for queue in self._queues.values():
            queue.close()

    def _time_left(self, effort: _Effort) -> float:
        return self.retry_policy.total_of(effort.call.weight) - effort.seconds_sent

    def _wait_before_next(self, error: ServiceError, effort: _Effort, queue: CallQueue, round_now: int) -> float:
        """Return the seconds to sleep before the call queues again; raise `error` if it must not be retried.

        Return 0 if the queue pauses all calls of the family, because the call then need not sleep itself.
        """
        self._refuse_those_who_wait(error, queue)
        signal = signal_of(error, effort.call.kind)
        attempts = effort.count(signal)
        if signal in PAUSING:
            effort.call.journey.come_back()
            self._pause(signal, error, effort, queue, round_now, attempts=attempts)
            return 0.0
        if attempts >= ATTEMPTS[signal][effort.call.kind] or self._time_left(effort) <= 0:
            raise error
        wait = self.retry_policy.backoff(attempts, interactive=effort.interactive)
        if signal is Signal.NOT_SENT and self._is_offline_too_long(effort, wait):
            raise error
        if not self._retries().take():
            raise error
        return wait

    def _pause(
        self, signal: Signal, error: ServiceError, effort: _Effort, queue: CallQueue, round_now: int, *, attempts: int
    ) -> None:
        """Pause the family; raise `error` if this call must give up."""
        asked = error.retry_after or 0.0
        if asked > self._longest_retry_after(effort):
            # Retry-After exceeds our limit: fail this call and the queued ones at once.
            queue.refuse(error)
            raise error
        gives_up = self._gives_up(signal, effort, queue, attempts)
        if signal is not Signal.QUOTA or not gives_up:
            seconds = max(asked, self._pause_seconds(signal, effort, queue.count_pause(round_now)))
            queue.pause(seconds, status=error.status or 0, slower=signal is Signal.PACED, round_of_call=round_now)
        if gives_up:
            raise error

    def _pause_seconds(self, signal: Signal, effort: _Effort, pauses_in_a_row: int) -> float:
        if signal is Signal.QUOTA:
            return self.retry_policy.quota_pause
        # Try a busy service every few seconds, to notice soon when it is back.
        in_small_steps = effort.interactive or signal is Signal.BUSY
        return self.retry_policy.backoff(pauses_in_a_row, interactive=in_small_steps)

    def _gives_up(self, signal: Signal, effort: _Effort, queue: CallQueue, attempts: int) -> bool:
        if signal is Signal.QUOTA and effort.interactive:
            # Usually the plan's number of glossaries is reached, which waiting does not change: fail at once.
            return True
        if signal is Signal.BUSY and effort.interactive and queue.is_open:
            return True
        if signal is Signal.BUSY and not effort.interactive and effort.call.kind in (CallKind.READ, CallKind.CHANGE):
            return self.clock.now() - effort.began > self.retry_policy.busy_bulk
        return attempts >= ATTEMPTS[signal][effort.call.kind]

    def _longest_retry_after(self, effort: _Effort) -> float:
        retry_policy = self.retry_policy
        return retry_policy.longest_retry_after if effort.interactive else retry_policy.longest_retry_after_bulk

    def _is_offline_too_long(self, effort: _Effort, wait: float) -> bool:
        longest = self.retry_policy.offline if effort.interactive else self.retry_policy.offline_bulk
        return self.clock.now() + wait - effort.began > longest

    def _retries(self) -> RetryBudget:
        if self._budget is None:
            self._budget = RetryBudget(self.retry_policy, self.clock.now)
        return self._budget

    def _refuse_those_who_wait(self, error: ServiceError, queue: CallQueue) -> None:
        """Fail queued calls: all families if the key is refused, only this family if a scope is missing.

        A 403 without an explanation may mean either, so it fails only the family.
        """
        if isinstance(error, WrongKey) and error.status == 401:
            for each in self._queues.values():
                each.refuse(error)
        elif isinstance(error, WrongKey | NotAllowed):
            queue.refuse(error)


class _SlowAnswer:
    """Triggers a connection check while a call waits for its response: after a delay, which then doubles each time."""

    def __init__(self, clock: Clock, seconds: float, doubted: Callable[[], None]) -> None:
        self._clock, self._seconds, self._doubted = clock, seconds, doubted
        self._timer = self._begin()

    def _begin(self) -> Timer:
        return self._clock.call_at(self._clock.now() + self._seconds, self._on_late)

    def _on_late(self) -> None:
        self._seconds *= 2
        self._timer = self._begin()
        self._doubted()

    def end(self) -> None:
        self._timer.cancel()


@dataclass(frozen=True, slots=True)
class Line:
    """How an endpoint group sends: to which service, and whether a user is waiting for the response."""

    dispatcher: Dispatcher
    provider: Provider
    dialect: WireDialect
    interactive: bool

    async def send(self, call: Call, *, read_outcome: ReadOutcome | None = None) -> Reply:
        """Send a call through its queue and return the response. Raises ServiceError."""
        try:
            return await self.dispatcher.send(call, interactive=self.interactive, read_outcome=read_outcome)
        except ServiceError as error:
            error.is_free = self.provider.is_local
            raise

    async def send_now(self, call: Call, *, seconds: float) -> Reply:
        """Send a call once, without queueing: for a check that another call of the family waits for."""
        await self.dispatcher.ask_guard(call)
        return await self.dispatcher.connection.exchange(call, seconds=seconds)
