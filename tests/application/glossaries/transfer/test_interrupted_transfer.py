"""An interrupted copy or move says how far it came, still after a restart, and can be undone."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from application.glossaries.transfer.two_services import BOTH, EN_DE, EN_FR, GERMAN, TwoServices, contents
from support.publishing_setup import Meddling
from termdesk.application.failures import TransferInterrupted
from termdesk.application.glossaries.transfer.interrupted_transfer import InterruptedTransfer, reason_of
from termdesk.application.glossaries.transfer.transfer_plan import UnfinishedUndo
from termdesk.application.stored_failure import decode_failure
from termdesk.domain.entries.entries import Entries
from termdesk.storage.transfer.transfers import TransferRecord

pytestmark = pytest.mark.anyio
Answer = Callable[[httpx.Request], httpx.Response]


def refuse(way: Meddling, *methods: str) -> None:
    """Let a service answer these methods with its own error."""

    async def instead(request: httpx.Request) -> httpx.Response | None:
        if request.method not in methods:
            return None
        body = {"message": "The disk of the agency is full."}
        return httpx.Response(500, json=body, headers={"X-Trace-ID": "trace-7"}, request=request)

    way.instead = instead


def recover(two: TwoServices) -> None:
    for way in two.ways:
        way.instead = None


async def interrupted(two: TwoServices, *, is_move: bool) -> TransferInterrupted:
    result = await two.transfer.run(two.there, await two.plan(is_move=is_move))
    assert isinstance(result.failure, TransferInterrupted)
    return result.failure


async def unfinished(two: TwoServices) -> TransferRecord:
    [record] = await two.transfer.find_unfinished()
    return record


def test_words_fit_how_far_it_came() -> None:
    record = TransferRecord("t", "here", "g", "there", "local-1", "Law (2)", (EN_DE,), is_move=False)
    shown = InterruptedTransfer(record, "Office", "Agency", reason_of(None, ""))

    assert shown.progress == (
        "Nobody knows yet whether a part of it is on Agency. If so, it is called “Law (2)” there."
    )
    assert shown.reason == "Termdesk ended before it was done."
    assert shown.message.startswith("“Law (2)” was to be copied from Office to Agency. Nobody knows")


@pytest.mark.slow
@pytest.mark.parametrize(("is_move", "done"), [(False, "copied"), (True, "moved")])
async def test_a_part_on_the_other_service_is_told_with_its_name(two: TwoServices, is_move: bool, done: str) -> None:
    await two.publish()
    refuse(two.ways[1], "PUT")

    error = await interrupted(two, is_move=is_move)

    here, there = two.here.full_title, two.there.full_title
    assert error.message == (
        f"“{two.name}” was to be {done} from {here} to {there}. 1 of 2 dictionaries is on {there}, as “{two.name}”: "
        f"read back and compared. The original on {here} was not changed. Why it stopped: The disk of the agency is "
        "full."
    )
    assert "edits" not in f"{error.message} {error.remedy}"
    assert error.is_unfinished
    record = await unfinished(two)
    assert [each.is_done for each in record.dictionaries] == [True, False]
    stored = decode_failure(record.stop_reason)
    assert stored is not None
    assert (stored.words, stored.trace_id) == ("The disk of the agency is full.", "trace-7")


@pytest.mark.slow
async def test_where_nothing_was_sent_nothing_is_offered(two: TwoServices) -> None:
    await two.publish()
    plan = await two.plan()

    async def away(request: httpx.Request) -> httpx.Response | None:
        raise httpx.ConnectError("Nobody listens", request=request)

    two.ways[1].instead = away
    result = await two.transfer.run(two.there, plan)

    assert isinstance(result.failure, TransferInterrupted)
    assert not result.failure.is_unfinished
    assert f"Nothing of it is on {two.there.full_title}." in result.failure.message
    assert "nothing to undo" in result.failure.remedy
    assert await two.transfer.find_unfinished() == []


@pytest.mark.slow
async def test_a_move_whose_original_could_not_be_deleted_says_that_the_copy_is_complete(two: TwoServices) -> None:
    await two.publish()
    refuse(two.ways[0], "DELETE")

    error = await interrupted(two, is_move=True)

    there, here = two.there.full_title, two.here.full_title
    assert f"The copy on {there} is complete, as “{two.name}”. The original on {here} was to be deleted next." in (
        error.message
    )
    assert "what was deleted of the original comes back as drafts" in error.remedy


@pytest.mark.slow
async def test_a_move_that_deleted_nothing_yet_offers_nothing_of_it_back(two: TwoServices) -> None:
    await two.publish()
    refuse(two.ways[1], "PUT")
    error = await interrupted(two, is_move=True)
    assert "the original stays" in error.remedy
    assert "comes back" not in error.remedy
    recover(two)
    refuse(two.ways[0], "DELETE")
    await interrupted(two, is_move=True)
    recover(two)

    assert await two.transfer.undo_unfinished(two.there, await unfinished(two)) is UnfinishedUndo.COPY_DELETED

    assert (await two.on_first(), await two.on_second()) == ([contents(BOTH)], [])


@pytest.mark.slow
@pytest.mark.parametrize("is_move", [False, True])
async def test_an_interrupted_transfer_is_undone(two: TwoServices, is_move: bool) -> None:
    await two.publish()
    refuse(two.ways[1], "PUT")
    await interrupted(two, is_move=is_move)
    recover(two)
    await two.records.tidy()

    assert await two.transfer.undo_unfinished(two.there, await unfinished(two)) is UnfinishedUndo.COPY_DELETED

    assert (await two.on_first(), await two.on_second()) == ([contents(BOTH)], [])
    assert await two.transfer.find_unfinished() == []
    assert await two.records.journal.drafts(two.there.profile) == []


@pytest.mark.slow
async def test_a_lost_creation_is_undone(two: TwoServices) -> None:
    await two.publish()

    async def lose(request: httpx.Request) -> httpx.Response | None:
        if request.method == "POST":
            await (await two.ways[1].pass_on(request)).aread()
        if request.method == "POST" or two.ways[1].changes:
            raise httpx.ReadError("The connection was reset", request=request)
        return None

    two.ways[1].instead = lose
    error = await interrupted(two, is_move=False)
    assert "Nobody knows yet whether a part of it is on" in error.message
    recover(two)
    assert len(await two.on_second()) == 1

    assert await two.transfer.undo_unfinished(two.there, await unfinished(two)) is UnfinishedUndo.COPY_DELETED

    assert await two.on_second() == []
    assert await two.records.journal.drafts(two.there.profile) == []


@pytest.mark.slow
async def test_what_a_move_has_deleted_comes_back(two: TwoServices) -> None:
    await two.publish()
    asked = 0

    async def fail_second(request: httpx.Request) -> httpx.Response | None:
        nonlocal asked
        asked += request.method == "DELETE"
        return httpx.Response(500, request=request) if request.method == "DELETE" and asked > 1 else None

    # With a third dictionary that stays, the two are deleted one after the other.
    await two.here.client.glossaries.replace((await two.summary()).key, EN_DE.reverse, Entries.of([("Haus", "house")]))
    summary = await two.summary()
    [part] = await two.parts()
    rows = tuple(row for row in summary.rows if row.pair in BOTH)
    two.ways[0].instead = fail_second
    result = await two.transfer.run(two.there, await two.plan([type(part)(summary, rows)], is_move=True))
    assert isinstance(result.failure, TransferInterrupted)
    recover(two)

    assert await two.transfer.undo_unfinished(two.there, await unfinished(two)) is UnfinishedUndo.ORIGINAL_RESTORED

    assert await two.on_second() == []
    summary = await two.summary()
    assert {row.pair for row in summary.rows} == {*BOTH, EN_DE.reverse}
    assert (await two.library.read(summary, EN_DE)).as_dict() == GERMAN.as_dict()
    # The bin got a copy before each deletion, also of what is still there.
    assert [each.pairs for each in await two.bin.all()] == [(EN_FR,)]


@pytest.mark.slow
async def test_a_copy_that_somebody_changed_stays_and_can_be_continued(two: TwoServices) -> None:
    await two.publish()
    refuse(two.ways[1], "PUT")
    await interrupted(two, is_move=False)
    recover(two)
    record = await unfinished(two)
    changed = Entries.of([("court", "Gericht")])
    await two.there.client.glossaries.replace(record.other_key, EN_DE, changed)

    assert await two.transfer.undo_unfinished(two.there, record) is UnfinishedUndo.LEFT_ALONE

    assert await two.on_second() == [contents({EN_DE: changed})]
    assert await unfinished(two) == record
    await two.there.client.glossaries.replace(record.other_key, EN_DE, GERMAN)
    await two.there.client.glossaries.replace(record.other_key, EN_FR.reverse, changed)
    outcome = await two.transfer.undo_unfinished(two.there, record)
    assert outcome is UnfinishedUndo.LEFT_ALONE, "somebody added a dictionary"


@pytest.mark.slow
async def test_without_a_disk_the_failure_of_the_service_is_told(two: TwoServices) -> None:
    await two.publish()
    plan = await two.plan(is_move=True)

    async def fail_both(request: httpx.Request) -> httpx.Response | None:
        if request.method != "DELETE":
            return None
        await two.records._database.run(lambda connection: connection.execute("DROP TABLE IF EXISTS transfers"))
        return httpx.Response(400, json={"message": "No, thanks."}, request=request)

    two.ways[0].instead = fail_both
    result = await two.transfer.run(two.there, plan)

    assert result.failure is not None
    assert result.failure.message == "No, thanks."
