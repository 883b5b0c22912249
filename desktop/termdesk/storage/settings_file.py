"""Settings as a JSON file: strict about types, tolerant of what other versions wrote."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from termdesk.domain.settings import FORMAT, Settings
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.json_file import load_object

_FORMER_CAPS = {"job_cap": 50_000, "day_cap": 200_000}


class SettingsFile:
    """The settings in `path`. A damaged file is set aside, never deleted, and `damaged` then tells where it is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged: Path | None = None

    def load(self) -> Settings:
        """The stored settings; values that are missing or of a wrong type have their default. Raises StorageFailed."""
        found, self.damaged = load_object(self.path)
        found = _with_caps(found)
        return Settings(**{each.name: found[each.name] for each in fields(Settings) if _fits(each, found)})

    def save(self, settings: Settings) -> None:
        """Store all settings. What only a newer version knows stays in the file. Raises StorageFailed."""
        kept, _ = load_object(self.path)
        merged = {"format": FORMAT, **kept, **asdict(settings)}
        # Half a character, pasted from elsewhere, could not be written otherwise.
        text = json.dumps(merged, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        atomic_write(self.path, [text, b"\n"])


def _with_caps(found: dict[str, Any]) -> dict[str, Any]:
    """The values with caps for everything that is billed. Older versions had them for spot-checks alone.

    Caps that the user never changed become today's: those of spot-checks were too small for documents.
    """
    if "run_cap" not in found or "job_cap" in found:
        return found
    caps = {"job_cap": found["run_cap"], "day_cap": found.get("day_cap")}
    kept = {name: value for name, value in found.items() if name not in caps}
    return kept | {name: value for name, value in caps.items() if value != _FORMER_CAPS[name]}


def _fits(each: Any, found: dict[str, Any]) -> bool:
    if each.name not in found:
        return False
    value, choices = found[each.name], each.metadata["choices"]
    # `type` and not isinstance: True is an int, and a switch is no number.
    return type(value) is type(each.default) and (not choices or value in choices)
