"""`termdesk check` and `termdesk convert`: check and convert files of all formats that can be imported.

Exit codes: 0 done without findings, 1 done with findings or omissions, 2 not done.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.glossaries.exporting.export import (
    FileForm,
    export_formats,
    format_losses,
    names_languages,
    write_file,
)
from termdesk.application.glossaries.importing.file_view import FileView, PairInFile
from termdesk.application.glossaries.importing.import_files import read_pairs
from termdesk.application.glossaries.importing.review import write_rejected_lines
from termdesk.commands.arguments import DONE, FOUND, command_parser
from termdesk.commands.check_options import (
    add_check_options,
    check_kinds,
    checks_more,
    describe_counts,
    find_more,
)
from termdesk.commands.file_reader import (
    add_reading_options,
    kinds_help,
    list_names,
    read_file,
    reading_choices,
    reread,
)
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import check_free, print_json, print_lines, remark
from termdesk.domain.errors import InvalidInput
from termdesk.domain.file_names import safe_name
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress
from termdesk.formats.findings import UNREADABLE_ROW, FileFinding, findings
from termdesk.formats.read_result import ReadResult, RejectedRow
from termdesk.storage.files.atomic_file import atomic_write

if TYPE_CHECKING:
    from termdesk.application.glossaries.checks.findings import Listing

_NO_PAIR = LanguagePair("", "")


@dataclass(frozen=True, slots=True)
class FilePart:
    """The content of a file for one pair, and the output file."""

    pair: LanguagePair
    result: ReadResult
    output: Path

    @property
    def rejected_rows_path(self) -> Path:
        """The file for its rejected lines."""
        return self.output.with_name(f"{self.output.stem}.rejects.tsv")


def _check_pair(path: Path, view: FileView, result: ReadResult) -> LanguagePair:
    """Return the pair of a file. Raises InvalidInput with the reason if it has none."""
    if view.pair:
        return view.pair
    if view.only_language:
        raise InvalidInput(f"{path} is in one language only, {view.only_language}; a dictionary needs two.")
    if result.rejected_rows and not len(result.entries):
        first = result.rejected_rows[0]
        raise InvalidInput(f"{path} has no entries; line {first.line}: {first.reason}")
    raise InvalidInput(f"{path} does not name its languages.", remedy="Add --source-lang and --target-lang.")


# Checking


def check_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk check`."""
    parser = command_parser(
        "check",
        "List the entries of a file that the service would refuse, and with --least what else the window finds. The "
        "exit code is 1 if anything is listed.",
    )
    add_reading_options(parser)
    add_check_options(parser)
    parser.add_argument("file", type=Path, metavar="FILE", help=kinds_help())
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    return parser


def check(words: list[str]) -> int:
    """List the entries of a file that the service would refuse, and return the exit code."""
    parser = check_parser()
    return check_file(parser.parse_args(words))


def check_file(chosen: argparse.Namespace) -> int:
    """Same as `check`, for parsed options."""
    check_kinds(chosen.kind)
    with reread(chosen.file) as path:
        view, result = read_file(path, reading_choices(chosen))
    pair, found = _check_pair(chosen.file, view, result), findings(result)
    more = find_more(_listing(result, pair) if checks_more(chosen) else None, chosen)
    if chosen.json:
        listed = [{"line": result.lines[each.row], **report} for each, report in more.reports()]
        print_json({**_json(chosen.file, pair, result, found, view.unused_columns), "findings": listed})
    else:
        print_lines(*(_as_line(chosen.file, each) for each in found))
        print_lines(*(f"{chosen.file}:{result.lines[each.row]}: {line}" for each, line in more.lines()))
        _tell_unread(view.unused_columns)
        _tell_statuses(view, chosen.status)
        print_lines(_summary(pair, result, len(found), len(more.found)), *_describe_left_out(result))
    return FOUND if found or more.found else DONE


def _listing(result: ReadResult, pair: LanguagePair) -> Listing:
    # Imported here, because few need it.
    from termdesk.application.glossaries.checks.entries_check import check_entries

    return check_entries(NoProgress(), result.entries, pair)


# Converting


def convert_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk convert`."""
    endings = list_names(export_formats())
    parser = command_parser("convert", f"Convert a file. The ending of OUT gives the format: {endings}.")
    add_reading_options(parser)
    parser.add_argument("input", type=Path, metavar="IN", help=kinds_help())
    parser.add_argument("output", type=Path, metavar="OUT", help="the new file; rejected lines go to a file beside it")
    add_writing_options(parser)
    parser.add_argument("--json", action="store_true", help="print which files are written as JSON")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would be written; the exit code is 1 then"
    )
    return parser


def add_writing_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the files that are written."""
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


def convert(words: list[str]) -> int:
    """Convert a file and return the exit code."""
    chosen = convert_parser().parse_args(words)
    check_ending(chosen.output)
    with reread(chosen.input) as path:
        view, parts = read_parts(chosen, path)
    write_parts(chosen, view, parts, tell=remark if chosen.json else print_lines, is_dry=chosen.dry_run)
    if chosen.json:
        written = [_part_json(part) for part in parts]
        print_json({"file": str(chosen.input), "written": written, "is_done": not chosen.dry_run})
    return FOUND if chosen.dry_run or any(part.result.rejected_rows for part in parts) else DONE


def _part_json(part: FilePart) -> dict[str, object]:
    rejected = part.result.rejected_rows
    return {
        "file": str(part.output),
        **pair_json(part.pair),
        "entries": len(part.result.entries),
        "rejected_rows": len(rejected),
        "rejected_file": str(part.rejected_rows_path) if rejected else None,
    }


def check_ending(output: Path) -> None:
    """Raise InvalidInput if no format has the ending of this file."""
    if output.suffix.lower() not in export_formats():
        raise InvalidInput(
            f"{output} has no ending of a format.", remedy=f"These are written: {list_names(export_formats())}."
        )


def read_parts(chosen: argparse.Namespace, path: Path) -> tuple[FileView, list[FilePart]]:
    """Read the content of `path`, which is `chosen.input` or a copy of it.

    With `chosen.every_pair` there is a part for each pair of languages. Raises InvalidInput if the format of
    `chosen.output` names languages and the file does not, UnreadableFile and InvalidInput.
    """
    choices = reading_choices(chosen)
    view, result = read_file(path, choices)
    if names_languages(chosen.output):
        _check_pair(chosen.input, view, result)
    if chosen.every_pair and view.pairs:
        results = read_pairs(NoProgress(), path, choices, view.pairs)
        return view, [
            FilePart(each.pair, part, _name_output(chosen.output, each, view.pairs))
            for each, part in zip(view.pairs, results, strict=True)
        ]
    return view, [FilePart(view.pair or _NO_PAIR, result, chosen.output)]


def write_parts(
    chosen: argparse.Namespace,
    view: FileView,
    parts: Sequence[FilePart],
    *,
    tell: Callable[[str], None] = print_lines,
    is_dry: bool = False,
) -> None:
    """Write the parts of a file, and what was rejected beside them. Raises InvalidInput if a file exists.

    `tell` says which files were written, or would be if `is_dry`; everything else is a remark.
    """
    check_free(*output_files(parts), is_forced=chosen.force)
    form = FileForm(
        ";" if chosen.semicolons else ",",
        is_for_spreadsheets=chosen.for_spreadsheets or chosen.all_as_text,
        is_all_text=chosen.all_as_text,
    )
    _tell_notes(view, is_one=len(parts) == 1)
    _tell_unread(view.unused_columns if len(parts) == 1 else view.columns_of_no_pair)
    _tell_statuses(view, chosen.status)
    for part in parts:
        _tell_losses(chosen.input, part, form)
        if is_dry:
            tell(_would_write(len(part.result.entries), part.output))
        else:
            _write_part(view, part, form, tell)


def output_files(parts: Sequence[FilePart]) -> Iterator[Path]:
    """Return the files that are written for these parts, with those of rejected lines."""
    for part in parts:
        yield part.output
        if part.result.rejected_rows:
            yield part.rejected_rows_path


def _name_output(output: Path, part: PairInFile, parts: Sequence[PairInFile]) -> Path:
    """Return the output file for a pair, with the name of its sheet if several sheets have this pair."""
    is_alone = [each.pair for each in parts].count(part.pair) == 1
    sheet = "" if is_alone else f".{safe_name(part.sheet, '')}"
    return output.with_name(f"{output.stem}.{part.pair.source}-{part.pair.target}{sheet}{output.suffix}")


def _tell_notes(view: FileView, *, is_one: bool) -> None:
    for note in (*view.kept, *view.notes) if is_one else ():
        remark(f"Note: {note}.")
    if is_one and len(view.pairs) > 1:
        others = list_names(str(each.pair) for each in view.pairs if each.pair != view.pair)
        remark(
            f"The file also contains {others}. Choose one with --source-lang and --target-lang, or add --every-pair."
        )


def _tell_unread(titles: Sequence[str]) -> None:
    if titles:
        remark(f"Columns not read: {list_names(titles)}.")


def _tell_statuses(view: FileView, known: Sequence[tuple[str, str]]) -> None:
    words = [f"“{word}” ({count})" for word, count in view.unknown_statuses if word.casefold() not in dict(known)]
    if words:
        remedy = "They stay in the notes; --status says what they mean."
        remark(f"Words for a status that are not known: {list_names(words)}. {remedy}")


def _tell_losses(path: Path, part: FilePart, form: FileForm) -> None:
    """Say which rows are rejected, and what the format cannot hold."""
    remark(*(f"Not converted: {_as_line(path, _finding_of_rejected(each))}" for each in part.result.rejected_rows))
    losses = format_losses(NoProgress(), part.result.entries, part.output, part.pair, form)
    remark(*(f"Lost: {each}" for each in losses))


def _would_write(count: int, path: Path) -> str:
    one, many = "1 entry would be written to {path}.", "{count} entries would be written to {path}."
    return pluralize(count, one, many, path=path)


def _write_part(view: FileView, part: FilePart, form: FileForm, tell: Callable[[str], None]) -> None:
    """Write the entries of one pair, and its rejected lines to a file next to it."""
    rejected_rows, entries = part.result.rejected_rows, part.result.entries
    report = write_file(NoProgress(), entries, part.output, part.pair, form)
    if report.formula_count:
        one = "1 phrase begins like a formula, which a spreadsheet may calculate."
        many = "{count} phrases begin like formulas, which a spreadsheet may calculate."
        remark(pluralize(report.formula_count, one, many))
        remark("CSV that is written with --for-spreadsheets shows them as text.")
    remark(*_describe_left_out(part.result))
    tell(
        pluralize(
            report.entry_count, "1 entry written to {path}.", "{count} entries written to {path}.", path=part.output
        )
    )
    if rejected_rows:
        lines = write_rejected_lines(rejected_rows, view.encoding or "utf-8")
        atomic_write(part.rejected_rows_path, lines, is_private=False)
        one, many = "1 rejected line written to {path}.", "{count} rejected lines written to {path}."
        tell(pluralize(len(rejected_rows), one, many, path=part.rejected_rows_path))


def _finding_of_rejected(rejected: RejectedRow) -> FileFinding:
    return FileFinding(rejected.line, 0, "", UNREADABLE_ROW, rejected.reason, rejected.remedy)


# Messages


def _as_line(path: Path, found: FileFinding) -> str:
    position = f"{path}:{found.line}: " if found.line else f"{path}: "
    entry = f"row {found.row:,}, {found.side}: " if found.row else ""
    return f"{position}{entry}{found.message} {found.remedy}"


def _json(
    path: Path, pair: LanguagePair, result: ReadResult, found: Sequence[FileFinding], unread: Sequence[str]
) -> dict[str, object]:
    return {
        "file": str(path),
        **pair_json(pair),
        "entries": len(result.entries),
        "ignored_rows": result.ignored_rows,
        "blank_lines": result.blank_lines,
        "columns_not_read": list(unread),
        "problems": [asdict(each) for each in found],
    }


def _summary(pair: LanguagePair, result: ReadResult, violations: int, more: int) -> str:
    entries = pluralize(len(result.entries), "1 entry", "{count} entries")
    return f"{describe_counts(violations, more)} in {entries}, {pair}."


def _describe_left_out(result: ReadResult) -> Iterator[str]:
    """Yield messages about rows that have no errors, but give no entry."""
    for count, one, many in (
        (result.ignored_rows, "1 row of another pair was ignored.", "{count} rows of other pairs were ignored."),
        (result.blank_lines, "1 empty line was skipped.", "{count} empty lines were skipped."),
        (result.unfinished_rows, "1 unfinished row was left out.", "{count} unfinished rows were left out."),
    ):
        if count:
            yield pluralize(count, one, many)
