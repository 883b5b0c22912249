"""Read and write entries as delimited text: TSV and CSV exactly as the interface defines them.

One entry for each line, source phrase first. With quoting, a phrase that contains a double quote, the separator or a
line break is enclosed in double quotes, and double quotes inside are doubled; any phrase may be quoted. Without quoting
(the vendor's TSV) a quote is an ordinary character.

Lines end at CR, LF or CR LF only: `str.splitlines` would also split at U+2028, U+0085 and vertical tabs. Empty lines
are skipped.

Clean texts are parsed fast, whole blocks at C speed. The fast parser gives up at the first irregularity; `records` then
parses carefully, knows its position, and continues after a broken line.
"""

from __future__ import annotations

import contextlib
import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from termdesk.domain.chunks import chunks, use_texts
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, MalformedText
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.progress import NoProgress, Progress
from termdesk.messages.row_messages import RowMessage, RowRemedy

TAB, COMMA = "\t", ","

_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTED_FIELD = re.compile(r'"([^"]*+(?:""[^"]*+)*)"(?!")')

# Large enough that C does most of the work, small enough for the processor's cache and for blocks below 5 ms.
_BLOCK_CHARACTERS = 65_536
_BLOCK_ROWS = 4_096
# Lists for more rows at once would make Python's garbage collector traverse the whole program.
_ROWS_AT_ONCE = 500


class Rejection(NamedTuple):
    """Why a line is not delimited text. `column` counts characters of the record from 1; 0 if unknown."""

    reason: str
    column: int
    remedy: str


class Record(NamedTuple):
    """One record of a text: its first line (from 1) and its fields, or why its line was rejected."""

    line: int
    fields: Sequence[str]
    line_count: int = 1
    rejection: Rejection | None = None


# So many rows around its place a row is searched in similar entries.
_MOST_SHIFTED = 500
# What `ParsedColumns.add` raises if the text needs the careful parser.
NOT_CLEAN = (csv.Error, ValueError)


class ParsedColumns:
    """The columns of a text that is parsed fast, part by part."""

    def __init__(self, like: Entries | None = None) -> None:
        """`like` are entries of about the same rows: their text objects are used for equal texts, to save memory."""
        self._sources: list[str] = []
        self._targets: list[str] = []
        self._like = like
        # How many rows further the same rows are in `like`.
        self._shift = 0

    def __len__(self) -> int:
        return len(self._sources)

    def add(self, text: str, *, separator: str = TAB, quoting: bool = True) -> None:
        """Parse one more part, which ends at a line end. Raises one of `NOT_CLEAN`."""
        for first, stop in blocks_of_lines(text):
            block = text[first:stop]
            columns = _read_quoted_columns if quoting and '"' in block else _read_plain_columns
            sources, targets = columns(block, separator)
            if self._like is not None and sources:
                sources, targets = self._with_known_texts(self._like, sources, targets)
            self._sources += sources
            self._targets += targets

    def _with_known_texts(self, like: Entries, sources: list[str], targets: list[str]) -> tuple[list[str], list[str]]:
        first = len(self._sources) + self._shift
        # The rows of `like` may be edited meanwhile, so take one part of them at a time.
        if like.sources[first : first + 1] != sources[:1]:
            # Rows were added or removed before these.
            with contextlib.suppress(ValueError):
                first = like.sources.index(sources[0], max(0, first - _MOST_SHIFTED), first + _MOST_SHIFTED)
                self._shift = first - len(self._sources)
        rows = slice(first, first + len(sources))
        return use_texts(sources, like.sources[rows]), use_texts(targets, like.targets[rows])

    def entries(self) -> Entries:
        """The entries of all parts. Do not use this object afterwards."""
        return Entries.take(self._sources, self._targets)


def parse(
    text: str,
    *,
    separator: str = TAB,
    quoting: bool = True,
    progress: Progress = NoProgress(),
    like: Entries | None = None,
) -> Entries:
    """Entries from a text of two columns. `progress` counts characters, and `like` is as for `ParsedColumns`.

    Raises MalformedText for the first bad row: an open quote, text after a closing quote, or not two columns.
    """
    entries = parse_clean(text, separator=separator, quoting=quoting, progress=progress, like=like)
    return _parse_carefully(text, separator, quoting) if entries is None else entries


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """Pairs from a text that `write` made, block by block, so that only some are in memory at a time.

    No phrase may contain a line break. Raises MalformedText as `parse` does.
    """
    for first, stop in blocks_of_lines(text):
        yield from parse(text[first:stop])


def parse_clean(
    text: str,
    *,
    separator: str = TAB,
    quoting: bool = True,
    progress: Progress = NoProgress(),
    like: Entries | None = None,
) -> Entries | None:
    """The fast parser alone: entries as from `parse`, or None if the text needs the careful one."""
    found = ParsedColumns(like)
    try:
        for first, stop in blocks_of_lines(text):
            progress.step(first, len(text))
            found.add(text[first:stop], separator=separator, quoting=quoting)
    except NOT_CLEAN:
        return None
    return found.entries()


def parse_utf8(
    data: bytes, *, separator: str = TAB, progress: Progress = NoProgress(), like: Entries | None = None
) -> Entries | None:
    """As `parse_clean` without quoting, but the text is never in memory as a whole. None also if it is not UTF-8."""
    found = ParsedColumns(like)
    first, encoding = 0, "utf-8-sig"
    try:
        while first < len(data):
            progress.step(first, len(data))
            stop = data.find(b"\n", first + _BLOCK_CHARACTERS) + 1 or len(data)
            found.add(data[first:stop].decode(encoding), separator=separator, quoting=False)
            first, encoding = stop, "utf-8"
    except NOT_CLEAN:
        return None
    return found.entries()


def parse_with_codes(
    text: str, *, pair: LanguagePair, separator: str = COMMA, quoting: bool = True
) -> tuple[Entries, int]:
    """The entries of `pair`, and the number of rows that were ignored because their codes name another pair.

    A row has two columns, and optionally the source code in a third and the target code in a fourth. Codes compare by
    root language, ignoring case; an empty code matches. Raises MalformedText as `parse` does.
    """
    if (entries := parse_clean(text, separator=separator, quoting=quoting)) is not None:
        return entries, 0
    sources: list[str] = []
    targets: list[str] = []
    ignored = 0
    for number, record in enumerate(records(text, separator=separator, quoting=quoting), start=1):
        fields = record.fields
        if record.rejection or not 2 <= len(fields) <= 4:
            raise _error_in_row(number, record, RowMessage.COLUMNS_WITH_CODES)
        if names_pair(fields[2:], pair):
            sources.append(fields[0])
            targets.append(fields[1])
        else:
            ignored += 1
    return Entries.take(sources, targets), ignored


def names_pair(codes: Sequence[str], pair: LanguagePair) -> bool:
    """Whether the codes of a row (none, the source's, or both) match this pair."""
    return all(
        not code.strip() or root(code) == root(language)
        for code, language in zip(codes, (pair.source, pair.target), strict=False)
    )


def records(text: str, *, separator: str = TAB, quoting: bool = True) -> Iterator[Record]:
    """Every record of a text except empty lines, with the line it starts in.

    A rejected line gives a record with one field, the whole line, and parsing continues after it: a stray quote costs
    one line, not the rest of the text.
    """
    at, line = 0, 1
    while at < len(text):
        stop, after = _line_span(text, at)
        whole = text[at:stop]
        if not (quoting and '"' in whole):
            if whole:
                yield Record(line, whole.split(separator))
            at, line = after, line + 1
            continue
        found = _read_quoted_record(text, at, separator)
        if isinstance(found, Rejection):
            yield Record(line, [whole], rejection=found)
            at, line = after, line + 1
        else:
            fields, stop = found
            line_count = 1 + len(_LINE_END.findall(text, at, stop))
            yield Record(line, fields, line_count)
            _, at = _line_span(text, stop)
            line += line_count


def write(entries: Entries, *, separator: str = TAB, quoting: bool = True) -> str:
    """Entries as text, quoted only if necessary, with LF after each line. `parse` reads the same entries back.

    Raises InvalidInput, with the row, if a phrase cannot be written without quoting.
    """
    return "".join(blocks(entries, separator=separator, quoting=quoting))


def blocks(entries: Entries, *, separator: str = TAB, quoting: bool = True) -> Iterator[str]:
    """The text of `write` in blocks of some thousand lines, for writing to a file."""
    for chunk in chunks(len(entries), _BLOCK_ROWS):
        sources, targets = entries.sources[chunk], entries.targets[chunk]
        block = "".join([f"{source}{separator}{target}\n" for source, target in zip(sources, targets, strict=True)])
        if _is_unambiguous(block, separator, rows=len(sources), quoting=quoting):
            yield block
        elif quoting:
            yield _quote_block(sources, targets, separator)
        else:
            raise _unwritable(chunk.start, sources, targets, separator)


def _read_plain_columns(block: str, separator: str) -> tuple[list[str], list[str]]:
    """Both columns of lines without quoting. Raises ValueError at a row that does not have two columns."""
    if "\r" in block:
        block = _LINE_END.sub("\n", block)
    block = block.strip("\n")
    # Each line break becomes its own token, so one split gives source, target, break, source ...
    flat = block.replace("\n", f"{separator}\n{separator}").split(separator)
    breaks = flat[2::3]
    if len(flat) % 3 == 2 and breaks.count("\n") == len(breaks) == block.count("\n"):
        return flat[0::3], flat[1::3]
    return _two_columns([line.split(separator) for line in block.split("\n") if line])


def _read_quoted_columns(block: str, separator: str) -> tuple[list[str], list[str]]:
    """Both columns of lines with quoting. Raises csv.Error or ValueError at the first irregularity."""
    # Without `strict` the module silently accepts an open quote and swallows the rest of the text.
    return _two_columns(csv.reader(io.StringIO(block, newline=""), delimiter=separator, strict=True))


def _two_columns(rows: Iterable[list[str]]) -> tuple[list[str], list[str]]:
    sources: list[str] = []
    targets: list[str] = []
    full = filter(None, rows)
    while part := list(islice(full, _ROWS_AT_ONCE)):
        if not all(len(row) == 2 for row in part):
            raise ValueError("a row has not two columns")
        sources += [source for source, _ in part]
        targets += [target for _, target in part]
    return sources, targets


def blocks_of_lines(text: str) -> Iterator[tuple[int, int]]:
    """Spans of some ten thousand characters, each ending after a line feed or at the end of the text."""
    first = 0
    while first < len(text):
        stop = text.find("\n", min(first + _BLOCK_CHARACTERS, len(text))) + 1 or len(text)
        yield first, stop
        first = stop


def _parse_carefully(text: str, separator: str, quoting: bool) -> Entries:
    """Parse a text that the fast parser gave up on: a field is too long for `csv`, or a line is rejected."""
    rows = []
    for number, record in enumerate(records(text, separator=separator, quoting=quoting), start=1):
        if record.rejection or len(record.fields) != 2:
            raise _error_in_row(number, record, RowMessage.TWO_COLUMNS)
        rows.append((record.fields[0], record.fields[1]))
    return Entries.of(rows)


def _line_span(text: str, at: int) -> tuple[int, int]:
    """The end of the line that contains character `at`, and the start of the next line."""
    found = _LINE_END.search(text, at)
    return found.span() if found else (len(text), len(text))


def _read_quoted_record(text: str, at: int, separator: str) -> tuple[list[str], int] | Rejection:
    """The fields of the record that starts at `at`, and its end; it may span several lines."""
    fields: list[str] = []
    position = at
    opened = (
        None  # the position of a quote that is closed in a later line: it comes first among the causes of a rejection
    )
    while True:
        if text.startswith('"', position):
            found = _QUOTED_FIELD.match(text, position)
            if opened is None and (not found or _LINE_END.search(found.group())):
                opened = position
            if not found:
                break
            fields.append(found.group(1).replace('""', '"'))
            position = found.end()
        else:
            stop = _field_stop(text, position, separator)
            fields.append(text[position:stop])
            position = stop
        if position == len(text) or text[position] in "\r\n":
            return fields, position
        if text[position] != separator:
            break
        position += 1
    if opened is None:
        return Rejection(RowMessage.TEXT_AFTER_QUOTE(), position - at + 1, RowRemedy.DOUBLE_QUOTES())
    return Rejection(RowMessage.OPEN_QUOTE(), opened - at + 1, RowRemedy.DOUBLE_QUOTES())


def _field_stop(text: str, at: int, separator: str) -> int:
    line_stop, _ = _line_span(text, at)
    stop = text.find(separator, at, line_stop)
    return line_stop if stop < 0 else stop


def _error_in_row(number: int, record: Record, wrong_count: RowMessage) -> MalformedText:
    if record.rejection:
        reason, column, remedy = record.rejection
    else:
        reason, column, remedy = wrong_count(len(record.fields)), 0, RowRemedy.CHECK_SEPARATORS()
    if record.line == number:
        message = RowMessage.IN_ROW(row=number, reason=reason)
    else:
        message = RowMessage.IN_ROW_AND_LINE(row=number, line=record.line, reason=reason)
    return MalformedText(message, row=number, column=column, remedy=remedy)


def _is_unambiguous(block: str, separator: str, *, rows: int, quoting: bool) -> bool:
    """Whether a block is read back as written, because its phrases contain no separator or line end."""
    return block.count(separator) == block.count("\n") == rows and "\r" not in block and not (quoting and '"' in block)


def _quote_block(sources: Sequence[str], targets: Sequence[str], separator: str) -> str:
    return "".join(
        f"{quote_phrase(source, separator)}{separator}{quote_phrase(target, separator)}\n"
        for source, target in zip(sources, targets, strict=True)
    )


def quote_phrase(phrase: str, separator: str) -> str:
    """A phrase as written with quoting: enclosed in quotes only if it would be misread otherwise."""
    if '"' in phrase or separator in phrase or "\n" in phrase or "\r" in phrase:
        return '"' + phrase.replace('"', '""') + '"'
    return phrase


def _unwritable(first: int, sources: Sequence[str], targets: Sequence[str], separator: str) -> InvalidInput:
    forbidden = {separator, "\r", "\n"}
    row = next(
        row
        for row, pair in enumerate(zip(sources, targets, strict=True), start=first)
        if forbidden.intersection(pair[0] + pair[1])
    )
    return InvalidInput(RowMessage.UNQUOTABLE(row=row + 1), remedy=RowRemedy.QUOTE_OR_REMOVE())
