"""While the service cannot be reached, glossaries are found by their names, with the last copy of their entries."""

from __future__ import annotations

from datetime import UTC, datetime

import httpx
import pytest

from support.publishing_setup import EN_DE, Meddling, PublishingSetup
from termdesk.application.glossaries.library.last_copies import LastCopies
from termdesk.application.glossaries.library.library import Library
from termdesk.client.errors import Unreachable
from termdesk.domain.entries.entries import Entries

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("R38")]


async def offline(request: httpx.Request) -> None:
    raise httpx.ConnectError("refused", request=request)


async def test_a_glossary_that_was_read_is_there_without_the_service(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    copies = LastCopies(library)
    made = await setup.client.glossaries.create("Read once", [(EN_DE, Entries.of([("nut", "Mutter")]))])
    await setup.client.glossaries.create("Never read", [(EN_DE, Entries.of([("bolt", "Bolzen")]))])
    before = datetime.now(UTC)
    summary = next(each for each in await copies.summaries() if each.key == made.glossary_id)
    assert (await copies.entries(summary, summary.rows[0])).as_of is None
    await library.close(await library.open(summary, EN_DE))
    never = next(each for each in await copies.summaries() if each.name == "Never read")
    way.before = offline

    [summary] = await copies.summaries()
    held = await copies.entries(summary, summary.rows[0])

    assert (summary.name, summary.rows[0].entry_count, summary.key) == ("Read once", 1, made.glossary_id)
    assert held.entries.as_dict() == {"nut": "Mutter"}
    assert held.as_of is not None
    assert before <= held.as_of <= datetime.now(UTC)
    assert held.reason
    with pytest.raises(Unreachable):
        await copies.entries(never, never.rows[0])


async def test_a_renamed_glossary_is_found_by_its_new_name(
    setup: PublishingSetup, library: Library, way: Meddling
) -> None:
    copies = LastCopies(library)
    made = await setup.client.glossaries.create("Former", [(EN_DE, Entries.of([("nut", "Mutter")]))])
    summary = next(each for each in await library.summaries() if each.key == made.glossary_id)
    await library.close(await library.open(summary, EN_DE))
    await library.rename(summary, "Present")
    way.before = offline

    assert [each.name for each in await copies.summaries()] == ["Present"]
