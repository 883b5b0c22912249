"""A second service is connected beside the current one, with its stored key. The local service is started for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.running_service import RunningService
from termdesk.application.session.other_service import other_service
from termdesk.application.session.providers import LOCAL
from termdesk.application.session.session import ConnectionState, Session
from termdesk.domain.errors import InvalidInput
from termdesk.domain.profile import Profile
from termdesk.domain.provider import Provider
from termdesk.messages.connection_messages import ConnectionMessage

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_both_are_there_at_once_and_the_one_on_this_computer_ends_with_the_block(
    tmp_path: Path, service: RunningService, new_session: Callable[..., Session]
) -> None:
    session = new_session(tmp_path)
    own = Provider("custom", service.url, scheme="Service-Auth-Key", title="Agency")
    await session.use(own, service.key)
    assert session.state is ConnectionState.READY
    local = session.profiles.local.provider

    async with other_service(session, local) as other:
        api = await other.api()
        await api.probe()
        await (await session.api()).probe()
        assert (other.profile, session.profile) == (LOCAL, f"custom {service.url.removeprefix('http://')}")
    address = urlsplit(api.provider.base_url)
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(address.hostname, address.port)
    await session.stop()


async def test_a_service_of_before_is_connected_with_its_stored_key(
    local_session: Session, service: RunningService
) -> None:
    own = Provider("custom", service.url, scheme="Service-Auth-Key", title="Agency")
    with pytest.raises(InvalidInput) as raised:
        async with other_service(local_session, own):
            pytest.fail("there is no key yet")
    assert raised.value.message.startswith("No key is stored for Agency")
    assert raised.value.message == ConnectionMessage.NO_KEY(service=f"Agency ({service.url.removeprefix('http://')})")

    own = (await local_session.save_profile(Profile(own), service.key)).provider
    async with other_service(local_session, own) as other:
        await (await other.api()).glossaries.list()
        assert other.full_title.startswith("Agency (")
    await local_session.forget_key(own)
