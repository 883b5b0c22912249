"""`termdesk glossary tags`: list the tags of a glossary, or change them."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterable, Sequence

from termdesk.commands.arguments import DONE, FOUND, add_service_options, command_parser
from termdesk.commands.glossaries.dictionary_access import find_readable
from termdesk.commands.json_parts import glossary_json
from termdesk.commands.output import print_json, print_lines, remark
from termdesk.commands.workplace import open_workplace
from termdesk.domain.glossary_tag import GlossaryTag, TagKind, read_tags, unique

_KINDS = {f"{kind}:": kind for kind in TagKind if kind}


def tags_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary tags`."""
    parser = command_parser(
        "glossary tags",
        "List the tags of a glossary, or change them. A tag is a word, or a client or a domain: client:Bank, "
        "domain:law. Tags stay on this computer.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    for option, purpose in (
        ("--add", "add these tags, separated by commas"),
        ("--remove", "remove these tags"),
        ("--set", "replace all tags by these; an empty text removes all"),
    ):
        parser.add_argument(option, type=_tags, metavar="TAGS", help=purpose)
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell the tags it would have; the exit code is 1 if they change"
    )
    return parser


def tags(words: list[str]) -> int:
    """List or change the tags of a glossary, and return the exit code."""
    parser = tags_parser()
    chosen = parser.parse_args(words)
    if chosen.set is not None and (chosen.add or chosen.remove):
        parser.error("--set replaces all tags; --add and --remove change some")
    return asyncio.run(_run(chosen))


def _tags(typed: str) -> tuple[GlossaryTag, ...]:
    return unique(tag for each in typed.split(",") for tag in _read(each.strip()))


def _read(typed: str) -> tuple[GlossaryTag, ...]:
    prefix = next((each for each in _KINDS if typed.casefold().startswith(each)), "")
    return read_tags(_KINDS.get(prefix, TagKind.WORD), typed[len(prefix) :])


async def _run(chosen: argparse.Namespace) -> int:
    is_changing = any(each is not None for each in (chosen.add, chosen.remove, chosen.set))
    is_writing = is_changing and not chosen.dry_run
    async with open_workplace(chosen, is_reading=not is_writing) as cases:
        summary = await find_readable(cases, chosen.name)
        resulting = _change_tags(summary.tags, chosen) if is_changing else summary.tags
        if is_writing:
            await cases.library.tag(summary, resulting)
        if chosen.json:
            report = {**glossary_json(summary), "tags": [*map(str, resulting)]}
            print_json({**report, "is_done": is_writing})
        elif resulting:
            print_lines(*map(str, resulting))
        else:
            remark("It has no tags.")
    return FOUND if chosen.dry_run and set(resulting) != set(summary.tags) else DONE


def _change_tags(before: Sequence[GlossaryTag], chosen: argparse.Namespace) -> tuple[GlossaryTag, ...]:
    if chosen.set is not None:
        return unique(chosen.set)
    gone = {each.key for each in chosen.remove or ()}
    kept: Iterable[GlossaryTag] = (each for each in before if each.key not in gone)
    return unique([*kept, *(chosen.add or ())])
