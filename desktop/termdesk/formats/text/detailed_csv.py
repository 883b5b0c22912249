"""CSV with a header, and with columns for status, domain and note of each entry."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from termdesk.domain.chunks import chunks
from termdesk.domain.entries.entries import Entries
from termdesk.domain.entries.term_fields import find_used_names, title_of
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.formats.file_format import FileForm
from termdesk.formats.text import formulas
from termdesk.messages.file_messages import FileMessage, FileRemedy

# Titles that the reader recognizes, so that it does not take the file for a two-column glossary.
TITLES = ("Status", "Domain", "Note")
_AT_ONCE = 2_048
_SURROGATE = re.compile("[\ud800-\udfff]")


def write_detailed_csv(pair: LanguagePair, entries: Entries, form: FileForm) -> Iterator[bytes]:
    """Write a file in chunks, UTF-8, LF. Forbidden entries are included with their status.

    Raises InvalidInput, naming the row, if a text has a lone surrogate.
    """
    if form.is_for_spreadsheets:
        yield codecs.BOM_UTF8
    names = find_used_names(detail.fields for detail in entries.details.values())
    yield _lines([(pair.source, pair.target, *TITLES, *map(title_of, names))], form.separator)
    for chunk in chunks(len(entries), _AT_ONCE):
        rows = [_fields(entries, row, names, form) for row in range(*chunk.indices(len(entries)))]
        for number, fields in enumerate(rows, start=chunk.start + 1):
            if _SURROGATE.search("".join(fields)):
                raise InvalidInput(FileMessage.SURROGATE_IN_ROW(row=number), remedy=FileRemedy.TYPE_CHARACTER())
        yield _lines(rows, form.separator)


def _fields(entries: Entries, row: int, names: Sequence[str], form: FileForm) -> Sequence[str]:
    detail = entries.detail(row)
    own = dict(detail.fields)
    further = (own.get(name, "") for name in names)
    fields = (entries.sources[row], entries.targets[row], detail.status, detail.domain, detail.note, *further)
    written = formulas.as_text if form.is_all_text else formulas.guard
    return tuple(map(written, fields)) if form.is_for_spreadsheets else fields


def _lines(rows: Iterable[Sequence[str]], separator: str) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
