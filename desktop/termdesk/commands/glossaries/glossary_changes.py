"""`termdesk glossary changes`: the log of all changes sent to services."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from datetime import date

from termdesk.application.glossaries.notebook.noted_writes import RemoteWrite, kind_of, outcome_line, support_text
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, add_service_options, command_parser, count_of
from termdesk.commands.output import (
    describe_difference,
    difference_json,
    difference_lines,
    print_json,
    print_lines,
    print_tabbed,
    print_table,
    remark,
)
from termdesk.commands.workplace import open_workplace
from termdesk.domain.pluralize import pluralize


def changes_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary changes`."""
    parser = command_parser(
        "glossary changes",
        "List every change that the services of all profiles were asked for from this computer, the latest first, with "
        "its outcome and trace id.",
    )
    add_service_options(parser)
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="list only changes in whose service, glossary, call, outcome or trace id it is",
    )
    parser.add_argument("--since", type=_day, metavar="DATE", help="list only changes from this day on: 2026-11-23")
    parser.add_argument("--last", type=count_of, metavar="N", help="list only the last N of them")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--differences", action="store_true", help="list also the entries that each of them changed or deleted"
    )
    ways.add_argument(
        "--support", action="store_true", help="print what the support of a service needs, without names and entries"
    )
    return parser


def changes(words: list[str]) -> int:
    """Print the log and return the exit code."""
    parser = changes_parser()
    chosen = parser.parse_args(words)
    if chosen.support and chosen.json:
        parser.error("--support prints lines for people, and no JSON")
    return asyncio.run(_run(chosen))


def _day(typed: str) -> date:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{typed} is not a day such as 2026-11-23") from None


async def _run(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=True, connects=False) as cases:
        titles = cases.session.profiles.names
        writes = await cases.notebook.all()
        found = [each for each in writes if _is_meant(each, titles.get(each.profile, each.profile), chosen)]
        found = found[: chosen.last]
        if chosen.support:
            print_tabbed(support_text(found))
        elif chosen.json:
            report = [await _json(cases, each, titles.get(each.profile, each.profile), chosen) for each in found]
            print_json({"changes": report})
        elif chosen.differences:
            for each in found:
                await _tell(cases, each, titles.get(each.profile, each.profile))
        elif found:
            rows = [_row(each, titles.get(each.profile, each.profile)) for each in found]
            print_table(("When", "Service", "Change", "Glossary", "Outcome", "Trace id"), rows)
        else:
            remark("No change was found.")
    return DONE


def _is_meant(write: RemoteWrite, title: str, chosen: argparse.Namespace) -> bool:
    if chosen.since and write.made_at.astimezone().date() < chosen.since:
        return False
    # What the list shows can be searched, as in the window.
    text = "\n".join((*_row(write, title)[1:], _call(write), _change(write)))
    return all(word.casefold() in text.casefold() for word in chosen.words)


def _call(write: RemoteWrite) -> str:
    return f"{write.method} {write.path}"


def _change(write: RemoteWrite) -> str:
    """Return the kind of a request as a word for programs and people: `replace_dictionary`."""
    return kind_of(write).name.lower()


def _glossary(write: RemoteWrite) -> str:
    """Return the name of the glossary, with the pair of a single dictionary; both names after a rename."""
    names = " → ".join(filter(None, (write.glossary_name, write.new_name)))
    return f"{names}, {write.pair}" if write.pair else names


def _row(write: RemoteWrite, title: str) -> Sequence[str]:
    outcome = outcome_line(write)
    if write.status and write.outcome != "done":
        outcome = f"{outcome} ({write.status})"
    made = f"{write.made_at.astimezone():%Y-%m-%d %H:%M:%S}"
    return made, title, _change(write).replace("_", " "), _glossary(write), outcome, write.trace_id


async def _tell(cases: LazyUseCases, write: RemoteWrite, title: str) -> None:
    """Print a change on one line, and its effects on the lines below."""
    print_lines("  ".join(filter(None, _row(write, title))))
    change = await cases.notebook.difference(write)
    if change is not None:
        print_lines(f"  {describe_difference(change)}", *(f"  {line}" for line in difference_lines(change)))
    elif write.entry_count:
        print_lines(f"  {pluralize(write.entry_count, '1 entry', '{count} entries')} deleted")


async def _json(cases: LazyUseCases, write: RemoteWrite, title: str, chosen: argparse.Namespace) -> dict[str, object]:
    change = await cases.notebook.difference(write) if chosen.differences else None
    return {
        "made_at": write.made_at.isoformat(timespec="seconds"),
        "service": title,
        "change": _change(write),
        "call": _call(write),
        "glossary": write.glossary_name,
        "new_name": write.new_name or None,
        "source_lang": write.pair.source if write.pair else None,
        "target_lang": write.pair.target if write.pair else None,
        "outcome": str(write.outcome),
        "read_back": write.read_back,
        "status": write.status,
        "trace_id": write.trace_id,
        "deleted_entries": write.entry_count,
        "difference": difference_json(change) if change is not None else None,
    }
