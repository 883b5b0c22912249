"""Test a connection with a key before it is used."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from termdesk.application.failures import OtherProvider
from termdesk.application.redaction import keep_out
from termdesk.application.session import providers
from termdesk.application.session.clients import Clients
from termdesk.application.session.key_findings import KeyFindings, describe_findings
from termdesk.application.session.key_refusal import examine_refusal
from termdesk.application.session.profile_keys import Secrets, keep_login_out
from termdesk.client.errors import NotAllowed, ServiceError, WrongKey
from termdesk.domain.key_scope import KeyReach, Scope, missing_scopes
from termdesk.domain.provider import Provider, check_address, check_key
from termdesk.domain.usage import Usage
from termdesk.messages.connection_messages import ConnectionRemedy, KeyMessage

if TYPE_CHECKING:
    from termdesk.application.session.session import Session
    from termdesk.client.api import ApiClient

# A refusal of these scopes concerns the key. Other scopes may be refused because of the plan or a missing endpoint.
_PLAIN = (
    Scope.READ_USAGE,
    Scope.READ_LANGUAGES,
    Scope.READ_GLOSSARIES,
    Scope.TRANSLATE_TEXT,
)


@dataclass(frozen=True, slots=True)
class FoundConnection:
    """The result of a connection test. `lacks` has the scopes missing from the key, by the service's names.

    `details` are sentences: what the key allows, what is disabled, and what the service does not tell.
    """

    sentence: str
    lacks: tuple[str, ...] = ()
    found_on: date = date.min
    details: tuple[str, ...] = ()

    @property
    def reach(self) -> KeyReach:
        """The same result in the form stored in profiles."""
        return KeyReach(self.lacks, self.found_on.isoformat())


async def try_connection(
    provider: Provider,
    key: str,
    *,
    proxy_password: str = "",
    clients: Clients | None = None,
    today: Callable[[], date] = date.today,
) -> FoundConnection:
    """Ask the service for the usage and the scopes of the key, and describe the result. Nothing is stored.

    Meanwhile `clients` reports the waits of the calls.

    Raises OtherProvider if the key belongs to the service's other address or to another scheme, and ServiceError if the
    key is refused or the service cannot be reached.
    """
    key = check_key(key)
    keep_out(key)
    keep_login_out(provider, proxy_password)
    clients, secrets = clients or Clients(), Secrets(key, proxy_password)
    if found := _find_tier_address(provider, key):
        raise _other_address(provider, found)
    usage: Usage | None = None
    try:
        usage = await _usage(provider, secrets, clients)
        message = _describe_usage(provider, key, usage)
    except NotAllowed:
        message = KeyMessage.WITHOUT_USAGE()
    except WrongKey as error:
        other = _address_of_other_tier(provider, key)
        if other and await _works_at(provider, secrets, other, clients):
            raise _other_address(provider, other) from None
        refusal = await examine_refusal(provider, secrets, error)
        if refusal.scheme:
            raise OtherProvider(
                KeyMessage.OTHER_SCHEME(scheme=refusal.scheme, used=provider.scheme),
                remedy=ConnectionRemedy.CHANGE_SCHEME(),
                provider=replace(provider, scheme=refusal.scheme),
                verb=KeyMessage.USE_SCHEME(scheme=refusal.scheme),
            ) from None
        if not refusal.is_key_good:
            raise
        message = KeyMessage.WITHOUT_USAGE()
    findings = await _probe_scopes(provider, secrets, clients)
    lacks = tuple(each.value for each in findings.missing)
    return FoundConnection(
        KeyMessage.LACKS(said=message, scopes=", ".join(lacks)) if lacks else message,
        lacks,
        today(),
        describe_findings(findings, usage, is_plan_known=bool(providers.tier_of(provider, key))),
    )


async def retest_key(session: Session) -> FoundConnection:
    """Test the stored key of the profile in use, and store which scopes it lacks.

    Raises what `try_connection` raises.
    """
    provider = session.provider
    key = await session.keys.get(provider)
    password = await session.keys.proxy_password(provider)
    found = await try_connection(provider, key, proxy_password=password, clients=session.clients)
    if session.learns and provider == session.provider and key == await session.keys.get(provider):
        session.profiles.note_reach(session.profile, found.reach)
    return found


async def _probe_scopes(provider: Provider, secrets: Secrets, clients: Clients) -> KeyFindings:
    """Return the scopes that the key has and lacks, found by calls that are free and write nothing.

    A refusal that names no scope counts only for the scopes in `_PLAIN`. For others, the plan may exclude the call, or
    the service may not have it.
    """
    from termdesk.client.key_probes import PROBED_SCOPES, shows_missing_call, shows_scope

    allowed, lacks, not_served = list[Scope](), dict[Scope, None](), list[Scope]()
    async with _open_client(provider, secrets, clients) as api:
        for scope in PROBED_SCOPES:
            try:
                await api.probes.ask(scope)
                allowed.append(scope)
            except NotAllowed as error:
                lacks.update(dict.fromkeys(missing_scopes(scope, error.missing_scopes)))
            except WrongKey as error:
                if error.status == 403 and scope in _PLAIN:
                    lacks[scope] = None
            except ServiceError as error:
                # Other responses, or none, say nothing about the key.
                if shows_scope(scope, error.status):
                    allowed.append(scope)
                elif shows_missing_call(scope, error.status):
                    not_served.append(scope)
    return KeyFindings(tuple(each for each in allowed if each not in lacks), tuple(lacks), tuple(not_served))


@asynccontextmanager
async def _open_client(provider: Provider, secrets: Secrets, clients: Clients) -> AsyncIterator[ApiClient]:
    from termdesk.client.api import ApiClient

    async with ApiClient(provider, secrets.key, proxy_password=secrets.proxy_password) as api:
        with clients.watch(api):
            yield api


def _other_address(provider: Provider, address: str) -> OtherProvider:
    fixed = replace(provider, base_url=address, free_base_url="", free_key_suffix="")
    return OtherProvider(
        KeyMessage.OTHER_ADDRESS(address=address),
        remedy=ConnectionRemedy.USE_ADDRESS(),
        provider=fixed,
        verb=KeyMessage.USE_OTHER_ADDRESS(),
    )


def _find_tier_address(provider: Provider, key: str) -> str:
    """Return the correct address if the suffix of the key shows that it belongs to the preset's other tier.

    Nothing is sent to find out. Empty if the address is correct or nothing is known.
    """
    used = urlsplit(check_address(provider.address_for(key)))
    for preset in (each.provider for each in providers.presets() if each.provider.free_base_url):
        right = preset.address_for(key)
        other = ({preset.base_url, preset.free_base_url} - {right}).pop()
        if used.netloc == urlsplit(other).netloc:
            return right
    return ""


async def _usage(provider: Provider, secrets: Secrets, clients: Clients) -> Usage:
    async with _open_client(provider, secrets, clients) as api:
        return await api.usage.read()


def _address_of_other_tier(provider: Provider, key: str) -> str:
    """Return the address of the other tier; empty if the user has not entered one."""
    used = check_address(provider.address_for(key))
    others = {provider.base_url, provider.free_base_url} - {used, ""}
    return check_address(others.pop()) if others else ""


async def _works_at(provider: Provider, secrets: Secrets, address: str, clients: Clients) -> bool:
    try:
        await _usage(replace(provider, base_url=address, free_base_url=""), secrets, clients)
    except NotAllowed:
        return True
    except ServiceError:
        return False
    return True


def _describe_usage(provider: Provider, key: str, usage: Usage) -> str:
    plans = {"free": KeyMessage.ACCEPTED_FREE, "paid": KeyMessage.ACCEPTED_PAID}
    accepted = plans.get(providers.tier_of(provider, key), KeyMessage.ACCEPTED)()
    used = usage.character_count
    if used is None:
        return accepted
    if usage.account:
        message = KeyMessage.USED_OF(accepted=accepted, used=used, limit=usage.account.limit)
    else:
        message = KeyMessage.USED(accepted=accepted, used=used)
    return KeyMessage.KEY_LIMIT(said=message, limit=usage.key.limit) if usage.key else message
