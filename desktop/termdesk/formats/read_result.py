"""The result of reading a file: its entries, and every row that did not become one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.domain.entries.entries import Entries


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A line that could not be read as an entry.

    `line` counts lines of the file from 1, `row` its records from 1 without header and empty lines; `column`
    counts characters from 1 and is 0 where it is unknown. `original` is the line of the file as written:
    bytes where it cannot be decoded. `salvaged` is what can be put in the grid for repair, if the user wants.
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
    """A file, read to its end. Every line of it is in exactly one of these.

    `entries` may break the rules of entries; the grid shows that. `lines[row]` is the line of the file
    in which an entry starts. `ignored_rows` belong to another language pair than the one asked for;
    `unfinished_rows` are marked as unfinished translations; `left_out_rows` are hidden or struck out, and not wanted.
    """

    entries: Entries
    lines: Sequence[int]
    rejected_rows: tuple[RejectedRow, ...] = ()
    ignored_rows: int = 0
    blank_lines: int = 0
    unfinished_rows: int = 0
    left_out_rows: int = 0
