"""The keys of profiles in the key store, and the passwords of their proxies.

A profile has at most one of each, stored for the address that it is sent to.
"""

from __future__ import annotations

from dataclasses import dataclass

from termdesk.application.redaction import keep_out
from termdesk.application.session import providers
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.storage.keys import KeyStore


@dataclass(frozen=True, slots=True, repr=False)
class Secrets:
    """What the user entered for a profile. An empty text means the stored key or password, or none."""

    key: str = ""
    proxy_password: str = ""


NO_SECRETS = Secrets()


class ProfileKeys:
    """Reads and stores keys. A key is returned only for the address that it was entered for."""

    def __init__(self, store: KeyStore) -> None:
        self.store = store

    async def get(self, provider: Provider) -> str:
        """Return the stored key of a service for one of its addresses; empty if there is none."""
        for origin in _origins(provider):
            if key := await self.store.get(providers.profile_of(provider), origin):
                return key
        return ""

    async def keep(self, profile: Profile, key: str) -> None:
        """Store the key of a profile, replacing the former one. `keeps_key` of the profile says for how long."""
        await self.delete(profile.provider)
        keep_out(key)
        origin = providers.origin_of(profile.provider.address_for(key))
        await self.store.set(profile.id, origin, key, lasts=profile.keeps_key)

    async def proxy_password(self, provider: Provider) -> str:
        """Return the stored password for the proxy of a service; empty if there is none."""
        if not (login := providers.proxy_login_of(provider)):
            return ""
        return await self.store.get(providers.profile_of(provider), login) or ""

    async def keep_proxy_password(self, profile: Profile, password: str) -> None:
        """Store the password for the proxy of a profile, which has a user. It is kept as long as the key."""
        keep_login_out(profile.provider, password)
        login = providers.proxy_login_of(profile.provider)
        await self.store.set(profile.id, login, password, lasts=profile.keeps_key)

    async def delete_proxy_password(self, provider: Provider) -> None:
        """Delete the password for the proxy of a service."""
        if login := providers.proxy_login_of(provider):
            await self.store.delete(providers.profile_of(provider), login)

    async def move(self, old: Profile, new: Profile) -> None:
        """Update key and password after a profile was changed: how long they are kept, and delete them for addresses
        no longer used.
        """
        await self._move_key(old, new)
        is_same_login = providers.proxy_login_of(old.provider) == providers.proxy_login_of(new.provider)
        if old.id != new.id or not is_same_login:
            await self.delete_proxy_password(old.provider)
        elif old.keeps_key != new.keeps_key and (password := await self.proxy_password(new.provider)):
            await self.delete_proxy_password(old.provider)
            await self.keep_proxy_password(new, password)

    async def _move_key(self, old: Profile, new: Profile) -> None:
        kept = set(_origins(new.provider)) if old.id == new.id else set()
        for origin in set(_origins(old.provider)) - kept:
            await self.store.delete(old.id, origin)
        if old.keeps_key != new.keeps_key and (key := await self.get(new.provider)):
            await self.keep(new, key)

    async def delete(self, provider: Provider) -> None:
        """Delete the key of a service for all its addresses."""
        for origin in _origins(provider):
            await self.store.delete(providers.profile_of(provider), origin)


def keep_login_out(provider: Provider, password: str) -> None:
    """Keep the password of a proxy out of logs, also in the form in which it is sent."""
    if password:
        keep_out(password)
        keep_out(f"{provider.proxy_user}:{password}")


def _origins(provider: Provider) -> list[str]:
    addresses = (provider.base_url, provider.free_base_url)
    return list(dict.fromkeys(providers.origin_of(address) for address in addresses if address))
