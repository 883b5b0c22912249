"""Reader of UTX, the glossary format of the Asia-Pacific Association for Machine Translation: tab-separated with a
header.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from termdesk.domain.entries.delimited import TAB
from termdesk.domain.errors import UnreadableFile
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.concepts import PairReading
from termdesk.formats.language_labels import language_of
from termdesk.formats.text.plain_glossaries import (
    COMMENT_LINES,
    HEADER_LINES,
    GlossaryReading,
    GlossaryRow,
    beginning_of,
)
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.format_messages import FileNote
from termdesk.messages.row_messages import RowMessage

_SOURCE, _TARGET, _STATUS, _NOTE, _DOMAIN = "src", "tgt", "status", "note", "domain"
_COLUMNS = {
    "src": _SOURCE,
    "source": _SOURCE,
    "tgt": _TARGET,
    "target": _TARGET,
    "term status": _STATUS,
    "tgt:term status": _STATUS,
    "status": _STATUS,
    "comment": _NOTE,
    "src:comment": _NOTE,
    "tgt:comment": _NOTE,
    "note": _NOTE,
    "domain": _DOMAIN,
    "subject": _DOMAIN,
    "subject field": _DOMAIN,
}
# Some fields contain a dash if they are empty.
_NOTHING = frozenset({"", "-"})
_CODE = "[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}"
_LANGUAGES = re.compile(f"(?<![A-Za-z0-9_-])({_CODE}) ?/ ?({_CODE})")
_MOST_TITLES = 1_000
_VERSION = re.compile(r"UTX(?:-S|-Simple)?\s+(\d[\d.]{0,8})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Header:
    """Content of the first lines: the version, the languages, if given, and the column titles."""

    version: str
    pair: LanguagePair | None
    titles: tuple[str, ...]
    line_count: int


def header_of(path: Path) -> Header:
    """Return the header of a file; missing parts are empty. It ends at the first line with column titles."""
    lines = beginning_of(path).splitlines()
    first = lines[0] if lines else ""
    version, codes = _VERSION.search(first), None
    titles: tuple[str, ...] = ()
    count = 0
    for line in lines:
        if not line.startswith("#"):
            break
        count += 1
        # Slashes also occur in dates, addresses and licenses.
        codes = codes or _pair_in(line.partition(":")[0] if count > 1 else line)
        cells = tuple(cell.strip().lstrip("#").strip().casefold() for cell in line.split(TAB))
        if _SOURCE in map(_COLUMNS.get, cells):
            titles = cells
            break
    return Header(version[1].rstrip(".") if version else "", codes, titles, count)


def _pair_in(line: str) -> LanguagePair | None:
    for found in _LANGUAGES.finditer(line[:_MOST_TITLES]):
        source, target = language_of(found[1]), language_of(found[2])
        if source and target:
            return LanguagePair(source, target)
    return None


def read(path: Path, *, encoding: str | None = None, progress: Progress = NoProgress()) -> PairReading:
    """Read a whole file: source and target, status, domain and comments, in the columns that the header names.

    “Approved” is our preferred, “non-standard” our admitted; an unknown status goes to the note. Other columns are
    counted by title. Raises UnreadableFile as `preview_table` does, and if the header names no columns of phrases.
    """
    header = header_of(path)
    kinds = [_COLUMNS.get(title, "") for title in header.titles]
    if _SOURCE not in kinds or _TARGET not in kinds:
        raise UnreadableFile(
            FileMessage.NO_UTX_HEADER(name=path.name), path=str(path), remedy=FileRemedy.WRITE_UTX_HEADER()
        )
    rows = _Rows(header.titles, kinds)
    reading = GlossaryReading(path, encoding).read(rows.row, progress)
    noted = Counter(reading.noted)
    noted[COMMENT_LINES] -= header.line_count
    noted[HEADER_LINES] = header.line_count
    counted = {reason: count for reason, count in noted.items() if count > 0}
    unread: dict[str, int] = {FileNote.COLUMN_NOT_READ(title=title): count for title, count in rows.unread.items()}
    return replace(reading, noted={**counted, **unread})


class _Rows:
    """Converts fields to rows, and counts unsupported fields."""

    def __init__(self, titles: Sequence[str], kinds: Sequence[str]) -> None:
        self.unread: Counter[str] = Counter()
        self._titles = titles
        self._kinds = kinds

    def row(self, fields: Sequence[str]) -> GlossaryRow | str:
        found: dict[str, dict[str, None]] = {kind: {} for kind in (_SOURCE, _TARGET, _STATUS, _NOTE, _DOMAIN)}
        unread = []
        for position, field in enumerate(fields):
            text, kind = field.strip(" "), self._kinds[position] if position < len(self._kinds) else ""
            if kind and text and (kind in (_SOURCE, _TARGET) or text not in _NOTHING):
                found[kind][text] = None
            elif text not in _NOTHING:
                unread.append(
                    self._titles[position][:60] if position < len(self._titles) else FileNote.UNTITLED_COLUMN()
                )
        source, target, status, note, domain = ("\n".join(texts) for texts in found.values())
        if not source or not target:
            return RowMessage.NO_SOURCE() if target else RowMessage.NO_TARGET()
        self.unread.update(unread)
        return GlossaryRow(source, target, note, status=status, domain=domain)
