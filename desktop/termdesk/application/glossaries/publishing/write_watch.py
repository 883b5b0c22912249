"""Watch a dictionary on the service while a call changes it.

The interface has no versions, so a write would overwrite what others wrote since the last reading. Therefore the last
reading happens when the request is almost complete, and the request is cancelled if something changed or if the reading
failed. What others write after that is still overwritten. So the dictionary is read again until the response comes. If
a reading sees such a change, it is saved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from termdesk.application.progress import run_in_thread, without_progress
from termdesk.client.errors import NotFound, ServiceError
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import Stopped
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Difference
from termdesk.domain.progress import NoProgress, Progress

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# Reading a larger dictionary takes longer than writing it, so it is read only once.
_WATCHED_ROWS = 20_000
# The request waits for this reading. Services drop a request body that stalls, usually after 30 s.
_SECONDS_TO_LOOK = 20.0
# Pauses in seconds between readings until the call gets its response.
_PAUSES = (0.0, 0.01, 0.05, 0.25, 1.0, 4.0)

Clock = Callable[[], float]


class WriteWatch:
    """Watches one call. Pass `gate` to the call; afterwards the attributes tell what was seen.

    `base` has the service's entries before the call, `merged` those that it sends. `exists`: the service has the
    dictionary. `clock` returns monotonic seconds.
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
    ) -> None:
        self._api = api
        self._glossary_id = glossary_id
        self._pair = pair
        self._base = base
        self._merged = merged
        self._exists = exists
        self._clock = clock
        self._looked_at = clock()
        self._task: asyncio.Task[None] | None = None
        # What others wrote during the call, as far as a reading saw it.
        self.seen: Entries | None = None
        # Why the last reading before the call failed, so that nothing was sent.
        self.error: ServiceError | None = None
        # The time from the last reading to the end of the call.
        self.open_milliseconds = 0.0

    async def __aenter__(self) -> WriteWatch:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.open_milliseconds = (self._clock() - self._looked_at) * 1000
        await self._stop_looking()

    async def _stop_looking(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait({task})

    async def gate(self) -> bool:
        """Return whether the dictionary is known to be unchanged. False if the reading fails or takes too long.

        Called again if the call is repeated.
        """
        await self._stop_looking()
        asked_at, self.error = self._clock(), None
        try:
            remote = await self._api.glossaries.peek(self._glossary_id, self._pair, seconds=_SECONDS_TO_LOOK)
        except NotFound:
            # Somebody has just deleted it, unless the call creates it.
            return not self._exists
        except ServiceError as error:
            self.error = error
            return False
        if not await run_in_thread(NoProgress(), without_progress(Entries.holds_as), remote, self._base):
            return False
        self._looked_at = asked_at
        if len(self._base) <= _WATCHED_ROWS:
            self._task = asyncio.get_running_loop().create_task(self._look_on(), name="Watching a dictionary")
        return True

    async def _look_on(self) -> None:
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            try:
                remote = await self._api.glossaries.peek(self._glossary_id, self._pair, seconds=_SECONDS_TO_LOOK)
            except (ServiceError, Stopped):
                return
            if await run_in_thread(NoProgress(), without_progress(Entries.holds_as), remote, self._merged):
                return
            if not await run_in_thread(NoProgress(), without_progress(Entries.holds_as), remote, self._base):
                self.seen = remote


def find_lost_update(
    _progress: Progress, *, base: Entries, merged: Entries, seen: Entries, remote: Entries
) -> Difference:
    """Return what others wrote and our call overwrote, as a difference from the `remote` entries.

    `seen` is the version of the others; both sides started from `base`.
    """
    old, local, seen_remote, targets = base.as_dict(), merged.as_dict(), seen.as_dict(), remote.as_dict()
    lost = Difference({}, {}, {})
    for source in [*seen_remote, *(source for source in old if source not in seen_remote)]:
        target, current = seen_remote.get(source), targets.get(source)
        if target in (old.get(source), local.get(source), current):
            continue
        if target is None:
            lost.removed[source] = targets[source]
        elif current is None:
            lost.added[source] = target
        else:
            lost.changed[source] = (current, target)
    return lost
