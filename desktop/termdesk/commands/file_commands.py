"""`termdesk check` and `termdesk convert`: files of every kind that the import knows, without a window.

Exit codes: 0 done and clean, 1 done and something was found or left out, 2 not done.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.glossaries.exporting.export import (
    FileForm,
    export_formats,
    format_losses,
    names_languages,
    write_file,
)
from termdesk.application.glossaries.importing.file_view import FileView, ImportChoices, PairInFile
from termdesk.application.glossaries.importing.import_files import look_into, read_pairs, readable_endings, text_kinds
from termdesk.application.glossaries.importing.review import rejected_lines
from termdesk.domain.entries.entry_detail import ADMITTED, FORBIDDEN, PREFERRED
from termdesk.domain.errors import InvalidInput, UnreadableFile
from termdesk.domain.file_names import safe_name
from termdesk.domain.language.language import LanguagePair, canonical, root
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress
from termdesk.formats.column_roles import FIELD_USES, PHRASE_ROLES, ColumnRole, ColumnUse
from termdesk.formats.findings import UNREADABLE_ROW, FileFinding, findings
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.storage.files.atomic_file import atomic_write

CLEAN, FOUND = 0, 1
_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "bar": "|"}
# “none” drops the word, which stays in the note otherwise.
_STATUSES = {PREFERRED: PREFERRED, ADMITTED: ADMITTED, FORBIDDEN: FORBIDDEN, "none": ""}
_NO_LANGUAGES = "the file does not name its languages; add --source-lang and --target-lang"
_ONE_LANGUAGE = "the file is in one language only, {language}; a dictionary needs two"
_NO_ENTRY = "the file has no entries; line {line}: {reason}"
_NO_PAIR = LanguagePair("", "")


@dataclass(frozen=True, slots=True)
class _Part:
    """What a file holds for one pair, and where that goes."""

    pair: LanguagePair
    result: ReadResult
    output: Path

    @property
    def rejected_rows_path(self) -> Path:
        """Where its lines go that are no entry."""
        return self.output.with_name(f"{self.output.stem}.rejects.tsv")


def _why_no_pair(view: FileView, result: ReadResult) -> str:
    if view.only_language:
        return _ONE_LANGUAGE.format(language=view.only_language)
    if result.rejected_rows and not len(result.entries):
        return _NO_ENTRY.format(line=result.rejected_rows[0].line, reason=result.rejected_rows[0].reason)
    return _NO_LANGUAGES


# Checking


def check(words: list[str]) -> int:
    """List the entries of a file that the service would refuse, and give back the exit code."""
    parser = _file_parser("check", "List the entries of a file that the service would refuse.")
    parser.add_argument("file", type=Path, metavar="FILE", help=_kinds_help())
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    chosen = parser.parse_args(words)
    view, result = _read(chosen.file, _choices(chosen))
    if not view.pair:
        parser.error(_why_no_pair(view, result))
    found = findings(result)
    if chosen.json:
        print(_as_json(chosen.file, view.pair, result, found, view.unused_columns))
    else:
        for each in found:
            print(_as_line(chosen.file, each))
        _tell_unread(view.unused_columns)
        _tell_statuses(view, chosen.status)
        print(_summary(view.pair, result, len(found)), *_left_out(result), sep="\n")
    return FOUND if found else CLEAN


# Converting


def convert(words: list[str]) -> int:
    """Convert a file, and give back the exit code."""
    endings = _list_names(export_formats())
    parser = _file_parser("convert", f"Convert a file. The ending of OUT gives the format: {endings}.")
    parser.add_argument("input", type=Path, metavar="IN", help=_kinds_help())
    parser.add_argument("output", type=Path, metavar="OUT", help="the new file; rejected lines go to a file beside it")
    parser.add_argument("--force", action="store_true", help="overwrite OUT if it exists")
    parser.add_argument(
        "--every-pair",
        action="store_true",
        help="write a file for each pair of languages, named after OUT and the pair",
    )
    parser.add_argument(
        "--for-spreadsheets", action="store_true", help="write CSV with a byte order mark, and formulas as text"
    )
    parser.add_argument(
        "--all-as-text",
        action="store_true",
        help="write CSV for spreadsheets that keeps what looks like a number or a date as text",
    )
    parser.add_argument("--semicolons", action="store_true", help="write CSV with semicolons")
    chosen = parser.parse_args(words)
    if chosen.output.suffix.lower() not in export_formats():
        parser.error(f"{chosen.output.name} must end in {endings}")
    choices = _choices(chosen)
    view, result = _read(chosen.input, choices)
    if not view.pair and names_languages(chosen.output):
        parser.error(_why_no_pair(view, result))
    parts = [_Part(view.pair or _NO_PAIR, result, chosen.output)]
    if chosen.every_pair and view.pairs:
        results = read_pairs(NoProgress(), chosen.input, choices, view.pairs)
        parts = [
            _Part(each.pair, part, _named_after(chosen.output, each, view.pairs))
            for each, part in zip(view.pairs, results, strict=True)
        ]
    if not chosen.force and (taken := [path for path in _files(parts) if path.exists()]):
        parser.error(f"{taken[0]} exists; --force overwrites it")
    form = FileForm(
        ";" if chosen.semicolons else ",",
        is_for_spreadsheets=chosen.for_spreadsheets or chosen.all_as_text,
        is_all_text=chosen.all_as_text,
    )
    _tell_notes(view, is_one=len(parts) == 1)
    _tell_unread(view.unused_columns if len(parts) == 1 else view.columns_of_no_pair)
    _tell_statuses(view, chosen.status)
    for part in parts:
        _convert_part(chosen.input, view, part, form)
    return FOUND if any(part.result.rejected_rows for part in parts) else CLEAN


def _files(parts: Sequence[_Part]) -> Iterator[Path]:
    for part in parts:
        yield part.output
        if part.result.rejected_rows:
            yield part.rejected_rows_path


def _named_after(output: Path, part: PairInFile, parts: Sequence[PairInFile]) -> Path:
    """The file of a pair; where several sheets have that pair, with the name of its sheet."""
    is_alone = [each.pair for each in parts].count(part.pair) == 1
    sheet = "" if is_alone else f".{safe_name(part.sheet, '')}"
    return output.with_name(f"{output.stem}.{part.pair.source}-{part.pair.target}{sheet}{output.suffix}")


def _tell_notes(view: FileView, *, is_one: bool) -> None:
    for note in (*view.kept, *view.notes) if is_one else ():
        print(f"Note: {note}.", file=sys.stderr)
    if is_one and len(view.pairs) > 1:
        others = _list_names(str(each.pair) for each in view.pairs if each.pair != view.pair)
        print(
            f"The file also holds {others}. Choose one with --source-lang and --target-lang, or add --every-pair.",
            file=sys.stderr,
        )


def _tell_unread(titles: Sequence[str]) -> None:
    if titles:
        print(f"Columns not read: {_list_names(titles)}.", file=sys.stderr)


def _tell_statuses(view: FileView, told: Sequence[tuple[str, str]]) -> None:
    words = [f"“{word}” ({count})" for word, count in view.unknown_statuses if word.casefold() not in dict(told)]
    if words:
        remedy = "They stay in the notes; --status says what they mean."
        print(f"Words for a status that are not known: {_list_names(words)}. {remedy}", file=sys.stderr)


def _convert_part(path: Path, view: FileView, part: _Part, form: FileForm) -> None:
    """Write the entries of one pair, and beside them the lines that are none."""
    rejected_rows, entries = part.result.rejected_rows, part.result.entries
    for rejected in rejected_rows:
        print("Not converted:", _as_line(path, _lost(rejected)), file=sys.stderr)
    for loss in format_losses(NoProgress(), entries, part.output, part.pair, form):
        print(f"Lost: {loss}", file=sys.stderr)
    report = write_file(NoProgress(), entries, part.output, part.pair, form)
    if report.formula_count:
        one = "1 phrase begins like a formula, which a spreadsheet may calculate."
        many = "{count} phrases begin like formulas, which a spreadsheet may calculate."
        print(pluralize(report.formula_count, one, many), file=sys.stderr)
        print("CSV that is written with --for-spreadsheets shows them as text.", file=sys.stderr)
    for words in _left_out(part.result):
        print(words, file=sys.stderr)
    print(
        pluralize(
            report.entry_count, "1 entry written to {path}.", "{count} entries written to {path}.", path=part.output
        )
    )
    if rejected_rows:
        lines = rejected_lines(rejected_rows, view.encoding or "utf-8")
        atomic_write(part.rejected_rows_path, lines, is_private=False)
        one, many = "1 rejected line written to {path}.", "{count} rejected lines written to {path}."
        print(pluralize(len(rejected_rows), one, many, path=part.rejected_rows_path))


def _lost(rejected: RejectedRow) -> FileFinding:
    return FileFinding(rejected.line, 0, "", UNREADABLE_ROW, rejected.reason, rejected.remedy)


# Reading


def _file_parser(command: str, description: str) -> argparse.ArgumentParser:
    """The options for what a file does not say by itself."""
    parser = argparse.ArgumentParser(prog=f"termdesk {command}", description=description)
    parser.add_argument("--source-lang", metavar="CODE", help="language of the source phrases")
    parser.add_argument("--target-lang", metavar="CODE", help="language of the target phrases")
    parser.add_argument("--encoding", help="encoding of a text file that is neither UTF-8 nor UTF-16")
    parser.add_argument("--separator", choices=_SEPARATORS, help="separator between the columns of a text file")
    parser.add_argument("--quoting", action=argparse.BooleanOptionalAction, help="whether quotes enclose phrases")
    parser.add_argument("--header", action=argparse.BooleanOptionalAction, help="whether the first row names columns")
    parser.add_argument("--read-as", choices=text_kinds(), help="kind of the text file")
    parser.add_argument("--sheet", metavar="NAME", help="sheet of a workbook")
    parser.add_argument(
        "--longest", type=int, default=0, metavar="N", help="leave out entries whose source has more characters"
    )
    parser.add_argument(
        "--columns", type=_column_places, metavar="A,B", help="numbers of the columns of source and target, from 1"
    )
    parser.add_argument(
        "--column",
        type=_column_use,
        action="append",
        default=[],
        metavar="N=ROLE[:LANG]",
        help=f"what column N holds, counted from 1; can be repeated. ROLE is one of {_list_names(ColumnRole)}",
    )
    parser.add_argument(
        "--status",
        type=_status_meaning,
        action="append",
        default=[],
        metavar="WORD=STATUS",
        help=f"what a word for a status means; can be repeated. STATUS is one of {_list_names(_STATUSES)}",
    )
    parser.add_argument(
        "--field",
        type=_field_use,
        action="append",
        default=[],
        metavar="NAME=ROLE",
        help="what a field of a term base holds whose name is not known; can be repeated. "
        f"ROLE is one of {_list_names(FIELD_USES)}",
    )
    return parser


def _kinds_help() -> str:
    return f"a file that ends in {_list_names(readable_endings())}"


def _column_use(typed: str) -> tuple[int, ColumnUse]:
    place, _, use = typed.partition("=")
    role, _, language = use.partition(":")
    if not (place.strip().isdecimal() and int(place) and role in list(ColumnRole)):
        raise argparse.ArgumentTypeError(
            f"{typed} is not the number of a column with a role, such as 3=note or 4=target:fr"
        )
    if language and ColumnRole(role) not in PHRASE_ROLES:
        raise argparse.ArgumentTypeError(f"{typed} gives a language to a column that is neither source nor target")
    return int(place) - 1, ColumnUse(ColumnRole(role), canonical(language) if language else "")


def _status_meaning(typed: str) -> tuple[str, str]:
    word, _, status = typed.rpartition("=")
    if not (word.strip() and status in _STATUSES):
        raise argparse.ArgumentTypeError(f"{typed} is not a word with a status, such as expired=forbidden")
    return word.strip().casefold(), _STATUSES[status]


def _field_use(typed: str) -> tuple[str, ColumnRole]:
    name, _, role = typed.rpartition("=")
    if not (name.strip() and role in FIELD_USES):
        raise argparse.ArgumentTypeError(f"{typed} is not a field with a role, such as Customer=domain")
    return name.strip(), ColumnRole(role)


def _column_places(typed: str) -> tuple[int, int]:
    source, _, target = typed.partition(",")
    if not (source.strip().isdecimal() and target.strip().isdecimal() and int(source) and int(target)):
        raise argparse.ArgumentTypeError(f"{typed} is not the numbers of two columns, such as 1,3")
    return int(source) - 1, int(target) - 1


def _choices(chosen: argparse.Namespace) -> ImportChoices:
    return ImportChoices(
        encoding=chosen.encoding,
        separator=_SEPARATORS.get(chosen.separator),
        quoting=chosen.quoting,
        has_header=chosen.header,
        pair=_asked_pair(chosen),
        columns=chosen.columns,
        sheet=chosen.sheet,
        text_kind=chosen.read_as,
        longest=chosen.longest,
        uses=tuple(chosen.column),
        statuses=tuple(chosen.status),
        fields=tuple(chosen.field),
    )


def _asked_pair(chosen: argparse.Namespace) -> LanguagePair | None:
    if bool(chosen.source_lang) != bool(chosen.target_lang):
        raise InvalidInput("A pair needs two languages.", remedy="Add both --source-lang and --target-lang.")
    return LanguagePair(chosen.source_lang, chosen.target_lang) if chosen.source_lang else None


def _read(path: Path, choices: ImportChoices) -> tuple[FileView, ReadResult]:
    """Read a file as the options say. What they leave open is detected."""
    view, result = look_into(NoProgress(), path, choices)
    if not view.encoding_is_certain and not choices.encoding:
        raise UnreadableFile(
            f"{path.name} is not UTF-8.",
            path=str(path),
            remedy=f"It may be {view.encoding}. If so, add --encoding {view.encoding}.",
        )
    known = {root(code) for code in view.languages}
    if (
        choices.pair
        and known
        and not choices.all_uses
        and not {choices.pair.roots.source, choices.pair.roots.target} <= known
    ):
        raise InvalidInput(
            f"{path.name} does not hold {choices.pair}; it has {_list_names(view.languages)}.",
            remedy="Choose languages that the file holds.",
        )
    return view, result


# Words


def _as_line(path: Path, found: FileFinding) -> str:
    place = f"{path}:{found.line}: " if found.line else f"{path}: "
    entry = f"row {found.row:,}, {found.side}: " if found.row else ""
    return f"{place}{entry}{found.message} {found.remedy}"


def _as_json(
    path: Path, pair: LanguagePair, result: ReadResult, found: Sequence[FileFinding], unread: Sequence[str]
) -> str:
    import json
    from dataclasses import asdict

    report = {
        "file": str(path),
        "source_lang": pair.source,
        "target_lang": pair.target,
        "entries": len(result.entries),
        "ignored_rows": result.ignored_rows,
        "blank_lines": result.blank_lines,
        "columns_not_read": list(unread),
        "problems": [asdict(each) for each in found],
    }
    return json.dumps(report, indent=1)


def _summary(pair: LanguagePair, result: ReadResult, count: int) -> str:
    violations = pluralize(count, "1 problem", "{count} problems") if count else "No problems"
    entries = pluralize(len(result.entries), "1 entry", "{count} entries")
    return f"{violations} in {entries}, {pair}."


def _left_out(result: ReadResult) -> Iterator[str]:
    """What of the file became no entry although nothing is wrong with it."""
    for count, one, many in (
        (result.ignored_rows, "1 row of another pair was ignored.", "{count} rows of other pairs were ignored."),
        (result.blank_lines, "1 empty line was skipped.", "{count} empty lines were skipped."),
        (result.unfinished_rows, "1 unfinished row was left out.", "{count} unfinished rows were left out."),
    ):
        if count:
            yield pluralize(count, one, many)


def _list_names(names: Iterable[str]) -> str:
    return ", ".join(names)
