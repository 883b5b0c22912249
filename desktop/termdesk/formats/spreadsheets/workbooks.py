"""File formats of workbooks: reads every kind that spreadsheet programs write, writes Excel workbooks."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.progress import Progress
from termdesk.formats.file_format import (
    FileContent,
    FileForm,
    FileFormat,
    FileStart,
    FormatReader,
    FormatWriter,
    PairsOfEntries,
)
from termdesk.formats.file_view import FileView, ImportChoices, PairInFile
from termdesk.formats.read_result import ReadResult
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.format_messages import FileNote, FormatTitle

if TYPE_CHECKING:
    from termdesk.formats.spreadsheets.language_sheets import LanguageSheet
    from termdesk.formats.spreadsheets.sheet_layout import SheetPreview, SheetReading, SheetResult
    from termdesk.formats.spreadsheets.spreadsheet_package import Workbook, WorkbookSheet
    from termdesk.formats.spreadsheets.xlsx_writer import SheetTable

_CHUNK = 1024 * 1024
# Keys are the types that `kind_of` returns.
_CONVERTED = {
    "number": FileNote.CELLS_WITH_NUMBER,
    "date": FileNote.CELLS_WITH_DATE,
    "time": FileNote.CELLS_WITH_TIME,
    "truth value": FileNote.CELLS_WITH_TRUTH_VALUE,
}


def _is_xlsx(start: FileStart) -> bool:
    # Zipped files are recognized by their extension only; their content is checked when they are read.
    return start.ending == ".xlsx"


def _is_other(start: FileStart) -> bool:
    return start.ending in OTHER_WORKBOOKS.endings


# Reading


def _view(path: Path, choices: ImportChoices, progress: Progress) -> tuple[FileView, ReadResult]:
    from termdesk.formats.spreadsheets import xlsx_reader as xlsx
    from termdesk.formats.spreadsheets.language_sheets import language_sheets
    from termdesk.formats.text.chosen_columns import column_uses, roles_for
    from termdesk.formats.text.layout import positions_of_empty

    workbook = xlsx.open_workbook(path)
    sheets = xlsx.sheets(path, workbook=workbook)
    shown = _visible_sheets(sheets)
    if not choices.sheet and (by_language := language_sheets(path, shown, workbook)):
        return _view_joined(path, by_language, choices, workbook, progress)
    name = choices.sheet or _first_filled(shown)
    file = _preview_chosen(path, name, choices, workbook)
    layout = file.layout
    result = xlsx.read(path, name, layout, progress=progress, workbook=workbook)
    notes = _notes(result, choices, [column.title for column in file.columns])
    if hidden := [each.name for each in sheets if each not in shown and each.row_count]:
        notes.append(FileNote.HIDDEN_SHEETS(names=hidden))
    pairs = _pairs(path, file, shown, workbook, progress)
    own = [each.pair for each in pairs if each.sheet == name and not layout.code_columns]
    view = FileView(
        path.suffix[1:].upper(),
        tuple(column.title for column in file.columns),
        (layout.source_column, layout.target_column),
        file.languages,
        file.pair,
        file.first_rows,
        tuple(column.title for column in file.unused_columns),
        has_header=layout.header_row > 0,
        sheets=tuple(each.name for each in shown),
        sheet=name,
        notes=tuple(notes),
        empty_columns=positions_of_empty(file.columns),
        pairs=pairs,
        columns_of_no_pair=tuple(column.title for column in file.columns_of_no_pair(own)),
        uses=column_uses(file.columns, layout),
        roles=roles_for(layout),
        has_hidden_rows=bool(result.hidden_rows or result.filtered_rows),
        has_struck_rows=bool(result.struck_rows or result.partly_struck),
        has_shown_numbers=bool(result.shown_numbers),
    )
    return view, result


def _sheet_reading(choices: ImportChoices) -> SheetReading:
    from termdesk.formats.spreadsheets.sheet_layout import SheetReading

    return SheetReading(choices.hidden_rows, choices.struck_out, choices.as_shown)


def _notes(result: SheetResult, choices: ImportChoices, titles: Sequence[str]) -> list[str]:
    """Return notes about the cells: values that were not text, and rows that are hidden or struck out."""
    notes: list[str] = [_CONVERTED[kind](count) for kind, count in result.converted.items()]
    if choices.as_shown and (shown := result.shown_numbers):
        notes.append(FileNote.SHOWN_NUMBERS(shown))
    if merged := result.filled_cells:
        notes.append(FileNote.MERGED_CELLS(merged))
    for count, is_read, kinds in (
        (result.hidden_rows, choices.hidden_rows, (FileNote.HIDDEN_ROWS, FileNote.HIDDEN_ROWS_OUT)),
        (result.filtered_rows, choices.hidden_rows, (FileNote.FILTERED_ROWS, FileNote.FILTERED_ROWS_OUT)),
        (result.struck_rows, choices.struck_out, (FileNote.STRUCK_ROWS, FileNote.STRUCK_ROWS_OUT)),
        (result.partly_struck, choices.struck_out, (FileNote.STRUCK_PARTS, FileNote.STRUCK_PARTS_OUT)),
    ):
        if count:
            notes.append(kinds[0 if is_read else 1](count=count))
    if result.hidden_columns:
        notes.append(FileNote.HIDDEN_COLUMNS(names=[titles[position] for position in result.hidden_columns]))
    return notes


def _view_joined(
    path: Path, sheets: Sequence[LanguageSheet], choices: ImportChoices, workbook: Workbook, progress: Progress
) -> tuple[FileView, ReadResult]:
    """View a workbook with one language in each sheet as a term base."""
    from termdesk.formats.spreadsheets.language_sheets import join_sheets
    from termdesk.formats.spreadsheets.sheet_layout import SheetResult
    from termdesk.formats.termbases.term_bases import view_of

    joined = join_sheets(path, sheets, _sheet_reading(choices), workbook, progress)
    view, result = view_of(path, joined.base, choices)
    names = [each.name for each in sheets]
    by_number = FileNote.JOINED_BY_NUMBER(title=joined.number_title, names=names)
    cells = SheetResult(
        result.entries,
        result.lines,
        shown_numbers=joined.shown_numbers,
        hidden_rows=joined.hidden_rows,
        filtered_rows=joined.filtered_rows,
        struck_rows=joined.struck_rows,
        partly_struck=joined.partly_struck,
    )
    view = replace(
        view,
        format=path.suffix[1:].upper(),
        notes=(*view.notes, *_notes(cells, choices, ())),
        kept=(by_number if joined.number_title else FileNote.JOINED_BY_ROW(names=names), *view.kept),
        has_hidden_rows=bool(joined.hidden_rows or joined.filtered_rows),
        has_struck_rows=bool(joined.struck_rows or joined.partly_struck),
        has_shown_numbers=bool(joined.shown_numbers),
    )
    return view, result


def _preview_chosen(path: Path, name: str, choices: ImportChoices, workbook: Workbook) -> SheetPreview:
    """Preview a sheet with the user's choices: without a header, or with the first row as header if none is found."""
    from termdesk.formats.spreadsheets.xlsx_reader import preview_sheet

    reading = _sheet_reading(choices)
    header_row = 0 if choices.has_header is False else None
    file = preview_sheet(path, name, header_row=header_row, reading=reading, workbook=workbook)
    if choices.has_header and not file.layout.header_row:
        file = preview_sheet(path, name, header_row=1, reading=reading, workbook=workbook)
    return file.as_chosen(choices.all_uses, choices.pair)


def _visible_sheets(sheets: Sequence[WorkbookSheet]) -> Sequence[WorkbookSheet]:
    return [each for each in sheets if not each.is_hidden] or sheets


def _first_filled(sheets: Sequence[WorkbookSheet]) -> str:
    """Return the name of the sheet to read if the user chose none."""
    filled = [each.name for each in sheets if each.column_count > 1]
    return (filled or [each.name for each in sheets] or [""])[0]


def _pairs(
    path: Path, file: SheetPreview, shown: Sequence[WorkbookSheet], workbook: Workbook, progress: Progress
) -> tuple[PairInFile, ...]:
    """Return the language pairs of a workbook: from the chosen sheet, and from the other sheets as
    they are recognized.
    """
    from termdesk.formats.spreadsheets import xlsx_reader

    found: list[tuple[SheetPreview, list[LanguagePair]]] = []
    for sheet in shown:
        if sheet.column_count < 2:
            continue
        is_read = sheet.name == file.sheet.name
        each = file if is_read else xlsx_reader.preview_sheet(path, sheet.name, workbook=workbook)
        if not each.pair:
            continue
        source = each.pair.source
        targets = [code for code in each.languages if root(code) != root(source)]
        pairs = [LanguagePair(source, code) for code in targets] if len(each.languages) > 2 else [each.pair]
        found.append((each, pairs))
    if sum(len(pairs) for _, pairs in found) < 2:
        return ()
    counted: list[PairInFile] = []
    for each, pairs in found:
        # Count the entries by reading, because rows without one of the phrases are not imported.
        layouts = [each.layout_for(pair) for pair in pairs]
        read = xlsx_reader.read_pairs(path, each.sheet.name, layouts, progress=progress, workbook=workbook)
        counts = [len(result.entries) for result in read]
        counted += [PairInFile(pair, count, each.sheet.name) for pair, count in zip(pairs, counts, strict=True)]
    return tuple(counted)


def _read_pairs(
    path: Path, choices: ImportChoices, pairs: Sequence[PairInFile], progress: Progress
) -> list[ReadResult]:
    from termdesk.formats.spreadsheets import xlsx_reader
    from termdesk.formats.spreadsheets.language_sheets import join_sheets, language_sheets
    from termdesk.formats.termbases.term_bases import results_of

    workbook = xlsx_reader.open_workbook(path)
    shown = _visible_sheets(xlsx_reader.sheets(path, workbook=workbook))
    if not choices.sheet and (by_language := language_sheets(path, shown, workbook)):
        return results_of(join_sheets(path, by_language, _sheet_reading(choices), workbook, progress).base, pairs)
    results: dict[PairInFile, ReadResult] = {}
    chosen = choices.sheet or _first_filled(shown)
    for name in dict.fromkeys(each.sheet for each in pairs):
        # The user's titles and columns apply to the displayed sheet only; other sheets have their own.
        if name == chosen:
            file = _preview_chosen(path, name, choices, workbook)
        else:
            file = xlsx_reader.preview_sheet(path, name, reading=_sheet_reading(choices), workbook=workbook)
        of_sheet = [each for each in pairs if each.sheet == name]
        layouts = [file.layout_for(each.pair) for each in of_sheet]
        read = xlsx_reader.read_pairs(path, name, layouts, progress=progress, workbook=workbook)
        results.update(zip(of_sheet, read, strict=True))
    return [results[each] for each in pairs]


# Writing


def _losses(pair: LanguagePair, entries: Entries, _form: FileForm) -> list[str]:
    from termdesk.formats.spreadsheets import xlsx_writer

    return xlsx_writer.format_losses(xlsx_writer.dictionary_sheets([xlsx_writer.PairEntries(pair, entries)]))


def _losses_of_all(parts: PairsOfEntries) -> list[str]:
    from termdesk.formats.spreadsheets import xlsx_writer

    return xlsx_writer.format_losses(_multilingual_sheets(parts))


def _write(pair: LanguagePair, entries: Entries, _form: FileForm, progress: Progress) -> FileContent:
    from termdesk.formats.spreadsheets import xlsx_writer

    tables = xlsx_writer.dictionary_sheets([xlsx_writer.PairEntries(pair, entries)])
    return FileContent(workbook_content(tables, progress), len(entries))


def _write_all(parts: PairsOfEntries, progress: Progress) -> FileContent:
    count = sum(len(entries.find_published_rows()) for _, entries in parts)
    return FileContent(workbook_content(_multilingual_sheets(parts), progress), count)


def _multilingual_sheets(parts: PairsOfEntries) -> list[SheetTable]:
    from termdesk.formats.spreadsheets import xlsx_writer

    return xlsx_writer.multilingual_sheets([xlsx_writer.PairEntries(*part) for part in parts])


def workbook_content(tables: Sequence[SheetTable], progress: Progress) -> Iterator[bytes]:
    """Yield the bytes of a workbook with these sheets, written to a temporary file first.

    Raises StorageFailed and InvalidInput.
    """
    from termdesk.formats.spreadsheets import xlsx_writer

    with ExitStack() as stack:
        try:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="termdesk-"))
            made = Path(folder) / "workbook.xlsx"
            xlsx_writer.write(made, tables, progress=progress)
        except (OSError, StorageFailed) as error:
            # Name the temporary folder: it is the one without space, not the folder that the user chose.
            cause = error.__cause__ if isinstance(error, StorageFailed) else error
            raise _no_room(str(getattr(cause, "strerror", None) or cause)) from error
        with made.open("rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk


def _no_room(reason: str) -> StorageFailed:
    folder = tempfile.tempdir or "TMPDIR"
    message = FileMessage.TEMPORARY_FOLDER(folder=folder, reason=reason)
    return StorageFailed(message, path=folder, remedy=FileRemedy.FREE_TEMPORARY_FOLDER())


_READER = FormatReader(_view, _read_pairs)
XLSX = FileFormat(
    "xlsx",
    FormatTitle.XLSX(),
    (".xlsx",),
    _READER,
    FormatWriter(_write, _losses, _write_all, _losses_of_all),
    recognizes=_is_xlsx,
    multilingual_title=FormatTitle.MULTILINGUAL_XLSX(),
)
OTHER_WORKBOOKS = FileFormat(
    "workbook", FormatTitle.WORKBOOK(), (".xlsm", ".ods", ".xls"), _READER, recognizes=_is_other
)
