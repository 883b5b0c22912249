"""Every change that a real service was asked for is recorded: done or rejected, with trace id and difference."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import httpx
import pytest

from support.publishing_setup import Meddling, PublishingSetup, client, edit, publish
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.notebook.noted_writes import (
    ReadBack,
    WriteKind,
    WriteOutcome,
    kind_of,
    support_text,
)
from termdesk.application.glossaries.notebook.write_notebook import WriteNotebook
from termdesk.application.glossaries.publishing.publisher import Publisher
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.client.api import ApiClient
from termdesk.client.errors import ServiceError
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.settings import engine_options
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")


@pytest.mark.slow
async def test_publishing_is_noted_with_what_it_changed(local_session: Session, records: Records) -> None:
    notebook = WriteNotebook(local_session.clients, records)
    publisher = Publisher(local_session, records, LanguageLists(local_session))
    library = Library(local_session, records)
    dictionary = await library.new("Parts", EN_DE, Entries.of([("bolt", "Schraube"), ("nut", "Mutter")]))
    await publisher.publish(await publisher.plan(dictionary))
    dictionary.apply(SetCells(TARGET, [0], ["Bolzen"]))
    await publisher.publish(await publisher.plan(dictionary))
    await library.close(dictionary)
    await notebook.close()

    latest, *others = await notebook.all()
    change = await notebook.difference(latest)

    assert (latest.glossary_name, latest.pair, latest.outcome) == ("Parts", EN_DE, WriteOutcome.DONE)
    assert latest.trace_id
    assert change is not None
    assert change.changed == {"bolt": ("Schraube", "Bolzen")}
    created = others[-1]
    assert (created.method, created.path, created.glossary_name) == ("POST", "/v3/glossaries", "Parts")
    first = await notebook.difference(created)
    assert first is not None
    assert first.added == {"bolt": "Schraube", "nut": "Mutter"}


@pytest.mark.slow
async def test_deletions_and_new_names_are_noted_with_what_they_did(local_session: Session, records: Records) -> None:
    notebook = WriteNotebook(local_session.clients, records)
    api = await local_session.api()
    parts = Entries.of([("bolt", "Schraube"), ("nut", "Mutter")])
    await api.glossaries.create("Gears", [(EN_DE, parts), (EN_FR, Entries.of([("nut", "écrou")]))])
    library = Library(local_session, records)

    async def summary() -> GlossarySummary:
        return next(each for each in await library.summaries() if each.name.endswith("ears"))

    await library.rename(await summary(), "New gears")
    await library.delete_dictionary(await summary(), EN_DE)
    await library.delete_glossary(await summary())
    await notebook.close()

    glossary, dictionary, renamed, *_ = await notebook.all()
    assert (renamed.glossary_name, renamed.new_name) == ("Gears", "New gears")
    assert kind_of(renamed) is WriteKind.RENAME_GLOSSARY
    assert (dictionary.glossary_name, dictionary.pair, dictionary.entry_count) == ("New gears", EN_DE, 2)
    change = await notebook.difference(dictionary)
    assert change is not None
    assert change.removed == {"bolt": "Schraube", "nut": "Mutter"}
    assert (glossary.pair, glossary.entry_count) == (EN_FR, 1)
    change = await notebook.difference(glossary)
    assert change is not None
    assert change.removed == {"nut": "écrou"}
    assert await notebook.difference(renamed) is None


async def test_a_change_is_listed_even_if_its_answer_never_comes(local_session: Session, records: Records) -> None:
    notebook = WriteNotebook(local_session.clients, records)
    is_sent = asyncio.Event()

    async def stall(_request: httpx.Request) -> httpx.Response:
        is_sent.set()
        await asyncio.Event().wait()
        raise AssertionError

    way = Meddling()
    way.instead = stall
    record = local_session.clients.recorder_for(local_session.provider)
    async with client("https://terms.example.org", "key", transport=way, record=record) as api:
        sending = asyncio.create_task(api.glossaries.rename("g1", "Other"))
        await is_sent.wait()
        # As if the program was killed now.
        [write] = await notebook.all()
        sending.cancel()
        await asyncio.wait({sending})
    await notebook.close()

    assert (write.method, write.path) == ("PATCH", "/v3/glossaries/g1")
    assert (write.outcome, write.status) == (WriteOutcome.UNCLEAR, 0)
    assert await notebook.all() == [write]


@asynccontextmanager
async def recorded_client(local_session: Session, way: Meddling) -> AsyncIterator[ApiClient]:
    """A client of the local service whose requests go this way, and whose changes the notebook of the session notes."""
    running = await local_session.api()
    local_service = local_session.profiles.local_service
    async with (
        local_service.address(engine_options(local_session.settings)) as address,
        client(
            running.provider.base_url,
            address.key,
            transport=way,
            record=local_session.clients.recorder_for(local_session.provider),
        ) as api,
    ):
        api.wrote.subscribe(partial(local_session.clients.wrote.emit, local_session.profile))
        yield api


@pytest.mark.slow
@pytest.mark.parametrize(("is_carried_out", "shown"), [(True, ReadBack.CONFIRMED), (False, ReadBack.MISSING)])
async def test_a_reading_tells_what_became_of_an_unclear_change(
    local_session: Session, records: Records, is_carried_out: bool, shown: ReadBack
) -> None:
    notebook = WriteNotebook(local_session.clients, records)
    way = Meddling()

    async def fail(request: httpx.Request) -> httpx.Response | None:
        if request.method not in ("PUT", "PATCH"):
            return None
        if is_carried_out:
            await (await way.pass_on(request)).aread()
        return httpx.Response(500)

    async with recorded_client(local_session, way) as api:
        setup = PublishingSetup(records, api)
        dictionary = await setup.published(Entries.of([("bolt", "Schraube"), ("nut", "Mutter")]))
        edit(dictionary, "bolt", "Bolzen")
        way.instead = fail
        with contextlib.suppress(TermdeskError):
            await publish(setup, dictionary)
    await notebook.close()

    writes = [each for each in await notebook.all() if each.outcome != WriteOutcome.DONE]

    assert {(each.outcome, each.status, each.read_back) for each in writes} == {(WriteOutcome.UNCLEAR, 500, shown)}


@pytest.mark.scorecard("R21")
@pytest.mark.parametrize(
    ("method", "is_carried_out", "shown"),
    [
        ("DELETE", True, {ReadBack.CONFIRMED}),
        ("DELETE", False, {ReadBack.MISSING}),
        ("PATCH", True, {ReadBack.CONFIRMED}),
        ("PATCH", False, {ReadBack.MISSING}),
    ],
)
async def test_a_reading_tells_what_became_of_an_unclear_deletion_or_renaming(
    local_session: Session, records: Records, method: str, is_carried_out: bool, shown: set[ReadBack]
) -> None:
    notebook = WriteNotebook(local_session.clients, records)
    way = Meddling()

    async def lose(request: httpx.Request) -> httpx.Response | None:
        if request.method != method:
            return None
        if is_carried_out:
            await (await way.pass_on(request)).aread()
        raise httpx.ReadError("reset", request=request)

    async with recorded_client(local_session, way) as api:
        setup = PublishingSetup(records, api, profile=local_session.profile)
        made = await setup.published(Entries.of([("bolt", "Schraube")]), name="Lost")
        library = Library(setup, records)
        [summary] = [each for each in await library.summaries() if each.key == made.draft.glossary_key]
        way.instead = lose
        with contextlib.suppress(TermdeskError):
            await (library.delete_glossary(summary) if method == "DELETE" else library.rename(summary, "Found"))
    await notebook.close()

    writes = [each for each in await notebook.all() if each.outcome != WriteOutcome.DONE]
    assert {each.method for each in writes} == {method}
    assert {each.read_back for each in writes} == shown


async def test_a_refused_change_is_noted_and_reading_is_not(local_session: Session, records: Records) -> None:
    notebook = WriteNotebook(local_session.clients, records)
    api = await local_session.api()
    await api.glossaries.list()
    with contextlib.suppress(ServiceError):
        await api.glossaries.rename("00000000-0000-0000-0000-000000000000", "Other")
    await notebook.close()

    [write] = await notebook.all()

    assert (write.outcome, write.status, write.method) == (WriteOutcome.REFUSED, 404, "PATCH")
    assert await notebook.difference(write) is None


@pytest.mark.scorecard("S12")
async def test_what_is_copied_for_support_has_no_names_and_no_texts(local_session: Session, records: Records) -> None:
    notebook = WriteNotebook(local_session.clients, records)
    api = await local_session.api()
    made = await api.glossaries.create("Secret project", [(EN_DE, Entries.of([("turbine", "Turbine")]))])
    await notebook.close()

    text = support_text(await notebook.all())

    assert "POST /v3/glossaries\t201\tdone\t" in text
    assert "Secret" not in text
    assert "turbine" not in text.casefold()
    assert made.name == "Secret project"
