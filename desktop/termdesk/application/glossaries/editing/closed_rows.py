"""Frees the rows of a closed dictionary in a worker: half a million texts at once would hold the window for 50 ms."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from termdesk.application.glossaries.view.row_texts import RowTexts
from termdesk.domain.chunks import release
from termdesk.domain.entries.entries import Entries

# Wait this long after garbage collection has found the dictionary. By then it has also freed all other objects that
# refer to the rows.
SECONDS_LATER = 0.1
# What `sys.getrefcount` returns for an object in one variable: its own argument counts.
_ONE_REFERENCE = 2


class ClosedRows:
    """The entries of a closed dictionary, its caches, and its published targets by source."""

    def __init__(self, entries: Entries, texts: RowTexts, base: dict[str, str]) -> None:
        self._held: list[Entries | RowTexts | dict[str, str]] = [entries, texts, base]

    def free_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Free the rows once nothing refers to the dictionary any more. Can be called in any thread."""
        # If the loop has ended, so does the process, which frees everything at once.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(loop.call_later, SECONDS_LATER, self._free_in_worker, loop)

    def _free_in_worker(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):
            loop.run_in_executor(None, self.free)

    def free(self) -> None:
        """Free the rows, except lists that other objects still refer to. For a worker."""
        while self._held:
            each = self._held.pop()
            if sys.getrefcount(each) > _ONE_REFERENCE:
                continue
            if isinstance(each, Entries):
                each.release()
            elif isinstance(each, RowTexts):
                release(each.take_away())
            else:
                while each:
                    each.popitem()
