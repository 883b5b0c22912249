"""Changes by others at the last moment are not overwritten; if they are, they are kept and reported."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx
import pytest

from support.campaign import combined
from support.publishing_setup import (
    EN_DE,
    ENTRIES,
    Meddling,
    PublishingSetup,
    busy,
    client,
    fail_last_looks,
    publish,
)
from support.running_service import RunningService
from support.services.garbling_proxy import GarblingProxy
from termdesk.application.failures import ChangedOnService, KeepsChanging, NotSeen, OthersWrote, OutOfDate, cause_of
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.bin import Bin
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.dictionary_update import ROUNDS
from termdesk.application.glossaries.publishing.publisher import Publisher
from termdesk.application.glossaries.publishing.write_watch import (
    find_lost_update,
    find_seen,
    shows_change,
    version_of_others,
)
from termdesk.client.errors import ServerFailed, ServiceError
from termdesk.domain.entries.changes import RemoveRows, SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.merging.difference import Difference
from termdesk.domain.progress import NoProgress
from termdesk.storage.records import Records

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("R18")]


def change(dictionary: OpenDictionary, method: str) -> None:
    """Return an edit that is published by this method."""
    if method == "PUT":
        dictionary.apply(RemoveRows((1,)))
    else:
        dictionary.apply(SetCells(TARGET, (0,), ("Kontrakt",)))


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
async def test_what_others_write_between_the_last_look_and_the_call_survives(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling, method: str
) -> None:
    for number in range(5):
        dictionary = await setup.published(ENTRIES)
        glossary_id = str(dictionary.draft.glossary_id)
        change(dictionary, method)
        remote = Entries.of([(f"sea {number}", "Meer"), ("tree", "Forst")])

        async def meddle(request: httpx.Request, glossary_id: str = glossary_id, remote: Entries = remote) -> None:
            if request.method == method:
                way.before = None
                await other.client.glossaries.merge(glossary_id, EN_DE, remote)

        way.before = meddle
        report = await publish(setup, dictionary)

        held = await setup.held(dictionary)
        assert held == dictionary.entries.as_dict() | remote.as_dict()
        assert report.others_changed
        assert report.lost is None


async def test_a_call_that_is_sent_again_is_watched_once(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PUT")
    watching: list[int] = []

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        if request.method != "PUT":
            return None
        # The gate is before the last byte.
        await request.aread()
        watching.append(sum(task.get_name() == "Watching a dictionary" for task in asyncio.all_tasks()))
        return httpx.Response(503, headers={"Retry-After": "0"}) if len(watching) < 3 else httpx.Response(400)

    way.instead = refuse
    with pytest.raises(ServiceError):
        await publish(setup, dictionary)

    assert watching[:2] == [1, 1]
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "Watching a dictionary"]


async def test_the_same_phrase_changed_at_the_last_moment_stops_it(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    glossary_id = str(dictionary.draft.glossary_id)
    change(dictionary, "PATCH")

    async def meddle(request: httpx.Request) -> None:
        if request.method == "PATCH":
            way.before = None
            await other.client.glossaries.merge(glossary_id, EN_DE, Entries.of([("contract", "Abkommen")]))

    way.before = meddle
    with pytest.raises(ChangedOnService):
        await publish(setup, dictionary)

    assert (await setup.held(dictionary))["contract"] == "Abkommen"
    assert await setup.publisher.count_unfinished() == 0


async def test_a_service_that_others_write_to_all_the_time_is_left_alone(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    glossary_id = str(dictionary.draft.glossary_id)
    change(dictionary, "PUT")
    numbers = itertools.count()

    async def meddle(request: httpx.Request) -> None:
        if request.method == "PUT":
            await other.client.glossaries.merge(glossary_id, EN_DE, Entries.of([(f"sea {next(numbers)}", "Meer")]))

    way.before = meddle
    with pytest.raises(KeepsChanging):
        await publish(setup, dictionary)

    assert (await setup.held(dictionary))["house"] == "Haus"
    assert next(numbers) == 3
    way.before = None


LARGE = Entries.of([*ENTRIES, *((f"screw {number}", f"Schraube {number}") for number in range(20_001))])


@pytest.mark.parametrize(
    ("method", "entries"),
    [
        pytest.param("PUT", ENTRIES, id="PUT"),
        pytest.param("PATCH", ENTRIES, id="PATCH"),
        pytest.param("PUT", LARGE, id="PUT of a large dictionary"),
    ],
)
async def test_what_is_overwritten_while_the_call_is_on_its_way_is_kept_and_comes_back(
    records: Records, service: RunningService, other: PublishingSetup, method: str, entries: Entries
) -> None:
    async with GarblingProxy(service.url) as proxy, client(proxy.url, service.key) as api:
        setup = PublishingSetup(records, api)
        dictionary = await setup.published(entries)
        glossary_id = str(dictionary.draft.glossary_id)
        change(dictionary, method)
        remote = Entries.of([("contract", "Abkommen"), *([("sea", "Meer")] if method == "PUT" else [])])
        plan = await setup.publisher.plan(dictionary)
        proxy.meddle(method, lambda: other.client.glossaries.merge(glossary_id, EN_DE, remote))
        report = await setup.publisher.publish(plan)
        proxy.before = None

        assert report.lost is not None
        held = await setup.held(dictionary)
        assert held == dictionary.entries.as_dict()
        if method == "PUT":
            assert report.lost.difference == Difference({"sea": "Meer"}, {"contract": ("Vertrag", "Abkommen")}, {})
        else:
            assert report.lost.difference == Difference({}, {"contract": ("Kontrakt", "Abkommen")}, {})
        kept = await Bin(setup, records, Library(setup, records)).all()
        assert [each.name for each in kept] == ["Terms (as changed elsewhere)"]
        assert (await records.snapshots.get(report.lost.version)).as_dict() == entries.as_dict() | remote.as_dict()

        dictionary.apply(report.lost.change(dictionary.entries))
        await publish(setup, dictionary)
        assert (await setup.held(dictionary)).items() >= remote.as_dict().items()


def failed(request: httpx.Request) -> httpx.Response:
    return httpx.Response(500, request=request)


def garbled(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, text="<html>", headers={"Content-Type": "text/html"}, request=request)


def reset(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadError("reset", request=request)


def silent(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("silent", request=request)


@pytest.mark.parametrize(("fault", "method"), combined([busy, failed, garbled, reset, silent], ["PUT", "PATCH"]))
async def test_nothing_is_sent_if_the_last_look_fails(
    setup: PublishingSetup,
    other: PublishingSetup,
    way: Meddling,
    method: str,
    fault: Callable[[httpx.Request], httpx.Response],
) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, method)
    begun = fail_last_looks(way, fault)

    with pytest.raises(NotSeen) as failure:
        await publish(setup, dictionary)

    assert begun == [method] * ROUNDS
    assert await setup.held(dictionary) == ENTRIES.as_dict()
    assert await setup.publisher.count_unfinished() == 0
    assert str(failure.value).startswith("Nothing was sent")

    # Others write meanwhile, and the next attempt merges that.
    way.instead = None
    await other.client.glossaries.merge(str(dictionary.draft.glossary_id), EN_DE, Entries.of([("sea", "Meer")]))
    plan = await setup.publisher.plan(dictionary)
    dictionary.apply(plan.incoming_change())
    await setup.publisher.accept(plan)
    await publish(setup, dictionary)
    assert await setup.held(dictionary) == dictionary.entries.as_dict()
    assert (await setup.held(dictionary))["sea"] == "Meer"


async def test_a_dictionary_that_others_delete_at_the_last_moment_is_not_created_again(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PUT")

    async def delete(request: httpx.Request) -> None:
        if request.method == "PUT":
            way.before = None
            await other.client.glossaries.delete_dictionary(str(dictionary.draft.glossary_id), EN_DE)

    way.before = delete
    with pytest.raises(OutOfDate):
        await publish(setup, dictionary)

    assert (await setup.client.glossaries.get(str(dictionary.draft.glossary_id))).dictionaries == ()


async def test_the_last_look_is_repeated_before_giving_up(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PUT")
    begun = fail_last_looks(way, busy)

    async def pass_second(request: httpx.Request) -> None:
        if request.method == "PUT" and begun == ["PUT"]:
            way.instead = None

    way.before = pass_second
    report = await publish(setup, dictionary)

    assert begun == ["PUT"]
    assert report.written is not None
    assert await setup.held(dictionary) == dictionary.entries.as_dict()


async def test_what_an_attempt_without_a_look_back_stored_is_known(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PUT")
    sent = 0

    async def lose_first_answer(request: httpx.Request) -> httpx.Response | None:
        nonlocal sent
        sent += request.method == "PUT"
        if request.method != "PUT" or sent > 1:
            return None
        await way.pass_on(request)
        return busy(request)

    way.instead = lose_first_answer
    report = await publish(setup, dictionary)

    assert report.written is not None
    assert (await setup.records.snapshots.get(str(report.written.before_hash))).as_dict() == ENTRIES.as_dict()
    assert await setup.held(dictionary) == dictionary.entries.as_dict()


async def test_the_open_time_is_told_by_the_clock_that_was_given(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PUT")
    seconds = 7.0
    publishing = Publisher(setup, setup.records, clock=lambda: seconds)

    async def take_a_second(request: httpx.Request) -> None:
        nonlocal seconds
        if request.method == "PUT":
            # The last look is before the last byte.
            await request.aread()
            seconds += 1.0

    way.before = take_a_second
    report = await publishing.publish(await publishing.plan(dictionary))

    assert report.open_milliseconds == 1_000


def test_what_was_lost_is_theirs_alone() -> None:
    before = Entries.of([("a", "1"), ("b", "2"), ("c", "3"), ("d", "4")])
    merged = Entries.of([("a", "mine"), ("b", "2"), ("c", "3"), ("d", "4"), ("new", "mine")])
    seen = Entries.of([("a", "theirs"), ("b", "theirs"), ("c", "3"), ("new", "mine"), ("other", "theirs")])

    def lost(seen: Entries, remote: Entries) -> Difference:
        written = find_seen(NoProgress(), base=before, merged=merged, remote=seen)
        return find_lost_update(NoProgress(), seen=written, remote=remote)

    assert lost(seen, merged) == Difference(
        {"other": "theirs"}, {"a": ("mine", "theirs"), "b": ("2", "theirs")}, {"d": "4"}
    )
    assert lost(before, merged).is_empty
    assert lost(merged, merged).is_empty
    assert lost(seen, seen).is_empty


def test_the_version_of_others_is_the_former_one_with_what_they_wrote() -> None:
    before = Entries.of([("a", "1"), ("b", "2"), ("c", "3")])

    version = version_of_others(NoProgress(), base=before, seen={"a": "theirs", "b": None, "new": "theirs"})

    assert version.as_dict() == {"a": "theirs", "c": "3", "new": "theirs"}


async def test_what_others_write_while_its_entry_is_deleted_is_kept_and_told(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    """The deletion replaces the dictionary, so a new target of the same entry goes with it."""
    dictionary = await setup.published(ENTRIES)
    glossary_id = str(dictionary.draft.glossary_id)
    dictionary.apply(RemoveRows((2,)))
    readings = Readings(way)

    async def instead(request: httpx.Request) -> httpx.Response | None:
        if request.method == "GET":
            return await readings.read(request)
        # The last look before the call is before the last byte.
        await request.aread()
        await other.client.glossaries.merge(glossary_id, EN_DE, Entries.of([("tree", "Forst")]))
        await readings.wait_for_next()
        async with readings.lock:
            return await way.pass_on(request)

    way.instead = instead
    report = await publish(setup, dictionary)

    assert report.lost is not None
    assert report.lost.difference == Difference({"tree": "Forst"}, {}, {})
    await assert_kept(setup, ENTRIES.as_dict() | {"tree": "Forst"})


class Readings:
    """Passes requests on, and lets a test wait until the sender has taken in a reading."""

    def __init__(self, way: Meddling) -> None:
        self._way = way
        self._count = 0
        self._begun = asyncio.Condition()
        # While it is held, readings wait.
        self.lock = asyncio.Lock()

    async def read(self, request: httpx.Request) -> httpx.Response:
        async with self._begun:
            self._count += 1
            self._begun.notify_all()
        async with self.lock:
            response = await self._way.pass_on(request)
            content = await response.aread()
            kind = {"Content-Type": response.headers["Content-Type"]}
            return httpx.Response(response.status_code, headers=kind, content=content, request=request)

    async def wait_for_next(self) -> None:
        """Wait for a reading that begins now. It has been taken in when the one after it begins."""
        until = self._count + 2
        async with self._begun:
            await asyncio.wait_for(self._begun.wait_for(lambda: self._count >= until), 10)


async def test_what_the_call_overwrote_is_kept_although_others_write_again_after_it(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PATCH")
    glossary_id = str(dictionary.draft.glossary_id)
    readings = Readings(way)

    async def merge(source: str, target: str) -> None:
        await other.client.glossaries.merge(glossary_id, EN_DE, Entries.of([(source, target)]))

    async def instead(request: httpx.Request) -> httpx.Response | None:
        if request.method == "GET":
            return await readings.read(request)
        if request.method != "PATCH":
            return None
        # The last look before the call is before the last byte.
        await request.aread()
        await merge("contract", "Abkommen")
        await readings.wait_for_next()
        async with readings.lock:
            response = await way.pass_on(request)
            await merge("sea", "Meer")
        await readings.wait_for_next()
        return response

    way.instead = instead
    report = await publish(setup, dictionary)

    assert await setup.held(dictionary) == {**ENTRIES.as_dict(), "contract": "Kontrakt", "sea": "Meer"}
    assert report.lost is not None
    assert report.lost.difference == Difference({}, {"contract": ("Kontrakt", "Abkommen")}, {})
    version = (await setup.records.snapshots.get(report.lost.version)).as_dict()
    assert version == {**ENTRIES.as_dict(), "contract": "Abkommen", "sea": "Meer"}


@pytest.mark.parametrize("status", [401, 403, 429])
async def test_a_service_that_refuses_a_reading_is_not_asked_again_during_the_call(
    setup: PublishingSetup, way: Meddling, status: int
) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PUT")
    is_on_its_way = False
    refused = 0

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_on_its_way, refused
        if request.method == "GET" and is_on_its_way:
            refused += 1
            return httpx.Response(status, json={"message": "no"}, request=request)
        if request.method == "PUT":
            await request.aread()
            is_on_its_way = True
            watching = [each for each in asyncio.all_tasks() if each.get_name() == "Watching a dictionary"]
            await asyncio.wait(watching, timeout=2)
            is_on_its_way = False
        return None

    way.instead = instead
    await publish(setup, dictionary)

    assert refused == 1


async def test_a_refused_call_does_not_wait_for_a_reading(setup: PublishingSetup, way: Meddling) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PUT")
    is_on_its_way = False
    is_reading = asyncio.Event()

    async def instead(request: httpx.Request) -> httpx.Response | None:
        nonlocal is_on_its_way
        if request.method == "GET" and is_on_its_way:
            is_reading.set()
            await asyncio.Event().wait()
        if request.method == "PUT":
            await request.aread()
            is_on_its_way = True
            await asyncio.wait_for(is_reading.wait(), 10)
            return httpx.Response(400, json={"message": "no"}, request=request)
        return None

    way.instead = instead
    with pytest.raises(ServiceError):
        await asyncio.wait_for(publish(setup, dictionary), 10)


class SlowLine:
    """Delivers only a part of each reading that begins while a change is on its way.

    `part` is the share of the response that arrives at once. During the first change, the reader's time is then over.
    Later, the rest arrives after the response to the change.
    """

    def __init__(self, way: Meddling, *, part: float = 0.5) -> None:
        self._way, self._part = way, part
        self._is_open = False
        self._is_answered = asyncio.Event()
        # The methods of the changes that were begun.
        self.begun: list[str] = []
        way.instead = self._instead

    async def _instead(self, request: httpx.Request) -> httpx.Response | None:
        if request.method == "GET":
            return await self._deliver(request) if self._is_open else None
        self.begun.append(request.method)
        self._is_open = True
        try:
            response = await self._way.pass_on(request)
            self._is_answered.set()
            return response
        finally:
            self._is_open = False

    async def _deliver(self, request: httpx.Request) -> httpx.Response:
        response = await self._way.pass_on(request)
        content = await response.aread()
        head = {name: response.headers[name] for name in ("Content-Type", "Content-Length")}
        return httpx.Response(response.status_code, headers=head, stream=self._Body(self, content), request=request)

    class _Body(httpx.AsyncByteStream):
        def __init__(self, line: SlowLine, content: bytes) -> None:
            self._line, self._content = line, content

        async def __aiter__(self) -> AsyncIterator[bytes]:
            first = int(len(self._content) * self._line._part)
            if first:
                yield self._content[:first]
            if len(self._line.begun) == 1 or not first:
                raise httpx.ReadTimeout("too slow")
            await self._line._is_answered.wait()
            yield self._content[first:]


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
async def test_a_dictionary_that_no_call_can_wait_for_is_published_over_a_slow_line(
    setup: PublishingSetup, way: Meddling, method: str
) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, method)
    line = SlowLine(way)

    report = await publish(setup, dictionary)

    assert line.begun == [method] * 2
    assert await setup.held(dictionary) == dictionary.entries.as_dict()
    assert (report.lost, report.others_changed) == (None, False)
    assert await setup.publisher.count_unfinished() == 0


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
async def test_what_others_write_while_a_slow_line_is_busy_is_kept_and_told(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling, method: str
) -> None:
    dictionary = await setup.published(ENTRIES)
    glossary_id = str(dictionary.draft.glossary_id)
    change(dictionary, method)
    line = SlowLine(way)

    async def meddle(request: httpx.Request) -> None:
        # After the reading before the second attempt, which no longer waits for a whole reading.
        if request.method == method and line.begun == [method]:
            await other.client.glossaries.merge(glossary_id, EN_DE, Entries.of([("contract", "Abkommen")]))

    way.before = meddle
    report = await publish(setup, dictionary)

    assert await setup.held(dictionary) == dictionary.entries.as_dict()
    assert report.lost is not None
    local = dictionary.entries.as_dict()["contract"]
    assert report.lost.difference == Difference({}, {"contract": (local, "Abkommen")}, {})
    version = await setup.records.snapshots.get(report.lost.version)
    assert version.as_dict() == ENTRIES.as_dict() | {"contract": "Abkommen"}
    kept = await Bin(setup, setup.records, Library(setup, setup.records)).all()
    assert [each.name for each in kept] == ["Terms (as changed elsewhere)"]


async def test_what_others_write_before_a_slow_call_is_merged(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PUT")
    line = SlowLine(way)

    async def meddle(request: httpx.Request) -> None:
        if request.method == "GET" and line.begun and not line._is_open:
            # Right after the first attempt. The reading before the second one sees it.
            way.before = None
            sea = Entries.of([("sea", "Meer")])
            await other.client.glossaries.merge(str(dictionary.draft.glossary_id), EN_DE, sea)

    way.before = meddle
    report = await publish(setup, dictionary)

    assert await setup.held(dictionary) == dictionary.entries.as_dict() | {"sea": "Meer"}
    assert (report.lost, report.others_changed) == (None, True)


async def test_nothing_is_sent_to_a_service_that_begins_to_respond_and_stops(
    setup: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PUT")
    line = SlowLine(way, part=0.0)

    with pytest.raises(NotSeen):
        await publish(setup, dictionary)

    assert line.begun == ["PUT"] * ROUNDS
    assert await setup.held(dictionary) == ENTRIES.as_dict()
    assert await setup.publisher.count_unfinished() == 0


@pytest.mark.parametrize("fault", [busy, silent])
async def test_nothing_is_sent_over_a_slow_line_if_the_service_fails(
    setup: PublishingSetup, way: Meddling, fault: Callable[[httpx.Request], httpx.Response]
) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PUT")
    line = SlowLine(way)
    deliver = way.instead
    assert deliver is not None

    async def fail_later(request: httpx.Request) -> httpx.Response | None:
        if request.method == "GET" and line._is_open and len(line.begun) > 1:
            return fault(request)
        return await deliver(request)

    way.instead = fail_later
    with pytest.raises(NotSeen):
        await publish(setup, dictionary)

    assert await setup.held(dictionary) == ENTRIES.as_dict()


class Overwriting:
    """Lets others write while a PATCH is on its way, and hands the reading after it to `read_back`."""

    def __init__(
        self,
        way: Meddling,
        other: PublishingSetup,
        glossary_id: str,
        read_back: Callable[[httpx.Request], Awaitable[httpx.Response]],
    ) -> None:
        self._way, self._other, self._glossary_id, self._read_back = way, other, glossary_id, read_back
        self._readings = Readings(way)
        self._is_answered = False
        way.instead = self._instead

    async def _instead(self, request: httpx.Request) -> httpx.Response | None:
        if request.method == "GET":
            return await (self._read_back if self._is_answered else self._readings.read)(request)
        # The last look before the call is before the last byte.
        await request.aread()
        await self._other.client.glossaries.merge(self._glossary_id, EN_DE, Entries.of([("contract", "Abkommen")]))
        await self._readings.wait_for_next()
        async with self._readings.lock:
            response = await self._way.pass_on(request)
            self._is_answered = True
        return response


async def test_what_others_wrote_is_kept_and_told_if_reading_back_fails(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PATCH")

    async def fail(request: httpx.Request) -> httpx.Response:
        return failed(request)

    Overwriting(way, other, str(dictionary.draft.glossary_id), fail)
    with pytest.raises(OthersWrote, match=r"One entry .*“Terms \(as changed elsewhere\)”") as raised:
        await publish(setup, dictionary)

    assert isinstance(cause_of(raised.value), ServerFailed)
    assert raised.value.difference == Difference({}, {"contract": ("Kontrakt", "Abkommen")}, {})
    await assert_kept(setup, ENTRIES.as_dict() | {"contract": "Abkommen"})
    # The call itself is settled by the next reading.
    assert await setup.publisher.count_unfinished() == 1
    way.instead = None
    await setup.publisher.plan(dictionary)
    assert await setup.publisher.count_unfinished() == 0


async def test_what_others_wrote_is_kept_if_reading_back_is_cancelled(
    setup: PublishingSetup, other: PublishingSetup, way: Meddling
) -> None:
    dictionary = await setup.published(ENTRIES)
    change(dictionary, "PATCH")
    is_reading_back = asyncio.Event()

    async def hang(request: httpx.Request) -> httpx.Response:
        is_reading_back.set()
        await asyncio.Event().wait()
        raise AssertionError

    Overwriting(way, other, str(dictionary.draft.glossary_id), hang)
    publishing = asyncio.create_task(publish(setup, dictionary))
    await asyncio.wait_for(is_reading_back.wait(), 10)
    publishing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await publishing

    await assert_kept(setup, ENTRIES.as_dict() | {"contract": "Abkommen"})


async def assert_kept(setup: PublishingSetup, entries: dict[str, str]) -> None:
    """Assert that the bin has what others wrote."""
    [kept] = await setup.records.deleted_glossaries.all(setup.profile)
    assert (kept.name, kept.is_overwritten) == ("Terms", True)
    [(_, version)] = kept.dictionaries
    assert (await setup.records.snapshots.get(version)).as_dict() == entries


@pytest.mark.parametrize(
    ("remote", "is_shown"),
    [({"a": "A"}, False), ({"a": "A", "b": "B"}, False), ({"a": "1"}, True), ({"a": "2", "b": "B"}, False)],
)
def test_of_several_changes_a_new_target_shows_that_the_call_was_carried_out(
    remote: dict[str, str], is_shown: bool
) -> None:
    base, merged = Entries.of([("a", "A")]), Entries.of([("a", "1"), ("b", "B")])

    assert shows_change(NoProgress(), base=base, merged=merged, remote=Entries.of(remote.items())) is is_shown
