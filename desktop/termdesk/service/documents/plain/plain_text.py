"""Plain text: every line is translated; line ends and empty lines stay. Lines broken at a width are one text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.domain.language.wrapped_lines import WrappedParagraph, find_paragraphs
from termdesk.service.documents.document import has_words
from termdesk.service.documents.plain.encodings import DecodedText, decode
from termdesk.service.engines.marked_text import MarkedText

_LINE_ENDS = re.compile(r"(\r\n|[\r\n\f\v\x85\u2028\u2029])")
# Line ends within a paragraph; the others separate texts.
_SOFT_ENDS = frozenset({"\r\n", "\r", "\n"})


@dataclass(frozen=True, slots=True)
class _PlainText:
    decoded: DecodedText
    # Lines and line ends as they are, and paragraphs with the line end between their lines.
    parts: Sequence[str | tuple[WrappedParagraph, str]]

    @property
    def texts(self) -> list[MarkedText]:
        found = (part if isinstance(part, str) else part[0].text for part in self.parts)
        return [MarkedText(text) for text in found if has_words(text)]

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        translated = iter(translations)
        written = []
        for part in self.parts:
            if isinstance(part, str):
                written.append(next(translated).text if has_words(part) else part)
            else:
                paragraph, end = part
                written.append(end.join(paragraph.wrap(next(translated).text, target_lang)))
        path.write_bytes(self.decoded.encode("".join(written)))


def read(path: Path, kind: str) -> _PlainText:
    """Read a text file; its lines and paragraphs are the texts. Raises UnreadableDocument."""
    decoded = decode(path.read_bytes())
    chunks = _LINE_ENDS.split(decoded.text)
    return _PlainText(decoded, list(_parts(chunks[::2], [*chunks[1::2], ""])))


def _parts(lines: Sequence[str], ends: Sequence[str]) -> Iterator[str | tuple[WrappedParagraph, str]]:
    paragraphs = {each.start: each for each in find_paragraphs(lines)}
    index = 0
    while index < len(lines):
        paragraph = paragraphs.get(index)
        stop = paragraph.stop if paragraph else index + 1
        if paragraph and _SOFT_ENDS.issuperset(ends[index : stop - 1]):
            yield paragraph, ends[index]
        else:
            stop = index + 1
            yield lines[index]
        yield ends[stop - 1]
        index = stop
