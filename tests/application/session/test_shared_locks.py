"""A lock is kept by the service on this computer: every program folder that uses it learns it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from support.publishing.library_glossaries import summary_named
from support.publishing_setup import EN_DE, PublishingSetup, publish
from support.running_service import RunningService, running_service
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import select_dictionaries
from termdesk.application.glossaries.transfer.glossary_transfer import GlossaryTransfer
from termdesk.client.api import ApiClient
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

ENTRIES = Entries.of([("house", "Haus")])


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    """A service of this module, because others count the locks of the shared one."""
    with running_service() as made:
        yield made


@pytest.fixture
async def api(service: RunningService) -> AsyncIterator[ApiClient]:
    async with ApiClient(service.provider, service.key) as opened:
        yield opened


@pytest.fixture
async def here(records: Records, api: ApiClient) -> PublishingSetup:
    return PublishingSetup(records, api, profile="local")


@pytest.fixture
async def other(tmp_path: Path, api: ApiClient) -> AsyncIterator[PublishingSetup]:
    """Another program folder that uses the same service, for example of `termdesk --folder`."""
    (tmp_path / "other").mkdir()
    async with Records(tmp_path / "other" / "termdesk.db") as records:
        yield PublishingSetup(records, api, profile="local")


async def is_locked(setup: PublishingSetup, name: str) -> bool:
    return (await summary_named(Library(setup, setup.records), name)).is_local_only


async def test_another_program_folder_sees_the_lock_and_its_end(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient
) -> None:
    await api.glossaries.create("Shared lock", [(EN_DE, ENTRIES)])
    library, elsewhere = Library(here, here.records), Library(other, other.records)
    assert not await is_locked(other, "Shared lock")

    await library.lock(await summary_named(library, "Shared lock"))

    assert await is_locked(other, "Shared lock")
    await elsewhere.unlock(await summary_named(elsewhere, "Shared lock"))
    assert not await is_locked(here, "Shared lock")
    assert not await library.is_locked(await summary_named(library, "Shared lock"))


async def test_another_program_folder_sends_nothing_of_it_although_it_was_listed_before(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient, service: RunningService
) -> None:
    await api.glossaries.create("Locked later", [(EN_DE, ENTRIES)])
    library, elsewhere = Library(here, here.records), Library(other, other.records)
    listed = await summary_named(elsewhere, "Locked later")
    await library.lock(await summary_named(library, "Locked later"))
    transfer = GlossaryTransfer(other, other.records, elsewhere)

    async with ApiClient(replace(service.provider, name="deepl", is_local=False), service.key) as away:
        remote = PublishingSetup(other.records, away, profile="deepl")
        with pytest.raises(InvalidInput, match="“Locked later” is locked to this computer"):
            await transfer.plan(remote, select_dictionaries([(listed, None)]), is_move=False)

    # The guard of every call asks there.
    assert await other.records.local_only.has(listed.key)


async def test_locks_of_older_versions_and_of_drafts_reach_the_service(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient
) -> None:
    glossary = await api.glossaries.create("Locked by an older version", [(EN_DE, ENTRIES)])
    await here.records.local_only.lock("local", glossary.glossary_id)
    await Library(here, here.records).summaries()
    assert await is_locked(other, "Locked by an older version")

    library = Library(here, here.records)
    dictionary = await library.new("Locked draft", EN_DE, ENTRIES.copy(), is_local_only=True)
    await publish(here, dictionary)
    await library.close(dictionary)
    assert await is_locked(other, "Locked draft")


async def test_a_lock_that_was_set_while_the_list_was_read_stays(here: PublishingSetup) -> None:
    locks = here.records.local_only
    await locks.lock("local", "g1", is_shared=True)

    assert await locks.take_listed("local", ["g1"], frozenset(), asked_at=0.0) == []
    assert await locks.has("g1")
    assert await locks.take_listed("local", ["g1"], frozenset(), asked_at=1e12) == []
    assert not await locks.has("g1")
