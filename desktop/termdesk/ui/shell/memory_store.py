"""The interface through which widgets read and save the window's memory."""

from __future__ import annotations

from typing import Protocol

from termdesk.domain.window_memory import WindowMemory


class MemoryStore(Protocol):
    """Holds the memory that widgets read and set, and writes it to disk."""

    @property
    def memory(self) -> WindowMemory:
        """What the window remembers. Changed fields are on disk after `save`."""

    def save(self) -> None:
        """Write the memory to disk. A failure is logged, not raised."""

    def save_in_background(self) -> None:
        """Same as `save`, but in a thread: the disk may take half a second."""

    def forget_drafts(self) -> None:
        """Remove unfinished texts from memory and disk."""
