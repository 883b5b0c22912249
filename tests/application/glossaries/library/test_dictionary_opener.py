"""Opening dictionaries from a draft after a crash, and from a service that fails."""

from __future__ import annotations

import httpx
import pytest

from application.glossaries.library.test_library import on_service, summary_named
from support.publishing_setup import EN_DE, Meddling, PublishingSetup
from termdesk.application.glossaries.library.library import Library
from termdesk.client.errors import IncompleteAnswer
from termdesk.domain.entries.entries import Entries

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_an_unedited_draft_is_read_anew_and_serves_when_the_service_is_away(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    glossary_id = await on_service(setup, "Crashed")
    # The program ends without closing the dictionary.
    await library.open(await summary_named(library, "Crashed"), EN_DE)
    await setup.client.glossaries.merge(glossary_id, EN_DE, Entries.of([("tree", "Baum")]))

    newer = await Library(setup, setup.records).open(await summary_named(library, "Crashed"), EN_DE)
    assert len(newer) == 3

    async def offline(request: httpx.Request) -> None:
        raise httpx.ConnectError("refused", request=request)

    summary = await summary_named(library, "Crashed")
    way.before = offline
    assert len(await Library(setup, setup.records).open(summary, EN_DE)) == 3


@pytest.mark.scorecard("R24")
async def test_an_answer_that_is_not_whole_is_never_opened(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    await on_service(setup, "Cut")
    summary = await summary_named(library, "Cut")

    async def cut(request: httpx.Request) -> httpx.Response | None:
        if not request.url.path.endswith("/entries"):
            return None
        return httpx.Response(200, text="house\tHaus\n", headers={"Content-Type": "text/tab-separated-values"})

    way.instead = cut
    with pytest.raises(IncompleteAnswer):
        await library.open(summary, EN_DE)

    assert await setup.records.journal.drafts(setup.profile) == []
