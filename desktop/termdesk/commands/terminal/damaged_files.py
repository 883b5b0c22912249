"""What a command says about damaged files of profiles and preferences, which the program has set aside."""

from __future__ import annotations

from pathlib import Path

from termdesk.application.session import providers
from termdesk.application.session.profiles import Profiles
from termdesk.commands.output import remark
from termdesk.storage.files.folders import Folders


def load_profiles(folders: Folders) -> Profiles:
    """Return the stored profiles. Say so if their file was damaged. Raises StorageFailed."""
    profiles = Profiles.load(folders)
    if profiles.damaged is not None:
        name = providers.name_of(profiles.in_use.provider)
        remark(
            f"Some profiles could not be read. The profile in use is “{name}” now.",
            "Those that could be read are there. Add the others again: termdesk profiles --add NAME",
            _describe_kept(profiles.damaged),
        )
    return profiles


def tell_damaged_settings(kept: Path | None) -> None:
    """Say that the preferences could not be read. `kept` is the new path of their file; None if it is sound."""
    if kept is not None:
        remark(
            "The preferences could not be read, so the usual ones are used.",
            "Set yours again: termdesk preferences",
            _describe_kept(kept),
        )


def _describe_kept(path: Path) -> str:
    return f"The damaged file was kept: {path}"
