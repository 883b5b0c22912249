"""`termdesk glossary rename`, `lock` and `delete`: names, locks, and deletion."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from termdesk.application.glossaries.library.library import check_name
from termdesk.application.glossaries.summaries import DictionarySummary, GlossarySummary, find_namesake
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.client.errors import NotDeleted, ServiceError
from termdesk.commands.arguments import DONE, FOUND, add_pair_option, add_service_options, command_parser
from termdesk.commands.consent import check_agreed
from termdesk.commands.glossaries.dictionary_access import find_for_change, find_readable
from termdesk.commands.glossaries.glossary_lookup import find_rows, to_root_pair
from termdesk.commands.json_parts import glossary_json, pair_json
from termdesk.commands.output import print_json, print_lines, remark
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput
from termdesk.domain.key_scope import Scope
from termdesk.domain.pluralize import pluralize

_WRITING = (Scope.READ_GLOSSARIES, Scope.WRITE_GLOSSARIES)


def rename_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary rename`."""
    parser = command_parser(
        "glossary rename",
        "Rename a glossary, on the service too. Its entries stay as they are. A name that another glossary has is "
        "refused, because commands could not tell them apart.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    parser.add_argument("new_name", metavar="NEW", help="its new name")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell whether it could be renamed; the exit code is 1 then"
    )
    return parser


def lock_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary lock`."""
    parser = command_parser(
        "glossary lock",
        "Keep a glossary on this computer: nothing of it is sent anywhere until --off takes the lock away. If the "
        "service on this computer has the glossary, it keeps the lock for every program that uses it.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    parser.add_argument("--off", action="store_true", help="remove the lock, so that it can be sent again")
    parser.add_argument("--yes", action="store_true", help="with --off: do not ask")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would change; the exit code is 1 if anything would"
    )
    return parser


def delete_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk glossary delete`."""
    parser = command_parser(
        "glossary delete",
        "Delete a glossary, or one dictionary of it, here and on the service. A copy with all entries is kept on this "
        "computer; termdesk glossary deleted restores it.",
    )
    add_service_options(parser)
    parser.add_argument("name", metavar="NAME", help="name or id of a glossary")
    add_pair_option(parser, "dictionary to delete (default: the whole glossary)")
    parser.add_argument("--yes", action="store_true", help="delete without asking")
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would be deleted; the exit code is 1 then"
    )
    return parser


def rename(words: list[str]) -> int:
    """Rename a glossary and return the exit code."""
    return asyncio.run(_rename(rename_parser().parse_args(words)))


def lock(words: list[str]) -> int:
    """Lock a glossary to this computer, or unlock it, and return the exit code."""
    return asyncio.run(_lock(lock_parser().parse_args(words)))


def delete(words: list[str]) -> int:
    """Delete a glossary or a dictionary and return the exit code."""
    return asyncio.run(_delete(delete_parser().parse_args(words)))


async def _rename(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run, needs=() if chosen.dry_run else _WRITING) as cases:
        summaries, summary = await find_for_change(cases, chosen.name)
        name = check_name(chosen.new_name)
        if namesake := find_namesake(summaries, name, key=summary.key):
            raise InvalidInput(
                f"A glossary “{namesake.name}” already exists. Nothing was renamed.", remedy="Choose another name."
            )
        if not chosen.dry_run:
            await cases.library.rename(summary, name)
        service = cases.session.full_title
        place = service if summary.is_on_service else "this computer"
        if chosen.json:
            report = {"service": service, "glossary": name, "id": summary.key, "before": summary.name}
            print_json({**report, "is_done": not chosen.dry_run})
        elif chosen.dry_run:
            print_lines(f"Would rename “{summary.name}” to “{name}” on {place}.")
        else:
            print_lines(f"Renamed “{summary.name}” to “{name}” on {place}.")
    return FOUND if chosen.dry_run else DONE


async def _lock(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run) as cases:
        summary = await find_readable(cases, chosen.name)
        was_locked = await cases.library.locks.is_locked(summary)
        if chosen.dry_run:
            if not chosen.off:
                await cases.library.locks.check_lockable(summary)
        elif not chosen.off:
            await cases.library.locks.lock(summary)
        elif was_locked:
            check_agreed(f"Allow “{summary.name}” to be sent?", "It stays locked.", is_given=chosen.yes)
            await cases.library.locks.unlock(summary)
        is_changed = was_locked == chosen.off
        if chosen.json:
            report = {**glossary_json(summary), "is_locked": not chosen.off}
            print_json({**report, "is_done": is_changed and not chosen.dry_run})
        else:
            print_lines(_lock_line(summary.name, is_locked=not chosen.off, would=chosen.dry_run and is_changed))
    return FOUND if chosen.dry_run and is_changed else DONE


def _lock_line(name: str, *, is_locked: bool, would: bool) -> str:
    if would:
        return f"“{name}” would stay on this computer." if is_locked else f"“{name}” would be free to be sent again."
    return f"“{name}” stays on this computer." if is_locked else f"“{name}” can be sent again."


async def _delete(chosen: argparse.Namespace) -> int:
    async with open_workplace(chosen, is_reading=chosen.dry_run, needs=() if chosen.dry_run else _WRITING) as cases:
        _, summary = await find_for_change(cases, chosen.name)
        pair = to_root_pair(chosen.pair)
        rows = find_rows(summary, pair) if pair or summary.rows else ()
        if not chosen.json:
            _show_deletion(cases, summary, rows, is_whole=pair is None)
        if not chosen.dry_run:
            check_agreed("Delete this?", "Nothing was deleted.", is_given=chosen.yes)
            with _unclear_outcome_reported():
                if pair is None:
                    await cases.library.delete_glossary(summary)
                else:
                    await cases.library.delete_dictionary(summary, pair)
            if rows:
                remark("A copy is kept on this computer. Restore it with: termdesk glossary deleted --restore NUMBER")
        if chosen.json:
            print_json(_deletion_json(cases, summary, rows, is_deleted=not chosen.dry_run))
    return FOUND if chosen.dry_run else DONE


@contextmanager
def _unclear_outcome_reported() -> Iterator[None]:
    """Say how to find out whether something was deleted, if the service was asked and did not answer."""
    try:
        yield
    except ServiceError as error:
        if error.may_have_happened and not isinstance(error, NotDeleted):
            remark(
                "See whether it is still there with: termdesk glossary list",
                "If it is gone, its entries are kept on this computer. See: termdesk glossary deleted",
            )
        raise


def _show_deletion(
    cases: LazyUseCases, summary: GlossarySummary, rows: Sequence[DictionarySummary], *, is_whole: bool
) -> None:
    for row in rows:
        entries = pluralize(row.entry_count, "1 entry", "{count} entries")
        where = cases.session.full_title if row.is_on_service else "this computer"
        print_lines(f"- {summary.name}, {row.pair}: {entries}, on {where}")
    if is_whole and summary.is_on_service and not any(row.is_on_service for row in rows):
        print_lines(f"- {summary.name}: no dictionary, on {cases.session.full_title}")


def _deletion_json(
    cases: LazyUseCases, summary: GlossarySummary, rows: Sequence[DictionarySummary], *, is_deleted: bool
) -> dict[str, object]:
    dictionaries = [
        {
            **pair_json(row.pair),
            "entries": row.entry_count,
            "is_on_service": row.is_on_service,
        }
        for row in rows
    ]
    return {
        "service": cases.session.full_title,
        **glossary_json(summary),
        "is_deleted": is_deleted,
        "dictionaries": dictionaries,
    }
