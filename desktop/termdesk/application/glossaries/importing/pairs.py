"""Files of several language pairs: which they hold, how many entries each, and all of them read in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.glossaries.importing.file_view import FileView, ImportChoices, PairInFile
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.progress import Progress
from termdesk.formats.read_result import ReadResult

if TYPE_CHECKING:
    from termdesk.application.glossaries.importing.file_view import FileView, ImportChoices
    from termdesk.formats.concepts import Termbase
    from termdesk.formats.spreadsheets.sheet_layout import SheetPreview
    from termdesk.formats.spreadsheets.spreadsheet_package import WorkbookSheet
    from termdesk.formats.text.table_preview import TablePreview


def table_pairs(path: Path, file: TablePreview) -> tuple[PairInFile, ...]:
    """The pairs of a text table: by its columns of languages, or by the codes in its rows."""
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
        return _told_apart(_coded(rows, layout.code_columns))
    places = [(place, column.language) for place, column in enumerate(file.columns) if column.language]
    return _by_columns(rows, layout.source_column, places)


def sheet_pairs(path: Path, file: SheetPreview, shown: Sequence[WorkbookSheet]) -> tuple[PairInFile, ...]:
    """The pairs of a workbook: the columns of the chosen sheet, and what its other sheets tell of themselves."""
    from termdesk.formats.spreadsheets import xlsx_reader

    found: list[PairInFile] = []
    for sheet in shown:
        if sheet.column_count < 2:
            continue
        each = file if sheet.name == file.sheet.name else xlsx_reader.preview_sheet(path, sheet.name)
        if not each.pair:
            continue
        source = each.pair.source
        targets = [code for code in each.languages if root(code) != root(source)]
        pairs = [LanguagePair(source, code) for code in targets] if len(each.languages) > 2 else [each.pair]
        found += [PairInFile(pair, each.row_count, sheet.name) for pair in pairs]
    first = {each.pair.roots: each for each in reversed(found)}
    kept = tuple(each for each in found if first[each.pair.roots] is each)
    return kept if len(kept) > 1 else ()


def term_base_pairs(base: Termbase, source: str) -> tuple[PairInFile, ...]:
    """The pairs of a term base with this source, by the concepts that have a term on both sides."""
    counts: Counter[LanguagePair] = Counter()
    for concept in base.concepts:
        languages = dict.fromkeys(term.language for term in concept.terms)
        if source in languages or any(root(code) == root(source) for code in languages):
            counts.update(LanguagePair(source, code) for code in languages if root(code) != root(source))
    return _told_apart(counts)


def read_term_base(path: Path, pair: LanguagePair | None, progress: Progress) -> Termbase:
    """A file of XML; `pair` is what the user says of one that does not tell its languages. Raises UnreadableFile."""
    from termdesk.formats.termbases import xml_kinds

    return xml_kinds.read(path, pair=pair, progress=progress)


def read_pairs(
    progress: Progress, path: Path, choices: ImportChoices, view: FileView, wanted: Sequence[PairInFile]
) -> list[ReadResult]:
    """What a file holds for each pair, going through it once. Raises UnreadableFile, InvalidInput."""
    if view.sheets:
        results = _read_sheets(progress, path, choices, wanted)
    elif view.separator:
        results = _read_table(progress, path, choices, wanted)
    else:
        from termdesk.formats.concepts import as_read_result

        base = read_term_base(path, choices.pair, progress)
        results = [as_read_result(base, each.pair).result for each in wanted]
    return [short_enough(each, choices.longest)[0] for each in results]


def short_enough(result: ReadResult, longest: int) -> tuple[ReadResult, int]:
    """What was read without entries whose source has more than `longest` characters, and how many those are."""
    if not longest:
        return result, 0
    entries = result.entries
    kept = [row for row, source in enumerate(entries.sources) if len(source) <= longest]
    short = Entries([entries.sources[row] for row in kept], [entries.targets[row] for row in kept])
    details = {place: entries.detail(row) for place, row in enumerate(kept)}
    short.details = {place: detail for place, detail in details.items() if not detail.is_empty}
    lines = [result.lines[row] for row in kept]
    return replace(result, entries=short, lines=lines), len(entries) - len(kept)


def _read_table(
    progress: Progress, path: Path, choices: ImportChoices, wanted: Sequence[PairInFile]
) -> list[ReadResult]:
    from termdesk.formats.text import delimited
    from termdesk.formats.text.table_preview import preview_table

    file = preview_table(
        path,
        encoding=choices.encoding,
        separator=choices.separator,
        quoting=choices.quoting,
        has_header=choices.has_header,
    )
    return delimited.read_pairs(path, [file.layout_for(each.pair) for each in wanted], progress=progress)


def _read_sheets(
    progress: Progress, path: Path, choices: ImportChoices, wanted: Sequence[PairInFile]
) -> list[ReadResult]:
    from termdesk.formats.spreadsheets import xlsx_reader

    results: dict[PairInFile, ReadResult] = {}
    for name in dict.fromkeys(each.sheet for each in wanted):
        # The row of titles was settled for the sheet that is shown, and the others have their own.
        header_row = 0 if choices.has_header is False and name == choices.sheet else None
        file = xlsx_reader.preview_sheet(path, name, header_row=header_row)
        ours = [each for each in wanted if each.sheet == name]
        layouts = [file.layout_for(each.pair) for each in ours]
        results.update(zip(ours, xlsx_reader.read_pairs(path, name, layouts, progress=progress), strict=True))
    return [results[each] for each in wanted]


def _coded(rows: Iterable[Sequence[str]], places: tuple[int, ...]) -> Counter[LanguagePair]:
    from termdesk.formats.concepts import code_of

    codes = Counter((row[places[0]], row[places[1]]) for row in rows if len(row) > places[1])
    counts: Counter[LanguagePair] = Counter()
    for (source, target), count in codes.items():
        if source.strip() and target.strip():
            counts[LanguagePair(code_of(source), code_of(target))] += count
    return counts


def _by_columns(
    rows: Iterable[Sequence[str]], source_place: int, places: Sequence[tuple[int, str]]
) -> tuple[PairInFile, ...]:
    source = next((code for place, code in places if place == source_place), places[0][1])
    others = [(place, code) for place, code in places if root(code) != root(source)]
    filled = [0] * (max((place for place, _ in others), default=0) + 1)
    for row in rows:
        if len(row) > source_place and row[source_place]:
            for place, _ in others:
                if place < len(row) and row[place]:
                    filled[place] += 1
    return _told_apart(Counter({LanguagePair(source, code): filled[place] for place, code in others}))


def _told_apart(counts: Counter[LanguagePair]) -> tuple[PairInFile, ...]:
    """One of each pair of roots, since a glossary has one dictionary for them; none where there is only one."""
    first: dict[LanguagePair, LanguagePair] = {}
    for pair in counts:
        first.setdefault(pair.roots, pair)
    found = tuple(PairInFile(pair, counts[pair]) for pair in first.values())
    return found if len(found) > 1 else ()
