"""`termdesk confirmed`: the confirmed translations of the service on this computer."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.json_parts import pair_json

if TYPE_CHECKING:
    from termdesk.application.lazy_use_cases import LazyUseCases
    from termdesk.application.texts.confirmed_texts import ConfirmedPair
    from termdesk.domain.language.language import LanguagePair

_ENDING = ".tmx"


def confirmed_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk confirmed`."""
    parser = command_parser(
        "confirmed",
        "List the confirmed translations that the service on this computer uses first, or add, delete, import and "
        "export them, also to and from the memories of another service. The exit code is 1 if none is found, or "
        "something was left out.",
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="only texts or translations with these words")
    add_pair_option(parser, "only this pair; needed to add and to delete")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--confirm",
        nargs=2,
        metavar=("TEXT", "TRANSLATION"),
        help="confirm this translation, or correct the former one",
    )
    ways.add_argument("--delete", nargs="+", metavar="TEXT", help="delete the translations of these texts")
    ways.add_argument("--delete-all", action="store_true", help="delete all translations of --pair")
    ways.add_argument(
        "--import", dest="source", type=Path, metavar="FILE", help="confirm the translations of a TMX file"
    )
    ways.add_argument("-o", "--output", type=Path, metavar="OUT", help="write the translations of a pair to a TMX file")
    ways.add_argument("--fetch", metavar="PROFILE", help="confirm the translations of a memory of this service")
    ways.add_argument("--send", metavar="PROFILE", help="make a memory of a pair on this service")
    parser.add_argument(
        "--memory", metavar="NAME", help="with --fetch: name or id of the memory (default: the only one)"
    )
    parser.add_argument("--as", dest="new_name", metavar="NAME", help="with --send: name of the memory")
    parser.add_argument(
        "--replace", action="store_true", help="with --send: delete former memories of this name when all has arrived"
    )
    parser.add_argument("--force", action="store_true", help="overwrite OUT if it exists")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change; the exit code is 1 if anything would"
    )
    add_service_options(parser)
    return parser


def confirmed(words: list[str]) -> int:
    """List or change confirmed translations, and return the exit code."""
    parser = confirmed_parser()
    chosen = parser.parse_args(words)
    if (chosen.confirm or chosen.delete or chosen.delete_all) and not chosen.pair:
        parser.error("--pair says which languages")
    if chosen.dry_run and not _is_writing(chosen):
        parser.error("--dry-run is for what changes something")
    return asyncio.run(_run(chosen))


def _is_writing(chosen: argparse.Namespace) -> bool:
    return bool(chosen.confirm or chosen.delete or chosen.delete_all or chosen.source or chosen.fetch or chosen.send)


async def _run(chosen: argparse.Namespace) -> int:
    # Imported here, because the help does not need it.
    from termdesk.commands.texts.memory_copies import fetch_memory, import_memory, send_memory
    from termdesk.commands.workplace import open_workplace
    from termdesk.domain.errors import InvalidInput

    async with open_workplace(chosen, other=chosen.fetch or chosen.send or "") as cases:
        if not cases.confirmed_texts.is_available:
            raise InvalidInput(
                f"{cases.session.full_title} keeps no confirmed translations of yours.",
                remedy="Those of the service on this computer are listed with: --profile local",
            )
        if chosen.confirm:
            return await _confirm(cases, chosen)
        if chosen.delete or chosen.delete_all:
            return await _delete(cases, chosen)
        if chosen.output:
            return await _export(cases, chosen)
        if chosen.source:
            return await import_memory(cases, chosen)
        if chosen.fetch:
            return await fetch_memory(cases, chosen)
        if chosen.send:
            return await send_memory(cases, await find_pair(cases, chosen), chosen)
        return await _list(cases, chosen)


def _pair_from_options(chosen: argparse.Namespace) -> LanguagePair:
    from termdesk.domain.language.language import LanguagePair, canonical

    return LanguagePair(*map(canonical, chosen.pair))


async def find_pair(cases: LazyUseCases, chosen: argparse.Namespace) -> ConfirmedPair:
    """Return the translations of `--pair`, or of the only pair. Raises InvalidInput if there are none, or more."""
    from termdesk.domain.errors import InvalidInput

    pairs = await cases.confirmed_texts.read()
    found = [each for each in pairs if not chosen.pair or each.pair == _pair_from_options(chosen)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{each.pair.source}-{each.pair.target}" for each in pairs)
    if not known:
        raise InvalidInput("There are no confirmed translations.", remedy="Add some with --confirm or --import.")
    about = "There are several pairs." if found else "There are no confirmed translations of this pair."
    raise InvalidInput(about, remedy=f"Choose one with --pair: {known}.")


async def _list(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.application.texts.confirmed_texts import MOST_LISTED
    from termdesk.commands.output import print_json, print_table, remark

    pairs = await cases.confirmed_texts.read(" ".join(chosen.words))
    if chosen.pair:
        pairs = [each for each in pairs if each.pair == _pair_from_options(chosen)]
    found = sum(len(each.texts) for each in pairs)
    if chosen.json:
        print_json({"service": cases.session.full_title, "pairs": [*map(_pair_json, pairs)]})
    elif found:
        rows = [(f"{each.pair}", text, translation) for each in pairs for text, translation in each.texts]
        print_table(("Languages", "Text", "Translation"), rows)
    else:
        remark("No confirmed translation is found.")
    if any(len(each.texts) == MOST_LISTED for each in pairs):
        remark(f"At most {MOST_LISTED:,} of a pair are listed. Export all of them with -o, or search with WORD.")
    return DONE if found else FOUND


def _pair_json(confirmed: ConfirmedPair) -> dict[str, object]:
    return {
        **pair_json(confirmed.pair),
        "count": confirmed.count,
        "translations": [{"text": text, "translation": translation} for text, translation in confirmed.texts],
    }


async def _confirm(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.commands.output import print_json, print_lines
    from termdesk.domain.errors import InvalidInput

    text, translation = chosen.confirm
    if not text.strip() or not translation.strip():
        raise InvalidInput("A text and its translation cannot be empty.", remedy="Write both behind --confirm.")
    pair = _pair_from_options(chosen)
    before = await _find_confirmed(cases, pair, text)
    is_change = before != translation
    if is_change and not chosen.dry_run:
        await cases.confirmed_texts.correct(pair, text, translation)
    if chosen.json:
        report = {**pair_json(pair), "text": text, "translation": translation}
        print_json({**report, "before": before, "is_done": is_change and not chosen.dry_run})
    elif not is_change:
        print_lines("It is confirmed already.")
    else:
        change = f"{text} → {translation}" if before is None else f"{text} → {translation} (was: {before})"
        print_lines(f"Would confirm, {pair}: {change}" if chosen.dry_run else f"Confirmed, {pair}: {change}")
    return FOUND if chosen.dry_run and is_change else DONE


async def _find_confirmed(cases: LazyUseCases, pair: LanguagePair, text: str) -> str | None:
    """Return the confirmed translation of a text; None if it has none."""
    for each in await cases.confirmed_texts.read(text):
        if each.pair == pair:
            return dict(each.texts).get(text)
    return None


async def _delete(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.commands.consent import check_agreed
    from termdesk.commands.output import print_json, print_lines
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.pluralize import pluralize

    found = await find_pair(cases, chosen)
    for text in chosen.delete or ():
        if await _find_confirmed(cases, found.pair, text) is None:
            raise InvalidInput(
                f"No confirmed translation of “{text}”, {found.pair}, is here. Nothing was deleted.",
                remedy="See those that are with: termdesk confirmed",
            )
    count = len(chosen.delete) if chosen.delete else found.count
    counted = pluralize(count, "1 confirmed translation", "{count} confirmed translations")
    if not chosen.dry_run:
        check_agreed(f"Delete {counted}, {found.pair}?", "Nothing was deleted.", is_given=chosen.yes)
        for text in chosen.delete or ():
            await cases.confirmed_texts.delete_text(found.pair, text)
        if chosen.delete_all:
            await cases.confirmed_texts.delete(found)
    if chosen.json:
        print_json({**pair_json(found.pair), "count": count, "is_done": not chosen.dry_run})
    else:
        deleted = f"{counted}, {found.pair}"
        print_lines(f"Would delete {deleted}." if chosen.dry_run else f"Deleted {deleted}.")
    return FOUND if chosen.dry_run else DONE


async def _export(cases: LazyUseCases, chosen: argparse.Namespace) -> int:
    from termdesk.commands.output import check_free, print_json, print_lines
    from termdesk.domain.errors import InvalidInput
    from termdesk.domain.pluralize import pluralize

    output = chosen.output
    if output.suffix.lower() != _ENDING:
        raise InvalidInput(f"{output} does not end in {_ENDING}.", remedy="Confirmed translations are written as TMX.")
    check_free(output, is_forced=chosen.force)
    found = await find_pair(cases, chosen)
    count = await cases.confirmed_texts.export(found, output)
    if chosen.json:
        print_json({"file": str(output), **pair_json(found.pair), "count": count})
    else:
        one, many = "1 translation written to {path}.", "{count} translations written to {path}."
        print_lines(pluralize(count, one, many, path=output))
    return DONE
