"""A locked glossary never leaves this computer: every client of a session has the guard, and every sender uses one."""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import termdesk
from support.publishing.library_glossaries import summary_named
from support.publishing_setup import EN_DE, PublishingSetup, publish
from support.running_service import RunningService
from support.services.connected_session import ConnectedSession
from termdesk.application.glossaries.library.draft_opener import LibraryDrafts
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.bulk_publisher import BulkPublisher
from termdesk.application.glossaries.summaries import select_dictionaries
from termdesk.application.glossaries.transfer.glossary_transfer import GlossaryTransfer
from termdesk.application.improvement.improvement import ImproveRequest, TextImprover
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.local_only_guard import LocalOnlyGuard
from termdesk.application.session.session import Session
from termdesk.application.spot_check.spot_checks import ComparedSides, SpotCheckRequest, SpotChecks
from termdesk.application.spot_check.temporary_uploads import TemporaryUploads
from termdesk.application.texts.history import TextHistory
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.client.api import ApiClient
from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Glossary
from termdesk.domain.spot_check.sentence_set import SentenceSet
from termdesk.domain.texts import Improve
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

ENTRIES = Entries.of([("house", "Haus")])
PROFILE = "deepl"


@pytest.fixture
async def remote(local_session: Session, service: RunningService, records: Records) -> AsyncIterator[ConnectedSession]:
    """A session with a service that counts as remote, and with the lock of these records."""
    provider = replace(service.provider, name=PROFILE, is_local=False)
    session = ConnectedSession(local_session, None)  # type: ignore[arg-type]
    LocalOnlyGuard(session, records.local_only)
    async with ApiClient(provider, service.key, guard=session.clients.guard_for(provider)) as api:
        yield ConnectedSession(session, api)


@pytest.fixture
async def setup(remote: ConnectedSession, records: Records) -> PublishingSetup:
    return PublishingSetup(records, await remote.api(), profile=PROFILE)


async def glossary_names(session: Session) -> set[str]:
    return {each.name for each in await (await session.api()).glossaries.list()}


@pytest.mark.slow
async def test_a_locked_draft_is_not_published_until_it_is_unlocked(setup: PublishingSetup, records: Records) -> None:
    dictionary = await setup.draft(ENTRIES.copy(), name="Locked away")
    await records.local_only.lock(PROFILE, dictionary.draft.glossary_key)

    with pytest.raises(InvalidInput, match="“Locked away” is locked to this computer") as refusal:
        await setup.publisher.plan(dictionary)

    assert "unlock it first" in refusal.value.remedy
    await records.local_only.unlock(dictionary.draft.glossary_key)
    assert (await publish(setup, dictionary)).entry_count == 1


async def test_a_glossary_that_is_locked_after_the_plan_is_not_sent(setup: PublishingSetup, records: Records) -> None:
    dictionary = await setup.draft(ENTRIES.copy(), name="Locked late")
    plan = await setup.publisher.plan(dictionary)
    await records.local_only.lock(PROFILE, dictionary.draft.glossary_key)

    with pytest.raises(InvalidInput, match="locked to this computer"):
        await setup.publisher.publish(plan)

    assert not [each for each in await setup.client.glossaries.list() if each.name.startswith("Locked late")]
    assert await setup.publisher.count_unfinished() == 0


@pytest.mark.slow
async def test_publishing_many_leaves_it_out_and_says_why(setup: PublishingSetup, records: Records) -> None:
    library = Library(setup, records)
    locked, other = [await setup.draft(ENTRIES.copy(), name=name) for name in ("Locked of two", "The other")]
    await records.local_only.lock(PROFILE, locked.draft.glossary_key)
    bulk = BulkPublisher(setup, records, setup.publisher, LibraryDrafts(library))

    await locked.close()
    await other.close()
    plan = await bulk.plan([locked.draft.draft_id, other.draft.draft_id])
    result = await bulk.run(plan)

    found = [(each.draft.draft_id, "locked to this computer" in each.reason) for each in plan.left_out]
    assert found == [(locked.draft.draft_id, True)]
    assert [draft.draft_id for draft, _ in result.published] == [other.draft.draft_id]
    assert locked.draft.glossary_id is None


async def test_it_is_not_lent_to_a_spot_check(remote: ConnectedSession, records: Records) -> None:
    uploads = TemporaryUploads(remote, records.spot_check.temporary_glossaries)
    await records.local_only.lock(PROFILE, "local-1")
    before = await glossary_names(remote)

    with pytest.raises(InvalidInput, match="locked to this computer"):
        async with uploads.upload(EN_DE, ENTRIES, origin="local-1"):
            pytest.fail("it was sent")

    assert await glossary_names(remote) == before
    assert await records.spot_check.temporary_glossaries.leftovers(PROFILE) == []


async def test_a_spot_check_with_it_sends_no_sentence_either(
    remote: ConnectedSession, setup: PublishingSetup, records: Records
) -> None:
    library = Library(remote, records)
    await library.close(await library.new("Tried", EN_DE, ENTRIES.copy(), is_local_only=True))
    [summary] = await library.local_summaries()
    checks = SpotChecks(remote, records, library, UsageLedger(remote, records.history), LanguageLists(remote))
    request = SpotCheckRequest(SentenceSet("1", "Law", EN_DE, ("The house.",)), summary, ComparedSides.GLOSSARY)

    with pytest.raises(InvalidInput, match="locked to this computer"):
        await checks.plan(request)


async def test_it_is_neither_copied_nor_moved_to_another_service(
    local_session: Session, service: RunningService, setup: PublishingSetup, records: Records
) -> None:
    async with ApiClient(service.provider, service.key) as api:
        here = PublishingSetup(records, api, profile="here")
        library = Library(here, records)
        await library.close(await library.new("Ours alone", EN_DE, ENTRIES.copy()))
        [summary] = [each for each in await library.local_summaries() if each.name == "Ours alone"]
        await library.locks.lock(summary)
        parts = select_dictionaries([(summary, None)])
        transfer = GlossaryTransfer(here, records, library)

        for is_move in (False, True):
            with pytest.raises(InvalidInput, match="“Ours alone” is locked to this computer"):
                await transfer.plan(setup, parts, is_move=is_move)
        # It may be sent to a service on this computer.
        assert (await transfer.plan(here, parts, is_move=False)).dictionary_count == 1


async def test_the_lock_holds_when_the_same_data_is_reached_through_another_profile(
    service: RunningService, setup: PublishingSetup, records: Records
) -> None:
    """As with `termdesk serve` on the program's own data, added as a profile: it has the same glossaries."""
    async with ApiClient(service.provider, service.key) as api:
        here = PublishingSetup(records, api, profile="local")
        glossary = await api.glossaries.create("Served", [(EN_DE, ENTRIES)])
        await Library(here, records).locks.lock(await summary_named(Library(here, records), "Served"))
    served = Library(setup, records)

    summary = await summary_named(served, "Served")
    assert summary.is_local_only
    assert await served.locks.is_locked(summary)
    dictionary = await served.open(summary, EN_DE)
    dictionary.apply(SetCells(TARGET, [0], ["Heim"]))
    with pytest.raises(InvalidInput, match="“Served” is locked to this computer"):
        await setup.publisher.plan(dictionary)
    await served.close(dictionary)
    with pytest.raises(InvalidInput, match="locked to this computer"):
        await setup.client.glossaries.replace(glossary.glossary_id, EN_DE, Entries.of([("house", "Heim")]))
    transfer = GlossaryTransfer(setup, records, served)
    with pytest.raises(InvalidInput, match="“Served” is locked to this computer"):
        await transfer.plan(setup, select_dictionaries([(summary, None)]), is_move=False)

    await served.locks.unlock(await summary_named(served, "Served"))
    assert not (await summary_named(served, "Served")).is_local_only
    # Other tests lock other glossaries of the same service.
    assert glossary.glossary_id not in await records.local_only.all()


@pytest.mark.slow
async def test_texts_are_not_improved_elsewhere_with_its_terms(remote: ConnectedSession, records: Records) -> None:
    await records.local_only.lock(PROFILE, "g1")
    ledger = UsageLedger(remote, records.history, TextHistory(remote, records.texts))
    improver = TextImprover(remote, LanguageLists(remote), ledger)
    request = ImproveRequest("I have recieved it.", "en-US", how=Improve.CORRECT)

    with pytest.raises(InvalidInput, match="locked to this computer"):
        await improver.improve(request, protected=Glossary("g1", "Ours", ()))

    assert (await improver.improve(request)).text


@pytest.mark.parametrize(
    ("address", "family", "is_refused"),
    [
        ("", Family.TRANSLATE, False),
        ("http://127.0.0.1:5000", Family.TRANSLATE, False),
        ("https://translate.example.org", Family.TRANSLATE, True),
        ("https://translate.example.org", Family.DOCUMENTS, True),
        ("https://translate.example.org", Family.LOCAL, True),
        ("https://translate.example.org", Family.GLOSSARIES, False),
        ("https://translate.example.org", Family.IMPROVE, False),
    ],
)
async def test_on_this_computer_only_an_engine_elsewhere_matters(
    local_session: Session,
    service: RunningService,
    records: Records,
    address: str,
    family: Family,
    *,
    is_refused: bool,
) -> None:
    session = ConnectedSession(local_session, None)  # type: ignore[arg-type]
    session.settings = replace(session.settings, libretranslate=address)
    guard = LocalOnlyGuard(session, records.local_only)
    await records.local_only.lock("local", "g1")
    ask = partial(guard.check, service.provider, Call("POST", "/", CallKind.BILLED, family, glossary="g1"))

    if is_refused:
        with pytest.raises(InvalidInput, match=r"translate\.example\.org"):
            await ask()
    else:
        await ask()


async def test_the_server_that_the_running_service_uses_counts_after_a_change_of_the_settings(
    local_session: Session, service: RunningService, records: Records
) -> None:
    """Another window may clear the setting while this one uses the service."""
    session = ConnectedSession(local_session, None)  # type: ignore[arg-type]
    session.profiles.local_service._options = ("--libretranslate", "https://translate.example.org")
    guard = LocalOnlyGuard(session, records.local_only)
    await records.local_only.lock("local", "g1")
    call = Call("POST", "/", CallKind.BILLED, Family.TRANSLATE, glossary="g1")

    with pytest.raises(InvalidInput, match=r"translate\.example\.org"):
        await guard.check(service.provider, call)


def test_every_session_of_the_program_has_the_guard_before_it_starts() -> None:
    package = Path(termdesk.__file__).parent
    makers = [
        path
        for path in package.rglob("*.py")
        # Reading the syntax of all sources would take two seconds.
        if "Session(" in (source := path.read_text("utf-8"))
        and any(
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Session"
            for node in ast.walk(ast.parse(source))
        )
    ]
    # The use cases create it first.
    guards = ("LocalOnlyGuard(session", "LazyUseCases(session")
    without = {
        str(path.relative_to(package)) for path in makers if not any(each in path.read_text("utf-8") for each in guards)
    }

    assert len(makers) >= 3
    # It passes its own guard on.
    assert without == {"application/session/session.py"}


async def test_a_session_beside_another_has_the_same_guard(local_session: Session, records: Records) -> None:
    session = ConnectedSession(local_session, None)  # type: ignore[arg-type]
    guard = LocalOnlyGuard(session, records.local_only)

    assert session.local_beside().clients.send_guard == guard.check
    assert local_session.clients.guard_for(session.provider) is None
