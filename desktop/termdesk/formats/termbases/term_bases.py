"""File formats of term bases and translation memories in XML: TBX, TMX, MultiTerm and XLIFF. The content of a file
decides the format, then its extension.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair, first_pair, root
from termdesk.domain.progress import Progress
from termdesk.formats.column_roles import PHRASE_ROLES, ColumnRole, ColumnUse
from termdesk.formats.file_format import (
    FileContent,
    FileForm,
    FileFormat,
    FileStart,
    FormatReader,
    FormatWriter,
    PairsOfEntries,
    check_columns,
)
from termdesk.formats.file_view import MOST_FIELDS_SHOWN, FileView, ImportChoices, PairInFile, several_pairs
from termdesk.formats.limits import SHOWN_ROWS
from termdesk.formats.read_result import ReadResult
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.format_messages import FileNote, FormatTitle

if TYPE_CHECKING:
    from termdesk.formats.concepts import Concept, Termbase

_ROOTS = {"martif": "tbx", "tbx": "tbx", "TBX": "tbx", "tmx": "tmx", "mtf": "multiterm", "xliff": "xliff"}
_CONCEPTS_A_STEP = 1_000

ReadTermbase = Callable[[Path, ImportChoices, Progress], "Termbase"]


class ConceptModule(Protocol):
    """A module that writes concepts."""

    def write(self, concepts: Iterable[Concept]) -> Iterator[bytes]:
        """Write a file in chunks, UTF-8. Raises InvalidInput for a term that the format cannot contain."""

    def format_losses(self, concepts: Iterable[Concept]) -> list[str]:
        """Return messages about what is lost when the file is read again."""


def _has_root(name: str, start: FileStart) -> bool:
    return _ROOTS.get(start.xml_root) == name


# Reading


def _view(
    read: ReadTermbase, is_memory: bool, path: Path, choices: ImportChoices, progress: Progress
) -> tuple[FileView, ReadResult]:
    view, result = view_of(path, read(path, choices, progress), choices)
    return replace(view, is_memory=is_memory), result


def view_of(path: Path, base: Termbase, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    """Return the view and the entries of a term base for the chosen pair, or for the first pair if none was chosen.

    Raises InvalidInput for a language that the file does not have, or if fewer than two languages remain to import.
    """
    from termdesk.formats.concepts import UNDETERMINED, as_read_result

    languages = base.languages
    ignored, pair = _apply_choices(path, base, choices)
    is_vague = UNDETERMINED in languages
    reading = as_read_result(base, pair or LanguagePair("", ""))
    notes = reading.describe_noted_counts()
    notes += [FileNote.NOT_READ(what=name, count=count) for name, count in base.dropped.items() if count]
    positions = (_position(languages, pair.source, 0), _position(languages, pair.target, 1)) if pair else (0, 1)
    view = FileView(
        base.dialect,
        languages,
        positions,
        # If one language is unknown, the user chooses both.
        () if is_vague else languages,
        choices.pair if is_vague else pair,
        tuple(_first_terms(base))[:SHOWN_ROWS],
        tuple(code for position, code in enumerate(languages) if position not in positions),
        notes=tuple(notes),
        pairs=_pairs(base, pair.source, ignored) if pair else (),
        uses=tuple(_use_of(position, code, positions, ignored) for position, code in enumerate(languages)),
        roles=(*PHRASE_ROLES, ColumnRole.IGNORED),
        other_fields=tuple(Counter(base.other_fields).most_common(MOST_FIELDS_SHOWN)),
    )
    return view, reading.result


def _apply_choices(path: Path, base: Termbase, choices: ImportChoices) -> tuple[Collection[str], LanguagePair | None]:
    """Return the languages that the user ignores, and the pair to read."""
    languages, uses = base.languages, choices.all_uses
    if not uses:
        return (), choices.pair or first_pair(languages, base.source)
    check_columns(path, uses, len(languages))
    ignored = {languages[position] for position, use in uses.items() if use.role is ColumnRole.IGNORED}
    pair = choices.pair
    if pair is None or {pair.source, pair.target} & ignored:
        pair = first_pair([code for code in languages if code not in ignored], base.source)
    if ignored and pair is None:
        raise InvalidInput(FileMessage.NO_TARGET_COLUMN(name=path.name), remedy=FileRemedy.CHOOSE_COLUMNS())
    chosen = {use.role: languages[position] for position, use in reversed(uses.items())}
    source, target = chosen.get(ColumnRole.SOURCE, ""), chosen.get(ColumnRole.TARGET, "")
    return ignored, LanguagePair(source or (pair.source if pair else ""), target or (pair.target if pair else ""))


def results_of(base: Termbase, pairs: Sequence[PairInFile]) -> list[ReadResult]:
    """Return the entries of each of these pairs; regional variants of a language are separate pairs."""
    from termdesk.formats.concepts import as_read_result

    return [as_read_result(base, each.pair, has_variants=False).result for each in pairs]


def _use_of(position: int, language: str, positions: tuple[int, int], ignored: Collection[str]) -> ColumnUse:
    if language in ignored and position not in positions:
        return ColumnUse(ColumnRole.IGNORED)
    return ColumnUse(ColumnRole.SOURCE if position == positions[0] else ColumnRole.TARGET, language)


def _first_terms(base: Termbase) -> Sequence[tuple[str, ...]]:
    """Return a row for each concept, with the first term of each language."""
    rows = []
    for concept in base.concepts[:SHOWN_ROWS]:
        terms = {term.language: term.text for term in reversed(concept.terms)}
        rows.append(tuple(terms.get(language, "") for language in base.languages))
    return rows


def _position(languages: Sequence[str], code: str, default: int) -> int:
    """Return the column of a language: an exact match, else one with the same root language, else the default."""
    if code in languages:
        return languages.index(code)
    return next((position for position, each in enumerate(languages) if root(each) == root(code)), default)


def _pairs(base: Termbase, source: str, ignored: Collection[str]) -> tuple[PairInFile, ...]:
    """Return the pairs with this source language, with the number of concepts that have a term in both languages."""
    counts: Counter[LanguagePair] = Counter()
    for concept in base.concepts:
        languages = dict.fromkeys(term.language for term in concept.terms if term.language not in ignored)
        own = [source] if source in languages else [code for code in languages if root(code) == root(source)]
        counts.update(LanguagePair(own[0], code) for code in languages if own and root(code) != root(source))
    return several_pairs(counts)


def _read_pairs(
    read: ReadTermbase, path: Path, choices: ImportChoices, pairs: Sequence[PairInFile], progress: Progress
) -> list[ReadResult]:
    return results_of(read(path, choices, progress), pairs)


def _read_tbx(path: Path, choices: ImportChoices, progress: Progress) -> Termbase:
    from termdesk.formats.termbases import tbx

    return tbx.read(path, roles=dict(choices.fields), progress=progress)


def _read_tmx(path: Path, choices: ImportChoices, progress: Progress) -> Termbase:
    from termdesk.formats.termbases import tmx

    return tmx.read(path, roles=dict(choices.fields), progress=progress)


def _read_multiterm(path: Path, choices: ImportChoices, progress: Progress) -> Termbase:
    from termdesk.formats.termbases import multiterm

    return multiterm.read(path, roles=dict(choices.fields), progress=progress)


def _read_xliff(path: Path, choices: ImportChoices, progress: Progress) -> Termbase:
    from termdesk.formats.termbases import xliff

    return xliff.read(path, pair=choices.pair, progress=progress)


def _read_other_xml(path: Path, _choices: ImportChoices, progress: Progress) -> Termbase:
    """Refuse XML of any other kind with a message that names all supported formats."""
    from termdesk.formats.termbases import multiterm
    from termdesk.formats.termbases.xml_records import XmlRecords

    any_kind = XmlRecords(path, kind=FileMessage.ANY_TERM_BASE(), roots=tuple(_ROOTS), records=())
    next(any_kind.read(progress), None)
    return multiterm.read(path, progress=progress)


def _reader(read: ReadTermbase, *, is_memory: bool = False) -> FormatReader:
    return FormatReader(partial(_view, read, is_memory), partial(_read_pairs, read))


# Writing


def _tbx() -> ConceptModule:
    from termdesk.formats.termbases import tbx

    return tbx


def _tmx() -> ConceptModule:
    from termdesk.formats.termbases import tmx

    return tmx


def _multiterm() -> ConceptModule:
    from termdesk.formats.termbases import multiterm

    return multiterm


def _older_tbx(concepts: Iterable[Concept]) -> Iterator[bytes]:
    from termdesk.formats.termbases import tbx

    return tbx.write(concepts, tbx.TBX_2008)


def _writer(load: Callable[[], ConceptModule], *, joins_synonyms: bool = False) -> FormatWriter:
    """Return a writer that makes a concept of each entry, or of each source phrase with all its languages.

    With `joins_synonyms`, a concept also contains the synonyms of its entry.
    """

    def write(pair: LanguagePair, entries: Entries, form: FileForm, progress: Progress) -> FileContent:
        from termdesk.formats.concepts import concepts_of

        concepts = _report_progress(concepts_of(entries, pair, joins_synonyms=joins_synonyms), progress, len(entries))
        chunks = _older_tbx(concepts) if form.is_older_tbx else load().write(concepts)
        return FileContent(chunks, len(entries))

    def format_losses(pair: LanguagePair, entries: Entries, _form: FileForm) -> list[str]:
        from termdesk.formats.concepts import concepts_of

        return load().format_losses(concepts_of(entries, pair, joins_synonyms=joins_synonyms))

    def write_all(parts: PairsOfEntries, progress: Progress) -> FileContent:
        from termdesk.formats.termbases.shared_concepts import make_shared_concepts

        count = sum(len(entries) - entries.targets.count("") for _, entries in parts)
        concepts = _report_progress(
            make_shared_concepts(parts, joins_synonyms=joins_synonyms),
            progress,
            max(len(entries) for _, entries in parts),
        )
        return FileContent(load().write(concepts), count)

    def format_losses_of_all(parts: PairsOfEntries) -> list[str]:
        from termdesk.formats.termbases.shared_concepts import find_shared_format_losses, make_shared_concepts

        concepts = make_shared_concepts(parts, joins_synonyms=joins_synonyms)
        return [*find_shared_format_losses(parts), *load().format_losses(concepts)]

    return FormatWriter(write, format_losses, write_all, format_losses_of_all)


def _report_progress(concepts: Iterable[Concept], progress: Progress, total: int) -> Iterator[Concept]:
    """Yield the concepts and report progress; `total` is their approximate number."""
    for number, concept in enumerate(concepts):
        if number % _CONCEPTS_A_STEP == 0:
            progress.step(min(number, total), total)
        yield concept


TBX = FileFormat(
    "tbx",
    FormatTitle.TBX(),
    (".tbx",),
    _reader(_read_tbx),
    _writer(_tbx, joins_synonyms=True),
    recognizes=partial(_has_root, "tbx"),
    multilingual_title=FormatTitle.MULTILINGUAL_TBX(),
    other_forms=((FormatTitle.TBX_OLDER(), FileForm(is_older_tbx=True)),),
)
TMX = FileFormat(
    "tmx",
    FormatTitle.TMX(),
    (".tmx",),
    _reader(_read_tmx, is_memory=True),
    _writer(_tmx),
    recognizes=partial(_has_root, "tmx"),
    multilingual_title=FormatTitle.MULTILINGUAL_TMX(),
)
MULTITERM = FileFormat(
    "multiterm",
    "MultiTerm XML",
    (),
    _reader(_read_multiterm),
    _writer(_multiterm, joins_synonyms=True),
    recognizes=partial(_has_root, "multiterm"),
    multilingual_title=FormatTitle.MULTILINGUAL_MULTITERM(),
    own_ending=".xml",
)
XLIFF = FileFormat(
    "xliff",
    "XLIFF",
    (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff", ".txlf"),
    _reader(_read_xliff, is_memory=True),
    recognizes=partial(_has_root, "xliff"),
)
OTHER_XML = FileFormat("xml", "XML", (".xml",), _reader(_read_other_xml), has_common_ending=True)
