"""Where everything that stays on this computer lies, one folder a purpose, closed to other users."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, fields
from pathlib import Path

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy


@dataclass(frozen=True, slots=True)
class Folders:
    """Settings in `config`, what must not be lost in `data`, logs and window places in `state`, the rest in `cache`."""

    config: Path
    data: Path
    state: Path
    cache: Path

    @classmethod
    def default(cls) -> Folders:
        """The user's own folders, as the system and XDG_* name them. Raises StorageFailed where one cannot be made."""
        from platformdirs import PlatformDirs

        places = PlatformDirs("termdesk", appauthor=False)
        # Where the system has one folder for two purposes, as on Windows, they must not mix.
        return cls._made(
            config=places.user_config_path / "config" if os.name == "nt" else places.user_config_path,
            data=places.user_data_path / "data" if os.name == "nt" else places.user_data_path,
            state=places.user_state_path / "state" if os.name == "nt" else places.user_state_path,
            cache=places.user_cache_path,
        )

    @classmethod
    def under(cls, path: Path) -> Folders:
        """All four beneath one folder: for tests, pictures and portable use. Raises StorageFailed as `default` does."""
        return cls._made(**{each.name: path / each.name for each in fields(cls)})

    @classmethod
    def _made(cls, **places: Path) -> Folders:
        for place in places.values():
            make_private(place)
        return cls(**places)


def make_private_file(path: Path) -> None:
    """Make an empty file that only this user can open; one that is there loses its content. Raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))


def copy_privately(source: Path, target: Path) -> None:
    """Copy a file so that only this user can open the copy. Raises OSError."""
    make_private_file(target)
    shutil.copyfile(source, target)


def make_private(folder: Path) -> None:
    """Make a folder that only this user can enter. Raises StorageFailed with its path where that is impossible."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # An older folder may be open to all, and a umask can only take rights away.
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise StorageFailed(
            StorageMessage.FOLDER_UNUSABLE(path=str(folder), reason=str(error.strerror)),
            path=str(folder),
            remedy=StorageRemedy.CHECK_FOLDER(),
        ) from error
