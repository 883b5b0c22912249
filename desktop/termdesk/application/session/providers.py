"""The services to choose from: presets of the program, and the user's own."""

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
    """The presets of `resources/providers.json`, in order."""
    return tuple(_preset(**record) for record in json.loads(resources.read_text("providers.json")))


def _preset(*, title: str, dialect: str = Dialect.SPECIFICATION, **fields: str | bool) -> Preset:
    return Preset(title, Provider(dialect=Dialect(dialect), **fields))  # type: ignore[arg-type]  # as the file has them


def title_of(name: str) -> str:
    """The visible name of a provider; its internal name if there is no such preset."""
    return next((each.title for each in presets() if each.provider.name == name), name)


def full_title_of(provider: Provider) -> str:
    """The visible name, with the address if the user entered it, since such services differ only by address."""
    if provider.name != CUSTOM:
        return provider.title or title_of(provider.name)
    return f"{provider.title or title_of(CUSTOM)} ({urlsplit(provider.base_url).netloc})"


def name_of(provider: Provider) -> str:
    """The name of a profile: the one that the user gave, else that of the preset, or the address."""
    if provider.title or provider.name != CUSTOM:
        return provider.title or title_of(provider.name)
    return urlsplit(provider.base_url).netloc


def preset_of(name: str) -> Provider:
    """A preset by its name. Raises StopIteration for a name that none has."""
    return next(each.provider for each in presets() if each.provider.name == name)


def completed(provider: Provider) -> Provider:
    """The provider as its preset has it, with what the user may choose. A changed preset is the user's own service."""
    preset = next((each.provider for each in presets() if each.provider.name == provider.name), None)
    if preset is None or provider.name == CUSTOM:
        return replace(provider, name=CUSTOM, is_local=False)
    same = replace(
        preset,
        title=provider.title,
        profile=provider.profile,
        certificates=provider.certificates,
        proxy=provider.proxy,
    )
    return same if preset.is_local or same == provider else replace(provider, name=CUSTOM)


def profile_of(provider: Provider) -> str:
    """The name under which drafts, history and keys of a service are stored. Another address is another profile."""
    return provider.profile or usual_profile_of(provider)


def usual_profile_of(provider: Provider) -> str:
    """The same for the first profile with this address."""
    return f"{CUSTOM} {urlsplit(provider.base_url).netloc}" if provider.name == CUSTOM else provider.name


def origin_of(address: str) -> str:
    """Scheme, host and port: the only place that a key may be sent to."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def recognise_dialect(provider: Provider) -> Provider:
    """The provider, with the dialect of the preset that has the same address."""
    if provider.dialect is not Dialect.RECOGNISE:
        return provider
    host = urlsplit(provider.base_url).hostname or ""
    for preset in presets():
        domain = ".".join((urlsplit(preset.provider.base_url).hostname or "").split(".")[-2:])
        if not preset.provider.is_local and domain and f".{host}".endswith(f".{domain}"):
            return replace(provider, dialect=preset.provider.dialect)
    return provider


def tier_of(provider: Provider, key: str) -> str:
    """`free` or `paid` if the ending of the key tells, else empty."""
    if not provider.free_key_suffix:
        return ""
    return "free" if key.endswith(provider.free_key_suffix) else "paid"
