"""`termdesk glossary import`: bring the entries of a file into a glossary of this computer, as the window does."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from termdesk.application.glossaries.importing.file_view import PairInFile
from termdesk.application.glossaries.importing.import_files import read_pairs
from termdesk.application.glossaries.importing.review import ImportPart, import_change
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import FOUND, add_service_options, command_parser, count_of
from termdesk.commands.consent import check_removals
from termdesk.commands.file_reader import add_reading_options, kinds_help, read_file, reading_choices, reread
from termdesk.commands.glossaries.editing.edit_preview import EditPreview, EntryEdit, preview_edit
from termdesk.commands.glossaries.editing.edit_run import edit_dictionary, edits_json, exit_code, tell_edits
from termdesk.commands.glossaries.glossary_lookup import find_glossaries, find_glossary
from termdesk.commands.output import print_json, print_lines, remark
from termdesk.commands.terminal.cancellation import report_if_cancelled
from termdesk.commands.workplace import open_workplace
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.merging.difference import removes_much
from termdesk.domain.merging.review import InitialDecision
from termdesk.domain.progress import NoProgress

_EXISTING = {each.value.replace(" ", "-"): each for each in InitialDecision}


def import_file_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary import`."""
    parser = command_parser(
        "glossary import",
        "Bring the entries of a file into a glossary of this computer, as one undo step for each dictionary; "
        "publish them with termdesk glossary push NAME --draft. Rows that cannot be read are left out and listed. "
        "The exit code is 1 if there are any, if more cells break a rule then, and with --dry-run if anything would "
        "change.",
    )
    add_service_options(parser)
    parser.add_argument("file", type=Path, metavar="FILE", help=kinds_help())
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    parser.add_argument("--create", action="store_true", help="create the glossary if there is none of this name")
    parser.add_argument(
        "--existing",
        choices=_EXISTING,
        default="keep",
        help="what happens to source phrases that are there: keep their targets (default), overwrite them, append all "
        "rows of the file, or replace all entries",
    )
    parser.add_argument("--every-pair", action="store_true", help="import every pair of languages of the file")
    parser.add_argument(
        "--allow-removals", type=count_of, metavar="N", help="allow replace-all to remove up to N entries"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change; the exit code is 1 if anything would"
    )
    add_reading_options(parser)
    return parser


def import_file(words: list[str]) -> int:
    """Import a file and return the exit code."""
    chosen = import_file_parser().parse_args(words)
    parts = _read(chosen)
    return asyncio.run(_run(parts, chosen))


def _read(chosen: argparse.Namespace) -> list[ImportPart]:
    """Return the entries of the file, by pair. Raises InvalidInput if the file does not name its languages."""
    with reread(chosen.file) as path:
        choices = reading_choices(chosen)
        view, result = read_file(path, choices)
        if chosen.every_pair and view.pairs:
            pairs: Sequence[PairInFile] = view.pairs
            results = read_pairs(NoProgress(), path, choices, pairs)
            return [ImportPart(each.pair, part, each.sheet) for each, part in zip(pairs, results, strict=True)]
    if view.pair is None:
        raise InvalidInput(f"{chosen.file} does not name its languages.", remedy="Add --source-lang and --target-lang.")
    if len(view.pairs) > 1:
        others = ", ".join(str(each.pair) for each in view.pairs if each.pair != view.pair)
        remark(
            f"The file also contains {others}. Choose one with --source-lang and --target-lang, or add --every-pair."
        )
    return [ImportPart(view.pair, result)]


async def _run(parts: Sequence[ImportPart], chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run) as cases:
        summaries = await cases.library.read_known_summaries()
        summary = find_glossary(summaries, chosen.name) if find_glossaries(summaries, chosen.name) else None
        if summary is None and not chosen.create:
            known = ", ".join(each.name for each in summaries)
            remedy = f"Use one of: {known}; or add --create." if known else "Add --create to make it."
            raise InvalidInput(f"There is no glossary “{chosen.name}”.", remedy=remedy)
        previews = [await _preview(cases, summary, part, chosen) for part in parts]
        if not chosen.dry_run:
            _check_removals(previews, summary, chosen)
            with report_if_cancelled(lambda: ["Perhaps not all dictionaries are imported. Run the command again."]):
                for part in parts:
                    summary = await _take(cases, summary, part, chosen)
    rejected = [each for part in parts for each in part.result.rejected_rows]
    remark(*(f"Not imported: {chosen.file}:{each.line}: {each.reason} {each.remedy}" for each in rejected))
    if chosen.json:
        report = edits_json(summary, None, previews, is_done=not chosen.dry_run, file=chosen.file)
        print_json({**report, "glossary": chosen.name, "rejected_rows": len(rejected)})
    else:
        tell_edits(previews, name=summary.name if summary else chosen.name, is_dry=chosen.dry_run)
        if not chosen.dry_run and any(each.count for each in previews):
            print_lines(f"{chosen.file} is imported.")
            remark("Publish it with: termdesk glossary push NAME --draft")
    return FOUND if rejected else exit_code(previews, is_dry=chosen.dry_run)


async def _preview(
    cases: LazyUseCases, summary: GlossarySummary | None, part: ImportPart, chosen: argparse.Namespace
) -> EditPreview:
    row = summary.row(part.pair) if summary else None
    entries = await cases.copying_library.entries(summary, row) if summary and row else Entries()
    pair = row.pair if row else part.pair.roots
    return (await run_in_thread(NoProgress(), preview_edit, entries, pair, _edit(part, chosen)))[1]


def _edit(part: ImportPart, chosen: argparse.Namespace) -> EntryEdit:
    return partial(import_change, result=part.result, existing=_EXISTING[chosen.existing])


def _check_removals(
    previews: Sequence[EditPreview], summary: GlossarySummary | None, chosen: argparse.Namespace
) -> None:
    """Raise InvalidInput for a large removal that the user did not allow."""
    for each in previews:
        removed = len(each.removed)
        if removes_much(removed, published_count=each.entries_before):
            name = summary.name if summary else chosen.name
            check_removals(removed, chosen.allow_removals, where=f"from “{name}”, {each.pair}, on this computer")


async def _take(
    cases: LazyUseCases, summary: GlossarySummary | None, part: ImportPart, chosen: argparse.Namespace
) -> GlossarySummary:
    """Import a part into its dictionary, or into a new one. Return the glossary afterwards."""
    title = f"Import “{chosen.file.name}”"
    row = summary.row(part.pair) if summary else None
    if summary and row:
        await edit_dictionary(cases, summary, row, _edit(part, chosen), title)
        return summary
    entries = Entries()
    if (change := _edit(part, chosen)(NoProgress(), entries, part.pair)) is not None:
        entries.apply(change)
    if summary:
        made = await cases.library.add_dictionary(summary, part.pair, entries)
    else:
        made = await cases.library.new(chosen.name, part.pair, entries)
    key = made.draft.glossary_key
    await cases.library.close(made)
    return next(each for each in await cases.library.read_known_summaries() if each.key == key)
