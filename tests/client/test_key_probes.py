"""Each probe tests the scope that it is for. With all rights, no probe costs or changes anything."""

from __future__ import annotations

import pytest

from support.running_service import running_service
from termdesk.client.api import ApiClient
from termdesk.client.errors import InvalidRequest, NotAllowed, NotFound
from termdesk.client.key_probes import PROBED_SCOPES, shows_missing_call, shows_scope
from termdesk.domain.key_scope import Scope
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio
READING = {
    Scope.READ_USAGE,
    Scope.READ_LANGUAGES,
    Scope.READ_GLOSSARIES,
    Scope.READ_STYLE_RULES,
    Scope.READ_MEMORIES,
}


async def test_a_key_without_any_of_them_is_refused_for_each() -> None:
    with running_service("--scopes", "style_rules:write") as running:
        async with ApiClient(Provider("custom", running.url), running.key) as api:
            for scope in PROBED_SCOPES:
                with pytest.raises(NotAllowed) as caught:
                    await api.probes.ask(scope)
                assert caught.value.missing_scopes == (scope,)


async def test_a_key_with_all_of_them_is_told_that_there_is_nothing_to_do() -> None:
    with running_service() as running:
        async with ApiClient(Provider("custom", running.url), running.key) as api:
            wrote: list[object] = []
            api.wrote.subscribe(wrote.append)
            for scope in PROBED_SCOPES:
                if scope in READING:
                    await api.probes.ask(scope)
                else:
                    with pytest.raises((InvalidRequest, NotFound)) as caught:
                        await api.probes.ask(scope)
                    assert shows_scope(scope, caught.value.status)
            usage = await api.usage.read()

    assert usage.character_count == 0
    assert wrote == []


def test_an_answer_to_something_else_shows_no_scope() -> None:
    for scope in PROBED_SCOPES:
        assert not any(shows_scope(scope, status) for status in (None, 401, 403, 429, 500, 503))
    # A service without the endpoint answers like this.
    assert not shows_scope(Scope.IMPROVE, 404)
    assert shows_missing_call(Scope.IMPROVE, 404)
    # No glossary has the id of the probe.
    assert not shows_missing_call(Scope.WRITE_GLOSSARIES, 404)
