"""The profiles in a JSON file, and the files of earlier versions that they replace."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from termdesk.domain.profile import Profile
from termdesk.storage.files.atomic_file import atomic_write, set_aside
from termdesk.storage.files.folders import Folders
from termdesk.storage.files.json_file import load_object

FORMAT = 1
NO_NAMES: Mapping[str, str] = {}


class ProfilesFile:
    """The profiles in `config/profiles.json`. A damaged file is set aside, and `damaged` is then its new path."""

    def __init__(self, folders: Folders) -> None:
        self.folders = folders
        self.path = folders.config / "profiles.json"
        self._former = folders.config / "settings.json", folders.state / "window.json"
        self.damaged: Path | None = None
        # The ids of deleted profiles, the latest last. Drafts and history are still stored under them.
        self.removed: tuple[str, ...] = ()
        # Their last names, by id, as far as known.
        self.removed_names: dict[str, str] = {}

    def load(self) -> tuple[list[Profile], str] | None:
        """Return the profiles in order and the id of the current one, or None without a file.

        Raises StorageFailed. Unreadable profiles are left out; the file is then set aside.
        """
        found, self.damaged = load_object(self.path)
        if not isinstance(found.get("profiles"), list):
            # Otherwise the next `save` would overwrite it.
            self.damaged = set_aside(self.path) if found else self.damaged
            return None
        profiles = []
        for each in found["profiles"]:
            try:
                profiles.append(msgspec.convert(each, Profile))
            except (msgspec.ValidationError, OverflowError):
                self.damaged = self.damaged or set_aside(self.path)
        removed = found.get("removed")
        self.removed = tuple(each for each in removed if isinstance(each, str)) if isinstance(removed, list) else ()
        names = found.get("removed_names")
        self.removed_names = {
            each: name for each, name in (names if isinstance(names, dict) else {}).items() if isinstance(name, str)
        }
        in_use = found.get("in_use")
        return profiles, in_use if isinstance(in_use, str) else ""

    def save(
        self,
        profiles: Sequence[Profile],
        in_use: str,
        removed: Sequence[str] = (),
        removed_names: Mapping[str, str] = NO_NAMES,
    ) -> None:
        """Store all profiles, and the ids and names of deleted ones.

        Fields that only a newer version knows are kept if they concern all profiles. Raises StorageFailed.
        """
        kept, _ = load_object(self.path)
        values = {
            "format": FORMAT,
            **kept,
            "in_use": in_use,
            "removed": [*removed],
            "removed_names": {**removed_names},
            "profiles": [asdict(each) for each in profiles],
        }
        # A lone surrogate, pasted from elsewhere, could not be written otherwise.
        text = json.dumps(values, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        atomic_write(self.path, [text, b"\n"])

    def load_former(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the settings and the window's memory of earlier versions, which contained the services."""
        settings, window = (_read(path) for path in self._former)
        return settings, window


def _read(path: Path) -> dict[str, Any]:
    """Return the object in a file, empty if it cannot be read. The file stays: it belongs to another module."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
