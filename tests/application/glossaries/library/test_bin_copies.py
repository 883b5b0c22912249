"""Deletions with the real local service: the bin keeps what may be deleted, and nothing that was refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import pytest

from support.publishing.library_glossaries import ENTRIES, on_service, summary_named
from support.publishing_setup import EN_DE, Meddling, PublishingSetup, client
from support.running_service import RunningService
from termdesk.application.failures import OutdatedSummary
from termdesk.application.glossaries.library.library import Library
from termdesk.client.errors import NotDeleted, ServiceError, UnclearOutcome
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import Stopped, TermdeskError
from termdesk.domain.language.language import LanguagePair

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_what_the_service_refuses_to_delete_is_not_in_the_bin(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    await on_service(setup, "Deletion refused")
    summary = await summary_named(library, "Deletion refused")

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(403, json={"message": "No"}) if request.method == "DELETE" else None

    way.instead = refuse
    for deletion in (library.delete_glossary(summary), library.delete_dictionary(summary, EN_DE)):
        with pytest.raises(ServiceError):
            await deletion

    assert await setup.records.deleted_glossaries.all(setup.profile) == []


@pytest.mark.scorecard("R18")
async def test_a_glossary_with_dictionaries_that_others_added_is_not_deleted(
    setup: PublishingSetup, library: Library
) -> None:
    glossary_id = await on_service(setup, "Grown")
    read_before = await summary_named(library, "Grown")
    others = setup.client.glossaries
    await others.replace(glossary_id, LanguagePair("en", "fr"), ENTRIES)

    with pytest.raises(OutdatedSummary, match=r"added elsewhere \(en → fr"):
        await library.delete_glossary(read_before)

    assert len((await others.get(glossary_id)).dictionaries) == 2
    assert await setup.records.deleted_glossaries.all(setup.profile) == []
    await library.delete_glossary(await summary_named(library, "Grown"))
    [deleted] = await setup.records.deleted_glossaries.all(setup.profile)
    assert len(deleted.dictionaries) == 2


@pytest.mark.scorecard("R18")
@pytest.mark.parametrize("is_whole", [True, False])
async def test_what_others_changed_while_it_was_copied_to_the_bin_is_not_deleted(
    setup: PublishingSetup, library: Library, way: Meddling, *, is_whole: bool
) -> None:
    name = f"Changed meanwhile, {is_whole}"
    glossary_id = await on_service(setup, name)
    summary = await summary_named(library, name)

    async def write_after_reading(request: httpx.Request) -> httpx.Response | None:
        if not request.url.path.endswith("/entries"):
            return None
        way.instead = None
        read = await way.pass_on(request)
        await setup.client.glossaries.merge(glossary_id, EN_DE, Entries.of([("gear", "Zahnrad")]))
        return read

    way.instead = write_after_reading
    with pytest.raises(OutdatedSummary, match="was changed elsewhere"):
        await (library.delete_glossary(summary) if is_whole else library.delete_dictionary(summary, EN_DE))

    assert (await setup.client.glossaries.entries(glossary_id, EN_DE)).as_dict()["gear"] == "Zahnrad"
    assert await setup.records.deleted_glossaries.all(setup.profile) == []


@pytest.mark.scorecard("R21")
@pytest.mark.parametrize("is_whole", [True, False])
async def test_what_was_deleted_without_an_answer_stays_in_the_bin_if_the_service_is_down_after_that(
    setup: PublishingSetup, library: Library, way: Meddling, *, is_whole: bool
) -> None:
    name = f"Down, {is_whole}"
    glossary_id = await on_service(setup, name)
    summary = await summary_named(library, name)
    deletions: list[httpx.Request] = []

    async def end(request: httpx.Request) -> httpx.Response | None:
        if deletions:
            raise httpx.ConnectError("refused", request=request)
        if request.method == "DELETE":
            deletions.append(request)
            await (await way.pass_on(request)).aread()
            raise httpx.ReadError("reset", request=request)
        return None

    way.instead = end
    with pytest.raises(UnclearOutcome):
        await (library.delete_glossary(summary) if is_whole else library.delete_dictionary(summary, EN_DE))
    way.instead = None

    assert glossary_id not in [each.key for each in await library.summaries() if each.row(EN_DE)]
    (deleted,) = await setup.records.deleted_glossaries.all(setup.profile)
    [(pair, version)] = deleted.dictionaries
    assert pair == EN_DE
    assert (await setup.records.snapshots.get(version)).as_dict() == ENTRIES.as_dict()


@pytest.mark.slow
async def test_a_refusal_leaves_in_the_bin_what_an_earlier_attempt_may_have_deleted(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    await on_service(setup, "Unclear, then refused")
    summary = await summary_named(library, "Unclear, then refused")
    answers = [httpx.Response(500), httpx.Response(500), httpx.Response(403)]

    async def answer(request: httpx.Request) -> httpx.Response | None:
        return answers.pop(0) if request.method == "DELETE" else None

    way.instead = answer
    for _ in range(2):
        with pytest.raises(ServiceError):
            await library.delete_glossary(summary)

    assert answers == []
    assert len(await setup.records.deleted_glossaries.all(setup.profile)) == 1


@pytest.mark.slow
async def test_a_deletion_that_is_repeated_is_once_in_the_bin(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    await on_service(setup, "Repeated")
    summary = await summary_named(library, "Repeated")

    async def lose(request: httpx.Request) -> httpx.Response | None:
        if request.method == "DELETE":
            raise httpx.ReadError("reset", request=request)
        return None

    way.instead = lose
    for _ in range(2):
        with pytest.raises(UnclearOutcome):
            await library.delete_glossary(summary)
    assert len(await setup.records.deleted_glossaries.all(setup.profile)) == 1, "it may be the only copy"
    way.instead = None
    await library.delete_glossary(summary)

    assert [each.name for each in await setup.records.deleted_glossaries.all(setup.profile)] == ["Repeated"]


@pytest.mark.scorecard("R21")
@pytest.mark.parametrize("is_whole", [True, False])
async def test_a_deletion_is_not_repeated_if_others_have_changed_an_entry_since_it_was_copied(
    setup: PublishingSetup, library: Library, way: Meddling, service: RunningService, *, is_whole: bool
) -> None:
    """The number of entries is the same, so only the entries themselves show it."""
    name = f"Changed at the last moment, {is_whole}"
    glossary_id = await on_service(setup, name)
    summary = await summary_named(library, name)
    remote = Entries.of([("contract", "Abmachung"), ("house", "Haus")])

    async def lose(request: httpx.Request) -> httpx.Response | None:
        if request.method == "DELETE":
            async with client(service.url, service.key) as others:
                await others.glossaries.replace(glossary_id, EN_DE, remote)
            raise httpx.ReadError("reset", request=request)
        return None

    way.instead = lose
    with pytest.raises(NotDeleted, match="changed elsewhere since"):
        await (library.delete_glossary(summary) if is_whole else library.delete_dictionary(summary, EN_DE))
    way.instead = None

    assert way.changes.count("DELETE") == 1
    assert (await setup.client.glossaries.entries(glossary_id, EN_DE)).as_dict() == remote.as_dict()


def silent(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("silent", request=request)


def garbled(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, text="<html>", headers={"Content-Type": "text/html"}, request=request)


def cut_off(request: httpx.Request) -> httpx.Response:
    raise asyncio.CancelledError


@pytest.mark.parametrize(("fault", "error"), [(silent, ServiceError), (garbled, ServiceError), (cut_off, Stopped)])
async def test_a_glossary_is_not_in_the_bin_if_only_the_last_reading_before_the_deletion_failed(
    setup: PublishingSetup,
    library: Library,
    way: Meddling,
    fault: Callable[[httpx.Request], httpx.Response],
    error: type[TermdeskError],
) -> None:
    name = f"Not looked at, {fault.__name__}"
    glossary_id = await on_service(setup, name)
    summary = await summary_named(library, name)
    path = f"/v3/glossaries/{glossary_id}"

    async def fail(request: httpx.Request) -> httpx.Response | None:
        # Without the query of the languages, it is the last look at the glossary.
        return fault(request) if request.method == "GET" and request.url.path == path else None

    way.instead = fail
    with pytest.raises(error):
        await library.delete_glossary(summary)

    assert "DELETE" not in way.changes
    assert await setup.records.deleted_glossaries.all(setup.profile) == []
