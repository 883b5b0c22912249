"""TSV and CSV: text tables with a column for each language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.progress import Progress
from termdesk.formats.file_format import FileContent, FileForm, FileFormat, FormatReader, FormatWriter
from termdesk.formats.file_view import FileView, ImportChoices, PairInFile, root_pairs, several_pairs
from termdesk.formats.read_result import ReadResult
from termdesk.messages.format_messages import FileNote, FormatLoss, FormatTitle

if TYPE_CHECKING:
    from termdesk.formats.text.table_preview import TablePreview


# Reading


def _view(path: Path, choices: ImportChoices, progress: Progress) -> tuple[FileView, ReadResult]:
    from termdesk.formats.text import delimited, formulas
    from termdesk.formats.text.chosen_columns import column_uses, roles_for
    from termdesk.formats.text.layout import positions_of_empty

    file = _preview_chosen(path, choices)
    layout = file.layout
    result, freed = delimited.read(path, layout, progress=progress), 0
    if layout.encoding == "utf-8-sig" and layout.separator != "\t":
        # Only files for spreadsheets have a byte order mark, and only these have guarded formulas.
        result, freed = formulas.remove_guards(result)
    pairs = _pairs(path, file)
    # Language codes in rows give pairs that all use the same columns.
    by_columns = () if layout.code_columns else pairs
    view = FileView(
        "TSV" if layout.separator == "\t" else "CSV",
        tuple(column.title for column in file.columns),
        (layout.source_column, layout.target_column),
        file.languages,
        file.pair,
        file.first_rows,
        tuple(column.title for column in file.unused_columns),
        has_header=layout.has_header,
        text_kind="table",
        encoding=layout.encoding,
        encoding_is_certain=file.encoding.is_certain,
        separator=layout.separator,
        quoting=layout.quoting,
        notes=(FileNote.GUARDS_REMOVED(count=freed),) if freed else (),
        empty_columns=positions_of_empty(file.columns),
        pairs=pairs,
        columns_of_no_pair=tuple(column.title for column in file.columns_of_no_pair(each.pair for each in by_columns)),
        uses=column_uses(file.columns, layout),
        roles=roles_for(layout),
    )
    return view, result


def _preview_chosen(path: Path, choices: ImportChoices) -> TablePreview:
    from termdesk.formats.text.table_preview import preview_table

    file = preview_table(
        path,
        encoding=choices.encoding,
        separator=choices.separator,
        quoting=choices.quoting,
        has_header=choices.has_header,
        languages=choices.languages,
    )
    return file.as_chosen(choices.all_uses, choices.pair)


def _pairs(path: Path, file: TablePreview) -> tuple[PairInFile, ...]:
    """Return the pairs of a text table: by its language columns, or by the codes in its rows."""
    if len(file.languages) < 3 and not (len(file.layout.code_columns) == 2 and file.pair):
        return ()
    from termdesk.domain.entries import delimited
    from termdesk.formats.text.text_file import decode_file, read_bytes

    layout = file.layout
    text = decode_file(read_bytes(path), layout.encoding, path=path)
    rows = (each.fields for each in delimited.records(text, separator=layout.separator, quoting=layout.quoting))
    for _ in range(layout.has_header + layout.has_separator_line):
        next(rows, None)
    if layout.code_columns:
        return root_pairs(_count_pairs(rows, layout.code_columns))
    positions = [(position, column.language) for position, column in enumerate(file.columns) if column.language]
    return _by_columns(rows, layout.source_column, positions)


def _count_pairs(rows: Iterable[Sequence[str]], positions: tuple[int, ...]) -> Counter[LanguagePair]:
    from termdesk.formats.concepts import code_of

    codes = Counter((row[positions[0]], row[positions[1]]) for row in rows if len(row) > positions[1])
    counts: Counter[LanguagePair] = Counter()
    for (source, target), count in codes.items():
        if source.strip() and target.strip():
            counts[LanguagePair(code_of(source), code_of(target))] += count
    return counts


def _by_columns(
    rows: Iterable[Sequence[str]], source_position: int, positions: Sequence[tuple[int, str]]
) -> tuple[PairInFile, ...]:
    source = next((code for position, code in positions if position == source_position), positions[0][1])
    others = [(position, code) for position, code in positions if root(code) != root(source)]
    filled = [0] * (max((position for position, _ in others), default=0) + 1)
    for row in rows:
        if len(row) > source_position and row[source_position]:
            for position, _ in others:
                if position < len(row) and row[position]:
                    filled[position] += 1
    return several_pairs(Counter({LanguagePair(source, code): filled[position] for position, code in others}))


def _read_pairs(
    path: Path, choices: ImportChoices, pairs: Sequence[PairInFile], progress: Progress
) -> list[ReadResult]:
    from termdesk.formats.text import delimited

    file = _preview_chosen(path, choices)
    return delimited.read_pairs(path, [file.layout_for(each.pair) for each in pairs], progress=progress)


# Writing


def _tsv_losses(_pair: LanguagePair, entries: Entries, _form: FileForm) -> list[str]:
    from termdesk.formats.text import delimited

    return list(delimited.format_losses(entries))


def _csv_losses(_pair: LanguagePair, entries: Entries, form: FileForm) -> list[str]:
    from termdesk.formats.text import delimited, formulas

    losses = [] if form.has_details else list(delimited.format_losses(entries))
    if form.is_for_spreadsheets:
        written = entries if form.has_details else entries.copy_published_part()
        if count := formulas.count_formulas(written):
            losses.append(FormatLoss.GUARDED_FORMULAS(count))
        if not form.is_all_text and (changed := formulas.find_converted_phrases(written)):
            losses.append(FormatLoss.CHANGED_BY_SPREADSHEETS(len(changed), example=changed[0]))
    return losses


def _write_tsv(_pair: LanguagePair, entries: Entries, _form: FileForm, progress: Progress) -> FileContent:
    from termdesk.formats.text import delimited

    # TSV has no status, so forbidden terms would look allowed.
    entries = entries.copy_published_part()
    return FileContent(_report_progress(delimited.tsv(entries), progress, len(entries)), len(entries))


def _write_csv(pair: LanguagePair, entries: Entries, form: FileForm, progress: Progress) -> FileContent:
    from termdesk.formats.text import delimited, formulas

    if form.has_details:
        from termdesk.formats.text.detailed_csv import write_detailed_csv

        return FileContent(
            _report_progress(write_detailed_csv(pair, entries, form), progress, len(entries)), len(entries)
        )
    entries = entries.copy_published_part()
    formula_count = 0 if form.is_for_spreadsheets else formulas.count_formulas(entries)
    written = formulas.guard_formulas(entries, is_all_text=form.is_all_text) if form.is_for_spreadsheets else entries
    chunks = delimited.csv(written, separator=form.separator, with_mark=form.is_for_spreadsheets)
    return FileContent(_report_progress(chunks, progress, len(entries)), len(entries), formula_count)


def _report_progress(chunks: Iterator[bytes], progress: Progress, total: int) -> Iterator[bytes]:
    done = 0
    for chunk in chunks:
        yield chunk
        done += chunk.count(b"\n")
        progress.step(min(done, total), total)


_READER = FormatReader(_view, _read_pairs)
# Text files that no other format recognizes are read as tables.
TSV = FileFormat(
    "tsv",
    FormatTitle.TSV(),
    (".tsv", ".txt", ".tab"),
    _READER,
    FormatWriter(_write_tsv, _tsv_losses),
    text_kind="table",
    text_title=FormatTitle.TABLE(),
    needs_pair=False,
)
CSV = FileFormat(
    "csv",
    FormatTitle.CSV(),
    (".csv",),
    _READER,
    FormatWriter(_write_csv, _csv_losses),
    text_kind=TSV.text_kind,
    text_title=TSV.text_title,
    needs_pair=False,
    other_forms=(
        (FormatTitle.CSV_GUARDED(), FileForm(is_for_spreadsheets=True)),
        (FormatTitle.CSV_ALL_TEXT(), FileForm(is_for_spreadsheets=True, is_all_text=True)),
        (FormatTitle.CSV_SEMICOLONS(), FileForm(";", is_for_spreadsheets=True)),
        (FormatTitle.CSV_SEMICOLONS_ALL_TEXT(), FileForm(";", is_for_spreadsheets=True, is_all_text=True)),
        (FormatTitle.CSV_DETAILS(), FileForm(is_for_spreadsheets=True, has_details=True)),
    ),
)
