"""Glossaries as plain text, read line by line, such as those of OmegaT and Wordfast."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from termdesk.domain.entries import delimited
from termdesk.domain.entries.delimited import COMMA, TAB, Record
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.concepts import PairReading, code_of, detail_of
from termdesk.formats.language_labels import languages_in_name
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.formats.text.encodings import Encoding, find_encoding
from termdesk.formats.text.text_file import BAD_BYTES, as_written, decode_file, read_bytes
from termdesk.messages.format_messages import FileNote
from termdesk.messages.row_messages import RowMessage, RowRemedy

COMMENT_LINES = FileNote.COMMENT_LINES()
HEADER_LINES = FileNote.HEADER_LINES()
FURTHER_COLUMNS = FileNote.FURTHER_COLUMNS()
UNIT_FIELDS = FileNote.UNIT_FIELDS()

_STEP = 4_096
_LINE_END = re.compile(r"\r\n|\r|\n")
_WORDFAST_CODE = re.compile("&'([0-9A-Fa-f]{2});")
# Older files have UTX-S, and some have a space after the number sign.
UTX_MARK = re.compile(r"#\s?UTX\b", re.IGNORECASE)
_PO_ENTRY = re.compile(r'^msgid[ \t]*"[^\r\n]*"[ \t]*\r?\n(?:"[^\r\n]*"[ \t]*\r?\n)*msgstr', re.MULTILINE)
_UNIT_DATE = re.compile(r"\d{8}~\d{6}")
# Columns: date, user, use count, source language, source, target language, target, then attributes.
_UNIT_WIDTH = 7
_LOOK_LENGTH = 65_536
_MOST_LINES_SEEN = 200


@dataclass(frozen=True, slots=True)
class GlossaryRow:
    """Content of one line; `noted` names content that is not imported, empty if there is none."""

    source: str
    target: str
    note: str
    noted: str = ""
    status: str = ""
    domain: str = ""


# Returns the rows for the fields of a line, a rejection reason, or None if they belong to another pair.
RowOf: TypeAlias = Callable[[Sequence[str]], GlossaryRow | list[GlossaryRow] | str | None]


def is_utx(text: str, ending: str) -> bool:
    """Return whether a file is UTX, by its start or its extension."""
    return ending == ".utx" or bool(UTX_MARK.match(_first_line(text)))


def is_po(text: str, ending: str) -> bool:
    """Return whether a file is a gettext catalog, by its start or its extension."""
    return ending == ".po" or (TAB not in _first_line(text) and bool(_PO_ENTRY.search(text)))


def is_wordfast(text: str, _ending: str) -> bool:
    """Return whether the start of a file is a Wordfast memory, or contains codes of Wordfast."""
    return _is_memory(text) or bool(_WORDFAST_CODE.search(text))


def is_omegat(text: str, ending: str) -> bool:
    """Return whether a file looks like a glossary of OmegaT: by its extension, or by comments."""
    return ending == ".utf8" or _is_comment(_first_line(text)) or (ending == ".tab" and _has_few_comments(text))


def is_ding(text: str, _ending: str) -> bool:
    """Return whether the start of a file is a Ding dictionary: most lines have two sides separated by `::`."""
    lines = [line for line in text.splitlines()[:_MOST_LINES_SEEN] if line.strip() and not line.startswith("#")]
    return bool(lines) and sum(line.count(" :: ") == 1 and TAB not in line for line in lines) * 10 >= len(lines) * 9


def _is_comment(line: str) -> bool:
    # A phrase may also start with the number sign, but then its translation is on the same line.
    return line.startswith("#") and TAB not in line


def _has_few_comments(text: str) -> bool:
    """Return whether some lines are comments, or some rows have a comment after source and target,
    but most have none.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    tabs = Counter(line.count(TAB) for line in lines)
    return any(map(_is_comment, lines)) or 0 < tabs[2] < tabs[1]


def _first_line(text: str) -> str:
    return text.lstrip("\r\n").partition("\n")[0]


def pair_of_memory(path: Path) -> LanguagePair | None:
    """Return the pair of the first unit of a memory; None for a glossary."""
    for line in beginning_of(path).splitlines():
        fields = line.split(TAB)
        if _UNIT_DATE.match(line) and len(fields) >= _UNIT_WIDTH:
            return LanguagePair(code_of(fields[3]), code_of(fields[5]))
    return None


def encoding_of(path: Path, settled: str | None, languages: Sequence[str] = ()) -> Encoding:
    """Return the encoding; known `languages` help to guess it. Raises UnreadableFile as `preview_table`."""
    if settled:
        return Encoding(settled, is_certain=True)
    return find_encoding(read_bytes(path), languages=languages or languages_in_name(path.stem))


def beginning_of(path: Path) -> str:
    """Return the first part of a file, in which only ASCII is reliable; empty if it cannot be opened."""
    try:
        # Reading a pipe or device would block, or never end.
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            data = file.read(_LOOK_LENGTH)
    except OSError:
        return ""
    found = find_encoding(data)
    return data.decode(found.name if found.is_certain else "latin-1", "replace").removeprefix("\ufeff")


def _is_memory(text: str) -> bool:
    first = text.partition("\n")[0]
    return bool(_UNIT_DATE.match(first)) or (first.startswith("%") and first.count(TAB + "%") >= _UNIT_WIDTH - 2)


def read_omegat(path: Path, *, encoding: str | None = None, progress: Progress = NoProgress()) -> PairReading:
    """Read an OmegaT glossary: source, target and comment, separated by tabs, or by commas with quotes in a `.csv`
    file.

    Lines that start with # are comments, and counted. Spaces around a phrase are removed. Further columns go to the
    note. `encoding` is used if the bytes do not prove one; without it, the most likely one is used. Raises
    UnreadableFile as `preview_table` does.
    """
    reading = GlossaryReading(path, encoding)
    is_csv = path.suffix.casefold() == ".csv"
    return reading.read(_glossary_row, progress, separator=COMMA if is_csv else TAB, quoting=is_csv)


def read_wordfast(
    path: Path, *, pair: LanguagePair | None = None, encoding: str | None = None, progress: Progress = NoProgress()
) -> PairReading:
    """Read a Wordfast glossary or translation memory in text form.

    A glossary has source, target and comments, separated by tabs. A memory starts with a line of `%` fields, and has
    its phrases in the fifth and seventh column; units of another `pair` are ignored and counted. Codes such as `&'0A;`
    become their characters. Otherwise as `read_omegat`.
    """
    reading = GlossaryReading(path, encoding)
    if _is_memory(reading.text[:_LOOK_LENGTH]):
        return reading.read(lambda fields: _unit_row(fields, pair), progress, header_mark="%")
    return reading.read(_wordfast_row, progress)


class GlossaryReading:
    """Reads a file line by line, and accounts for every line."""

    def __init__(self, path: Path, encoding: str | None) -> None:
        data = read_bytes(path)
        self._encoding = encoding or find_encoding(data, languages=languages_in_name(path.stem)).name
        self.text = decode_file(data, self._encoding, path=path).removeprefix("\ufeff")
        self._text_lines = _LINE_END.split(self.text.removesuffix("\n").removesuffix("\r"))
        self._entries = Entries()
        self._lines = array("L")
        self._rejected_rows: list[RejectedRow] = []
        self._details: dict[int, EntryDetail] = {}
        self._noted: Counter[str] = Counter()
        self._ignored = 0

    def read(
        self, row_of: RowOf, progress: Progress, *, separator: str = TAB, quoting: bool = False, header_mark: str = ""
    ) -> PairReading:
        """Read the whole file; `row_of` converts the fields of each line to a row, or returns why it cannot."""
        total, used = len(self._text_lines), 0
        for number, record in enumerate(delimited.records(self.text, separator=separator, quoting=quoting), start=1):
            if number % _STEP == 0:
                progress.step(record.line, total)
            original = "\n".join(self._text_lines[record.line - 1 : record.line - 1 + record.line_count])
            if not original.strip():
                continue
            used += record.line_count
            if original.startswith("#"):
                self._noted[COMMENT_LINES] += 1
            elif header_mark and original.startswith(header_mark):
                self._noted[HEADER_LINES] += 1
            else:
                self._take(record, original, row_of)
        entries = Entries(self._entries.sources, self._entries.targets)
        entries.details = self._details
        result = ReadResult(entries, self._lines, tuple(self._rejected_rows), self._ignored, blank_lines=total - used)
        return PairReading(result, dict(self._noted))

    def _take(self, record: Record, original: str, row_of: RowOf) -> None:
        if BAD_BYTES.search(original):
            self._fail(record, original, RowMessage.BAD_BYTES(encoding=self._encoding), RowRemedy.CHOOSE_ENCODING())
            return
        if record.rejection:
            self._fail(record, original, record.rejection.reason, record.rejection.remedy)
            return
        row = row_of(record.fields)
        if isinstance(row, str):
            self._fail(record, original, row, RowRemedy.ONE_LINE())
        elif row is None:
            self._ignored += 1
        else:
            for each in [row] if isinstance(row, GlossaryRow) else row:
                self._keep(record, each)

    def _keep(self, record: Record, row: GlossaryRow) -> None:
        if detail := detail_of(row.status, row.note, row.domain):
            self._details[len(self._lines)] = detail
        self._entries.sources.append(row.source)
        self._entries.targets.append(row.target)
        self._lines.append(record.line)
        self._noted.update([row.noted] if row.noted else [])

    def _fail(self, record: Record, original: str, reason: str, remedy: str) -> None:
        source, target, *_ = [*record.fields, "", ""]
        number = len(self._lines) + len(self._rejected_rows) + self._ignored + 1
        self._rejected_rows.append(
            RejectedRow(record.line, number, 0, reason, remedy, as_written(original, self._encoding), (source, target))
        )


def _glossary_row(fields: Sequence[str]) -> GlossaryRow | str:
    if len(fields) < 2:
        return RowMessage.NO_SECOND_COLUMN()
    # Both tools ignore spaces around a phrase.
    source, target = fields[0].strip(" "), fields[1].strip(" ")
    if not source or not target:
        return RowMessage.NO_SOURCE() if target else RowMessage.NO_TARGET()
    notes = [text for field in fields[2:] if (text := field.strip(" "))]
    return GlossaryRow(source, target, "\n".join(notes), FURTHER_COLUMNS if any(fields[3:]) else "")


def _wordfast_row(fields: Sequence[str]) -> GlossaryRow | str:
    return _glossary_row([_without_codes(field) for field in fields])


def _unit_row(fields: Sequence[str], pair: LanguagePair | None) -> GlossaryRow | str | None:
    if len(fields) < _UNIT_WIDTH:
        return RowMessage.UNIT_TOO_SHORT(len(fields), needed=_UNIT_WIDTH)
    codes = LanguagePair(code_of(fields[3]), code_of(fields[5]))
    if pair and codes != pair and codes.roots != pair:
        return None
    row = _glossary_row([_without_codes(fields[4]), _without_codes(fields[6])])
    return row if isinstance(row, str) else replace(row, noted=UNIT_FIELDS)


def _without_codes(field: str) -> str:
    return _WORDFAST_CODE.sub(lambda code: bytes([int(code[1], 16)]).decode("cp1252", "replace"), field)
