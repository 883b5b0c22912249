"""While the service cannot be reached, glossaries are found by their names, with the last copy of their entries."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from support.publishing_setup import EN_DE, Meddling, PublishingSetup
from termdesk.application.glossaries.checks.comparison import Neighbors
from termdesk.application.glossaries.exporting.exporter import Exporter
from termdesk.application.glossaries.library.batches import LibraryBatches
from termdesk.application.glossaries.library.last_copies import CopyingLibrary, CopyUsed, LastCopies
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.releases.releases import Releases
from termdesk.application.glossaries.summaries import select_dictionaries
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
    summary = next(each for each in await library.read_known_summaries() if each.key == made.glossary_id)
    assert (await copies.entries(summary, summary.rows[0])).as_of is None
    await library.close(await library.open(summary, EN_DE))
    never = next(each for each in await library.read_known_summaries() if each.name == "Never read")
    way.before = offline

    [summary] = await library.read_known_summaries()
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
    made = await setup.client.glossaries.create("Former", [(EN_DE, Entries.of([("nut", "Mutter")]))])
    summary = next(each for each in await library.summaries() if each.key == made.glossary_id)
    await library.close(await library.open(summary, EN_DE))
    await library.rename(summary, "Present")
    way.before = offline

    assert [each.name for each in await library.read_known_summaries()] == ["Present"]


async def test_export_release_duplicate_and_comparison_use_the_last_copies(
    setup: PublishingSetup, library: Library, way: Meddling, tmp_path: Path
) -> None:
    used, moments = CopyUsed(), list[datetime | None]()
    used.subscribe(lambda _row, held: moments.append(held.as_of))
    copying = CopyingLibrary(library, LastCopies(library, used))
    made = await setup.client.glossaries.create("Read once", [(EN_DE, Entries.of([("nut", "Mutter")]))])
    [summary] = [each for each in await library.summaries() if each.key == made.glossary_id]
    await library.close(await library.open(summary, EN_DE))
    way.before = offline
    exporter, releases = Exporter(copying), Releases(copying)
    parts = select_dictionaries([(summary, None)])

    exported = await exporter.export_all(await exporter.plan_all(parts, tmp_path, ".tsv"))
    assert exported.paths[0].read_text("utf-8") == "nut\tMutter\n"
    plan = await releases.plan(summary, tmp_path)
    assert [len(records) for records in plan.records.values()] == [1]
    key = await LibraryBatches(library, copying).copy(summary, "Second")
    assert [(each.key, each.entry_count) for each in await library.local_summaries() if each.key == key] == [(key, 1)]
    assert (await Neighbors(copying).of_pair(key, EN_DE)).others == {"Read once": {"nut": "Mutter"}}

    assert len(moments) == 4
    assert None not in moments
