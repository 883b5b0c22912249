"""Report of the effects of a command that is cancelled with Ctrl+C."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from termdesk.commands.output import printing, remark


@contextmanager
def report_if_cancelled(tell: Callable[[], Iterable[str]]) -> Iterator[None]:
    """Print on standard error what was done and what was not, if the block is cancelled."""
    try:
        yield
    except (asyncio.CancelledError, KeyboardInterrupt):
        printing.emit()
        remark(*tell())
        raise
