"""Running of an edit: in a glossary of this computer as one undo step, or from a file into a new one."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.glossaries.exporting.export import export_formats
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options
from termdesk.commands.file_commands import (
    FilePart,
    add_writing_options,
    check_ending,
    output_files,
    read_parts,
    write_parts,
)
from termdesk.commands.file_reader import add_reading_options, is_readable, kinds_help, reread
from termdesk.commands.glossaries.dictionary_access import find_readable, open_dictionary
from termdesk.commands.glossaries.editing.edit_preview import EditPreview, EntryEdit, preview_edit
from termdesk.commands.glossaries.glossary_lookup import find_rows, to_root_pair
from termdesk.commands.json_parts import glossary_json
from termdesk.commands.output import check_free, print_json, print_lines, remark
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.workplace import open_workplace
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress

# Prepares the edit of one dictionary of a glossary, before it is applied.
EditMaker = Callable[[LazyUseCases, GlossarySummary, DictionarySummary], Awaitable[EntryEdit]]
EDIT_HELP = (
    "A glossary is edited on this computer, as one undo step for each dictionary; publish it with termdesk glossary "
    "push NAME --draft. A file is written as another one (-o). The exit code is 1 if more cells break a rule then, and "
    "with --dry-run if anything would change."
)


@dataclass(frozen=True, slots=True)
class NamedEdit:
    """An edit, and the name of its undo step. A glossary uses `for_dictionary` instead of `edit`, if given."""

    title: str
    edit: EntryEdit
    for_dictionary: EditMaker | None = None

    async def prepare(self, cases: LazyUseCases, summary: GlossarySummary, row: DictionarySummary) -> EntryEdit:
        """Return the edit of a dictionary."""
        return await self.for_dictionary(cases, summary, row) if self.for_dictionary else self.edit


def add_edit_options(parser: argparse.ArgumentParser) -> None:
    """Add the argument and the options of all commands that edit a glossary or a file."""
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME|FILE", help=f"name or id of a glossary, or {kinds_help()}")
    add_pair_option(parser, "dictionary to edit (default: all)")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change; the exit code is 1 if anything would"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="OUT",
        help=f"for a file: the file to write; its ending gives the format: {', '.join(export_formats())}. With --force "
        "it may be FILE itself",
    )
    add_writing_options(parser)
    add_reading_options(parser)


def run_edit(parser: argparse.ArgumentParser, chosen: argparse.Namespace, edit: NamedEdit) -> int:
    """Edit a glossary or a file, and return the exit code."""
    if not is_readable(Path(chosen.name)):
        if chosen.output:
            parser.error("-o is for files; a glossary is edited where it is")
        return asyncio.run(_edit_glossary(chosen, edit))
    if not chosen.output and not chosen.dry_run:
        parser.error("a file needs -o OUT, the file to write")
    chosen.input = Path(chosen.name)
    chosen.output = chosen.output or chosen.input
    if chosen.pair and not chosen.source_lang:
        chosen.source_lang, chosen.target_lang = chosen.pair
    return _edit_file(chosen, edit)


async def _edit_glossary(chosen: argparse.Namespace, edit: NamedEdit) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run) as cases:
        summary = await find_readable(cases, chosen.name)
        rows = find_rows(summary, to_root_pair(chosen.pair))
        edits = [await edit.prepare(cases, summary, row) for row in rows]
        previews = list[EditPreview]()
        with report_if_cancelled(lambda: _describe_cancellation(previews, is_dry=chosen.dry_run)):
            for row, each in zip(rows, edits, strict=True):
                if chosen.dry_run:
                    entries = await cases.copying_library.entries(summary, row)
                    previews.append((await run_in_thread(NoProgress(), preview_edit, entries, row.pair, each))[1])
                else:
                    previews.append(await edit_dictionary(cases, summary, row, each, edit.title))
        if chosen.json:
            print_json(edits_json(summary, None, previews, is_done=not chosen.dry_run))
        else:
            tell_edits(previews, name=summary.name, is_dry=chosen.dry_run)
            if not chosen.dry_run and any(each.count for each in previews):
                remark("Publish it with: termdesk glossary push NAME --draft")
    return exit_code(previews, is_dry=chosen.dry_run)


async def edit_dictionary(
    cases: LazyUseCases, summary: GlossarySummary, row: DictionarySummary, edit: EntryEdit, title: str
) -> EditPreview:
    """Apply an edit as one undo step, and wait until it is on disk."""
    async with open_dictionary(cases, summary, row.pair) as dictionary:
        entries = dictionary.entries.copy()
        change, preview = await run_in_thread(NoProgress(), preview_edit, entries, dictionary.pair, edit)
        if change is not None:
            await dictionary.take(change, title)
            await dictionary.wait_until_saved()
    return preview


def _describe_cancellation(previews: Sequence[EditPreview], *, is_dry: bool) -> Iterator[str]:
    for each in () if is_dry else previews:
        yield f"Edited: {each.pair}. Undo it with: termdesk glossary undo NAME"
    yield "The other dictionaries are as they were."


def _edit_file(chosen: argparse.Namespace, edit: NamedEdit) -> int:
    check_ending(chosen.output)
    with reread(chosen.input) as path:
        view, parts = read_parts(chosen, path)
    if not chosen.dry_run:
        check_free(*output_files(parts), is_forced=chosen.force)
    previews = []
    for part in parts:
        entries = part.result.entries
        change, preview = preview_edit(NoProgress(), entries, part.pair, edit.edit)
        previews.append(preview)
        if change is not None:
            entries.apply(change)
    if not chosen.json:
        tell_edits(previews, name=str(chosen.input), is_dry=chosen.dry_run)
    if not chosen.dry_run:
        write_parts(chosen, view, parts, tell=remark if chosen.json else print_lines)
    if chosen.json:
        print_json(edits_json(None, parts, previews, is_done=not chosen.dry_run, file=chosen.input))
    is_rejected = not chosen.dry_run and any(part.result.rejected_rows for part in parts)
    return FOUND if is_rejected else exit_code(previews, is_dry=chosen.dry_run)


def exit_code(previews: Sequence[EditPreview], *, is_dry: bool) -> int:
    """Return FOUND if something would change, or if more cells have problems; otherwise DONE."""
    if is_dry:
        return FOUND if any(each.count for each in previews) else DONE
    return FOUND if any(each.more_violations for each in previews) else DONE


def tell_edits(previews: Sequence[EditPreview], *, name: str, is_dry: bool) -> None:
    """Print what the edits of a glossary or a file change."""
    for each in previews:
        if each.count:
            print_lines(f"{name}, {each.pair}: {each.summary}", *each.lines())
        if each.more_violations:
            more = pluralize(each.more_violations, "1 more cell has", "{count} more cells have")
            remark(f"{each.pair}: {more} problems then. List them with: termdesk glossary check")
    if not any(each.count for each in previews):
        remark("Nothing would change." if is_dry else "Nothing was changed.")


def edits_json(
    summary: GlossarySummary | None,
    parts: Sequence[FilePart] | None,
    previews: Sequence[EditPreview],
    *,
    is_done: bool,
    file: Path | None = None,
) -> dict[str, object]:
    return {
        **glossary_json(summary),
        "file": str(file) if file else None,
        "written": [str(part.output) for part in parts or ()] if is_done else [],
        "dictionaries": [each.json() for each in previews],
        "is_done": is_done,
    }
