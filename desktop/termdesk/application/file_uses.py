"""What dropped files can be used for, by their content and by the pane on which they were dropped."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

from termdesk.domain.document_kinds import (
    DOCUMENT_KINDS,
    REFUSED_DOCUMENTS,
    REFUSED_EXTENSIONS,
    extension_of,
    format_of,
)

# Of a text file this many lines decide whether it is a table, and of a folder this many files what is in it.
_MOST_LINES = 200
_MOST_FILES = 2_000
_SEPARATORS = ("\t", ";", "|", " = ")


class FileUse(Enum):
    """What the program does with a file."""

    GLOSSARY = auto()
    DOCUMENT = auto()
    SENTENCES = auto()


@dataclass(frozen=True, slots=True)
class PossibleUses:
    """What a file or folder can be used for. `likely` is what its content looks like; empty if nothing points there.

    A plain text (`is_text`) may always be meant as a document.
    """

    possible: frozenset[FileUse] = frozenset()
    likely: frozenset[FileUse] = frozenset()
    is_text: bool = False

    def choices_for(self, preferred: FileUse | None) -> tuple[FileUse, ...]:
        """Return the uses between which the user must choose, the pane's first; a single one if it is clear.

        `preferred` is the use that the pane stands for. Empty if the file cannot be used at all.
        """
        if len(self.possible) < 2:
            return tuple(self.possible)
        likely = self.likely or self.possible - {FileUse.SENTENCES}
        if preferred not in self.possible:
            return _in_order(likely)
        if preferred is FileUse.DOCUMENT and self.is_text:
            return (preferred,)
        # Sentences come from documents, so there a document is clear, too.
        others = self.likely - {preferred, FileUse.DOCUMENT if preferred is FileUse.SENTENCES else preferred}
        return (preferred, *_in_order(others))


@dataclass(slots=True)
class SortedFiles:
    """Dropped files by their use; `open_questions` are those about which the user must be asked, by the choices."""

    by_use: dict[FileUse, list[Path]] = field(default_factory=dict)
    open_questions: dict[tuple[FileUse, ...], list[Path]] = field(default_factory=dict)

    def add(self, use: FileUse, paths: Iterable[Path]) -> None:
        """Add files that have this use."""
        self.by_use.setdefault(use, []).extend(paths)


def sort_files(paths: Sequence[Path], preferred: FileUse | None) -> SortedFiles:
    """Sort files and folders by their use. For a worker.

    Files that nothing can use go to the pane's own use, which explains what is wrong with them.
    """
    found = SortedFiles()
    for path in paths:
        choices = uses_of(path).choices_for(preferred)
        if len(choices) > 1:
            found.open_questions.setdefault(choices, []).append(path)
        else:
            found.add(next(iter(choices), preferred or FileUse.GLOSSARY), [path])
    return found


def uses_of(path: Path) -> PossibleUses:
    """Return what a file or folder can be used for. For a worker."""
    from termdesk.formats.bundles.manifest import MANIFEST

    if path.name == MANIFEST or (path / MANIFEST).is_file():
        return _only(FileUse.GLOSSARY)
    if not path.is_dir():
        return _uses_of_file(path)
    below = [_uses_of_file(each) for each in _first_files(path)]
    possible = frozenset(use for each in below for use in each.possible)
    return PossibleUses(possible, frozenset(use for each in below for use in each.likely))


def sentence_files_in(paths: Sequence[Path]) -> list[Path]:
    """Return the given files, and those with sentences in the given folders, sorted by path. For a worker."""
    from termdesk.application.spot_check.sentence_files import ENDINGS

    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(each for each in _files_below(path) if each.suffix.lower() in ENDINGS)
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def _only(use: FileUse) -> PossibleUses:
    return PossibleUses(frozenset({use}), frozenset({use}))


def _in_order(uses: Collection[FileUse]) -> tuple[FileUse, ...]:
    return tuple(each for each in FileUse if each in uses)


def _uses_of_file(path: Path) -> PossibleUses:
    from termdesk.application.spot_check.sentence_files import ENDINGS
    from termdesk.formats.registry import file_formats

    extension = extension_of(path.name)
    can_import = path.suffix.lower() in file_formats.readable_endings
    # Other XML and JSON files are not glossaries.
    is_glossary = can_import and file_formats.is_known(path)
    is_document = format_of(extension) in DOCUMENT_KINDS or extension in REFUSED_EXTENSIONS
    possible = {use for use, holds in ((FileUse.GLOSSARY, is_glossary), (FileUse.DOCUMENT, is_document)) if holds}
    likely = set(possible) if len(possible) == 1 else set[FileUse]()
    if extension == "txt":
        likely = {FileUse.GLOSSARY if _is_table(path) else FileUse.DOCUMENT}
    elif extension in ("xml", "json", *REFUSED_DOCUMENTS) and len(possible) == 2:
        # A spreadsheet that no service translates can still be imported.
        likely = {FileUse.GLOSSARY}
    if path.suffix.lower() in ENDINGS:
        possible.add(FileUse.SENTENCES)
    return PossibleUses(frozenset(possible), frozenset(likely), is_text=extension == "txt")


def _is_table(path: Path) -> bool:
    """Whether nearly every line of a text has the same separator once or more, as in a list of terms."""
    from termdesk.formats.text.plain_glossaries import beginning_of, is_ding, is_po, is_utx, is_wordfast

    text = beginning_of(path)
    if any(looks_like(text, "") for looks_like in (is_ding, is_po, is_utx, is_wordfast)):
        return True
    lines = [each for each in text.splitlines()[:_MOST_LINES] if each.strip() and not each.startswith("#")]
    # A semicolon at the end separates nothing.
    return any(sum(sign in line.strip(" ;|") for line in lines) * 10 >= len(lines) * 9 for sign in _SEPARATORS if lines)


def _first_files(folder: Path) -> list[Path]:
    """Return the first files below a folder that a glossary or a document can be in."""
    from termdesk.formats.registry import file_formats

    found: list[Path] = []
    for path in _files_below(folder):
        extension = extension_of(path.name)
        is_document = format_of(extension) in DOCUMENT_KINDS or extension in REFUSED_DOCUMENTS
        if is_document or path.suffix.lower() in file_formats.readable_endings:
            found.append(path)
            if len(found) == _MOST_FILES:
                break
    return found


def _files_below(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names) if not name.startswith((".", "~")))
