"""TSV and CSV files: reading row by row, so that a bad row does not affect others, and writing without changes."""

from __future__ import annotations

import codecs
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path

from termdesk.domain.chunks import chunks
from termdesk.domain.entries import delimited
from termdesk.domain.entries.delimited import COMMA, TAB, Record, Rejection
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress, Progress
from termdesk.formats.language_labels import language_of
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.formats.text.encodings import decode_lines
from termdesk.formats.text.layout import Layout
from termdesk.formats.text.text_file import BAD_BYTES, as_written, decode_file, read_bytes
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.format_messages import FormatLoss
from termdesk.messages.row_messages import RowMessage, RowRemedy

_LINE_END = re.compile(r"\r\n|\r|\n")
_SURROGATE = re.compile("[\ud800-\udfff]")
_STEP = 4_096
_AT_ONCE_CHARACTERS = 512 * 1024


def read(path: Path, layout: Layout, *, progress: Progress = NoProgress()) -> ReadResult:
    """Read a whole file with its layout. `progress` may cancel with `Stopped`.

    Entries are read unchanged even if they violate the rules for entries. Lines that are not entries are rejected, each
    with its number, reason and text. Raises UnreadableFile as `preview_table` does.
    """
    data = read_bytes(path)
    if layout.is_plain_pair and (result := _read_clean(data, layout, progress)):
        return result
    return _DelimitedReader(decode_file(data, layout.encoding, path=path), layout).read(progress)


def read_pairs(path: Path, layouts: Sequence[Layout], *, progress: Progress = NoProgress()) -> list[ReadResult]:
    """Read several pairs from a multilingual file in one pass; otherwise as `read`.

    The layouts may differ only in their columns and pairs.
    """
    text = decode_file(read_bytes(path), layouts[0].encoding, path=path)
    found = list(delimited.records(text, separator=layouts[0].separator, quoting=layouts[0].quoting))
    return [_DelimitedReader(text, layout).read(progress, found) for layout in layouts]


def format_losses(entries: Entries) -> Iterator[str]:
    """Return messages about what a file with two columns loses."""
    if details := sum(1 for each in entries.details.values() if not each.is_forbidden):
        yield FormatLoss.DETAILS(details)
    if forbidden := len(entries.forbidden_ids()):
        yield FormatLoss.FORBIDDEN(count=forbidden)
    if synonyms := len(entries.synonym_ids()):
        yield FormatLoss.SYNONYMS(synonyms)


def tsv(entries: Entries) -> Iterator[bytes]:
    """Write a TSV file in chunks: UTF-8, LF, no header, quotes only if needed; without forbidden entries.

    Raises InvalidInput, naming the row, if a phrase has a lone surrogate, which files cannot contain.
    """
    return _encode(entries, TAB)


def csv(entries: Entries, *, separator: str = COMMA, with_mark: bool = False) -> Iterator[bytes]:
    """Write a CSV file in chunks, without changes to the entries; raises as `tsv` does.

    `with_mark` writes a byte order mark, without which spreadsheet programs do not recognize UTF-8.
    """
    if with_mark:
        yield codecs.BOM_UTF8
    yield from _encode(entries, separator)


def _encode(entries: Entries, separator: str) -> Iterator[bytes]:
    if entries.details:
        entries = entries.copy_published_part()
    try:
        for block in delimited.blocks(entries, separator=separator):
            yield block.encode()
    except UnicodeEncodeError:
        row = next(row for row, pair in enumerate(entries) if _SURROGATE.search(pair[0] + pair[1]))
        raise InvalidInput(FileMessage.SURROGATE_IN_ROW(row=row + 1), remedy=FileRemedy.TYPE_CHARACTER()) from None


def _read_clean(data: bytes, layout: Layout, progress: Progress) -> ReadResult | None:
    """Read a file with nothing but entries in a fast way; None if something in it must be reported.

    The whole text is never in memory: joining 10 MB takes as long as parsing them, and blocks the window.
    """
    found = delimited.ParsedColumns()
    skipped = to_skip = layout.has_separator_line + layout.has_header
    line_count = done = 0
    try:
        for text in decode_lines(data, layout.encoding):
            progress.step(done, len(data))
            done += len(text)
            start = 0
            while to_skip and start < len(text):
                start = text.find("\n", start) + 1 or len(text)
                to_skip -= 1
            if '"' in text[:start] or ("\r" in text and text.count("\r") != text.count("\r\n")):
                return None
            body = text[start:]
            found.add(body, separator=layout.separator, quoting=layout.quoting)
            line_count += body.count("\n") + (not body.endswith("\n") and bool(body))
    except (LookupError, *delimited.NOT_CLEAN):
        return None
    # Empty lines, and line ends inside quotes, only add lines. Equal counts mean that there are neither.
    if line_count != len(found):
        return None
    return ReadResult(found.entries(), range(skipped + 1, skipped + 1 + line_count))


def _has_bad_bytes(text: str) -> bool:
    # Encoding fails at the first bad byte, and is five times as fast as searching for one.
    try:
        for chunk in chunks(len(text), _AT_ONCE_CHARACTERS):
            text[chunk].encode()
    except UnicodeEncodeError:
        return True
    return False


# Cached, because a file read with the wrong layout has a million such rows.
@lru_cache(maxsize=256)
def _too_few(count: int, needed: int) -> Rejection:
    return Rejection(RowMessage.TOO_FEW_COLUMNS(count, needed=needed), 0, RowRemedy.ONE_LINE())


@lru_cache(maxsize=256)
def _too_many(count: int, expected: int) -> Rejection:
    return Rejection(RowMessage.TOO_MANY_COLUMNS(count, expected=expected), 0, RowRemedy.REMOVE_SEPARATOR())


class _DelimitedReader:
    """Reads a file row by row, and accounts for every line."""

    def __init__(self, text: str, layout: Layout) -> None:
        self._layout = layout
        self._text = text
        self._text_lines = _LINE_END.split(text.removesuffix("\n").removesuffix("\r"))
        self._has_bad_bytes = _has_bad_bytes(text)
        # Fast path for most files: a row with the right number of columns needs no further checks.
        self._trusts_rows = not (self._has_bad_bytes or layout.code_columns or layout.has_many_languages)
        self._sources: list[str] = []
        self._targets: list[str] = []
        self._lines = array("L")
        self._rejected_rows: list[RejectedRow] = []
        self._details: dict[int, EntryDetail] = {}
        self._has_details = layout.has_details
        self._ignored = self._unfinished = 0

    def read(self, progress: Progress, found: Iterable[Record] | None = None) -> ReadResult:
        """Read the records of the text; `found` are the records if they were parsed before."""
        layout, total = self._layout, len(self._text_lines)
        skipped = layout.has_separator_line + layout.has_header
        used = 0
        if found is None:
            found = delimited.records(self._text, separator=layout.separator, quoting=layout.quoting)
        for row, record in enumerate(found, start=1 - skipped):
            if row % _STEP == 0:
                progress.step(record.line, total)
            used += record.line_count
            if row > 0:
                self._take(record, row)
        entries = Entries.take(self._sources, self._targets)
        entries.details = self._details
        return ReadResult(
            entries, self._lines, tuple(self._rejected_rows), self._ignored, total - used, self._unfinished
        )

    def _take(self, record: Record, row: int) -> None:
        is_sound = self._trusts_rows and not record.rejection and len(record.fields) == self._layout.column_count
        if is_sound:
            self._keep(record)
        elif rejection := record.rejection or self._rejection_of(record.fields):
            self._rejected_rows.append(self._make_rejected_row(record, row, rejection))
        elif self._is_of_pair(record.fields):
            self._keep(record)
        else:
            self._ignored += 1

    def _keep(self, record: Record) -> None:
        if self._has_details:
            fields = record.fields

            def cell(position: int) -> str:
                return fields[position] if position < len(fields) else ""

            if self._layout.detail_columns.is_unfinished(cell):
                self._unfinished += 1
                return
            if detail := self._layout.detail_columns.detail(cell):
                self._details[len(self._lines)] = detail
        self._sources.append(record.fields[self._layout.source_column])
        self._targets.append(record.fields[self._layout.target_column])
        self._lines.append(record.line)

    def _rejection_of(self, fields: Sequence[str]) -> Rejection | None:
        layout = self._layout
        needed = max(layout.source_column, layout.target_column) + 1
        if len(fields) < needed:
            return _too_few(len(fields), needed)
        if len(fields) > layout.column_count and any(field.strip(" ") for field in fields[layout.column_count :]):
            return _too_many(len(fields), layout.column_count)
        if self._has_bad_bytes and any(BAD_BYTES.search(field) for field in fields):
            return Rejection(RowMessage.BAD_BYTES(encoding=layout.encoding), 0, RowRemedy.CHOOSE_ENCODING())
        return None

    def _is_of_pair(self, fields: Sequence[str]) -> bool:
        if self._layout.has_many_languages and not self._has_both_phrases(fields):
            return False
        pair = self._layout.pair
        if not pair or not self._layout.code_columns:
            return True
        codes = [fields[position] for position in self._layout.code_columns if position < len(fields)]
        return delimited.names_pair([language_of(code) or code for code in codes], pair)

    def _has_both_phrases(self, fields: Sequence[str]) -> bool:
        return bool(fields[self._layout.source_column] and fields[self._layout.target_column])

    def _make_rejected_row(self, record: Record, row: int, rejection: Rejection) -> RejectedRow:
        original = self._original(record.line - 1, record.line_count)
        return RejectedRow(
            record.line,
            row,
            rejection.column,
            rejection.reason,
            rejection.remedy,
            as_written(original, self._layout.encoding),
            self._salvage(original if record.rejection else None, record.fields),
        )

    def _original(self, first: int, count: int) -> str:
        """Return lines of the file as written, including the line ends between them."""
        if count == 1:
            return self._text_lines[first]
        ends = [each.span() for each in islice(_LINE_END.finditer(self._text), first + count)]
        start = ends[first - 1][1] if first else 0
        stop = ends[first + count - 1][0] if len(ends) == first + count else len(self._text)
        return self._text[start:stop]

    def _salvage(self, rejected_line: str | None, fields: Sequence[str]) -> tuple[str, str]:
        """Return the text of a rejected row for the grid: the phrases in their columns, without losing any text."""
        layout = self._layout
        if rejected_line is not None:
            fields = rejected_line.split(layout.separator)
        if layout.column_count == 2:
            fields = [*fields[:1], layout.separator.join(fields[1:])]
        padded = [*fields, *[""] * (max(layout.source_column, layout.target_column) + 1 - len(fields))]
        return padded[layout.source_column], padded[layout.target_column]
