"""Where windows stood and what was open: remembered, and never worth an error."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from pathlib import Path
from typing import Any

from termdesk.domain.errors import StorageFailed
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.json_file import load_object
from termdesk.storage.window_memory import decoded

log = logging.getLogger(__name__)


class WindowState:
    """Values by name, in `path`. Read once as `WindowMemory` has them, written by `save`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._values: dict[str, Any] = self._read()
        self._saved = dict(self._values)
        self._is_taken_back = False

    @classmethod
    def set_aside(cls, path: Path) -> WindowState:
        """Begin with nothing, as after crashes that what is remembered may cause; `take_back` brings it back."""
        with suppress(OSError):
            path.replace(_aside(path))
        return cls(path)

    def take_back(self) -> None:
        """Remember again what `set_aside` put away, for the next start: the window that is open does not show it.

        What that window has nothing of when it closes stays as it is remembered.
        """
        with suppress(OSError):
            _aside(self._path).replace(self._path)
        self._values = self._read()
        self._saved = dict(self._values)
        self._is_taken_back = True

    def _read(self) -> dict[str, Any]:
        try:
            found, _ = load_object(self._path)
        except StorageFailed as error:
            log.warning("The window's state is not restored: %s", error.message)
            return {}
        values, wrong = decoded(found)
        if wrong:
            log.warning("Of the window's state these are not restored: %s", ", ".join(map(ascii, wrong))[:300])
        return values

    def get(self, name: str, default: Any = None) -> Any:
        """What was remembered; the `default` too where that is of another kind, as after damage or another version."""
        value = self._values.get(name, default)
        return value if default is None or isinstance(value, type(default)) else default

    def set(self, name: str, value: Any) -> None:
        """Remember a value as a field of `WindowMemory` has it; `save` stores it."""
        if decoded({name: value})[1]:
            log.error("%r is remembered with a value that no field of WindowMemory takes; it will not come back", name)
        if self._is_taken_back and not value and self._values.get(name):
            return
        self._values[name] = value

    def forget(self, *names: str) -> None:
        """Drop values from the disk, also from what `set_aside` put away and nobody took back."""
        for state in (self, WindowState(_aside(self._path))):
            for name in names:
                state._values.pop(name, None)
            state.save()

    def save(self) -> None:
        """Store what was set. Where that fails, windows open in their usual places next time; the log says why."""
        if self._values == self._saved:
            return
        try:
            atomic_write(self._path, [json.dumps(self._values, ensure_ascii=True, indent=1).encode("ascii")])
        except StorageFailed as error:
            log.warning("The window's state is not kept: %s", error.message)
            return
        self._saved = dict(self._values)


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.set-aside")
