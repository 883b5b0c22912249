"""Glossaries are copied and moved between services: complete, once, and nothing is deleted before a comparison."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import replace
from typing import Any

import httpx
import pytest

from application.glossaries.transfer.two_services import BOTH, EN_DE, EN_FR, FRENCH, GERMAN, TwoServices, contents
from termdesk.application.failures import TransferInterrupted, cause_of
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import select_dictionaries
from termdesk.client.errors import ServiceError
from termdesk.domain.entries.changes import SetCells, SetDetails
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.entries.entry_detail import EntryDetail
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary_tag import GlossaryTag, TagKind
from termdesk.domain.language.language import LanguagePair
from termdesk.messages.glossary_messages import TransferMessage

pytestmark = pytest.mark.anyio

ACME = GlossaryTag(TagKind.CLIENT, "ACME")


@pytest.mark.slow
async def test_a_published_glossary_is_copied_as_planned_and_stays(two: TwoServices) -> None:
    await two.publish()
    plan = await two.plan()
    assert (plan.dictionary_count, plan.entry_count) == (2, 4)
    assert (plan.call_count, two.ways[1].changes) == (3, [])

    result = await two.transfer.run(two.there, plan)

    assert result.failure is None
    assert await two.on_second() == [contents(BOTH)]
    assert two.ways[1].changes == ["POST", "PATCH", "PUT"], "the calls that the plan counted"
    assert two.ways[1].sent_bytes == plan.byte_count
    assert await two.on_first() == [contents(BOTH)]
    assert two.ways[0].changes == ["POST", "PATCH"], "nothing was changed on the first service"
    assert await two.transfer.find_unfinished() == []
    assert await two.records.journal.drafts(two.there.profile) == []


@pytest.mark.slow
async def test_one_dictionary_is_open_at_a_time(two: TwoServices, monkeypatch: pytest.MonkeyPatch) -> None:
    open_at_once: list[int] = []
    opened = Library.open

    async def open_and_count(library: Library, *args: Any, **options: Any) -> OpenDictionary:
        dictionary = await opened(library, *args, **options)
        open_at_once.append(len(library.open_dictionaries))
        return dictionary

    await two.publish()
    monkeypatch.setattr(Library, "open", open_and_count)
    await two.run()

    assert open_at_once == [1, 1]
    assert await two.on_second() == [contents(BOTH)]


@pytest.mark.slow
async def test_a_plan_of_any_number_of_dictionaries_keeps_none_of_their_rows(two: TwoServices) -> None:
    await two.publish()
    plan = await two.plan()

    reached: list[object] = [plan]
    for each in reached:
        reached += [one for one in gc.get_referents(each) if not isinstance(one, type)]
        assert not isinstance(each, Entries)

    assert plan.entry_count == 4


@pytest.mark.slow
async def test_a_moved_glossary_is_in_the_bin_of_the_first_service(two: TwoServices) -> None:
    key = await two.publish()
    closed: list[str] = []

    async def close(glossary_key: str) -> None:
        assert await two.on_second() == [contents(BOTH)], "the copy is whole before anything is closed or deleted"
        closed.append(glossary_key)

    plan = await two.plan(is_move=True)
    result = await two.transfer.run(two.there, plan, close_original=close)

    assert (result.failure, closed) == (None, [key])
    assert plan.deletion_count == two.ways[0].changes.count("DELETE") == 1
    assert await two.on_second() == [contents(BOTH)]
    assert await two.on_first() == []
    assert [each.name for each in await two.bin.all()] == [two.name]
    assert await two.transfer.find_unfinished() == []


@pytest.mark.slow
async def test_edits_details_tags_and_undo_history_go_along(two: TwoServices) -> None:
    await two.publish({EN_DE: GERMAN})
    summary = await two.summary()
    dictionary = await two.library.open(summary, EN_DE)
    await dictionary.take(SetCells(TARGET, (1,), ("Gebäude",)), "Typing")
    await dictionary.take(SetDetails([2], [EntryDetail(status="forbidden", note="never")]), "Status")
    await two.library.close(dictionary)
    await two.library.tag(summary, [ACME])

    await two.run(is_move=True)

    assert await two.on_second() == [{EN_DE: {"contract": "Vertrag", "house": "Gebäude"}}]
    there = Library(two.there, two.records)
    [copy] = [each for each in await there.summaries() if each.name == two.name]
    assert copy.tags == (ACME,)
    moved = await there.open(copy, EN_DE)
    assert moved.steps.titles == ["Typing", "Status"]
    assert moved.entries.detail(2).note == "never"
    assert not moved.has_unpublished_edits
    await there.close(moved)


@pytest.mark.slow
async def test_what_cannot_be_published_there_is_left_out_with_the_reason_and_stays(two: TwoServices) -> None:
    await two.publish({EN_DE: GERMAN})
    summary = await two.summary()
    klingon = LanguagePair("en", "tlh")
    for pair, entries in ((EN_FR, Entries.of([("house", "")])), (klingon, FRENCH.copy())):
        await two.library.close(await two.library.add_dictionary(summary, pair, entries))

    plan = await two.plan(is_move=True)
    [planned] = plan.glossaries
    reasons = {each.row.pair: each.left_out for each in planned.left_out}
    assert reasons.keys() == {EN_FR, klingon}
    assert "Row 1" in reasons[EN_FR]
    assert two.there.full_title in reasons[klingon]
    result = await two.transfer.run(two.there, plan)

    assert result.failure is None
    assert await two.on_second() == [{EN_DE: GERMAN.as_dict()}]
    left = await two.summary()
    assert {row.pair for row in left.rows} == {EN_FR, klingon}
    [deleted] = await two.bin.all()
    assert deleted.pairs == (EN_DE,)


@pytest.mark.slow
async def test_a_name_that_is_taken_there_is_changed_and_told(two: TwoServices) -> None:
    await two.publish({EN_DE: GERMAN})
    await two.run()

    plan = await two.plan()

    [planned] = plan.glossaries
    assert (planned.name, planned.is_name_taken) == (f"{two.name} (2)", True)
    named = plan.with_names([f"{two.name} again"])
    assert (await two.transfer.run(two.there, named)).failure is None
    names = {each.name for each in await two.there.client.glossaries.list() if each.name.startswith(two.name)}
    assert names == {two.name, f"{two.name} again"}


@pytest.mark.slow
async def test_an_original_that_was_edited_meanwhile_is_not_deleted(two: TwoServices) -> None:
    await two.publish({EN_DE: GERMAN})
    plan = await two.plan(is_move=True)
    dictionary = await two.library.open(await two.summary(), EN_DE)
    await dictionary.take(SetCells(TARGET, (0,), ("Kontrakt",)), "Typing")

    result = await two.transfer.run(two.there, plan)
    await two.library.close(dictionary)

    assert result.failure is not None
    assert result.failure.message == TransferMessage.EDITED_HERE(name=two.name)
    assert await two.on_first() == await two.on_second() == [{EN_DE: GERMAN.as_dict()}]
    assert await two.bin.all() == []
    assert await two.transfer.find_unfinished() == [], "going on could only fail again"


@pytest.mark.slow
async def test_entries_of_others_that_nobody_here_has_seen_are_not_moved_away(two: TwoServices) -> None:
    await two.publish({EN_DE: GERMAN})
    dictionary = await two.library.open(await two.summary(), EN_DE)
    await dictionary.take(SetCells(TARGET, (0,), ("Kontrakt",)), "Typing")
    await two.library.close(dictionary)
    [glossary] = [each for each in await two.here.client.glossaries.list() if each.name == two.name]
    await two.here.client.glossaries.merge(glossary.glossary_id, EN_DE, Entries.of([("extra", "Zusatz")]))

    with pytest.raises(InvalidInput) as caught:
        await two.run(is_move=True)

    assert caught.value.message == TransferMessage.OTHERS_WROTE(name=two.name)
    assert await two.on_first() == [{EN_DE: {**GERMAN.as_dict(), "extra": "Zusatz"}}]
    assert await two.on_second() == await two.bin.all() == await two.transfer.find_unfinished() == []


@pytest.mark.slow
async def test_an_open_dictionary_without_edits_is_not_moved_with_outdated_rows(two: TwoServices) -> None:
    await two.publish({EN_DE: GERMAN})
    dictionary = await two.library.open(await two.summary(), EN_DE)
    [glossary] = [each for each in await two.here.client.glossaries.list() if each.name == two.name]
    await two.here.client.glossaries.merge(glossary.glossary_id, EN_DE, Entries.of([("extra", "Zusatz")]))

    with pytest.raises(InvalidInput) as caught:
        await two.run(is_move=True)

    await two.library.close(dictionary)
    assert caught.value.message == TransferMessage.OTHERS_WROTE(name=two.name)
    assert await two.on_second() == await two.transfer.find_unfinished() == []


@pytest.mark.slow
async def test_a_glossary_with_edits_is_moved_if_only_we_changed_it(two: TwoServices) -> None:
    await two.publish({EN_DE: GERMAN})
    dictionary = await two.library.open(await two.summary(), EN_DE)
    await dictionary.take(SetCells(TARGET, (0,), ("Kontrakt",)), "Typing")
    await two.library.close(dictionary)

    result = await two.run(is_move=True)

    assert result.failure is None
    assert await two.on_second() == [{EN_DE: {**GERMAN.as_dict(), "contract": "Kontrakt"}}]
    assert await two.on_first() == []


async def test_a_copy_that_reads_back_otherwise_deletes_nothing(two: TwoServices) -> None:
    await two.publish({EN_DE: GERMAN})
    written: list[str] = []

    async def change_after_the_first_reading(request: httpx.Request) -> None:
        if request.url.path.endswith("/entries") and not written:
            written.append(request.url.path)
            glossary_id = request.url.path.split("/")[-2]
            # Another user on the other service.
            changed = Entries.of([("contract", "Kontrakt")])
            await two.there.client.glossaries.replace(glossary_id, EN_DE, changed)

    two.ways[1].before = change_after_the_first_reading
    with pytest.raises(InvalidInput) as raised:
        await two.run(is_move=True)

    assert raised.value.message == TransferMessage.DIFFERS(name=two.name, service=two.there.full_title)
    assert await two.on_first() == [{EN_DE: GERMAN.as_dict()}]
    assert await two.bin.all() == []


@pytest.mark.slow
async def test_nothing_is_deleted_once_another_service_is_in_use(two: TwoServices) -> None:
    await two.publish({EN_DE: GERMAN})
    plan, first = await two.plan(is_move=True), two.here.profile

    async def change_service(_key: str) -> None:
        two.here.profile = "another"

    result = await two.transfer.run(two.there, plan, close_original=change_service)

    assert result.failure is not None
    assert result.failure.message == TransferMessage.OTHER_SERVICE(name=two.name)
    assert await two.on_first() == [{EN_DE: GERMAN.as_dict()}]
    two.here.profile = first
    [record] = await two.transfer.find_unfinished()
    assert record.is_move
    await two.run(is_move=True)
    assert (await two.on_first(), await two.on_second()) == ([], [{EN_DE: GERMAN.as_dict()}])


@pytest.mark.slow
async def test_a_copy_whose_original_the_user_deleted_says_where_the_original_is(two: TwoServices) -> None:
    await two.publish()
    await cancel_at(two, "PUT")
    await two.library.delete_glossary(await two.summary())
    [record] = await two.transfer.find_unfinished()
    assert two.transfer.is_original_gone(record, await two.library.summaries())

    with pytest.raises(InvalidInput) as raised:
        await two.transfer.settle(two.there, record)

    assert raised.value.message == TransferMessage.ORIGINAL_GONE(name=two.name, service=two.there.full_title)
    assert await two.transfer.find_unfinished() == []
    assert await two.transfer.find_completed() == []
    assert [each.name for each in await two.bin.all()] == [two.name]


# Cancellation and failure


async def cancel_at(two: TwoServices, method: str, *, number: int = 1) -> None:
    """Cancel the copying when the other service has received this many requests with a method."""
    task = asyncio.create_task(two.run())
    seen = 0

    async def cancel(request: httpx.Request) -> None:
        nonlocal seen
        seen += request.method == method
        if request.method == method and seen == number:
            task.cancel()
            await asyncio.sleep(0)

    two.ways[1].before = cancel
    with pytest.raises(asyncio.CancelledError):
        await task
    two.ways[1].before = None


@pytest.mark.slow
async def test_cancelled_before_anything_was_sent_nothing_is_left(two: TwoServices) -> None:
    await two.publish()
    await two.library.tag(await two.summary(), [ACME])

    # The lists that the plan reads, then the list of the copy.
    await cancel_at(two, "GET", number=4)

    assert await two.on_second() == []
    assert await two.transfer.find_unfinished() == []
    assert await two.records.journal.drafts(two.there.profile) == []
    assert await two.records.glossary_tags.all(two.there.profile) == {}


@pytest.mark.slow
async def test_cancelled_between_two_dictionaries_it_goes_on_from_there(two: TwoServices) -> None:
    await two.publish()
    await cancel_at(two, "PUT")
    [record] = await two.transfer.find_unfinished()
    assert (record.name, record.pairs, record.is_move) == (two.name, (EN_DE, EN_FR), False)
    assert await two.on_first() == [contents(BOTH)]

    plan = await two.plan()
    assert plan.is_resumed
    assert not plan.glossaries[0].is_name_taken
    result = await two.transfer.run(two.there, plan)

    assert result.failure is None
    assert await two.on_second() == [contents(BOTH)]
    assert await two.transfer.find_unfinished() == []
    assert await two.records.journal.drafts(two.there.profile) == []


@pytest.mark.slow
async def test_what_was_interrupted_is_given_up_without_what_only_this_computer_has(two: TwoServices) -> None:
    await two.publish()
    await cancel_at(two, "PUT")

    await two.transfer.give_up((await two.plan()).interrupted)

    assert await two.transfer.find_unfinished() == []
    [sent] = await two.on_second()
    assert sent[EN_DE] == GERMAN.as_dict()


@pytest.mark.slow
async def test_a_copy_that_was_edited_there_is_not_overwritten_when_it_goes_on(two: TwoServices) -> None:
    await two.publish()
    await cancel_at(two, "PUT")
    there = Library(two.there, two.records)
    [copy] = [each for each in await there.summaries() if each.name == two.name]
    edited = await there.open(copy, EN_DE)
    await edited.take(SetCells(TARGET, (0,), ("Kontrakt",)), "Typing")
    await there.close(edited)

    with pytest.raises(InvalidInput) as raised:
        await two.run(is_move=True)

    assert raised.value.message == TransferMessage.DIFFERS(name=two.name, service=two.there.full_title)
    [kept] = [each for each in await two.records.journal.drafts(two.there.profile) if each.pair == EN_DE]
    entries, _ = await two.records.journal.load(kept.draft_id)
    assert entries.as_dict() == {**GERMAN.as_dict(), "contract": "Kontrakt"}
    assert (await two.on_second())[0][EN_DE] == GERMAN.as_dict(), "it was not published unasked"
    assert await two.on_first() == [contents(BOTH)]


@pytest.mark.slow
async def test_the_first_failure_ends_the_rest_and_tells_what_is_done(two: TwoServices) -> None:
    second = replace(two, name=f"{two.name} second")
    for each in (two, second):
        await each.publish({EN_DE: GERMAN})
    parts = select_dictionaries([(await two.summary(), None), (await second.summary(), None)])
    plan = await two.plan(parts)

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        is_second = request.method == "POST" and b"second" in request.content
        return httpx.Response(403, json={"message": "No"}) if is_second else None

    two.ways[1].instead = refuse
    result = await two.transfer.run(two.there, plan)

    assert [each.name for each in result.copies] == [two.name]
    assert isinstance(result.failure, TransferInterrupted)
    assert isinstance(cause_of(result.failure), ServiceError)
    assert await two.transfer.find_unfinished() == []
    assert await two.records.journal.drafts(two.there.profile) == []


@pytest.mark.slow
async def test_the_other_service_is_not_listed_again_for_the_plan(two: TwoServices) -> None:
    await two.publish()
    parts = await two.parts()
    listed = await two.there.client.glossaries.list_records()
    for way in two.ways:
        way.requests.clear()

    plan = await two.transfer.plan(two.there, parts, is_move=False, listed=listed)

    assert plan.taken_names >= {each.name for each in listed}
    lists = [each for way in two.ways for each in way.requests if str(each).endswith("/v3/glossaries")]
    assert lists == []
