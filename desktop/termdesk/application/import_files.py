"""Files of every kind as the import shows them: text tables, spreadsheets and term bases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.domain.language import LanguagePair, root
from termdesk.domain.progress import Progress
from termdesk.formats.outcome import ReadResult

if TYPE_CHECKING:
    from termdesk.application.import_preview import ImportChoices
    from termdesk.domain.entry_detail import EntryDetail
    from termdesk.formats.termbase import Termbase

SPREADSHEETS = frozenset({".xlsx", ".xlsm", ".ods"})
TERM_BASES = frozenset({".tbx", ".tmx"})
SHOWN_ROWS = 20


@dataclass(frozen=True, slots=True)
class FileView:
    """What a file holds, whatever its kind. `columns` are titles; a term base has a column for each language.

    `encoding` and `separator` are empty where the kind has none to choose; `sheets` where it has none. `notes` say
    in words what becomes of what is no phrase.
    """

    format: str
    columns: tuple[str, ...]
    phrase_columns: tuple[int, int]
    languages: tuple[str, ...]
    pair: LanguagePair | None
    first_rows: tuple[tuple[str, ...], ...]
    unused_columns: tuple[str, ...] = ()
    has_header: bool = False
    encoding: str = ""
    encoding_is_certain: bool = True
    separator: str = ""
    quoting: bool = True
    sheets: tuple[str, ...] = ()
    sheet: str = ""
    notes: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether encoding and separator can be chosen."""
        return bool(self.separator)


def look_into(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    """Read a file by its ending, as the user chose so far. Raises UnreadableFile, InvalidInput."""
    ending = path.suffix.lower()
    if ending in SPREADSHEETS:
        return _spreadsheet(progress, path, choices)
    if ending in TERM_BASES:
        return _term_base(progress, path, choices)
    return _text(progress, path, choices)


def _text(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    from termdesk.formats import delimited, reading

    file = reading.preview(
        path,
        encoding=choices.encoding,
        separator=choices.separator,
        quoting=choices.quoting,
        has_header=choices.has_header,
    )
    layout = file.layout_for(choices.pair) if choices.pair else file.layout
    if choices.columns:
        layout = replace(layout, source_column=choices.columns[0], target_column=choices.columns[1])
    file = replace(file, layout=layout)
    view = FileView(
        "TSV" if layout.separator == "\t" else "CSV",
        tuple(column.title for column in file.columns),
        (layout.source_column, layout.target_column),
        file.languages,
        file.pair,
        file.first_rows,
        tuple(column.title for column in file.unused_columns),
        has_header=layout.has_header,
        encoding=layout.encoding,
        encoding_is_certain=file.encoding.is_certain,
        separator=layout.separator,
        quoting=layout.quoting,
    )
    return view, delimited.read(path, layout, progress=progress)


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
    notes = [f"{count:,} cells were a {kind} and are read as text" for kind, count in result.converted.items()]
    if result.filled_cells:
        notes.append(f"{result.filled_cells:,} cells took the phrase of a merged cell")
    notes += _not_kept(sum(any((each.status, each.note, each.domain)) for each in result.remarks.values()))
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
    )
    return view, result


def _term_base(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    from termdesk.formats import tbx, tmx
    from termdesk.formats.termbase import as_read_result

    read: Callable[..., Termbase] = tmx.read if path.suffix.lower() == ".tmx" else tbx.read
    base = read(path, progress=progress)
    languages = base.languages
    pair = choices.pair
    if choices.columns:
        pair = LanguagePair(*(languages[place] for place in choices.columns))
    elif pair is None and len(languages) > 1:
        pair = LanguagePair(languages[0], languages[1])
    reading = as_read_result(base, pair or LanguagePair("", ""))
    notes = [f"{reason}: {count:,}" for reason, count in reading.aside.items()]
    notes += [f"not read: {name} ({count:,})" for name, count in base.dropped.items()]
    notes += _not_kept(_described(reading.details))
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


def _described(details: Sequence[EntryDetail]) -> int:
    return sum(any((each.status, each.note, each.domain)) for each in details)


def _not_kept(count: int) -> list[str]:
    return [f"status, notes and domains of {count:,} entries are not kept yet"] if count else []
