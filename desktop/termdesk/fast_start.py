"""Spares the start what it does not need: garbage collection, and PySide's look into every source file."""

from __future__ import annotations

import gc
import sys
from typing import Any


def spare_start() -> None:
    """Call this before the modules of the window are imported. From the first window on `idle_gc` collects."""
    # Nothing that a start makes is garbage.
    gc.disable()
    _skip_source_inspection()


def _skip_source_inspection() -> None:
    """Take every module for one that uses PySide's default names.

    WORKAROUND: Once PySide6 is imported, it reads and keeps the source text of every module that is imported later. It
    looks whether the module uses PySide6 and so might switch to other names (`from __feature__ import snake_case`).
    """
    import PySide6.QtCore  # noqa: F401  (loads the hook)

    feature: Any = sys.modules.get("shibokensupport.feature")
    # A PySide without it starts as well, only later.
    if feature is not None and hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = lambda _module: True
