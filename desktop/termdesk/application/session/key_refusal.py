"""Why a service refused a key: the key itself, the authorization scheme, or only a right that this key lacks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from termdesk.application.session import providers
from termdesk.client.errors import NotAllowed, ServiceError, WrongKey
from termdesk.domain.language.language import Resource
from termdesk.domain.provider import Provider

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

SECONDS_TO_EXAMINE = 5.0


@dataclass(frozen=True, slots=True)
class KeyRefusal:
    """What was found out: the key works for other calls, or it works with another `scheme`, or neither."""

    is_key_good: bool = False
    scheme: str = ""


async def examine_refusal(provider: Provider, key: str, error: WrongKey) -> KeyRefusal:
    """Ask the same address again, by calls that cost nothing, to tell a wrong key from what only looks like one.

    A 403 without a word may also mean that the key lacks the right to read the usage. A wrong scheme is answered
    like a wrong key, so the other schemes that are known are tried. Does not raise ServiceError.
    """
    try:
        async with asyncio.timeout(SECONDS_TO_EXAMINE):
            if error.status == 403 and await _is_good_elsewhere(provider, key):
                return KeyRefusal(is_key_good=True)
            return KeyRefusal(scheme=await _fitting_scheme(provider, key))
    except TimeoutError:
        return KeyRefusal()


async def _is_good_elsewhere(provider: Provider, key: str) -> bool:
    for call in (_list_languages, _list_glossaries):
        if await _is_accepted(provider, key, call):
            return True
    return False


async def _fitting_scheme(provider: Provider, key: str) -> str:
    """Another scheme that the service takes this key with; empty for none, or where the scheme is not the user's."""
    if provider.name != providers.CUSTOM:
        return ""
    for scheme in dict.fromkeys(each.provider.scheme for each in providers.presets()):
        if scheme != provider.scheme and await _is_accepted(replace(provider, scheme=scheme), key, _read_usage):
            return scheme
    return ""


async def _is_accepted(provider: Provider, key: str, call: Callable[[ApiClient], Awaitable[object]]) -> bool:
    from termdesk.client.api import ApiClient

    try:
        async with ApiClient(provider, key) as api:
            await call(api)
    except NotAllowed:
        return True
    except ServiceError:
        return False
    return True


async def _list_languages(api: ApiClient) -> None:
    await api.languages.list(Resource.TRANSLATE_TEXT)


async def _list_glossaries(api: ApiClient) -> None:
    await api.glossaries.listed()


async def _read_usage(api: ApiClient) -> None:
    await api.usage.read()
