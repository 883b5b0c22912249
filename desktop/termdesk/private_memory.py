"""Keeps what this process has in memory, keys and texts, from files and from other programs."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

_PR_SET_DUMPABLE = 4


def keep_memory_private() -> None:
    """Write no core dump, and let no other program of this user read the memory, as far as the system can.

    Child processes write no core dump either. Where the system refuses, the program runs as it would without.
    """
    if sys.platform == "win32":
        return
    import resource

    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        # A system that hands cores to a program asks for this, not for the limit; debuggers are kept out as well.
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
