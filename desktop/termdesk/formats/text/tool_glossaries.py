"""Plain-text formats of other tools: glossaries of OmegaT, Wordfast, Ding and UTX, and gettext catalogs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.formats.file_format import FileContent, FileForm, FileFormat, FileStart, FormatReader, FormatWriter
from termdesk.formats.file_view import FileView, ImportChoices
from termdesk.formats.limits import SHOWN_ROWS
from termdesk.formats.read_result import ReadResult
from termdesk.messages.format_messages import ColumnTitle, FormatTitle

if TYPE_CHECKING:
    from termdesk.formats.concepts import PairReading
    from termdesk.formats.text.encodings import Encoding


@dataclass(frozen=True, slots=True)
class _ToolFile:
    """Content of one tool's file; `pair` is the pair that the file names."""

    format: str
    reading: PairReading
    pair: LanguagePair | None = None
    notes: tuple[str, ...] = ()
    is_memory: bool = False


_Read = Callable[[Path, LanguagePair | None, "Encoding", Progress], _ToolFile]


def _view(
    text_kind: str, read: _Read, path: Path, choices: ImportChoices, progress: Progress
) -> tuple[FileView, ReadResult]:
    from termdesk.formats.language_labels import pair_in_name
    from termdesk.formats.text import plain_glossaries, po

    encoding = (po if text_kind == "po" else plain_glossaries).encoding_of(path, choices.encoding, choices.languages)
    found = read(path, choices.pair, encoding, progress)
    view = FileView(
        found.format,
        (ColumnTitle.SOURCE(), ColumnTitle.TARGET(), ColumnTitle.COMMENT()),
        (0, 1),
        (),
        choices.pair or found.pair or pair_in_name(path.stem),
        _first_entries(found.reading.result),
        text_kind=text_kind,
        encoding=encoding.name,
        encoding_is_certain=encoding.is_certain,
        notes=(*found.notes, *found.reading.describe_noted_counts()),
        is_memory=found.is_memory,
    )
    return view, found.reading.result


def _first_entries(result: ReadResult) -> tuple[tuple[str, ...], ...]:
    entries = result.entries
    return tuple((*entries[row], entries.detail(row).note) for row in range(min(len(entries), SHOWN_ROWS)))


def _omegat(path: Path, _pair: LanguagePair | None, encoding: Encoding, progress: Progress) -> _ToolFile:
    from termdesk.formats.text import plain_glossaries

    reading = plain_glossaries.read_omegat(path, encoding=encoding.name, progress=progress)
    return _ToolFile(FormatTitle.OMEGAT(), reading)


def _wordfast(path: Path, pair: LanguagePair | None, encoding: Encoding, progress: Progress) -> _ToolFile:
    from termdesk.formats.text import plain_glossaries

    in_file = plain_glossaries.pair_of_memory(path)
    reading = plain_glossaries.read_wordfast(path, pair=pair or in_file, encoding=encoding.name, progress=progress)
    name = FormatTitle.WORDFAST_MEMORY() if in_file else FormatTitle.WORDFAST_GLOSSARY()
    return _ToolFile(name, reading, in_file, is_memory=in_file is not None)


def _utx(path: Path, _pair: LanguagePair | None, encoding: Encoding, progress: Progress) -> _ToolFile:
    from termdesk.formats.text import utx

    header = utx.header_of(path)
    reading = utx.read(path, encoding=encoding.name, progress=progress)
    return _ToolFile(f"UTX {header.version}".strip(), reading, header.pair)


def _po(path: Path, pair: LanguagePair | None, encoding: Encoding, progress: Progress) -> _ToolFile:
    from termdesk.formats.text import po

    in_file, is_known = po.pair_of(path)
    notes = () if pair or is_known or in_file is None else (po.ENGLISH,)
    return _ToolFile("PO", po.read(path, encoding=encoding.name, progress=progress), in_file, notes, is_memory=True)


def _ding(path: Path, _pair: LanguagePair | None, encoding: Encoding, progress: Progress) -> _ToolFile:
    from termdesk.formats.text import ding_dictionary

    return _ToolFile(FormatTitle.DING(), ding_dictionary.read(path, encoding=encoding.name, progress=progress))


# The modules that recognize and write these files are imported when they are needed first.


def _is_omegat(start: FileStart) -> bool:
    from termdesk.formats.text.plain_glossaries import is_omegat

    return is_omegat(start.text, start.ending)


def _is_wordfast(start: FileStart) -> bool:
    from termdesk.formats.text.plain_glossaries import is_wordfast

    return is_wordfast(start.text, start.ending)


def _is_ding(start: FileStart) -> bool:
    from termdesk.formats.text.plain_glossaries import is_ding

    return is_ding(start.text, start.ending)


def _is_utx(start: FileStart) -> bool:
    from termdesk.formats.text.plain_glossaries import is_utx

    return is_utx(start.text, start.ending)


def _is_po(start: FileStart) -> bool:
    from termdesk.formats.text.plain_glossaries import is_po

    return is_po(start.text, start.ending)


def _write_omegat(pair: LanguagePair, entries: Entries, form: FileForm, progress: Progress) -> FileContent:
    from termdesk.formats.text.tool_writers import write_omegat

    return write_omegat(pair, entries, form, progress)


def _omegat_losses(pair: LanguagePair, entries: Entries, form: FileForm) -> list[str]:
    from termdesk.formats.text.tool_writers import omegat_losses

    return omegat_losses(pair, entries, form)


def _write_utx(pair: LanguagePair, entries: Entries, form: FileForm, progress: Progress) -> FileContent:
    from termdesk.formats.text.tool_writers import write_utx

    return write_utx(pair, entries, form, progress)


def _utx_losses(pair: LanguagePair, entries: Entries, form: FileForm) -> list[str]:
    from termdesk.formats.text.tool_writers import utx_losses

    return utx_losses(pair, entries, form)


def _format(
    name: str,
    title: str,
    ending: tuple[str, ...],
    read: _Read,
    recognizes: Callable[[FileStart], bool],
    writer: FormatWriter | None = None,
) -> FileFormat:
    return FileFormat(
        name,
        title,
        ending,
        FormatReader(partial(_view, name, read)),
        writer,
        recognizes=recognizes,
        text_kind=name,
        text_title=title,
    )


_OMEGAT_WRITER = FormatWriter(_write_omegat, _omegat_losses)
_UTX_WRITER = FormatWriter(_write_utx, _utx_losses)
OMEGAT = _format("omegat", FormatTitle.OMEGAT(), (".utf8",), _omegat, _is_omegat, _OMEGAT_WRITER)
WORDFAST = _format("wordfast", FormatTitle.WORDFAST(), (), _wordfast, _is_wordfast)
DING = _format("ding", FormatTitle.DING(), (), _ding, _is_ding)
UTX = _format("utx", FormatTitle.UTX(), (".utx",), _utx, _is_utx, _UTX_WRITER)
PO = _format("po", FormatTitle.PO(), (".po",), _po, _is_po)
