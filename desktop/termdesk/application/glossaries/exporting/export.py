"""Write entries to a file of a given format, and list in advance what the format cannot hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.formats.file_format import PLAIN_FORM, FileForm, PairsOfEntries
from termdesk.formats.registry import file_formats

__all__ = [
    "PLAIN_FORM",
    "ExportReport",
    "FileForm",
    "PairsOfEntries",
    "export_formats",
    "export_forms",
    "format_losses",
    "format_losses_of_all",
    "multilingual_formats",
    "names_languages",
    "write_all",
    "write_file",
]


@dataclass(frozen=True, slots=True)
class ExportReport:
    """The result of an export. `formula_count` phrases start like a formula, which a spreadsheet would evaluate."""

    path: Path
    entry_count: int
    formula_count: int = 0


def export_formats() -> dict[str, str]:
    """Return the file extension and the title of each format that can be written."""
    return {each.written_ending: each.title for each in file_formats.writable}


def export_forms() -> list[tuple[str, str, FileForm]]:
    """Return the file extension, the title and the form of each way to write a dictionary, in the order of dialogs."""
    return [
        (each.written_ending, title, form)
        for each in file_formats.writable
        for title, form in ((each.title, PLAIN_FORM), *each.other_forms)
    ]


def multilingual_formats() -> dict[str, str]:
    """Return the file extension and the multilingual title of each format that can hold all languages of a table."""
    return {each.written_ending: each.multilingual_title for each in file_formats.writable if each.has_several_pairs}


def names_languages(path: Path) -> bool:
    """Return whether files with this extension contain language codes, so that the pair must be known."""
    return file_formats.of_written(path)[0].needs_pair


def format_losses(
    _progress: Progress, entries: Entries, path: Path, pair: LanguagePair, form: FileForm = PLAIN_FORM
) -> list[str]:
    """Return what a file with this extension cannot hold, one sentence for each kind of loss. Shown before writing."""
    try:
        _, writer = file_formats.of_written(path)
    except InvalidInput:
        # `write_file` raises this error.
        return []
    return writer.format_losses(pair, entries, form)


def write_file(
    progress: Progress, entries: Entries, path: Path, pair: LanguagePair, form: FileForm = PLAIN_FORM
) -> ExportReport:
    """Write entries to a file in the format of its extension. An existing file is replaced only at the end.

    For a worker. Raises InvalidInput for an unknown extension or a phrase that the format cannot hold, and
    StorageFailed.
    """
    from termdesk.storage.files.atomic_file import atomic_write

    _, writer = file_formats.of_written(path)
    content = writer.write(pair, entries, form, progress)
    atomic_write(path, content.chunks, is_private=False)
    return ExportReport(path, content.entry_count, content.formula_count)


def format_losses_of_all(_progress: Progress, parts: PairsOfEntries, path: Path) -> list[str]:
    """Return the format losses of several pairs in one file. Raises InvalidInput for an unsuitable extension."""
    _, writer = file_formats.of_written(path, has_several_pairs=True)
    return writer.format_losses_of_all(parts) if writer.format_losses_of_all else []


def write_all(progress: Progress, parts: PairsOfEntries, path: Path) -> ExportReport:
    """Write several pairs with one source language to one file. Raises what `write_file` raises."""
    from termdesk.storage.files.atomic_file import atomic_write

    _, writer = file_formats.of_written(path, has_several_pairs=True)
    assert writer.write_all is not None, "only formats with several pairs are found"
    content = writer.write_all(parts, progress)
    atomic_write(path, content.chunks, is_private=False)
    return ExportReport(path, content.entry_count, content.formula_count)
