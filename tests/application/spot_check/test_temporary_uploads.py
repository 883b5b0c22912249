"""On a service that is not on this computer a draft is a glossary for a moment, and never longer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from support.running_service import RunningService
from support.services.connected_session import ConnectedSession
from termdesk.application.session.session import Session
from termdesk.application.spot_check.temporary_uploads import NAME, SECONDS_UNCLEAR, TemporaryUploads
from termdesk.client.api import ApiClient
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records
from termdesk.storage.spot_check.temporary_glossaries import TemporaryGlossary

pytestmark = pytest.mark.anyio

PAIR = LanguagePair("en-US", "es")
ENTRIES = Entries.of([("pump", "bomba")])
NOW = 1_000_000.0


@pytest.fixture
async def remote(local_session: Session, service: RunningService) -> AsyncIterator[ConnectedSession]:
    """A session with a service that does not count as this computer's own."""
    provider = replace(service.provider, name="custom", is_local=False)
    async with ApiClient(provider, service.key) as api:
        yield ConnectedSession(local_session, api)


@pytest.fixture
def uploads(remote: ConnectedSession, records: Records) -> TemporaryUploads:
    return TemporaryUploads(remote, records.spot_check.temporary_glossaries, clock=lambda: NOW)


async def names(session: Session) -> list[str]:
    return [each.name for each in await (await session.api()).glossaries.list() if each.name.startswith(NAME)]


@pytest.mark.slow
async def test_a_draft_is_a_glossary_within_the_block_only(
    remote: ConnectedSession, uploads: TemporaryUploads, records: Records
) -> None:
    noted = records.spot_check.temporary_glossaries

    async with uploads.upload(PAIR, ENTRIES, origin="g1") as glossary_id:
        [glossary] = await noted.leftovers(remote.profile)
        assert await names(remote) == [glossary.name]
        entries = await (await remote.api()).glossaries.entries(glossary_id, PAIR.roots)
        assert entries == ENTRIES
        # Another run that tidies up must not take it away.
        await uploads.delete_left()
        assert await names(remote) == [glossary.name]

    assert await names(remote) == []
    assert await noted.leftovers(remote.profile) == []


@pytest.mark.slow
async def test_it_is_deleted_where_the_work_fails_or_is_cancelled(
    remote: ConnectedSession, uploads: TemporaryUploads
) -> None:
    began = asyncio.Event()

    async def work() -> None:
        async with uploads.upload(PAIR, ENTRIES, origin="g1"):
            began.set()
            await asyncio.Event().wait()

    task, waiting = asyncio.create_task(work()), asyncio.create_task(began.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    await uploads.close()
    assert await names(remote) == []


@pytest.mark.slow
async def test_what_a_crash_left_is_deleted_at_the_next_start(
    remote: ConnectedSession, uploads: TemporaryUploads, records: Records
) -> None:
    noted, api = records.spot_check.temporary_glossaries, await remote.api()
    whole = TemporaryGlossary(f"{NAME} 11111111", remote.profile, NOW)
    begun = TemporaryGlossary(f"{NAME} 22222222", remote.profile, NOW)
    other = await api.glossaries.create(f"{NAME} of somebody else", [(PAIR.roots, ENTRIES)])
    for each, name in ((whole, whole.name), (begun, f"{begun.name} [uploading 33333333]")):
        await noted.note(each)
        await api.glossaries.create(name, [(PAIR.roots, ENTRIES)])

    await uploads.delete_left()

    assert await names(remote) == [other.name]
    assert await noted.leftovers(remote.profile) == []
    await api.glossaries.delete(other.glossary_id)


async def test_what_is_not_there_yet_is_looked_for_again_for_a_while(
    remote: ConnectedSession, uploads: TemporaryUploads, records: Records
) -> None:
    noted = records.spot_check.temporary_glossaries
    late = TemporaryGlossary(f"{NAME} 44444444", remote.profile, NOW - SECONDS_UNCLEAR)
    gone = TemporaryGlossary(f"{NAME} 55555555", remote.profile, NOW - SECONDS_UNCLEAR - 1)
    for each in (late, gone):
        await noted.note(each)

    await uploads.delete_left()

    assert await noted.leftovers(remote.profile) == [late]


async def test_the_service_on_this_computer_gets_no_glossary(local_session: Session, records: Records) -> None:
    uploads = TemporaryUploads(local_session, records.spot_check.temporary_glossaries)

    async with uploads.upload(PAIR, ENTRIES, origin="g1") as glossary_id:
        assert glossary_id
        assert await names(local_session) == []
        assert await records.spot_check.temporary_glossaries.leftovers(local_session.profile) == []
