"""A file that may be imported: how it is read, what it holds, and what of it is no entry."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from termdesk.application.import_files import FileView
from termdesk.application.problem_index import ProblemIndex
from termdesk.domain.changes import Batch, Change, InsertRows, SetCells, replace_all
from termdesk.domain.entries import TARGET, Entries
from termdesk.domain.language import LanguagePair
from termdesk.formats.encodings import CHOICES
from termdesk.formats.outcome import Fault, ReadResult
from termdesk.storage.snapshots import Packed

ENCODINGS = CHOICES
SEPARATORS = {"\t": "Tab", ",": "Comma", ";": "Semicolon", "|": "Bar"}


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """What the user settled about a file; None: found out. `columns` are the places of source and target, from 0."""

    encoding: str | None = None
    separator: str | None = None
    quoting: bool | None = None
    has_header: bool | None = None
    pair: LanguagePair | None = None
    columns: tuple[int, int] | None = None
    sheet: str | None = None
    text_kind: str | None = None


class FaultyRows(StrEnum):
    """What becomes of lines that are no entry."""

    KEEP = "keep"  # they come in as well as they can be read, for repair in the grid
    LEAVE_OUT = "leave out"  # `Exchange.save_rejects` writes them to a file


class Existing(StrEnum):
    """What an import does with entries that the dictionary has."""

    KEEP = "keep"  # a source phrase that is here keeps its target
    OVERWRITE = "overwrite"  # it gets the file's target
    APPEND = "append"  # all rows of the file come in at the end, also those that are here
    REPLACE_ALL = "replace all"  # the dictionary holds what the file holds, and nothing else


@dataclass(frozen=True, slots=True)
class Known:
    """What was found out about entries before they are a draft, so that opening them takes no time."""

    problems: ProblemIndex
    packed: Packed


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A file, read by the choices so far. Every line of it is an entry, a fault, ignored or blank; nothing is dropped.

    `encoding_is_certain` False: the encoding is only a suggestion, so show the rows and ask. `problem_count`
    counts cells that break a rule of entries; they come in as they are, and the grid marks them.
    """

    path: Path
    choices: ImportChoices
    file: FileView
    result: ReadResult
    known: Known

    @property
    def format(self) -> str:
        return self.file.format

    @property
    def encoding(self) -> str:
        return self.file.encoding

    @property
    def encoding_is_certain(self) -> bool:
        return self.file.encoding_is_certain

    @property
    def separator(self) -> str:
        return self.file.separator

    @property
    def quoting(self) -> bool:
        return self.file.quoting

    @property
    def has_header(self) -> bool:
        return self.file.has_header

    @property
    def columns(self) -> tuple[str, ...]:
        """Titles of the columns, or “Column 1” where the file has none."""
        return self.file.columns

    @property
    def phrase_columns(self) -> tuple[int, int]:
        """Which columns are read as source and target, from 0."""
        return self.file.phrase_columns

    @property
    def unused_columns(self) -> tuple[str, ...]:
        """Titles of what is not read: comments, other languages."""
        return self.file.unused_columns

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages that the columns name; more than two in a file of many languages."""
        return self.file.languages

    @property
    def pair(self) -> LanguagePair | None:
        """The pair that the user chose or the file tells; None: it must be asked for."""
        return self.choices.pair or self.file.pair

    @property
    def suggested_name(self) -> str:
        """A name for the glossary: the file's, without its languages and ending."""
        stem = re.sub(r"[._-]\w{2,3}([._-]\w{2,4})?[-_]\w{2,3}([._-]\w{2,4})?$", "", self.path.stem)
        return re.sub(r"[_\s]+", " ", stem or self.path.stem).strip() or "Glossary"

    @property
    def first_rows(self) -> tuple[tuple[str, ...], ...]:
        """The first rows, all columns, without the header."""
        return self.file.first_rows

    @property
    def entry_count(self) -> int:
        return len(self.result.entries)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Lines that are no entry, each with line, reason and remedy."""
        return self.result.faults

    @property
    def ignored_rows(self) -> int:
        """Rows whose codes name another pair."""
        return self.result.ignored_rows

    @property
    def blank_lines(self) -> int:
        return self.result.blank_lines

    @property
    def problem_count(self) -> int:
        return self.known.problems.count


def entries_to_import(preview: ImportPreview, faulty: FaultyRows) -> Entries:
    """What comes in, in the order of the file."""
    result = preview.result
    if faulty is FaultyRows.LEAVE_OUT or not result.faults:
        return result.entries.copy()
    good = zip(result.lines, result.entries, strict=True)
    bad = ((fault.line, fault.salvaged) for fault in result.faults)
    return Entries.of(pair for _, pair in sorted([*good, *bad], key=lambda each: each[0]))


def import_change(entries: Entries, incoming: Entries, existing: Existing) -> Change:
    """The one change that brings `incoming` into `entries`. It touches nothing where all of it is there already."""
    if existing is Existing.REPLACE_ALL:
        return replace_all(entries, incoming)
    if existing is Existing.APPEND:
        return _appended(entries, list(incoming))
    rows = {source: row for row, source in reversed([*enumerate(entries.sources)])}
    fresh = [(source, target) for source, target in incoming if source not in rows]
    if existing is Existing.KEEP:
        return _appended(entries, fresh)
    new_targets = {
        rows[source]: target
        for source, target in incoming
        if source in rows and entries.targets[rows[source]] != target
    }
    overwritten = SetCells(TARGET, list(new_targets), list(new_targets.values()))
    return Batch((overwritten, _appended(entries, fresh))) if new_targets else _appended(entries, fresh)


def reject_lines(faults: Iterable[Fault]) -> Iterable[bytes]:
    """A file of what was left out: line, reason and the line as it stood, as tab separated text."""
    yield b"line\treason\toriginal\n"
    for fault in faults:
        original = fault.original.encode("utf-8", "replace") if isinstance(fault.original, str) else fault.original
        yield b"%d\t%s\t%s\n" % (fault.line, fault.reason.encode(), original)


def _appended(entries: Entries, pairs: list[tuple[str, str]]) -> Change:
    return InsertRows.at(entries, len(entries), pairs)
