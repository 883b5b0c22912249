"""The languages that texts were improved in last, kept from one run of the service to the next."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

# Their rules take up to 600 MB each.
MOST_KEPT = 3


class RecentLanguages:
    """A small file beside the database; without a path, this run alone. It holds no texts, only codes."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._codes = self._read()

    def codes(self) -> tuple[str, ...]:
        """The codes, the language used last first."""
        return tuple(self._codes)

    def note(self, code: str) -> None:
        """A text was improved in this language, or is about to be. A file that cannot be written is no fault."""
        if self._codes[:1] == [code]:
            return
        self._codes = [code, *(each for each in self._codes if each != code)][:MOST_KEPT]
        if self._path is not None:
            with contextlib.suppress(OSError):
                written = self._path.with_name(f"{self._path.name}.new")
                written.touch(mode=0o600)
                written.write_bytes(msgspec.json.encode(self._codes))
                written.replace(self._path)

    def _read(self) -> list[str]:
        if self._path is None:
            return []
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=list[str])[:MOST_KEPT]
        except (OSError, msgspec.DecodeError):
            # Missing or damaged: the languages are warmed when they are used.
            return []
