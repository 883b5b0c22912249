"""`termdesk glossary duplicate`: copy a glossary as a new one on this computer."""

from __future__ import annotations

import argparse
import asyncio

from termdesk.commands.arguments import DONE, FOUND, add_service_options, command_parser
from termdesk.commands.glossaries.glossary_lookup import find_glossary
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import print_json, print_lines, remark
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput
from termdesk.domain.pluralize import pluralize


def duplicate_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary duplicate`."""
    parser = command_parser(
        "glossary duplicate",
        "Copy a glossary as a new one on this computer, with its edits, details, tags and lock. Publish the copy with "
        "termdesk glossary push NAME --draft. To another service, termdesk glossary copy copies it.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    parser.add_argument("new_name", metavar="NEW", help="name of the copy")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would be copied; the exit code is 1 then"
    )
    return parser


def duplicate(words: list[str]) -> int:
    """Copy a glossary and return the exit code."""
    return asyncio.run(_run(duplicate_parser().parse_args(words)))


async def _run(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run) as cases:
        summaries = await cases.library.read_known_summaries()
        summary, name = find_glossary(summaries, chosen.name), chosen.new_name.strip()
        if any(each.name == name for each in summaries):
            raise InvalidInput(f"A glossary “{name}” already exists.", remedy="Choose another name.")
        key = None if chosen.dry_run else await cases.batches.copy(summary, name)
    if chosen.json:
        dictionaries = [{**pair_json(each.pair), "entries": each.entry_count} for each in summary.rows]
        report = {"glossary": name, "id": key, "before": summary.name, "dictionaries": dictionaries}
        print_json({**report, "is_done": not chosen.dry_run})
    else:
        rows = pluralize(summary.row_count, "1 dictionary", "{count} dictionaries")
        if chosen.dry_run:
            print_lines(f"Would copy “{summary.name}” to “{name}”, {rows}.")
        else:
            print_lines(f"Copied “{summary.name}” to “{name}”, {rows}.")
            remark("Publish it with: termdesk glossary push NAME --draft")
    return FOUND if chosen.dry_run else DONE
