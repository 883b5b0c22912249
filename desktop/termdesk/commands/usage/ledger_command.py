"""`termdesk ledger`: list, filter, add up and export the billable calls."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, add_service_options, command_parser, count_of

if TYPE_CHECKING:
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.application.usage.ledger_search import FoundCalls, LedgerQuery
    from termdesk.storage.history import BilledCall

_WORKS = ("translation", "back-translation", "spot-check", "rephrasing", "correction", "document")


def ledger_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk ledger`."""
    parser = command_parser(
        "ledger",
        "List the billable calls of a profile, the latest first: what was estimated and what was billed, in "
        "characters, with the trace id. Texts are not in it. No service is asked.",
    )
    parser.add_argument(
        "word",
        nargs="?",
        default="",
        metavar="WORD",
        help="list only calls in whose language, glossary or trace id it is",
    )
    parser.add_argument("--work", choices=_WORKS, help="list only calls for this")
    parser.add_argument(
        "--days", type=count_of, default=0, metavar="N", help="list only the last N days; 1 is today (default: all)"
    )
    parser.add_argument("--all-profiles", action="store_true", help="list the calls of all profiles")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write all of them to a CSV file instead")
    parser.add_argument("--force", action="store_true", help="overwrite FILE")
    add_service_options(parser)
    return parser


def ledger(words: list[str]) -> int:
    """Print or write the ledger, and return the exit code."""
    parser = ledger_parser()
    chosen = parser.parse_args(words)
    if chosen.all_profiles and chosen.profile:
        parser.error("give either --profile or --all-profiles")
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    # Imported here, because the help does not need it.
    from termdesk.commands.workplace import open_workplace

    async with open_workplace(chosen, is_reading=True, connects=False) as cases:
        query = _query(chosen)
        if chosen.output:
            await _write(cases, query, chosen)
        found = await cases.usage_monitor.find_calls(query)
        if chosen.json:
            _print_json(cases, found, chosen.output)
        elif chosen.output is None:
            _print(cases, found)
    return DONE


def _query(chosen: argparse.Namespace) -> LedgerQuery:
    from termdesk.application.usage.charges import BilledWork
    from termdesk.application.usage.ledger_search import LedgerQuery

    work = BilledWork[chosen.work.replace("-", "_").upper()] if chosen.work else None
    return LedgerQuery(chosen.word, work, chosen.days, None if chosen.all_profiles else "")


async def _write(cases: LazyUseCases, query: LedgerQuery, chosen: argparse.Namespace) -> None:
    from termdesk.commands.output import check_free, print_lines
    from termdesk.domain.progress import NoProgress

    check_free(chosen.output, is_forced=chosen.force)
    await cases.usage_monitor.export_calls(query, chosen.output, NoProgress())
    if not chosen.json:
        print_lines(f"The calls are written to {chosen.output}.")


def _print(cases: LazyUseCases, found: FoundCalls) -> None:
    from termdesk.commands.output import print_table, remark
    from termdesk.domain.pluralize import pluralize

    if not found.calls:
        remark("No call was found.")
        return
    names = cases.usage_monitor.profile_names
    rows = [
        (
            f"{each.made_at.astimezone():%Y-%m-%d %H:%M}",
            names.get(each.profile, each.profile),
            _work(each),
            "-".join(filter(None, (each.source_language, each.target_language))),
            each.glossary,
            f"{each.estimated:,}",
            "" if each.billed is None else f"{each.billed:,}",
            each.trace_id or _state(each),
        )
        for each in found.calls
    ]
    print_table(("When", "Profile", "Work", "Languages", "Glossary", "Estimated", "Billed", "Trace id"), rows)
    totals = found.totals
    calls = pluralize(totals.count, "1 call", "{count} calls")
    money = "".join(f", {cost} {currency}" for currency, cost in cases.usage_monitor.money_of(totals).items())
    remark(f"{calls}, {totals.cost:,} characters{money}")


def _work(call: BilledCall) -> str:
    from termdesk.application.usage.charges import work_of

    work = work_of(call)
    return work.name.lower().replace("_", "-") if work else call.call


def _state(call: BilledCall) -> str:
    return "running" if call.is_running else "unclear" if call.is_unclear else "answered"


def _print_json(cases: LazyUseCases, found: FoundCalls, path: Path | None) -> None:
    from termdesk.commands.output import print_json

    names, totals = cases.usage_monitor.profile_names, found.totals
    print_json(
        {
            "calls": [_json(each, names.get(each.profile, each.profile)) for each in found.calls],
            "count": totals.count,
            "estimated": totals.estimated,
            "billed": totals.billed,
            "characters": totals.cost,
            "costs": {currency: str(cost) for currency, cost in cases.usage_monitor.money_of(totals).items()},
            "file": str(path) if path else None,
        }
    )


def _json(call: BilledCall, profile: str) -> dict[str, object]:
    return {
        "made_at": call.made_at.isoformat(timespec="seconds"),
        "profile": profile,
        "work": _work(call),
        "source_lang": call.source_language or None,
        "target_lang": call.target_language or None,
        "glossary": call.glossary or None,
        "characters": call.estimated,
        "billed_characters": call.billed,
        "state": _state(call),
        "trace_id": call.trace_id,
    }
