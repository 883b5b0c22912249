"""Workbooks with one sheet for each language, whose rows are joined into concepts.

Rows are joined by concept number if all sheets have a column for it, otherwise by row number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.domain.language.language import root
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.column_roles import SOURCE_TITLES, TARGET_TITLES, plain_title
from termdesk.formats.concepts import Termbase
from termdesk.formats.language_labels import language_of
from termdesk.formats.read_result import RejectedRow
from termdesk.formats.spreadsheets.cells import Cell, cell_name, text_of
from termdesk.formats.spreadsheets.sheet_layout import EVERYTHING, SheetReading
from termdesk.formats.spreadsheets.spreadsheet_package import Extent, Workbook, WorkbookSheet
from termdesk.formats.spreadsheets.xlsx_reader import sheet_rows
from termdesk.formats.termbases.term_rows import TermCell, TermColumns, TermRows, term_columns
from termdesk.messages.row_messages import RowMessage, RowRemedy

_TITLES = ("concept id", "language", "term")


@dataclass(frozen=True, slots=True)
class LanguageSheet:
    """A sheet with the terms of one language. Columns count from 0; `header_row` is 0 if there is no header."""

    name: str
    language: str
    titles: tuple[str, ...]
    header_row: int
    term: int
    concept: int | None


@dataclass(frozen=True, slots=True)
class JoinedSheets:
    """The sheets of a workbook joined into one term base. The counts cover all rows with a term, read or not.

    `number_title` is the title of the concept number column, empty if the sheets are joined by row.
    """

    base: Termbase
    number_title: str
    hidden_rows: int = 0
    filtered_rows: int = 0
    struck_rows: int = 0
    partly_struck: int = 0
    shown_numbers: int = 0


def language_sheets(path: Path, sheets: Sequence[WorkbookSheet], workbook: Workbook) -> list[LanguageSheet]:
    """Return the sheets that are named after a language and contain only its terms; empty if there are fewer than two.

    Raises UnreadableFile if a sheet cannot be read.
    """
    named = [(each, code) for each in sheets if each.row_count and (code := language_of(each.name))]
    if len({root(code) for _, code in named}) < 2:
        return []
    found = [_language_sheet(path, each, code, workbook) for each, code in named]
    # If a sheet has two languages, the workbook is of another kind.
    return [each for each in found if each] if all(found) else []


def join_sheets(
    path: Path,
    sheets: Sequence[LanguageSheet],
    reading: SheetReading,
    workbook: Workbook,
    progress: Progress = NoProgress(),
) -> JoinedSheets:
    """Read the sheets and join them. Raises UnreadableFile, and `Stopped` if `progress` cancels."""
    has_numbers = all(each.concept is not None for each in sheets)
    others = dict.fromkeys(title for each in sheets for title in _other_titles(each))
    rows = TermRows([*_TITLES, *others])
    rejected: list[RejectedRow] = []
    counts = {"hidden_rows": 0, "filtered_rows": 0, "struck_rows": 0, "partly_struck": 0, "shown_numbers": 0}
    for sheet in sheets:
        extent, lines = sheet_rows(path, sheet.name, reading=reading, workbook=workbook, progress=progress)
        counts["shown_numbers"] += extent.shown_numbers.get(sheet.term + 1, 0)
        for line, texts in _rows_to_read(sheet, extent, lines, reading, counts):
            if shown := extent.unreadable_cells.get((line, sheet.term + 1)):
                rejected.append(_unreadable(sheet, line, texts, shown))
                continue
            number = texts[sheet.concept] if has_numbers and sheet.concept is not None else ""
            key = number if has_numbers else str(line - sheet.header_row)
            own = dict(zip(sheet.titles, texts, strict=False))
            cells = (key, sheet.language, texts[sheet.term], *(own.get(title, "") for title in others))
            rows.add(line, [TermCell(text) for text in cells])
    first = sheets[0]
    title = first.titles[first.concept] if has_numbers and first.concept is not None else ""
    return JoinedSheets(rows.termbase("", rejected), title, **counts)


def _language_sheet(path: Path, sheet: WorkbookSheet, language: str, workbook: Workbook) -> LanguageSheet | None:
    _, rows = sheet_rows(path, sheet.name, reading=EVERYTHING, workbook=workbook)
    titles = tuple(text_of(cell).strip() for cell in next(rows, []))
    columns = term_columns(titles)
    if _has_one_language(titles, columns, language):
        return LanguageSheet(sheet.name, language, titles, 1, next(iter(columns.terms)), columns.concept)
    if sheet.column_count == 1:
        return LanguageSheet(sheet.name, language, ("",), 0, 0, None)
    return None


def _has_one_language(titles: Sequence[str], columns: TermColumns, language: str) -> bool:
    if len(columns.terms) != 1 or columns.language is not None:
        return False
    ((position, code),) = columns.terms.items()
    others = {plain_title(title) for at, title in enumerate(titles) if at != position}
    return (not code or root(code) == root(language)) and not others & (SOURCE_TITLES | TARGET_TITLES)


def _other_titles(sheet: LanguageSheet) -> list[str]:
    used = (sheet.term, sheet.concept)
    return [title for position, title in enumerate(sheet.titles) if position not in used and title]


def _rows_to_read(
    sheet: LanguageSheet,
    extent: Extent,
    rows: Iterator[Sequence[Cell]],
    reading: SheetReading,
    counts: dict[str, int],
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows to read with their numbers; count hidden and struck-out rows."""
    for line, row in enumerate(rows, 1):
        texts = [text_of(cell).strip() for cell in row]
        texts += [""] * (len(sheet.titles) - len(texts))
        is_empty = not texts[sheet.term] and (line, sheet.term + 1) not in extent.unreadable_cells
        if line <= sheet.header_row or is_empty:
            continue
        marks = {
            "hidden_rows": line in extent.hidden_rows,
            "filtered_rows": line in extent.filtered_rows,
            "struck_rows": (line, sheet.term + 1) in extent.struck_cells,
            "partly_struck": (line, sheet.term + 1) in extent.partly_struck,
        }
        for name, is_marked in marks.items():
            counts[name] += is_marked
        is_hidden = marks["hidden_rows"] or marks["filtered_rows"]
        if (reading.hidden_rows or not is_hidden) and (reading.struck_out or not marks["struck_rows"]):
            yield line, texts


def _unreadable(sheet: LanguageSheet, line: int, texts: Sequence[str], shown: str) -> RejectedRow:
    cell = RowMessage.CELL_SHOWS(cell=f"{sheet.name}!{cell_name(line, sheet.term + 1)}", shown=shown)
    reason = RowMessage.UNREADABLE_CELLS(cells=[cell])
    return RejectedRow(line, line - sheet.header_row, 0, reason, RowRemedy.CORRECT_CELL(), "\t".join(texts), ("", ""))
