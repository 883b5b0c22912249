"""Protects the memory of this process, with its keys and texts, from core dumps and other programs."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

_PR_SET_DUMPABLE = 4


def keep_memory_private() -> None:
    """Disable core dumps, and keep other programs of this user from reading the memory, as far as the system allows.

    Child processes write no core dump either. If the system refuses, the program runs without this protection.
    """
    if sys.platform == "win32":
        return
    import resource

    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        # A system that pipes core dumps to a program checks this flag, not the limit. It also keeps debuggers out.
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
