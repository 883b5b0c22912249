"""Writer of XLSX: a sheet for each dictionary, or one row for each source phrase. Every phrase is a text."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import NO_DETAIL, EntryDetail
from termdesk.domain.entries.term_fields import find_used_names, title_of
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.language.language import LanguagePair, is_right_to_left
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.spreadsheets.cells import cell_name
from termdesk.formats.spreadsheets.sheet_layout import DETAIL_TITLES
from termdesk.messages.file_messages import FileMessage, FileRemedy, SheetMessage, SheetRemedy
from termdesk.messages.format_messages import FormatLoss

# These classes belong to xlsxwriter, which has no types.
Format: TypeAlias = Any
Worksheet: TypeAlias = Any
Workbook: TypeAlias = Any

# Limits of the format; the length of a cell is in UTF-16 units.
MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384
MOST_CELL_LENGTH = 32_767
_MOST_NAME_LENGTH = 31

_STEP = 4_096
_WIDTH_SAMPLE = 500
_WIDTHS = (12, 60)
_LEFT_TO_RIGHT, _RIGHT_TO_LEFT = 1, 2
# Keep only one row in memory, and switch off everything that guesses the meaning of a text.
_OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Two escape sequences that share an underscore: programs decode them differently.
_TANGLED_ESCAPES = re.compile("_x[0-9A-Fa-f]{4}_x[0-9A-Fa-f]{4}_")


class SheetRows(Protocol):
    """Rows that can be iterated more than once, such as `Entries`."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Sequence[str]]: ...


@dataclass(frozen=True, slots=True)
class PairEntries:
    """The entries of one dictionary to write."""

    pair: LanguagePair
    entries: Entries


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Content of one sheet: `titles` over columns of texts. `languages` has the code of each column, or "" for details.

    `format_losses` are messages about what is lost when the sheet is read again. The texts of the columns `numbers`,
    counted from 0, are whole numbers and are written as such, so that they can be added up.
    """

    name: str
    titles: tuple[str, ...]
    languages: tuple[str, ...]
    rows: SheetRows
    format_losses: tuple[str, ...] = ()
    numbers: frozenset[int] = frozenset()


def dictionary_sheets(dictionaries: Sequence[PairEntries]) -> list[SheetTable]:
    """Return a sheet for each dictionary, named by its languages, with columns for details if it has any."""
    names = sheet_names([f"{each.pair.source}-{each.pair.target}" for each in dictionaries])
    return [_dictionary_sheet(name, each) for name, each in zip(names, dictionaries, strict=True)]


def multilingual_sheets(dictionaries: Sequence[PairEntries]) -> list[SheetTable]:
    """Return a sheet for each source language: one row for each source phrase, one column for each target language.

    Rows are in the order in which the phrases first occur. A phrase that occurs twice in a dictionary gets two rows.
    """
    by_source: dict[str, list[PairEntries]] = {}
    for each in dictionaries:
        by_source.setdefault(each.pair.source, []).append(each)
    names = sheet_names(by_source)
    return [_multilingual_sheet(name, group) for name, group in zip(names, by_source.values(), strict=True)]


def format_losses(tables: Sequence[SheetTable]) -> list[str]:
    """Return messages about what is lost when the file is read again, for a warning before writing."""
    if len(tables) == 1:
        return list(tables[0].format_losses)
    return [FormatLoss.IN_SHEET(sheet=table.name, loss=loss) for table in tables for loss in table.format_losses]


def check(tables: Sequence[SheetTable]) -> None:
    """Raise InvalidInput, naming the sheet and the cell, if a spreadsheet cannot contain a text."""
    for table in tables:
        if len(table.rows) + 1 > MOST_ROWS or len(table.titles) > MOST_COLUMNS:
            message = SheetMessage.SHEET_TOO_LARGE(
                len(table.rows) + 1,
                sheet=table.name,
                columns=len(table.titles),
                most_rows=MOST_ROWS,
                most_columns=MOST_COLUMNS,
            )
            raise InvalidInput(message, remedy=SheetRemedy.EXPORT_TSV_OR_SPLIT())
        for first, block in _blocks(table.rows):
            if _is_suspicious(block):
                for line, row in enumerate(block, start=first + 2):
                    _check_row(table.name, line, row)


def write(path: Path, tables: Sequence[SheetTable], *, progress: Progress = NoProgress()) -> None:
    """Write a new file, which the caller then moves to its destination. It contains no formulas and links, and numbers
    only in the `numbers` of a sheet.

    Raises InvalidInput as `check` does, before anything is written, and StorageFailed if the disk refuses it.
    `progress` may cancel with `Stopped`; a partial file is removed.
    """
    import xlsxwriter  # type: ignore[import-untyped]  # it has no types
    from xlsxwriter.exceptions import XlsxWriterException  # type: ignore[import-untyped]  # as above

    check(tables)
    try:
        # Find out before the work whether the folder is writable.
        path.touch()
        with tempfile.TemporaryDirectory(prefix="termdesk-") as scratch:
            workbook = xlsxwriter.Workbook(str(path), {**_OPTIONS, "tmpdir": scratch})
            is_whole = False
            try:
                _fill(workbook, tables, progress)
                is_whole = True
            finally:
                try:
                    workbook.close()
                finally:
                    _close_scratch(workbook)
                if not is_whole:
                    path.unlink(missing_ok=True)
    except (OSError, XlsxWriterException) as error:
        path.unlink(missing_ok=True)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message = FileMessage.CANNOT_BE_WRITTEN(name=path.name, reason=str(reason))
        raise StorageFailed(message, path=str(path), remedy=FileRemedy.CHOOSE_FOLDER()) from error


def _close_scratch(workbook: Any) -> None:
    """Close what the library leaves open after an error, because Windows cannot delete open files."""
    for sheet in workbook.worksheets():
        with suppress(OSError):
            sheet.row_data_fh.close()


def sheet_names(titles: Iterable[str]) -> list[str]:
    r"""Return valid sheet names: at most 31 characters, none of `[]:*?/\`, all different."""
    taken: set[str] = {"history"}
    names = []
    for name in titles:
        clean = _NOT_IN_NAMES.sub(" ", name).strip(" '")[:_MOST_NAME_LENGTH].strip(" '") or "Sheet"
        free, number = clean, 1
        while free.casefold() in taken:
            number += 1
            ending = f" ({number})"
            free = clean[: _MOST_NAME_LENGTH - len(ending)] + ending
        taken.add(free.casefold())
        names.append(free)
    return names


def _dictionary_sheet(name: str, dictionary: PairEntries) -> SheetTable:
    pair = dictionary.pair
    languages = (pair.source, pair.target)
    entries = dictionary.entries
    if not entries.details:
        return SheetTable(name, languages, languages, entries, _empty_rows(dictionary))
    known = entries.details.get
    names = find_used_names(detail.fields for detail in entries.details.values())
    rows = [
        (source, target, *_detail_cells(detail, names))
        for source, target, detail in zip(
            entries.sources, entries.targets, (known(row_id, NO_DETAIL) for row_id in entries.ids), strict=True
        )
    ]
    titles = (*languages, *DETAIL_TITLES, *map(title_of, names))
    return SheetTable(name, titles, languages + ("",) * (len(titles) - 2), rows, _empty_rows(dictionary))


def _detail_cells(detail: EntryDetail, names: Sequence[str]) -> tuple[str, ...]:
    """Return the cells for `DETAIL_TITLES` and the titles of fields."""
    fields = dict(detail.fields)
    return detail.status, detail.note, detail.domain, *(fields.get(name, "") for name in names)


def _is_reordered(dictionary: PairEntries, column: int, rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the entries of a dictionary are in another order in the sheet."""
    own = [source for source, target in dictionary.entries.copy_published_part() if target]
    return own != [row[0] for row in rows if row[column]]


def _empty_rows(dictionary: PairEntries) -> tuple[str, ...]:
    count = sum(1 for source, target in dictionary.entries if not source and not target)
    return (FormatLoss.EMPTY_ROWS(count),) if count else ()


def _multilingual_sheet(name: str, dictionaries: Sequence[PairEntries]) -> SheetTable:
    """Build a sheet. Detail columns follow the languages and name the target of their dictionary: “Status [de]”."""
    languages = (dictionaries[0].pair.source, *(each.pair.target for each in dictionaries))
    titles = list(languages)
    rows: dict[tuple[str, int], list[str]] = {}
    for column, dictionary in enumerate(dictionaries, start=1):
        entries = dictionary.entries
        published = [(row, entries.detail(row)) for row in entries.find_published_rows()]
        has_details = any(not detail.is_empty for _, detail in published)
        names = find_used_names(detail.fields for _, detail in published)
        first = len(titles)
        if has_details:
            titles += [f"{title} [{dictionary.pair.target}]" for title in (*DETAIL_TITLES, *map(title_of, names))]
        occurrences: Counter[str] = Counter()
        for row, detail in published:
            source = entries.sources[row]
            cells = rows.setdefault((source, occurrences[source]), [source])
            occurrences[source] += 1
            cells += [""] * (len(titles) - len(cells))
            cells[column] = entries.targets[row]
            if has_details:
                cells[first:] = _detail_cells(detail, names)
    table = [cells + [""] * (len(titles) - len(cells)) for cells in rows.values()]
    shown = languages + ("",) * (len(titles) - len(languages))
    return SheetTable(name, tuple(titles), shown, table, tuple(_multilingual_format_losses(dictionaries, table)))


def _multilingual_format_losses(dictionaries: Sequence[PairEntries], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    unfinished = sum(1 for each in dictionaries for source, target in each.entries if not source or not target)
    if unfinished:
        yield FormatLoss.UNTOLD_FROM_NONE(unfinished)
    if forbidden := sum(len(each.entries.forbidden_ids()) for each in dictionaries):
        yield FormatLoss.FORBIDDEN_OF_SEVERAL(forbidden)
    if synonyms := sum(len(each.entries.synonym_ids()) for each in dictionaries):
        yield FormatLoss.SYNONYMS(synonyms)
    if any(_is_reordered(each, column, rows) for column, each in enumerate(dictionaries, start=1)):
        yield FormatLoss.OTHER_ORDER()


def _blocks(rows: SheetRows) -> Iterator[tuple[int, list[Sequence[str]]]]:
    """Yield blocks of rows, each with the number of its first row, counted from 0."""
    iterator, first = iter(rows), 0
    while block := list(islice(iterator, _STEP)):
        yield first, block
        first += len(block)


def _is_suspicious(block: Sequence[Sequence[str]]) -> bool:
    """Return whether a cell may contain more than a spreadsheet allows; a quick check of many cells at once."""
    text = "\n".join(chain.from_iterable(block))
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    longest = max(map(len, chain.from_iterable(block)))
    return longest > MOST_CELL_LENGTH // 2 or any(chunk in text for chunk in ("_x", "\ufffe", "\uffff"))


def _check_row(sheet: str, line: int, row: Sequence[str]) -> None:
    for column, text in enumerate(row, start=1):
        cell = cell_name(line, column)
        if _SURROGATE.search(text):
            reason, remedy = SheetMessage.SURROGATE(cell=cell, sheet=sheet), SheetRemedy.TYPE_AGAIN
        elif "\ufffe" in text or "\uffff" in text:
            reason, remedy = SheetMessage.NO_CHARACTER(cell=cell, sheet=sheet), SheetRemedy.DELETE
        elif _TANGLED_ESCAPES.search(text):
            reason = SheetMessage.TANGLED_ESCAPES(cell=cell, sheet=sheet, text=text[:40])
            remedy = SheetRemedy.EXPORT_TSV
        elif (length := len(text.encode("utf-16-le")) // 2) > MOST_CELL_LENGTH:
            reason = SheetMessage.CELL_TOO_LONG(length, cell=cell, sheet=sheet, limit=MOST_CELL_LENGTH)
            remedy = SheetRemedy.SHORTEN_OR_EXPORT_TSV
        else:
            continue
        raise InvalidInput(reason, remedy=remedy())


def _fill(workbook: Workbook, tables: Sequence[SheetTable], progress: Progress) -> None:
    total, done = sum(len(table.rows) for table in tables), 0
    # The format @ keeps a cell a text when it is edited.
    title_format = workbook.add_format({"num_format": "@", "bold": True, "bottom": 1})
    formats = {
        order: workbook.add_format({"num_format": "@", "reading_order": order})
        for order in (_LEFT_TO_RIGHT, _RIGHT_TO_LEFT)
    }
    number_format = workbook.add_format({"num_format": "0"})
    for table in tables:
        sheet = workbook.add_worksheet(table.name)
        columns = [formats[_RIGHT_TO_LEFT if is_right_to_left(each) else _LEFT_TO_RIGHT] for each in table.languages]
        for column in table.numbers:
            columns[column] = number_format
        _set_up(sheet, table, columns)
        for column, title in enumerate(table.titles):
            sheet.write_string(0, column, title, title_format)
        _write_rows(sheet, table, columns, done, total, progress)
        done += len(table.rows)
    progress.step(total, total)


def _set_up(sheet: Worksheet, table: SheetTable, columns: Sequence[Format]) -> None:
    sheet.freeze_panes(1, 1)
    if is_right_to_left(table.languages[0]):
        sheet.right_to_left()
    least, most = _WIDTHS
    sample = list(islice(table.rows, _WIDTH_SAMPLE))
    for column, column_format in enumerate(columns):
        longest = max((len(row[column]) for row in sample), default=0)
        sheet.set_column(column, column, min(max(longest + 2, least), most), column_format)
    # Numbers such as 007 are texts on purpose; suppress the green warning triangle.
    last = cell_name(len(table.rows) + 1, len(columns))
    sheet.ignore_errors({"number_stored_as_text": f"A1:{last}"})


def _write_rows(
    sheet: Worksheet, table: SheetTable, columns: Sequence[Format], done: int, total: int, progress: Progress
) -> None:
    write_string = sheet.write_string
    positions = [(column, each) for column, each in enumerate(columns) if column not in table.numbers]
    numbers = sorted(table.numbers)
    for line, row in enumerate(table.rows, start=1):
        if line % _STEP == 0:
            progress.step(done + line, total)
        for column, column_format in positions:
            if row[column]:
                write_string(line, column, row[column], column_format)
        for column in numbers:
            if row[column]:
                sheet.write_number(line, column, int(row[column]), columns[column])
