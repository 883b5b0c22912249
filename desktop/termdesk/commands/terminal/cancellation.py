"""What Ctrl+C leaves behind: said before the command ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from termdesk.commands.output import printing, remark


@contextmanager
def told_if_cancelled(tell: Callable[[], Iterable[str]]) -> Iterator[None]:
    """Say on standard error what was done and what was not, if the work inside is cancelled."""
    try:
        yield
    except (asyncio.CancelledError, KeyboardInterrupt):
        printing.emit()
        remark(*tell())
        raise
