"""Find out why a service refused a key: a wrong key, the wrong scheme, or only a missing scope."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from termdesk.application.session import providers
from termdesk.application.session.profile_keys import Secrets
from termdesk.client.errors import NotAllowed, ServiceError, WrongKey
from termdesk.domain.language.language import Resource
from termdesk.domain.provider import Provider

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

SECONDS_TO_EXAMINE = 5.0


@dataclass(frozen=True, slots=True)
class KeyRefusal:
    """The result: the key works for other calls, or with another `scheme`, or not at all."""

    is_key_good: bool = False
    scheme: str = ""


async def examine_refusal(provider: Provider, secrets: Secrets, error: WrongKey) -> KeyRefusal:
    """Ask the same address again, with free calls, to find out whether the key is really wrong.

    A 403 without a message may also mean that the key must not read the usage. A wrong scheme looks like a wrong key,
    so the other known schemes are tried. Never raises ServiceError.
    """
    try:
        async with asyncio.timeout(SECONDS_TO_EXAMINE):
            if error.status == 403 and await _is_good_elsewhere(provider, secrets):
                return KeyRefusal(is_key_good=True)
            return KeyRefusal(scheme=await _fitting_scheme(provider, secrets))
    except TimeoutError:
        return KeyRefusal()


async def _is_good_elsewhere(provider: Provider, secrets: Secrets) -> bool:
    for call in (_list_languages, _list_glossaries):
        if await _is_accepted(provider, secrets, call):
            return True
    return False


async def _fitting_scheme(provider: Provider, secrets: Secrets) -> str:
    """Return another scheme that works with this key; empty if there is none or the scheme is not configurable."""
    if provider.name != providers.CUSTOM:
        return ""
    for scheme in dict.fromkeys(each.provider.scheme for each in providers.presets()):
        if scheme != provider.scheme and await _is_accepted(replace(provider, scheme=scheme), secrets, _read_usage):
            return scheme
    return ""


async def _is_accepted(provider: Provider, secrets: Secrets, call: Callable[[ApiClient], Awaitable[object]]) -> bool:
    from termdesk.client.api import ApiClient

    try:
        async with ApiClient(provider, secrets.key, proxy_password=secrets.proxy_password) as api:
            await call(api)
    except NotAllowed:
        return True
    except ServiceError:
        return False
    return True


async def _list_languages(api: ApiClient) -> None:
    await api.languages.list(Resource.TRANSLATE_TEXT)


async def _list_glossaries(api: ApiClient) -> None:
    await api.glossaries.list_records()


async def _read_usage(api: ApiClient) -> None:
    await api.usage.read()
