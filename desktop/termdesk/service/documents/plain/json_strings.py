"""JSON: string values are translated; keys, order, numbers and white space stay as written."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.service.document_kinds import UnreadableDocument
from termdesk.service.documents.document import has_words
from termdesk.service.documents.plain.encodings import DecodedText, decode
from termdesk.service.engines.marked_text import MarkedText, Span

# In well-formed JSON, quotes occur only around strings.
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_IS_KEY = re.compile(r"\s*:")
# Placeholders of programs: {name}, {{name}}, ${name}, %s, %1$s, %(name)s; and tags.
_PLACEHOLDER = re.compile(r"\$?\{\{?[^{}\s]{1,60}\}?\}|%(?:\(\w{1,40}\)|\d{1,2}\$)?[sdif@]\b|</?[A-Za-z][^<>]{0,200}>")
_ADDRESS = re.compile(r"\s*(?:[a-z][a-z0-9+.-]{1,20}://|mailto:|www\.)\S+\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Json:
    decoded: DecodedText
    chunks: Sequence[str]
    """The file in order: at even indexes what stays, and at odd indexes the strings to translate, in quotes."""

    @property
    def texts(self) -> list[MarkedText]:
        return [_mark_text(json.loads(chunk)) for chunk in self.chunks[1::2]]

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        chunks = list(self.chunks)
        for number, translation in enumerate(translations):
            old = chunks[2 * number + 1]
            # A pure ASCII file stays ASCII, for readers that support nothing else.
            chunks[2 * number + 1] = json.dumps(translation.text, ensure_ascii=self.decoded.text.isascii())
            if json.loads(old) == translation.text:
                chunks[2 * number + 1] = old
        path.write_bytes(self.decoded.encode("".join(chunks)))


def read(path: Path, kind: str) -> _Json:
    """Read a JSON file; its string values are the texts. Raises UnreadableDocument."""
    decoded = decode(path.read_bytes())
    try:
        json.loads(decoded.text)
    except (ValueError, RecursionError) as error:
        raise UnreadableDocument(f"It is not JSON: {error}.", remedy="Correct that place.") from None
    chunks, position = [], 0
    for match in _STRING.finditer(decoded.text):
        value = json.loads(match.group())
        if _IS_KEY.match(decoded.text, match.end()) or not has_words(value) or _ADDRESS.fullmatch(value):
            continue
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise UnreadableDocument(
                f"A string at character {match.start() + 1:,} contains a damaged character.",
                remedy="Correct that place.",
            )
        chunks += [decoded.text[position : match.start()], match.group()]
        position = match.end()
    return _Json(decoded, [*chunks, decoded.text[position:]])


def _mark_text(text: str) -> MarkedText:
    found = _PLACEHOLDER.finditer(text)
    return MarkedText(text, tuple(Span(match.start(), match.end(), None, is_protected=True) for match in found))
