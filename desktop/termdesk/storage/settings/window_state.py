"""The file of the window's memory. Damage or loss of this file is never reported as an error."""

from __future__ import annotations

import json
import logging
import threading
from contextlib import suppress
from copy import deepcopy
from dataclasses import fields
from pathlib import Path
from typing import Any

from termdesk.domain.errors import StorageFailed
from termdesk.domain.window_memory import WindowMemory
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.json_file import load_object
from termdesk.storage.settings.window_memory import copy_memory, decode_memory, encode_memory

log = logging.getLogger(__name__)


class WindowState:
    """The memory of the window, stored in `path`. `memory` is read once; `save` stores what the widgets set in it.

    Call all methods in one thread.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.memory = self._read()
        self._saved = encode_memory(self.memory)
        # The memory that `take_back` restored, while the open window does not show it yet.
        self._taken_back: WindowMemory | None = None
        # How often something was to be written. Of two threads that write, the older one must not write last.
        self._newest = 0
        self._writing = threading.Lock()

    @classmethod
    def set_aside(cls, path: Path) -> WindowState:
        """Start with an empty memory, for example after crashes that it may have caused. `take_back` restores it."""
        with suppress(OSError):
            path.replace(_aside(path))
        return cls(path)

    def take_back(self) -> None:
        """Restore the memory that `set_aside` removed, for the next start; the open window does not show it.

        If the open window has nothing to remember when it closes, the restored memory stays.
        """
        with suppress(OSError):
            _aside(self._path).replace(self._path)
        copy_memory(self._read(), self.memory)
        self._taken_back = deepcopy(self.memory)
        self._saved = encode_memory(self.memory)

    def _read(self) -> WindowMemory:
        try:
            found, _ = load_object(self._path)
        except StorageFailed as error:
            log.warning("The window's state is not restored: %s", error.message)
            return WindowMemory()
        memory, wrong = decode_memory(found)
        if wrong:
            log.warning("Of the window's state these are not restored: %s", ", ".join(map(ascii, wrong))[:300])
        return memory

    def forget_drafts(self) -> None:
        """Remove unfinished texts from the disk, and from the file that `set_aside` moved away."""
        if self._taken_back is not None:
            self._taken_back.forget_drafts()
        for state in (self, WindowState(_aside(self._path))):
            state.memory.forget_drafts()
            state.save()

    def save(self) -> None:
        """Store the memory. If that fails, windows open at their default positions next time; the log says why."""
        if (values := self._take_changed()) is not None:
            self._write(values, self._newest)

    def save_in_background(self) -> None:
        """Same as `save`, but do not wait for the disk, which may take half a second.

        The program does not end before that.
        """
        if (values := self._take_changed()) is not None:
            threading.Thread(target=self._write, args=(values, self._newest), name="window state").start()

    def _take_changed(self) -> dict[str, Any] | None:
        """Return the values to write; None if they are on the disk, or soon will be."""
        if self._taken_back is not None:
            self._keep_taken_back(self._taken_back)
        values = self._storable_values()
        if values == self._saved:
            return None
        self._saved = values
        self._newest += 1
        return values

    def _write(self, values: dict[str, Any], number: int) -> None:
        with self._writing:
            if number < self._newest:
                return
            try:
                atomic_write(self._path, [json.dumps(values, ensure_ascii=True, indent=1).encode("ascii")])
            except StorageFailed as error:
                log.warning("The window's state is not kept: %s", error.message)
                # Try again at the next save.
                self._saved = {}

    def _keep_taken_back(self, taken_back: WindowMemory) -> None:
        for each in fields(WindowMemory):
            if not getattr(self.memory, each.name):
                setattr(self.memory, each.name, getattr(taken_back, each.name))
        self._taken_back = deepcopy(self.memory)

    def _storable_values(self) -> dict[str, Any]:
        """Return the values to store. A value that could not be read again is left out, and the log names it."""
        values = encode_memory(self.memory)
        for name in decode_memory(values)[1]:
            log.error("%r is remembered with a value that does not fit its field; it is not kept", name)
            del values[name]
        return values


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.set-aside")
