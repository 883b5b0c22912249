"""The folders of this program, one for each purpose, closed to other users."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, fields
from pathlib import Path

from termdesk.domain.errors import StorageFailed
from termdesk.messages.storage_messages import StorageMessage, StorageRemedy


@dataclass(frozen=True, slots=True)
class Folders:
    """Folders by purpose: settings in `config`, work in `data`, logs and window positions in `state`, else `cache`."""

    config: Path
    data: Path
    state: Path
    cache: Path

    @classmethod
    def default(cls) -> Folders:
        """Return the user's own folders, as the system and XDG_* define them.

        Raises StorageFailed if one cannot be created.
        """
        from platformdirs import PlatformDirs

        folders = PlatformDirs("termdesk", appauthor=False)
        # Windows has one folder for two of these purposes; keep them apart.
        return cls._make(
            config=folders.user_config_path / "config" if os.name == "nt" else folders.user_config_path,
            data=folders.user_data_path / "data" if os.name == "nt" else folders.user_data_path,
            state=folders.user_state_path / "state" if os.name == "nt" else folders.user_state_path,
            cache=folders.user_cache_path,
        )

    @classmethod
    def under(cls, path: Path) -> Folders:
        """Return all four folders below one: for tests, pictures and portable use.

        Raises StorageFailed as `default` does.
        """
        return cls._make(**{each.name: path / each.name for each in fields(cls)})

    @classmethod
    def _make(cls, **folders: Path) -> Folders:
        for folder in folders.values():
            make_private(folder)
        return cls(**folders)


def make_private_file(path: Path) -> None:
    """Create an empty file that only this user can open; an existing file is emptied. Raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))


def copy_privately(source: Path, target: Path) -> None:
    """Copy a file so that only this user can open the copy. Raises OSError, and then leaves no part of a copy."""
    make_private_file(target)
    try:
        shutil.copyfile(source, target)
    except OSError:
        target.unlink(missing_ok=True)
        raise


def make_private(folder: Path) -> None:
    """Create a folder that only this user can enter. Raises StorageFailed with its path if that is impossible."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # An older folder may be open to everyone, and `mkdir` does not change its mode.
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise StorageFailed(
            StorageMessage.FOLDER_UNUSABLE(path=str(folder), reason=str(error.strerror)),
            path=str(folder),
            remedy=StorageRemedy.CHECK_FOLDER(),
        ) from error
