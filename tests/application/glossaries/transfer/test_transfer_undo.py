"""Undoing a copy or a move: the copy goes to the bin of its service, the original returns, others lose nothing."""

from __future__ import annotations

from dataclasses import replace

import httpx
import pytest

from application.glossaries.transfer.two_services import BOTH, EN_DE, EN_FR, FRENCH, GERMAN, TwoServices, contents
from termdesk.application.glossaries.library.bin import Bin
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import select_dictionaries
from termdesk.domain.entries.entries import Entries
from termdesk.domain.errors import InvalidInput
from termdesk.messages.glossary_messages import TransferMessage

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_a_copy_is_deleted_and_the_original_is_not_touched(two: TwoServices) -> None:
    await two.publish()
    result = await two.run()

    undone = await two.transfer.undo(two.there, result.copies)

    assert (undone.undone, undone.left_alone, undone.failure) == ((two.name,), (), None)
    assert (await two.on_first(), await two.on_second()) == ([contents(BOTH)], [])
    there = Library(two.there, two.records)
    assert [each.name for each in await Bin(two.there, two.records, there).all()] == [two.name]


@pytest.mark.slow
async def test_a_moved_glossary_comes_back_as_drafts(two: TwoServices) -> None:
    await two.publish()
    result = await two.run(is_move=True)
    assert await two.on_first() == []

    await two.transfer.undo(two.there, result.copies)

    assert await two.on_second() == []
    summary = await two.summary()
    assert {row.pair for row in summary.rows} == BOTH.keys()
    for pair, entries in BOTH.items():
        assert (await two.library.read(summary, pair)).as_dict() == entries.as_dict()
    assert await two.bin.all() == []


@pytest.mark.slow
async def test_a_transfer_can_be_undone_after_a_restart_but_once(two: TwoServices) -> None:
    await two.publish()
    await two.run(is_move=True)
    await two.records.tidy()

    [completed] = await two.transfer.find_completed()
    await two.transfer.undo(two.there, [completed])

    assert (completed.name, completed.original_name, completed.entry_count) == (two.name, two.name, 4)
    assert await two.on_second() == []
    assert {row.pair for row in (await two.summary()).rows} == BOTH.keys()
    assert await two.transfer.find_completed() == []


@pytest.mark.slow
async def test_a_moved_dictionary_comes_back_into_its_glossary(two: TwoServices) -> None:
    await two.publish()
    summary = await two.summary()
    [part] = select_dictionaries([(summary, summary.row(EN_FR))])
    result = await two.transfer.run(two.there, await two.plan([part], is_move=True))
    assert await two.on_first() == [contents({EN_DE: GERMAN})]

    await two.transfer.undo(two.there, result.copies)

    assert await two.on_second() == []
    summary = await two.summary()
    assert (await two.library.read(summary, EN_FR)).as_dict() == FRENCH.as_dict()


@pytest.mark.slow
async def test_a_copy_that_others_changed_since_stays(two: TwoServices) -> None:
    await two.publish()
    result = await two.run(is_move=True)
    [copy] = result.copies
    await two.there.client.glossaries.replace(copy.key, EN_FR, Entries.of([("court", "cour")]))

    undone = await two.transfer.undo(two.there, result.copies)

    assert (undone.undone, undone.left_alone) == ((), (two.name,))
    assert await two.on_second() == [contents({**BOTH, EN_FR: Entries.of([("court", "cour")])})]
    assert [each.name for each in await two.bin.all()] == [two.name]
    assert await two.transfer.find_completed() == [copy], "if they take it back, it can be undone"


@pytest.mark.slow
async def test_a_failure_leaves_both_and_it_can_be_undone_again(two: TwoServices) -> None:
    await two.publish()
    result = await two.run(is_move=True)

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(403, json={"message": "No"}) if request.method == "DELETE" else None

    two.ways[1].instead = refuse
    failed = await two.transfer.undo(two.there, result.copies)
    two.ways[1].instead = None
    again = await two.transfer.undo(two.there, result.copies)

    assert failed.failure is not None
    assert again.undone == (two.name,)
    assert await two.on_second() == []
    assert {row.pair for row in (await two.summary()).rows} == BOTH.keys()


async def test_nothing_is_undone_from_another_service(two: TwoServices) -> None:
    await two.publish()
    result = await two.run()

    with pytest.raises(InvalidInput) as caught:
        await two.transfer.undo(two.there, [replace(each, profile="elsewhere") for each in result.copies])

    assert caught.value.message == TransferMessage.CAME_FROM_ELSEWHERE(name=two.name)
    assert await two.on_second() == [contents(BOTH)]
