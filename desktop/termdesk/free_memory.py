"""Returns memory that was freed to the system. Affects only the GNU C library; others are left as they are."""

from __future__ import annotations

import ctypes
from contextlib import suppress

# The parameter of `mallopt` for the number of arenas, from malloc.h.
_M_ARENA_MAX = -8


def return_free_memory() -> None:
    """Return unused memory. Takes some milliseconds for some hundred megabytes."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def share_free_memory() -> None:
    """Let all threads allocate from the same memory. Call it before threads start.

    Otherwise each thread keeps the last part of the memory that it has freed, up to 64 MB, such as that of a list of
    base forms. `return_free_memory` returns that part only for the main thread.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
