"""`termdesk glossary undo`: list, undo and redo the steps of a dictionary."""

from __future__ import annotations

import argparse
import asyncio
from datetime import UTC, datetime

from termdesk.application.glossaries.editing.undo_steps import UndoSteps
from termdesk.application.glossaries.editing.undo_walk import go_to_step
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser, count_of
from termdesk.commands.glossaries.dictionary_access import find_readable, open_dictionary
from termdesk.commands.glossaries.glossary_lookup import find_row, to_root_pair
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.commands.output import print_json, print_lines, print_table, remark
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput
from termdesk.domain.pluralize import pluralize


def undo_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary undo`."""
    parser = command_parser(
        "glossary undo",
        "Undo the last edits of a dictionary on this computer, also those of the window, or redo them. What was "
        "published stays on the service until the dictionary is published again.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    add_pair_option(parser, "dictionary (default: the only one)")
    parser.add_argument("--steps", type=count_of, default=1, metavar="N", help="how many steps (default: 1)")
    parser.add_argument("--redo", action="store_true", help="redo what was undone")
    parser.add_argument("--list", action="store_true", help="only list the steps")
    parser.add_argument("--dry-run", action="store_true", help="only tell which steps; the exit code is 1 then")
    return parser


def undo(words: list[str]) -> int:
    """List, undo or redo steps, and return the exit code."""
    return asyncio.run(_run(undo_parser().parse_args(words)))


async def _run(chosen: argparse.Namespace) -> int:
    is_reading = chosen.list or chosen.dry_run
    async with open_workplace(chosen, is_reading=is_reading) as cases:
        summary = await find_readable(cases, chosen.name)
        row = find_row(summary, to_root_pair(chosen.pair))
        steps = await cases.library.steps(row.draft_id) if row.draft_id is not None else UndoSteps()
        titles, moments, before = steps.titles, steps.moments, steps.done
        after = before if chosen.list else _position(steps, chosen)
        if not is_reading:
            async with open_dictionary(cases, summary, row.pair) as dictionary:
                await go_to_step(dictionary, after)
                await dictionary.wait_until_saved()
    if chosen.json:
        done = before if is_reading else after
        print_json(_json(summary, row, titles, moments, done, count=abs(after - before), is_done=not is_reading))
    elif chosen.list:
        _list(titles, moments, before)
    else:
        _tell(titles, before, after, is_dry=chosen.dry_run)
    return FOUND if chosen.dry_run else DONE


def _position(steps: UndoSteps, chosen: argparse.Namespace) -> int:
    """Return the number of done steps after this undo or redo. Raises InvalidInput if there are too few steps."""
    possible = len(steps.titles) - steps.done if chosen.redo else steps.done
    if not 0 < chosen.steps <= possible:
        raise InvalidInput(_too_few(possible, chosen), remedy="List the steps with: termdesk glossary undo NAME --list")
    count: int = chosen.steps
    return steps.done + count if chosen.redo else steps.done - count


def _too_few(possible: int, chosen: argparse.Namespace) -> str:
    if not possible:
        return "There is nothing to redo." if chosen.redo else "There is nothing to undo."
    one, many = (
        ("There is 1 step to redo, not {steps}.", "There are {count} steps to redo, not {steps}.")
        if chosen.redo
        else ("There is 1 step to undo, not {steps}.", "There are {count} steps to undo, not {steps}.")
    )
    return pluralize(possible, one, many, steps=chosen.steps)


def _list(titles: list[str], moments: list[float], done: int) -> None:
    if not titles:
        remark("There are no steps.")
        return
    rows = [
        (f"{number}", _moment(moment), title, "" if number <= done else "undone")
        for number, (title, moment) in enumerate(zip(titles, moments, strict=True), 1)
    ]
    print_table(("Number", "Made", "Step", "State"), rows)


def _moment(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC).astimezone():%Y-%m-%d %H:%M:%S}" if moment else ""


def _tell(titles: list[str], before: int, after: int, *, is_dry: bool) -> None:
    for title in titles[before:after]:
        print_lines(f"Would be redone: {title}" if is_dry else f"Redone: {title}")
    for title in reversed(titles[after:before]):
        print_lines(f"Would be undone: {title}" if is_dry else f"Undone: {title}")


def _json(
    summary: GlossarySummary,
    row: DictionarySummary,
    titles: list[str],
    moments: list[float],
    done: int,
    *,
    count: int,
    is_done: bool,
) -> dict[str, object]:
    steps = [
        {
            "number": number,
            "title": title,
            "made_at": datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds") if moment else None,
            "is_undone": number > done,
        }
        for number, (title, moment) in enumerate(zip(titles, moments, strict=True), 1)
    ]
    return {
        **glossary_json(summary),
        **pair_json(row.pair),
        "steps": steps,
        "count": count,
        "is_done": is_done,
    }
