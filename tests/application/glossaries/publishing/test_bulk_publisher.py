"""Publishing many dictionaries together on the real local service: what is sent, recorded, resumed and undone."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest

from support.multilingual_glossary import made, own_entries, summary_of
from support.publishing.many_glossaries import AFTER, BEFORE, many_edited
from support.publishing_setup import EN_DE, Meddling, PublishingSetup, add, client, resume
from support.running_service import RunningService
from termdesk.application.failures import OutOfDate
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.draft_opener import LibraryDrafts
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.multilingual.affected_dictionaries import find_affected
from termdesk.application.glossaries.multilingual.open_table import OpenTable, pairs_from, sources_of
from termdesk.application.glossaries.publishing import bulk_publisher
from termdesk.application.glossaries.publishing.bulk_publisher import MOST_KEPT, BulkPublisher
from termdesk.application.glossaries.publishing.publisher import dictionaries_with_edits
from termdesk.application.glossaries.publishing.run_plan import RunPlan
from termdesk.application.session.local_only_guard import local_only_refusal
from termdesk.client.api import ApiClient
from termdesk.client.errors import ServiceError
from termdesk.client.transport.calls import Call
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method, difference
from termdesk.domain.multilingual.edits import TableRowEdit, edit_rows
from termdesk.domain.progress import NoProgress, Progress
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio


@pytest.fixture
async def setup(records: Records, service: RunningService, way: Meddling) -> AsyncIterator[PublishingSetup]:
    async with client(service.url, service.key, transport=way) as api:
        # A separate profile, because all tests share the service.
        yield PublishingSetup(records, api, profile=uuid.uuid4().hex)


@pytest.fixture
def library(setup: PublishingSetup) -> Library:
    return Library(setup, setup.records)


@pytest.fixture
async def table(library: Library) -> AsyncIterator[OpenTable]:
    summary = await made(library, f"Parts {uuid.uuid4().hex}", own_entries())
    opened = await OpenTable.open(library, summary, "en")
    yield opened
    await opened.close()


@pytest.fixture
def bulk(setup: PublishingSetup, library: Library) -> BulkPublisher:
    return BulkPublisher(setup, setup.records, setup.publisher, LibraryDrafts(library))


async def plan_of(bulk: BulkPublisher, table: OpenTable) -> RunPlan:
    return await bulk.plan([each.draft.draft_id for each in await dictionaries_with_edits(table.dictionaries)])


@pytest.mark.slow
async def test_a_glossary_opens_by_target_language_and_its_commonest_source(library: Library) -> None:
    summary = await made(library, "Both ways", own_entries())
    key = summary.key
    await library.close(
        await library.add_dictionary(summary, LanguagePair("de", "en"), Entries.of([("Mutter", "nut")]))
    )
    summary = await summary_of(library, key)

    assert sources_of(summary) == ["en", "de"]
    assert [pair.target for pair in pairs_from(summary, "en")] == ["ar", "de", "he", "ja", "th"]
    table = await OpenTable.open(library, summary, "de")
    assert [str(each.pair) for each in table.dictionaries] == ["de → en"]
    await table.close()


@pytest.mark.slow
async def test_a_new_glossary_is_made_by_the_first_call_and_filled_by_the_others(
    setup: PublishingSetup, bulk: BulkPublisher, table: OpenTable
) -> None:
    report = await bulk.run(await plan_of(bulk, table))

    assert report.failure is None
    assert [each.method for _, each in report.published] == [Method.CREATE, *[Method.REPLACE] * 4]
    assert len({each.draft.glossary_id for each in table.dictionaries}) == 1
    assert await dictionaries_with_edits(table.dictionaries) == []


@pytest.mark.slow
async def test_all_are_planned_where_none_has_edits_and_never_an_empty_one(
    setup: PublishingSetup, library: Library, bulk: BulkPublisher, table: OpenTable
) -> None:
    def targets(dictionaries: Sequence[OpenDictionary]) -> list[str]:
        return [each.pair.target for each in dictionaries]

    await bulk.run(await plan_of(bulk, table))
    summary = await summary_of(library, table.dictionaries[0].draft.glossary_key)
    empty = await library.add_dictionary(summary, LanguagePair("en", "fr"), Entries())
    dictionaries = [*table.dictionaries, empty]

    assert targets(await setup.publisher.dictionaries_to_plan(dictionaries)) == ["ar", "de", "he", "ja", "th"]
    assert targets(await setup.publisher.dictionaries_to_plan([empty])) == ["fr"], "to say why it cannot be published"
    table.apply(edit_rows(table.entries, {0: TableRowEdit(targets={1: "Bolzen"})}), table.steps.next("Edit"))
    assert targets(await setup.publisher.dictionaries_to_plan(dictionaries)) == ["de"]
    await library.close(empty)


@pytest.mark.slow
async def test_a_renamed_phrase_takes_a_call_for_each_dictionary_that_has_it(
    setup: PublishingSetup, bulk: BulkPublisher, table: OpenTable
) -> None:
    await bulk.run(await plan_of(bulk, table))
    change = edit_rows(table.entries, {0: TableRowEdit("screw")})

    parts = find_affected(table.dictionaries, table.entries, change)
    table.apply(change, table.steps.next("Rename"))
    report = await bulk.run(await plan_of(bulk, table))

    assert [(each.pair.target, each.method) for each in parts] == [
        (code, Method.REPLACE) for code in ("ar", "de", "he", "ja")
    ]
    assert [each.method for _, each in report.published] == [each.method for each in parts]


@pytest.mark.scorecard("R22")
async def test_it_stops_at_the_first_failure_and_publishing_again_sends_the_rest(
    setup: PublishingSetup, bulk: BulkPublisher, table: OpenTable, way: Meddling
) -> None:
    await bulk.run(await plan_of(bulk, table))
    change = edit_rows(table.entries, {0: TableRowEdit("screw")})
    table.apply(change, table.steps.next("Rename"))

    async def refuse_hebrew(request: httpx.Request) -> httpx.Response | None:
        is_meant = request.method == "PUT" and '"he"' in (await request.aread()).decode()
        return httpx.Response(403, json={"message": "no"}, request=request) if is_meant else None

    way.instead = refuse_hebrew
    report = await bulk.run(await plan_of(bulk, table))

    assert isinstance(report.failure, ServiceError)
    assert [each.pair.target for each, _ in report.published] == ["ar", "de"]
    assert [each.pair.target for each in report.waiting] == ["he", "ja"]
    way.instead = None
    rest = await plan_of(bulk, table)
    assert [each.draft.pair.target for each in rest.going] == ["he", "ja"]
    assert (await bulk.run(rest)).failure is None


class _FailingToClose(LibraryDrafts):
    """The disk fails when the drafts in `failing` are closed."""

    failing: Sequence[str] = ()

    @asynccontextmanager
    async def open_drafts(
        self, draft_ids: Sequence[str], progress: Progress = NoProgress()
    ) -> AsyncIterator[Sequence[OpenDictionary]]:
        async with super().open_drafts(draft_ids, progress) as dictionaries:
            yield dictionaries
        if any(each in self.failing for each in draft_ids):
            raise StorageFailed("The disk is full.", path="drafts")


@pytest.mark.slow
@pytest.mark.parametrize("failing", [1, 2])
async def test_a_dictionary_that_only_fails_to_close_counts_as_published(
    setup: PublishingSetup, library: Library, failing: int
) -> None:
    many = await many_edited(setup, 3)
    drafts = _FailingToClose(library)
    bulk = BulkPublisher(setup, setup.records, setup.publisher, drafts)
    plan = await bulk.plan(many.drafts)
    drafts.failing = [many.drafts[failing]]

    result = await bulk.run(plan)

    assert isinstance(result.failure, StorageFailed)
    assert [draft.draft_id for draft, _ in result.published] == many.drafts[: failing + 1]
    assert [each.draft_id for each in result.waiting] == many.drafts[failing + 1 :]
    # If nothing is left to send, nothing is left to decide.
    assert [run.run_id for run in await bulk.find_unfinished()] == ([result.run.run_id] if result.run else [])
    assert (result.run is None) == (not result.waiting)


@pytest.mark.slow
async def test_what_cannot_be_opened_leaves_nothing_open(
    setup: PublishingSetup, library: Library, bulk: BulkPublisher, table: OpenTable, way: Meddling
) -> None:
    await bulk.run(await plan_of(bulk, table))
    await table.close()
    summary = await summary_of(library, table.dictionaries[0].draft.glossary_key)
    kept = await library.open(summary, LanguagePair("en", "ar"))

    async def refuse_japanese(request: httpx.Request) -> httpx.Response | None:
        is_meant = request.url.path.endswith("entries") and request.url.params.get("target_lang") == "ja"
        return httpx.Response(403, json={"message": "no"}, request=request) if is_meant else None

    way.instead = refuse_japanese
    with pytest.raises(ServiceError):
        await OpenTable.open(library, summary, "en", is_kept=lambda each: each is kept)
    assert list(library.open_dictionaries) == [kept]

    shown = [kept]

    async def show_and_refuse(request: httpx.Request) -> httpx.Response | None:
        answer = await refuse_japanese(request)
        if answer is not None:
            # Another job shows a dictionary that the table has just opened.
            shown.append(library.open_dictionaries[-1])
        return answer

    way.instead = show_and_refuse
    with pytest.raises(ServiceError):
        await OpenTable.open(library, summary, "en", is_kept=lambda each: any(each is other for other in shown))
    assert list(library.open_dictionaries) == shown
    assert shown[1] is not kept
    await library.close(shown[1])

    way.instead = None
    again = await OpenTable.open(library, summary, "en", is_kept=lambda each: each is kept)
    assert again.dictionaries[0] is kept
    assert again.dictionaries[1] is not table.dictionaries[1]
    await again.close()


@pytest.mark.slow
async def test_one_dictionary_is_open_at_a_time(
    setup: PublishingSetup, library: Library, bulk: BulkPublisher, way: Meddling
) -> None:
    many = await many_edited(setup, 2, new=1)
    counts: list[int] = []

    async def look(_request: httpx.Request) -> None:
        counts.append(len(library.open_dictionaries))

    way.instead = look
    assert len(await bulk.find_edited(many.drafts)) == 3
    result = await bulk.run(await bulk.plan(many.drafts))

    assert result.failure is None
    assert set(counts) == {1}
    assert library.open_dictionaries == ()
    assert await many.held() == [AFTER] * 3


@pytest.mark.slow
async def test_what_is_edited_between_the_plan_and_its_step_is_not_sent_unseen(
    setup: PublishingSetup, bulk: BulkPublisher
) -> None:
    many = await many_edited(setup, 3)
    plan = await bulk.plan(many.drafts)
    async with bulk.open_drafts(many.drafts[1:2]) as [dictionary]:
        add(dictionary, "nail", "Nagel")

    result = await bulk.run(plan)

    assert isinstance(result.failure, OutOfDate)
    assert [each.draft_id for each in result.waiting] == many.drafts[1:]
    assert await many.held() == [AFTER, BEFORE, BEFORE]


@pytest.mark.slow
async def test_a_draft_that_goes_between_the_plan_and_its_step_ends_the_publishing(
    setup: PublishingSetup, bulk: BulkPublisher
) -> None:
    many = await many_edited(setup, 2)
    plan = await bulk.plan(many.drafts)
    await setup.records.journal.discard(many.drafts[0])

    result = await bulk.run(plan)

    assert isinstance(result.failure, OutOfDate)
    assert await many.held() == [BEFORE, BEFORE]


@pytest.mark.slow
async def test_what_others_write_between_the_plan_and_its_step_is_kept(
    setup: PublishingSetup, bulk: BulkPublisher
) -> None:
    many = await many_edited(setup, 2)
    plan = await bulk.plan(many.drafts)
    await setup.client.glossaries.merge(many.ids[1], EN_DE, Entries.of([("gear", "Zahnrad")]))

    result = await bulk.run(plan)

    assert result.failure is None
    assert [report.others_changed for _, report in result.published] == [False, True]
    assert await many.held() == [AFTER, {**AFTER, "gear": "Zahnrad"}]


async def test_a_large_difference_is_read_when_it_is_looked_at(setup: PublishingSetup, bulk: BulkPublisher) -> None:
    entries = Entries.of((f"part {number}", f"Teil {number}") for number in range(MOST_KEPT + 1))
    drafts = [await setup.draft(entries.copy(), name=f"Large {uuid.uuid4().hex}") for _ in range(2)]
    shown = await bulk.step(await setup.publisher.plan(drafts[0]), keeps_rows=True)
    for each in drafts:
        await each.close()

    plan = await bulk.plan([each.draft.draft_id for each in drafts])
    result = await bulk.run(plan)

    assert [each.difference for each in plan.plans] == [None, None]
    assert await bulk.difference(plan.plans[0]) == shown.difference == difference(Entries(), entries)
    assert (plan.added, plan.changed, plan.removed) == (2 * len(entries), 0, 0)
    assert [report.difference for _, report in result.published] == [None, None]


@pytest.mark.slow
async def test_the_report_of_the_only_one_that_was_left_tells_its_difference(
    setup: PublishingSetup, bulk: BulkPublisher, way: Meddling, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_publisher, "MOST_KEPT", 0)
    many = await many_edited(setup, 2)

    async def refuse_the_second(request: httpx.Request) -> httpx.Response | None:
        is_meant = request.method != "GET" and many.ids[1] in request.url.path
        return httpx.Response(403, json={"message": "no"}, request=request) if is_meant else None

    way.instead = refuse_the_second
    result = await many.publish()
    assert [report.difference for _, report in result.published] == [None]

    way.instead = None
    [run] = await bulk.find_unfinished()
    [(_, report)] = (await resume(bulk, run)).published

    assert report.difference == difference(Entries.of(BEFORE.items()), Entries.of(AFTER.items()))


@pytest.mark.slow
async def test_what_is_locked_does_not_wait_for_the_service(setup: PublishingSetup, bulk: BulkPublisher) -> None:
    many = await many_edited(setup, 2)

    async def check(call: Call) -> None:
        if call.glossary == many.ids[0]:
            raise local_only_refusal("The service")

    setup.client = ApiClient(setup.client.provider, "key", guard=check)
    locked, free = await bulk.drafts(many.drafts)

    wait = await bulk.wait([locked, free])

    assert wait.run is not None
    assert [step.draft_id for step in wait.run.steps] == [free.draft_id]
    assert [(each.draft, each.reason) for each in wait.left_out] == [
        (locked, "This glossary is locked to this computer, so nothing was sent to The service.")
    ]
    assert (await bulk.wait([locked])).run is None
    assert [run.run_id for run in await bulk.find_unfinished()] == [wait.run.run_id]
    await setup.client.aclose()


async def test_only_chosen_runs_that_have_nothing_left_to_send_are_forgotten(
    setup: PublishingSetup, bulk: BulkPublisher
) -> None:
    many = await many_edited(setup, 2)
    for each in await bulk.drafts(many.drafts):
        await bulk.wait([each])
    await setup.client.glossaries.replace(many.ids[0], EN_DE, Entries.of(AFTER.items()))

    await bulk.forget_done(lambda step: step.draft_id == many.drafts[1])
    assert len(await bulk.find_unfinished()) == 2
    await bulk.forget_done()

    [left] = await bulk.find_unfinished()
    assert [step.draft_id for step in left.steps] == [many.drafts[1]]
