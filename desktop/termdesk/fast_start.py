"""Makes the start faster: disables garbage collection and PySide's import hook."""

from __future__ import annotations

import builtins
import gc


def spare_start() -> None:
    """Call this before the modules of the window are imported. Once a window exists, `idle_gc` collects garbage."""
    # A start produces no garbage.
    gc.disable()
    _skip_source_inspection()


def _skip_source_inspection() -> None:
    """Restore Python's own import function, without PySide's hook.

    WORKAROUND: Once PySide6 is imported, every import statement passes through its Python code, even for a loaded
    module. That code also reads and keeps the source text of each module that is imported later. All this serves
    modules that use `from __feature__ import snake_case`, which we do not.
    """
    import PySide6.QtCore  # noqa: F401  (sets the hook)

    # A PySide version without the original function starts too, but more slowly.
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
