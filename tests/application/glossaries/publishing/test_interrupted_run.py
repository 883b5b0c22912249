"""A publishing of thirty glossaries fails at the seventeenth: it is resumed, undone, or left."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from support.campaign import size
from support.proof.scorecard_plugin import Held
from support.publishing.many_glossaries import AFTER, BEFORE, ManyGlossaries, many_edited
from support.publishing_setup import (
    EN_DE,
    Meddling,
    PublishingSetup,
    add,
    busy,
    client,
    edit,
    fail_last_looks,
    remove,
    resume,
)
from support.running_service import RunningService
from termdesk.application.failures import NotArrived, NotSeen, PartlyPublished
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.dictionary_update import ROUNDS
from termdesk.client.errors import Unavailable, WrongKey
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.publishing.publish_runs import PublishRun, RunState, StepState
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

# Thirty with a failure at the seventeenth in long runs.
COUNT = size(4, 30)
FAILS_AT = size(2, 16)

REFUSALS = (400, 403, 429, 456, 500)
LOST = (httpx.ReadTimeout, httpx.ReadError, httpx.ConnectError)


@pytest.fixture
async def setup(records: Records, service: RunningService, way: Meddling) -> AsyncIterator[PublishingSetup]:
    async with client(service.url, service.key, transport=way) as api:
        yield PublishingSetup(records, api, profile=uuid.uuid4().hex)


@pytest.fixture
async def many(setup: PublishingSetup) -> ManyGlossaries:
    return await many_edited(setup, COUNT)


def is_write(request: httpx.Request, glossary_id: str) -> bool:
    return request.method != "GET" and glossary_id in request.url.path


def fail_at(way: Meddling, many: ManyGlossaries, failure: int | type[httpx.TransportError]) -> None:
    """Let every write to one of the glossaries fail from now on."""

    async def instead(request: httpx.Request) -> httpx.Response | None:
        if not is_write(request, many.ids[FAILS_AT]):
            return None
        await request.aread()
        if isinstance(failure, int):
            return httpx.Response(failure, json={"message": "no"}, request=request)
        raise failure("gone", request=request)

    way.instead = instead


@pytest.mark.scorecard("R22")
@pytest.mark.parametrize("failure", [*REFUSALS, *LOST])
async def test_after_a_failure_exactly_the_rest_is_sent(
    many: ManyGlossaries, way: Meddling, failure: int | type[httpx.TransportError]
) -> None:
    fail_at(way, many, failure)
    result = await many.publish()

    assert result.failure is not None
    assert len(result.published) == FAILS_AT
    assert await many.held() == [AFTER] * FAILS_AT + [BEFORE] * (COUNT - FAILS_AT)
    [run] = await many.bulk.find_unfinished()
    states = [step.state for step in run.steps]
    assert states == [StepState.VERIFIED] * FAILS_AT + [states[FAILS_AT]] + [StepState.PLANNED] * (COUNT - FAILS_AT - 1)
    assert states[FAILS_AT] in (StepState.FAILED, StepState.SENT)

    way.instead = None
    way.requests.clear()
    resumed = await resume(many.bulk, run)

    assert resumed.failure is None
    assert len(way.changes) == COUNT - FAILS_AT, "one call for each dictionary that was not verified"
    assert await many.held() == [AFTER] * COUNT
    assert await many.bulk.find_unfinished() == []


@pytest.mark.scorecard("R22")
@pytest.mark.parametrize("failure", [403, 500, httpx.ReadError])
async def test_what_was_done_is_undone_from_what_the_service_had_before(
    many: ManyGlossaries, way: Meddling, failure: int | type[httpx.TransportError]
) -> None:
    fail_at(way, many, failure)
    await many.publish()
    [run] = await many.bulk.find_unfinished()
    way.instead = None

    result = await many.bulk.undo(run)

    assert result.failure is None
    assert {step.glossary_id for step in result.undone} == set(many.ids[:FAILS_AT])
    assert await many.held() == [BEFORE] * COUNT
    assert await many.bulk.find_unfinished() == []
    # The edits are drafts again, and can be published again.
    assert len(await many.bulk.find_unpublished()) == COUNT
    assert (await many.publish()).failure is None
    assert await many.held() == [AFTER] * COUNT


@pytest.mark.slow
async def test_what_others_changed_since_is_left_alone_and_said(
    many: ManyGlossaries, way: Meddling, other: PublishingSetup
) -> None:
    fail_at(way, many, 403)
    await many.publish()
    [run] = await many.bulk.find_unfinished()
    way.instead = None
    await other.client.glossaries.merge(many.ids[1], EN_DE, Entries.of([("gear", "Zahnrad")]))

    result = await many.bulk.undo(run)

    assert [step.glossary_id for step in result.left_alone] == [many.ids[1]]
    held = await many.held()
    assert held[1] == {**AFTER, "gear": "Zahnrad"}
    assert held[:1] + held[2:] == [BEFORE] * (COUNT - 1)


@pytest.mark.slow
async def test_a_part_that_others_left_is_told_and_the_rest_can_be_decided_on(
    many: ManyGlossaries, way: Meddling, other: PublishingSetup
) -> None:
    async def overtake(request: httpx.Request) -> httpx.Response | None:
        if not is_write(request, many.ids[FAILS_AT]):
            return None
        way.instead = None
        response = await way.pass_on(request)
        await other.client.glossaries.merge(many.ids[FAILS_AT], EN_DE, Entries.of([("bolt", "Stift")]))
        return response

    way.instead = overtake
    result = await many.publish()

    assert isinstance(result.failure, PartlyPublished)
    assert (result.failure.local, result.failure.others) == (("washer",), ("bolt",))
    [run] = await many.bulk.find_unfinished()
    assert run.steps[FAILS_AT].state is StepState.PARTLY
    plan = await many.bulk.plan_rest(run)
    # Both versions are shown before anything more is sent.
    assert not plan.is_as_shown
    async with many.opened([plan.plans[0].draft.draft_id]) as [dictionary]:
        assert [each.source for each in (await many.setup.publisher.plan(dictionary)).conflicts] == ["bolt"]
    undone = await many.bulk.undo(plan.run or run)
    assert [step.glossary_id for step in undone.left_alone] == [many.ids[FAILS_AT]]
    held = await many.held()
    assert held.pop(FAILS_AT) == {**AFTER, "bolt": "Stift"}
    assert held == [BEFORE] * (COUNT - 1)


@pytest.mark.slow
async def test_a_part_of_a_call_without_an_answer_is_not_taken_for_nothing(
    many: ManyGlossaries, way: Meddling, other: PublishingSetup
) -> None:
    is_gone = False

    async def lose(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_gone
        if is_write(request, many.ids[FAILS_AT]) and not is_gone:
            # The last look before the request is complete gets through.
            await way.pass_on(request)
            is_gone = True
        if is_gone:
            raise httpx.ReadError("gone", request=request)
        return None

    way.instead = lose
    await many.publish()
    way.instead = None
    [run] = await many.bulk.find_unfinished()
    assert run.steps[FAILS_AT].state is StepState.SENT
    await other.client.glossaries.merge(many.ids[FAILS_AT], EN_DE, Entries.of([("bolt", "Stift")]))

    undone = await many.bulk.undo(run)

    assert [step.glossary_id for step in undone.left_alone] == [many.ids[FAILS_AT]]
    assert (await many.held())[FAILS_AT] == {**AFTER, "bolt": "Stift"}


@pytest.mark.slow
async def test_what_is_left_stays_as_drafts(many: ManyGlossaries, way: Meddling) -> None:
    fail_at(way, many, 403)
    await many.publish()
    [run] = await many.bulk.find_unfinished()
    way.instead = None

    await many.bulk.leave(run)

    assert await many.bulk.find_unfinished() == []
    assert await many.held() == [AFTER] * FAILS_AT + [BEFORE] * (COUNT - FAILS_AT)
    assert await many.bulk.find_unpublished() == many.drafts[FAILS_AT:]


@pytest.mark.scorecard("R40")
async def test_a_key_that_is_revoked_midway_ends_in_a_wait_after_one_call(many: ManyGlossaries, way: Meddling) -> None:
    revoked = 0

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal revoked
        if not revoked and not is_write(request, many.ids[FAILS_AT]):
            return None
        revoked += 1
        return httpx.Response(401, json={"message": "no"}, request=request)

    way.instead = instead
    result = await many.publish()

    assert isinstance(result.failure, WrongKey)
    assert revoked <= 2, "the call that was refused, and at most one more"
    [run] = await many.bulk.find_unfinished()
    assert run.state is RunState.WAITING
    way.instead = None
    assert (await resume(many.bulk, run)).failure is None
    assert await many.held() == [AFTER] * COUNT


@pytest.mark.slow
async def test_a_service_that_is_away_before_the_first_step_leaves_a_publishing_that_waits(
    many: ManyGlossaries, way: Meddling
) -> None:
    bulk = many.bulk

    async def instead(request: httpx.Request) -> httpx.Response | None:
        raise httpx.ConnectError("away", request=request)

    plan = await bulk.plan(many.drafts)
    way.instead = instead
    result = await bulk.run(plan)

    assert result.run is not None
    assert result.run.state is RunState.WAITING
    way.instead = None
    assert (await resume(many.bulk, result.run)).failure is None
    assert await many.held() == [AFTER] * COUNT


@pytest.mark.scorecard("R31")
async def test_a_hundred_dictionaries_wait_for_a_busy_service_and_none_is_lost(
    setup: PublishingSetup, way: Meddling, held: Held
) -> None:
    count = size(10, 100)
    many = await many_edited(setup, count)
    plan = await many.bulk.plan(many.drafts)
    refused = 0

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal refused
        refused += 1
        return busy(request)

    way.instead = instead
    run = (await many.bulk.run(plan)).run
    assert run is not None
    # The window tries again every five seconds at most, so these are all attempts of a minute.
    for _ in range(12):
        [run] = await many.bulk.find_unfinished()
        assert run.state is RunState.WAITING
        with pytest.raises(Unavailable):
            await resume(many.bulk, run)
    way.instead = None
    way.requests.clear()
    result = await resume(many.bulk, run)

    assert refused <= 130
    assert (result.failure, len(result.published)) == (None, count)
    assert await many.held() == [AFTER] * count
    assert way.changes == ["PATCH"] * count
    held(f"{refused} requests of {count} dictionaries in the first minute")


@pytest.mark.slow
async def test_a_publishing_whose_changes_a_busy_service_refused_waits(many: ManyGlossaries, way: Meddling) -> None:
    """The service can be read, but responds to every change that it is busy."""

    async def instead(request: httpx.Request) -> httpx.Response | None:
        if request.method == "GET":
            return None
        await request.aread()
        return httpx.Response(503, headers={"Retry-After": "0", "X-Trace-ID": "t503"}, request=request)

    way.instead = instead
    result = await many.publish()

    assert isinstance(result.failure, NotArrived)
    assert result.failure.trace_id == "t503"
    assert "t503" in result.failure.remedy
    [run] = await many.bulk.find_unfinished()
    assert run.state is RunState.WAITING
    way.instead = None
    assert (await resume(many.bulk, run)).failure is None
    assert await many.held() == [AFTER] * COUNT


@pytest.mark.slow
async def test_a_publishing_whose_last_look_failed_waits(many: ManyGlossaries, way: Meddling) -> None:
    begun = fail_last_looks(way, busy)
    result = await many.publish()

    assert isinstance(result.failure, NotSeen)
    assert begun == ["PATCH"] * ROUNDS
    assert await many.held() == [BEFORE] * COUNT
    [run] = await many.bulk.find_unfinished()
    assert run.state is RunState.WAITING
    assert [step.state for step in run.steps] == [StepState.FAILED] + [StepState.PLANNED] * (COUNT - 1)
    way.instead = None
    assert (await resume(many.bulk, run)).failure is None
    assert await many.held() == [AFTER] * COUNT


@pytest.mark.slow
async def test_a_plan_that_changed_since_is_not_sent_unseen(
    many: ManyGlossaries, way: Meddling, other: PublishingSetup
) -> None:
    fail_at(way, many, 403)
    await many.publish()
    [run] = await many.bulk.find_unfinished()
    way.instead = None
    await other.client.glossaries.merge(many.ids[-1], EN_DE, Entries.of([("gear", "Zahnrad")]))
    way.requests.clear()

    plan = await many.bulk.plan_rest(run)

    assert not plan.is_as_shown
    assert [each.needs_merge for each in plan.plans] == [False] * (COUNT - FAILS_AT - 1) + [True]
    assert way.changes == []


@pytest.mark.slow
async def test_a_step_whose_draft_is_gone_does_not_keep_the_rest_from_being_resumed(
    many: ManyGlossaries, way: Meddling
) -> None:
    fail_at(way, many, 403)
    await many.publish()
    [run] = await many.bulk.find_unfinished()
    way.instead = None
    await many.setup.records.journal.discard(many.drafts[FAILS_AT])

    resumed = await resume(many.bulk, run)

    assert resumed.failure is None
    assert await many.held() == [AFTER] * FAILS_AT + [BEFORE] + [AFTER] * (COUNT - FAILS_AT - 1)
    assert await many.bulk.find_unfinished() == []


def lose_the_answer(way: Meddling, many: ManyGlossaries) -> None:
    """A write to one of the glossaries arrives, but its response and all later readings are lost."""
    is_gone = False

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_gone
        if is_gone:
            raise httpx.ConnectError("away", request=request)
        if is_write(request, many.ids[FAILS_AT]):
            # The last look before the request is complete gets through.
            await way.pass_on(request)
            is_gone = True
            raise httpx.ReadError("lost", request=request)
        return None

    way.instead = instead


@pytest.mark.slow
async def test_calls_that_got_through_unheard_are_found_by_reading(many: ManyGlossaries, way: Meddling) -> None:
    """Only the next reading of the service shows that they succeeded."""
    lose_the_answer(way, many)
    result = await many.publish()

    assert result.run is not None
    assert result.run.steps[FAILS_AT].state is StepState.SENT
    assert len(await many.setup.records.publish_jobs.unclear(many.setup.profile)) == 1
    way.instead = None
    way.requests.clear()
    assert (await resume(many.bulk, result.run)).failure is None
    assert len(way.changes) == COUNT - FAILS_AT - 1, "what had arrived is not sent again"
    assert await many.held() == [AFTER] * COUNT
    assert set((await many.setup.records.publish_jobs.last_states(many.setup.profile)).values()) == {JobState.VERIFIED}


@pytest.mark.slow
async def test_what_an_earlier_attempt_wrote_is_undone_although_the_next_one_failed(
    many: ManyGlossaries, way: Meddling
) -> None:
    lose_the_answer(way, many)
    run = (await many.publish()).run
    assert run is not None
    way.instead = None
    async with many.opened([many.drafts[FAILS_AT]]) as [dictionary]:
        add(dictionary, "nail", "Nagel")
    plan = await many.bulk.plan_rest(run)
    fail_at(way, many, 403)
    again = (await many.bulk.run(plan)).run
    assert again is not None
    assert again.steps[FAILS_AT].state is StepState.FAILED
    way.instead = None

    undone = await many.bulk.undo(again)

    assert {step.glossary_id for step in undone.undone} == set(many.ids[: FAILS_AT + 1])
    assert await many.held() == [BEFORE] * COUNT


@pytest.mark.slow
async def test_what_was_written_is_undone_although_the_user_went_on_without_it(
    many: ManyGlossaries, way: Meddling
) -> None:
    lose_the_answer(way, many)
    run = (await many.publish()).run
    assert run is not None
    way.instead = None
    async with many.opened([many.drafts[FAILS_AT]]) as [dictionary]:
        add(dictionary, "nail", "Nagel")
    plan = await many.bulk.plan_rest(run)
    way.instead = _refuse_writes
    again = (await many.bulk.run(replace(plan, plans=plan.plans[1:]))).run
    assert again is not None
    assert await many.held() == [AFTER] * (FAILS_AT + 1) + [BEFORE] * (COUNT - FAILS_AT - 1)
    way.instead = None

    undone = await many.bulk.undo(again)

    assert {step.glossary_id for step in undone.undone} == set(many.ids[: FAILS_AT + 1])
    assert await many.held() == [BEFORE] * COUNT


async def _refuse_writes(request: httpx.Request) -> httpx.Response | None:
    return None if request.method == "GET" else httpx.Response(403, json={"message": "no"}, request=request)


@pytest.mark.slow
async def test_what_was_stored_otherwise_than_sent_is_undone_although_the_next_call_failed(
    many: ManyGlossaries, way: Meddling, other: PublishingSetup
) -> None:
    """The service adds new phrases and keeps old targets. The call that would replace those is rejected.

    Only this glossary is published, because the service would take new targets of the others.
    """

    async def instead(request: httpx.Request) -> httpx.Response | None:
        if not is_write(request, many.ids[FAILS_AT]):
            return None
        if request.method != "PATCH":
            return httpx.Response(403, json={"message": "no"}, request=request)
        await other.client.glossaries.merge(many.ids[FAILS_AT], EN_DE, Entries.of([("washer", "Scheibe")]))
        found = await other.client.glossaries.get(many.ids[FAILS_AT])
        return httpx.Response(200, json={"glossary_id": found.glossary_id}, request=request)

    way.instead = instead
    run = (await many.bulk.run(await many.bulk.plan([many.drafts[FAILS_AT]]))).run
    assert run is not None
    assert (await many.held())[FAILS_AT] == BEFORE | {"washer": "Scheibe"}
    way.instead = None

    await many.bulk.undo(run)

    assert await many.held() == [BEFORE] * COUNT


async def lose_second(many: ManyGlossaries, way: Meddling, *, arrives: bool = True) -> PublishRun:
    """Publish: the second glossary is written if it `arrives`, but then the service is away.

    Returns the interrupted run.
    """
    is_gone = False

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_gone
        if is_gone:
            raise httpx.ConnectError("away", request=request)
        if is_write(request, many.ids[1]):
            if arrives:
                await way.pass_on(request)
            is_gone = True
            raise httpx.ReadError("lost", request=request)
        return None

    way.instead = instead
    run = (await many.publish()).run
    way.instead = None
    assert run is not None
    assert [step.state for step in run.steps[:2]] == [StepState.VERIFIED, StepState.SENT]
    return run


@pytest.mark.slow
async def test_undoing_does_not_take_back_what_a_later_run_published(many: ManyGlossaries, way: Meddling) -> None:
    await lose_second(many, way)
    async with many.opened([many.drafts[1]]) as [dictionary]:
        edit(dictionary, "nut", "Muttern")
    later = await many.bulk.run(await many.bulk.plan([many.drafts[1]]))
    assert later.failure is None

    [run] = await many.bulk.find_unfinished()
    assert [step.state for step in run.steps[:2]] == [StepState.VERIFIED, StepState.SUPERSEDED]
    assert not run.is_superseded, "the others are still to be sent"
    result = await many.bulk.undo(run)

    assert [step.glossary_id for step in result.undone] == [many.ids[0]]
    held = await many.held()
    assert held == [BEFORE, {**AFTER, "nut": "Muttern"}, *[BEFORE] * (COUNT - 2)]


@pytest.mark.slow
async def test_a_run_that_later_ones_completed_is_neither_undone_nor_resumed(
    many: ManyGlossaries, way: Meddling
) -> None:
    await lose_second(many, way)
    async with many.opened([many.drafts[1]]) as [dictionary]:
        edit(dictionary, "nut", "Muttern")
    assert (await many.publish()).failure is None
    published = await many.held()

    [run] = await many.bulk.find_unfinished()
    assert run.is_superseded
    for way_out in (many.bulk.undo, many.bulk.plan_rest):
        with pytest.raises(InvalidInput):
            await way_out(run)
    assert await many.held() == published
    await many.bulk.leave(run)
    assert await many.bulk.find_unfinished() == []


async def forget_later_runs(many: ManyGlossaries, before: PublishRun) -> PublishRun:
    """Leave a run as an older version of the program did, which did not mark what later ones published."""
    for step in before.pending:
        await many.setup.records.publish_runs.mark_step(before.run_id, step, step.state)
    [run] = await many.bulk.find_unfinished()
    assert run.steps == before.steps
    return run


@pytest.mark.slow
@pytest.mark.parametrize("is_undone", [True, False])
async def test_what_a_later_run_published_is_recognized_although_an_older_version_did_not_mark_it(
    many: ManyGlossaries, way: Meddling, is_undone: bool
) -> None:
    before = await lose_second(many, way)
    async with many.opened([many.drafts[1]]) as [dictionary]:
        edit(dictionary, "nut", "Muttern")
    assert (await many.publish()).failure is None
    published = await many.held()
    run = await forget_later_runs(many, before)

    if is_undone:
        result = await many.bulk.undo(run)
        assert [step.glossary_id for step in result.undone] == [many.ids[0]]
        assert [step.glossary_id for step in result.superseded] == [many.ids[1]]
        published[0] = BEFORE
    else:
        rest = await many.bulk.plan_rest(run)
        assert rest.run is not None
        assert rest.run.steps[1].state is StepState.SUPERSEDED
        assert (await many.bulk.run(rest)).failure is None
    assert await many.held() == published
    assert await many.bulk.find_unfinished() == []


@pytest.mark.slow
@pytest.mark.parametrize("arrives", [True, False])
async def test_undoing_reverts_what_was_sent_although_its_draft_was_discarded(
    many: ManyGlossaries, way: Meddling, arrives: bool
) -> None:
    run = await lose_second(many, way, arrives=arrives)
    await many.setup.records.journal.discard(many.drafts[1])
    [run] = await many.bulk.find_unfinished()

    result = await many.bulk.undo(run)

    assert {step.glossary_id for step in result.undone} == set(many.ids[:2])
    assert await many.held() == [BEFORE] * COUNT


@pytest.mark.slow
async def test_edits_that_were_taken_back_after_they_had_arrived_are_published(
    many: ManyGlossaries, way: Meddling
) -> None:
    await lose_second(many, way)
    async with many.opened([many.drafts[1]]) as [dictionary]:
        edit(dictionary, "bolt", BEFORE["bolt"])
        remove(dictionary, "washer")
    assert (await many.held())[1] == AFTER

    drafts = await many.bulk.find_edited([many.drafts[1]])
    plan = await many.bulk.plan([each.draft_id for each in drafts])

    assert [(each.changed, each.removed) for each in plan.going] == [(1, 1)]
    assert (await many.bulk.run(plan)).failure is None
    assert (await many.held())[1] == BEFORE


@pytest.mark.slow
async def test_undoing_leaves_exactly_the_same_change_of_a_later_run(many: ManyGlossaries, way: Meddling) -> None:
    before = await lose_second(many, way, arrives=False)
    assert (await many.bulk.run(await many.bulk.plan([many.drafts[1]]))).failure is None
    # As if the program had been killed before it marked that.
    run = await forget_later_runs(many, before)

    result = await many.bulk.undo(run)

    assert [step.glossary_id for step in result.superseded] == [many.ids[1]]
    assert await many.held() == [BEFORE, AFTER, *[BEFORE] * (COUNT - 2)]


@pytest.mark.slow
async def test_undoing_leaves_what_a_later_run_published_again_after_it_was_taken_back(
    many: ManyGlossaries, way: Meddling, other: PublishingSetup
) -> None:
    await lose_second(many, way)
    await other.client.glossaries.replace(many.ids[0], EN_DE, Entries.of(BEFORE.items()))
    library = Library(many.setup, many.setup.records)
    summary = next(each for each in await library.summaries() if each.key == many.ids[0])
    dictionary = await library.open(summary, EN_DE)
    edit(dictionary, "bolt", "Bolzen")
    add(dictionary, "washer", "Scheibe")
    draft_id = dictionary.draft.draft_id
    await library.close(dictionary)
    later = await many.bulk.run(await many.bulk.plan([draft_id]))
    assert later.failure is None
    [run] = await many.bulk.find_unfinished()

    result = await many.bulk.undo(run)

    assert [step.glossary_id for step in result.superseded] == [many.ids[0]]
    assert await many.held() == [AFTER, *[BEFORE] * (COUNT - 1)]


@pytest.mark.slow
async def test_what_is_held_back_stays_unfinished(many: ManyGlossaries, way: Meddling) -> None:
    fail_at(way, many, 403)
    await many.publish()
    [run] = await many.bulk.find_unfinished()
    way.instead = None
    rest = await many.bulk.plan_rest(run)
    held = run.pending[0]
    plans = tuple(each for each in rest.plans if each.draft.draft_id != held.draft_id)

    result = await many.bulk.run(replace(rest, plans=plans, held=(held,)))

    assert result.failure is None
    [left] = await many.bulk.find_unfinished()
    assert [step.draft_id for step in left.pending] == [held.draft_id]
    assert len(left.verified) == COUNT - 1
    assert await many.held() == [BEFORE if number == FAILS_AT else AFTER for number in range(COUNT)]
