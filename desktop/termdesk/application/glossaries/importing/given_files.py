"""The files that the user chose, directly or by a folder with importable files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from termdesk.domain.errors import UnreadableFile
from termdesk.domain.progress import Progress
from termdesk.formats.registry import file_formats
from termdesk.messages.glossary_messages import EditMessage, EditRemedy


def files_in(progress: Progress, paths: Sequence[Path]) -> list[Path]:
    """Return the files among these paths, and the importable files in the folders, sorted by name. For a worker.

    Hidden files (starting with a dot or a tilde) are skipped. Raises UnreadableFile for a folder without importable
    files.
    """
    result: list[Path] = []
    for path in paths:
        if not path.is_dir():
            result.append(path)
            continue
        found = sorted(_find_known_files(progress, path), key=lambda file: str(file).casefold())
        if not found:
            raise UnreadableFile(
                EditMessage.NO_FILE(folder=path.name),
                path=str(path),
                remedy=EditRemedy.ENDINGS(endings=list(file_formats.readable_endings)),
            )
        result += found
    return list(dict.fromkeys(result))


def _find_known_files(progress: Progress, folder: Path) -> Iterator[Path]:
    count = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        count += len(names)
        progress.step(count)
        for name in names:
            if not name.startswith((".", "~")) and file_formats.is_known(Path(parent, name)):
                yield Path(parent, name)
