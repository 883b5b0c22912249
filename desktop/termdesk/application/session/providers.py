"""The services to choose from: presets of the program, and the user's own."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import urlsplit

from termdesk import resources
from termdesk.domain.provider import Dialect, Provider
from termdesk.domain.settings import Settings

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
        return title_of(provider.name)
    return f"{provider.title or title_of(CUSTOM)} ({urlsplit(provider.base_url).netloc})"


def list_providers(settings: Settings) -> list[Provider]:
    """All services to choose from, including the user's own from the settings."""
    return [_filled(each.provider, settings) for each in presets()]


def find_provider(settings: Settings) -> Provider:
    """The service in use; the local one if the settings name an unknown one."""
    by_name = {each.name: each for each in list_providers(settings)}
    return by_name.get(settings.provider) or by_name[LOCAL]


def with_provider(settings: Settings, provider: Provider) -> Settings:
    """Settings with this provider in use. A changed preset becomes the user's own service."""
    if provider in (each.provider for each in presets()):
        return replace(settings, provider=provider.name)
    return replace(
        settings,
        provider=CUSTOM,
        custom_title=provider.title,
        custom_address=provider.base_url,
        custom_free_address=provider.free_base_url,
        custom_free_key_suffix=provider.free_key_suffix,
        custom_scheme=provider.scheme,
        custom_dialect="",
        custom_dialect_override="" if provider.dialect is Dialect.RECOGNISE else provider.dialect.value,
    )


def profile_of(provider: Provider) -> str:
    """The name under which drafts, history and keys of a service are stored. Another address is another profile."""
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


def _filled(provider: Provider, settings: Settings) -> Provider:
    if provider.name != CUSTOM:
        return provider
    return replace(
        provider,
        base_url=settings.custom_address,
        free_base_url=settings.custom_free_address,
        free_key_suffix=settings.custom_free_key_suffix,
        scheme=settings.custom_scheme,
        dialect=_dialect(settings),
        title=settings.custom_title,
    )


def _dialect(settings: Settings) -> Dialect:
    """The dialect that the user chose. Older versions stored “specification” by default, so of theirs only the other
    value counts.
    """
    if settings.custom_dialect_override in list(Dialect):
        return Dialect(settings.custom_dialect_override)
    return Dialect.VENDOR if settings.custom_dialect == Dialect.VENDOR else Dialect.RECOGNISE
