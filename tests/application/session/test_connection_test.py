"""A connection is tested with a key before it is used. Nothing is stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from support.running_service import running_service
from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.failures import OtherProvider
from termdesk.application.session.connection_test import retest_key, try_connection
from termdesk.application.session.local_process import LocalProcess
from termdesk.application.session.profiles import Profiles
from termdesk.application.session.session import Session
from termdesk.client.api import ApiClient
from termdesk.client.errors import WrongKey
from termdesk.domain.errors import InvalidInput
from termdesk.domain.key_scope import KeyReach
from termdesk.domain.provider import Dialect, Provider
from termdesk.storage.files.folders import Folders

pytestmark = pytest.mark.anyio
USAGE = b'{"character_count": 1200, "character_limit": 5000}'
GOOD_KEY = "a-good-key-0001"


async def _service(request: RawRequest) -> bytes:
    """A remote service that accepts one key."""
    if request.headers.get("authorization", "").endswith(GOOD_KEY):
        return answer(USAGE)
    return answer(b'{"message": "Authorization failed"}', status="401 Unauthorized")


@pytest.mark.slow
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


@pytest.mark.slow
async def test_a_trial_tells_the_tier_by_the_keys_ending() -> None:
    async def accepts(request: RawRequest) -> bytes:
        return answer(USAGE)

    async with RawServer(accepts) as server:
        provider = Provider("custom", server.url, server.url, free_key_suffix=":fx")

        free = await try_connection(provider, "some-key-0001:fx")
        paid = await try_connection(provider, "some-key-0001")

    assert free.sentence == "The service accepts the key (free plan). Characters used: 1,200 of 5,000."
    assert not any("plan" in each for each in free.details)
    assert "paid plan" in paid.sentence


@pytest.mark.parametrize(
    ("address", "key", "right"),
    [
        ("https://api.deepl.com", "some-key-0001:fx", "https://api-free.deepl.com"),
        ("https://api-free.deepl.com", "some-key-0001", "https://api.deepl.com"),
    ],
)
async def test_a_key_at_the_address_of_the_other_plan_is_found_before_it_is_sent(
    address: str, key: str, right: str
) -> None:
    with pytest.raises(OtherProvider, match=f"belongs to {right}") as caught:
        await try_connection(Provider("custom", address, scheme="DeepL-Auth-Key"), key)

    assert caught.value.provider.address_for(key) == right
    assert caught.value.verb == "Use that address"


@pytest.mark.slow
async def test_a_key_of_another_scheme_comes_with_the_scheme() -> None:
    async def vendor(request: RawRequest) -> bytes:
        is_good = request.headers.get("authorization", "").startswith("DeepL-Auth-Key ")
        return answer(USAGE) if is_good else answer(b"", status="403 Forbidden")

    async with RawServer(vendor) as server:
        with pytest.raises(OtherProvider) as caught:
            await try_connection(Provider("custom", server.url), GOOD_KEY)

        found = await try_connection(caught.value.provider, GOOD_KEY)
    assert caught.value.verb == "Use DeepL-Auth-Key"
    assert found.sentence.startswith("The service accepts the key")


@pytest.mark.slow
async def test_a_limited_key_is_told_with_what_it_lacks() -> None:
    with running_service("--scopes", "translate:text,languages:read") as running:
        found = await try_connection(Provider("custom", running.url), running.key)
    with running_service(
        "--scopes", "usage:read,languages:read,glossaries:read,style_rules:read,translation_memories:read"
    ) as running:
        all_read = await try_connection(Provider("custom", running.url), running.key)

    assert found.lacks == (
        "usage:read",
        "glossaries:read",
        "glossaries:write",
        "style_rules:read",
        "translation_memories:read",
        "translate:document",
        "write:improve",
    )
    assert found.sentence == (
        "The service accepts the key, which does not allow reading the usage. It lacks these scopes: usage:read, "
        "glossaries:read, glossaries:write, style_rules:read, translation_memories:read, translate:document, "
        "write:improve."
    )
    assert found.details[0] == "The key has the rights of these scopes: languages:read, translate:text."
    assert "Without translate:document, documents cannot be translated." in found.details
    assert "Without glossaries:write, glossaries cannot be published, renamed or deleted on the service." in (
        found.details
    )
    assert "Without style_rules:read, the style rules of the service cannot be chosen." in found.details
    assert found.details[-1] == "Neither the key nor the service tells the plan."
    assert all_read.lacks == ("glossaries:write", "translate:text", "translate:document", "write:improve")
    assert all_read.reach == KeyReach(all_read.lacks, date.today().isoformat())


@pytest.mark.slow
async def test_what_a_key_lacks_is_found_without_a_bill_or_a_trace() -> None:
    with running_service() as running:
        provider = Provider("custom", running.url)
        found = await try_connection(provider, running.key)
        async with ApiClient(provider, running.key) as api:
            usage, glossaries = await api.usage.read(), await api.glossaries.list_records()

    assert found.lacks == ()
    assert found.details[0] == (
        "The key has the rights of these scopes: usage:read, languages:read, glossaries:read, glossaries:write, "
        "style_rules:read, translation_memories:read, translate:text, translate:document, write:improve."
    )
    assert usage.character_count == 0
    assert glossaries == []


async def test_what_a_service_does_not_offer_is_not_laid_to_the_key() -> None:
    async def has_only_usage(request: RawRequest) -> bytes:
        return answer(USAGE) if "/v2/usage" in request.line else answer(b"", status="404 Not Found")

    async with RawServer(has_only_usage) as server:
        found = await try_connection(Provider("custom", server.url), GOOD_KEY)

    assert found.lacks == ()
    assert (
        "The service does not offer what these scopes are for: languages:read, glossaries:read, style_rules:read, "
        "translation_memories:read, translate:text, write:improve."
    ) in found.details


async def test_a_service_that_gives_no_reason_is_believed_where_nothing_else_can_be_meant() -> None:
    async def refuses_all_but_usage(request: RawRequest) -> bytes:
        return answer(USAGE) if "/v2/usage" in request.line else answer(b"", status="403 Forbidden")

    async with RawServer(refuses_all_but_usage) as server:
        found = await try_connection(Provider("custom", server.url), GOOD_KEY)

    assert found.lacks == ("languages:read", "glossaries:read", "translate:text")
    assert found.details[0] == "The key has the rights of these scopes: usage:read."
    assert found.details[-1] == (
        "It could not be found out whether the key has these scopes: translate:document, write:improve, "
        "glossaries:write, style_rules:read, translation_memories:read."
    )


@pytest.mark.slow
async def test_the_key_in_use_is_tested_again_and_the_profile_remembers(
    tmp_path: Path, new_session: Callable[[Path], Session]
) -> None:
    missing = [b'{"detail": "Missing scopes: translate:text"}']

    async def limited(request: RawRequest) -> bytes:
        if missing and "/v2/translate" in request.line:
            return answer(missing[0], status="403 Forbidden")
        return answer(USAGE)

    async with RawServer(limited) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url), GOOD_KEY)
        await retest_key(session)
        lacking = session.profile_in_use.reach.missing
        stored = Profiles.load(Folders.under(tmp_path)).of(session.provider).reach.missing

        missing.clear()
        await retest_key(session)
        granted = session.profile_in_use.reach.missing
        await session.stop()

    assert lacking == stored == ("translate:text",)
    assert granted == ()
