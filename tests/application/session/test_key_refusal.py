"""Why a key was rejected: the key is wrong, the scheme is wrong, or only a scope is missing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.session import key_refusal
from termdesk.application.session.connection_test import try_connection
from termdesk.application.session.key_refusal import KeyRefusal, examine_refusal
from termdesk.application.session.profile_keys import Secrets
from termdesk.application.session.session import Session
from termdesk.client.errors import WrongKey
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio
NewSession = Callable[..., Session]
USAGE = b'{"character_count": 1200, "character_limit": 5000}'
GOOD_KEY = "a-good-key-0001"


def _custom(url: str) -> Provider:
    return Provider("custom", url)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("status", ["401 Unauthorized", "403 Forbidden"])
async def test_a_wrong_scheme_is_not_told_as_a_wrong_key(status: str, tmp_path: Path, new_session: NewSession) -> None:
    async def service(request: RawRequest) -> bytes:
        if request.headers.get("authorization") == f"DeepL-Auth-Key {GOOD_KEY}":
            return answer(USAGE)
        return answer(b"", status=status)

    async with RawServer(service) as server:
        session = new_session(tmp_path)
        await session.use(_custom(server.url), GOOD_KEY)
        sentence = session.sentence
        with pytest.raises(InvalidInput, match="with the scheme “DeepL-Auth-Key”, not with “Service-Auth-Key”"):
            await try_connection(_custom(server.url), GOOD_KEY)
        with pytest.raises(WrongKey):
            await try_connection(_custom(server.url), "a-wrong-key-0002")
        await session.stop()

    assert sentence.endswith("takes the key with the scheme DeepL-Auth-Key, not Service-Auth-Key.")


REFUSED = answer(b"", status="403 Forbidden")


@pytest.mark.parametrize("allowed", ["GET /v3/languages", "GET /v3/glossaries", "nothing"])
async def test_a_key_that_may_not_read_the_usage_is_good_for_other_calls(allowed: str) -> None:
    async def service(request: RawRequest) -> bytes:
        if not request.line.startswith(allowed):
            return REFUSED
        return answer(b'{"glossaries": []}' if "glossaries" in request.line else b"[]")

    async with RawServer(service) as server:
        found = await examine_refusal(_custom(server.url), Secrets(GOOD_KEY), WrongKey(status=403))

    assert found == KeyRefusal(is_key_good=allowed != "nothing")


async def test_a_401_is_never_taken_for_a_missing_right() -> None:
    async def service(request: RawRequest) -> bytes:
        return REFUSED if "usage" in request.line else answer(b"[]")

    async with RawServer(service) as server:
        found = await examine_refusal(_custom(server.url), Secrets(GOOD_KEY), WrongKey(status=401))

    assert found == KeyRefusal()


async def test_a_service_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_refusal, "SECONDS_TO_EXAMINE", 0.05)

    async def service(_request: RawRequest) -> bytes:
        await asyncio.Event().wait()
        return b""

    async with RawServer(service) as server:
        assert await examine_refusal(_custom(server.url), Secrets(GOOD_KEY), WrongKey(status=403)) == KeyRefusal()
