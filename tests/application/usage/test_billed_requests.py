"""Requests that cost something: sent once, and noted whatever becomes of them and of who waits for them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from support.services.fake_service import FakeService, refusal
from support.waiting import until
from termdesk.application.improvement.improvement import ImproveRequest, TextImprover
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.translation.term_marks import TermMarks
from termdesk.application.translation.translation import TextTranslator, TranslateRequest, TranslationResult
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.client.errors import InvalidRequest, ServiceError
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.storage.history import BilledCall, History
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

REQUEST = TranslateRequest("Good morning.", "de", source="en")
HELD_UP = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nContent-Length: 0\r\n\r\n"


@dataclass
class BilledSetup:
    """The use cases before a fake service."""

    fake: FakeService
    session: Session
    history: History
    ledger: UsageLedger
    use: TextTranslator
    improving: TextImprover
    running: list[asyncio.Task[TranslationResult]] = field(default_factory=list)

    def start(self, request: TranslateRequest = REQUEST) -> asyncio.Task[TranslationResult]:
        self.running.append(asyncio.create_task(self.use.translate(request)))
        return self.running[-1]

    async def read_billed_calls(self) -> list[BilledCall]:
        return await self.history.read_billed_calls(self.session.profile)


@pytest.fixture
async def setup(tmp_path: Path, new_session: Callable[[Path], Session], history: History) -> AsyncIterator[BilledSetup]:
    async with FakeService() as fake:
        session = new_session(tmp_path)
        await session.use(Provider("custom", fake.url), "a-good-key-0001")
        ledger, lists = UsageLedger(session, history), LanguageLists(session)
        use = TextTranslator(session, lists, TermMarks(session), ledger)
        made = BilledSetup(fake, session, history, ledger, use, TextImprover(session, lists, ledger))
        yield made
        fake.gate.set()
        await session.stop()
        await ledger.close()


async def test_the_same_content_is_sent_once_while_it_runs_and_both_get_the_answer(setup: BilledSetup) -> None:
    setup.fake.gate.clear()
    first, second = setup.start(), setup.start()
    await until(lambda: setup.fake.billed)
    third = setup.start()
    setup.fake.gate.set()

    results = await asyncio.gather(first, second, third)

    assert [each.text for each in results] == ["GOOD MORNING."] * 3
    assert len(setup.fake.billed) == 1
    assert [(bill.billed, bill.is_unclear) for bill in await setup.read_billed_calls()] == [(13, False)]


async def test_a_request_is_running_until_its_answer_comes(setup: BilledSetup) -> None:
    setup.fake.gate.clear()
    request = setup.start()
    await until(lambda: setup.fake.billed)

    [call], totals = await setup.history.find_billed_calls(setup.session.profile, limit=0)
    assert (call.is_unclear, call.is_running, totals.unclear) == (True, True, 0)
    setup.fake.gate.set()
    await request

    assert [(each.is_unclear, each.is_running) for each in await setup.read_billed_calls()] == [(False, False)]


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
async def test_other_content_is_another_request(setup: BilledSetup, other: TranslateRequest) -> None:
    setup.fake.gate.clear()
    first, second = setup.start(), setup.start(other)
    await until(lambda: len(setup.fake.billed) == 2)
    setup.fake.gate.set()

    await asyncio.gather(first, second)

    assert len(await setup.read_billed_calls()) == 2


async def test_a_repetition_after_the_answer_is_a_new_request(setup: BilledSetup) -> None:
    await setup.use.translate(REQUEST)
    await setup.use.translate(REQUEST)

    assert len(setup.fake.billed) == 2


async def test_cancelled_while_the_disk_was_slow_to_note_it_is_not_in_the_ledger(
    setup: BilledSetup, records: Records
) -> None:
    disk_goes_on, is_writing = threading.Event(), threading.Event()

    def hold() -> None:
        is_writing.set()
        disk_goes_on.wait(30)

    def slow_down(connection: sqlite3.Connection) -> None:
        connection.create_function("hold", 0, hold)
        connection.execute("CREATE TEMP TRIGGER held BEFORE INSERT ON bills BEGIN SELECT hold(); END")

    await records._database.run(slow_down)
    started = setup.start()
    await until(is_writing.is_set)
    started.cancel()
    await asyncio.wait({started})
    disk_goes_on.set()
    await setup.ledger.close()

    assert started.cancelled()
    assert setup.fake.billed == []
    assert await setup.read_billed_calls() == []


async def test_a_cancelled_request_that_was_sent_is_waited_for_and_its_answer_kept_for_who_asks_again(
    setup: BilledSetup,
) -> None:
    setup.fake.gate.clear()
    first = setup.start()
    await until(lambda: setup.fake.billed)
    assert setup.use.is_under_way(REQUEST)
    first.cancel()
    await asyncio.wait({first})
    [unseen] = await setup.read_billed_calls()
    setup.fake.gate.set()
    await setup.ledger.close()
    [seen] = await setup.read_billed_calls()

    again = await setup.use.translate(REQUEST)
    once_more = await setup.use.translate(REQUEST)

    assert first.cancelled()
    assert (unseen.is_unclear, unseen.billed) == (True, None)
    assert (seen.is_unclear, seen.billed) == (False, 13)
    assert again.text == "GOOD MORNING."
    assert "nothing was sent again" in again.notes[0]
    assert once_more.notes == ()
    assert len(setup.fake.billed) == 2, "the kept answer is given once"


async def test_cancelled_and_started_again_at_once_is_one_request(setup: BilledSetup) -> None:
    setup.fake.gate.clear()
    first = setup.start()
    await until(lambda: setup.fake.billed)
    first.cancel()
    second = setup.start()
    await asyncio.wait({first})
    setup.fake.gate.set()

    result = await second

    assert result.text == "GOOD MORNING."
    assert len(setup.fake.billed) == 1


async def test_what_is_cancelled_while_it_waits_here_is_not_sent_and_not_in_the_ledger(setup: BilledSetup) -> None:
    api = await setup.session.api()
    setup.fake.refusals["POST /v2/translate"] = HELD_UP
    sent_back = setup.start(replace(REQUEST, text="Sent back."))
    await until(lambda: api.pauses)
    not_sent = setup.start()
    await until(lambda: api.pauses[0].calls_waiting == 2)

    for each in (sent_back, not_sent):
        each.cancel()
    await asyncio.wait({sent_back, not_sent})
    await setup.ledger.close()

    assert len(setup.fake.billed) == 1
    assert not setup.use.is_under_way(REQUEST)
    assert await setup.read_billed_calls() == []


async def test_what_is_cancelled_at_the_service_and_sent_back_is_not_sent_again(setup: BilledSetup) -> None:
    setup.fake.refusals["POST /v2/translate"] = HELD_UP
    setup.fake.gate.clear()
    running = setup.start()
    await until(lambda: setup.fake.billed)
    running.cancel()
    await asyncio.wait({running})
    setup.fake.gate.set()

    await setup.ledger.close()

    assert len(setup.fake.billed) == 1
    assert await setup.read_billed_calls() == []


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
async def test_what_may_have_been_charged_is_noted_as_unclear(setup: BilledSetup, reply: bytes, is_noted: bool) -> None:
    setup.fake.refusals["POST /v2/translate"] = reply

    with pytest.raises(ServiceError):
        await setup.use.translate(REQUEST)

    assert [(bill.is_unclear, bill.is_running) for bill in await setup.read_billed_calls()] == [
        (True, False)
    ] * is_noted
    assert len(setup.fake.billed) == 1


async def test_a_failure_is_told_to_everybody_who_waits_and_never_kept(setup: BilledSetup) -> None:
    setup.fake.refusals["POST /v2/translate"] = refusal("400 Bad Request")
    setup.fake.gate.clear()
    first, second = setup.start(), setup.start()
    await until(lambda: setup.fake.billed)
    setup.fake.gate.set()

    results = await asyncio.gather(first, second, return_exceptions=True)
    setup.fake.refusals.clear()
    after = await setup.use.translate(REQUEST)

    assert [type(each) for each in results] == [InvalidRequest] * 2
    assert after.text == "GOOD MORNING."


async def test_improving_is_paid_once_too(setup: BilledSetup) -> None:
    setup.fake.gate.clear()
    request = ImproveRequest("Good morning.", "de")
    first = asyncio.create_task(setup.improving.improve(request))
    await until(lambda: setup.fake.billed)
    first.cancel()
    second = asyncio.create_task(setup.improving.improve(request))
    await asyncio.wait({first})
    setup.fake.gate.set()

    result = await second

    assert result.text == "Good morning.!"
    assert len(setup.fake.billed) == 1
    assert [bill.is_unclear for bill in await setup.read_billed_calls()] == [False]


def cap_at(setup: BilledSetup, characters: int) -> None:
    setup.session.save_settings(replace(setup.session.settings, job_cap=characters))


async def test_a_text_over_the_cap_is_not_sent_and_not_noted(setup: BilledSetup) -> None:
    cap_at(setup, len(REQUEST.text) - 1)

    with pytest.raises(InvalidInput, match="your limit for a job is 12"):
        await setup.use.translate(REQUEST)

    assert setup.fake.billed == []
    assert await setup.read_billed_calls() == []


async def test_a_text_in_parts_is_one_job_and_costs_only_what_was_not_answered_yet(setup: BilledSetup) -> None:
    text = "\n\n".join(f"{number} sheep. " * 800 for number in range(3))
    request = ImproveRequest(text, "en")
    parts = [len(part.text) for part in setup.improving.split(request)]
    assert setup.improving.cost(request) == sum(parts)
    assert len(parts) > 1
    cap_at(setup, sum(parts) - 1)
    with pytest.raises(InvalidInput, match="your limit for a job"):
        await setup.improving.improve(request)
    assert setup.fake.billed == [], "not even the first part"

    cap_at(setup, 0)
    setup.fake.gate.clear()
    running = asyncio.create_task(setup.improving.improve(request))
    await until(lambda: setup.fake.billed)

    assert setup.improving.cost(request) == sum(parts[1:])
    setup.fake.gate.set()
    await running


async def test_a_request_under_way_costs_nothing_more(setup: BilledSetup) -> None:
    assert setup.use.cost(REQUEST) == len(REQUEST.text)
    setup.fake.gate.clear()
    running = setup.start()
    await until(lambda: setup.fake.billed)

    assert setup.use.cost(REQUEST) == 0
    running.cancel()
    await asyncio.wait({running})
    setup.fake.gate.set()
    await until(lambda: not setup.use.is_under_way(REQUEST))
    assert setup.use.cost(REQUEST) == 0, "the answer is kept for the next request"
    await setup.use.translate(REQUEST)
    assert setup.use.cost(REQUEST) == len(REQUEST.text)


@pytest.mark.slow
async def test_a_published_glossary_makes_another_request_of_the_same_text(setup: BilledSetup) -> None:
    setup.fake.gate.clear()
    glossary = Glossary("1", "Law", (Dictionary(LanguagePair("en", "de"), 3),))
    request = replace(REQUEST, glossary=glossary)
    first = setup.start(request)
    await until(lambda: setup.fake.billed)
    setup.use.forget_terms()
    second = setup.start(request)
    await until(lambda: len(setup.fake.billed) == 2)
    setup.fake.gate.set()

    await asyncio.gather(first, second)


@pytest.mark.slow
async def test_closing_ends_what_is_under_way_and_leaves_it_unclear(setup: BilledSetup) -> None:
    setup.fake.gate.clear()
    running = setup.start()
    await until(lambda: setup.fake.billed)
    running.cancel()

    await setup.session.stop()
    await setup.ledger.close()

    assert [(bill.is_unclear, bill.is_running) for bill in await setup.read_billed_calls()] == [(True, False)]
