"""Publishing into an existing glossary: changes by others survive, and reading back decides about success."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from support.publishing_setup import (
    EN_DE,
    ENTRIES,
    Meddling,
    PublishingSetup,
    add,
    assert_settled,
    edit,
    publish,
    remove,
)
from termdesk.application.failures import ChangedOnService, NotArrived, NotVerified, OutOfDate, PartlyPublished
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.client.errors import WrongKey
from termdesk.domain.entries.entries import Entries
from termdesk.domain.merging.difference import Difference, Method
from termdesk.storage.publish_jobs import MERGE_KEEPS_TARGETS

pytestmark = pytest.mark.anyio


@pytest.mark.scorecard("R17")
async def test_additions_and_changes_are_merged_and_touch_nothing_else(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    way.requests.clear()
    edit(dictionary, "tree", "Gehölz")
    add(dictionary, "river", "Fluss")

    report = await publish(setup, dictionary)

    assert report.method is Method.MERGE
    assert report.difference is not None
    assert (report.difference.added, report.difference.changed) == ({"river": "Fluss"}, {"tree": ("Baum", "Gehölz")})
    assert way.changes == ["PATCH"]
    await assert_settled(setup, dictionary)


@pytest.mark.slow
async def test_a_removal_replaces_the_dictionary_and_deletes_nothing_first(
    setup: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    way.requests.clear()
    remove(dictionary, "tree")

    report = await publish(setup, dictionary)

    assert report.method is Method.REPLACE
    assert way.changes == ["PUT"]
    assert report.open_milliseconds > 0
    await assert_settled(setup, dictionary)


@pytest.mark.slow
async def test_a_second_dictionary_joins_its_glossary(setup: PublishingSetup) -> None:
    first = await setup.published(ENTRIES)
    record = await setup.records.journal.open_draft(
        profile="local",
        glossary_key=first.draft.glossary_key,
        glossary_id=first.draft.glossary_id,
        glossary_name="Terms",
        pair=EN_DE.reverse,
        entries=Entries.of([("Haus", "house")]),
        is_on_service=False,
    )
    second = await OpenDictionary.open(setup.records.journal, record)

    report = await publish(setup, second)

    glossary = await setup.client.glossaries.get(str(first.draft.glossary_id))
    assert report.method is Method.REPLACE
    assert {each.pair: each.entry_count for each in glossary.dictionaries} == {EN_DE: 4, EN_DE.reverse: 1}
    assert second.is_published


@pytest.mark.scorecard("R18")
async def test_what_others_write_between_looking_and_merging_survives(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    glossary_id = str(dictionary.draft.glossary_id)
    edit(dictionary, "tree", "Gehölz")

    async def meddle(request: httpx.Request) -> None:
        if request.method == "PATCH":
            way.before = None
            await other.client.glossaries.merge(glossary_id, EN_DE, Entries.of([("sea", "Meer"), ("house", "Heim")]))

    way.before = meddle
    report = await publish(setup, dictionary)

    assert report.others_changed
    assert await setup.held(dictionary) == ENTRIES.as_dict() | {"tree": "Gehölz", "sea": "Meer", "house": "Heim"}
    plan = await setup.publisher.plan(dictionary)
    assert plan.incoming.added == {"sea": "Meer"}
    assert not plan.conflicts
    dictionary.apply(plan.incoming_change())
    await setup.publisher.accept(plan)
    await assert_settled(setup, dictionary)


@pytest.mark.scorecard("R18")
async def test_what_others_wrote_before_a_replacement_stays_and_what_was_there_is_kept(
    setup: PublishingSetup, other: PublishingSetup
) -> None:
    dictionary = await setup.published(ENTRIES)
    remove(dictionary, "house")
    plan = await setup.publisher.plan(dictionary)
    # Between the plan and the call. The last reading before the write detects it.
    await other.client.glossaries.merge(str(dictionary.draft.glossary_id), EN_DE, Entries.of([("sea", "Meer")]))

    report = await setup.publisher.publish(plan)

    assert report.others_changed
    expected = ENTRIES.as_dict() | {"sea": "Meer"}
    del expected["house"]
    assert await setup.held(dictionary) == expected
    query = "SELECT before_hash FROM publish_jobs WHERE draft_id = ?"
    (before_hash,) = await setup.records.publish_jobs._database.run(
        lambda connection: connection.execute(query, (dictionary.draft.draft_id,)).fetchone()
    )
    assert (await setup.records.snapshots.get(before_hash)).as_dict() == ENTRIES.as_dict() | {"sea": "Meer"}


@pytest.mark.scorecard("R16")
async def test_a_conflict_between_looking_and_writing_stops_it(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    way.requests.clear()
    glossary_id = str(dictionary.draft.glossary_id)
    edit(dictionary, "tree", "Gehölz")
    plan = await setup.publisher.plan(dictionary)
    await other.client.glossaries.merge(glossary_id, EN_DE, Entries.of([("tree", "Forst")]))

    with pytest.raises(ChangedOnService):
        await setup.publisher.publish(plan)

    assert way.changes == []
    assert (await setup.held(dictionary))["tree"] == "Forst"
    assert [each.source for each in (await setup.publisher.plan(dictionary)).conflicts] == ["tree"]


@pytest.mark.scorecard("R16")
async def test_a_call_that_others_overtook_tells_which_part_is_published(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    overtake(setup, other, dictionary, way, ("tree", "Forst"))
    edit(dictionary, "tree", "Gehölz")
    add(dictionary, "river", "Fluss")

    with pytest.raises(PartlyPublished, match=r"one of your 2 changes.*“tree”") as raised:
        await publish(setup, dictionary)

    assert (raised.value.local, raised.value.others) == (("river",), ("tree",))
    assert await setup.held(dictionary) == ENTRIES.as_dict() | {"tree": "Forst", "river": "Fluss"}
    plan = await setup.publisher.plan(dictionary)
    assert [(each.local, each.remote) for each in plan.conflicts] == [("Gehölz", "Forst")]
    assert plan.difference == Difference({}, {"tree": ("Forst", "Gehölz")}, {})


@pytest.mark.slow
async def test_what_is_stored_before_others_overtake_it_can_be_undone_with_the_rest(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    """The response is lost, and the service has less than half of our changes. So they are sent once more."""
    dictionary = await setup.published(ENTRIES)
    overtake(setup, other, dictionary, way, ("tree", "Baum"), ("house", "Haus"), loses_response=True)
    edit(dictionary, "tree", "Gehölz")
    edit(dictionary, "house", "Heim")
    add(dictionary, "river", "Fluss")

    report = await publish(setup, dictionary)

    assert await setup.held(dictionary) == ENTRIES.as_dict() | {"tree": "Gehölz", "house": "Heim", "river": "Fluss"}
    assert report.written is not None
    assert report.written.before_hash is not None
    assert (await setup.records.snapshots.get(report.written.before_hash)).as_dict() == ENTRIES.as_dict()


@pytest.mark.scorecard("R16")
@pytest.mark.parametrize("loses_response", [False, True])
async def test_what_others_take_back_at_once_is_their_change_and_not_sent_again(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling, loses_response: bool
) -> None:
    """At least half of the changes are there, so the call was carried out."""
    dictionary = await take_new_target(setup)
    overtake(setup, other, dictionary, way, ("tree", "Baum"), loses_response=loses_response)
    edit(dictionary, "tree", "Gehölz")
    add(dictionary, "river", "Fluss")
    way.requests.clear()

    report = await publish(setup, dictionary)

    assert report.others_changed
    assert way.changes == ["PATCH"]
    assert await setup.held(dictionary) == ENTRIES.as_dict() | {"house": "Heim", "river": "Fluss"}
    plan = await setup.publisher.plan(dictionary)
    assert plan.incoming == Difference({}, {"tree": ("Gehölz", "Baum")}, {})
    assert plan.difference.is_empty


@pytest.mark.scorecard("R16")
@pytest.mark.parametrize("loses_response", [False, True])
async def test_all_changes_that_others_take_back_at_once_are_their_change_if_a_reading_showed_ours(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling, loses_response: bool
) -> None:
    dictionary = await setup.published(ENTRIES)
    overtake(setup, other, dictionary, way, ("tree", "Baum"), loses_response=loses_response, is_seen=True)
    edit(dictionary, "tree", "Gehölz")
    way.requests.clear()

    report = await publish(setup, dictionary)

    assert report.others_changed
    assert way.changes == ["PATCH"]
    assert await setup.held(dictionary) == ENTRIES.as_dict()
    assert (await setup.publisher.plan(dictionary)).incoming.changed == {"tree": ("Gehölz", "Baum")}


@pytest.mark.scorecard("R16")
async def test_a_change_that_nobody_saw_before_others_took_it_back_is_not_sent_again_unasked(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await take_new_target(setup)
    before = await setup.held(dictionary)
    overtake(setup, other, dictionary, way, ("tree", "Baum"))
    edit(dictionary, "tree", "Gehölz")
    way.requests.clear()

    with pytest.raises(NotVerified, match="they were taken back elsewhere"):
        await publish(setup, dictionary)

    assert way.changes == ["PATCH"]
    assert await setup.held(dictionary) == before
    assert (await setup.publisher.plan(dictionary)).difference.changed == {"tree": ("Baum", "Gehölz")}


async def take_new_target(setup: PublishingSetup) -> OpenDictionary:
    """Return a dictionary whose service has taken a new target when merging, so it does not keep old ones."""
    dictionary = await setup.published(ENTRIES)
    edit(dictionary, "house", "Heim")
    await publish(setup, dictionary)
    return dictionary


def overtake(
    setup: PublishingSetup,
    other: PublishingSetup,
    dictionary: OpenDictionary,
    way: Meddling,
    *entries: tuple[str, str],
    loses_response: bool = False,
    is_seen: bool = False,
) -> None:
    """Let others write entries once, between our request and its response, which may be lost.

    `is_seen`: a reading shows what our request stored before others write. Otherwise only the last reading before it
    succeeds.
    """
    readings = 0
    stored, shown = asyncio.Event(), asyncio.Event()

    async def read(request: httpx.Request) -> httpx.Response | None:
        nonlocal readings
        readings += 1
        if readings == 1:
            return None
        if not is_seen:
            return httpx.Response(403, request=request)
        await stored.wait()
        response = await way.pass_on(request)
        shown.set()
        return response

    async def pass_and_write(request: httpx.Request) -> httpx.Response | None:
        if request.method not in ("PUT", "PATCH"):
            return None
        way.instead = read
        response = await way.pass_on(request)
        stored.set()
        if is_seen:
            await asyncio.wait_for(shown.wait(), 10)
        await other.client.glossaries.merge(str(dictionary.draft.glossary_id), EN_DE, Entries.of(entries))
        way.instead = None
        if loses_response:
            raise httpx.ReadError("lost", request=request)
        return response

    way.instead = pass_and_write


def keep_old_targets(way: Meddling, other: PublishingSetup, dictionary: OpenDictionary) -> None:
    """Let the service keep the targets of phrases that it has when entries are merged."""

    async def drop_known_phrases(request: httpx.Request) -> httpx.Response | None:
        if request.method != "PATCH":
            return None
        body = json.loads(await request.aread())
        held = await other.held(dictionary)
        lines = [line for line in body["dictionaries"][0]["entries"].splitlines() if line.split("\t")[0] not in held]
        if lines:
            new = Entries.of([(line.split("\t")[0], line.split("\t")[1]) for line in lines])
            await other.client.glossaries.merge(str(dictionary.draft.glossary_id), EN_DE, new)
        return httpx.Response(200, content=b"")

    way.instead = drop_known_phrases


@pytest.mark.slow
async def test_a_service_that_keeps_old_targets_is_noticed_and_remembered(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    keep_old_targets(way, other, dictionary)
    way.requests.clear()
    edit(dictionary, "tree", "Gehölz")
    add(dictionary, "river", "Fluss")
    report = await publish(setup, dictionary)

    assert way.changes == ["PATCH", "PUT"]
    assert report.method is Method.REPLACE
    assert await setup.records.publish_jobs.has_learned("local", MERGE_KEEPS_TARGETS)
    await assert_settled(setup, dictionary)

    way.requests.clear()
    edit(dictionary, "house", "Heim")
    await publish(setup, dictionary)
    assert way.changes == ["PUT"]
    way.requests.clear()
    add(dictionary, "lake", "See")
    await publish(setup, dictionary)
    assert way.changes == ["PATCH"]


@pytest.mark.slow
async def test_a_first_changed_target_that_was_taken_back_unseen_is_not_sent_again_unasked(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    overtake(setup, other, dictionary, way, ("tree", "Baum"))
    edit(dictionary, "tree", "Gehölz")
    way.requests.clear()

    with pytest.raises(NotVerified, match="they were taken back elsewhere"):
        await publish(setup, dictionary)

    assert way.changes == ["PATCH"]
    assert await setup.held(dictionary) == ENTRIES.as_dict()
    plan = await setup.publisher.plan(dictionary)
    assert plan.difference.changed == {"tree": ("Baum", "Gehölz")}, "it is shown first"
    await setup.publisher.publish(plan)
    assert not await setup.records.publish_jobs.has_learned("local", MERGE_KEEPS_TARGETS)
    await assert_settled(setup, dictionary)


async def test_a_service_that_keeps_old_targets_is_sure_at_the_second_time_if_nothing_is_new(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    keep_old_targets(way, other, dictionary)
    edit(dictionary, "tree", "Gehölz")
    with pytest.raises(NotVerified):
        await publish(setup, dictionary)
    way.requests.clear()

    await publish(setup, dictionary)

    assert way.changes == ["PATCH", "PUT"]
    assert await setup.records.publish_jobs.has_learned("local", MERGE_KEEPS_TARGETS)
    await assert_settled(setup, dictionary)


@pytest.mark.slow
async def test_a_service_that_says_yes_and_does_nothing_is_told(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    way.requests.clear()

    async def say_yes(request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(200, content=b"") if request.method in ("PUT", "PATCH") else None

    way.instead = say_yes
    remove(dictionary, "tree")

    with pytest.raises(NotVerified):
        await publish(setup, dictionary)

    assert way.changes == ["PUT"], "others may have taken it back, so it is not sent again unasked"
    assert dictionary.is_published
    assert (await setup.publisher.plan(dictionary)).difference.removed == {"tree": "Baum"}


@pytest.mark.slow
@pytest.mark.parametrize("has_answer", [False, True], ids=["connection broken", "error"])
async def test_a_change_that_never_arrives_is_not_told_as_accepted(
    setup: PublishingSetup, way: Meddling, has_answer: bool
) -> None:
    dictionary = await setup.published(ENTRIES)

    async def lose(request: httpx.Request) -> httpx.Response | None:
        if request.method not in ("PUT", "PATCH"):
            return None
        if has_answer:
            return httpx.Response(500, json={"message": "Internal error"})
        raise httpx.ReadError("reset", request=request)

    way.instead = lose
    remove(dictionary, "tree")

    with pytest.raises(NotArrived) as failed:
        await publish(setup, dictionary)
    assert "trace id" not in failed.value.remedy, "the service sent none"

    way.instead = None
    assert await setup.held(dictionary) == ENTRIES.as_dict()
    await publish(setup, dictionary)
    await assert_settled(setup, dictionary)


@pytest.mark.slow
async def test_a_glossary_deleted_between_looking_and_writing_is_not_made_again_unasked(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    way.requests.clear()
    edit(dictionary, "tree", "Gehölz")
    plan = await setup.publisher.plan(dictionary)
    await other.client.glossaries.delete(str(dictionary.draft.glossary_id))

    with pytest.raises(OutOfDate, match="was deleted on the service"):
        await setup.publisher.publish(plan)

    assert way.changes == []


@pytest.mark.scorecard("R40")
async def test_a_refused_key_leaves_everything_as_it_was(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    edit(dictionary, "tree", "Gehölz")

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(401, json={"message": "No."}) if request.method == "PATCH" else None

    way.instead = refuse
    with pytest.raises(WrongKey):
        await publish(setup, dictionary)
    way.instead = None

    assert await setup.publisher.count_unfinished() == 0
    assert dictionary.is_changed(dictionary.entries.sources.index("tree"))
    await publish(setup, dictionary)
    await assert_settled(setup, dictionary)
