"""Read files of all importable formats: text tables, spreadsheets, term bases, glossaries of other tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from termdesk.application.glossaries.importing.file_view import FileView, ImportChoices, PairInFile
from termdesk.application.glossaries.importing.status_meanings import unknown_statuses, with_statuses
from termdesk.domain.chunks import distinct, has_repeats
from termdesk.domain.entries.entries import Entries
from termdesk.domain.progress import Progress
from termdesk.formats.file_format import FormatReader
from termdesk.formats.read_result import ReadResult
from termdesk.formats.registry import file_formats
from termdesk.messages.format_messages import FileNote


def readable_endings() -> tuple[str, ...]:
    """Return the extensions of the files that can be imported."""
    return file_formats.readable_endings


def text_kinds() -> dict[str, str]:
    """Return the kinds of text files among which the user can choose, as name -> title."""
    return file_formats.text_kinds


def look_into(progress: Progress, path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    """Read a file according to its contents, its extension and the choices so far. For a worker.

    Raises UnreadableFile and InvalidInput.
    """
    view, result = _reader_of(path, choices).view(path, choices, progress)
    result, long = _short_enough(result, choices.longest)
    unknown = unknown_statuses(result.entries)
    result = _with_statuses(result, choices)
    notes = (*view.notes, FileNote.TOO_LONG(choices.longest, count=long)) if long else view.notes
    if unfinished := result.unfinished_rows:
        notes = (*notes, FileNote.ROWS_UNFINISHED(count=unfinished))
    shown = tuple(row for row in view.first_rows if not _is_long(row, view.phrase_columns[0], choices.longest))
    kept = (*view.kept, *_describe_details(result))
    if repeated := _count_repeated_rows(result.entries):
        kept = (FileNote.REPEATED_ROWS(count=repeated), *kept)
    return replace(view, first_rows=shown, notes=notes, kept=kept, unknown_statuses=unknown), result


def read_pairs(progress: Progress, path: Path, choices: ImportChoices, pairs: Sequence[PairInFile]) -> list[ReadResult]:
    """Return the content of a file for each of the pairs. Raises UnreadableFile and InvalidInput."""
    results = _reader_of(path, choices).results_of(path, choices, pairs, progress)
    return [_with_statuses(_short_enough(each, choices.longest)[0], choices) for each in results]


def _reader_of(path: Path, choices: ImportChoices) -> FormatReader:
    reader = file_formats.find(path, choices.text_kind or "").reader
    assert reader is not None, "only formats that can be read are found"
    return reader


def _with_statuses(result: ReadResult, choices: ImportChoices) -> ReadResult:
    entries = with_statuses(result.entries, dict(choices.statuses))
    return result if entries is result.entries else replace(result, entries=entries)


def _short_enough(result: ReadResult, longest: int) -> tuple[ReadResult, int]:
    """Return the entries whose source has at most `longest` characters, and the number of entries left out."""
    if not longest:
        return result, 0
    entries = result.entries
    kept = [row for row, source in enumerate(entries.sources) if len(source) <= longest]
    short = Entries([entries.sources[row] for row in kept], [entries.targets[row] for row in kept])
    details = {position: entries.detail(row) for position, row in enumerate(kept)}
    short.details = {position: detail for position, detail in details.items() if not detail.is_empty}
    lines = [result.lines[row] for row in kept]
    return replace(result, entries=short, lines=lines), len(entries) - len(kept)


def _count_repeated_rows(entries: Entries) -> int:
    """Return how many rows have the same source and target as an earlier row."""
    if not has_repeats(entries.sources):
        return 0
    # A source that occurs once cannot be in a repeated row. Skipping these keeps the set of pairs small.
    seen: set[str] = set()
    repeated: set[str] = set()
    for source in entries.sources:
        (repeated if source in seen else seen).add(source)
    pairs = [pair for pair in entries if pair[0] in repeated]
    return len(pairs) - len(distinct(pairs))


def _is_long(row: Sequence[str], source_column: int, longest: int) -> bool:
    return bool(longest) and len(row) > source_column and len(row[source_column]) > longest


def _describe_details(result: ReadResult) -> tuple[str, ...]:
    from termdesk.formats.concepts import keeps_status

    details = result.entries.details.values()
    if not details:
        return ()
    forbidden = sum(1 for each in details if each.is_forbidden)
    unknown = sum(1 for each in details if keeps_status(each.note))
    counted = ((FileNote.FORBIDDEN, forbidden), (FileNote.OTHER_STATUS, unknown))
    return (
        FileNote.WITH_DETAILS(count=len(details)),
        *(kind(count=count) for kind, count in counted if count),
    )
