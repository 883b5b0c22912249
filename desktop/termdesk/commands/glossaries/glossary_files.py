"""`termdesk glossary pull` and `export`: write the dictionaries of a service or of this computer to files."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from termdesk.application.glossaries.exporting.export import (
    export_formats,
    format_losses,
    format_losses_of_all,
    multilingual_formats,
    write_all,
    write_file,
)
from termdesk.application.glossaries.library.stored_copies import HeldEntries
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.glossaries.dictionary_access import as_of_json, find_readable, read_published
from termdesk.commands.glossaries.glossary_lookup import find_rows, to_root_pair
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.commands.output import check_free, print_json, remark
from termdesk.commands.streams import print_result
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.workplace import open_workplace
from termdesk.domain.entries import delimited
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.file_names import safe_name
from termdesk.domain.key_scope import Scope
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.files.pulled_files import PulledFiles

_STDOUT = "-"
# A dictionary, its file, and the number of entries in it.
_Part = tuple[DictionarySummary, Path, int]


def pull_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary pull`."""
    parser = command_parser(
        "glossary pull",
        "Write dictionaries to files as the service has them now. If it cannot be reached, write the last copies on "
        "this computer, and say of when they are. Termdesk remembers what it wrote: if the file is edited and pushed "
        "later, what was changed elsewhere meanwhile stays. Only the files are written: they are no copies for times "
        "when the service cannot be reached. Opening a dictionary in the window keeps such a copy.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    add_pair_option(parser, "dictionary to write (default: each, into a file of its own)")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=f"file to write; its ending gives the format: {', '.join(export_formats())}. “-” prints tab-separated "
        "text (default: NAME.SOURCE-TARGET.tsv)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite files")
    return parser


def export_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary export`."""
    several = ", ".join(multilingual_formats())
    parser = command_parser(
        "glossary export",
        "Write dictionaries to files as this computer has them: with edits that are not published, status, domain and "
        f"notes. Several dictionaries of one source language share a file where the format can hold them: {several}. "
        "The exit code is 1 if the format cannot hold everything.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    parser.add_argument(
        "output",
        nargs="?",
        metavar="OUT",
        help=f"file to write; its ending gives the format: {', '.join(export_formats())}",
    )
    parser.add_argument(
        "-o", "--output", dest="written", metavar="OUT", help="the same file, named as in other commands"
    )
    add_pair_option(parser, "dictionary to write (default: all)")
    parser.add_argument("--force", action="store_true", help="overwrite files")
    return parser


def pull(words: list[str]) -> int:
    """Write the entries of the service to files, and return the exit code."""
    parser = pull_parser()
    chosen = parser.parse_args(words)
    if chosen.json and chosen.output == _STDOUT:
        parser.error("--json tells which files were written; -o - prints the entries instead")
    return asyncio.run(_pull(chosen))


def export(words: list[str]) -> int:
    """Write the local entries to files, and return the exit code."""
    parser = export_parser()
    chosen = parser.parse_args(words)
    if (chosen.output is None) == (chosen.written is None):
        parser.error("name the file to write once: OUT, or -o OUT")
    chosen.output = chosen.output or chosen.written
    return asyncio.run(_export(chosen))


async def _pull(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=True, needs=[Scope.READ_GLOSSARIES]) as cases:
        summary = await find_readable(cases, chosen.name)
        rows = [each for each in find_rows(summary, to_root_pair(chosen.pair)) if each.is_on_service]
        if not rows or summary.glossary_id is None:
            raise InvalidInput(
                f"“{summary.name}” is not on the service.",
                remedy="Write what this computer has with: termdesk glossary export NAME OUT",
            )
        if chosen.output == _STDOUT:
            return await _print(cases, summary, rows)
        default = Path(safe_name(summary.name, ".tsv"))
        paths = _paths(Path(chosen.output) if chosen.output else default, rows, is_named=bool(chosen.output))
        check_free(*paths, is_forced=chosen.force)
        pulled = PulledFiles(cases.session.folders.data, cases.session.profile)

        def note(part: _Part, entries: Entries) -> None:
            pulled.note(part[1], summary.key, part[0].pair.roots, entries)

        parts, losses = list[_Part](), list[str]()
        with report_if_cancelled(lambda: _describe_cancellation(paths, len(parts))):
            # Read all dictionaries before writing the first, so that an error leaves all files unchanged.
            read = [await _read_published(cases, summary, row) for row in rows]
            # Another program may have created a file meanwhile.
            check_free(*paths, is_forced=chosen.force)
            for row, path, held in zip(rows, paths, read, strict=True):
                entries = held.entries
                losses += await run_in_thread(NoProgress(), format_losses, entries, path, row.pair)
                # Write and record in one job, so that the record is right after a cancellation.
                await run_in_thread(NoProgress(), _write, entries, (row, path, len(entries)), parts, note)
    dates = {row.pair: as_of_json(each) for row, each in zip(rows, read, strict=True)}
    return _tell(summary, parts, losses, as_json=chosen.json, dates=dates)


def _write(
    progress: Progress,
    entries: Entries,
    part: _Part,
    parts: list[_Part],
    note: Callable[[_Part, Entries], None] | None = None,
) -> None:
    """Write a file, add it to `parts`, and call `note` with its entries. For a worker."""
    row, path, _ = part
    write_file(progress, entries, path, row.pair)
    parts.append(part)
    if note is not None:
        note(part, entries)


def _describe_cancellation(paths: Sequence[Path], written: int) -> Iterator[str]:
    for path in paths[:written]:
        yield f"Written: {path}"
    for path in paths[written:]:
        yield f"Not written: {path}"


async def _print(cases: LazyUseCases, summary: GlossarySummary, rows: Sequence[DictionarySummary]) -> int:
    if len(rows) > 1:
        raise InvalidInput("Only one dictionary can be printed.", remedy="Choose it with --pair.")
    held = await _read_published(cases, summary, rows[0])
    for block in delimited.blocks(held.entries):
        print_result(block, end="")
    return DONE


async def _read_published(cases: LazyUseCases, summary: GlossarySummary, row: DictionarySummary) -> HeldEntries:
    """Return the entries of the service, or the last copy of them.

    Raises InvalidInput if the dictionary was deleted since the glossaries were listed.
    """
    found = await read_published(cases, summary, row)
    if found is None:
        raise InvalidInput(
            f"“{summary.name}”, {row.pair}, was deleted from the service in this moment. No file was written.",
            remedy="See what is left with: termdesk glossary list",
        )
    return found


async def _export(chosen: argparse.Namespace) -> int:
    out = Path(chosen.output)
    async with open_workplace(chosen, is_reading=True) as cases:
        summary = await find_readable(cases, chosen.name)
        rows = find_rows(summary, to_root_pair(chosen.pair))
        is_one_source = len({each.pair.roots.source for each in rows}) == 1
        is_shared = len(rows) > 1 and is_one_source and out.suffix.lower() in multilingual_formats()
        paths = [out] if is_shared else _paths(out, rows, is_named=True)
        check_free(*paths, is_forced=chosen.force)
        parts, losses = list[_Part](), list[str]()
        with report_if_cancelled(lambda: _describe_cancellation(paths, len(parts))):
            copies = [await cases.last_copies.entries(summary, row) for row in rows]
            read = [each.entries for each in copies]
            if is_shared:
                held = [(row.pair, entries) for row, entries in zip(rows, read, strict=True)]
                losses += await run_in_thread(NoProgress(), format_losses_of_all, held, out)
                together = [(row, out, len(entries)) for row, entries in zip(rows, read, strict=True)]
                await run_in_thread(NoProgress(), _write_together, held, out, together, parts)
            else:
                for row, path, entries in zip(rows, paths, read, strict=True):
                    losses += await run_in_thread(NoProgress(), format_losses, entries, path, row.pair)
                    await run_in_thread(NoProgress(), _write, entries, (row, path, len(entries)), parts)
    dates = {row.pair: as_of_json(each) for row, each in zip(rows, copies, strict=True)}
    return _tell(summary, parts, losses, as_json=chosen.json, dates=dates)


def _write_together(
    progress: Progress,
    held: Sequence[tuple[LanguagePair, Entries]],
    path: Path,
    together: Sequence[_Part],
    parts: list[_Part],
) -> None:
    """Write a file with several dictionaries, and add them to `parts`. For a worker."""
    write_all(progress, held, path)
    parts.extend(together)


def _paths(path: Path, rows: Sequence[DictionarySummary], *, is_named: bool) -> list[Path]:
    """Return a file for each dictionary: the named one, or files next to it with the pair in their names."""
    if path.suffix.lower() not in export_formats():
        raise InvalidInput(
            f"{path.name} has no ending of a format.", remedy=f"These are written: {', '.join(export_formats())}."
        )
    if len(rows) == 1 and is_named:
        return [path]
    return [path.with_name(f"{path.stem}.{row.pair.source}-{row.pair.target}{path.suffix}") for row in rows]


def _tell(
    summary: GlossarySummary,
    parts: Sequence[_Part],
    losses: Sequence[str],
    *,
    as_json: bool,
    dates: Mapping[LanguagePair, str | None],
) -> int:
    if as_json:
        files = [
            {"file": str(path), **pair_json(row.pair), "entries": count, "as_of": dates.get(row.pair)}
            for row, path, count in parts
        ]
        print_json({**glossary_json(summary), "files": files, "lost": [*losses]})
    else:
        remark(*(f"Lost: {each}" for each in losses))
        for row, path, count in parts:
            one, many = "{pair}: 1 entry written to {path}.", "{pair}: {count} entries written to {path}."
            print_result(pluralize(count, one, many, pair=row.pair, path=path))
    return FOUND if losses else DONE
