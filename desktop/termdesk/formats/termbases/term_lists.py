"""File formats with one row for each term: IATE exports and results of Wikidata queries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.domain.errors import UnreadableFile
from termdesk.domain.progress import Progress
from termdesk.formats.file_format import FileFormat, FileStart, FormatReader
from termdesk.formats.file_view import FileView, ImportChoices, PairInFile
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.messages.file_messages import FileMessage, FileRemedy
from termdesk.messages.format_messages import FormatTitle
from termdesk.messages.row_messages import RowMessage, RowRemedy

if TYPE_CHECKING:
    from termdesk.formats.concepts import Termbase
    from termdesk.formats.termbases.term_rows import TermCell
    from termdesk.formats.text.encodings import Encoding

_KIND = "terms"
_ROWS_A_STEP = 1_000
_LOOKED_AT = 200
# A value in a tab-separated query result: an address, or a text with its language or its data type.
_SPARQL_VALUE = re.compile(r'<([^<>"]*)>|"((?:[^"\\]|\\.)*)"(?:@([A-Za-z0-9-]+)|\^\^\S+)?')
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}
_SPARQL_JSON = re.compile(
    r'\s*(?:\{\s*"head"\s*:\s*\{\s*"vars"\s*:\s*\[|\[\s*\{\s*"\w+"\s*:\s*(?:"|\{\s*"(?:type|value|xml:lang)"))'
)


def _is_term_list(start: FileStart) -> bool:
    from termdesk.formats.termbases.term_rows import is_term_list
    from termdesk.formats.text import layout

    lines = start.text.splitlines()[:_LOOKED_AT]
    if not lines:
        return False
    if _is_sparql_table(lines[0]):
        return True
    head = lines[0].casefold()
    # Most files are ruled out here, without reading their rows.
    if not any(word in head for word in ("lang", "code", "sprach", "idioma", "lingua", "taal")):
        return False
    text = "\n".join(lines)
    separator = layout.find_separator(text)
    if not separator:
        return False
    titles, *rows = [record.fields for record in layout.sample(text, separator=separator) if not record.rejection] or [
        []
    ]
    # The last row may be incomplete.
    return is_term_list(titles, rows[:-1] if len(rows) > 2 else rows)


def _is_sparql_table(line: str) -> bool:
    return line.startswith("?") and all(re.fullmatch(r"\?\w+", title) for title in line.split("\t"))


def _is_sparql_json(start: FileStart) -> bool:
    return start.ending in (".json", ".srj") and bool(_SPARQL_JSON.match(start.text))


# Text


def _read_text(path: Path, encoding: str, progress: Progress) -> Termbase:
    from termdesk.formats.text import layout
    from termdesk.formats.text.text_file import decode_file, read_bytes

    text = decode_file(read_bytes(path), encoding, path=path).removeprefix("\ufeff")
    if _is_sparql_table(text.partition("\n")[0].rstrip("\r")):
        return _termbase(FormatTitle.SPARQL(), _sparql_records(text), progress)
    separator = layout.find_separator(text)
    if not separator:
        raise UnreadableFile(FileMessage.NO_COLUMNS(name=path.name), path=str(path), remedy=FileRemedy.PUT_TABS())
    quoting = layout.find_quoting(text, separator)
    return _termbase(FormatTitle.TERM_LIST(), _plain_records(text, separator, quoting), progress)


_Row = tuple[int, "Sequence[TermCell] | RejectedRow"]


def _plain_records(text: str, separator: str, quoting: bool) -> Iterator[_Row]:
    from termdesk.domain.entries import delimited
    from termdesk.formats.termbases.term_rows import TermCell

    for number, record in enumerate(delimited.records(text, separator=separator, quoting=quoting)):
        if record.rejection:
            reason, column, remedy = record.rejection
            original = record.fields[0]
            yield record.line, RejectedRow(record.line, number, column, reason, remedy, original, (original, ""))
        else:
            yield record.line, [TermCell(text) for text in record.fields]


def _sparql_records(text: str) -> Iterator[_Row]:
    for line, row in enumerate(text.split("\n"), 1):
        if row := row.rstrip("\r"):
            yield line, [_sparql_cell(cell) for cell in row.split("\t")]


def _sparql_cell(written: str) -> TermCell:
    from termdesk.formats.termbases.term_rows import TermCell

    found = _SPARQL_VALUE.fullmatch(written.strip())
    if not found:
        return TermCell(written)
    if found[1] is not None:
        return TermCell(found[1])
    return TermCell(_ESCAPE.sub(_unescape, found[2]), found[3] or "")


def _unescape(escape: re.Match[str]) -> str:
    code = int(escape[1] or escape[2] or "0", 16)
    if escape[3] is not None:
        return _ESCAPED.get(escape[3], escape[3])
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\N{REPLACEMENT CHARACTER}"


def _termbase(dialect: str, records: Iterator[_Row], progress: Progress) -> Termbase:
    """Return the concepts of a table. The first record has the column titles."""
    from termdesk.formats.termbases.term_rows import TermRows

    rejected: list[RejectedRow] = []
    rows: TermRows | None = None
    for number, (line, cells) in enumerate(records):
        if number % _ROWS_A_STEP == 0:
            progress.step(number)
        if isinstance(cells, RejectedRow):
            rejected.append(cells)
        elif rows is None:
            rows = TermRows([cell.text for cell in cells])
        elif not rows.add(line, cells):
            texts = "\t".join(cell.text for cell in cells)
            rejected.append(RejectedRow(line, number, 0, RowMessage.NO_TERM(), RowRemedy.GIVE_TERM(), texts, ("", "")))
    return (rows or TermRows([])).termbase(dialect, rejected)


# JSON


def _read_json(path: Path, progress: Progress) -> Termbase:
    import msgspec

    from termdesk.formats.termbases.term_rows import TermCell
    from termdesk.formats.text.text_file import read_bytes

    try:
        content = msgspec.json.decode(read_bytes(path).removeprefix(b"\xef\xbb\xbf"))
        results = content["results"]["bindings"] if isinstance(content, dict) else content
        if not isinstance(results, list) or not all(isinstance(each, dict) for each in results):
            raise TypeError
        names = (
            content["head"]["vars"] if isinstance(content, dict) else list(dict.fromkeys(k for r in results for k in r))
        )
        titles = [str(name) for name in names]
    except (msgspec.DecodeError, KeyError, TypeError, UnicodeDecodeError):
        message = FileMessage.NO_QUERY_RESULT(name=path.name)
        raise UnreadableFile(message, path=str(path), remedy=FileRemedy.CHOOSE_FILE()) from None
    head: _Row = (0, [TermCell(title) for title in titles])
    rows = ((line, [_json_cell(each.get(title, "")) for title in titles]) for line, each in enumerate(results, 1))
    return _termbase(FormatTitle.SPARQL(), chain([head], rows), progress)


def _json_cell(value: object) -> TermCell:
    """Return a JSON value as a cell. It may be a plain text, or an object of the SPARQL results format."""
    from termdesk.formats.termbases.term_rows import TermCell

    if isinstance(value, Mapping):
        return TermCell(str(value.get("value", "")), str(value.get("xml:lang", "")))
    return TermCell("" if value is None else str(value))


# Views


def _encoding(path: Path, choices: ImportChoices) -> Encoding:
    from termdesk.formats.text.plain_glossaries import encoding_of

    return encoding_of(path, choices.encoding, choices.languages)


def _with_named_pair(path: Path, base: Termbase, choices: ImportChoices) -> ImportChoices:
    """Return the choices with the pair in the file name, if the file contains it and the user chose none."""
    from termdesk.formats.language_labels import pair_in_name

    named = pair_in_name(path.stem)
    if choices.pair or choices.columns or not named or not {named.source, named.target} <= set(base.languages):
        return choices
    return replace(choices, pair=named)


def _view_text(path: Path, choices: ImportChoices, progress: Progress) -> tuple[FileView, ReadResult]:
    from termdesk.formats.termbases.term_bases import view_of

    encoding = _encoding(path, choices)
    base = _read_text(path, encoding.name, progress)
    view, result = view_of(path, base, _with_named_pair(path, base, choices))
    return replace(view, text_kind=_KIND, encoding=encoding.name, encoding_is_certain=encoding.is_certain), result


def _text_pairs(
    path: Path, choices: ImportChoices, pairs: Sequence[PairInFile], progress: Progress
) -> list[ReadResult]:
    from termdesk.formats.termbases.term_bases import results_of

    return results_of(_read_text(path, _encoding(path, choices).name, progress), pairs)


def _view_json(path: Path, choices: ImportChoices, progress: Progress) -> tuple[FileView, ReadResult]:
    from termdesk.formats.termbases.term_bases import view_of

    base = _read_json(path, progress)
    return view_of(path, base, _with_named_pair(path, base, choices))


def _json_pairs(
    path: Path, _choices: ImportChoices, pairs: Sequence[PairInFile], progress: Progress
) -> list[ReadResult]:
    from termdesk.formats.termbases.term_bases import results_of

    return results_of(_read_json(path, progress), pairs)


TERM_LIST = FileFormat(
    "terms",
    FormatTitle.TERM_LIST(),
    (),
    FormatReader(_view_text, _text_pairs),
    recognizes=_is_term_list,
    text_kind=_KIND,
    text_title=FormatTitle.TERM_LIST(),
)
SPARQL_JSON = FileFormat(
    "sparql",
    FormatTitle.SPARQL(),
    (".json", ".srj"),
    FormatReader(_view_json, _json_pairs),
    recognizes=_is_sparql_json,
    has_common_ending=True,
)
