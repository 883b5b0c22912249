"""Settings as a JSON file: strict about types, tolerant of files of other versions."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from termdesk.domain.errors import InvalidInput
from termdesk.domain.event import Event
from termdesk.domain.settings import FORMAT, Settings, engine_options
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.json_file import load_object

_FORMER_RUN_CAP = 50_000


class SettingsFile:
    """The settings in `path`. A damaged file is set aside, never deleted; `damaged` is then its new path."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged: Path | None = None
        # Emitted with the stored settings, also if another program has stored them.
        self.saved = Event[Settings]()
        # Emitted with the settings before and after another program has stored some.
        self.changed_elsewhere = Event[Settings, Settings]()
        # The settings that the sessions of this program use.
        self._used: Settings | None = None

    def load(self) -> Settings:
        """Return the stored settings; missing values and values of a wrong type get their defaults.

        Raises StorageFailed.
        """
        found, self.damaged = load_object(self.path)
        settings = _settings_of(found)
        self._used = self._used or settings
        return settings

    def save(self, settings: Settings, *, before: Settings | None = None) -> Settings:
        """Store and return the settings. Fields that only a newer version knows stay in the file.

        With `before`, only fields that differ from it are changed: another program may have stored others meanwhile.
        Raises StorageFailed.
        """
        kept, _ = load_object(self.path)
        if before is not None:
            changed = {name: value for name, value in asdict(settings).items() if value != getattr(before, name)}
            settings = replace(_settings_of(kept), **changed) if kept else settings
        merged = {"format": FORMAT, **kept, **asdict(settings)}
        # A lone surrogate, pasted from elsewhere, could not be written otherwise.
        text = json.dumps(merged, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        atomic_write(self.path, [text, b"\n"])
        self._used = settings
        self.saved.emit(settings)
        return settings

    def look_again(self) -> None:
        """Read the file again, and report it if another program has stored other settings.

        A file that cannot be read, or has a value that cannot be used, is left alone: the program keeps its settings.
        """
        before = self._used
        try:
            found = dict[str, Any](json.loads(self.path.read_text("utf-8")).items())
            after = _settings_of(found)
            engine_options(after)
        except (OSError, ValueError, AttributeError, InvalidInput):
            return
        if before is None or after == before:
            return
        self._used = after
        self.saved.emit(after)
        self.changed_elsewhere.emit(before, after)


def _settings_of(found: dict[str, Any]) -> Settings:
    """Return the settings in the content of a file."""
    found = _with_job_cap(found)
    return Settings(**{each.name: found[each.name] for each in fields(Settings) if _fits(each, found)})


def _with_job_cap(found: dict[str, Any]) -> dict[str, Any]:
    """Convert the character limit of older versions, which applied to spot-checks only, to one for each job.

    The old default was too small for documents. So if the user never changed it, the new default is used.
    """
    if "run_cap" not in found or "job_cap" in found or found["run_cap"] == _FORMER_RUN_CAP:
        return found
    return {**found, "job_cap": found["run_cap"]}


def _fits(each: Any, found: dict[str, Any]) -> bool:
    if each.name not in found:
        return False
    value, choices = found[each.name], each.metadata["choices"]
    # Compare with `type`, not isinstance: True is an int, but a switch is not a number.
    return type(value) is type(each.default) and (not choices or value in choices)
