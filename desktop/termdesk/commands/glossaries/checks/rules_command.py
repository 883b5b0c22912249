"""`termdesk glossary rules`: the custom rules, which mark phrases in all glossaries."""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import msgspec

from termdesk.application.glossaries.checks.rule_test import try_rule
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.progress import run_in_thread
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.consent import check_agreed
from termdesk.commands.glossaries.dictionary_access import find_readable
from termdesk.commands.glossaries.glossary_lookup import find_rows, to_root_pair
from termdesk.commands.output import print_json, print_lines, print_table, remark
from termdesk.commands.workplace import open_workplace
from termdesk.domain.entries.entries import SOURCE, TARGET
from termdesk.domain.errors import InvalidInput, UnreadableFile
from termdesk.domain.findings.custom_rules import CustomRule
from termdesk.domain.findings.kinds import Severity
from termdesk.domain.progress import NoProgress

_SIDES = {"both": (SOURCE, TARGET), "source": (SOURCE,), "target": (TARGET,)}
_SEVERITIES = (Severity.WARNING.value, Severity.HINT.value)
_VALUES = ("pattern", "side", "severity", "message", "is_on")


class _Rule(msgspec.Struct):
    """A rule as a file and the report have it."""

    name: str
    pattern: str
    side: Literal["both", "source", "target"] = "both"
    severity: Literal["warning", "hint"] = "warning"
    message: str = ""
    is_on: bool = True


class _RuleFile(msgspec.Struct):
    rules: list[_Rule]


def rules_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary rules`."""
    parser = command_parser(
        "glossary rules",
        "List the custom rules, or add, change, remove and import some. A rule looks for a text in the phrases of all "
        "glossaries, in capital and small letters, and the checks list the phrases that contain it. --json prints the "
        "rules in the form that --import reads. With --try, tell how many phrases of a glossary each rule finds.",
    )
    add_service_options(parser)
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--add", metavar="RULE", help="add a rule with this name; it needs --pattern")
    ways.add_argument("--change", metavar="RULE", help="change the rule with this name")
    ways.add_argument("--remove", nargs="+", default=[], metavar="RULE", help="remove the rules with these names")
    ways.add_argument(
        "--import",
        dest="source",
        type=Path,
        metavar="FILE",
        help="add the rules of a file, or change those of the same name",
    )
    parser.add_argument("--rename", metavar="RULE", help="with --change: the new name")
    parser.add_argument("--pattern", metavar="TEXT", help="regular expression: the text to look for")
    parser.add_argument("--side", choices=_SIDES, help="phrases to look into (default: both)")
    parser.add_argument("--severity", choices=_SEVERITIES, help="severity of what it finds (default: warning)")
    parser.add_argument("--message", metavar="TEXT", help="what to do about it")
    parser.add_argument(
        "--use", dest="is_on", action=argparse.BooleanOptionalAction, help="whether the checks use it (default: yes)"
    )
    parser.add_argument("--replace", action="store_true", help="with --import: remove all other rules")
    parser.add_argument("--try", dest="tried", metavar="NAME", help="name or id of a glossary to try the rules on")
    add_pair_option(parser, "with --try: only this dictionary (default: all)")
    parser.add_argument("--yes", action="store_true", help="remove without asking")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change; the exit code is 1 if anything would"
    )
    return parser


def rules(words: list[str]) -> int:
    """List or change the custom rules, and return the exit code."""
    parser = rules_parser()
    chosen = parser.parse_args(words)
    if any(getattr(chosen, each) is not None for each in _VALUES) and not (chosen.add or chosen.change):
        parser.error("values of a rule need --add or --change")
    if chosen.rename is not None and not chosen.change:
        parser.error("--rename is for --change")
    if chosen.add and not chosen.pattern:
        parser.error("--pattern says which text the rule looks for")
    if chosen.replace and not chosen.source:
        parser.error("--replace is for --import")
    if chosen.pair and not chosen.tried:
        parser.error("--pair is for --try")
    if chosen.dry_run and not _is_changing(chosen):
        parser.error("--dry-run is for --add, --change, --remove and --import")
    return asyncio.run(_run(chosen))


def _is_changing(chosen: argparse.Namespace) -> bool:
    return bool(chosen.add or chosen.change or chosen.remove or chosen.source)


async def _run(chosen: argparse.Namespace) -> int:
    is_writing = _is_changing(chosen) and not chosen.dry_run
    async with open_workplace(chosen, is_reading=not is_writing, connects=bool(chosen.tried)) as cases:
        before = await cases.check_choices.rules()
        after = _change_rules(before, chosen)
        for rule in after:
            rule.check()
        marked = await _try_rules(cases, after, chosen) if chosen.tried else None
        lines = _difference(before, after)
        if is_writing and lines:
            if not chosen.change:
                _check_removals(before, after, is_given=chosen.yes)
            await cases.check_choices.set_rules(after)
    _tell(after, lines, marked, chosen)
    return FOUND if chosen.dry_run and lines else DONE


def _change_rules(before: Sequence[CustomRule], chosen: argparse.Namespace) -> list[CustomRule]:
    """Return the rules as the options ask for. Raises InvalidInput for a name that is unknown, or taken."""
    known = {each.name: each for each in before}
    for each in (chosen.change, *chosen.remove):
        if each and each not in known:
            names = ", ".join(known)
            raise InvalidInput(
                f"There is no rule “{each}”.", remedy=f"Use one of: {names}." if names else "Add one with --add."
            )
    name = (chosen.add or chosen.rename or "").strip()
    if name in known and name != chosen.change:
        raise InvalidInput(f"A rule “{name}” already exists.", remedy="Choose another name.")
    if chosen.add:
        return [*before, _with_values(CustomRule(name, ""), chosen)]
    if chosen.change:
        changed = _with_values(replace(known[chosen.change], name=name or chosen.change), chosen)
        return [changed if each.name == chosen.change else each for each in before]
    if chosen.source:
        read = {each.name: each for each in _read(chosen.source)}
        return [*(read if chosen.replace else known | read).values()]
    return [each for each in before if each.name not in chosen.remove]


def _with_values(rule: CustomRule, chosen: argparse.Namespace) -> CustomRule:
    return replace(
        rule,
        pattern=rule.pattern if chosen.pattern is None else chosen.pattern,
        columns=rule.columns if chosen.side is None else _SIDES[chosen.side],
        severity=rule.severity if chosen.severity is None else Severity(chosen.severity),
        message=rule.message if chosen.message is None else chosen.message.strip(),
        is_on=rule.is_on if chosen.is_on is None else chosen.is_on,
    )


def _read(path: Path) -> list[CustomRule]:
    """Return the rules of a file that `--json` has written. Raises InvalidInput and UnreadableFile."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=_RuleFile).rules
    except OSError as error:
        raise UnreadableFile(
            f"{path} could not be read: {error.strerror}.", path=str(path), remedy="Check its name."
        ) from error
    except msgspec.MsgspecError as error:
        raise InvalidInput(
            f"{path} contains no rules: {error}.", remedy="Write them with: termdesk glossary rules --json > FILE"
        ) from error
    if twice := next((name for name, count in Counter(each.name.strip() for each in found).items() if count > 1), None):
        raise InvalidInput(f"{path} has two rules “{twice}”.", remedy="Give one of them another name.")
    return [
        CustomRule(
            each.name.strip(), each.pattern, _SIDES[each.side], Severity(each.severity), each.message, each.is_on
        )
        for each in found
    ]


async def _try_rules(cases: LazyUseCases, rules: Sequence[CustomRule], chosen: argparse.Namespace) -> list[int]:
    """Return how many phrases of a glossary each rule marks, on or off."""
    summary = await find_readable(cases, chosen.tried)
    counts = [0] * len(rules)
    for row in find_rows(summary, to_root_pair(chosen.pair)):
        entries = await cases.copying_library.entries(summary, row)
        for number, rule in enumerate(rules):
            counts[number] += (await run_in_thread(NoProgress(), try_rule, entries, rule)).count
    return counts


def _check_removals(before: Sequence[CustomRule], after: Sequence[CustomRule], *, is_given: bool) -> None:
    """Raise InvalidInput unless the user agrees to lose rules."""
    kept = {each.name for each in after}
    if lost := [each.name for each in before if each.name not in kept]:
        check_agreed(f"Remove {', '.join(lost)}?", "Nothing was changed.", is_given=is_given)


def _difference(before: Sequence[CustomRule], after: Sequence[CustomRule]) -> list[str]:
    """Return what changes, as lines: `+` added, `~` changed, `-` removed."""
    old, new = {each.name: each for each in before}, {each.name: each for each in after}
    return [
        *(f"+ {each.name}: {each.pattern}" for each in after if each.name not in old),
        *(f"~ {each.name}: {each.pattern}" for each in after if each.name in old and each != old[each.name]),
        *(f"- {each.name}: {each.pattern}" for each in before if each.name not in new),
    ]


def _tell(
    after: Sequence[CustomRule], lines: Sequence[str], marked: Sequence[int] | None, chosen: argparse.Namespace
) -> None:
    if chosen.json:
        listed = [_json(each, marked[position] if marked else None) for position, each in enumerate(after)]
        print_json({"rules": listed, "is_done": bool(lines) and not chosen.dry_run})
        return
    if _is_changing(chosen):
        print_lines(*lines)
        remark("" if lines else "Nothing changes.")
    if after and (marked is not None or not _is_changing(chosen)):
        headings = ("Rule", "Forbidden text", "Where", "Severity", "Used")
        rows = [_row(each, marked[position] if marked else None) for position, each in enumerate(after)]
        print_table((*headings, "Marks") if marked is not None else headings, rows)
    elif not after:
        remark("There are no rules.")


def _row(rule: CustomRule, marked: int | None) -> tuple[str, ...]:
    used = "yes" if rule.is_on else "no"
    row = (rule.name, rule.pattern, _side(rule), rule.severity.value, used)
    return (*row, f"{marked:,}") if marked is not None else row


def _side(rule: CustomRule) -> str:
    return next(side for side, columns in _SIDES.items() if columns == rule.columns)


def _json(rule: CustomRule, marked: int | None) -> dict[str, object]:
    return {
        "name": rule.name,
        "pattern": rule.pattern,
        "side": _side(rule),
        "severity": rule.severity.value,
        "message": rule.message,
        "is_on": rule.is_on,
        "marked": marked,
    }
