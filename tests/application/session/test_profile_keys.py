"""A profile has one key, which is never sent to another address."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support.services.memory_keyring import MemoryKeyring
from termdesk.application.session.profile_keys import ProfileKeys
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.storage.keys import KeyStore

pytestmark = pytest.mark.anyio

AGENCY = Profile(
    Provider(
        "custom", "https://a.example", free_base_url="https://free.example", free_key_suffix=":0", profile="agency"
    )
)
PAID, FREE = "a-paid-key", "a-free-key:0"


@pytest.fixture
def keys() -> ProfileKeys:
    """A key store in memory."""
    return ProfileKeys(KeyStore(find_backend=lambda: None))


async def test_a_new_key_takes_the_place_of_the_one_at_the_other_address(keys: ProfileKeys) -> None:
    await keys.keep(AGENCY, PAID)
    await keys.keep(AGENCY, FREE)
    assert await keys.get(AGENCY.provider) == FREE
    assert await keys.get(replace(AGENCY.provider, free_base_url="")) == "", "the paid one is gone"


@pytest.mark.parametrize("moved", [{"base_url": "https://b.test"}, {"profile": "other"}])
async def test_a_key_stays_behind_where_a_profile_leads_elsewhere(keys: ProfileKeys, moved: dict[str, str]) -> None:
    new = replace(AGENCY, provider=replace(AGENCY.provider, **moved))
    await keys.keep(AGENCY, PAID)
    await keys.move(AGENCY, new)
    assert await keys.get(new.provider) == ""
    assert await keys.get(AGENCY.provider) == ""


async def test_a_key_goes_along_while_the_address_is_the_same(keys: ProfileKeys) -> None:
    await keys.keep(AGENCY, PAID)
    await keys.move(AGENCY, replace(AGENCY, keeps_key=False))
    assert await keys.get(AGENCY.provider) == PAID
    await keys.delete(AGENCY.provider)
    assert await keys.get(AGENCY.provider) == ""


PROXIED = replace(AGENCY, provider=replace(AGENCY.provider, proxy="http://proxy.example:8080", proxy_user="me"))


@pytest.mark.parametrize(
    "moved",
    [{"proxy": "http://other.example:8080"}, {"proxy_user": "you"}, {"proxy": "", "proxy_user": ""}, {"profile": "x"}],
)
async def test_the_password_of_a_proxy_is_only_for_this_proxy_and_user(
    keys: ProfileKeys, moved: dict[str, str]
) -> None:
    new = replace(PROXIED, provider=replace(PROXIED.provider, **moved))
    await keys.keep_proxy_password(PROXIED, "a proxy password")
    assert await keys.proxy_password(PROXIED.provider) == "a proxy password"
    assert await keys.proxy_password(new.provider) == ""

    await keys.move(PROXIED, new)

    assert await keys.proxy_password(new.provider) == ""
    assert await keys.proxy_password(PROXIED.provider) == ""


async def test_the_password_of_a_proxy_lasts_as_long_as_the_key() -> None:
    keyring = MemoryKeyring()
    keys = ProfileKeys(KeyStore(find_backend=lambda: keyring))
    await keys.keep_proxy_password(PROXIED, "a proxy password")
    assert [*keyring.held.values()] == ["a proxy password"]
    brief = replace(PROXIED, keeps_key=False)

    await keys.move(PROXIED, brief)

    assert keyring.held == {}
    assert await keys.proxy_password(brief.provider) == "a proxy password"
    await keys.move(brief, PROXIED)
    assert [*keyring.held.values()] == ["a proxy password"]
    await keys.delete_proxy_password(PROXIED.provider)
    assert keyring.held == {}
