"""`termdesk glossary deleted`: what was deleted and is kept on this computer: list, restore or forget it."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from termdesk.application.glossaries.library.bin import BinItem, RestoredEdits
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.commands.arguments import DONE, FOUND, add_service_options, command_parser, count_of
from termdesk.commands.consent import check_agreed
from termdesk.commands.json_parts import pair_json
from termdesk.commands.output import print_json, print_table, remark
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput


def deleted_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary deleted`."""
    parser = command_parser(
        "glossary deleted",
        "List the deleted glossaries and dictionaries that this computer keeps. With --restore one comes back as a "
        "draft; publishing brings it back to the service. With --forget they are deleted permanently.",
    )
    add_service_options(parser)
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--restore", type=count_of, metavar="NUMBER", help="restore the one with this number")
    ways.add_argument(
        "--forget", type=count_of, nargs="+", default=[], metavar="NUMBER", help="delete these permanently"
    )
    parser.add_argument("--yes", action="store_true", help="with --forget: do not ask")
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="with --restore and --forget: only tell which; the exit code is 1 then",
    )
    return parser


def deleted(words: list[str]) -> int:
    """List deleted glossaries, restore one or forget some, and return the exit code."""
    parser = deleted_parser()
    chosen = parser.parse_args(words)
    if chosen.dry_run and chosen.restore is None and not chosen.forget:
        parser.error("--dry-run is for --restore and --forget")
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    numbers = dict.fromkeys(chosen.forget if chosen.restore is None else [chosen.restore])
    is_done = bool(numbers) and not chosen.dry_run
    async with open_workplace(chosen, is_reading=not is_done, connects=False) as cases:
        items = await cases.bin.all()
        found = [_find_item(items, each) for each in numbers]
        if is_done:
            await (_forget(cases, found, chosen) if chosen.restore is None else _restore(cases, found[0]))
        elif found:
            remark(*(_dry_line(each.name, chosen) for each in found))
        shown = found if chosen.dry_run else [each for each in items if each not in found]
        if chosen.json:
            listed = [*map(_item_json, shown)]
            print_json({"service": cases.session.full_title, "glossaries": listed, "is_done": is_done})
        elif shown:
            print_table(("Number", "Glossary", "Pairs", "Deleted"), map(_item_row, shown))
        elif not found:
            remark("Nothing is deleted.")
    return FOUND if chosen.dry_run else DONE


def _dry_line(name: str, chosen: argparse.Namespace) -> str:
    if chosen.restore is None:
        return f"“{name}” would be deleted permanently."
    return f"“{name}” would come back as a draft."


async def _restore(cases: LazyUseCases, found: BinItem) -> None:
    edits = await cases.bin.restore(found)
    remark(
        f"“{found.name}” is back as a draft. Publish it with: termdesk glossary push NAME --draft",
        *map(_edits_line, edits),
    )


def _edits_line(edits: RestoredEdits) -> str:
    versions = "termdesk glossary versions"
    if not edits.conflict_count:
        return f"{edits.pair}: the draft has your unpublished edits. “{versions}” lists the entries without them, too."
    return (
        f"{edits.pair}: phrases that you edited had also been changed elsewhere ({edits.conflict_count}). The draft "
        f"has your text. “{versions}” lists the other version, too."
    )


async def _forget(cases: LazyUseCases, found: Sequence[BinItem], chosen: argparse.Namespace) -> None:
    names = ", ".join(f"“{each.name}”" for each in found)
    check_agreed(f"Delete {names} permanently?", "Nothing was deleted.", is_given=chosen.yes)
    for each in found:
        await cases.bin.forget(each)
    remark(f"Deleted permanently: {names}.")


def _find_item(items: Sequence[BinItem], number: int) -> BinItem:
    found = next((each for each in items if each.number == number), None)
    if found is None:
        raise InvalidInput(
            f"Nothing that is deleted has the number {number}.",
            remedy="See the numbers with: termdesk glossary deleted",
        )
    return found


def _item_row(item: BinItem) -> tuple[str, ...]:
    pairs = ", ".join(f"{each.source}-{each.target}" for each in item.pairs)
    return f"{item.number}", item.name, pairs, f"{item.deleted_at.astimezone():%Y-%m-%d %H:%M}"


def _item_json(item: BinItem) -> dict[str, object]:
    return {
        "number": item.number,
        "name": item.name,
        "dictionaries": [pair_json(each) for each in item.pairs],
        "deleted_at": item.deleted_at.isoformat(timespec="seconds"),
    }
