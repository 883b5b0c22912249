"""The entries of files when they were last written from a dictionary or published into it: the base of later merges."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.files.atomic_file import atomic_write
from termdesk.storage.files.folders import make_private

_FOLDER = "pulled"
_STEP = 4_096


class PulledFiles:
    """Remembers the entries of each file by its path and its dictionary, in the data folder.

    Each has a file of its own instead of a database row, because an open window locks the database.
    """

    def __init__(self, data: Path, profile: str) -> None:
        self._folder = data / _FOLDER
        self._profile = profile

    def note(self, path: Path, glossary_key: str, pair: LanguagePair, entries: Entries) -> None:
        """Remember the entries of a file, and forget files that are gone. For a worker thread. Raises StorageFailed."""
        make_private(self._folder)
        self._forget_gone()
        atomic_write(self._path(path, glossary_key, pair), _lines(path, entries))

    def base_of(self, path: Path, glossary_key: str, pair: LanguagePair) -> Entries | None:
        """Return the last remembered entries of a file, or None. For a worker thread."""
        try:
            lines = self._path(path, glossary_key, pair).read_text("utf-8").splitlines()
            return Entries.of((source, target) for source, target in map(json.loads, lines[1:]))
        except (OSError, ValueError, TypeError):
            # Never remembered, or damaged: the file is then compared with the service only.
            return None

    def _path(self, path: Path, glossary_key: str, pair: LanguagePair) -> Path:
        words = json.dumps([self._profile, glossary_key, pair.source, pair.target, str(path.resolve())])
        return self._folder / f"{hashlib.sha256(words.encode()).hexdigest()[:32]}.jsonl"

    def _forget_gone(self) -> None:
        for record in self._folder.glob("*.jsonl"):
            with contextlib.suppress(OSError, ValueError, TypeError):
                with record.open(encoding="utf-8") as lines:
                    path = Path(json.loads(lines.readline()))
                # If its folder is missing too, the file may be on a drive that is not mounted.
                if path.parent.is_dir() and not path.exists():
                    record.unlink()


def _lines(path: Path, entries: Entries) -> Iterator[bytes]:
    """Return the path, then one line for each entry. Line breaks in phrases are escaped."""
    yield f"{json.dumps(str(path.resolve()))}\n".encode()
    rows = [json.dumps(entry) for entry in entries]
    for start in range(0, len(rows), _STEP):
        yield "".join(f"{row}\n" for row in rows[start : start + _STEP]).encode()
