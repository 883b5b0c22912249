"""Hides large containers from Python's garbage collector, which would visit each of their items for nothing."""

from __future__ import annotations

import ctypes
import gc
from typing import TypeVar

T = TypeVar("T")

_untrack = ctypes.pythonapi.PyObject_GC_UnTrack
_untrack.argtypes = (ctypes.py_object,)
_untrack.restype = None


def untrack(container: T) -> T:
    """Hide a container from the collector for good, and return it.

    It may hold only texts and numbers, now and later, so that it is never part of a cycle. It is still freed with its
    last reference. A full collection takes some 10 ms for each tracked list of 250,000 texts, and holds the window.
    """
    # Untracking an object of a type without tracking, such as bytes, would damage memory.
    if gc.is_tracked(container):
        _untrack(container)
    return container
