"""Glossaries that are kept on this computer: only those can be locked that no other service has or may have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support.publishing.library_glossaries import ENTRIES, summary_named
from support.publishing_setup import EN_DE, PublishingSetup
from support.running_service import RunningService
from termdesk.application.glossaries.library.library import Library
from termdesk.client.api import ApiClient
from termdesk.domain.errors import InvalidInput
from termdesk.domain.merging.difference import Method
from termdesk.storage.publish_jobs import JobState

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_a_glossary_of_the_service_here_can_be_locked_and_keeps_its_lock_with_another_name(
    setup: PublishingSetup, library: Library
) -> None:
    await setup.client.glossaries.create("Locked here", [(EN_DE, ENTRIES.copy())])
    [summary] = [each for each in await library.summaries() if each.name == "Locked here"]

    await library.locks.lock(summary)
    await library.rename(summary, "Locked by another name")

    [renamed] = [each for each in await library.summaries() if each.name == "Locked by another name"]
    assert renamed.is_local_only


async def test_what_another_service_has_already_cannot_be_locked(
    setup: PublishingSetup, service: RunningService
) -> None:
    provider = replace(service.provider, is_local=False)
    async with ApiClient(provider, service.key) as api:
        elsewhere = Library(PublishingSetup(setup.records, api, profile="elsewhere"), setup.records)
        await api.glossaries.create("Told already", [(EN_DE, ENTRIES.copy())])
        [summary] = [each for each in await elsewhere.summaries() if each.name == "Told already"]

        with pytest.raises(InvalidInput, match="cannot be locked"):
            await elsewhere.locks.lock(summary)


async def test_what_another_service_may_have_can_be_locked_once_that_is_known(
    setup: PublishingSetup, service: RunningService
) -> None:
    async with ApiClient(replace(service.provider, is_local=False), service.key) as api:
        elsewhere = PublishingSetup(setup.records, api, profile="elsewhere")
        library = Library(elsewhere, setup.records)
        draft = (await elsewhere.draft(ENTRIES.copy(), name="Sent without an answer")).draft
        summary = await summary_named(library, draft.glossary_name)
        jobs = setup.records.publish_jobs
        job = await jobs.plan(
            profile="elsewhere",
            draft_id=draft.draft_id,
            glossary_id=None,
            glossary_name=draft.glossary_name,
            pair=EN_DE,
            method=Method.CREATE,
            target_hash=await setup.records.snapshots.put(ENTRIES.copy()),
        )
        await jobs.mark(job.job_id, JobState.SENT)

        with pytest.raises(InvalidInput, match="nobody knows yet whether it arrived"):
            await library.locks.lock(summary)
        assert not await library.locks.is_locked(summary)

        await jobs.mark(job.job_id, JobState.FAILED)
        await library.locks.lock(summary)
        assert await library.locks.is_locked(summary)
