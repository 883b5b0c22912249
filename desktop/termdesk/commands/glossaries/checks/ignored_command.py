"""`termdesk glossary ignored`: list ignored findings, ignore others, and take that back."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from termdesk.application.glossaries.checks.findings import Listing
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.check_options import check_kinds
from termdesk.commands.glossaries.checks.glossary_check import key_of, list_dictionary
from termdesk.commands.glossaries.dictionary_access import find_readable
from termdesk.commands.glossaries.glossary_lookup import find_rows, to_root_pair
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.commands.output import print_json, print_lines, print_table, remark
from termdesk.commands.workplace import open_workplace
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.errors import InvalidInput
from termdesk.domain.findings.kinds import Severity
from termdesk.storage.check_notes import IgnoredFinding

_SIDES = {"source": SOURCE, "target": TARGET}


def ignored_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary ignored`."""
    parser = command_parser(
        "glossary ignored",
        "List the findings of a glossary that are ignored. --add ignores those that the checks find now, for as long "
        "as their phrases stay the same; --take-back reports them again. --kind, --phrase and --side choose the "
        "findings. Problems cannot be ignored, because a service refuses such entries.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    add_pair_option(parser, "only this dictionary (default: all)")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--add", action="store_true", help="ignore the chosen findings")
    ways.add_argument("--take-back", action="store_true", help="report the chosen findings again")
    parser.add_argument("--kind", action="append", default=[], help="only findings of this kind; can be repeated")
    parser.add_argument("--phrase", action="append", default=[], help="only findings of this phrase; can be repeated")
    parser.add_argument("--side", choices=_SIDES, help="only findings of this side")
    parser.add_argument("--note", metavar="TEXT", default="", help="with --add: why the phrases are correct")
    parser.add_argument(
        "--compare",
        action="store_true",
        help="with --add: also compare with the other glossaries and with the reverse dictionary",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change; the exit code is 1 if anything would"
    )
    return parser


def ignored(words: list[str]) -> int:
    """List ignored findings, ignore others or take that back, and return the exit code."""
    parser = ignored_parser()
    chosen = parser.parse_args(words)
    if _is_changing(chosen) and not (chosen.kind or chosen.phrase):
        parser.error("--kind or --phrase says which findings")
    if chosen.dry_run and not _is_changing(chosen):
        parser.error("--dry-run is for --add and --take-back")
    if (chosen.note or chosen.compare) and not chosen.add:
        parser.error("--note and --compare are for --add")
    return asyncio.run(_run(chosen))


def _is_changing(chosen: argparse.Namespace) -> bool:
    return bool(chosen.add or chosen.take_back)


@dataclass(frozen=True, slots=True)
class _Ignored:
    """A finding that is or would be ignored. `made_at` is None if it is not ignored yet."""

    row: DictionarySummary
    key: tuple[str, int, str]
    note: str
    made_at: datetime | None

    @property
    def side(self) -> str:
        """The side of the phrase, as in the options."""
        return "target" if self.key[1] == TARGET else "source"

    def json(self) -> dict[str, object]:
        """Return the ignored finding as `--json` prints it."""
        return {
            **pair_json(self.row.pair),
            "kind": self.key[0],
            "side": self.side,
            "phrase": self.key[2],
            "note": self.note,
            "ignored_at": self.made_at.isoformat(timespec="seconds") if self.made_at else None,
        }


async def _run(chosen: argparse.Namespace) -> int:
    check_kinds(chosen.kind)
    is_writing = _is_changing(chosen) and not chosen.dry_run
    async with open_workplace(chosen, is_reading=not is_writing) as cases:
        summary = await find_readable(cases, chosen.name)
        rows = find_rows(summary, to_root_pair(chosen.pair))
        found = [each for row in rows for each in await _find_chosen(cases, summary, row, chosen)]
        if _is_changing(chosen) and not found:
            raise InvalidInput(
                f"No finding of “{summary.name}” fits. Nothing was changed.",
                remedy="See them with: termdesk glossary check NAME --least hint",
            )
        if is_writing:
            await _change(cases, summary, rows, found, chosen)
    _tell(summary, found, chosen)
    return FOUND if chosen.dry_run else DONE


async def _find_chosen(
    cases: LazyUseCases, summary: GlossarySummary, row: DictionarySummary, chosen: argparse.Namespace
) -> list[_Ignored]:
    """Return the findings that the options choose: with `--add` all, else those that are ignored."""
    known = {each.key: each for each in await cases.check_choices.read_ignored_findings(key_of(cases, summary, row))}
    if not chosen.add:
        return [_of(row, each) for each in known.values() if _is_chosen(each.key, chosen)]
    entries = await cases.copying_library.entries(summary, row)
    listing = await list_dictionary(cases, summary, row, entries, compares=chosen.compare)
    return [
        _Ignored(row, key, chosen.note, known[key].ignored_at if key in known else None)
        for key in dict.fromkeys(_keys(listing))
        if _is_chosen(key, chosen)
    ]


def _of(row: DictionarySummary, found: IgnoredFinding) -> _Ignored:
    return _Ignored(row, found.key, found.note, found.ignored_at)


def _keys(listing: Listing) -> list[tuple[str, int, str]]:
    """Return kind, column and phrase of all findings that can be ignored, also of those that are."""
    findings = [
        listing.finding(packed)
        for packed in (*listing.open.all, *listing.ignored.all)
        if listing.severity(packed) is not Severity.VIOLATION
    ]
    return [(each.kind, each.column, listing.phrase(each)) for each in findings]


def _is_chosen(key: tuple[str, int, str], chosen: argparse.Namespace) -> bool:
    kind, column, phrase = key
    return (
        (not chosen.kind or kind in chosen.kind)
        and (not chosen.phrase or phrase in chosen.phrase)
        and (not chosen.side or column == _SIDES[chosen.side])
    )


async def _change(
    cases: LazyUseCases,
    summary: GlossarySummary,
    rows: Sequence[DictionarySummary],
    found: Sequence[_Ignored],
    chosen: argparse.Namespace,
) -> None:
    for row in rows:
        keys, dictionary_key = [each.key for each in found if each.row is row], key_of(cases, summary, row)
        if chosen.add:
            await cases.check_choices.ignore(dictionary_key, keys, chosen.note)
        else:
            await cases.check_choices.take_back(dictionary_key, keys)


def _tell(summary: GlossarySummary, found: Sequence[_Ignored], chosen: argparse.Namespace) -> None:
    is_changing = _is_changing(chosen)
    if chosen.json:
        report = {**glossary_json(summary), "findings": [each.json() for each in found]}
        print_json({**report, "is_done": is_changing and not chosen.dry_run})
    elif is_changing:
        print_lines(*(_line(each, chosen) for each in found))
    elif found:
        rows = [(str(each.row.pair), each.key[0], each.side, each.key[2], each.note) for each in found]
        print_table(("Pair", "Kind", "Side", "Phrase", "Note"), rows)
    else:
        remark("No finding is ignored.")


def _line(found: _Ignored, chosen: argparse.Namespace) -> str:
    """Return what was done with a finding, or would be."""
    finding = f"{found.row.pair}, {found.side}: {found.key[0]}: {found.key[2]}"
    if chosen.dry_run:
        return f"Would be ignored: {finding}" if chosen.add else f"Would be reported again: {finding}"
    return f"Ignored: {finding}" if chosen.add else f"Reported again: {finding}"
