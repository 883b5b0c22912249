"""Adding, changing and removing of profiles by `termdesk profiles`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from termdesk.application.session import providers
from termdesk.application.session.profile_keys import NO_SECRETS, Secrets
from termdesk.application.session.profiles import RemovedProfile, new_profiles
from termdesk.application.session.session import Session
from termdesk.commands.arguments import DONE, FOUND
from termdesk.commands.consent import check_agreed
from termdesk.commands.output import print_lines, remark
from termdesk.commands.terminal.secret_input import KEY_VARIABLE, PROXY_PASSWORD_VARIABLE, read_secret
from termdesk.commands.workplace import open_workplace
from termdesk.domain.errors import InvalidInput
from termdesk.domain.price import parse_price
from termdesk.domain.profile import Profile, ProfileColor
from termdesk.domain.provider import (
    Provider,
    check_address,
    check_key,
    check_proxy,
    check_proxy_login,
    check_proxy_password,
    check_proxy_user,
)

# The options for values, by field: those of the provider, then those of the profile.
_OF_PROVIDER = {
    "address": "base_url",
    "free_address": "free_base_url",
    "free_ending": "free_key_suffix",
    "scheme": "scheme",
    "certificates": "certificates",
    "proxy": "proxy",
    "proxy_user": "proxy_user",
}
_CHECKS = {
    "address": check_address,
    "free_address": check_address,
    "proxy": check_proxy,
    "proxy_user": check_proxy_user,
}


async def change_profiles(chosen: argparse.Namespace) -> tuple[int, tuple[Profile, ...], str]:
    """Change the profiles. Return the exit code, all profiles, and the id of the one in use."""
    # Read the secrets first: they must not stay in the environment, which child processes get.
    secrets = _read_secrets(chosen)
    async with open_workplace(chosen, is_reading=chosen.dry_run, connects=False) as cases:
        session = cases.session
        if chosen.add:
            profile = _new_profile(chosen)
            if chosen.same_service:
                profile = session.profiles.choose_removed(profile, chosen.same_service)
            is_kept = await _save(session, profile, secrets, chosen)
        elif chosen.change:
            is_kept = await _save(session, _change_profile(session, chosen), secrets, chosen)
        else:
            is_kept = True
            await (_remove if chosen.remove else _use)(session, chosen)
        profiles, in_use = session.profiles.all, session.profiles.in_use.id
    return (FOUND if chosen.dry_run or not is_kept else DONE), profiles, in_use


def _read_secrets(chosen: argparse.Namespace) -> Secrets:
    """Return the key and the password of the proxy; empty if none is to be stored."""
    key = read_secret(chosen.key_from, KEY_VARIABLE, prompt="Key: ")
    password = read_secret(chosen.proxy_password_from, PROXY_PASSWORD_VARIABLE, prompt="Password of the proxy: ")
    return Secrets(
        check_key(key) if chosen.key_from else "",
        check_proxy_password(password) if chosen.proxy_password_from else "",
    )


def _new_profile(chosen: argparse.Namespace) -> Profile:
    """Return the profile to add. Raises InvalidInput for a preset that does not exist, or without an address."""
    presets = {each.provider.name: each for each in new_profiles()}
    template = presets.get(chosen.like or providers.CUSTOM)
    if template is None:
        raise InvalidInput(f"There is no preset “{chosen.like}”.", remedy=f"Use one of: {', '.join(presets)}.")
    if template.provider.name == providers.CUSTOM and not chosen.address:
        raise InvalidInput("A profile needs the address of its service.", remedy="Add --address.")
    return _with_values(template, chosen, title=chosen.add)


def _change_profile(session: Session, chosen: argparse.Namespace) -> Profile:
    """Return the changed profile. Raises InvalidInput if it does not exist, or if its service is not clear."""
    old = session.profiles.find(chosen.change)
    changed = _with_values(old, chosen, title=chosen.rename)
    if session.profiles.leads_elsewhere(changed) and chosen.same_service is None:
        raise InvalidInput(
            "This address leads elsewhere. Nothing was changed.",
            remedy="If it is the same service, add --same-service; if not, make another profile with --add.",
        )
    return changed


def _with_values(profile: Profile, chosen: argparse.Namespace, *, title: str | None) -> Profile:
    """Return a profile with the values of the options. Raises InvalidInput for a value that cannot be used."""
    values = {name: getattr(chosen, name) for name in _OF_PROVIDER if getattr(chosen, name) is not None}
    fields: dict[str, Any] = {
        _OF_PROVIDER[name]: _CHECKS[name](value) if value and name in _CHECKS else value
        for name, value in values.items()
    }
    provider: Provider = replace(profile.provider, **fields)
    if title is not None:
        provider = replace(provider, title=title)
    price = profile.price if chosen.price is None else chosen.price
    parse_price(price)
    color = profile.color if chosen.color is None else ProfileColor("" if chosen.color == "none" else chosen.color)
    day_cap = profile.day_cap if chosen.day_cap is None else chosen.day_cap
    return replace(profile, provider=provider, price=price, color=color, day_cap=day_cap)


async def _save(session: Session, profile: Profile, secrets: Secrets, chosen: argparse.Namespace) -> bool:
    """Store a profile and its secrets. Return False if one of these could not be kept."""
    check_proxy_login(profile.provider, secrets.proxy_password)
    if chosen.dry_run:
        _tell(profile, chosen)
        return True
    removed = session.profiles.find_removed(profile) if chosen.add else ()
    saved = await session.save_profile(
        profile, secrets.key, proxy_password=secrets.proxy_password, is_same_service=chosen.same_service is not None
    )
    if chosen.forget_key:
        await session.forget_key(saved.provider)
    _tell(saved, chosen)
    _tell_removed(saved, removed, chosen)
    if session.keys.store.is_lasting or secrets == NO_SECRETS:
        return True
    for secret, name, variable in (
        (secrets.key, "The key", KEY_VARIABLE),
        (secrets.proxy_password, "The password of the proxy", PROXY_PASSWORD_VARIABLE),
    ):
        if secret:
            remark(
                f"This computer has no key store that Termdesk trusts. {name} was not kept.",
                f"Put it into the variable {variable} for each command, or enter it in the window.",
            )
    return False


def _tell_removed(saved: Profile, removed: Sequence[RemovedProfile], chosen: argparse.Namespace) -> None:
    """Say whether a new profile has the drafts of a removed one, and how to get those of another one."""
    names = ", ".join(f"“{each.name}” ({each.id})" for each in removed)
    used = next((each.name for each in removed if each.id == saved.id), None)
    if chosen.same_service is None and removed:
        remark(
            f"Drafts and versions of a removed profile of this service are kept, but not in this profile: {names}.",
            "If it is the same account, remove this profile, and add it with --same-service NAME.",
        )
    elif chosen.same_service == "" and used is not None and len(removed) > 1:
        remark(f"It has the drafts and versions of “{used}”, which was removed first. Removed were: {names}.")


async def _remove(session: Session, chosen: argparse.Namespace) -> None:
    profile = session.profiles.find(chosen.remove)
    name = providers.name_of(profile.provider)
    if not chosen.dry_run:
        check_agreed(f"Remove the profile “{name}” and its key?", "Nothing was removed.", is_given=chosen.yes)
        await session.remove_profile(profile)
    _tell(profile, chosen)


async def _use(session: Session, chosen: argparse.Namespace) -> None:
    profile = session.profiles.find(chosen.use)
    if not chosen.dry_run:
        session.profiles.use(profile.id)
    _tell(profile, chosen)


def _tell(profile: Profile, chosen: argparse.Namespace) -> None:
    """Print what was done with a profile, or would be."""
    if chosen.json:
        return
    named = f"{providers.name_of(profile.provider)}, {profile.provider.base_url}"
    if chosen.add:
        print_lines(f"Would add: {named}" if chosen.dry_run else f"Added: {named}")
    elif chosen.change:
        print_lines(f"Would change: {named}" if chosen.dry_run else f"Changed: {named}")
    elif chosen.remove:
        print_lines(f"Would remove: {named}" if chosen.dry_run else f"Removed: {named}")
    else:
        print_lines(f"Would use: {named}" if chosen.dry_run else f"Used from now on: {named}")
