"""Makes the start faster: no garbage collection, and PySide does not look at every import."""

from __future__ import annotations

import builtins
import gc


def spare_start() -> None:
    """Call this before the modules of the window are imported. From the first window on `idle_gc` collects."""
    # Nothing that a start makes is garbage.
    gc.disable()
    _skip_source_inspection()


def _skip_source_inspection() -> None:
    """Import modules as Python does, without PySide's look at each import.

    WORKAROUND: Once PySide6 is imported, every import statement passes through Python code of its own, even where the
    module is loaded already. That code also reads and keeps the source text of each module that is imported later. All
    this serves modules that switch to other names (`from __feature__ import snake_case`); we have none.
    """
    import PySide6.QtCore  # noqa: F401  (sets the hook)

    # A PySide without it starts as well, only later.
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
