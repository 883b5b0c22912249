"""A lock is kept by the service on this computer: every program folder that uses it learns it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from support.publishing.library_glossaries import summary_named
from support.publishing_setup import EN_DE, Meddling, PublishingSetup, client, edit, publish
from support.running_service import RunningService, running_service
from support.services.connected_session import ConnectedSession
from termdesk.application.failures import NotConnected
from termdesk.application.glossaries.library.batches import LibraryBatches
from termdesk.application.glossaries.library.drafts_elsewhere import DraftsElsewhere
from termdesk.application.glossaries.library.last_copies import CopyingLibrary, LastCopies
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.releases.releases import Releases
from termdesk.application.glossaries.summaries import select_dictionaries
from termdesk.application.glossaries.transfer.glossary_transfer import GlossaryTransfer
from termdesk.application.lazy_use_cases import LazyUseCases
from termdesk.application.session.other_service import other_service
from termdesk.application.session.session import Session
from termdesk.application.session.shared_locks import is_on_this_computer, learn_lock
from termdesk.application.spot_check.temporary_uploads import TemporaryUploads
from termdesk.client.api import ApiClient
from termdesk.client.errors import InvalidRequest
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore

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


@pytest.mark.slow
async def test_another_program_folder_sees_the_lock_and_its_end(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient
) -> None:
    await api.glossaries.create("Shared lock", [(EN_DE, ENTRIES)])
    library, elsewhere = Library(here, here.records), Library(other, other.records)
    assert not await is_locked(other, "Shared lock")

    await library.locks.lock(await summary_named(library, "Shared lock"))

    assert await is_locked(other, "Shared lock")
    await elsewhere.locks.unlock(await summary_named(elsewhere, "Shared lock"))
    assert not await is_locked(here, "Shared lock")
    assert not await library.locks.is_locked(await summary_named(library, "Shared lock"))


async def test_another_program_folder_sends_nothing_of_it_although_it_was_listed_before(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient, service: RunningService
) -> None:
    await api.glossaries.create("Locked later", [(EN_DE, ENTRIES)])
    library, elsewhere = Library(here, here.records), Library(other, other.records)
    listed = await summary_named(elsewhere, "Locked later")
    await library.locks.lock(await summary_named(library, "Locked later"))
    transfer = GlossaryTransfer(other, other.records, elsewhere)

    async with ApiClient(replace(service.provider, name="deepl", is_local=False), service.key) as away:
        remote = PublishingSetup(other.records, away, profile="deepl")
        with pytest.raises(InvalidInput, match="“Locked later” is locked to this computer"):
            await transfer.plan(remote, select_dictionaries([(listed, None)]), is_move=False)

    # The guard of every call asks there.
    assert await other.records.local_only.has(listed.key)


@pytest.fixture
async def away(other: PublishingSetup, service: RunningService) -> AsyncIterator[PublishingSetup]:
    """A remote service, as the other program folder uses it."""
    async with ApiClient(replace(service.provider, name="deepl", is_local=False), service.key) as opened:
        yield PublishingSetup(other.records, opened, profile="deepl")


@pytest.mark.slow
@pytest.mark.parametrize("is_move", [False, True], ids=["copy", "move"])
async def test_a_lock_that_is_set_after_the_plan_stops_the_transfer_before_anything_is_sent(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient, away: PublishingSetup, is_move: bool
) -> None:
    name = f"Locked after the plan {is_move}"
    await api.glossaries.create(name, [(EN_DE, ENTRIES)])
    library, elsewhere = Library(here, here.records), Library(other, other.records)
    transfer = GlossaryTransfer(other, other.records, elsewhere)
    parts = select_dictionaries([(await summary_named(elsewhere, name), None)])
    plan = await transfer.plan(away, parts, is_move=is_move)
    await library.locks.lock(await summary_named(library, name))

    result = await transfer.run(away, plan)

    assert isinstance(result.failure, InvalidInput)
    assert f"“{name}” is locked to this computer" in str(result.failure)
    assert [each.name for each in await api.glossaries.list() if each.name.startswith(name)] == [name]
    assert await other.records.journal.drafts("deepl") == []
    assert await transfer.find_unfinished() == []


@pytest.mark.slow
async def test_a_copy_of_what_another_program_has_locked_is_locked(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient
) -> None:
    await api.glossaries.create("Locked, then copied", [(EN_DE, ENTRIES)])
    library, elsewhere = Library(here, here.records), Library(other, other.records)
    listed = await summary_named(elsewhere, "Locked, then copied")
    await library.locks.lock(await summary_named(library, "Locked, then copied"))

    await LibraryBatches(elsewhere).copy(listed, "Copy of it")

    assert (await summary_named(elsewhere, "Copy of it")).is_local_only


@pytest.mark.slow
async def test_what_another_program_has_locked_comes_back_from_the_bin_locked(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient
) -> None:
    await api.glossaries.create("Locked, then deleted", [(EN_DE, ENTRIES)])
    library, elsewhere = Library(here, here.records), Library(other, other.records)
    listed = await summary_named(elsewhere, "Locked, then deleted")
    await library.locks.lock(await summary_named(library, "Locked, then deleted"))

    await elsewhere.delete_glossary(listed)

    [deleted] = await other.records.deleted_glossaries.all("local")
    assert deleted.is_local_only


@pytest.mark.slow
async def test_a_release_of_what_another_program_has_locked_says_so(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient, tmp_path: Path
) -> None:
    await api.glossaries.create("Locked, then released", [(EN_DE, ENTRIES)])
    library, elsewhere = Library(here, here.records), Library(other, other.records)
    listed = await summary_named(elsewhere, "Locked, then released")
    await library.locks.lock(await summary_named(library, "Locked, then released"))

    (tmp_path / "release").mkdir()
    plan = await Releases(CopyingLibrary(elsewhere, LastCopies(elsewhere))).plan(listed, tmp_path / "release")

    assert plan.is_local_only


@pytest.mark.slow
@pytest.mark.parametrize("is_move", [False, True], ids=["copy", "move"])
async def test_edits_of_what_another_program_has_locked_are_brought_to_another_service_locked(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient, away: PublishingSetup, is_move: bool
) -> None:
    name = f"Locked, then brought {is_move}"
    await api.glossaries.create(name, [(EN_DE, ENTRIES)])
    library, elsewhere = Library(here, here.records), Library(other, other.records)
    dictionary = await elsewhere.open(await summary_named(elsewhere, name), EN_DE)
    edit(dictionary, "house", "Heim")
    await elsewhere.close(dictionary)
    await library.locks.lock(await summary_named(library, name))

    async def learn(profile: str, glossary_id: str) -> None:
        await learn_lock(api, profile, glossary_id, other.records.local_only)

    brought = DraftsElsewhere(away, other.records, learn)
    [glossary] = [each for each in await brought.glossaries() if each.name == name]
    key = await (brought.move if is_move else brought.copy)(glossary)

    assert await other.records.local_only.has(key)


@pytest.mark.slow
async def test_a_draft_of_what_another_program_has_locked_is_not_tried_with_an_engine_elsewhere(
    records: Records, local_session: Session
) -> None:
    with running_service("--terms-only", "--libretranslate", "http://translate.invalid:5000") as service:
        async with ApiClient(service.provider, service.key) as api:
            glossary = await api.glossaries.create("Locked, then tried", [(EN_DE, ENTRIES)])
            uploads = TemporaryUploads(ConnectedSession(local_session, api), records.spot_check.temporary_glossaries)
            async with uploads.upload(EN_DE, ENTRIES, origin=glossary.glossary_id) as draft_id:
                assert await api.texts.translate(["The house"], source="en", target="de", glossary_id=draft_id)
                await api.local.lock(glossary.glossary_id)
                with pytest.raises(InvalidRequest, match="locked to this computer"):
                    await api.texts.translate(["The house"], source="en", target="de", glossary_id=draft_id)
            with pytest.raises(InvalidRequest, match=r"nothing was sent to translate\.invalid:5000"):
                async with uploads.upload(EN_DE, ENTRIES, origin=glossary.glossary_id):
                    pytest.fail("it was sent")


async def test_the_program_asks_the_service_on_this_computer_before_it_brings_edits_to_another_one(
    records: Records, tmp_path: Path
) -> None:
    folders = Folders.under(tmp_path / "program")
    provider = Provider("custom", "https://terms.example.org")
    session = Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None), provider=provider)
    async with other_service(session, session.profiles.local.provider) as local:
        api = await local.api()
        made = await api.glossaries.create("Locked, then asked", [(EN_DE, ENTRIES)])
        library = Library(local, records)
        dictionary = await library.open(await summary_named(library, "Locked, then asked"), EN_DE)
        edit(dictionary, "house", "Heim")
        await library.close(dictionary)
        await api.local.lock(made.glossary_id)
    elsewhere = LazyUseCases(session, records).drafts_elsewhere

    [glossary] = await elsewhere.glossaries()
    assert not glossary.is_local_only, "only the service knows it"
    key = await elsewhere.copy(glossary)

    assert await records.local_only.has(key)


@pytest.mark.slow
async def test_a_lock_holds_for_the_run_if_it_cannot_be_stored(
    here: PublishingSetup, other: PublishingSetup, api: ApiClient
) -> None:
    await api.glossaries.create("Locked without a disk", [(EN_DE, ENTRIES)])
    library, elsewhere = Library(here, here.records), Library(other, other.records)
    listed = await summary_named(elsewhere, "Locked without a disk")
    await library.locks.lock(await summary_named(library, "Locked without a disk"))
    full = "CREATE TRIGGER full BEFORE INSERT ON local_only_glossaries BEGIN SELECT RAISE(ABORT, 'full'); END"
    await other.records._database.run(lambda connection: connection.execute(full))

    assert await elsewhere.locks.is_locked(listed)
    assert await elsewhere.locks.is_locked(listed)


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


async def test_a_lock_that_was_set_while_the_list_was_read_stays_although_the_clock_was_set_back(
    records: Records, service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    way, earlier = Meddling(), time.time() - 3_600
    async with client(service.url, service.key, transport=way) as api:
        glossary = await api.glossaries.create("Locked meanwhile", [(EN_DE, ENTRIES)])

        async def lock_after_reading(request: httpx.Request) -> httpx.Response:
            listed = await way.pass_on(request)
            monkeypatch.setattr(time, "time", lambda: earlier)
            await records.local_only.lock("local", glossary.glossary_id, is_shared=True)
            return listed

        way.instead = lock_after_reading
        await Library(PublishingSetup(records, api, profile="local"), records).summaries()

    assert await records.local_only.has(glossary.glossary_id)


async def test_only_the_service_on_this_computer_must_be_reached_to_be_known(tmp_path: Path) -> None:
    folders = Folders.under(tmp_path)
    settings, keys = SettingsStore(folders).settings, KeyStore(find_backend=lambda: None)
    remote = Session(folders, settings, keys, provider=Provider("custom", "https://terms.example.org"))
    local = Session(folders, settings, keys)
    for session in (remote, local):
        await session.stop()

    assert not await is_on_this_computer(remote)
    with pytest.raises(NotConnected):
        await is_on_this_computer(local)
