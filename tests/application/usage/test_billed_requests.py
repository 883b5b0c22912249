"""Requests that cost something: sent once, and noted whatever becomes of them and of who waits for them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from support.fake_service import FakeService, refusal
from support.waiting import until
from termdesk.application.improvement.improvement import ImproveRequest, Improving
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.translation.term_marks import TermMarks
from termdesk.application.translation.translation import TranslateRequest, Translating, TranslationResult
from termdesk.application.usage.usage_ledger import Bookkeeping
from termdesk.client.errors import InvalidRequest, ServiceError
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.storage.history import Bill, History
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

REQUEST = TranslateRequest("Good morning.", "de", source="en")
HELD_UP = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nContent-Length: 0\r\n\r\n"


@dataclass
class Desk:
    """The use cases before a fake service."""

    fake: FakeService
    session: Session
    history: History
    books: Bookkeeping
    use: Translating
    improving: Improving
    running: list[asyncio.Task[TranslationResult]] = field(default_factory=list)

    def start(self, request: TranslateRequest = REQUEST) -> asyncio.Task[TranslationResult]:
        self.running.append(asyncio.create_task(self.use.translate(request)))
        return self.running[-1]

    async def bills(self) -> list[Bill]:
        return await self.history.bills(self.session.profile)


@pytest.fixture
async def desk(tmp_path: Path, new_session: Callable[[Path], Session], history: History) -> AsyncIterator[Desk]:
    async with FakeService() as fake:
        session = new_session(tmp_path)
        await session.use(Provider("custom", fake.url), "a-good-key-0001")
        books, lists = Bookkeeping(session, history), LanguageLists(session)
        use = Translating(session, lists, TermMarks(session), books)
        made = Desk(fake, session, history, books, use, Improving(session, lists, books))
        yield made
        fake.gate.set()
        await session.stop()
        await books.close()


async def test_the_same_content_is_sent_once_while_it_runs_and_both_get_the_answer(desk: Desk) -> None:
    desk.fake.gate.clear()
    first, second = desk.start(), desk.start()
    await until(lambda: desk.fake.billed)
    third = desk.start()
    desk.fake.gate.set()

    results = await asyncio.gather(first, second, third)

    assert [each.text for each in results] == ["GOOD MORNING."] * 3
    assert len(desk.fake.billed) == 1
    assert [(bill.billed, bill.is_unclear) for bill in await desk.bills()] == [(13, False)]


@pytest.mark.parametrize(
    "other",
    [
        replace(REQUEST, text="Good evening."),
        replace(REQUEST, target="es"),
        replace(REQUEST, source=None),
        replace(REQUEST, context="a letter"),
        replace(REQUEST, formality="more"),
    ],
)
async def test_other_content_is_another_request(desk: Desk, other: TranslateRequest) -> None:
    desk.fake.gate.clear()
    first, second = desk.start(), desk.start(other)
    await until(lambda: len(desk.fake.billed) == 2)
    desk.fake.gate.set()

    await asyncio.gather(first, second)

    assert len(await desk.bills()) == 2


async def test_a_repetition_after_the_answer_is_a_new_request(desk: Desk) -> None:
    await desk.use.translate(REQUEST)
    await desk.use.translate(REQUEST)

    assert len(desk.fake.billed) == 2


async def test_cancelled_while_the_disk_was_slow_to_note_it_is_not_in_the_ledger(desk: Desk, records: Records) -> None:
    disk_goes_on, is_writing = threading.Event(), threading.Event()

    def hold() -> None:
        is_writing.set()
        disk_goes_on.wait(30)

    def slow_down(connection: sqlite3.Connection) -> None:
        connection.create_function("hold", 0, hold)
        connection.execute("CREATE TEMP TRIGGER held BEFORE INSERT ON bills BEGIN SELECT hold(); END")

    await records._database.run(slow_down)
    started = desk.start()
    await until(is_writing.is_set)
    started.cancel()
    await asyncio.wait({started})
    disk_goes_on.set()
    await desk.books.close()

    assert started.cancelled()
    assert desk.fake.billed == []
    assert await desk.bills() == []


async def test_a_cancelled_request_that_was_sent_is_waited_for_and_its_answer_kept_for_who_asks_again(
    desk: Desk,
) -> None:
    desk.fake.gate.clear()
    first = desk.start()
    await until(lambda: desk.fake.billed)
    assert desk.use.is_under_way(REQUEST)
    first.cancel()
    await asyncio.wait({first})
    [unseen] = await desk.bills()
    desk.fake.gate.set()
    await desk.books.close()
    [seen] = await desk.bills()

    again = await desk.use.translate(REQUEST)
    once_more = await desk.use.translate(REQUEST)

    assert first.cancelled()
    assert (unseen.is_unclear, unseen.billed) == (True, None)
    assert (seen.is_unclear, seen.billed) == (False, 13)
    assert again.text == "GOOD MORNING."
    assert "nothing was sent again" in again.notes[0]
    assert once_more.notes == ()
    assert len(desk.fake.billed) == 2, "the kept answer is given once"


async def test_cancelled_and_started_again_at_once_is_one_request(desk: Desk) -> None:
    desk.fake.gate.clear()
    first = desk.start()
    await until(lambda: desk.fake.billed)
    first.cancel()
    second = desk.start()
    await asyncio.wait({first})
    desk.fake.gate.set()

    result = await second

    assert result.text == "GOOD MORNING."
    assert len(desk.fake.billed) == 1


async def test_what_is_cancelled_while_it_waits_here_is_not_sent_and_not_in_the_ledger(desk: Desk) -> None:
    api = await desk.session.api()
    desk.fake.refusals["POST /v2/translate"] = HELD_UP
    sent_back = desk.start(replace(REQUEST, text="Sent back."))
    await until(lambda: api.pauses)
    not_sent = desk.start()
    await until(lambda: api.pauses[0].calls_waiting == 2)

    for each in (sent_back, not_sent):
        each.cancel()
    await asyncio.wait({sent_back, not_sent})
    await desk.books.close()

    assert len(desk.fake.billed) == 1
    assert not desk.use.is_under_way(REQUEST)
    assert await desk.bills() == []


async def test_what_is_cancelled_at_the_service_and_sent_back_is_not_sent_again(desk: Desk) -> None:
    desk.fake.refusals["POST /v2/translate"] = HELD_UP
    desk.fake.gate.clear()
    running = desk.start()
    await until(lambda: desk.fake.billed)
    running.cancel()
    await asyncio.wait({running})
    desk.fake.gate.set()

    await desk.books.close()

    assert len(desk.fake.billed) == 1
    assert await desk.bills() == []


@pytest.mark.parametrize(
    ("reply", "is_noted"),
    [
        (refusal("400 Bad Request"), False),
        (refusal("456 Quota Exceeded"), False),
        (refusal("500 Internal Server Error"), True),
        (refusal("502 Bad Gateway"), True),
        (refusal("504 Gateway Timeout"), True),
        (b"", True),
        (refusal("200 OK", b"<html>a portal</html>"), True),
        (refusal("200 OK", b'{"translations": []}'), True),
    ],
)
async def test_what_may_have_been_charged_is_noted_as_unclear(desk: Desk, reply: bytes, is_noted: bool) -> None:
    desk.fake.refusals["POST /v2/translate"] = reply

    with pytest.raises(ServiceError):
        await desk.use.translate(REQUEST)

    assert [bill.is_unclear for bill in await desk.bills()] == [True] * is_noted
    assert len(desk.fake.billed) == 1


async def test_a_failure_is_told_to_everybody_who_waits_and_never_kept(desk: Desk) -> None:
    desk.fake.refusals["POST /v2/translate"] = refusal("400 Bad Request")
    desk.fake.gate.clear()
    first, second = desk.start(), desk.start()
    await until(lambda: desk.fake.billed)
    desk.fake.gate.set()

    results = await asyncio.gather(first, second, return_exceptions=True)
    desk.fake.refusals.clear()
    after = await desk.use.translate(REQUEST)

    assert [type(each) for each in results] == [InvalidRequest] * 2
    assert after.text == "GOOD MORNING."


async def test_improving_is_paid_once_too(desk: Desk) -> None:
    desk.fake.gate.clear()
    request = ImproveRequest("Good morning.", "de")
    first = asyncio.create_task(desk.improving.improve(request))
    await until(lambda: desk.fake.billed)
    first.cancel()
    second = asyncio.create_task(desk.improving.improve(request))
    await asyncio.wait({first})
    desk.fake.gate.set()

    result = await second

    assert result.text == "Good morning.!"
    assert len(desk.fake.billed) == 1
    assert [bill.is_unclear for bill in await desk.bills()] == [False]


async def test_a_published_glossary_makes_another_request_of_the_same_text(desk: Desk) -> None:
    desk.fake.gate.clear()
    glossary = Glossary("1", "Law", (Dictionary(LanguagePair("en", "de"), 3),))
    request = replace(REQUEST, glossary=glossary)
    first = desk.start(request)
    await until(lambda: desk.fake.billed)
    desk.use.forget_terms()
    second = desk.start(request)
    await until(lambda: len(desk.fake.billed) == 2)
    desk.fake.gate.set()

    await asyncio.gather(first, second)


async def test_closing_ends_what_is_under_way_and_leaves_it_unclear(desk: Desk) -> None:
    desk.fake.gate.clear()
    running = desk.start()
    await until(lambda: desk.fake.billed)
    running.cancel()

    await desk.session.stop()
    await desk.books.close()

    assert [bill.is_unclear for bill in await desk.bills()] == [True]
