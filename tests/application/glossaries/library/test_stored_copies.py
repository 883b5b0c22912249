"""The last copy of a dictionary is edited while the service is away, and published by merging when it is back."""

from __future__ import annotations

import httpx
import pytest

from support.publishing.library_glossaries import ENTRIES, on_service, summary_named
from support.publishing_setup import EN_DE, Meddling, PublishingSetup, publish
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.client.errors import Unreachable
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.language.language import LanguagePair

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("R38")]

EN_FR = LanguagePair("en", "fr")


async def offline(request: httpx.Request) -> None:
    raise httpx.ConnectError("refused", request=request)


async def read_once(setup: PublishingSetup, library: Library, name: str) -> GlossarySummary:
    """Create a glossary on the service, open and close it, and return its summary."""
    await on_service(setup, name)
    summary = await summary_named(library, name)
    await library.close(await library.open(summary, EN_DE))
    return summary


async def test_the_last_copy_is_edited_offline_and_merged_later(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    known = await read_once(setup, library, "Offline")
    way.before = offline

    [summary] = await library.read_stored_summaries()
    [row] = summary.rows
    assert (summary.key, row.is_copy, row.entry_count) == (known.key, True, 2)
    with pytest.raises(Unreachable):
        await library.open(summary, EN_DE)
    dictionary = await library.open(summary, EN_DE, takes_copy=True)
    assert dictionary.last_copy is not None
    assert dictionary.last_copy.as_of == row.seen_at
    dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))
    await library.close(dictionary)
    [edited] = await library.read_stored_summaries()
    seen = await setup.records.seen_dictionaries.all(setup.profile)
    assert (edited.rows[0].has_changes, edited.rows[0].is_copy) == (True, False)
    assert seen[known.key][EN_DE].seen_at == row.seen_at, "it was not read again"

    way.before = None
    remote = Entries.of([("contract", "Vertrag"), ("house", "Heim"), ("tree", "Baum")])
    await setup.client.glossaries.replace(known.key, EN_DE, remote)
    dictionary = await library.open(await summary_named(library, "Offline"), EN_DE)
    assert dictionary.last_copy is None
    plan = await setup.publisher.plan(dictionary)
    assert not plan.conflicts
    dictionary.apply(plan.incoming_change())
    await publish(setup, dictionary)
    held = await setup.held(dictionary)
    await library.close(dictionary)

    assert held == {"contract": "Kontrakt", "house": "Heim", "tree": "Baum"}


async def test_a_copy_that_is_only_read_leaves_no_draft(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    await read_once(setup, library, "Only read")
    way.before = offline
    [summary] = await library.read_stored_summaries()

    await library.close(await library.open(summary, EN_DE, takes_copy=True))

    assert await setup.records.journal.drafts(setup.profile) == []
    assert (await library.read_stored_summaries())[0].rows == summary.rows


async def test_what_was_deleted_on_the_service_is_not_listed_as_a_copy(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    local, remote = [await read_once(setup, library, name) for name in ("Deleted here", "Deleted there")]
    await library.delete_glossary(local)
    await setup.client.glossaries.delete(remote.key)
    await library.summaries()
    way.before = offline

    assert await library.read_stored_summaries() == []
    assert await Library(setup, setup.records).read_stored_summaries() == [], "also after a restart"


async def test_a_copy_of_a_dictionary_that_others_deleted_and_created_again_is_listed_again(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    kept = await read_once(setup, library, "Coming and going")
    api = setup.client.glossaries
    await api.replace(kept.key, EN_FR, ENTRIES)
    await library.close(await library.open(await summary_named(library, "Coming and going"), EN_FR))

    async def copied() -> list[str]:
        way.before = offline
        found = await Library(setup, setup.records).read_stored_summaries()
        way.before = None
        return [str(row.pair) for each in found for row in each.rows]

    assert await copied() == ["en → de", "en → fr"]
    await api.delete_dictionary(kept.key, EN_FR)
    await library.summaries()
    assert await copied() == ["en → de"]
    await api.replace(kept.key, EN_FR, ENTRIES)
    await library.summaries()
    assert await copied() == ["en → de", "en → fr"]


async def test_a_glossary_without_a_copy_is_not_listed(setup: PublishingSetup, library: Library, way: Meddling) -> None:
    summary = await read_once(setup, library, "Thinned out")
    for each in await setup.records.versions.all(setup.profile, summary.key):
        await setup.records.versions.delete(each.number)
    way.before = offline

    assert await library.read_stored_summaries() == []
