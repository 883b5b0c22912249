"""`termdesk glossary kinds`: which kinds of findings the checks report, in one glossary or in all."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import replace

from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, FOUND, add_service_options, command_parser
from termdesk.commands.check_options import check_kinds
from termdesk.commands.glossaries.checks.glossary_check import key_of
from termdesk.commands.glossaries.dictionary_access import find_readable
from termdesk.commands.glossaries.glossary_lookup import find_rows
from termdesk.commands.json_parts import glossary_json
from termdesk.commands.output import print_json, print_lines, print_table, remark
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput
from termdesk.domain.findings.kinds import KINDS, FindingKind, Severity, SwitchedOffKinds


def kinds_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary kinds`."""
    parser = command_parser(
        "glossary kinds",
        "List the kinds of findings that the checks report, or switch kinds off and on: in one glossary, or without "
        "NAME in all. Problems are not among them: they are always reported, because a service refuses such entries.",
    )
    add_service_options(parser)
    parser.add_argument("name", nargs="?", metavar="NAME", help="name or id of a glossary (default: all glossaries)")
    parser.add_argument("--off", nargs="+", default=[], metavar="KIND", help="report these kinds no more")
    parser.add_argument("--on", nargs="+", default=[], metavar="KIND", help="report these kinds again")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change; the exit code is 1 if anything would"
    )
    return parser


def kinds(words: list[str]) -> int:
    """List the kinds of findings, or switch some off and on, and return the exit code."""
    parser = kinds_parser()
    chosen = parser.parse_args(words)
    if chosen.dry_run and not (chosen.off or chosen.on):
        parser.error("--dry-run is for --off and --on")
    if {*chosen.off} & {*chosen.on}:
        parser.error("--off and --on name the same kind")
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    check_kinds([*chosen.off, *chosen.on])
    is_writing = bool(chosen.off or chosen.on) and not chosen.dry_run
    async with open_workplace(chosen, is_reading=not is_writing, connects=bool(chosen.name)) as cases:
        summary = await find_readable(cases, chosen.name) if chosen.name else None
        # A glossary has decisions for all its dictionaries.
        key = key_of(cases, summary, find_rows(summary, None)[0]) if summary else None
        before = await cases.check_choices.read_switched_off_kinds(key)
        known = await _list_kinds(cases)
        _check_kinds([*chosen.off, *chosen.on], known)
        after = _switch_kinds(before, chosen)
        if is_writing:
            await cases.check_choices.switch_off(key, after)
    changed = [each for each in known if (each.key in before.all) != (each.key in after.all)]
    _tell(summary, known, after, changed, chosen)
    return FOUND if chosen.dry_run and changed else DONE


async def _list_kinds(cases: LazyUseCases) -> list[FindingKind]:
    """Return the kinds that can be switched off: warnings and hints, and the custom rules in use."""
    own = [rule.kind for rule in await cases.check_choices.rules() if rule.is_on]
    return [each for each in (*KINDS.values(), *own) if each.severity is not Severity.VIOLATION]


def _check_kinds(named: Sequence[str], known: Sequence[FindingKind]) -> None:
    """Raise InvalidInput for kinds that cannot be switched off."""
    keys = [each.key for each in known]
    for each in named:
        if each not in keys:
            raise InvalidInput(f"“{each}” cannot be switched off or on.", remedy=f"Use one of: {', '.join(keys)}.")


def _switch_kinds(before: SwitchedOffKinds, chosen: argparse.Namespace) -> SwitchedOffKinds:
    """Return the kinds that are off afterwards. Raises InvalidInput if switching on in one glossary has no effect."""
    off, on = frozenset(chosen.off), frozenset(chosen.on)
    if not chosen.name:
        return replace(before, everywhere=(before.everywhere | off) - on)
    if everywhere := sorted(on & before.everywhere):
        raise InvalidInput(
            f"{', '.join(everywhere)}: switched off in all glossaries.",
            remedy=f"Switch it on in all: termdesk glossary kinds --on {' '.join(everywhere)}",
        )
    return replace(before, here=(before.here | off) - on)


def _tell(
    summary: GlossarySummary | None,
    known: Sequence[FindingKind],
    after: SwitchedOffKinds,
    changed: Sequence[FindingKind],
    chosen: argparse.Namespace,
) -> None:
    if chosen.json:
        print_json(
            {
                **glossary_json(summary),
                "kinds": [_json(each, after) for each in known],
                "is_done": bool(changed) and not chosen.dry_run,
            }
        )
    elif chosen.off or chosen.on:
        name = summary.name if summary else ""
        print_lines(*(_line(each.key, name, is_off=each.key in after.all, is_dry=chosen.dry_run) for each in changed))
        remark("" if changed else "Nothing changes.")
    else:
        rows = [(each.key, each.severity.value, _state(each.key, after), str(each.title)) for each in known]
        print_table(("Kind", "Severity", "Reported", "Finding"), rows)


def _line(key: str, name: str, *, is_off: bool, is_dry: bool) -> str:
    """Return what was done with a kind, or would be. Without the name of a glossary, it is done in all."""
    if name and is_dry:
        return f"Would switch off in “{name}”: {key}" if is_off else f"Would switch on in “{name}”: {key}"
    if name:
        return f"Switched off in “{name}”: {key}" if is_off else f"Switched on in “{name}”: {key}"
    if is_dry:
        return f"Would switch off in all glossaries: {key}" if is_off else f"Would switch on in all glossaries: {key}"
    return f"Switched off in all glossaries: {key}" if is_off else f"Switched on in all glossaries: {key}"


def _state(key: str, off: SwitchedOffKinds) -> str:
    return "off in all" if key in off.everywhere else "off" if key in off.here else "on"


def _json(kind: FindingKind, off: SwitchedOffKinds) -> dict[str, object]:
    return {
        "kind": kind.key,
        "severity": kind.severity.value,
        "title": str(kind.title),
        "remedy": str(kind.remedy),
        "is_on": kind.key not in off.all,
        "is_on_everywhere": kind.key not in off.everywhere,
    }
