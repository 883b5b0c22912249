"""Several documents sent concurrently: limited, in order, stored first, and each sent once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from support.services.document_service import DocumentService
from support.services.odd_replies import HASTY
from support.services.raw_server import answer
from termdesk.application.documents.document_sender import MOST_UPLOADS, DocumentSender, SendGate
from termdesk.application.documents.document_translator import (
    MOST_AT_SERVICE,
    DocumentChoices,
    DocumentState,
    DocumentTranslator,
)
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.client.api import ApiClient
from termdesk.client.errors import QuotaExceeded, Unavailable
from termdesk.client.transport.calls import Call
from termdesk.domain.errors import InvalidInput
from termdesk.domain.provider import Provider
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

NewSession = Callable[..., Session]
WAITING, SENDING, SAVED = DocumentState.WAITING, DocumentState.SENDING, DocumentState.SAVED


@dataclass
class Sending:
    """The use case, its service, and its documents: d00.txt, d01.txt …"""

    service: DocumentService
    session: Session
    ledger: UsageLedger
    records: Records
    use: DocumentTranslator
    folder: Path
    running: list[asyncio.Task[None]] = field(default_factory=list)

    async def add(self, count: int) -> None:
        paths = [self.folder / f"d{number:02}.txt" for number in range(count)]
        for path in paths:
            path.write_text(path.stem, "utf-8")
        files = [await self.use.examine(path) for path in paths]
        await self.use.add(files, DocumentChoices(("es",), "en"))

    def start(self) -> asyncio.Task[None]:
        self.running.append(asyncio.create_task(self.use.run()))
        return self.running[-1]

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not is_so():
                await asyncio.sleep(0.001)

    def count(self, state: DocumentState) -> int:
        return sum(job.state is state for job in self.use.jobs)

    def arrived(self) -> list[str]:
        """Return the names of the completely uploaded documents, in order of arrival."""
        return [each.body.split(b'filename="')[1].split(b".txt")[0].decode() for each in self.service.uploads]


@pytest.fixture
async def sending(tmp_path: Path, new_session: NewSession, records: Records) -> AsyncIterator[Sending]:
    async def short_sleep(_seconds: float) -> None:
        await asyncio.sleep(0.002)

    async with DocumentService() as service:
        session = new_session(tmp_path / "state", HASTY)
        await session.use(Provider("custom", service.url), "a-good-key-0001")
        ledger = UsageLedger(session, records.history)
        use = DocumentTranslator(session, records.document_jobs, LanguageLists(session), ledger, sleep=short_sleep)
        made = Sending(service, session, ledger, records, use, tmp_path)
        yield made
        service.gate.set()
        for task in made.running:
            task.cancel()
        await asyncio.gather(*made.running, return_exceptions=True)
        await session.stop()
        await ledger.close()


@pytest.mark.slow
async def test_a_few_are_sent_at_once_and_the_first_ones_first(sending: Sending) -> None:
    sending.service.gate.clear()
    await sending.add(8)
    sending.start()
    await sending.until(lambda: len(sending.service.uploads) == MOST_UPLOADS)
    # Enough time for one too many to arrive.
    await asyncio.sleep(0.05)

    assert sorted(sending.arrived()) == ["d00", "d01", "d02"]
    assert [job.state for job in sending.use.jobs] == [SENDING] * MOST_UPLOADS + [WAITING] * 5

    sending.service.gate.set()
    await sending.running[0]
    assert sending.count(SAVED) == 8
    assert sorted(sending.arrived()) == [f"d{number:02}" for number in range(8)]


@pytest.mark.slow
async def test_no_more_wait_at_the_service_than_it_takes(sending: Sending) -> None:
    sending.service.states = [{"status": "translating"}] * 200
    await sending.add(8)
    sending.start()
    await sending.until(lambda: len(sending.service.states) < 100)

    assert len(sending.service.uploads) == MOST_AT_SERVICE
    await sending.running[0]
    assert sending.count(SAVED) == 8


@pytest.mark.slow
async def test_each_document_is_on_the_disk_as_being_sent_before_it_arrives(sending: Sending) -> None:
    stored: list[int] = []

    async def look() -> None:
        jobs = await sending.records.document_jobs.all(sending.use.jobs[0].profile)
        begun = sum(job.state is not WAITING for job in jobs)
        stored.append(begun - len(sending.service.uploads))

    sending.service.on_arrival = look
    await sending.add(6)
    await sending.use.run()

    assert len(stored) == 6
    assert min(stored) >= 0


@pytest.mark.slow
async def test_stopping_calls_off_what_has_not_arrived_and_keeps_what_has(sending: Sending) -> None:
    sending.service.gate.clear()
    await sending.add(5)
    running = sending.start()
    await sending.until(lambda: len(sending.service.uploads) == MOST_UPLOADS)
    running.cancel()
    await asyncio.wait([running])
    sending.service.gate.set()
    await sending.ledger.close()

    assert sending.count(WAITING) == 2
    assert sending.count(DocumentState.TRANSLATING) == MOST_UPLOADS

    await sending.use.run()
    assert sending.count(SAVED) == 5
    assert len(sending.service.uploads) == 5


@pytest.mark.slow
async def test_the_end_of_the_characters_stops_all_and_costs_nothing_twice(sending: Sending) -> None:
    used_up = answer(b'{"message": "Quota exceeded"}', status="456 Quota exceeded")
    sending.service.upload_answers = [used_up] * MOST_UPLOADS
    await sending.add(6)

    with pytest.raises(QuotaExceeded):
        await sending.use.run()
    await sending.ledger.close()

    assert sending.count(WAITING) == 6
    sending.service.upload_answers.clear()
    before = len(sending.service.uploads)
    await sending.use.run()
    assert (sending.count(SAVED), len(sending.service.uploads) - before) == (6, 6)


@pytest.mark.slow
async def test_each_refused_document_keeps_its_reason(sending: Sending) -> None:
    refusals = [answer(b'{"message": "No %d"}' % number, status="400 Bad Request") for number in range(3)]
    sending.service.upload_answers = [*refusals]
    await sending.add(6)

    await sending.use.run()

    refused = [job.reason for job in sending.use.jobs if job.state is DocumentState.REFUSED]
    assert sorted(refused) == ["No 0", "No 1", "No 2"]
    assert sending.count(SAVED) == 3


async def test_a_document_that_must_stay_on_this_computer_is_refused_and_costs_nothing(sending: Sending) -> None:
    async def refuse(_call: Call) -> None:
        raise InvalidInput("Its glossary is locked.", remedy="Unlock it first.")

    await sending.add(1)
    job = replace(sending.use.jobs[0], glossary_id="g1")
    async with ApiClient(sending.session.provider, "a-good-key-0001", guard=refuse) as api:
        await DocumentSender(sending.use, sending.ledger).start(api, job, SendGate())

    [job] = sending.use.jobs
    assert (job.state, job.reason) == (DocumentState.REFUSED, "Its glossary is locked. Unlock it first.")
    assert sending.service.uploads == []
    assert await sending.records.history.read_billed_calls(sending.session.profile, limit=10) == []


async def test_a_file_that_is_gone_fails_alone(sending: Sending) -> None:
    await sending.add(3)
    (sending.folder / "d01.txt").unlink()

    await sending.use.run()

    assert [job.state for job in sending.use.jobs] == [SAVED, DocumentState.REFUSED, SAVED]
    assert "d01.txt" in sending.use.jobs[1].reason


@pytest.mark.slow
async def test_stopping_again_and_again_sends_and_fetches_each_document_once(sending: Sending) -> None:
    moments = random.Random(14)
    await sending.add(12)
    while sending.count(SAVED) < 12:
        running = sending.start()
        await asyncio.wait([running], timeout=moments.random() * 0.06)
        running.cancel()
        await asyncio.wait([running])

    assert sorted(sending.arrived()) == [f"d{number:02}" for number in range(12)]
    assert sending.service.downloads == 12
    assert all(Path(job.result_path).read_bytes() == b"translated" for job in sending.use.jobs)
    assert len({job.result_path for job in sending.use.jobs}) == 12


async def test_a_connection_that_is_closed_after_a_document_has_left_makes_it_unclear(sending: Sending) -> None:
    sending.service.gate.clear()
    await sending.add(1)
    running = sending.start()
    await sending.service.arrived.wait()

    await sending.session.stop()
    await asyncio.wait([running])
    await sending.ledger.close()

    assert [job.state for job in sending.use.jobs] == [DocumentState.UNCLEAR]
    billed = await sending.records.history.read_billed_calls(sending.session.profile, limit=9)
    assert [line.is_unclear for line in billed] == [True]


@pytest.mark.slow
async def test_documents_in_flight_wait_if_the_service_answers_that_it_takes_none(sending: Sending) -> None:
    sending.service.gate.clear()
    sending.service.is_busy = lambda path: path == "/v2/document"
    await sending.add(MOST_UPLOADS + 1)
    running = sending.start()
    await sending.until(lambda: len(sending.service.uploads) == MOST_UPLOADS)
    sending.service.gate.set()
    with pytest.raises(Unavailable):
        await running
    await sending.until(lambda: not sending.count(SENDING))

    assert sending.count(WAITING) == MOST_UPLOADS + 1
    assert await sending.records.history.read_billed_calls(sending.session.profile, limit=9) == []
    sending.service.is_busy = lambda _path: False
    await sending.use.run()
    assert sending.count(SAVED) == MOST_UPLOADS + 1


async def test_a_document_that_a_gateway_may_have_passed_on_is_not_sent_again_without_asking(sending: Sending) -> None:
    """A gateway answers 503 although the service has accepted the document: it is sent once, and billed once."""
    sending.service.is_busy, sending.service.is_behind_gateway = (lambda path: path == "/v2/document"), True
    await sending.add(1)

    with pytest.raises(Unavailable):
        await sending.use.run()
    sending.service.is_busy = lambda _path: False
    await sending.use.run()

    assert len(sending.service.uploads) == 1
    assert [job.state for job in sending.use.jobs] == [DocumentState.UNCLEAR]
    billed = await sending.records.history.read_billed_calls(sending.session.profile, limit=9)
    assert [line.is_unclear for line in billed] == [True]


@pytest.mark.slow
async def test_a_document_whose_status_cannot_be_told_stays_at_the_service(sending: Sending) -> None:
    is_busy = True
    sending.service.is_busy = lambda path: is_busy and path != "/v2/document"
    await sending.add(1)

    with pytest.raises(Unavailable):
        await sending.use.run()

    assert [job.state for job in sending.use.jobs] == [DocumentState.TRANSLATING]
    is_busy = False
    await sending.use.run()
    assert sending.count(SAVED) == 1
    assert len(sending.service.uploads) == 1


@pytest.mark.slow
async def test_a_result_that_is_not_ready_yet_is_asked_for_again_in_the_same_run(sending: Sending) -> None:
    asked: list[str] = []

    def is_busy(path: str) -> bool:
        if path.endswith("/result"):
            asked.append(path)
        # The client itself asks five times.
        return path.endswith("/result") and len(asked) <= 12

    sending.service.is_busy = is_busy
    await sending.add(1)

    await sending.use.run()

    assert sending.count(SAVED) == 1
    assert sending.service.downloads == 1
    assert len(sending.service.uploads) == 1


async def test_a_connection_that_is_closed_before_a_document_has_left_lets_it_wait(sending: Sending) -> None:
    await sending.add(1)
    api = await sending.session.api()
    await sending.session.stop()

    await DocumentSender(sending.use, sending.ledger).start(api, sending.use.jobs[0], SendGate())

    assert [job.state for job in sending.use.jobs] == [WAITING]
    assert await sending.records.history.read_billed_calls(sending.session.profile, limit=9) == []


@pytest.mark.slow
async def test_another_format_is_asked_for_where_the_document_can_have_it(sending: Sending) -> None:
    (sending.folder / "scan.pdf").write_bytes(b"%PDF-1.7")
    (sending.folder / "a.txt").write_text("a", "utf-8")
    files = [await sending.use.examine(sending.folder / name) for name in ("scan.pdf", "a.txt")]
    await sending.use.add(files, DocumentChoices(("es",), "en", output_format="docx"))

    await sending.use.run()

    bodies = {b"scan.pdf" in each.body: each.body for each in sending.service.uploads}
    assert b'name="output_format"\r\n\r\ndocx' in bodies[True]
    assert b"output_format" not in bodies[False]
    assert (sending.folder / "scan.es.docx").read_bytes() == b"translated"
    assert (sending.folder / "a.es.txt").exists()
