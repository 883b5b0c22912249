"""Read sentences from files: plain text, documents, tables, translation memories, XLIFF."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from termdesk.application.glossaries.importing.file_view import ImportChoices
from termdesk.application.glossaries.importing.import_files import look_into
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.language.wrapped_lines import join_wrapped
from termdesk.domain.progress import Progress
from termdesk.domain.spot_check.sentence_set import as_sentences
from termdesk.domain.spot_check.sentence_split import split_sentences
from termdesk.formats.documents.word_paragraphs import read_paragraphs
from termdesk.formats.termbases import xliff_sources
from termdesk.formats.text.encodings import find_encoding
from termdesk.formats.text.text_file import decode_file, read_bytes
from termdesk.messages.spot_check_messages import SpotCheckMessage, SpotCheckRemedy

ENDINGS = (".txt", ".docx", ".csv", ".tsv", ".xlsx", ".ods", ".tmx", *xliff_sources.ENDINGS)


class FileSentences(NamedTuple):
    """The sentences of a file. `notes` say what of the file was not taken."""

    sentences: tuple[str, ...]
    notes: tuple[str, ...] = ()


def read_sentences(progress: Progress, path: Path, pair: LanguagePair) -> FileSentences:
    """Return the sentences of a file in the source language of a pair, without duplicates. For a worker.

    Plain text and documents are split into sentences. In tables and memories, each source is one sentence. Raises
    UnreadableFile, and InvalidInput if the file has no sentences.
    """
    ending, left_out = path.suffix.lower(), 0
    if ending == ".txt":
        found = _split(join_wrapped(_text_of(path, pair).splitlines()), pair)
    elif ending == ".docx":
        found = _split(read_paragraphs(path), pair)
    elif ending in xliff_sources.ENDINGS:
        texts, left_out = xliff_sources.read_sources(path, pair.source, progress=progress)
        found = as_sentences(texts)
    else:
        found, left_out = _sources(progress, path, pair)
    if not found:
        raise InvalidInput(
            SpotCheckMessage.NO_TEXT_IN_FILE(name=path.name, language=pair.source),
            remedy=SpotCheckRemedy.CHOOSE_FILE(),
        )
    return FileSentences(found, (SpotCheckMessage.LEFT_OUT(left_out, name=path.name),) if left_out else ())


def _split(paragraphs: Iterable[str], pair: LanguagePair) -> tuple[str, ...]:
    return as_sentences(sentence for each in paragraphs for sentence in split_sentences(each, pair.source))


def _text_of(path: Path, pair: LanguagePair) -> str:
    data = read_bytes(path)
    return decode_file(data, find_encoding(data, languages=[pair.source]).name, path=path)


def _sources(progress: Progress, path: Path, pair: LanguagePair) -> tuple[tuple[str, ...], int]:
    """Return the sources of a table or memory, and how many rows were left out.

    In a table with one column, each line is a sentence.
    """
    try:
        _, result = look_into(progress, path, ImportChoices(pair=pair))
    except InvalidInput:
        if path.suffix.lower() not in (".csv", ".tsv"):
            raise
        return as_sentences(_text_of(path, pair).splitlines()), 0
    left_out = len(result.rejected_rows) + result.ignored_rows + result.left_out_rows
    return as_sentences(result.entries.sources), left_out
