"""Convert the services that earlier versions stored in the settings and the window state to profiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from termdesk.application.session import providers
from termdesk.domain.profile import USUAL_DAY_CAP, Profile
from termdesk.domain.provider import Dialect, Provider

# The daily cap of an earlier version, which was meant only for spot-checks. It is too small for documents.
_FORMER_DAY_CAP = 200_000


def find_former_profiles(settings: Mapping[str, Any], window: Mapping[str, Any]) -> tuple[list[Profile], str]:
    """Return profiles for the former services, and the id of the one in use.

    `settings` had one custom service, `window` the services used last. An invalid value counts as missing, so that a
    damaged file loses only its damaged values.
    """
    found = [providers.preset_of(providers.LOCAL)]
    own, in_use = _own_service(settings), _text(settings, "provider")
    if in_use == providers.CUSTOM:
        in_use = providers.profile_of(own) if own else providers.LOCAL
    found.extend(each.provider for each in providers.presets() if each.provider.name == in_use)
    found.extend([own] if own else [])
    found.extend(filter(None, map(_recent_service, _list(window, "recent_services"))))
    return _as_profiles(found, settings), in_use


def _as_profiles(found: list[Provider], settings: Mapping[str, Any]) -> list[Profile]:
    price, day_cap = _text(settings, "price"), _day_cap(settings)
    profiles: dict[str, Profile] = {}
    names: set[str] = set()
    for provider in found:
        profile_id = providers.profile_of(provider)
        if profile_id in profiles:
            continue
        name = providers.name_of(provider)
        if name.casefold() in names:
            # Two services had the same name, so the user could not tell them apart.
            provider = replace(provider, title=f"{name} ({profile_id.removeprefix(f'{providers.CUSTOM} ')})")
        names.add(name.casefold())
        kept = replace(provider, profile=profile_id)
        is_local = provider.is_local
        profiles[profile_id] = Profile(kept, price="" if is_local else price, day_cap=day_cap)
    return list(profiles.values())


def _own_service(settings: Mapping[str, Any]) -> Provider | None:
    address = _text(settings, "custom_address")
    if not address:
        return None
    return Provider(
        providers.CUSTOM,
        address,
        free_base_url=_text(settings, "custom_free_address"),
        free_key_suffix=_text(settings, "custom_free_key_suffix"),
        scheme=_text(settings, "custom_scheme") or "Service-Auth-Key",
        dialect=_dialect(settings),
        title=_text(settings, "custom_title"),
    )


def _dialect(settings: Mapping[str, Any]) -> Dialect:
    """Return the dialect that the user chose.

    Older versions stored “specification” by default, so only their other value shows a choice.
    """
    chosen = _text(settings, "custom_dialect_override")
    if chosen in list(Dialect):
        return Dialect(chosen)
    return Dialect.VENDOR if _text(settings, "custom_dialect") == Dialect.VENDOR else Dialect.RECOGNIZE


def _recent_service(value: Any) -> Provider | None:
    try:
        provider = msgspec.convert(value, Provider)
    except (msgspec.ValidationError, OverflowError):
        return None
    completed = providers.complete_provider(provider)
    return None if completed.is_local or not completed.base_url else completed


def _day_cap(settings: Mapping[str, Any]) -> int:
    cap = settings.get("day_cap")
    is_former = "run_cap" in settings and "job_cap" not in settings and cap == _FORMER_DAY_CAP
    return cap if type(cap) is int and cap >= 0 and not is_former else USUAL_DAY_CAP


def _text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""


def _list(values: Mapping[str, Any], name: str) -> list[Any]:
    value = values.get(name)
    return value if isinstance(value, list) else []
