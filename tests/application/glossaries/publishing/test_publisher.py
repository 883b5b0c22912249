"""Publishing to the real local service: no side loses anything, whoever else writes and whatever is interrupted."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from support.campaign import size
from support.detailed import detailed
from support.proof.scorecard_plugin import Held
from support.publishing_setup import (
    EN_DE,
    ENTRIES,
    Meddling,
    PublishingSetup,
    add,
    assert_settled,
    client,
    edit,
    publish,
    remove,
)
from support.running_service import RunningService
from support.services.fault_proxy import Fault, FaultProxy, Harm, from_write
from termdesk.application.failures import EntriesRefused, OutOfDate
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.client.errors import InvalidRequest, ServiceError
from termdesk.domain.entries.changes import InsertRows, RemoveRows, SetDetails
from termdesk.domain.entries.entries import SOURCE, TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.merging.difference import Difference, Method
from termdesk.messages.glossary_messages import PublishNote
from termdesk.storage.publish_jobs import JobState
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

INTERLEAVINGS = size(25, 1_000, variable="TERMDESK_INTERLEAVINGS")


# The four methods


@pytest.mark.slow
async def test_a_new_glossary_is_created_and_belongs_to_the_service_from_then_on(
    setup: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.draft(ENTRIES)

    plan = await setup.publisher.plan(dictionary)
    report = await setup.publisher.publish(plan)

    assert plan.method is report.method is Method.CREATE
    assert len(plan.difference.added) == report.entry_count == 4
    assert (await setup.client.glossaries.get(str(dictionary.draft.glossary_id))).name == "Terms"
    assert way.changes == ["POST", "PATCH"]
    await assert_settled(setup, dictionary)


@pytest.mark.slow
async def test_the_preferred_of_several_synonyms_is_published_and_the_others_stay_here(setup: PublishingSetup) -> None:
    pairs = [("car", "Karre"), ("car", "Auto"), ("car", "Kiste"), ("tree", "Baum")]
    details = [EntryDetail("admitted"), EntryDetail("preferred"), EntryDetail("forbidden")]
    dictionary = await setup.draft(detailed(pairs, details))

    plan = await setup.publisher.plan(dictionary)
    await setup.publisher.publish(plan)

    assert plan.violations == ()
    assert (plan.synonym_count, plan.forbidden_count) == (1, 1)
    assert plan.difference.added == {"car": "Auto", "tree": "Baum"}
    assert list(dictionary.entries) == pairs, "the synonyms are still here"
    assert not dictionary.has_unpublished_edits
    assert not any(dictionary.is_changed(row) for row in range(4))
    # If the other one is preferred, that is published instead.
    statuses = (EntryDetail("preferred"), EntryDetail("admitted"))
    dictionary.apply(SetDetails((0, 1), statuses))
    assert [row for row in range(4) if dictionary.is_changed(row)] == [0, 1]
    assert (await setup.publisher.plan(dictionary)).difference.changed == {"car": ("Auto", "Karre")}


async def test_rows_of_one_source_without_such_statuses_block_publishing(setup: PublishingSetup) -> None:
    details = [EntryDetail("admitted"), EntryDetail("")]
    dictionary = await setup.draft(detailed([("car", "Karre"), ("car", "Auto")], details))

    plan = await setup.publisher.plan(dictionary)

    assert [each.row for each in plan.violations] == [0, 1]
    assert dictionary.violation_count == 2


@pytest.mark.slow
async def test_nothing_to_publish_sends_nothing(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    way.requests.clear()
    edit(dictionary, "tree", "Gehölz")
    edit(dictionary, "tree", "Baum")

    plan = await setup.publisher.plan(dictionary)

    assert plan.method is Method.NOTHING
    with pytest.raises(OutOfDate):
        await setup.publisher.publish(plan)
    assert way.changes == []


@pytest.mark.slow
async def test_edits_made_while_publishing_stay_unpublished(setup: PublishingSetup) -> None:
    dictionary = await setup.published(ENTRIES)
    edit(dictionary, "tree", "Gehölz")
    publishing = asyncio.create_task(publish(setup, dictionary))
    while not setup.records or not await setup.publisher.count_unfinished():
        await asyncio.sleep(0)
    edit(dictionary, "house", "Heim")

    await publishing

    assert (await setup.held(dictionary))["tree"] == "Gehölz"
    assert (await setup.publisher.plan(dictionary)).difference.changed == {"house": ("Haus", "Heim")}
    await publish(setup, dictionary)
    await assert_settled(setup, dictionary)


# Rejections


async def test_broken_rows_are_named_before_anything_is_sent(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.draft(Entries.of([("ok", "gut"), ("", "leer"), ("ok", "doppelt"), ("long", "x" * 1025)]))

    plan = await setup.publisher.plan(dictionary)

    assert not plan.can_be_published
    assert [(each.row, each.column) for each in plan.violations] == [(0, SOURCE), (1, SOURCE), (2, SOURCE), (3, TARGET)]
    assert str(plan.violations[1]) == "Row 2, source: The phrase is empty."
    assert all(each.remedy for each in plan.violations)
    assert way.requests == []
    with pytest.raises(OutOfDate):
        await setup.publisher.publish(plan)


async def test_an_empty_dictionary_and_a_bad_name_are_refused(setup: PublishingSetup) -> None:
    dictionary = await setup.draft(Entries(), name="\n")

    refused = [each.message for each in (await setup.publisher.plan(dictionary)).violations]

    assert refused == ["The name is empty.", "There are no entries."]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("detail", "row", "column"),
    [
        ("Entry 3, target: The phrase is not liked.", 1, TARGET),
        ("Key with the index 2 (starting at position 13) duplicates key with the index 0", 1, SOURCE),
    ],
)
async def test_what_the_service_refuses_is_traced_back_to_the_row(
    setup: PublishingSetup, way: Meddling, detail: str, row: int, column: int
) -> None:
    dictionary = await setup.published(ENTRIES)
    remove(dictionary, "house")
    dictionary.apply(InsertRows.at(dictionary.entries, 0, [("tree top", "Wipfel"), ("leaf", "Blatt")]))
    dictionary.apply(RemoveRows((1,)))

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        if request.method != "PUT":
            return None
        body = json.loads(await request.aread())
        assert body["entries"].split("\n")[2].startswith("tree\t")
        return httpx.Response(400, json={"message": "Bad request", "detail": detail}, headers={"X-Trace-ID": "AB12"})

    way.instead = refuse
    # The tree has moved here, so sent and visible rows differ.
    plan = await setup.publisher.plan(dictionary)
    with pytest.raises(EntriesRefused) as refused:
        await setup.publisher.publish(plan)
    way.instead = None

    found = refused.value.violations[0]
    assert dictionary.entries.sources[found.row or 0] == "tree"
    assert found.column == column
    assert refused.value.trace_id == "AB12"
    assert await setup.held(dictionary) == ENTRIES.as_dict()
    await publish(setup, dictionary)
    await assert_settled(setup, dictionary)


async def test_a_refusal_that_names_no_entry_comes_as_it_is(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.draft(ENTRIES)

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        if request.method != "POST":
            return None
        return httpx.Response(400, json={"message": "Bad request", "detail": "Unsupported glossary language pair."})

    way.instead = refuse
    with pytest.raises(InvalidRequest) as refused:
        await publish(setup, dictionary)
    way.instead = None

    assert not isinstance(refused.value, EntriesRefused)
    assert await setup.publisher.count_unfinished() == 0
    await publish(setup, dictionary)
    await assert_settled(setup, dictionary)


# Other users


@pytest.mark.scorecard("R17")
async def test_changes_of_others_to_other_phrases_come_in_first(setup: PublishingSetup, other: PublishingSetup) -> None:
    dictionary = await setup.published(ENTRIES)
    glossary_id = str(dictionary.draft.glossary_id)
    edit(dictionary, "tree", "Gehölz")
    remote = Entries.of([("contract", "Kontrakt"), ("tree", "Baum"), ('quote "x"', "Zitat"), ("sea", "Meer")])
    await other.client.glossaries.replace(glossary_id, EN_DE, remote)

    plan = await setup.publisher.plan(dictionary)
    assert plan.needs_merge
    assert not plan.can_be_published
    assert plan.incoming.added == {"sea": "Meer"}
    assert plan.incoming.changed == {"contract": ("Vertrag", "Kontrakt")}
    assert plan.incoming.removed == {"house": "Haus"}
    undo = dictionary.apply(plan.incoming_change())
    await setup.publisher.accept(plan)
    report = await publish(setup, dictionary)

    assert report.method is Method.MERGE
    assert report.difference is not None
    assert report.difference.changed == {"tree": ("Baum", "Gehölz")}
    assert list(dictionary.entries) == [
        ("contract", "Kontrakt"),
        ("tree", "Gehölz"),
        ('quote "x"', "Zitat"),
        ("sea", "Meer"),
    ]
    await assert_settled(setup, dictionary)
    dictionary.apply(undo)
    assert dictionary.entries.as_dict() == ENTRIES.as_dict() | {"tree": "Gehölz"}


@pytest.mark.scorecard("R16")
async def test_the_same_phrase_changed_on_both_sides_is_a_conflict_until_it_is_settled(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    way.requests.clear()
    edit(dictionary, "tree", "Gehölz")
    remove(dictionary, "house")
    remote = Entries.of([("tree", "Forst"), ("house", "Heim")])
    await other.client.glossaries.merge(str(dictionary.draft.glossary_id), EN_DE, remote)

    plan = await setup.publisher.plan(dictionary)

    assert {each.source: (each.local, each.remote) for each in plan.conflicts} == {
        "tree": ("Gehölz", "Forst"),
        "house": (None, "Heim"),
    }
    with pytest.raises(ValueError, match="not settled"):
        plan.incoming_change()
    with pytest.raises(OutOfDate):
        await setup.publisher.publish(plan)
    assert way.changes == []

    dictionary.apply(plan.incoming_change({"tree": "Gehölz", "house": "Heim"}))
    await setup.publisher.accept(plan)
    await publish(setup, dictionary)

    assert await setup.held(dictionary) == ENTRIES.as_dict() | {"tree": "Gehölz", "house": "Heim"}
    await assert_settled(setup, dictionary)


async def test_a_plan_is_worth_nothing_after_an_edit(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    way.requests.clear()
    edit(dictionary, "tree", "Gehölz")
    plan = await setup.publisher.plan(dictionary)
    edit(dictionary, "tree", "Forst")

    with pytest.raises(OutOfDate):
        await setup.publisher.publish(plan)
    with pytest.raises(OutOfDate):
        plan.incoming_change()
    assert way.changes == []


@pytest.mark.scorecard("R28")
async def test_removing_much_takes_more_than_a_click(setup: PublishingSetup) -> None:
    dictionary = await setup.published(Entries.of([(f"word {number}", "Wort") for number in range(20)]))
    dictionary.apply(RemoveRows(range(3)))
    assert not (await setup.publisher.plan(dictionary)).needs_typed_confirmation

    dictionary.apply(RemoveRows((0,)))

    assert (await setup.publisher.plan(dictionary)).needs_typed_confirmation


@pytest.mark.scorecard("R27")
async def test_a_dictionary_that_others_emptied_almost_is_not_emptied_here_unasked(
    setup: PublishingSetup, other: PublishingSetup
) -> None:
    dictionary = await setup.published(Entries.of([(f"word {number}", "Wort") for number in range(20)]))
    only_one = Entries.of([("word 0", "Wort")])
    await other.client.glossaries.replace(str(dictionary.draft.glossary_id), EN_DE, only_one)

    plan = await setup.publisher.plan(dictionary)

    assert plan.incoming_needs_confirmation
    assert len(plan.incoming.removed) == 19
    assert len(dictionary) == 20


@pytest.mark.scorecard("R16", "R17")
async def test_hundreds_of_interleaved_edits_lose_nothing_in_silence(
    setup: PublishingSetup, other: PublishingSetup, held: Held
) -> None:
    chance = random.Random(7)
    dictionary = await setup.published(ENTRIES)
    glossary_id = str(dictionary.draft.glossary_id)
    words = [f"word {number}" for number in range(40)]
    shown_conflicts = 0
    for _ in range(INTERLEAVINGS):
        before = await setup.held(dictionary)
        local = {word: f"mine {chance.random()}" for word in chance.sample(words, 4)}
        remote = {word: f"theirs {chance.random()}" for word in chance.sample(words, 4)}
        for word, target in local.items():
            if word in dictionary.entries.sources:
                edit(dictionary, word, target)
            else:
                add(dictionary, word, target)
        await other.client.glossaries.merge(glossary_id, EN_DE, Entries(remote.keys(), remote.values()))

        plan = await setup.publisher.plan(dictionary)
        conflicts = {each.source for each in plan.conflicts}
        dictionary.apply(plan.incoming_change({source: remote[source] for source in conflicts}))
        await setup.publisher.accept(plan)
        if (plan := await setup.publisher.plan(dictionary)).can_be_published:
            await setup.publisher.publish(plan)

        shown_conflicts += len(conflicts)
        assert conflicts == set(local) & set(remote)
        assert await setup.held(dictionary) == before | local | remote
        await assert_settled(setup, dictionary)
    assert shown_conflicts > 5
    held(
        f"0 silent overwrites in {INTERLEAVINGS:,} interleavings; {shown_conflicts:,} conflicts shown",
        runs=INTERLEAVINGS,
    )


# How the service merges entries


# Missing, interrupted, incomplete


@pytest.mark.slow
async def test_a_glossary_that_others_deleted_is_said_and_made_again_only_when_wanted(
    setup: PublishingSetup, other: PublishingSetup
) -> None:
    dictionary = await setup.published(ENTRIES)
    old_id = str(dictionary.draft.glossary_id)
    edit(dictionary, "tree", "Gehölz")
    await other.client.glossaries.delete(old_id)

    plan = await setup.publisher.plan(dictionary)
    assert plan.is_gone_from_service
    assert plan.method is Method.CREATE
    await setup.publisher.publish(plan)

    assert dictionary.draft.glossary_id != old_id
    await assert_settled(setup, dictionary)


@pytest.mark.scorecard("R21")
@pytest.mark.parametrize("harm", [Harm.LOSE_ANSWER, Harm.LOSE_REQUEST])
@pytest.mark.parametrize("kind", ["PATCH", "PUT", "POST"])
async def test_a_lost_call_is_classed_by_reading_and_repeated_at_most_once(
    records: Records, service: RunningService, harm: Harm, kind: str
) -> None:
    async with (
        FaultProxy(urlsplit(service.url).port or 0) as proxy,
        client(proxy.url, service.key) as api,
    ):
        setup = PublishingSetup(records, api)
        before = len(await api.glossaries.list())
        dictionary = await setup.draft(ENTRIES) if kind == "POST" else await setup.published(ENTRIES)
        if kind == "PATCH":
            edit(dictionary, "tree", "Gehölz")
        elif kind == "PUT":
            remove(dictionary, "tree")
        proxy.requests.clear()
        proxy.fault = Fault(harm, when=lambda line: line.startswith(kind), times=1)

        await publish(setup, dictionary)

        sent = [line for line in proxy.requests if line.startswith(kind)]
        assert proxy.fired == 1
        assert len(sent) == (1 if harm is Harm.LOSE_ANSWER else 2)
        assert len(await api.glossaries.list()) == before + 1
        await assert_settled(setup, dictionary)


@pytest.mark.scorecard("R37")
async def test_both_sides_of_a_plan_share_their_texts(setup: PublishingSetup) -> None:
    """Many plans wait together, and most of their texts are the same."""
    dictionary = await setup.published(ENTRIES)
    edit(dictionary, "tree", "Gehölz")

    plan = await setup.publisher.plan(dictionary)

    assert plan.remote is not None
    assert plan.remote.as_dict() == ENTRIES.as_dict()
    held = {id(text) for texts in (plan.local.sources, plan.local.targets) for text in texts}
    others = [text for texts in (plan.remote.sources, plan.remote.targets) for text in texts if id(text) not in held]
    assert others == ["Baum"]


@pytest.mark.scorecard("R23")
@pytest.mark.parametrize("kind", ["PATCH /", "PUT", "POST", "PATCH after POST"])
async def test_a_program_that_ended_in_mid_call_finds_out_what_became_of_it(
    tmp_path: Path, service: RunningService, kind: str
) -> None:
    method = "PATCH" if kind == "PATCH after POST" else kind.split()[0]
    async with FaultProxy(urlsplit(service.url).port or 0) as proxy, client(proxy.url, service.key) as api:
        before = {each.glossary_id for each in await api.glossaries.list()}
        async with Records(tmp_path / "termdesk.db") as records:
            setup = PublishingSetup(records, api)
            dictionary = await setup.draft(ENTRIES) if "POST" in kind else await setup.published(ENTRIES)
            if kind == "PATCH /":
                edit(dictionary, "tree", "Gehölz")
            elif kind == "PUT":
                remove(dictionary, "tree")
            # From this call on, all responses are lost; then the program ends.
            proxy.fault = Fault(Harm.LOSE_ANSWER, when=from_write(method))
            with pytest.raises(ServiceError):
                await publish(setup, dictionary)
            assert await setup.publisher.count_unfinished() == 1
            edit(dictionary, "house", "edited after the end")
            await dictionary.close()
        proxy.fault = Fault(Harm.NONE)

        async with Records(tmp_path / "termdesk.db") as records:
            setup = PublishingSetup(records, api)
            (record,) = await records.journal.drafts("local")
            dictionary = await OpenDictionary.open(records.journal, record)
            plan = await setup.publisher.plan(dictionary)
            assert not plan.conflicts
            assert plan.resumes_creation == ("POST" in kind)
            await setup.publisher.publish(plan)

            made = [each for each in await api.glossaries.list() if each.glossary_id not in before]
            assert [each.name for each in made] == ["Terms"]
            assert (await setup.held(dictionary))["house"] == "edited after the end"
            await assert_settled(setup, dictionary)


@pytest.mark.slow
async def test_cancelling_in_mid_call_leaves_it_to_the_next_plan(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    remove(dictionary, "tree")
    reached = asyncio.Event()

    async def hang(request: httpx.Request) -> None:
        if request.method == "PUT":
            reached.set()
            await asyncio.Event().wait()

    way.before = hang
    publishing = asyncio.create_task(publish(setup, dictionary))
    await asyncio.wait_for(reached.wait(), 5)
    publishing.cancel()
    await asyncio.wait({publishing})
    way.before = None

    assert publishing.cancelled()
    assert await setup.publisher.count_unfinished() == 1
    await publish(setup, dictionary)
    await assert_settled(setup, dictionary)
    assert JobState.SENT not in {each.state for each in await setup.records.publish_jobs.unclear("local")}


@pytest.mark.scorecard("R16")
async def test_what_others_took_back_before_the_first_reading_is_not_sent_again_unseen(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    """The call is carried out, its reading back fails, and others write before the next reading."""
    dictionary = await setup.published(ENTRIES)
    for source, target in (("sun", "Sonne"), ("moon", "Mond"), ("sea", "See")):
        add(dictionary, source, target)
    edit(dictionary, "tree", "Gehölz")
    is_written = False

    async def fail_after_write(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_written
        if request.method == "GET":
            return httpx.Response(400, request=request) if is_written else None
        response = await way.pass_on(request)
        is_written = True
        return response

    way.instead = fail_after_write
    with pytest.raises(ServiceError):
        await publish(setup, dictionary)
    way.instead = None
    remote = {**dictionary.entries.as_dict(), "tree": "Baum", "house": "Gebäude"}
    del remote["moon"]
    await other.client.glossaries.replace(str(dictionary.draft.glossary_id), EN_DE, Entries.of(remote.items()))

    plan = await setup.publisher.plan(dictionary)

    assert plan.needs_merge
    assert plan.incoming == Difference({}, {"tree": ("Gehölz", "Baum"), "house": ("Haus", "Gebäude")}, {"moon": "Mond"})
    assert plan.doubt == PublishNote.TAKEN_BACK(2), "nobody saw whether they arrived"
    assert (await setup.publisher.plan(dictionary)).doubt is None
    assert await setup.publisher.count_unfinished() == 0
    await setup.publisher.begin_merge(plan)
    await dictionary.take(plan.incoming_change(), "Changes from the service")
    await setup.publisher.accept(plan)
    assert (await setup.publisher.plan(dictionary)).method is Method.NOTHING
    assert await setup.held(dictionary) == remote


@pytest.mark.scorecard("R16")
@pytest.mark.parametrize("adds", [True, False], ids=["added", "changed"])
async def test_an_edit_is_not_lost_that_takes_back_what_arrived_unseen_before_others_wrote(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling, adds: bool
) -> None:
    dictionary = await setup.published(ENTRIES)
    if adds:
        add(dictionary, "sun", "Sonne")
    else:
        edit(dictionary, "tree", "Gehölz")
    is_written = False

    async def fail_after_write(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_written
        if request.method == "GET":
            return httpx.Response(400, request=request) if is_written else None
        response = await way.pass_on(request)
        is_written = True
        return response

    way.instead = fail_after_write
    with pytest.raises(ServiceError):
        await publish(setup, dictionary)
    way.instead = None
    if adds:
        remove(dictionary, "sun")
    else:
        edit(dictionary, "tree", "Baum")
    await other.client.glossaries.merge(str(dictionary.draft.glossary_id), EN_DE, Entries.of([("house", "Gebäude")]))

    plan = await setup.publisher.plan(dictionary)

    assert plan.incoming == Difference({}, {"house": ("Haus", "Gebäude")}, {})
    assert plan.difference == (
        Difference({}, {}, {"sun": "Sonne"}) if adds else Difference({}, {"tree": ("Gehölz", "Baum")}, {})
    )


async def test_an_edit_of_what_the_service_has_as_it_was_sent_is_not_lost_although_others_replaced_the_rest(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    for source, target in (("sun", "Sonne"), ("moon", "Mond"), ("sea", "See")):
        add(dictionary, source, target)
    is_written = False

    async def fail_after_write(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_written
        if request.method == "GET":
            return httpx.Response(400, request=request) if is_written else None
        response = await way.pass_on(request)
        is_written = True
        return response

    way.instead = fail_after_write
    with pytest.raises(ServiceError):
        await publish(setup, dictionary)
    way.instead = None
    remove(dictionary, "sun")
    replaced = Entries.of([("moon", "Erdmond"), ("sea", "Meer")])
    await other.client.glossaries.merge(str(dictionary.draft.glossary_id), EN_DE, replaced)

    plan = await setup.publisher.plan(dictionary)

    assert plan.difference.removed == {"sun": "Sonne"}
    assert {each.source for each in plan.conflicts} == {"moon", "sea"}
    assert plan.incoming.is_empty


@pytest.mark.slow
async def test_half_of_a_change_that_others_made_themselves_is_said_to_be_in_doubt(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    """The call never arrived. The entries cannot show that, so the plan says what it assumes."""
    dictionary = await setup.published(ENTRIES)
    add(dictionary, "sun", "Sonne")
    add(dictionary, "moon", "Mond")
    is_lost = False

    async def lose(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_lost
        if request.method == "GET":
            return httpx.Response(400, request=request) if is_lost else None
        await request.aread()
        is_lost = True
        raise httpx.ReadError("reset", request=request)

    way.instead = lose
    with pytest.raises(ServiceError):
        await publish(setup, dictionary)
    way.instead = None
    await other.client.glossaries.merge(str(dictionary.draft.glossary_id), EN_DE, Entries.of([("sun", "Sonne")]))

    plan = await setup.publisher.plan(dictionary)

    assert plan.incoming == Difference({}, {}, {"moon": "Mond"})
    assert plan.doubt is not None
    assert "at least half of its changes" in plan.doubt


@pytest.mark.slow
async def test_a_single_change_that_others_made_themselves_does_not_prove_that_the_rest_was_sent(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    for source, target in (("sun", "Sonne"), ("moon", "Mond"), ("sea", "See")):
        add(dictionary, source, target)

    is_lost = False

    async def lose(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_lost
        if request.method == "GET":
            return httpx.Response(400, request=request) if is_lost else None
        await request.aread()
        is_lost = True
        raise httpx.ReadError("reset", request=request)

    way.instead = lose
    with pytest.raises(ServiceError):
        await publish(setup, dictionary)
    way.instead = None
    assert await setup.publisher.count_unfinished() == 1
    await other.client.glossaries.merge(str(dictionary.draft.glossary_id), EN_DE, Entries.of([("sun", "Sonne")]))

    await publish(setup, dictionary)

    await assert_settled(setup, dictionary)
    assert (await setup.held(dictionary)).keys() >= {"sun", "moon", "sea"}
