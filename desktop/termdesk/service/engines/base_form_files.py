"""Lists of base forms in files of this user's cache, so that only the first process unpacks the list of a language."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder in this user's cache for the lists."""
    from platformdirs import PlatformDirs

    return PlatformDirs("termdesk", appauthor=False).user_cache_path / "base_forms"


class BaseFormFiles:
    """A file for each language, named after the language and the version of its list."""

    def __init__(self, folder: Callable[[], Path]) -> None:
        self._folder = folder

    def load(self, code: str, version: str) -> bytes | None:
        """Return the content of a file; None if it cannot be read."""
        with contextlib.suppress(OSError):
            return self._path(code, version).read_bytes()
        return None

    def save(self, code: str, version: str, content: bytes) -> None:
        """Write a file as a whole or not at all, and delete the other files of the language."""
        path = self._path(code, version)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        # Without the file, the list is unpacked again the next time.
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                unfinished.write_bytes(content)
                unfinished.replace(path)
            finally:
                # It is left only if the disk is full.
                unfinished.unlink(missing_ok=True)
            # Lists of other versions, and files of processes that were killed while they wrote.
            for other in path.parent.glob(f"{code}-*"):
                if other != path:
                    other.unlink(missing_ok=True)

    def _path(self, code: str, version: str) -> Path:
        return self._folder() / f"{code}-{version}.forms"
