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
NONE_REMOVED: Mapping[str, str] = {}


class ProfilesFile:
    """The profiles in `config/profiles.json`. A damaged file is set aside, and `damaged` is then its new path."""

    def __init__(self, folders: Folders) -> None:
        self.folders = folders
        self.path = folders.config / "profiles.json"
        self._former = folders.config / "settings.json", folders.state / "window.json"
        self.damaged: Path | None = None
        # The last names of deleted profiles, by id, the latest last; an id whose name is unknown stands for it. Drafts
        # and history are still stored under the ids.
        self.removed: dict[str, str] = {}

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
        self.removed = _names_by_id(found.get("removed"), found.get("removed_names"))
        in_use = found.get("in_use")
        return profiles, in_use if isinstance(in_use, str) else ""

    def save(self, profiles: Sequence[Profile], in_use: str, removed: Mapping[str, str] = NONE_REMOVED) -> None:
        """Store all profiles, and the names of deleted ones by id.

        Fields that only a newer version knows are kept if they concern all profiles. Raises StorageFailed.
        """
        kept, _ = load_object(self.path)
        values = {
            "format": FORMAT,
            **kept,
            "in_use": in_use,
            "removed": [*removed],
            "removed_names": {**removed},
            "profiles": [asdict(each) for each in profiles],
        }
        # A lone surrogate, pasted from elsewhere, could not be written otherwise.
        text = json.dumps(values, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        atomic_write(self.path, [text, b"\n"])

    def load_former(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the settings and the window's memory of earlier versions, which contained the services."""
        settings, window = (_read(path) for path in self._former)
        return settings, window


def _names_by_id(ids: object, names: object) -> dict[str, str]:
    """Return the names of deleted profiles by id. Earlier versions stored only the ids."""
    known = names if isinstance(names, dict) else {}
    listed = [each for each in ids if isinstance(each, str)] if isinstance(ids, list) else []
    return {each: name if isinstance(name := known.get(each), str) else each for each in listed}


def _read(path: Path) -> dict[str, Any]:
    """Return the object in a file, empty if it cannot be read. The file stays: it belongs to another module."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
