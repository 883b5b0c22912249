"""`/v2/usage` over HTTP: usage is counted, and survives a restart."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from support.running_service import running_service
from support.service_calls import confirm, http_client
from support.services.own_context import own_context
from termdesk.domain.usage import UNLIMITED
from termdesk.service.accounts import Account
from termdesk.service.routes.usage import usage


def translate(http: httpx.Client, text: str) -> None:
    body = {"text": text, "source_lang": "en", "target_lang": "de"}
    assert http.post("/v2/translate", json=body).status_code == 200


def test_nothing_is_used_at_first_and_there_is_no_limit(own_http: httpx.Client) -> None:
    body = own_http.get("/v2/usage").json()

    assert (body["character_count"], body["character_limit"]) == (0, UNLIMITED)
    assert (body["api_key_character_count"], body["api_key_character_limit"]) == (0, UNLIMITED)


def test_the_period_is_this_month(own_http: httpx.Client) -> None:
    body = own_http.get("/v2/usage").json()

    start, end = (datetime.fromisoformat(body[name]) for name in ("start_time", "end_time"))
    assert start <= datetime.now(UTC) < end
    assert (start.day, end.day) == (1, 1)
    assert 28 <= (end - start).days <= 31


def test_what_was_used_survives_a_restart(tmp_path: Path) -> None:
    for _ in range(2):
        with running_service(data=tmp_path) as service, http_client(service) as http:
            confirm(http, "en", "de", Moon="Mond")
            translate(http, "Moon")
            body = http.get("/v2/usage").json()

    assert body["character_count"] == 8
    assert body["products"][0] == {
        "product_type": "translate",
        "billing_unit": "characters",
        "api_key_unit_count": 8,
        "account_unit_count": 8,
        "api_key_character_count": 8,
        "character_count": 8,
    }


def test_a_refused_text_costs_nothing(own_http: httpx.Client) -> None:
    body = {"text": "Nobody confirmed this.", "source_lang": "en", "target_lang": "fi"}

    assert own_http.post("/v2/translate", json=body).status_code == 400
    assert own_http.get("/v2/usage").json()["character_count"] == 0


@pytest.mark.anyio
async def test_an_answer_over_the_end_of_a_month_is_about_one_month(tmp_path: Path) -> None:
    owner = Account("owner")
    moment = datetime(2026, 11, 30, 23, 59, 58, tzinfo=UTC)

    def now() -> datetime:
        nonlocal moment
        moment += timedelta(seconds=1)
        return moment

    app = Starlette()
    async with own_context(tmp_path) as context:
        context.now = now
        app.state.context = context
        await context.bill("translate", 4, owner)
        moment = datetime(2026, 11, 30, 23, 59, 58, tzinfo=UTC)
        answer = await usage(Request({"type": "http", "app": app, "state": {"account": owner}, "headers": []}))

    body = json.loads(bytes(answer.body))
    assert (body["character_count"], body["api_key_character_count"]) == (4, 4)
    assert (body["start_time"], body["end_time"]) == ("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z")
