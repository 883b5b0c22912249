"""Where the memory of the window is kept, as the window sees it."""

from __future__ import annotations

from typing import Protocol

from termdesk.domain.window_memory import WindowMemory


class MemoryStore(Protocol):
    """Holds the memory that the widgets read and set, and writes it to disk."""

    @property
    def memory(self) -> WindowMemory:
        """What the window remembers. A changed field is on disk after `save`."""

    def save(self) -> None:
        """Write the memory to disk. A failure is logged and not raised."""

    def forget_drafts(self) -> None:
        """Remove unfinished texts from the memory and from the disk."""
