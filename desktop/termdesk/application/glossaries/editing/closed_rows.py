"""Frees unused rows in a worker, in small steps: half a million texts at once would hold the window for 50 ms."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from termdesk.application.glossaries.view.row_texts import ComputedTexts, QuerySnapshot, RowTexts
from termdesk.domain.chunks import release, release_dict
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.violation_index import ViolationIndex

FreedRows = Entries | ViolationIndex | RowTexts | dict[Any, Any] | list[str]

# Wait this long after garbage collection has found the dictionary. By then it has also freed all other objects that
# refer to the rows.
SECONDS_LATER = 0.02
# What `sys.getrefcount` returns for an object in one variable: its own argument counts.
_ONE_REFERENCE = 2
# One for everything that is being freed, or will be soon.
_under_way: WeakSet[asyncio.Future[None]] = WeakSet()
# The one of these that was begun last.
_last: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Future[None]] = WeakKeyDictionary()


class ClosedRows:
    """The entries of a closed dictionary, its caches, its published targets by source, and its violations."""

    def __init__(self, entries: Entries, texts: RowTexts, base: dict[str, str], violations: ViolationIndex) -> None:
        self._held: list[FreedRows] = [entries, texts, base, violations]

    def free_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Free the rows once nothing refers to the dictionary any more. Can be called in any thread."""
        # If the loop has ended, so does the process, which frees everything at once.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_start, loop, self._held, SECONDS_LATER)


def free_in_worker(unused: list[FreedRows]) -> None:
    """Free what no other object refers to, in a worker. Call it in the loop's thread, just before the last variables
    that refer to these objects end: the worker starts in the next turn of the loop.
    """
    _start(asyncio.get_running_loop(), unused, 0)


async def wait_until_freed() -> None:
    """Wait until a worker has freed what is known to be unused. Call it before much is read.

    Otherwise both are in memory at once, and two workers compute, which take turns with the window.
    """
    loop = asyncio.get_running_loop()
    while under_way := [each for each in _under_way if each.get_loop() is loop]:
        await asyncio.wait(under_way)


def free_outdated(asked: QuerySnapshot, made: ComputedTexts) -> None:
    """Free in a worker what only an outdated snapshot uses, and what was computed from it. See `free_in_worker`.

    An edit copies lists that a snapshot uses, so the snapshot may be the last to refer to the old ones.
    """
    held = (asked.entries, asked.rows.base, asked.keys, *made.keys.values())
    free_in_worker([each for each in held if isinstance(each, Entries | dict | list)])


def _start(loop: asyncio.AbstractEventLoop, unused: list[FreedRows], seconds: float) -> None:
    freed: asyncio.Future[None] = loop.create_future()
    _under_way.add(freed)
    loop.call_later(seconds, _run_in_turn, loop, unused, freed)


def _run_in_turn(loop: asyncio.AbstractEventLoop, unused: list[FreedRows], freed: asyncio.Future[None]) -> None:
    """Free in one worker at a time, because the window would wait for each of several in turn."""
    last, _last[loop] = _last.get(loop), freed
    if last is None:
        _run(loop, unused, freed)
    else:
        last.add_done_callback(lambda _done: _run(loop, unused, freed))


def _run(loop: asyncio.AbstractEventLoop, unused: list[FreedRows], freed: asyncio.Future[None]) -> None:
    def end(_running: object = None) -> None:
        _under_way.discard(freed)
        if _last.get(loop) is freed:
            del _last[loop]
        if not freed.done():
            freed.set_result(None)

    try:
        loop.run_in_executor(None, free_unshared, unused).add_done_callback(end)
    except RuntimeError:
        # The workers have ended, and so does the process.
        end()


def free_unshared(held: list[FreedRows]) -> None:
    """Empty `held`, and free what no other object refers to. For a worker.

    No variable may refer to the objects any more. See `free_in_worker`.
    """
    while held:
        each = held.pop()
        if sys.getrefcount(each) > _ONE_REFERENCE:
            continue
        if isinstance(each, RowTexts):
            release(each.take_away())
        elif isinstance(each, dict):
            release_dict(each)
        elif isinstance(each, list):
            release([each])
        else:
            each.release()
