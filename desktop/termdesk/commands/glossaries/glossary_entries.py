"""`termdesk glossary entries`: list the entries of a glossary, filtered and sorted as in the window."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from termdesk.application.glossaries.summaries import DictionarySummary
from termdesk.application.glossaries.view.conditions import Condition, Match
from termdesk.application.glossaries.view.entries_view import view_entries
from termdesk.application.glossaries.view.facets import NOTHING, Counts, Facet
from termdesk.application.glossaries.view.view_query import RowMark, ViewQuery
from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.glossaries.dictionary_access import as_of_json, find_readable
from termdesk.commands.glossaries.glossary_lookup import find_rows, to_root_pair
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.commands.output import print_json, print_lines, print_table
from termdesk.commands.workplace import open_workplace
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import COLUMN_FIELDS
from termdesk.domain.pluralize import pluralize
from termdesk.domain.progress import NoProgress

_COLUMNS = {"source": SOURCE, "target": TARGET} | {name: column for column, name in COLUMN_FIELDS.items()}
_MARKS = {"incomplete": RowMark.INCOMPLETE, "forbidden": RowMark.FORBIDDEN, "problem": RowMark.VIOLATION}
# For changes since the last publication, there is `glossary push --draft --dry-run`.
_FACETS = tuple(each for each in Facet if each is not Facet.CHANGE)
_NONE = "none"


def entries_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary entries`."""
    parser = command_parser(
        "glossary entries",
        "List the entries of a glossary as this computer has them, with edits, status, domain and note. Capital and "
        "small letters are the same to a text that is looked for. The exit code is 1 if no entry is found.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    add_pair_option(parser, "only this dictionary (default: all)")
    parser.add_argument("--find", metavar="TEXT", help="only entries with this text in one of their phrases")
    for side in _COLUMNS:
        parser.add_argument(f"--{side}", metavar="TEXT", help=f"only entries with this text in their {side}")
    parser.add_argument("--pattern", action="store_true", help="the texts to find are regular expressions")
    parser.add_argument("--only", choices=_MARKS, help="only entries that are incomplete, forbidden or have a problem")
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        type=_choice,
        metavar="FACET=VALUE",
        help="only entries with this value of a facet, such as status=forbidden; --facets lists them; can be repeated",
    )
    parser.add_argument("--rows", type=_span, metavar="FIRST-LAST", help="only these rows, numbered as in the file")
    parser.add_argument("--sort", choices=_COLUMNS, help="order (default: as in the file)")
    parser.add_argument("--descending", action="store_true", help="sort in descending order")
    parser.add_argument("--facets", action="store_true", help="count the entries by the values of facets instead")
    return parser


def entries(words: list[str]) -> int:
    """List entries, and return the exit code."""
    parser = entries_parser()
    chosen = parser.parse_args(words)
    if chosen.descending and not chosen.sort:
        parser.error("--descending is for --sort")
    return asyncio.run(_run(chosen))


def _choice(typed: str) -> tuple[Facet, str]:
    name, _, value = typed.partition("=")
    if name not in _FACETS or not value:
        raise argparse.ArgumentTypeError(f"{typed} is not FACET=VALUE; the facets are {', '.join(_FACETS)}")
    return Facet(name), NOTHING if value == _NONE else value


def _span(typed: str) -> range:
    first, _, last = typed.partition("-")
    last = last or first
    if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
        raise argparse.ArgumentTypeError(f"{typed} is not a span of rows such as 100-120")
    return range(int(first) - 1, int(last))


@dataclass(frozen=True, slots=True)
class _Listed:
    """What was found in a dictionary: rows, numbered from 0, and counts by facet and value."""

    row: DictionarySummary
    entries: Entries
    found: Sequence[int]
    counts: Counts
    as_of: str | None

    def json(self) -> dict[str, object]:
        """Return it as JSON."""
        return {
            **pair_json(self.row.pair),
            "as_of": self.as_of,
            "count": len(self.found),
            "entries": [] if self.counts else [self._entry(each) for each in self.found],
            "facets": {facet.value: _label_counts(values) for facet, values in self.counts.items()},
        }

    def _entry(self, row: int) -> dict[str, object]:
        (source, target), detail = self.entries[row], self.entries.detail(row)
        texts = {name: detail.text(column) for name, column in _COLUMNS.items() if column > TARGET}
        return {"row": row + 1, "source": source, "target": target, **texts, "fields": dict(detail.fields)}

    def tell(self) -> None:
        """Print it for people."""
        print_lines(f"{self.row.pair}: {pluralize(len(self.found), '1 entry', '{count} entries')}")
        if self.counts:
            named = {facet.value: _label_counts(values) for facet, values in self.counts.items()}
            counted = [(name, value, f"{count:,}") for name in named for value, count in named[name].items()]
            print_table(("Facet", "Value", "Entries"), counted)
        elif self.found:
            rows = [self._entry(each) for each in self.found]
            cells = [(f"{each['row']:,}", *(f"{each[name]}" for name in _COLUMNS)) for each in rows]
            print_table(("Row", *map(str.capitalize, _COLUMNS)), cells)


def _label_counts(counts: dict[str, int]) -> dict[str, int]:
    """Return the counts of values that any entry has."""
    return {_NONE if value == NOTHING else value: count for value, count in counts.items() if count}


async def _run(chosen: argparse.Namespace) -> int:
    query, facets = _query(chosen), _FACETS if chosen.facets else ()
    async with open_workplace(chosen, is_reading=True) as cases:
        summary = await find_readable(cases, chosen.name)
        listed = list[_Listed]()
        for row in find_rows(summary, to_root_pair(chosen.pair)):
            held = await cases.last_copies.entries(summary, row)
            found, counts = await run_in_thread(NoProgress(), view_entries, held.entries, row.pair, query, facets)
            shown = found if chosen.rows is None else [each for each in found if each in chosen.rows]
            listed.append(_Listed(row, held.entries, shown, counts, as_of_json(held)))
    if chosen.json:
        print_json({**glossary_json(summary), "dictionaries": [each.json() for each in listed]})
    else:
        for each in listed:
            each.tell()
    return DONE if any(each.found for each in listed) else FOUND


def _query(chosen: argparse.Namespace) -> ViewQuery:
    match = Match.PATTERN if chosen.pattern else Match.CONTAINS
    query = ViewQuery()
    for column, text in ((None, chosen.find), *((column, getattr(chosen, name)) for name, column in _COLUMNS.items())):
        if text:
            query = query.with_condition(Condition(text, column, match))
    for facet, value in chosen.where:
        query = query.with_values(facet, query.values(facet) | {value})
    if chosen.only:
        query = query.with_mark(_MARKS[chosen.only], is_on=True)
    return query.with_order(_COLUMNS[chosen.sort], descending=chosen.descending) if chosen.sort else query
