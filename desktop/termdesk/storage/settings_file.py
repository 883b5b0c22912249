"""Settings as a JSON file: strict about types, tolerant of what other versions wrote."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from termdesk.domain.event import Event
from termdesk.domain.settings import FORMAT, Settings
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.json_file import load_object

_FORMER_RUN_CAP = 50_000


class SettingsFile:
    """The settings in `path`. A damaged file is set aside, never deleted, and `damaged` then tells where it is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged: Path | None = None
        # Emitted with what was stored.
        self.saved = Event[Settings]()

    def load(self) -> Settings:
        """The stored settings; values that are missing or of a wrong type have their default. Raises StorageFailed."""
        found, self.damaged = load_object(self.path)
        found = _with_job_cap(found)
        return Settings(**{each.name: found[each.name] for each in fields(Settings) if _fits(each, found)})

    def save(self, settings: Settings) -> None:
        """Store all settings. What only a newer version knows stays in the file. Raises StorageFailed."""
        kept, _ = load_object(self.path)
        merged = {"format": FORMAT, **kept, **asdict(settings)}
        # Half a character, pasted from elsewhere, could not be written otherwise.
        text = json.dumps(merged, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        atomic_write(self.path, [text, b"\n"])
        self.saved.emit(settings)


def _with_job_cap(found: dict[str, Any]) -> dict[str, Any]:
    """The values with a cap for each job. Older versions had one for spot-checks alone, too small for documents, so one
    that the user never changed becomes today's.
    """
    if "run_cap" not in found or "job_cap" in found or found["run_cap"] == _FORMER_RUN_CAP:
        return found
    return {**found, "job_cap": found["run_cap"]}


def _fits(each: Any, found: dict[str, Any]) -> bool:
    if each.name not in found:
        return False
    value, choices = found[each.name], each.metadata["choices"]
    # `type` and not isinstance: True is an int, and a switch is no number.
    return type(value) is type(each.default) and (not choices or value in choices)
