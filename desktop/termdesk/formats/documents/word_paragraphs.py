"""Reader of the paragraphs of DOCX files as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from termdesk.domain.errors import UnreadableFile
from termdesk.formats.spreadsheets.spreadsheet_package import Element, SpreadsheetPackage
from termdesk.messages.file_messages import FileRemedy

_BODY = "word/document.xml"
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARAGRAPH, _TEXT = f"{_WORD}p", f"{_WORD}t"
_BREAKS = {f"{_WORD}tab": "\t", f"{_WORD}br": "\n", f"{_WORD}cr": "\n", f"{_WORD}noBreakHyphen": "‑"}


def read_paragraphs(path: Path) -> list[str]:
    """Return the texts of the body in order, including tables and text boxes; deleted text is left out.

    Raises UnreadableFile if the file is not a DOCX file, or unpacks to more than a real document.
    """
    try:
        with closing(SpreadsheetPackage(path)) as package:
            root = package.root(_BODY)
    except UnreadableFile as error:
        # The original message recommends a spreadsheet program.
        raise UnreadableFile(error.message, path=str(path), remedy=FileRemedy.SAVE_DOCUMENT()) from None
    return ["".join(_texts(paragraph)) for paragraph in root.iter(_PARAGRAPH)]


def _texts(paragraph: Element) -> Iterator[str]:
    """Return the text of a paragraph without the paragraphs of text boxes in it."""
    waiting = list(reversed(paragraph))
    while waiting:
        element = waiting.pop()
        if element.tag == _TEXT:
            yield element.text or ""
        elif element.tag in _BREAKS:
            yield _BREAKS[element.tag]
        elif element.tag != _PARAGRAPH:
            waiting.extend(reversed(element))
