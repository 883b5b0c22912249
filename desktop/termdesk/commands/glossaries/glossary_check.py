"""`termdesk glossary check`: list what a service would refuse in a glossary or a file."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.publishing.publish_validation import find_violations
from termdesk.application.glossaries.summaries import DictionarySummary
from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.file_commands import check_file
from termdesk.commands.file_reader import add_reading_options, is_readable, kinds_help
from termdesk.commands.glossaries.glossary_lookup import chosen_pair, find_glossary, find_rows
from termdesk.commands.output import print_json, print_lines
from termdesk.commands.workplace import opened
from termdesk.domain.entries.entries import SOURCE
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress


def check_glossary_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary check`."""
    parser = command_parser(
        "glossary check",
        "List the entries that a service would refuse: those of a glossary, with the edits on this computer, or those "
        "of a file. The exit code is 1 if there are any.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME|FILE", help=f"name or id of a glossary, or {kinds_help()}")
    add_pair_option(parser, "dictionary to check (default: all)")
    add_reading_options(parser)
    return parser


def check_glossary(words: list[str]) -> int:
    """List what a service would refuse, and return the exit code."""
    chosen = check_glossary_parser().parse_args(words)
    chosen.file = Path(chosen.name)
    if is_readable(chosen.file):
        if chosen.pair and not chosen.source_lang:
            chosen.source_lang, chosen.target_lang = chosen.pair
        return check_file(chosen)
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    found: list[tuple[DictionarySummary, int, list[PublishViolation]]] = []
    async with opened(chosen, is_reading=True) as cases:
        summary = find_glossary(await cases.library.known_summaries(), chosen.name)
        for row in find_rows(summary, chosen_pair(chosen.pair)):
            entries = await cases.library.entries(summary, row)
            rows, published = entries.published_rows(), entries.published_part()
            violations = await run_in_thread(
                NoProgress(), find_violations, published, rows=rows, name=summary.name, pair=row.pair.roots
            )
            found.append((row, len(entries), violations))
    if chosen.json:
        print_json({"glossary": summary.name, "dictionaries": [_json(*each) for each in found]})
    else:
        for row, count, violations in found:
            print_lines(*(f"{row.pair}: {each.line} {each.remedy}".rstrip() for each in violations))
            problems = pluralize(len(violations), "1 problem", "{count} problems") if violations else "No problems"
            print_lines(f"{problems} in {pluralize(count, '1 entry', '{count} entries')}, {row.pair}.")
    return FOUND if any(violations for _, _, violations in found) else DONE


def _json(row: DictionarySummary, count: int, violations: list[PublishViolation]) -> dict[str, object]:
    problems = [
        {
            "row": each.row + 1 if each.row is not None else 0,
            "side": "" if each.row is None else "source" if each.column == SOURCE else "target",
            "rule": each.rule.value if each.rule else "",
            "message": each.message,
            "remedy": each.remedy,
        }
        for each in violations
    ]
    return {"source_lang": row.pair.source, "target_lang": row.pair.target, "entries": count, "problems": problems}
