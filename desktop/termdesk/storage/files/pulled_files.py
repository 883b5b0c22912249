"""The entries of files when they were last written from a dictionary or published into it: the base of later merges."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator, Sequence
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
        self._path_when_sent(path, pair).unlink(missing_ok=True)

    def note_sent(self, path: Path, name: str, pair: LanguagePair, entries: Entries) -> None:
        """Remember the entries of a file that is about to be published into the glossary of this name, until `note`.

        If the program is killed meanwhile, they may be on the service. For a worker thread. Raises StorageFailed.
        """
        make_private(self._folder)
        atomic_write(self._path_when_sent(path, pair), _lines(path, entries, name))

    def base_of(self, path: Path, glossary_key: str, pair: LanguagePair) -> Entries | None:
        """Return the last remembered entries of a file, or None. For a worker thread."""
        lines = _read_lines(self._path(path, glossary_key, pair))
        return _entries(lines[1:]) if lines else None

    def read_sent(self, path: Path, name: str, pair: LanguagePair) -> Entries | None:
        """Return the entries that were about to be published when nobody noted the end, or None.

        For a worker thread.
        """
        lines = _read_lines(self._path_when_sent(path, pair))
        return _entries(lines[2:]) if lines[1:2] == [json.dumps(name)] else None

    def _path(self, path: Path, glossary_key: str, pair: LanguagePair) -> Path:
        words = json.dumps([self._profile, glossary_key, pair.source, pair.target, str(path.resolve())])
        return self._folder / f"{hashlib.sha256(words.encode()).hexdigest()[:32]}.jsonl"

    def _path_when_sent(self, path: Path, pair: LanguagePair) -> Path:
        words = json.dumps([self._profile, pair.source, pair.target, str(path.resolve())])
        return self._folder / f"{hashlib.sha256(words.encode()).hexdigest()[:32]}.jsonl"

    def _forget_gone(self) -> None:
        for record in self._folder.glob("*.jsonl"):
            with contextlib.suppress(OSError, ValueError, TypeError):
                with record.open(encoding="utf-8") as lines:
                    path = Path(json.loads(lines.readline()))
                # If its folder is missing too, the file may be on a drive that is not mounted.
                if path.parent.is_dir() and not path.exists():
                    record.unlink()


def _read_lines(path: Path) -> list[str]:
    """Return the lines of a file; none if it was never written, or cannot be read."""
    try:
        return path.read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return []


def _entries(lines: Sequence[str]) -> Entries | None:
    """Return the entries of these lines. None if they are damaged: the file is then compared with the service only."""
    try:
        return Entries.of((source, target) for source, target in map(json.loads, lines))
    except (ValueError, TypeError):
        return None


def _lines(path: Path, entries: Entries, *more: str) -> Iterator[bytes]:
    """Return the path and `more`, then one line for each entry. Line breaks in phrases are escaped."""
    for each in (str(path.resolve()), *more):
        yield f"{json.dumps(each)}\n".encode()
    rows = [json.dumps(entry) for entry in entries]
    for start in range(0, len(rows), _STEP):
        yield "".join(f"{row}\n" for row in rows[start : start + _STEP]).encode()
