"""The keys of profiles in the key store. A profile has at most one key, stored for the address that it is sent to."""

from __future__ import annotations

from termdesk.application.redaction import keep_out
from termdesk.application.session import providers
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.storage.keys import KeyStore


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

    async def move(self, old: Profile, new: Profile) -> None:
        """Update the key after a profile was changed: how long it is kept, and delete it for addresses no longer
        used.
        """
        kept = set(_origins(new.provider)) if old.id == new.id else set()
        for origin in set(_origins(old.provider)) - kept:
            await self.store.delete(old.id, origin)
        if old.keeps_key != new.keeps_key and (key := await self.get(new.provider)):
            await self.keep(new, key)

    async def delete(self, provider: Provider) -> None:
        """Delete the key of a service for all its addresses."""
        for origin in _origins(provider):
            await self.store.delete(providers.profile_of(provider), origin)


def _origins(provider: Provider) -> list[str]:
    addresses = (provider.base_url, provider.free_base_url)
    return list(dict.fromkeys(providers.origin_of(address) for address in addresses if address))
