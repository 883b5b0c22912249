"""The paragraphs of a DOCX file as plain texts."""

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
    """The texts of the body, in order, those of tables and text boxes among them. Deleted text is left out.

    Raises UnreadableFile where it is no such file, or unpacks to more than a document has.
    """
    try:
        with closing(SpreadsheetPackage(path)) as package:
            root = package.root(_BODY)
    except UnreadableFile as error:
        # Its own words send the user to a spreadsheet program.
        raise UnreadableFile(error.message, path=str(path), remedy=FileRemedy.SAVE_DOCUMENT()) from None
    return ["".join(_texts(paragraph)) for paragraph in root.iter(_PARAGRAPH)]


def _texts(paragraph: Element) -> Iterator[str]:
    """The text of a paragraph, without the paragraphs of a text box in it."""
    waiting = list(reversed(paragraph))
    while waiting:
        element = waiting.pop()
        if element.tag == _TEXT:
            yield element.text or ""
        elif element.tag in _BREAKS:
            yield _BREAKS[element.tag]
        elif element.tag != _PARAGRAPH:
            waiting.extend(reversed(element))
