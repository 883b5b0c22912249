"""A dictionary is read from the service completely or not at all."""

from __future__ import annotations

import httpx
import pytest

from support.publishing_setup import (
    ENTRIES,
    Meddling,
    PublishingSetup,
    assert_settled,
    edit,
    publish,
)
from termdesk.application.glossaries.publishing import remote_reader
from termdesk.client.errors import IncompleteAnswer, Unavailable
from termdesk.client.transport.queues import PREPARING

pytestmark = pytest.mark.anyio


@pytest.mark.scorecard("R25")
async def test_an_answer_with_fewer_rows_than_counted_is_never_published_over(
    setup: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    way.requests.clear()
    edit(dictionary, "tree", "Gehölz")

    async def cut(request: httpx.Request) -> httpx.Response | None:
        if not request.url.path.endswith("/entries"):
            return None
        return httpx.Response(200, text="contract\tVertrag\n", headers={"Content-Type": "text/tab-separated-values"})

    way.instead = cut
    with pytest.raises(IncompleteAnswer):
        await setup.publisher.plan(dictionary)

    assert way.changes == []


async def test_a_glossary_that_is_not_ready_is_waited_for(
    setup: PublishingSetup, way: Meddling, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_reader, "_WAITS", (0.001,) * 5)
    dictionary = await setup.published(ENTRIES)
    edit(dictionary, "tree", "Gehölz")
    asked, waits = 0, list[int]()

    async def prepare(request: httpx.Request) -> httpx.Response | None:
        nonlocal asked
        if request.method != "GET" or request.url.path.endswith("/entries"):
            return None
        asked += 1
        waits.extend(each.status for each in setup.client.pauses)
        body = {"glossary_id": "g", "name": "Terms", "ready": False, "dictionaries": []}
        return httpx.Response(200, json=body) if asked <= ready_after else None

    way.instead = prepare
    ready_after = 3
    await publish(setup, dictionary)
    assert asked > 3
    assert set(waits) == {PREPARING}
    assert setup.client.pauses == ()
    await assert_settled(setup, dictionary)

    asked, ready_after = 0, 1_000
    edit(dictionary, "tree", "Forst")
    with pytest.raises(Unavailable, match="preparing"):
        await publish(setup, dictionary)
