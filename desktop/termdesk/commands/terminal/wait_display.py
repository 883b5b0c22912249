"""Display of waiting times for a service: on standard error, with the remaining seconds."""

from __future__ import annotations

import asyncio
import math
import shutil
from collections.abc import Callable, Sequence
from typing import TextIO

from termdesk.client.transport.queues import PREPARING, Pause
from termdesk.commands.output import printing
from termdesk.domain.pluralize import pluralize

# Seconds; shorter waits are not displayed.
SHORTEST = 2.0
_STEP = 0.25
_BUSY = 503


class WaitDisplay:
    """Shows the longest wait: on a terminal as one line that is updated, elsewhere as a line for each wait."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._seconds_left: float | None = None
        self._line = ""

    async def watch(self, get_pauses: Callable[[], Sequence[Pause]]) -> None:
        """Show the current waits until this is cancelled."""
        unsubscribe = printing.subscribe(self._take_back)
        try:
            while True:
                self.show(get_pauses())
                await asyncio.sleep(_STEP)
        finally:
            unsubscribe()
            self.show(())

    def show(self, pauses: Sequence[Pause]) -> None:
        """Show the longest of these waits; nothing if there is none, or if a new one is short."""
        longest = max(pauses, key=lambda each: each.seconds_left, default=None)
        known = self._seconds_left
        if longest is None or (known is None and longest.seconds_left <= SHORTEST):
            self._seconds_left = None
            self._rewrite("")
            return
        self._seconds_left = longest.seconds_left
        if self._is_terminal:
            self._rewrite(wait_line(longest))
        elif known is None or longest.seconds_left > known:
            print(wait_line(longest), file=self._stream, flush=True)

    def _take_back(self) -> None:
        self._rewrite("")

    def _rewrite(self, line: str) -> None:
        """Replace the previous line. An empty text clears the line for the next output."""
        if line == self._line:
            return
        # A line wider than the terminal could not be cleared.
        line = line[: shutil.get_terminal_size().columns - 1]
        blanks = " " * (len(self._line) - len(line))
        print(f"\r{line}{blanks}", end="" if line else "\r", file=self._stream, flush=True)
        self._line = line


def wait_line(pause: Pause) -> str:
    """Return the reason for a wait, and the remaining seconds."""
    seconds = math.ceil(pause.seconds_left)
    if pause.status == 0:
        return pluralize(seconds, "No answer, next attempt in 1 second", "No answer, next attempt in {count} seconds")
    if pause.status == _BUSY:
        one, many = (
            "The service is busy, next attempt in 1 second",
            "The service is busy, next attempt in {count} seconds",
        )
        return pluralize(seconds, one, many)
    if pause.status == PREPARING:
        one, many = (
            "The glossary is not ready yet, waiting for 1 second at most",
            "The glossary is not ready yet, waiting for {count} seconds at most",
        )
        return pluralize(seconds, one, many)
    return pluralize(seconds, "The service asks to wait for 1 second", "The service asks to wait for {count} seconds")
