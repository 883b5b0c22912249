"""`termdesk glossary check`: list what a service would refuse in a glossary or a file."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from termdesk.application.failures import PublishViolation
from termdesk.application.glossaries.checks.entries_check import check_entries
from termdesk.application.glossaries.checks.findings import Listing
from termdesk.application.glossaries.publishing.publish_validation import find_violations
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.check_options import (
    MoreFindings,
    add_check_options,
    check_kinds,
    checks_more,
    describe_counts,
    find_more,
)
from termdesk.commands.file_commands import check_file
from termdesk.commands.file_reader import add_reading_options, is_readable, kinds_help
from termdesk.commands.glossaries.dictionary_access import as_of_json, find_readable
from termdesk.commands.glossaries.glossary_lookup import find_rows, to_root_pair
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import print_json, print_lines
from termdesk.commands.workplace import open_workplace
from termdesk.domain.entries.entries import SOURCE, Entries
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress
from termdesk.storage.check_notes import DictionaryKey


def check_glossary_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary check`."""
    parser = command_parser(
        "glossary check",
        "List the entries that a service would refuse, and with --least what else the window finds: in a glossary, "
        "with the edits on this computer, or in a file. Custom rules and what is ignored are those of the window. The "
        "exit code is 1 if anything is listed.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME|FILE", help=f"name or id of a glossary, or {kinds_help()}")
    add_pair_option(parser, "dictionary to check (default: all)")
    add_check_options(parser)
    parser.add_argument(
        "--compare",
        action="store_true",
        help="for a glossary: also compare it with the other glossaries and with its reverse dictionary (lists hints, "
        "unless --least says otherwise)",
    )
    add_reading_options(parser)
    return parser


def check_glossary(words: list[str]) -> int:
    """List what a service would refuse, and return the exit code."""
    chosen = check_glossary_parser().parse_args(words)
    chosen.file = Path(chosen.name)
    if chosen.compare and not chosen.least:
        chosen.least = "hint"
    if is_readable(chosen.file):
        if chosen.pair and not chosen.source_lang:
            chosen.source_lang, chosen.target_lang = chosen.pair
        return check_file(chosen)
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    check_kinds(chosen.kind)
    async with open_workplace(chosen, is_reading=True) as cases:
        summary = await find_readable(cases, chosen.name)
        rows = find_rows(summary, to_root_pair(chosen.pair))
        found = [await _check(cases, summary, row, chosen) for row in rows]
    if chosen.json:
        print_json({"glossary": summary.name, "dictionaries": [each.json() for each in found]})
    else:
        for each in found:
            print_lines(*each.lines())
    return FOUND if any(each.violations or each.more.found for each in found) else DONE


@dataclass(frozen=True, slots=True)
class _Checked:
    """What was found in a dictionary: violations of the rules, and advice that the options ask for."""

    row: DictionarySummary
    count: int
    violations: list[PublishViolation]
    more: MoreFindings
    as_of: str | None

    def lines(self) -> Iterator[str]:
        """Return everything as lines for people."""
        yield from (f"{self.row.pair}: {each.line} {each.remedy}".rstrip() for each in self.violations)
        yield from (f"{self.row.pair}: {line}" for _, line in self.more.lines())
        counted = describe_counts(len(self.violations), len(self.more.found))
        yield f"{counted} in {pluralize(self.count, '1 entry', '{count} entries')}, {self.row.pair}."

    def json(self) -> dict[str, object]:
        """Return everything as JSON."""
        return {
            **pair_json(self.row.pair),
            "as_of": self.as_of,
            "entries": self.count,
            "problems": [*map(_violation_json, self.violations)],
            "findings": [report for _, report in self.more.reports()],
        }


async def _check(
    cases: LazyUseCases, summary: GlossarySummary, row: DictionarySummary, chosen: argparse.Namespace
) -> _Checked:
    held, pair = await cases.last_copies.entries(summary, row), row.pair.roots
    entries, as_of = held.entries, as_of_json(held)
    rows, published = entries.find_published_rows(), entries.copy_published_part()
    violations = await run_in_thread(NoProgress(), find_violations, published, rows=rows, name=summary.name, pair=pair)
    if not checks_more(chosen):
        return _Checked(row, len(entries), violations, MoreFindings(), as_of)
    listing = await list_dictionary(cases, summary, row, entries, compares=chosen.compare)
    return _Checked(row, len(entries), violations, find_more(listing, chosen), as_of)


async def list_dictionary(
    cases: LazyUseCases, summary: GlossarySummary, row: DictionarySummary, entries: Entries, *, compares: bool
) -> Listing:
    """Return all findings of a dictionary, with what the user decided. Raises ServiceError and StorageFailed."""
    decisions = await cases.check_factory.decisions(key_of(cases, summary, row))
    read = await cases.check_factory.neighbors(summary.key, row.pair.roots) if compares else None
    return await run_in_thread(NoProgress(), check_entries, entries, row.pair, decisions, read)


def key_of(cases: LazyUseCases, summary: GlossarySummary, row: DictionarySummary) -> DictionaryKey:
    """Return the key under which decisions about a dictionary are stored."""
    return DictionaryKey(cases.session.profile, summary.key, row.pair)


def _violation_json(each: PublishViolation) -> dict[str, object]:
    return {
        "row": each.row + 1 if each.row is not None else 0,
        "side": "" if each.row is None else "source" if each.column == SOURCE else "target",
        "rule": each.rule.value if each.rule else "",
        "message": each.message,
        "remedy": each.remedy,
    }
