"""Where windows stood and what was open: remembered, and never worth an error."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from termdesk.domain.errors import StorageFailed
from termdesk.storage.atomic_file import atomic_write
from termdesk.storage.json_file import load_object

log = logging.getLogger(__name__)


class WindowState:
    """JSON values by name, in `path`. Read once, written by `save`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._values: dict[str, Any] = {}
        self._saved: dict[str, Any] = {}
        try:
            self._values, _ = load_object(path)
        except StorageFailed as error:
            log.warning("The window's state is not restored: %s", error.message)
        self._saved = dict(self._values)

    def get(self, name: str, default: Any = None) -> Any:
        return self._values.get(name, default)

    def set(self, name: str, value: Any) -> None:
        """Remember a value of strings, numbers, booleans, lists and dictionaries; `save` stores it."""
        self._values[name] = value

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
