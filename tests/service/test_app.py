"""The application: every group of endpoints behind the guard, and failures as API responses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from support.services.own_context import own_context
from termdesk.domain.errors import StorageFailed
from termdesk.service.accounts import Account, Accounts, digest_of
from termdesk.service.app import build
from termdesk.service.context import context_of
from termdesk.service.engines.errors import EngineFailed, NotServed

pytestmark = pytest.mark.anyio


async def fail(_request: Request) -> Response:
    raise EngineFailed("The checker stopped.")


async def serve_nothing(_request: Request) -> Response:
    raise NotServed("No engine translates en to tlh.")


async def lose_file(_request: Request) -> Response:
    raise StorageFailed("The file is no longer there.", path="service.sqlite", remedy="Put it back.")


async def tell_limit(request: Request) -> Response:
    return Response(str(context_of(request).character_limit))


@asynccontextmanager
async def client(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application with three additional routes."""
    accounts = Accounts.of([(digest_of("key"), Account("owner", is_owner=True))])
    async with own_context(folder, character_limit=7) as context:
        app = build(context, accounts=accounts, hosts=frozenset({"host"}))
        for path, route in (
            ("/v2/fail", fail),
            ("/v2/nothing", serve_nothing),
            ("/v2/limit", tell_limit),
            ("/v2/lost", lose_file),
        ):
            app.router.routes.append(Route(path, route))
        headers = {"Authorization": "Service-Auth-Key key"}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://host", headers=headers) as http:
            yield http


async def test_every_group_of_endpoints_is_there_and_nothing_without_a_key(tmp_path: Path) -> None:
    paths = [
        "/v2/usage", "/v2/glossaries", "/v2/languages?type=source", "/v3/glossaries", "/v3/languages?resource=glossary",
        "/v3/translation_memories", "/v3/style_rules", "/local/v1/engines", "/local/v1/training", "/local/v1/models",
    ]  # fmt: skip
    async with client(tmp_path) as http:
        answers = {path: (await http.get(path)).status_code for path in paths}
        writing = {path: (await http.post(path)).status_code for path in ("/v2/translate", "/v2/write/correct")}
        refused = await http.get("/v2/usage", headers={"Authorization": ""})

    assert answers == dict.fromkeys(paths, 200)
    assert set(writing.values()) == {400}
    assert refused.status_code == 401


async def test_a_path_that_is_none_is_told_in_json_and_never_redirected(tmp_path: Path) -> None:
    async with client(tmp_path) as http:
        answers = [await http.get(path) for path in ("/v2/none", "/v3/glossaries/", "/")]

    assert [answer.status_code for answer in answers] == [404] * 3
    assert {answer.json()["message"] for answer in answers} == {"Resource not found"}


async def test_another_method_is_refused_with_all_that_the_path_takes(tmp_path: Path) -> None:
    async with client(tmp_path) as http:
        answer = await http.patch("/v3/glossaries", json={})

    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD, POST")


async def test_engines_that_fail_or_are_missing_are_answers_in_words(tmp_path: Path) -> None:
    async with client(tmp_path) as http:
        failed, missing, limit = [await http.get(f"/v2/{path}") for path in ("fail", "nothing", "limit")]

    assert (failed.status_code, failed.headers["Retry-After"]) == (503, "2")
    assert failed.json()["detail"] == "The checker stopped."
    assert (missing.status_code, missing.json()["detail"]) == (400, "No engine translates en to tlh.")
    assert limit.text == "7"


async def test_what_could_not_be_stored_is_told_with_the_remedy(tmp_path: Path) -> None:
    async with client(tmp_path) as http:
        answer = await http.get("/v2/lost")

    assert answer.status_code == 500
    assert answer.json()["detail"] == "The file is no longer there. Put it back."
