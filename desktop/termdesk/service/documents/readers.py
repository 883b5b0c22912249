"""Reads a document of any kind. The module of each kind is imported on first use, in the child process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.document import ReadDocument


def read(path: Path, kind: str, *, name: str) -> ReadDocument:
    """Read a document. `name` is the original file name, for messages. Raises UnreadableDocument."""
    try:
        return _reader(kind)(path, kind)
    except UnreadableDocument as error:
        raise UnreadableDocument(f"{name}: {error.message}", remedy=error.remedy) from None


def _reader(kind: str) -> Callable[[Path, str], ReadDocument]:
    match kind:
        case "txt":
            from termdesk.service.documents.plain import plain_text

            return plain_text.read
        case "html" | "xml":
            from termdesk.service.documents.markup import markup_files

            return markup_files.read
        case "json":
            from termdesk.service.documents.plain import json_strings

            return json_strings.read
        case "srt":
            from termdesk.service.documents.plain import subtitles

            return subtitles.read
        case "xliff":
            from termdesk.service.documents.markup import xliff

            return xliff.read
        case "docx":
            from termdesk.service.documents.office import word

            return word.read
        case "pptx":
            from termdesk.service.documents.office import slides

            return slides.read
        case "xlsx":
            from termdesk.service.documents.office import sheets

            return sheets.read
        case "dita":
            from termdesk.service.documents.markup import dita

            return dita.read
        case "idml":
            from termdesk.service.documents.office import indesign

            return indesign.read
    raise KeyError(kind)
