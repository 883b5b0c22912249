"""Presentations: slides with tables and groups, notes, charts, diagrams, and the texts of slide masters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from termdesk.service.documents.office.drawings import DRAWING_TYPES, drawing_format, paragraphs
from termdesk.service.documents.office.paragraphs import OfficeDocument, office_document
from termdesk.service.documents.xml_files import Element

P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_SLIDES = ("presentationml.slide+xml", "presentationml.notesSlide+xml")
_MASTERS = ("presentationml.slideMaster+xml", "presentationml.slideLayout+xml")

_MAIN = "presentationml.presentation.main+xml"


def read(path: Path, kind: str) -> OfficeDocument:
    """Read a PowerPoint presentation. Raises UnreadableDocument."""
    every = drawing_format()
    return office_document(
        path, _MAIN, {_SLIDES: every, _MASTERS: drawing_format(_on_every_slide), DRAWING_TYPES: every}
    )


def _on_every_slide(root: Element) -> Iterator[Element]:
    """Yield the texts of visible shapes on masters. Placeholders only prompt the author, in the program's language."""
    for shape in root.iter(f"{{{P}}}sp"):
        if shape.find(f"{{{P}}}nvSpPr/{{{P}}}nvPr/{{{P}}}ph") is None:
            yield from paragraphs(shape)
