"""Reader of XLSX, XLSM, ODS and XLS files: lists and previews their sheets, and reads them row by row."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import InvalidInput, UnreadableFile
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.language_labels import language_of, pair_in_name
from termdesk.formats.limits import SHOWN_ROWS
from termdesk.formats.read_result import RejectedRow
from termdesk.formats.spreadsheets.cells import Cell, cell_name, column_letters, kind_of, text_of
from termdesk.formats.spreadsheets.office_workbook import WORKBOOK, OfficeWorkbook
from termdesk.formats.spreadsheets.old_spreadsheet import convert
from termdesk.formats.spreadsheets.open_document import OpenDocument
from termdesk.formats.spreadsheets.sheet_layout import (
    EVERYTHING,
    SheetLayout,
    SheetPreview,
    SheetReading,
    SheetResult,
    find_layout,
)
from termdesk.formats.spreadsheets.spreadsheet_package import (
    Extent,
    SpreadsheetPackage,
    Workbook,
    WorkbookSheet,
    damage_error,
    encryption_error,
)
from termdesk.formats.text.layout import SAMPLE_ROWS
from termdesk.messages.file_messages import FileMessage, FileRemedy, SheetMessage, SheetRemedy
from termdesk.messages.row_messages import RowMessage, RowRemedy

_STEP = 4_096
_OLD_FORMAT = b"\xd0\xcf\x11\xe0"
_ENCRYPTED_PART = "EncryptedPackage".encode("utf-16-le")


def sheets(path: Path, *, workbook: Workbook | None = None) -> list[WorkbookSheet]:
    """Return the sheets of a file in order, including hidden ones; sheets with only a chart are left out.

    Pass `workbook` if the file is open already, so that it is not examined again. Raises UnreadableFile as
    `open_workbook` does.
    """
    return (workbook or open_workbook(path)).sheets()


def preview_sheet(
    path: Path,
    name: str,
    *,
    header_row: int | None = None,
    reading: SheetReading = EVERYTHING,
    workbook: Workbook | None = None,
) -> SheetPreview:
    """Preview a sheet. A `header_row` chosen by the user (0: none) is kept, the rest is guessed.

    Raises UnreadableFile as `sheets` does, and if the sheet has fewer than two columns.
    """
    workbook = workbook or open_workbook(path)
    extent = workbook.extent(name)
    read = islice(_rows(path, workbook, name, extent, reading=reading), SAMPLE_ROWS)
    rows = [[text_of(cell) for cell in row] for row in read]
    if extent.column_count < 2:
        kind = SheetMessage.ONE_COLUMN if extent.column_count else SheetMessage.EMPTY_SHEET
        raise UnreadableFile(kind(sheet=name, name=path.name), path=str(path), remedy=SheetRemedy.CHOOSE_FULL_SHEET())
    named = pair_in_name(name) or pair_in_name(path.stem)
    layout, columns = find_layout(rows, header_row=header_row, named_pair=named)
    layout = replace(layout, reading=reading)
    sheet = WorkbookSheet(name, extent.row_count, extent.column_count, extent.is_hidden)
    first = layout.header_row
    unwanted = _MarkedRows(layout, extent).unwanted
    shown = [tuple(row) for line, row in enumerate(rows[first:], start=first + 1) if line not in unwanted]
    above = tuple(tuple(row) for row in rows[: max(first - 1, 0)])
    return SheetPreview(path, sheet, layout, columns, tuple(shown[:SHOWN_ROWS]), above)


def read(
    path: Path,
    name: str,
    layout: SheetLayout,
    *,
    progress: Progress = NoProgress(),
    workbook: Workbook | None = None,
) -> SheetResult:
    """Read a whole sheet with its layout. `progress` may cancel with `Stopped`.

    Entries are read unchanged even if they violate the rules for entries, including spaces around them. Numbers and
    dates become texts as in `text_of` and are counted; rows with an error in a used cell are rejected. A phrase merged
    over several rows is read in each of them. Raises UnreadableFile as `sheets` does, and InvalidInput if the sheet
    does not have these columns.
    """
    workbook = workbook or open_workbook(path)
    extent = workbook.extent(name)
    _check_columns(name, layout, extent)
    rows = _rows(path, workbook, name, extent, progress, reading=layout.reading)
    return _SheetReader(layout, extent).read(rows)


def sheet_rows(
    path: Path, name: str, *, reading: SheetReading, workbook: Workbook, progress: Progress = NoProgress()
) -> tuple[Extent, Iterator[Sequence[Cell]]]:
    """Return the extent of a sheet and its unprocessed rows. Raises UnreadableFile as `sheets` does."""
    extent = workbook.extent(name)
    return extent, _rows(path, workbook, name, extent, progress, reading=reading)


def read_pairs(
    path: Path,
    name: str,
    layouts: Sequence[SheetLayout],
    *,
    progress: Progress = NoProgress(),
    workbook: Workbook | None = None,
) -> list[SheetResult]:
    """Read several pairs from a multilingual sheet in one pass over the file; otherwise as `read`.

    All layouts must have the same `reading`.
    """
    workbook = workbook or open_workbook(path)
    extent = workbook.extent(name)
    for layout in layouts:
        _check_columns(name, layout, extent)
    reading = layouts[0].reading if layouts else EVERYTHING
    rows = list(_rows(path, workbook, name, extent, progress, reading=reading))
    results = []
    for layout in layouts:
        progress.step(extent.row_count, extent.row_count)
        results.append(_SheetReader(layout, extent).read(iter(rows)))
    return results


def _check_columns(name: str, layout: SheetLayout, extent: Extent) -> None:
    missing = [position for position in layout.used_columns if position >= max(extent.column_count, 2)]
    if missing:
        column, last = column_letters(missing[0] + 1), column_letters(extent.column_count)
        message = SheetMessage.NO_SUCH_COLUMN(sheet=name, column=column, last=last)
        raise InvalidInput(message, remedy=FileRemedy.CHOOSE_COLUMNS())


def open_workbook(path: Path) -> Workbook:
    """Open a spreadsheet of any kind, which is recognized by its content and not by its name.

    Raises UnreadableFile if it is not a spreadsheet, is damaged or encrypted, or unpacks to far more than a real one.
    """
    try:
        if not path.is_file():
            raise damage_error(path, FileMessage.NO_FILE if path.exists() else FileMessage.MISSING)
        with path.open("rb") as file:
            is_old = file.read(4) == _OLD_FORMAT
            if is_old and _ENCRYPTED_PART in file.read():
                raise encryption_error(path)
    except OSError as error:
        raise damage_error(path, FileMessage.CANNOT_BE_OPENED, reason=str(error.strerror)) from error
    package = convert(path) if is_old else SpreadsheetPackage(path)
    if WORKBOOK in package.names:
        return OfficeWorkbook(package)
    if "content.xml" in package.names:
        return OpenDocument(package)
    raise damage_error(path, SheetMessage.NO_SPREADSHEET)


def _rows(
    path: Path,
    workbook: Workbook,
    name: str,
    extent: Extent,
    progress: Progress = NoProgress(),
    *,
    reading: SheetReading,
) -> Iterator[Sequence[Cell]]:
    import python_calamine

    try:
        content = workbook.content(name, as_shown=reading.as_shown, with_struck_parts=reading.struck_out)
        book = python_calamine.CalamineWorkbook.from_filelike(content)
        sheet = book.get_sheet_by_name(name)
        # The reader starts at the first row, but not at the first column, and ends at the last cell with a value.
        room = list[Cell]([""] * (sheet.start[1] if sheet.start else 0))
        rest = list[Cell]([""] * (extent.column_count - len(room) - sheet.width))
        rows = (room + row + rest for row in sheet.iter_rows()) if room or rest else sheet.iter_rows()
        for number, row in enumerate(workbook.expand(rows)):
            if number % _STEP == 0:
                progress.step(number, extent.row_count)
            yield row
    except python_calamine.CalamineError as error:
        raise damage_error(path, SheetMessage.CANNOT_BE_READ, reason=str(error)[:200]) from None


class _MarkedRows:
    """The rows of a sheet that are hidden, filtered out, or have a struck-out phrase."""

    def __init__(self, layout: SheetLayout, extent: Extent) -> None:
        phrases = (layout.source_column + 1, layout.target_column + 1)
        self.struck = {row for row, column in extent.struck_cells if column in phrases}
        self.hidden = extent.hidden_rows
        self.filtered = extent.filtered_rows
        reading = layout.reading
        # Rows that are not read.
        self.unwanted: set[int] = set()
        if not reading.hidden_rows:
            self.unwanted.update(self.hidden, self.filtered)
        if not reading.struck_out:
            self.unwanted.update(self.struck)

    def all(self) -> set[int]:
        """Return all hidden, filtered and struck-out rows."""
        return {*self.struck, *self.hidden, *self.filtered}


class _SheetReader:
    """Reads a sheet row by row, and counts what is not imported."""

    def __init__(self, layout: SheetLayout, extent: Extent) -> None:
        self._layout = layout
        self._shown = extent.unreadable_cells
        self._unreadable_cells: dict[int, list[tuple[int, str]]] = {}
        for (row, column), shown in sorted(extent.unreadable_cells.items()):
            if column - 1 in layout.entry_columns:
                self._unreadable_cells.setdefault(row, []).append((column, shown))
        phrases = (layout.source_column, layout.target_column)
        self._merged = sorted(area for area in extent.merged if area[2] - 1 in phrases)
        self._sources: list[str] = []
        self._targets: list[str] = []
        self._lines = array("L")
        self._rejected_rows: list[RejectedRow] = []
        self._details: dict[int, EntryDetail] = {}
        self._converted: Counter[str] = Counter()
        self._details_at = layout.detail_columns
        self._ignored = self._blank = self._unfinished = self._left_out = 0
        self._marked = _MarkedRows(layout, extent)
        self._counted = Counter[str]()
        self._hidden_columns = {position for position in layout.used_columns if position + 1 in extent.hidden_columns}
        first = layout.header_row + 1
        self._partly_struck = len({row for row, at in extent.partly_struck if at - 1 in phrases and row >= first})
        self._shown_numbers = sum(extent.shown_numbers.get(position + 1, 0) for position in set(phrases))

    def read(self, rows: Iterator[Sequence[Cell]]) -> SheetResult:
        layout = self._layout
        source_position, target_position = layout.source_column, layout.target_column
        filler = _Filler(self._merged)
        is_plain = not (layout.code_columns or self._details_at.positions or self._merged)
        # Rows that need the slow path.
        special = {*self._unreadable_cells, *self._marked.all()}
        for line, row in enumerate(rows, start=1):
            if line <= layout.header_row:
                continue
            # Fast path for most rows: two texts and nothing else that matters.
            if is_plain and line not in special:
                source, target = row[source_position], row[target_position]
                if source and target and type(source) is str and type(target) is str:
                    self._sources.append(source)
                    self._targets.append(target)
                    self._lines.append(line)
                    continue
            self._take(line, filler.fill(line, row))
        entries = Entries(self._sources, self._targets)
        entries.details = self._details
        return SheetResult(
            entries,
            self._lines,
            tuple(self._rejected_rows),
            self._ignored,
            self._blank,
            self._unfinished,
            self._left_out,
            converted=self._converted,
            filled_cells=filler.count,
            shown_numbers=self._shown_numbers,
            hidden_columns=tuple(sorted(self._hidden_columns)),
            hidden_rows=self._counted["hidden"],
            filtered_rows=self._counted["filtered"],
            struck_rows=self._counted["struck"],
            partly_struck=self._partly_struck,
        )

    def _take(self, line: int, row: Sequence[Cell]) -> None:
        is_blank = not any(cell != "" for cell in row)
        if not is_blank:
            self._count_marks(line)
        if line in self._marked.unwanted and not is_blank:
            self._left_out += 1
        elif line in self._unreadable_cells:
            self._fail(line, row, self._reason(line), RowRemedy.CORRECT_CELL())
        elif is_blank:
            self._blank += 1
        elif not self._is_of_pair(row):
            self._ignored += 1
        elif row[self._layout.source_column] == "" == row[self._layout.target_column]:
            self._fail(line, row, RowMessage.NEITHER(), RowRemedy.TYPE_OR_LEAVE_OUT())
        elif self._details_at.is_unfinished(lambda position: text_of(row[position])):
            self._unfinished += 1
        else:
            self._keep(line, row)

    def _count_marks(self, line: int) -> None:
        marked = self._marked
        for kind, lines in (("hidden", marked.hidden), ("filtered", marked.filtered), ("struck", marked.struck)):
            self._counted[kind] += line in lines

    def _keep(self, line: int, row: Sequence[Cell]) -> None:
        layout = self._layout
        source, target = row[layout.source_column], row[layout.target_column]
        self._converted.update(kind_of(cell) for cell in (source, target) if not isinstance(cell, str))
        if detail := self._detail(line, row):
            self._details[len(self._lines)] = detail
        self._sources.append(text_of(source))
        self._targets.append(text_of(target))
        self._lines.append(line)

    def _is_of_pair(self, row: Sequence[Cell]) -> bool:
        layout = self._layout
        if layout.has_many_languages and "" in (row[layout.source_column], row[layout.target_column]):
            return False
        if not layout.pair:
            return True
        codes = [text_of(row[position]) for position in layout.code_columns]
        return delimited.names_pair([language_of(code) or code for code in codes], layout.pair)

    def _detail(self, line: int, row: Sequence[Cell]) -> EntryDetail | None:
        # An error in a detail does not reject the entry, but it appears in the detail.
        return self._details_at.detail(
            lambda position: text_of(row[position]) or self._shown.get((line, position + 1), "")
        )

    def _reason(self, line: int) -> str:
        found = [(cell_name(line, column), shown) for column, shown in self._unreadable_cells[line]]
        return RowMessage.UNREADABLE_CELLS(
            cells=[RowMessage.CELL_SHOWS(cell=cell, shown=shown) for cell, shown in found]
        )

    def _fail(self, line: int, row: Sequence[Cell], reason: str, remedy: str) -> None:
        number = len(self._lines) + len(self._rejected_rows) + self._ignored + self._unfinished + self._left_out + 1
        texts = [text_of(cell) for cell in row]
        salvaged = texts[self._layout.source_column], texts[self._layout.target_column]
        self._rejected_rows.append(RejectedRow(line, number, 0, reason, remedy, "\t".join(texts), salvaged))


class _Filler:
    """Copies the phrase of a merged area into each of its rows, as people read it. Rows must come in order."""

    def __init__(self, areas: Sequence[tuple[int, int, int]]) -> None:
        self._waiting = list(reversed(areas))
        # One area in each column: valid areas do not overlap, and overlapping ones of a hostile file must not
        # accumulate.
        self._open: dict[int, tuple[int, Cell]] = {}
        self.count = 0

    def fill(self, line: int, row: Sequence[Cell]) -> Sequence[Cell]:
        if not self._waiting and not self._open:
            return row
        is_empty = all(cell == "" for cell in row)
        for position, (last, phrase) in list(self._open.items()):
            if last < line:
                del self._open[position]
            elif not is_empty and row[position] == "" != phrase:
                # Make a new row, because another reader may use the same one.
                row = [*row[:position], phrase, *row[position + 1 :]]
                self.count += 1
        while self._waiting and self._waiting[-1][0] <= line:
            first, last, column = self._waiting.pop()
            if first == line:
                self._open[column - 1] = last, row[column - 1]
        return row
