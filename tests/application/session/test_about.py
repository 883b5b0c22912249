"""Only the engines of the local service are described."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.session.about import describe_engines
from termdesk.application.session.session import Session
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio


async def test_each_engine_of_this_computer_has_a_line(local_session: Session) -> None:
    engines = await describe_engines(local_session)

    assert len(engines) > 1
    assert all(each.name and each.serves and each.state and each.license for each in engines)


async def test_another_service_is_not_asked(tmp_path: Path, new_session: Callable[[Path], Session]) -> None:
    async def service(request: RawRequest) -> bytes:
        return answer(b'{"character_count": 7}')

    async with RawServer(service) as server:
        session = new_session(tmp_path)
        await session.use(Provider("custom", server.url), "a-good-key-0001")
        before = len(server.requests)
        engines = await describe_engines(session)
        asked = len(server.requests) - before
        await session.stop()

    assert (engines, asked) == ([], 0)
