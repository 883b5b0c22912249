"""Result of reading a file: its entries, and each row that is not an entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.domain.entries.entries import Entries


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A line that could not be read as an entry.

    `line` counts lines of the file from 1, `row` its records from 1 without header and empty lines; `column` counts
    characters from 1 and is 0 if unknown. `original` is the line as written; bytes if it cannot be decoded. `salvaged`
    is the text that the user can repair in the grid.
    """

    line: int
    row: int
    column: int
    reason: str
    remedy: str
    original: str | bytes
    salvaged: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ReadResult:
    """Result of reading a whole file. Every line of the file is counted in exactly one attribute.

    `entries` may violate the rules for entries; the grid shows that. `lines[row]` is the line of the file in which an
    entry starts. `ignored_rows` belong to another language pair than the requested one; `unfinished_rows` are marked as
    unfinished translations; `left_out_rows` are hidden or struck out and were not requested.
    """

    entries: Entries
    lines: Sequence[int]
    rejected_rows: tuple[RejectedRow, ...] = ()
    ignored_rows: int = 0
    blank_lines: int = 0
    unfinished_rows: int = 0
    left_out_rows: int = 0
