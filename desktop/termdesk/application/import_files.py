"""Files of every kind as the import shows them: text tables, spreadsheets, term bases, glossaries of other tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.import_pairs import (
    PairInFile,
    read_term_base,
    sheet_pairs,
    short_enough,
    table_pairs,
    term_base_pairs,
)
from termdesk.domain.amounts import amount
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language import LanguagePair, root
from termdesk.domain.progress import Progress
from termdesk.formats.outcome import ReadResult

if TYPE_CHECKING:
    from termdesk.application.import_preview import ImportChoices
    from termdesk.formats.termbase import PairReading, Termbase

SPREADSHEETS = frozenset({".xlsx", ".xlsm", ".ods", ".xls"})
TERM_BASES = frozenset({".tbx", ".tmx"})
TEXTS = frozenset({".tsv", ".csv", ".txt", ".tab", ".utf8"})
ENDINGS = tuple(sorted(TEXTS | SPREADSHEETS | TERM_BASES))
SHOWN_ROWS = 20

# How a text file can be read, for the user to choose from; the keys are values of `PlainKind`.
TEXT_KINDS = {"table": "Columns (TSV, CSV)", "omegat": "OmegaT glossary", "wordfast": "Wordfast text"}


@dataclass(frozen=True, slots=True)
class FileView:
    """What a file holds, whatever its kind. `columns` are titles; a term base has a column for each language.

    `text_kind`, `encoding` and `separator` are empty where the kind has none to choose; `sheets` where it has none.
    `notes` say in words what becomes of what is no phrase, `kept` what comes in besides the phrases. `pairs` are all
    that can be had out of the file, where they are more than one. `is_memory`: it may hold whole sentences.
    """

    format: str
    columns: tuple[str, ...]
    phrase_columns: tuple[int, int]
    languages: tuple[str, ...]
    pair: LanguagePair | None
    first_rows: tuple[tuple[str, ...], ...]
    unused_columns: tuple[str, ...] = ()
    has_header: bool = False
    text_kind: str = ""
    encoding: str = ""
    encoding_is_certain: bool = True
    separator: str = ""
    quoting: bool = True
    sheets: tuple[str, ...] = ()
    sheet: str = ""
    notes: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    pairs: tuple[PairInFile, ...] = ()
    is_memory: bool = False


def look_into(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    """Read a file by its ending, as the user chose so far. Raises UnreadableFile, InvalidInput."""
    ending = path.suffix.lower()
    if ending in SPREADSHEETS:
        view, result = _spreadsheet(progress, path, choices)
    elif ending in TERM_BASES:
        view, result = _term_base(progress, path, choices)
    else:
        view, result = _text(progress, path, choices)
    result, long = short_enough(result, choices.longest)
    notes = (*view.notes, f"longer than {choices.longest:,} characters, left out: {long:,}") if long else view.notes
    shown = tuple(row for row in view.first_rows if not _is_long(row, view.phrase_columns[0], choices.longest))
    return replace(view, first_rows=shown, notes=notes, kept=_details_told(result)), result


def _is_long(row: Sequence[str], source_column: int, longest: int) -> bool:
    return bool(longest) and len(row) > source_column and len(row[source_column]) > longest


def _details_told(result: ReadResult) -> tuple[str, ...]:
    from termdesk.formats.termbase import keeps_status

    details = result.entries.details.values()
    if not details:
        return ()
    forbidden = sum(1 for each in details if each.is_forbidden)
    told = f"with status, note or domain: {len(details):,}"
    unknown = sum(1 for each in details if keeps_status(each.note))
    counted = (("forbidden", forbidden), ("status of other words, kept in the note", unknown))
    return (told, *(f"{words}: {count:,}" for words, count in counted if count))


def _check_columns(path: Path, columns: tuple[int, int], count: int) -> None:
    if max(columns) >= count:
        raise InvalidInput(
            f"{path.name} has no column {max(columns) + 1}; it has {count}.", remedy="Choose other columns."
        )


# Text


def _text(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    from termdesk.formats import plain_glossaries as plain

    kind = plain.PlainKind(choices.text_kind) if choices.text_kind else plain.kind_of(path)
    if kind is plain.PlainKind.TABLE:
        return _table(progress, path, choices)
    return _other_tool(progress, path, choices, kind)


def _table(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    from termdesk.formats import delimited, formulas, reading

    file = reading.preview(
        path,
        encoding=choices.encoding,
        separator=choices.separator,
        quoting=choices.quoting,
        has_header=choices.has_header,
    )
    layout = file.layout_for(choices.pair) if choices.pair else file.layout
    if choices.columns:
        _check_columns(path, choices.columns, len(file.columns))
        layout = replace(layout, source_column=choices.columns[0], target_column=choices.columns[1])
    file = replace(file, layout=layout)
    result, freed = delimited.read(path, layout, progress=progress), 0
    if layout.encoding == "utf-8-sig" and layout.separator != "\t":
        # Only such files are made for spreadsheets, in which formulas are guarded.
        result, freed = formulas.freed(result)
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
        notes=(f"apostrophes taken away that guarded formulas: {freed:,}",) if freed else (),
        pairs=table_pairs(path, file),
    )
    return view, result


def _other_tool(progress: Progress, path: Path, choices: ImportChoices, kind: str) -> tuple[FileView, ReadResult]:
    from termdesk.formats import plain_glossaries as plain
    from termdesk.formats.language_labels import pair_in_name

    encoding = plain.encoding_of(path, choices.encoding)
    pair = choices.pair
    if kind == plain.PlainKind.WORDFAST:
        in_file = plain.pair_of_memory(path)
        reading = plain.read_wordfast(path, pair=pair or in_file, encoding=encoding.name, progress=progress)
        format_name = "Wordfast memory" if in_file else "Wordfast glossary"
    else:
        in_file = None
        reading = plain.read_omegat(path, encoding=encoding.name, progress=progress)
        format_name = "OmegaT glossary"
    view = FileView(
        format_name,
        ("Source", "Target", "Comment"),
        (0, 1),
        (),
        pair or in_file or pair_in_name(path.stem),
        _first_entries(reading.result),
        text_kind=kind,
        encoding=encoding.name,
        encoding_is_certain=encoding.is_certain,
        notes=tuple(_aside_told(reading)),
        is_memory=in_file is not None,
    )
    return view, reading.result


def _first_entries(result: ReadResult) -> tuple[tuple[str, ...], ...]:
    entries = result.entries
    return tuple((*entries[row], entries.detail(row).note) for row in range(min(len(entries), SHOWN_ROWS)))


def _aside_told(reading: PairReading) -> list[str]:
    return [f"{reason}: {count:,}" for reason, count in reading.aside.items()]


# Spreadsheets


def _spreadsheet(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    from termdesk.formats import xlsx

    shown = [each for each in xlsx.sheets(path) if not each.is_hidden] or xlsx.sheets(path)
    filled = [each.name for each in shown if each.column_count > 1]
    name = choices.sheet or (filled or [each.name for each in shown] or [""])[0]
    file = xlsx.preview_sheet(path, name, header_row=0 if choices.has_header is False else None)
    layout = file.layout_for(choices.pair) if choices.pair else file.layout
    if choices.columns:
        layout = replace(layout, source_column=choices.columns[0], target_column=choices.columns[1])
    file = replace(file, layout=layout)
    result = xlsx.read(path, name, layout, progress=progress)
    one, many = "1 cell was a {kind} and is read as text", "{count} cells were a {kind} and are read as text"
    notes = [amount(count, one, many, kind=kind) for kind, count in result.converted.items()]
    if merged := result.filled_cells:
        one, many = "1 cell took the phrase of a merged cell", "{count} cells took the phrase of a merged cell"
        notes.append(amount(merged, one, many))
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
        pairs=sheet_pairs(path, file, shown),
    )
    return view, result


# Term bases


def _term_base(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    from termdesk.formats.termbase import as_read_result

    base = read_term_base(path, progress)
    languages = base.languages
    pair = choices.pair
    if choices.columns:
        _check_columns(path, choices.columns, len(languages))
        pair = LanguagePair(*(languages[place] for place in choices.columns))
    elif pair is None and len(languages) > 1:
        pair = LanguagePair(languages[0], languages[1])
    reading = as_read_result(base, pair or LanguagePair("", ""))
    notes = _aside_told(reading)
    notes += [f"not read: {name} ({count:,})" for name, count in base.dropped.items()]
    places = (_place(languages, pair.source, 0), _place(languages, pair.target, 1)) if pair else (0, 1)
    view = FileView(
        base.dialect,
        languages,
        places,
        languages,
        pair,
        tuple(_first_terms(base))[:SHOWN_ROWS],
        tuple(code for place, code in enumerate(languages) if place not in places),
        notes=tuple(notes),
        pairs=term_base_pairs(base, pair.source) if pair else (),
        is_memory=path.suffix.lower() == ".tmx",
    )
    return view, reading.result


def _first_terms(base: Termbase) -> Sequence[tuple[str, ...]]:
    """A row for each concept, with the first term of each language."""
    rows = []
    for concept in base.concepts[:SHOWN_ROWS]:
        terms = {term.language: term.text for term in reversed(concept.terms)}
        rows.append(tuple(terms.get(language, "") for language in base.languages))
    return rows


def _place(languages: Sequence[str], code: str, default: int) -> int:
    """The column of a language: its own, else that of its root, else the one by default."""
    if code in languages:
        return languages.index(code)
    return next((place for place, each in enumerate(languages) if root(each) == root(code)), default)
