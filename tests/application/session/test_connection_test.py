"""A connection is tried with a key before it is used; nothing is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.session.connection_test import try_connection
from termdesk.application.session.local_process import LocalProcess
from termdesk.client.errors import WrongKey
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Dialect, Provider

pytestmark = pytest.mark.anyio
USAGE = b'{"character_count": 1200, "character_limit": 5000}'
GOOD_KEY = "a-good-key-0001"


async def _service(request: RawRequest) -> bytes:
    """A service elsewhere that knows one key."""
    if request.headers.get("authorization", "").endswith(GOOD_KEY):
        return answer(USAGE)
    return answer(b'{"message": "Authorization failed"}', status="401 Unauthorized")


async def test_a_trial_says_what_it_found_and_keeps_nothing(tmp_path: Path) -> None:
    process = LocalProcess(data=tmp_path / "data", log_path=tmp_path / "service.log")
    address = await process.start()

    found = await try_connection(Provider("custom", address.url), address.key)
    with pytest.raises(WrongKey):
        await try_connection(Provider("custom", address.url), "a-wrong-key-0002")
    await process.stop()

    assert found.sentence.startswith("The service accepts the key. Characters used: 0")


async def test_a_trial_finds_a_key_of_the_other_tier() -> None:
    async def refuses(request: RawRequest) -> bytes:
        return answer(b"", status="403 Forbidden")

    async with RawServer(refuses) as paid, RawServer(_service) as free:
        provider = Provider("custom", paid.url, free.url, free_key_suffix=":fx", dialect=Dialect.VENDOR)

        with pytest.raises(InvalidInput, match=f"belongs to {free.url}"):
            await try_connection(provider, GOOD_KEY)


async def test_a_trial_tells_the_tier_by_the_keys_ending() -> None:
    async def accepts(request: RawRequest) -> bytes:
        return answer(USAGE)

    async with RawServer(accepts) as server:
        provider = Provider("custom", server.url, server.url, free_key_suffix=":fx")

        free = await try_connection(provider, "some-key-0001:fx")
        paid = await try_connection(provider, "some-key-0001")

    assert free.sentence == "The service accepts the key (free plan). Characters used: 1,200 of 5,000."
    assert "paid plan" in paid.sentence
