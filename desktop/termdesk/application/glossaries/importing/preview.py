"""A file that may be imported: how it is read, what it holds, and what of it is no entry."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.glossaries.editing.draft_preparation import DraftPreparation
from termdesk.application.glossaries.importing.file_view import FileView, ImportChoices
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.formats.text.encodings import CHOICES

ENCODINGS = CHOICES
SEPARATORS = {"\t": "Tab", ",": "Comma", ";": "Semicolon", "|": "Bar"}


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A file, read by the choices so far. Every line of it is an entry, rejected, ignored or blank; nothing is dropped.

    `encoding_is_certain` False: the encoding is only a suggestion, so show the rows and ask. `violation_count`
    counts cells that break a rule of entries; they come in as they are, and the grid marks them.
    """

    path: Path
    choices: ImportChoices
    file: FileView
    result: ReadResult
    preparation: DraftPreparation

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
    def rejected_rows(self) -> tuple[RejectedRow, ...]:
        """Lines that are no entry, each with line, reason and remedy."""
        return self.result.rejected_rows

    @property
    def ignored_rows(self) -> int:
        """Rows whose codes name another pair."""
        return self.result.ignored_rows

    @property
    def blank_lines(self) -> int:
        return self.result.blank_lines

    @property
    def violation_count(self) -> int:
        return self.preparation.violations.count
