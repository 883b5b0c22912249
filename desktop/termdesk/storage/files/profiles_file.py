"""The profiles as a JSON file, and what earlier versions kept in their place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from termdesk.domain.profile import Profile
from termdesk.storage.files.atomic_file import atomic_write, set_aside
from termdesk.storage.files.folders import Folders
from termdesk.storage.files.json_file import load_object

FORMAT = 1


class ProfilesFile:
    """The profiles in `config/profiles.json`. A damaged file is set aside, and `damaged` then tells where it is."""

    def __init__(self, folders: Folders) -> None:
        self.folders = folders
        self.path = folders.config / "profiles.json"
        self._former = folders.config / "settings.json", folders.state / "window.json"
        self.damaged: Path | None = None

    def load(self) -> tuple[list[Profile], str] | None:
        """The profiles in order, and the id of the one in use; None if there is no file. Raises StorageFailed.

        Profiles that cannot be read are left out; the file is then set aside.
        """
        found, self.damaged = load_object(self.path)
        if not isinstance(found.get("profiles"), list):
            # Writing would overwrite what is there.
            self.damaged = set_aside(self.path) if found else self.damaged
            return None
        profiles = []
        for each in found["profiles"]:
            try:
                profiles.append(msgspec.convert(each, Profile))
            except (msgspec.ValidationError, OverflowError):
                self.damaged = self.damaged or set_aside(self.path)
        in_use = found.get("in_use")
        return profiles, in_use if isinstance(in_use, str) else ""

    def save(self, profiles: Sequence[Profile], in_use: str) -> None:
        """Store all profiles. What only a newer version knows of all of them stays. Raises StorageFailed."""
        kept, _ = load_object(self.path)
        values = {"format": FORMAT, **kept, "in_use": in_use, "profiles": [asdict(each) for each in profiles]}
        # Half a character, pasted from elsewhere, could not be written otherwise.
        text = json.dumps(values, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        atomic_write(self.path, [text, b"\n"])

    def load_former(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The settings and the window's memory as earlier versions wrote them, with the services that they knew."""
        settings, window = (_read(path) for path in self._former)
        return settings, window


def _read(path: Path) -> dict[str, Any]:
    """The object in a file, which is left alone: it belongs to another module. Empty if it cannot be read."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
