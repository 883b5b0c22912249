"""The services to choose from: the program's presets and the user's custom services."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import urlsplit

from termdesk import resources
from termdesk.domain.provider import Dialect, Provider

LOCAL, CUSTOM = "local", "custom"


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset service; `title` is its visible name."""

    title: str
    provider: Provider


@cache
def presets() -> tuple[Preset, ...]:
    """Return the presets of `resources/providers.json`, in order."""
    return tuple(_preset(**record) for record in json.loads(resources.read_text("providers.json")))


def _preset(*, title: str, dialect: str = Dialect.SPECIFICATION, **fields: str | bool) -> Preset:
    return Preset(title, Provider(dialect=Dialect(dialect), **fields))  # type: ignore[arg-type]  # as the file has them


def title_of(name: str) -> str:
    """Return the visible name of a provider; its internal name if there is no such preset."""
    return next((each.title for each in presets() if each.provider.name == name), name)


def full_title_of(provider: Provider) -> str:
    """Return the visible name of a service.

    It includes the address if the user entered it, because such services may differ only by address.
    """
    if provider.name != CUSTOM:
        return provider.title or title_of(provider.name)
    return f"{provider.title or title_of(CUSTOM)} ({urlsplit(provider.base_url).netloc})"


def name_of(provider: Provider) -> str:
    """Return the name of a profile: the user's name for it, else that of the preset, or the address."""
    if provider.title or provider.name != CUSTOM:
        return provider.title or title_of(provider.name)
    return urlsplit(provider.base_url).netloc


def preset_of(name: str) -> Provider:
    """Return the provider of the preset with this name. Raises StopIteration if there is none."""
    return next(each.provider for each in presets() if each.provider.name == name)


def complete_provider(provider: Provider) -> Provider:
    """Return the preset's provider with the values that the user may choose.

    With other changes, it becomes a custom service.
    """
    preset = next((each.provider for each in presets() if each.provider.name == provider.name), None)
    if preset is None or provider.name == CUSTOM:
        return replace(provider, name=CUSTOM, is_local=False)
    same = replace(
        preset,
        title=provider.title,
        profile=provider.profile,
        certificates=provider.certificates,
        proxy=provider.proxy,
        proxy_user=provider.proxy_user,
    )
    return same if preset.is_local or same == provider else replace(provider, name=CUSTOM)


def profile_of(provider: Provider) -> str:
    """Return the id under which drafts, history and keys of a service are stored. Another address has another id."""
    return provider.profile or usual_profile_of(provider)


def usual_profile_of(provider: Provider) -> str:
    """Return the usual id of a service. Only the first profile with an address has it."""
    return f"{CUSTOM} {urlsplit(provider.base_url).netloc}" if provider.name == CUSTOM else provider.name


def origin_of(address: str) -> str:
    """Return scheme, host and port of an address. A key may only be sent to this origin."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def proxy_login_of(provider: Provider) -> str:
    """Return user and address of the proxy of a profile; empty if it has no user.

    A password may only be sent to this proxy, with this user.
    """
    parts = urlsplit(provider.proxy)
    return f"proxy {provider.proxy_user}@{parts.netloc}" if provider.proxy and provider.proxy_user else ""


def recognize_dialect(provider: Provider) -> Provider:
    """Return the provider with the dialect of the preset for the same domain, unless a dialect was chosen."""
    if provider.dialect is not Dialect.RECOGNIZE:
        return provider
    host = urlsplit(provider.base_url).hostname or ""
    for preset in presets():
        domain = ".".join((urlsplit(preset.provider.base_url).hostname or "").split(".")[-2:])
        if not preset.provider.is_local and domain and f".{host}".endswith(f".{domain}"):
            return replace(provider, dialect=preset.provider.dialect)
    return provider


def tier_of(provider: Provider, key: str) -> str:
    """Return `free` or `paid` if the suffix of the key shows the tier, else an empty text."""
    if not provider.free_key_suffix:
        return ""
    return "free" if key.endswith(provider.free_key_suffix) else "paid"
