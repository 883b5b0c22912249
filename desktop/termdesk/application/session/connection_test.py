"""Test a connection with a key before it is used."""

from __future__ import annotations

from dataclasses import replace

from termdesk.application.redaction import keep_out
from termdesk.application.session import providers
from termdesk.application.session.key_refusal import examine_refusal
from termdesk.client.errors import NotAllowed, ServiceError, WrongKey
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider, check_address, check_key
from termdesk.domain.usage import Usage
from termdesk.messages.connection_messages import ConnectionRemedy, KeyMessage


async def try_connection(provider: Provider, key: str) -> str:
    """Ask the service for the usage, and describe the result in a sentence. Nothing is stored.

    Raises InvalidInput if the key belongs to the service's other address, and ServiceError if it is refused or the
    service cannot be reached.
    """
    keep_out(check_key(key))
    try:
        return _found(provider, key, await _usage(provider, key))
    except NotAllowed:
        return KeyMessage.WITHOUT_USAGE()
    except WrongKey as error:
        other = _other_address(provider, key)
        if other and await _works_at(provider, key, other):
            raise InvalidInput(KeyMessage.OTHER_ADDRESS(address=other), remedy=ConnectionRemedy.USE_ADDRESS()) from None
        refusal = await examine_refusal(provider, key, error)
        if refusal.is_key_good:
            return KeyMessage.WITHOUT_USAGE()
        if refusal.scheme:
            raise InvalidInput(
                KeyMessage.OTHER_SCHEME(scheme=refusal.scheme, used=provider.scheme),
                remedy=ConnectionRemedy.CHANGE_SCHEME(),
            ) from None
        raise


async def _usage(provider: Provider, key: str) -> Usage:
    from termdesk.client.api import ApiClient

    async with ApiClient(provider, key) as api:
        return await api.usage.read()


def _other_address(provider: Provider, key: str) -> str:
    """The address of the other tier; empty if the user never named that computer."""
    used = check_address(provider.address_for(key))
    others = {provider.base_url, provider.free_base_url} - {used, ""}
    return check_address(others.pop()) if others else ""


async def _works_at(provider: Provider, key: str, address: str) -> bool:
    try:
        await _usage(replace(provider, base_url=address, free_base_url=""), key)
    except NotAllowed:
        return True
    except ServiceError:
        return False
    return True


def _found(provider: Provider, key: str, usage: Usage) -> str:
    plans = {"free": KeyMessage.ACCEPTED_FREE, "paid": KeyMessage.ACCEPTED_PAID}
    accepted = plans.get(providers.tier_of(provider, key), KeyMessage.ACCEPTED)()
    used = usage.character_count
    if used is None:
        return accepted
    if usage.account:
        said = KeyMessage.USED_OF(accepted=accepted, used=used, limit=usage.account.limit)
    else:
        said = KeyMessage.USED(accepted=accepted, used=used)
    return KeyMessage.KEY_LIMIT(said=said, limit=usage.key.limit) if usage.key else said
