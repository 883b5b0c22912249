"""Undoing a published new glossary deletes it on the service and keeps it here as a draft."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import httpx
import pytest

from support.publishing.many_glossaries import AFTER, BEFORE, ManyGlossaries, many_edited
from support.publishing_setup import EN_DE, Meddling, PublishingSetup, busy, client, fail_last_looks
from support.running_service import RunningService
from support.services.garbling_proxy import Garbling, GarblingProxy, Plan
from termdesk.application.glossaries.library.draft_opener import LibraryDrafts
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.bulk_publisher import BulkPublisher
from termdesk.application.glossaries.publishing.run_undo import UndoOutcome
from termdesk.application.stored_failure import decode_failure
from termdesk.client.errors import Reason, Unreachable
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput, StorageFailed
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.publishing.publish_runs import PublishRun, RunState, StepState
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio
# The glossaries of a run that stops at the last one.
COUNT, FAILS_AT = 4, 3


@pytest.fixture
async def setup(records: Records, service: RunningService, way: Meddling) -> AsyncIterator[PublishingSetup]:
    async with client(service.url, service.key, transport=way) as api:
        yield PublishingSetup(records, api, profile=uuid.uuid4().hex)


@pytest.fixture
async def many(setup: PublishingSetup) -> ManyGlossaries:
    return await many_edited(setup, 0, new=3)


def refuse_the(number: int, way: Meddling) -> None:
    """Let the service reject the creation of the glossary with this number, and every write after it."""
    posts = 0

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal posts
        posts += request.method == "POST"
        is_meant = posts >= number and request.method != "GET"
        return httpx.Response(403, json={"message": "no"}, request=request) if is_meant else None

    way.instead = instead


@pytest.mark.slow
async def test_a_new_glossary_is_deleted_and_stays_here_as_a_draft(many: ManyGlossaries, way: Meddling) -> None:
    refuse_the(3, way)
    result = await many.publish()
    assert result.run is not None
    assert await many.held() == [AFTER, AFTER, {}]
    way.instead = None

    undone = await many.bulk.undo(result.run)

    assert [step.state for step in undone.undone] == [StepState.VERIFIED] * 2
    assert await many.held() == [{}, {}, {}]
    drafts = await many.setup.records.journal.drafts(many.setup.profile)
    assert [(each.glossary_id, each.base) for each in drafts] == [(None, None)] * 3
    assert {each.glossary_name for each in drafts} == set(many.names)
    assert (await many.publish()).failure is None
    assert await many.held() == [AFTER] * 3


@pytest.mark.slow
async def test_a_new_glossary_that_others_work_in_is_left_alone(
    many: ManyGlossaries, way: Meddling, other: PublishingSetup
) -> None:
    refuse_the(3, way)
    result = await many.publish()
    assert result.run is not None
    way.instead = None
    first = str(result.run.steps[0].glossary_id)
    await other.client.glossaries.merge(first, EN_DE, Entries.of([("gear", "Zahnrad")]))

    undone = await many.bulk.undo(result.run)

    assert [step.glossary_id for step in undone.left_alone] == [first]
    assert await many.held() == [{**AFTER, "gear": "Zahnrad"}, {}, {}]


@pytest.mark.slow
async def test_a_new_dictionary_goes_and_the_glossary_stays(setup: PublishingSetup, way: Meddling) -> None:
    library = Library(setup, setup.records)
    bulk = BulkPublisher(setup, setup.records, setup.publisher, LibraryDrafts(library))
    dictionary = await setup.published(Entries.of([("a", "b")]), name=uuid.uuid4().hex)
    glossary_id = str(dictionary.draft.glossary_id)
    summary = next(each for each in await library.summaries() if each.key == glossary_id)
    for code in ("fr", "it"):
        added = await library.add_dictionary(summary, LanguagePair("en", code), Entries.of([("a", code)]))
        await library.close(added)

    async def refuse_italian(request: httpx.Request) -> httpx.Response | None:
        is_meant = request.method == "PUT" and '"it"' in (await request.aread()).decode()
        return httpx.Response(403, json={"message": "no"}, request=request) if is_meant else None

    way.instead = refuse_italian
    result = await bulk.run(await bulk.plan(await bulk.find_unpublished()))
    way.instead = None
    assert result.run is not None
    assert len((await setup.client.glossaries.get(glossary_id)).dictionaries) == 2

    assert len((await bulk.undo(result.run)).undone) == 1

    assert [str(each.pair) for each in (await setup.client.glossaries.get(glossary_id)).dictionaries] == [str(EN_DE)]
    assert len(await bulk.find_unpublished()) == 2


@pytest.mark.slow
async def test_undoing_that_fails_can_be_done_again(many: ManyGlossaries, way: Meddling) -> None:
    refuse_the(3, way)
    result = await many.publish()
    assert result.run is not None
    deletions = 0

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal deletions
        deletions += request.method == "DELETE"
        if deletions > 1:
            raise httpx.ConnectError("away", request=request)
        return None

    way.instead = instead
    undone = await many.bulk.undo(result.run)
    assert undone.failure is not None
    assert len(undone.undone) == 1
    [run] = await many.bulk.find_unfinished()
    assert run.state is RunState.UNDOING
    way.instead = None

    again = await many.bulk.undo(run)

    assert again.failure is None
    assert await many.held() == [{}, {}, {}]
    assert await many.bulk.find_unfinished() == []


def lose_a_creation(way: Meddling) -> None:
    """The first creation arrives, but its response and all later calls are lost."""
    is_gone = False

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_gone
        if is_gone:
            raise httpx.ConnectError("away", request=request)
        if request.method == "POST":
            is_gone = True
            await way.pass_on(request)
            raise httpx.ReadError("lost", request=request)
        return None

    way.instead = instead


@pytest.mark.slow
async def test_a_creation_that_nobody_heard_of_is_found_and_undone(many: ManyGlossaries, way: Meddling) -> None:
    lose_a_creation(way)
    result = await many.publish()
    assert result.run is not None
    assert result.run.steps[0].state is StepState.SENT
    way.instead = None
    assert (await many.held())[0] == AFTER

    undone = await many.bulk.undo(result.run)

    assert len(undone.undone) == 1
    assert await many.held() == [{}, {}, {}]
    assert (await many.publish()).failure is None
    assert await many.held() == [AFTER] * 3


async def test_a_creation_is_found_again_after_undoing_was_cut_off(
    many: ManyGlossaries, way: Meddling, records: Records
) -> None:
    lose_a_creation(way)
    run = (await many.publish()).run
    assert run is not None
    way.instead = None
    full = "CREATE TRIGGER full BEFORE UPDATE ON publish_steps BEGIN SELECT RAISE(ABORT, 'full'); END"
    await records._database.run(lambda connection: connection.execute(full))
    assert isinstance((await many.bulk.undo(run)).failure, StorageFailed)
    await records._database.run(lambda connection: connection.execute("DROP TRIGGER full"))

    [left] = await many.bulk.find_unfinished()
    undone = await many.bulk.undo(left)

    assert len(undone.undone) == 1
    assert await many.held() == [{}, {}, {}]


@pytest.mark.slow
async def test_a_creation_that_nobody_heard_of_is_undone_although_its_draft_was_discarded(
    many: ManyGlossaries, way: Meddling
) -> None:
    lose_a_creation(way)
    run = (await many.publish()).run
    assert run is not None
    way.instead = None
    await many.setup.records.journal.discard(many.drafts[0])

    undone = await many.bulk.undo(run)

    assert len(undone.undone) == 1
    assert await many.held() == [{}, {}, {}]


@pytest.mark.slow
async def test_what_undoing_overwrote_is_kept_and_reported(
    records: Records, service: RunningService, other: PublishingSetup
) -> None:
    async with GarblingProxy(service.url) as proxy, client(proxy.url, service.key) as api:
        many = await many_edited(PublishingSetup(records, api, profile=uuid.uuid4().hex), 2)
        proxy.plans = [Plan(Garbling.REFUSED, lambda line: line.startswith("PATCH") and many.ids[1] in line)]
        run = (await many.publish()).run
        assert run is not None
        remote = Entries.of([("gear", "Zahnrad")])
        proxy.meddle("PUT", lambda: other.client.glossaries.merge(many.ids[0], EN_DE, remote))

        undone = await many.bulk.undo(run)

        [(step, lost)] = undone.overwritten
        assert step.glossary_id == many.ids[0]
        assert lost.difference.added == remote.as_dict()
        assert await many.held() == [BEFORE] * 2


def lose_what_follows(way: Meddling, method: str) -> None:
    """Let the next request by this method arrive. Its response and all later calls are lost, as after a crash."""
    is_gone = False

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_gone
        if not is_gone and request.method == method:
            await way.pass_on(request)
            is_gone = True
            raise httpx.ReadError("lost", request=request)
        if is_gone:
            raise httpx.ConnectError("away", request=request)
        return None

    way.instead = instead


@pytest.mark.slow
async def test_edits_stay_edits_if_undoing_is_cut_off_after_its_call(setup: PublishingSetup, way: Meddling) -> None:
    many = await many_edited(setup, 2)
    way.instead = None
    fail_once = many.ids[1]

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        is_meant = request.method == "PATCH" and fail_once in request.url.path
        return httpx.Response(403, json={"message": "no"}, request=request) if is_meant else None

    way.instead = refuse
    run = (await many.publish()).run
    assert run is not None
    lose_what_follows(way, "PUT")
    assert (await many.bulk.undo(run)).failure is not None
    way.instead = None
    assert await many.held() == [BEFORE] * 2

    # The library opens it, which takes over what others changed.
    library = Library(setup, setup.records)
    summary = next(each for each in await library.summaries() if each.key == many.ids[0])
    dictionary = await library.open(summary, EN_DE)
    assert dictionary.entries.as_dict() == AFTER
    await library.close(dictionary)

    [left] = await many.bulk.find_unfinished()
    assert (await many.bulk.undo(left)).failure is None
    assert len(await many.bulk.find_unpublished()) == 2
    assert (await many.publish()).failure is None
    assert await many.held() == [AFTER] * 2


@pytest.mark.slow
async def test_a_new_glossary_stays_as_edits_if_undoing_is_cut_off_after_its_call(
    many: ManyGlossaries, way: Meddling
) -> None:
    refuse_the(3, way)
    run = (await many.publish()).run
    assert run is not None
    lose_what_follows(way, "DELETE")
    assert (await many.bulk.undo(run)).failure is not None
    way.instead = None

    assert await many.held() == [AFTER, {}, {}]
    drafts = {each.glossary_name: each for each in await many.setup.records.journal.drafts(many.setup.profile)}
    assert drafts[many.names[1]].has_changes
    async with many.opened([drafts[many.names[1]].draft_id]) as [dictionary]:
        assert dictionary.entries.as_dict() == AFTER


def fail_every_put(way: Meddling) -> None:
    async def instead(request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(403, json={"message": "no"}, request=request) if request.method == "PUT" else None

    way.instead = instead


def fail_every_last_look(way: Meddling) -> None:
    fail_last_looks(way, busy)


def fail_after_the_first_reading(way: Meddling) -> None:
    readings = 0

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal readings
        readings += request.url.path.endswith("/entries")
        if readings > 1:
            raise httpx.ConnectError("away", request=request)
        return None

    way.instead = instead


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("fail", [fail_every_put, fail_every_last_look, fail_after_the_first_reading])
async def test_nothing_becomes_an_edit_if_undoing_sent_nothing(
    setup: PublishingSetup, way: Meddling, fail: Callable[[Meddling], None]
) -> None:
    many = await many_edited(setup, 2)

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        is_meant = request.method == "PATCH" and many.ids[1] in request.url.path
        return httpx.Response(403, json={"message": "no"}, request=request) if is_meant else None

    way.instead = refuse
    run = (await many.publish()).run
    assert run is not None
    fail(way)
    versions = await setup.records.versions.all(setup.profile, many.ids[0])

    assert (await many.bulk.undo(run)).failure is not None

    # Nobody has read the former version from the service.
    assert await setup.records.versions.all(setup.profile, many.ids[0]) == versions
    way.instead = None
    assert await many.held() == [AFTER, BEFORE]
    assert await many.bulk.find_unpublished() == [many.drafts[1]]
    [left] = await many.bulk.find_unfinished()
    assert (await many.bulk.undo(left)).failure is None
    assert await many.held() == [BEFORE] * 2
    assert len(await many.bulk.find_unpublished()) == 2


# What is said before


@pytest.fixture
async def edited(setup: PublishingSetup) -> ManyGlossaries:
    return await many_edited(setup, COUNT)


def refuse_last(way: Meddling, edited: ManyGlossaries, *, loses_answer: bool = False) -> None:
    """Let the service refuse the last dictionary, or lose every answer about it."""

    async def instead(request: httpx.Request) -> httpx.Response | None:
        if edited.ids[FAILS_AT] not in request.url.path or request.method == "GET":
            return None
        if loses_answer:
            raise httpx.ReadError("gone", request=request)
        body = {"message": "The disk is full."}
        return httpx.Response(400, json=body, headers={"X-Trace-ID": "trace-7"}, request=request)

    way.instead = instead


async def stopped_run(edited: ManyGlossaries, way: Meddling) -> PublishRun:
    refuse_last(way, edited)
    await edited.publish()
    way.instead = None
    [run] = await edited.bulk.find_unfinished()
    return run


@pytest.mark.slow
async def test_a_dictionary_that_others_changed_is_named_before_and_left_after(
    edited: ManyGlossaries, way: Meddling
) -> None:
    run = await stopped_run(edited, way)
    await edited.setup.client.glossaries.merge(edited.ids[1], EN_DE, Entries.of([("gear", "Zahnrad")]))
    changes = len(way.changes)

    preview = await edited.bulk.preview_undo(run)

    expected = [UndoOutcome.AS_BEFORE, UndoOutcome.CHANGED_SINCE, UndoOutcome.AS_BEFORE, UndoOutcome.NOTHING]
    assert [outcome for _, outcome in preview.steps] == expected
    assert [step.glossary_id for step in preview.staying] == [edited.ids[1]]
    assert len(way.changes) == changes
    assert await edited.bulk.find_unfinished() == [run]
    result = await edited.bulk.undo(run)
    assert [step.glossary_id for step in result.left_alone] == [edited.ids[1]]
    assert {step.glossary_id for step in result.undone} == {edited.ids[0], edited.ids[2]}
    assert (await edited.held())[1] == {**AFTER, "gear": "Zahnrad"}


@pytest.mark.slow
async def test_a_dictionary_that_is_gone_or_back_already(edited: ManyGlossaries, way: Meddling) -> None:
    run = await stopped_run(edited, way)
    glossaries = edited.setup.client.glossaries
    await glossaries.delete(edited.ids[0])
    before = run.steps[2].before_hash
    assert before is not None
    await glossaries.replace(edited.ids[2], EN_DE, await edited.setup.records.snapshots.get(before))

    preview = await edited.bulk.preview_undo(run)

    assert [outcome for _, outcome in preview.steps][:3] == [
        UndoOutcome.CHANGED_SINCE,
        UndoOutcome.AS_BEFORE,
        UndoOutcome.AS_BEFORE,
    ]


@pytest.mark.slow
async def test_what_nobody_knows_yet_and_what_was_published_since(edited: ManyGlossaries, way: Meddling) -> None:
    run = await stopped_run(edited, way)
    steps = (replace(run.steps[0], state=StepState.SUPERSEDED), replace(run.steps[3], state=StepState.SENT))

    preview = await edited.bulk.preview_undo(replace(run, steps=(*steps, run.steps[1], run.steps[3])))

    assert [outcome for _, outcome in preview.steps] == [
        UndoOutcome.PUBLISHED_SINCE,
        UndoOutcome.UNKNOWN,
        UndoOutcome.AS_BEFORE,
        UndoOutcome.NOTHING,
    ]
    with pytest.raises(InvalidInput):
        await edited.bulk.preview_undo(replace(run, steps=steps[:1]))


@pytest.mark.slow
async def test_what_an_interrupted_undo_has_done_is_not_said_to_be_unsent(
    edited: ManyGlossaries, way: Meddling
) -> None:
    run = await stopped_run(edited, way)
    first, second, third, *_ = run.steps
    steps = (replace(first, state=StepState.UNDONE), replace(second, state=StepState.LEFT_ALONE), third)

    preview = await edited.bulk.preview_undo(replace(run, state=RunState.UNDOING, steps=steps))

    assert [outcome for _, outcome in preview.steps] == [
        UndoOutcome.UNDONE,
        UndoOutcome.LEFT_ALONE,
        UndoOutcome.AS_BEFORE,
    ]
    assert preview.staying == [steps[1]]


@pytest.mark.slow
async def test_why_it_stopped_is_kept_with_the_run(edited: ManyGlossaries, way: Meddling) -> None:
    run = await stopped_run(edited, way)

    stored = decode_failure(run.stop_reason)
    assert stored is not None
    assert (stored.words, stored.trace_id) == ("The disk is full.", "trace-7")

    waiting = await edited.bulk.wait_again(run, Unreachable("It is away.", reason=Reason.REFUSED))
    assert await edited.bulk.find_unfinished() == [waiting]
    assert (await edited.bulk.wait_again(waiting)).stop_reason == waiting.stop_reason

    async def away(request: httpx.Request) -> httpx.Response | None:
        raise httpx.ConnectError("Nobody listens", request=request)

    way.instead = away
    await edited.bulk.undo(run)
    [undoing] = await edited.bulk.find_unfinished()
    stored = decode_failure(undoing.stop_reason)
    assert undoing.state is RunState.UNDOING
    assert stored is not None
    assert stored.words != "It is away."
