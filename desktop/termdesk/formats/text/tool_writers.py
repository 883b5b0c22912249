"""Writers of glossaries for OmegaT and UTX: lines of tab-separated fields without quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED, EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.formats.concepts import on_one_line
from termdesk.formats.file_format import FileContent, FileForm
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.format_messages import FormatLoss

_BLOCK = 2_048
_SURROGATE = re.compile("[\ud800-\udfff]")
_ALTERED = re.compile(r"^[ \t\r\n]|[ \t\r\n]$|[\t\r\n]")
# UTX words for our statuses.
_UTX_STATUS = {PREFERRED: "approved", ADMITTED: "non-standard", FORBIDDEN: "forbidden"}
_UTX_COLUMNS = ("#src", "tgt", "src:pos", "term status", "comment", "domain")
# The part of speech is unknown, but UTX requires the column.
_UNKNOWN = "-"


def write_omegat(_pair: LanguagePair, entries: Entries, _form: FileForm, progress: Progress) -> FileContent:
    """Write source, target and note. Forbidden entries are left out, because they would look allowed."""
    rows = (
        (row + 1, (source, target, entries.detail(row).note))
        for row, (source, target) in enumerate(entries)
        if not entries.detail(row).is_forbidden
    )
    count = len(entries) - len(entries.forbidden_ids())
    return FileContent(_lines([], rows, progress, count, line_end="\n"), count)


def omegat_losses(_pair: LanguagePair, entries: Entries, _form: FileForm) -> list[str]:
    """Return messages about what OmegaT does not read."""
    details = [each for each in entries.details.values() if not each.is_forbidden]
    lost = []
    if count := sum(1 for each in details if each.status or each.domain):
        lost.append(FormatLoss.NO_STATUS_AND_DOMAIN(count))
    if count := len(entries.forbidden_ids()):
        lost.append(FormatLoss.FORBIDDEN(count=count))
    return [*lost, *_field_losses(entries), *_layout_losses(entries.copy_published_part())]


def write_utx(pair: LanguagePair, entries: Entries, _form: FileForm, progress: Progress) -> FileContent:
    """Write UTX 1.20 with term status, comment and domain; forbidden entries are marked as such."""
    time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    head = [f"#UTX 1.20; {pair.source}/{pair.target}; {time}", "\t".join(_UTX_COLUMNS)]
    rows = ((row + 1, _utx_fields(source, target, entries.detail(row))) for row, (source, target) in enumerate(entries))
    return FileContent(_lines(head, rows, progress, len(entries), line_end="\r\n"), len(entries))


def _utx_fields(source: str, target: str, detail: EntryDetail) -> tuple[str, ...]:
    return source, target, _UNKNOWN, _UTX_STATUS.get(detail.status, ""), detail.note, detail.domain


def utx_losses(_pair: LanguagePair, entries: Entries, _form: FileForm) -> list[str]:
    """Return messages about what is lost when UTX is read again."""
    return [*_field_losses(entries), *_layout_losses(entries)]


def _field_losses(entries: Entries) -> list[str]:
    count = sum(1 for each in entries.details.values() if each.fields)
    return [FormatLoss.FIELDS(count)] if count else []


def _layout_losses(entries: Entries) -> list[str]:
    lost: list[str] = []
    phrases = [*entries.sources, *entries.targets]
    if count := sum(1 for phrase in phrases if _ALTERED.search(phrase)):
        lost.append(FormatLoss.PHRASE_LAYOUT(count=count))
    if count := sum(1 for source in entries.sources if source.lstrip(" ").startswith("#")):
        lost.append(FormatLoss.TAKEN_FOR_COMMENTS(count))
    if count := sum(1 for source, target in entries if not on_one_line(source) or not on_one_line(target)):
        lost.append(FormatLoss.HALF_ENTRIES(count=count))
    return lost


def _lines(
    head: Sequence[str], rows: Iterable[tuple[int, Sequence[str]]], progress: Progress, total: int, *, line_end: str
) -> Iterator[bytes]:
    """Write lines in chunks, UTF-8; tabs and line ends inside a field become spaces.

    `rows` has the number of each row, from 1, and its fields. Raises InvalidInput, naming the row, for a lone
    surrogate.
    """
    if head:
        yield (line_end.join(head) + line_end).encode()
    block: list[str] = []
    for done, (number, fields) in enumerate(rows, start=1):
        line = "\t".join(map(on_one_line, fields)).rstrip("\t")
        if _SURROGATE.search(line):
            raise InvalidInput(FileMessage.SURROGATE_IN_ROW(row=number), remedy=FileRemedy.TYPE_CHARACTER())
        block.append(line)
        if len(block) == _BLOCK:
            yield (line_end.join(block) + line_end).encode()
            progress.step(done, total)
            block.clear()
    if block:
        yield (line_end.join(block) + line_end).encode()
