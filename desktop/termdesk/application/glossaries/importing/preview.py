"""The preview of a file: how it is read, what it contains, and which rows are rejected."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.glossaries.editing.draft_preparation import DraftPreparation
from termdesk.application.glossaries.importing.column_languages import ColumnLanguages
from termdesk.application.glossaries.importing.file_view import FileView, ImportChoices
from termdesk.domain.entries.entry_rules import MAX_DICTIONARY_BYTES
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.formats.text.encoding_names import CHOICES, script_of, to_written_name

ENCODINGS = {code: (to_written_name(code), script_of(code)) for code in CHOICES}
SEPARATORS = {"\t": "Tab", ",": "Comma", ";": "Semicolon", "|": "Bar"}


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A file, read with the choices so far. Each line is an entry, rejected, ignored or blank; no line is dropped.

    If `encoding_is_certain` is False, the encoding is a guess: show the rows and ask. `entry_count` counts the valid
    rows, `violation_count` the cells that break a rule; they are imported unchanged, and the grid marks them. `size` is
    in bytes, as a service counts them.

    `column_languages` is None for files that tell the languages of their columns.

    If several files are previewed together, `result` has no entries and `preparation` is None: each file is read again
    when it is imported.
    """

    path: Path
    choices: ImportChoices
    file: FileView
    result: ReadResult
    entry_count: int
    violation_count: int
    size: int
    preparation: DraftPreparation | None
    column_languages: ColumnLanguages | None = None

    @property
    def has_rows(self) -> bool:
        """Whether the preview holds the rows."""
        return self.preparation is not None

    @property
    def format(self) -> str:
        """The name of the file's format."""
        return self.file.format

    @property
    def encoding(self) -> str:
        """The encoding that the file is read with; empty for formats without a choice."""
        return self.file.encoding

    @property
    def encoding_is_certain(self) -> bool:
        """Whether the encoding is known and not a guess."""
        return self.file.encoding_is_certain

    @property
    def separator(self) -> str:
        """The separator that the file is read with; empty for formats without separators."""
        return self.file.separator

    @property
    def quoting(self) -> bool:
        """Whether double quotes enclose phrases."""
        return self.file.quoting

    @property
    def has_header(self) -> bool:
        """Whether the first row has titles."""
        return self.file.has_header

    @property
    def columns(self) -> tuple[str, ...]:
        """The titles of the columns; “Column 1” and so on if the file has none."""
        return self.file.columns

    @property
    def phrase_columns(self) -> tuple[int, int]:
        """The columns of source and target, counted from 0."""
        return self.file.phrase_columns

    @property
    def unused_columns(self) -> tuple[str, ...]:
        """The titles of columns that are not read: comments, other languages."""
        return self.file.unused_columns

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the columns name; more than two in a multilingual file."""
        return self.file.languages

    @property
    def pair(self) -> LanguagePair | None:
        """The pair that the user chose or the file names; None: ask the user."""
        # Languages chosen for single columns take precedence over the pair chosen for the file.
        return self.file.pair if self.choices.uses else self.choices.pair or self.file.pair

    def are_columns_swapped(self, pair: LanguagePair) -> bool:
        """Return whether source and target seem to be in the wrong order for these languages."""
        return self.column_languages is not None and self.column_languages.are_swapped(pair)

    @property
    def is_too_large(self) -> bool:
        """Whether the entries exceed the size of one dictionary on a service."""
        return self.size > MAX_DICTIONARY_BYTES

    @property
    def suggested_name(self) -> str:
        """A name for the glossary: the file name without language codes and extension."""
        stem = re.sub(r"[._-]\w{2,3}([._-]\w{2,4})?[-_]\w{2,3}([._-]\w{2,4})?$", "", self.path.stem)
        return re.sub(r"[_\s]+", " ", stem or self.path.stem).strip() or "Glossary"

    @property
    def first_rows(self) -> tuple[tuple[str, ...], ...]:
        """The first rows with all columns, without the header."""
        return self.file.first_rows

    @property
    def rejected_rows(self) -> tuple[RejectedRow, ...]:
        """The rows that are not entries, each with line, reason and remedy."""
        return self.result.rejected_rows

    @property
    def ignored_rows(self) -> int:
        """The number of rows whose language codes name another pair."""
        return self.result.ignored_rows

    @property
    def blank_lines(self) -> int:
        """The number of blank lines."""
        return self.result.blank_lines
