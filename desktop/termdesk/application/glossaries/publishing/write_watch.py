"""Watch a dictionary on the service while a call changes it.

The interface has no versions, so a write would overwrite what others wrote since the last reading. Therefore the last
reading happens when the request is almost complete, and the request is cancelled if something changed or if the reading
failed. What others write after that is still overwritten. So the dictionary is read again until the response comes. If
a reading sees such a change, it is saved.

A service does not wait long for the end of a request. If a large dictionary takes longer to read on a slow line, the
request cannot wait for the whole reading. Then it waits only until the service begins to respond: the rest of that
response still tells what the service had right before the call.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from termdesk.application.progress import run_in_thread, without_progress
from termdesk.client.errors import NotAllowed, NotFound, RateLimited, ServiceError, TimedOut, WrongKey
from termdesk.client.transport.calls import Weight
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import Stopped
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference, difference, split_by_stored
from termdesk.domain.progress import NoProgress, Progress

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# Pauses in seconds between readings until the call gets its response; the last one is repeated.
_PAUSES = (0.0, 0.01, 0.05, 0.25, 1.0, 4.0)
# A large dictionary takes as long to read as to write. Leave the service some time for the write between two readings.
_PAUSE_PER_READING = 0.5

# After these errors the service is not asked again while the call is on its way.
_NOT_ASKED_AGAIN = (Stopped, RateLimited, WrongKey, NotAllowed)

Clock = Callable[[], float]

# By source phrase, the last target that others wrote. None means that they removed the phrase.
SeenTargets = dict[str, str | None]


class WriteWatch:
    """Watches one call. Pass `gate` to the call; afterwards the attributes tell what was seen.

    `base` has the service's entries before the call, which were read at the time `read_at`. `merged` has those that it
    sends. `exists`: the service has the dictionary. `is_line_slow`: a reading takes longer than the request can wait.
    `clock` returns monotonic seconds.
    """

    def __init__(
        self,
        api: ApiClient,
        glossary_id: str,
        pair: LanguagePair,
        *,
        base: Entries,
        merged: Entries,
        exists: bool,
        clock: Clock,
        read_at: float,
        is_line_slow: bool = False,
    ) -> None:
        self._api = api
        self._glossary_id = glossary_id
        self._pair = pair
        self._base = base
        self._merged = merged
        self._exists = exists
        self._clock = clock
        self._looked_at = read_at
        self._task: asyncio.Task[None] | None = None
        self._is_reading = self._is_answered = False
        # What others wrote during the call, as far as readings saw it.
        self.seen: SeenTargets = {}
        # Whether a reading during the call showed what the call changes, so that it was carried out. Of several
        # changes, a changed target proves most, because some services store only new phrases.
        self.has_seen_change = False
        # Why the last reading before the call failed, so that nothing was sent.
        self.error: ServiceError | None = None
        # Whether the line is too slow to wait for a whole reading. Pass it to the next watch.
        self.is_line_slow = is_line_slow
        # The time from the last reading to the end of the call.
        self.open_milliseconds = 0.0
        policy = api.retry_policy
        self._seconds_to_wait, self._longest_reading = policy.last_look, policy.total_of(Weight.ENTRIES)

    async def __aenter__(self) -> WriteWatch:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        answered_at = self._clock()
        self._is_answered = True
        # After a refusal, nothing was overwritten.
        is_needed = error is None or (
            isinstance(error, ServiceError) and (error.may_have_happened or isinstance(error, NotFound))
        )
        try:
            if self._task is not None and self._is_reading and is_needed:
                # The service may have begun this reading before it carried out the call.
                await asyncio.wait({self._task})
        finally:
            await self._stop_looking()
            self.open_milliseconds = (answered_at - self._looked_at) * 1000

    async def _stop_looking(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait({task})

    async def gate(self) -> bool:
        """Return whether the call may be completed: the dictionary is known to be unchanged.

        False if the reading fails or takes too long. On a slow line, return True once the reading has begun; what it
        shows in the end is in `seen`. Called again if the call is repeated.
        """
        await self._stop_looking()
        self.error = None
        return await (self._begin_to_look() if self.is_line_slow else self._look_before())

    async def _look_before(self) -> bool:
        asked_at, arrival = self._clock(), _Arrival()
        try:
            remote = await self._peek(arrival, seconds=self._seconds_to_wait)
        except NotFound:
            if self._exists:
                # Somebody has just deleted it.
                return False
            remote = Entries()
        except ServiceError as error:
            self.error = error
            if isinstance(error, TimedOut):
                size = await run_in_thread(NoProgress(), without_progress(Entries.size_in_bytes), self._base)
                share = self._seconds_to_wait / self._longest_reading
                self.is_line_slow = arrival.size > 0 and arrival.size >= size * share
            return False
        if not await run_in_thread(NoProgress(), without_progress(Entries.holds_as), remote, self._base):
            return False
        self._looked_at = asked_at
        self._watch(_Arrival())
        return True

    async def _begin_to_look(self) -> bool:
        asked_at, arrival = self._clock(), _Arrival()
        self._watch(arrival, asked_at=asked_at)
        try:
            async with asyncio.timeout(self._seconds_to_wait):
                await arrival.has_begun.wait()
        except TimeoutError:
            self.error = TimedOut()
            return False
        match arrival.error:
            case Stopped():
                raise arrival.error
            case NotFound():
                return not self._exists
            case error:
                self.error = error
                return error is None and not self.seen

    def _watch(self, arrival: _Arrival, *, asked_at: float | None = None) -> None:
        look = self._look_on(arrival, asked_at=asked_at)
        self._task = asyncio.get_running_loop().create_task(look, name="Watching a dictionary")

    async def _look_on(self, arrival: _Arrival, *, asked_at: float | None) -> None:
        """Read again and again. `asked_at` is the time of the first reading if the call waits for its beginning."""
        seconds = 0.0
        for pause in itertools.chain(_PAUSES, itertools.repeat(_PAUSES[-1])):
            await asyncio.sleep(max(pause, seconds * _PAUSE_PER_READING))
            started = self._clock()
            self._is_reading = True
            try:
                is_over = await self._look(arrival, asked_at=asked_at)
            finally:
                self._is_reading = False
            if is_over or self._is_answered:
                return
            seconds, arrival, asked_at = self._clock() - started, _Arrival(), None

    async def _look(self, arrival: _Arrival, *, asked_at: float | None) -> bool:
        """Read once, and keep what others wrote. Return whether nothing more is to be read."""
        try:
            seconds = self._longest_reading if self.is_line_slow else self._seconds_to_wait
            remote = await self._peek(arrival, seconds=seconds)
        except (ServiceError, Stopped) as error:
            arrival.fail(error)
            return isinstance(error, _NOT_ASKED_AGAIN)
        if asked_at is not None:
            self._looked_at = asked_at
        if await run_in_thread(NoProgress(), without_progress(Entries.holds_as), remote, self._merged):
            self.has_seen_change = True
            return True
        if not await run_in_thread(NoProgress(), without_progress(Entries.holds_as), remote, self._base):
            # Later readings no longer show what our call has overwritten since.
            self.seen |= await run_in_thread(
                NoProgress(), find_seen, base=self._base, merged=self._merged, remote=remote
            )
            self.has_seen_change |= await run_in_thread(
                NoProgress(), shows_change, base=self._base, merged=self._merged, remote=remote
            )
        return False

    async def _peek(self, arrival: _Arrival, *, seconds: float) -> Entries:
        glossaries, pair = self._api.glossaries, self._pair
        return await glossaries.peek(self._glossary_id, pair, seconds=seconds, sink=arrival, like=self._merged)


class _Arrival:
    """Notes how much of a response has arrived."""

    def __init__(self) -> None:
        self.size = 0
        # Set when the body begins to arrive, or the reading fails with `error`.
        self.has_begun = asyncio.Event()
        self.error: ServiceError | Stopped | None = None

    async def begin(self, size: int | None) -> None:
        self.size = 0
        self.has_begun.set()

    async def write(self, chunk: bytes) -> None:
        self.size += len(chunk)

    def fail(self, error: ServiceError | Stopped) -> None:
        self.error = error
        self.has_begun.set()


def find_seen(_progress: Progress, *, base: Entries, merged: Entries, remote: Entries) -> SeenTargets:
    """Return what others wrote, according to the `remote` entries of one reading during a call from `base` to
    `merged`.
    """
    old, local, targets = base.as_dict(), merged.as_dict(), remote.as_dict()
    sources = [*targets, *(source for source in old if source not in targets)]
    return {
        source: target
        for source in sources
        if (target := targets.get(source)) not in (old.get(source), local.get(source))
    }


def shows_change(_progress: Progress, *, base: Entries, merged: Entries, remote: Entries) -> bool:
    """Return whether the `remote` entries of a reading show the change from `base` to `merged`, at least in part."""
    change = difference(base, merged)
    shown = change if not change.changed else Difference({}, change.changed, {})
    local, _ = split_by_stored(shown, remote.as_dict())
    return bool(local)


def find_lost_update(_progress: Progress, *, seen: SeenTargets, remote: Entries) -> Difference:
    """Return what others wrote and our call overwrote, as a difference from the `remote` entries."""
    targets = remote.as_dict()
    lost = Difference({}, {}, {})
    for source, target in seen.items():
        current = targets.get(source)
        if target == current:
            continue
        if target is None:
            lost.removed[source] = targets[source]
        elif current is None:
            lost.added[source] = target
        else:
            lost.changed[source] = (current, target)
    return lost


def version_of_others(_progress: Progress, *, base: Entries, seen: SeenTargets) -> Entries:
    """Return the dictionary as others had it: what was there before the call, with what they wrote."""
    targets = base.as_dict() | {source: target for source, target in seen.items() if target is not None}
    return Entries.of((source, target) for source, target in targets.items() if seen.get(source, "") is not None)
