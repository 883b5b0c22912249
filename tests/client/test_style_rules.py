"""Style rules of the real service, which has none, and of a fake one with several pages."""

from __future__ import annotations

import httpx
import pytest

from support.running_service import RunningService
from support.services.odd_replies import HASTY, Script, api_for
from termdesk.client.api import ApiClient
from termdesk.client.style_rules import StyleRules

pytestmark = pytest.mark.anyio


def page(first: int, stop: int) -> httpx.Response:
    listed = [{"style_id": str(number), "name": f"Style {number}", "language": "de"} for number in range(first, stop)]
    return httpx.Response(200, json={"style_rules": listed})


async def test_the_service_on_this_computer_has_none(service: RunningService) -> None:
    async with ApiClient(service.provider, service.key, retry_policy=HASTY) as api:
        assert await api.style_rules.list() == []


async def test_all_pages_are_read() -> None:
    script = Script(page(0, 25), page(25, 27))

    async with api_for(script, is_local=True) as api:
        listed = await api.style_rules.list()

    assert [each.style_id for each in listed] == [str(number) for number in range(27)]
    assert listed[26] == StyleRules("26", "Style 26", "de")
    assert [request.url.params["page"] for request in script.requests] == ["0", "1"]


async def test_a_service_without_pages_is_not_asked_for_ever() -> None:
    script = Script(page(0, 25), page(0, 25))

    async with api_for(script, is_local=True) as api:
        assert len(await api.style_rules.list()) == 25

    assert len(script.requests) == 2
