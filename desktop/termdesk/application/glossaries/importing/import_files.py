"""Files of every kind as the import shows them: text tables, spreadsheets, term bases, glossaries of other tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.glossaries.importing.file_view import SHOWN_ROWS, FileView
from termdesk.application.glossaries.importing.pairs import (
    read_term_base,
    sheet_pairs,
    short_enough,
    table_pairs,
    term_base_pairs,
)
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import Progress
from termdesk.formats.read_result import ReadResult
from termdesk.formats.termbases.xml_kinds import ENDINGS as XML_ENDINGS
from termdesk.formats.termbases.xml_kinds import XmlKind, known_kind, xml_kind

if TYPE_CHECKING:
    from termdesk.application.glossaries.importing.file_view import ImportChoices
    from termdesk.formats.concepts import Termbase

SPREADSHEETS = frozenset({".xlsx", ".xlsm", ".ods", ".xls"})
TERM_BASES = frozenset(XML_ENDINGS)
TEXTS = frozenset({".tsv", ".csv", ".txt", ".tab", ".utf8", ".utx", ".po"})
ENDINGS = tuple(sorted(TEXTS | SPREADSHEETS | TERM_BASES))

# How a text file can be read, for the user to choose from; the keys are values of `PlainKind`.
TEXT_KINDS = {
    "table": "Columns (TSV, CSV)",
    "omegat": "OmegaT glossary",
    "wordfast": "Wordfast text",
    "utx": "UTX glossary",
    "po": "PO catalogue",
}


def look_into(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    """Read a file by what it holds and its ending, as the user chose so far. Raises UnreadableFile, InvalidInput."""
    ending = path.suffix.lower()
    if ending in SPREADSHEETS:
        view, result = _spreadsheet(progress, path, choices)
    elif ending in TERM_BASES or known_kind(path):
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
    from termdesk.formats.concepts import keeps_status

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
    from termdesk.application.glossaries.importing.other_texts import other_text
    from termdesk.formats.text import plain_glossaries as plain

    kind = plain.PlainKind(choices.text_kind) if choices.text_kind else plain.kind_of(path)
    if kind is plain.PlainKind.TABLE:
        return _table(progress, path, choices)
    return other_text(progress, path, choices, kind)


def _table(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    from termdesk.formats.spreadsheets import formulas
    from termdesk.formats.text import delimited
    from termdesk.formats.text.table_preview import preview_table

    file = preview_table(
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


# Spreadsheets


def _spreadsheet(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    from termdesk.formats.spreadsheets import xlsx_reader as xlsx

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
    notes = [pluralize(count, one, many, kind=kind) for kind, count in result.converted.items()]
    if merged := result.filled_cells:
        one, many = "1 cell took the phrase of a merged cell", "{count} cells took the phrase of a merged cell"
        notes.append(pluralize(merged, one, many))
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
    from termdesk.application.glossaries.importing.other_texts import aside_told
    from termdesk.formats.concepts import UNDETERMINED, as_read_result

    base = read_term_base(path, choices.pair, progress)
    languages = base.languages
    pair = choices.pair
    if choices.columns:
        _check_columns(path, choices.columns, len(languages))
        pair = LanguagePair(*(languages[place] for place in choices.columns))
    elif pair is None and len(languages) > 1:
        pair = LanguagePair(languages[0], languages[1])
    is_vague = UNDETERMINED in languages
    reading = as_read_result(base, pair or LanguagePair("", ""))
    notes = aside_told(reading)
    notes += [f"not read: {name} ({count:,})" for name, count in base.dropped.items()]
    places = (_place(languages, pair.source, 0), _place(languages, pair.target, 1)) if pair else (0, 1)
    view = FileView(
        base.dialect,
        languages,
        places,
        # Where one is not told, the user says both.
        () if is_vague else languages,
        choices.pair if is_vague else pair,
        tuple(_first_terms(base))[:SHOWN_ROWS],
        tuple(code for place, code in enumerate(languages) if place not in places),
        notes=tuple(notes),
        pairs=term_base_pairs(base, pair.source) if pair else (),
        is_memory=xml_kind(path) in (XmlKind.TMX, XmlKind.XLIFF),
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
