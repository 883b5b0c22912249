"""HTML and XML files: texts are translated, also those that attributes of HTML show. Other markup stays as written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.document import ReadDocument
from termdesk.service.documents.markup.dita import read_dita
from termdesk.service.documents.markup.html_attributes import attribute_texts, replace_attributes
from termdesk.service.documents.markup.xml_text import decode_xml
from termdesk.service.documents.plain.encodings import DecodedText, decode
from termdesk.service.engines.marked_text import MarkedText
from termdesk.service.markup.markup_translation import Markup, read_markup
from termdesk.service.markup.options import Kind, MalformedMarkup, MarkupOptions
from termdesk.service.markup.segments import Segment

_HTML_ENCODING = re.compile(rb"""<meta[^>]{0,200}?\scharset\s*=\s*["']?([\w.-]{1,40})""", re.IGNORECASE)
# Browsers look for it in this part of the file.
_HEAD_BYTES = 1024
_DITA = re.compile(r"<!DOCTYPE[^>]{1,200}//DTD DITA|\sDITAArchVersion\s*=")


@dataclass(frozen=True, slots=True)
class _MarkupFile:
    """The texts between the tags, then those of attributes. The tags of a translation are those of the source."""

    decoded: DecodedText
    markup: Markup
    attributes: Sequence[str] | None

    @property
    def texts(self) -> list[MarkedText]:
        between = [part.marked for part in self.markup.parts if isinstance(part, Segment)]
        return [*between, *map(MarkedText, self.attributes or ())]

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        translated = iter(translations)
        parts = [part.write(next(translated)) if isinstance(part, Segment) else part for part in self.markup.parts]
        text = "".join(parts)
        if self.attributes is not None:
            # Translated after the rest, because words may have moved with their tags.
            new = {old: each.text for old, each in zip(self.attributes, translated, strict=True)}
            text = replace_attributes(text, new, target_lang=target_lang)
        path.write_bytes(self.decoded.encode(text, otherwise="xmlcharrefreplace"))


def read(path: Path, kind: str) -> ReadDocument:
    """Read an HTML or XML file. Raises UnreadableDocument."""
    data = path.read_bytes()
    if kind == "html":
        found = _HTML_ENCODING.search(data[:_HEAD_BYTES])
        decoded = decode(data, declared=found.group(1).decode().lower() if found else "")
    else:
        decoded = decode_xml(data)
        if _DITA.search(decoded.text[:_HEAD_BYTES]):
            return read_dita(decoded)
    try:
        markup = read_markup(decoded.text, kind=cast(Kind, kind), options=MarkupOptions(divides_items=True))
    except MalformedMarkup as error:
        raise UnreadableDocument(error.message, remedy="Correct the document and send it again.") from None
    return _MarkupFile(decoded, markup, attribute_texts(decoded.text) if kind == "html" else None)
