"""Plain text: every line is translated; line ends and empty lines stay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.service.documents.document import has_words
from termdesk.service.documents.plain.encodings import DecodedText, decode
from termdesk.service.engines.marked_text import MarkedText

_LINE_ENDS = re.compile(r"(\r\n|[\r\n\f\v\x85\u2028\u2029])")


@dataclass(frozen=True, slots=True)
class _PlainText:
    decoded: DecodedText
    lines: Sequence[str]

    @property
    def texts(self) -> list[MarkedText]:
        return [MarkedText(line) for line in self.lines if has_words(line)]

    def write(self, path: Path, translations: Sequence[MarkedText], *, target_lang: str) -> None:
        translated = iter(translations)
        lines = (next(translated).text if has_words(line) else line for line in self.lines)
        path.write_bytes(self.decoded.encode("".join(lines)))


def read(path: Path, kind: str) -> _PlainText:
    """Read a text file; its lines are the texts. Raises UnreadableDocument."""
    decoded = decode(path.read_bytes())
    return _PlainText(decoded, _LINE_ENDS.split(decoded.text))
