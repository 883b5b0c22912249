from __future__ import annotations

from datetime import UTC, datetime

import httpx
import pytest

from support.running_service import RunningService
from support.services.odd_replies import HASTY, Script, api_for
from termdesk.client.api import ApiClient

pytestmark = pytest.mark.anyio


async def test_the_real_service_counts(service: RunningService) -> None:
    async with ApiClient(service.provider, service.key, retry_policy=HASTY) as api:
        before = await api.usage.read()
        await api.texts.correct(["naïve 😀"], target="en-GB")
        after = await api.usage.read()

    assert before.character_count is not None
    assert after.character_count == before.character_count + 7


async def test_what_is_not_told_is_unknown_and_not_zero() -> None:
    async with api_for(Script(httpx.Response(200, json={}))) as api:
        usage = await api.usage.read()

    assert usage.character_count is None
    assert usage.character_limit is None
    assert usage.share is None


async def test_every_field_of_a_paid_plan_is_kept() -> None:
    body = {
        "character_count": 10,
        "character_limit": 1_000_000_000_000,
        "api_key_character_count": 4,
        "api_key_character_limit": 0,
        "start_time": "2026-11-03T00:00:00Z",
        "end_time": "2026-12-03T00:00:00",
        "products": [
            {"product_type": "translate", "account_unit_count": 7, "character_count": 6},
            {"product_type": "write", "character_count": 3},
            {"product_type": "speechToText"},
        ],
        "speech_to_text_minutes_count": 1.5,
        "document_limit": 5,
    }

    async with api_for(Script(httpx.Response(200, json=body))) as api:
        usage = await api.usage.read()

    assert usage.by_product == {"translate": 7, "write": 3}
    assert usage.period_start == datetime(2026, 11, 3, tzinfo=UTC)
    assert usage.period_end == datetime(2026, 12, 3, tzinfo=UTC)
    assert (usage.key_character_count, usage.key_character_limit) == (4, 0)
    assert usage.other == {"speech_to_text_minutes_count": 1.5, "document_limit": 5}
    assert usage.account is None


async def test_what_a_key_used_is_summed_up_where_only_its_products_tell_it() -> None:
    body = {
        "character_count": 500,
        "api_key_character_limit": 100,
        "products": [
            {"product_type": "translate", "billing_unit": "characters", "api_key_unit_count": 50},
            {"product_type": "write", "billing_unit": "characters", "api_key_character_count": 30},
            {"product_type": "speechToText", "billing_unit": "minutes", "api_key_unit_count": 2.5},
        ],
    }

    async with api_for(Script(httpx.Response(200, json=body))) as api:
        usage = await api.usage.read()

    assert (usage.key_character_count, usage.key_character_limit) == (80, 100)
    assert usage.left == 20


async def test_numbers_that_no_counter_has_are_unknown_and_fractions_of_nothing_are_whole() -> None:
    body = (
        b'{"character_count": 5000000000.0, "character_limit": 1e12, "api_key_character_count": 1e30,'
        b' "products": [{"product_type": "translate", "character_count": 1e25}]}'
    )

    async with api_for(Script(httpx.Response(200, content=body))) as api:
        usage = await api.usage.read()

    assert (usage.character_count, usage.character_limit) == (5_000_000_000, 1_000_000_000_000)
    assert usage.key_character_count is None
    assert usage.by_product == {}
