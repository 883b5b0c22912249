"""A document as a list of texts to translate, and how it is written with their translations."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.engines.marked_text import MarkedText

# Each module has `read(path) -> ReadDocument` and is imported on first use, in the child process.
_READERS = {
    "txt": "plain.plain_text",
    "html": "markup.markup_files",
    "xml": "markup.markup_files",
    "json": "plain.json_strings",
    "srt": "plain.subtitles",
    "xliff": "markup.xliff",
    "docx": "office.word",
    "pptx": "office.slides",
    "xlsx": "office.sheets",
    "dita": "markup.dita",
    "idml": "office.indesign",
}


class ReadDocument(Protocol):
    """A document that was read. Reading it again gives the same texts in the same order.

    `write` takes one translation for each text, with the same span indexes, and the target language's code.
    """

    @property
    def texts(self) -> Sequence[MarkedText]:
        """The texts to translate, in the order of the document."""

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        """Write the document with these translations, one for each text and in the same order."""


def read(path: Path, kind: str, *, name: str) -> ReadDocument:
    """Read a document. `name` is the original file name, for messages. Raises UnreadableDocument."""
    module = importlib.import_module(f"termdesk.service.documents.{_READERS[kind]}")
    try:
        document: ReadDocument = module.read(path, kind)
    except UnreadableDocument as error:
        raise UnreadableDocument(f"{name}: {error.message}", remedy=error.remedy) from None
    return document


def has_words(text: str) -> bool:
    """Whether there is anything to translate."""
    return any(character.isalpha() for character in text)
