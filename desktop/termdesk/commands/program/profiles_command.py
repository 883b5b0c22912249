"""`termdesk profiles`: list, test, add, change and remove the configured services and accounts."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, add_service_options, command_parser
from termdesk.commands.program.profile_options import add_change_options, check_words, is_change

if TYPE_CHECKING:
    from termdesk.domain.profile import Profile


def profiles_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk profiles`."""
    parser = command_parser(
        "profiles",
        "List the profiles with the scopes that their keys are known to lack. With --test the service is asked first "
        "what the key of one profile may do, which costs nothing and changes nothing. The exit code is 1 if the key "
        "lacks a scope. --add, --change, --remove and --use change the profiles; a key is never an option and never "
        "printed, and the exit code is 1 if it could not be kept.",
    )
    parser.add_argument("--test", action="store_true", help="test the key of --profile, and remember what it lacks")
    add_change_options(parser)
    add_service_options(parser)
    return parser


def profiles(words: list[str]) -> int:
    """Print the profiles and return the exit code."""
    parser = profiles_parser()
    chosen = parser.parse_args(words)
    check_words(parser, chosen)
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    # Imported here, because the help does not need it.
    from termdesk.commands.output import print_json, print_table
    from termdesk.commands.terminal.damaged_files import load_profiles
    from termdesk.storage.files.folders import Folders

    if is_change(chosen):
        from termdesk.commands.program.profile_changes import change_profiles

        code, saved, in_use = await change_profiles(chosen)
        if chosen.json:
            is_done = not chosen.dry_run
            print_json({"profiles": [_json(each, in_use) for each in saved], "is_done": is_done})
        return code
    # The test notes what the key lacks, so it comes first.
    tested = [await _test_key(chosen)] if chosen.test else []
    stored = load_profiles(Folders.under(chosen.folder) if chosen.folder else Folders.default())
    in_use = stored.in_use.id
    listed = tested or ([stored.find(chosen.profile)] if chosen.profile else list(stored.all))
    if chosen.json:
        print_json({"profiles": [_json(each, in_use) for each in listed], "is_done": False})
    else:
        titles = ("Profile", "In use", "Address", "Proxy", "Scopes that the key lacks", "Found on")
        print_table(titles, [_row(each, in_use) for each in listed])
    return FOUND if any(each.reach.missing for each in listed) else DONE


async def _test_key(chosen: argparse.Namespace) -> Profile:
    from termdesk.application.session.connection_test import retest_key
    from termdesk.commands.output import remark
    from termdesk.commands.workplace import open_workplace

    async with open_workplace(chosen) as cases:
        session = cases.session
        if session.provider.is_local:
            remark("The service on this computer needs no key.")
        else:
            found = await retest_key(session)
            remark(found.sentence, *found.details)
            return replace(session.profile_in_use, reach=found.reach)
        return session.profile_in_use


def _row(profile: Profile, in_use: str) -> tuple[str, ...]:
    from termdesk.application.session import providers

    provider, reach = profile.provider, profile.reach
    used = "yes" if profile.id == in_use else ""
    missing = ", ".join(reach.missing)
    return providers.name_of(provider), used, provider.base_url, provider.proxy, missing, reach.found_on


def _json(profile: Profile, in_use: str) -> dict[str, object]:
    from termdesk.application.session import providers

    return {
        "name": providers.name_of(profile.provider),
        "id": profile.id,
        "address": profile.provider.base_url,
        "proxy": profile.provider.proxy or None,
        "proxy_user": profile.provider.proxy_user or None,
        "missing_scopes": profile.reach.missing,
        "found_on": profile.reach.found_on or None,
        "color": profile.color.value or None,
        "price": profile.price or None,
        "day_cap": profile.day_cap,
        "is_in_use": profile.id == in_use,
    }
