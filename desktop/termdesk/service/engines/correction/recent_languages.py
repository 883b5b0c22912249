"""Remembers the languages in which texts were last improved, from one run of the service to the next."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

# The rules of each language take up to 600 MB.
MOST_KEPT = 3


class RecentLanguages:
    """A small file beside the database, with codes only and no texts. Without a path, it lasts for this run only."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._codes = self._read()

    def codes(self) -> tuple[str, ...]:
        """Return the codes, most recently used first."""
        return tuple(self._codes)

    def note(self, code: str) -> None:
        """Record that this language is used or about to be used. Write errors are ignored."""
        if self._codes[:1] == [code]:
            return
        self._codes = [code, *(each for each in self._codes if each != code)][:MOST_KEPT]
        if self._path is not None:
            written = self._path.with_name(f"{self._path.name}.new")
            with contextlib.suppress(OSError):
                try:
                    written.touch(mode=0o600)
                    written.write_bytes(msgspec.json.encode(self._codes))
                    written.replace(self._path)
                finally:
                    # It is left only if the disk is full.
                    written.unlink(missing_ok=True)

    def _read(self) -> list[str]:
        if self._path is None:
            return []
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=list[str])[:MOST_KEPT]
        except (OSError, msgspec.DecodeError):
            # The file is missing or damaged: languages are loaded on first use.
            return []
