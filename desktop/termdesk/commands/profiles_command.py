"""`termdesk profiles`: the configured services, and the missing scopes of their keys."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from termdesk.commands.arguments import DONE, FOUND, add_service_options, command_parser

if TYPE_CHECKING:
    from termdesk.domain.profile import Profile


def profiles_parser() -> argparse.ArgumentParser:
    """Return the parser of `termdesk profiles`."""
    parser = command_parser(
        "profiles",
        "List the profiles with the scopes that their keys are known to lack. With --test the service is asked first "
        "what the key of one profile may do, which costs nothing and changes nothing. The exit code is 1 if the key "
        "lacks a scope.",
    )
    parser.add_argument("--test", action="store_true", help="test the key of --profile, and remember what it lacks")
    add_service_options(parser)
    return parser


def profiles(words: list[str]) -> int:
    """Print the profiles and return the exit code."""
    return asyncio.run(_run(profiles_parser().parse_args(words)))


async def _run(chosen: argparse.Namespace) -> int:
    # Imported here, because the help does not need it.
    from termdesk.application.session.profiles import Profiles
    from termdesk.commands.output import print_json, print_table
    from termdesk.storage.files.folders import Folders

    if chosen.test:
        listed = [await _tested(chosen)]
    else:
        stored = Profiles.load(Folders.under(chosen.folder) if chosen.folder else Folders.default())
        listed = [stored.find(chosen.profile)] if chosen.profile else list(stored.all)
    if chosen.json:
        print_json({"profiles": [*map(_json, listed)]})
    else:
        print_table(("Profile", "Address", "Scopes that the key lacks", "Found on"), map(_row, listed))
    return FOUND if any(each.reach.missing for each in listed) else DONE


async def _tested(chosen: argparse.Namespace) -> Profile:
    from termdesk.application.session.connection_test import retest_key
    from termdesk.commands.output import remark
    from termdesk.commands.workplace import opened

    async with opened(chosen) as cases:
        session = cases.session
        if session.provider.is_local:
            remark("The service on this computer needs no key.")
        else:
            found = await retest_key(session)
            remark(found.sentence)
            return replace(session.profile_in_use, reach=found.reach)
        return session.profile_in_use


def _row(profile: Profile) -> tuple[str, ...]:
    from termdesk.application.session import providers

    provider, reach = profile.provider, profile.reach
    return providers.name_of(provider), provider.base_url, ", ".join(reach.missing), reach.found_on


def _json(profile: Profile) -> dict[str, object]:
    from termdesk.application.session import providers

    return {
        "name": providers.name_of(profile.provider),
        "id": profile.id,
        "address": profile.provider.base_url,
        "missing_scopes": profile.reach.missing,
        "found_on": profile.reach.found_on or None,
    }
