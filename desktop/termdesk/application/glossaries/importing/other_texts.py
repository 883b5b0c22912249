"""Plain text of other tools as the import shows it: glossaries of OmegaT, Wordfast and UTX, catalogues of gettext."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.glossaries.importing.file_view import SHOWN_ROWS, FileView
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.formats.concepts import PairReading
from termdesk.formats.language_labels import pair_in_name
from termdesk.formats.read_result import ReadResult
from termdesk.formats.text import plain_glossaries as plain
from termdesk.formats.text import po, utx
from termdesk.formats.text.encodings import Encoding
from termdesk.formats.text.plain_glossaries import PlainKind

if TYPE_CHECKING:
    from termdesk.application.glossaries.importing.file_view import ImportChoices


@dataclass(frozen=True, slots=True)
class _OtherText:
    """What one tool's file gave; `pair` is the one that it tells."""

    format: str
    reading: PairReading
    pair: LanguagePair | None = None
    notes: tuple[str, ...] = ()
    is_memory: bool = False


def other_text(progress: Progress, path: Path, choices: ImportChoices, kind: PlainKind) -> tuple[FileView, ReadResult]:
    """Read plain text that is no table. Raises UnreadableFile."""
    encoding = (po if kind is PlainKind.PO else plain).encoding_of(path, choices.encoding)
    found = _READERS[kind](path, choices.pair, encoding, progress)
    view = FileView(
        found.format,
        ("Source", "Target", "Comment"),
        (0, 1),
        (),
        choices.pair or found.pair or pair_in_name(path.stem),
        _first_entries(found.reading.result),
        text_kind=kind,
        encoding=encoding.name,
        encoding_is_certain=encoding.is_certain,
        notes=(*found.notes, *aside_told(found.reading)),
        is_memory=found.is_memory,
    )
    return view, found.reading.result


def aside_told(reading: PairReading) -> list[str]:
    """In words what of a file became no plain entry."""
    return [f"{reason}: {count:,}" for reason, count in reading.aside.items()]


def _first_entries(result: ReadResult) -> tuple[tuple[str, ...], ...]:
    entries = result.entries
    return tuple((*entries[row], entries.detail(row).note) for row in range(min(len(entries), SHOWN_ROWS)))


def _omegat(path: Path, pair: LanguagePair | None, encoding: Encoding, progress: Progress) -> _OtherText:
    return _OtherText("OmegaT glossary", plain.read_omegat(path, encoding=encoding.name, progress=progress))


def _wordfast(path: Path, pair: LanguagePair | None, encoding: Encoding, progress: Progress) -> _OtherText:
    in_file = plain.pair_of_memory(path)
    reading = plain.read_wordfast(path, pair=pair or in_file, encoding=encoding.name, progress=progress)
    name = "Wordfast memory" if in_file else "Wordfast glossary"
    return _OtherText(name, reading, in_file, is_memory=in_file is not None)


def _utx(path: Path, pair: LanguagePair | None, encoding: Encoding, progress: Progress) -> _OtherText:
    header = utx.header_of(path)
    reading = utx.read(path, encoding=encoding.name, progress=progress)
    return _OtherText(f"UTX {header.version}".strip(), reading, header.pair)


def _po(path: Path, pair: LanguagePair | None, encoding: Encoding, progress: Progress) -> _OtherText:
    in_file, is_told = po.pair_of(path)
    notes = () if pair or is_told or in_file is None else (po.ENGLISH,)
    return _OtherText("PO", po.read(path, encoding=encoding.name, progress=progress), in_file, notes, is_memory=True)


_READERS: dict[PlainKind, Callable[[Path, LanguagePair | None, Encoding, Progress], _OtherText]] = {
    PlainKind.OMEGAT: _omegat,
    PlainKind.WORDFAST: _wordfast,
    PlainKind.UTX: _utx,
    PlainKind.PO: _po,
}
