"""From the list to the saved translation: nothing is sent twice, overwritten, or lost at a restart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from support.services.document_service import DocumentService
from support.services.profile_costs import set_costs
from support.services.raw_server import answer
from support.waiting import until
from termdesk.application.documents.document_files import DocumentFile
from termdesk.application.documents.document_translator import DocumentChoices, DocumentState, DocumentTranslator
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.client.errors import QuotaExceeded, UnclearOutcome
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Dictionary, Glossary
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio

NewSession = Callable[[Path], Session]
TO_SPANISH = DocumentChoices(("es",), "en")


async def at_once(_seconds: float) -> None:
    await asyncio.sleep(0)


@dataclass
class Setup:
    """The use case with its service, and a way to restart it as after a crash."""

    service: DocumentService
    session: Session
    records: Records
    ledger: UsageLedger
    use: DocumentTranslator

    def start_again(self) -> DocumentTranslator:
        return made(self.session, self.records)

    async def states(self) -> list[DocumentState]:
        return [job.state for job in await self.records.document_jobs.all(self.session.profile)]

    async def billed(self) -> list[tuple[int, int | None, bool]]:
        lines = await self.records.history.read_billed_calls(self.session.profile, limit=9)
        return [(line.estimated, line.billed, line.is_unclear) for line in lines]


def made(session: Session, records: Records, ledger: UsageLedger | None = None) -> DocumentTranslator:
    ledger = ledger or UsageLedger(session, records.history)
    return DocumentTranslator(session, records.document_jobs, LanguageLists(session), ledger, sleep=at_once)


@pytest.fixture
async def setup(tmp_path: Path, new_session: NewSession, records: Records) -> AsyncIterator[Setup]:
    service = DocumentService()
    async with service:
        session = new_session(tmp_path / "state")
        await session.use(Provider("custom", service.url), "a-good-key-0001")
        ledger = UsageLedger(session, records.history)
        yield Setup(service, session, records, ledger, made(session, records, ledger))
        service.gate.set()
        await session.stop()
        await ledger.close()


async def a_document(use: DocumentTranslator, path: Path, text: str = "The house is big.") -> DocumentFile:
    path.write_text(text, "utf-8")
    return await use.examine(path)


@pytest.mark.slow
async def test_the_real_service_translates_a_document_with_a_glossary(
    tmp_path: Path, local_session: Session, records: Records
) -> None:
    use = made(local_session, records)
    if "es" not in {each.code for each in (await use.languages()).targets}:
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")

    await use.add([await a_document(use, tmp_path / "house.txt")], TO_SPANISH)
    await asyncio.wait_for(use.run(), 60)

    [job] = use.jobs
    assert job.state is DocumentState.SAVED
    assert "casa" in (tmp_path / "house.es.txt").read_text("utf-8")
    assert (tmp_path / "house.txt").read_text("utf-8") == "The house is big."
    assert job.billed == job.estimated == len("The house is big.")


async def test_the_list_tells_what_of_a_document_stayed_as_it_was(
    tmp_path: Path, local_session: Session, records: Records
) -> None:
    use = made(local_session, records)
    if "es" not in {each.code for each in (await use.languages()).targets}:
        pytest.skip("no engine here translates en → es: apt-get install apertium-eng-spa")
    units = "<trans-unit id='1'><source>A house</source><target>Una vivienda</target></trans-unit>"
    text = (
        "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'><file original='a' source-language='en'"
        f" target-language='es' datatype='plaintext'><body>{units}</body></file></xliff>"
    )

    await use.add([await a_document(use, tmp_path / "house.xlf", text)], DocumentChoices(("es",), "en"))
    await asyncio.wait_for(use.run(), 60)

    [job] = use.jobs
    assert (job.state, job.reason) == (DocumentState.SAVED, "1 segment keeps its translation.")
    assert "Una vivienda" in (tmp_path / "house.es.xlf").read_text("utf-8")


@pytest.mark.slow
async def test_each_language_is_a_document_of_its_own(setup: Setup, tmp_path: Path) -> None:
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], DocumentChoices(("es", "fr"), "en"))
    await setup.use.run()

    assert sorted(path.name for path in tmp_path.glob("a.*")) == ["a.es.txt", "a.fr.txt", "a.txt"]
    # Both are sent concurrently, so either may arrive first.
    bodies = [each.body for each in setup.service.uploads]
    for code in (b"es", b"fr"):
        assert [b'name="target_lang"\r\n\r\n%b' % code in body for body in bodies].count(True) == 1
    assert await setup.billed() == [(17, 17, False)] * 2


async def test_a_file_with_the_name_of_the_result_is_never_overwritten(setup: Setup, tmp_path: Path) -> None:
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)
    # After the name was chosen.
    (tmp_path / "a.es.txt").write_text("mine", "utf-8")

    await setup.use.run()

    assert (tmp_path / "a.es.txt").read_text("utf-8") == "mine"
    assert (tmp_path / "a.es (2).txt").read_text("utf-8") == "translated"
    assert setup.use.jobs[0].result_path == str(tmp_path / "a.es (2).txt")


@pytest.mark.slow
async def test_after_a_restart_the_result_is_fetched_and_nothing_is_sent_again(setup: Setup, tmp_path: Path) -> None:
    setup.service.states = [{"status": "translating", "seconds_remaining": 2**27}] * 500
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)
    running = asyncio.create_task(setup.use.run())
    while setup.use.jobs[0].state is not DocumentState.TRANSLATING:
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.wait([running])
    setup.service.states = []

    again = setup.start_again()
    await again.run()

    assert [job.state for job in again.jobs] == [DocumentState.SAVED]
    assert (tmp_path / "a.es.txt").read_text("utf-8") == "translated"
    assert len(setup.service.uploads) == 1
    assert await setup.billed() == [(17, 17, False)]


@pytest.mark.slow
async def test_what_was_being_sent_when_the_program_ended_is_not_sent_again_by_itself(
    setup: Setup, tmp_path: Path
) -> None:
    [job] = await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)
    await setup.records.document_jobs.update(replace(job, state=DocumentState.SENDING))

    again = setup.start_again()
    await again.run()

    assert [each.state for each in again.jobs] == [DocumentState.UNCLEAR]
    assert setup.service.uploads == []
    await again.retry(again.jobs)
    await again.run()
    assert [each.state for each in again.jobs] == [DocumentState.SAVED]


@pytest.mark.slow
async def test_a_lost_answer_leaves_it_unclear_and_perhaps_billed(setup: Setup, tmp_path: Path) -> None:
    setup.service.upload_answers = [None]
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)

    with pytest.raises(UnclearOutcome):
        await setup.use.run()

    assert await setup.states() == [DocumentState.UNCLEAR]
    assert await setup.billed() == [(17, None, True)]
    await setup.use.run()
    assert len(setup.service.uploads) == 1


@pytest.mark.slow
async def test_a_refused_document_says_why_and_the_next_one_is_sent(setup: Setup, tmp_path: Path) -> None:
    refusal = b'{"message": "Source and target language are equal."}'
    setup.service.upload_answers = [answer(refusal, status="400 Bad Request")]
    files = [await a_document(setup.use, tmp_path / name) for name in ("a.txt", "b.txt")]
    await setup.use.add(files, TO_SPANISH)

    await setup.use.run()

    # Both are sent concurrently, so either may be rejected.
    first, second = sorted(setup.use.jobs, key=lambda job: job.state is DocumentState.SAVED)
    assert (first.state, first.reason) == (DocumentState.REFUSED, "Source and target language are equal.")
    assert second.state is DocumentState.SAVED
    assert await setup.billed() == [(17, 17, False)]


async def test_a_file_that_was_corrected_before_it_is_tried_again_is_counted_anew(setup: Setup, tmp_path: Path) -> None:
    setup.service.upload_answers = [answer(b"{}", status="400 Bad Request")]
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)
    await setup.use.run()
    (tmp_path / "a.txt").write_text("The house is very big.", "utf-8")
    set_costs(setup.session, day_cap=21)

    with pytest.raises(InvalidInput, match="needs 22 characters"):
        await setup.use.retry(setup.use.jobs)
    assert await setup.states() == [DocumentState.REFUSED]

    set_costs(setup.session, day_cap=22)
    await setup.use.retry(setup.use.jobs)
    await setup.use.run()
    assert await setup.states() == [DocumentState.SAVED]
    assert [estimated for estimated, _, _ in await setup.billed()] == [22]


@pytest.mark.slow
@pytest.mark.parametrize("is_restarted", [False, True])
async def test_a_file_that_grows_before_it_is_sent_is_counted_anew(
    setup: Setup, tmp_path: Path, is_restarted: bool
) -> None:
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], replace(TO_SPANISH, targets=("es", "fr")))
    (tmp_path / "a.txt").write_text("The house is very big.", "utf-8")
    set_costs(setup.session, day_cap=21)
    use = setup.start_again() if is_restarted else setup.use

    with pytest.raises(InvalidInput, match="needs 22 characters"):
        await use.run()
    assert setup.service.uploads == []
    assert await setup.states() == [DocumentState.WAITING] * 2

    set_costs(setup.session, day_cap=44)
    await use.run()
    assert await setup.states() == [DocumentState.SAVED] * 2
    assert [estimated for estimated, _, _ in await setup.billed()] == [22, 22]


async def test_when_the_characters_are_used_up_the_rest_waits(setup: Setup, tmp_path: Path) -> None:
    setup.service.upload_answers = [answer(b'{"message": "Quota exceeded"}', status="456 Quota exceeded")]
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)

    with pytest.raises(QuotaExceeded):
        await setup.use.run()

    assert await setup.states() == [DocumentState.WAITING]
    assert await setup.billed() == []


async def test_a_failure_at_the_service_is_not_billed(setup: Setup, tmp_path: Path) -> None:
    setup.service.states = [{"status": "error", "message": "The text could not be read."}]
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)

    await setup.use.run()

    assert [(job.state, job.reason) for job in setup.use.jobs] == [
        (DocumentState.REFUSED, "The text could not be read.")
    ]
    assert await setup.billed() == []
    assert setup.service.downloads == 0


@pytest.mark.slow
async def test_a_document_that_the_service_forgot_is_lost_and_may_be_billed(setup: Setup, tmp_path: Path) -> None:
    setup.service.is_forgetful = True
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)

    await setup.use.run()

    assert await setup.states() == [DocumentState.LOST]
    assert await setup.billed() == [(17, None, True)]


NOTED = {"status": "done", "billed_characters": 17, "x_termdesk": {"notes": ["The footnotes stay."]}}


async def test_what_the_service_said_of_a_document_stays_if_its_download_is_not_found(
    setup: Setup, tmp_path: Path
) -> None:
    setup.service.states = [NOTED]
    setup.service.has_results = False
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)

    await setup.use.run()

    assert [(job.state, job.billed, job.reason) for job in setup.use.jobs] == [
        (DocumentState.LOST, 17, "The footnotes stay.")
    ]


async def test_notes_about_a_document_stay_if_it_is_saved_elsewhere(setup: Setup, tmp_path: Path) -> None:
    setup.service.states = [NOTED]
    folder = tmp_path / "results"
    folder.mkdir()
    file = await a_document(setup.use, tmp_path / "a.txt")
    await setup.use.add([file], DocumentChoices(("es",), "en", folder=folder))
    folder.rmdir()

    await setup.use.run()

    [job] = setup.use.jobs
    assert job.state is DocumentState.SAVED
    assert "could not be written" in job.reason
    assert job.reason.endswith("The footnotes stay.")


@pytest.mark.slow
async def test_a_folder_that_is_gone_does_not_cost_the_translation(setup: Setup, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    file = await a_document(setup.use, tmp_path / "a.txt")
    await setup.use.add([file], DocumentChoices(("es",), "en", folder=folder))
    folder.rmdir()

    await setup.use.run()

    [job] = setup.use.jobs
    assert job.state is DocumentState.SAVED
    assert Path(job.result_path).read_text("utf-8") == "translated"
    assert Path(job.result_path).parent == setup.session.folders.data / "documents"
    assert str(folder / "a.es.txt") in job.reason


async def test_an_upload_that_is_cancelled_before_its_end_is_called_off(setup: Setup, tmp_path: Path) -> None:
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)
    running = asyncio.create_task(setup.use.run())
    while setup.use.jobs[0].state is not DocumentState.SENDING:
        await asyncio.sleep(0)
    running.cancel()
    await asyncio.wait([running])
    await setup.ledger.close()

    assert await setup.states() == [DocumentState.WAITING]
    assert setup.service.uploads == []
    assert await setup.billed() == []


@pytest.mark.slow
async def test_an_upload_that_has_arrived_is_not_forgotten_by_cancelling(setup: Setup, tmp_path: Path) -> None:
    setup.service.gate.clear()
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)
    running = asyncio.create_task(setup.use.run())
    await setup.service.arrived.wait()
    running.cancel()
    await asyncio.wait([running])
    setup.service.gate.set()
    await setup.ledger.close()

    assert await setup.states() == [DocumentState.TRANSLATING]
    await setup.use.run()
    assert len(setup.service.uploads) == 1
    assert (tmp_path / "a.es.txt").exists()


async def test_what_is_taken_off_the_list_is_not_sent(setup: Setup, tmp_path: Path) -> None:
    jobs = await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)

    await setup.use.remove(jobs)
    await setup.use.run()

    assert (setup.use.jobs, setup.service.uploads, await setup.states()) == ((), [], [])


async def test_documents_are_listed_by_service(setup: Setup, tmp_path: Path) -> None:
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)
    await setup.session.use(Provider("custom", "http://127.0.0.1:9"), "a-good-key-0002")

    await setup.use.load()

    assert setup.use.jobs == ()


@pytest.mark.slow
async def test_a_run_never_goes_on_with_the_documents_of_another_service(setup: Setup, tmp_path: Path) -> None:
    """They wait for the user, who may have stopped them. Here the service changes between two status requests."""
    other, first = DocumentService(), setup.session.provider
    async with other:

        async def change_service() -> None:
            await setup.session.use(Provider("custom", other.url), "a-good-key-0002")
            await use.load()

        changes: list[asyncio.Task[None]] = []

        async def wait_for_change(_seconds: float) -> None:
            if not any(job.state is DocumentState.TRANSLATING for job in use.jobs):
                # The document is being sent.
                await asyncio.sleep(0.001)
                return
            if not changes:
                changes.append(asyncio.create_task(change_service()))
            # The end of an upload ends the pause of the run. A change by the user continues nevertheless.
            await asyncio.shield(changes[0])

        ledger = UsageLedger(setup.session, setup.records.history)
        languages = LanguageLists(setup.session)
        use = DocumentTranslator(setup.session, setup.records.document_jobs, languages, ledger, sleep=wait_for_change)
        await setup.session.use(Provider("custom", other.url), "a-good-key-0002")
        await use.add([await a_document(use, tmp_path / "waits.txt")], TO_SPANISH)
        await setup.session.use(first, "a-good-key-0001")
        setup.service.states = [{"status": "translating"}] * 9
        await use.add([await a_document(use, tmp_path / "a.txt")], TO_SPANISH)

        with pytest.raises(InvalidInput, match="Another service"):
            await asyncio.wait_for(use.run(), 30)
        await changes[0]

        assert (len(setup.service.uploads), other.uploads) == (1, [])
        assert [job.state for job in use.jobs] == [DocumentState.WAITING]


async def test_a_glossary_with_a_detected_language_is_refused_before_anything_is_sent(
    setup: Setup, tmp_path: Path
) -> None:
    glossary = Glossary("g", "Law", (Dictionary(LanguagePair("en", "es"), 1),))
    file = await a_document(setup.use, tmp_path / "a.txt")

    with pytest.raises(InvalidInput, match="needs the source language"):
        await setup.use.add([file], DocumentChoices(("es",), glossary=glossary))
    with pytest.raises(InvalidInput, match="No target language"):
        await setup.use.add([file], DocumentChoices(()))

    assert setup.use.jobs == ()


async def test_documents_over_the_cap_of_a_job_are_not_added(setup: Setup, tmp_path: Path) -> None:
    setup.session.save_settings(replace(setup.session.settings, job_cap=33))

    with pytest.raises(InvalidInput, match="your limit for a job is 33"):
        await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], DocumentChoices(("es", "de"), "en"))

    assert setup.use.jobs == ()


@pytest.mark.slow
async def test_documents_wait_where_the_cap_of_the_day_is_reached(setup: Setup, tmp_path: Path) -> None:
    files = [await a_document(setup.use, tmp_path / name) for name in ("a.txt", "b.txt")]
    await setup.use.add(files, TO_SPANISH)
    setup.service.states = [{"status": "translating"}]
    set_costs(setup.session, day_cap=33)

    with pytest.raises(InvalidInput, match="17 were used today"):
        await setup.use.run()
    assert len(setup.service.uploads) == 1
    assert await setup.states() == [DocumentState.SAVED, DocumentState.WAITING], "what was paid for is fetched"

    with pytest.raises(InvalidInput, match="your limit for a day is 33"):
        await setup.use.run()
    set_costs(setup.session, day_cap=0)
    await setup.use.run()
    assert await setup.states() == [DocumentState.SAVED] * 2


@pytest.mark.slow
async def test_a_run_that_was_cancelled_and_the_next_one_fetch_a_document_once(setup: Setup, tmp_path: Path) -> None:
    await setup.use.add([await a_document(setup.use, tmp_path / "a.txt")], TO_SPANISH)
    setup.service.result_gate.clear()
    first = asyncio.create_task(setup.use.run())
    await until(lambda: setup.service.downloads)

    second = asyncio.create_task(setup.use.run())
    first.cancel()
    await asyncio.sleep(0)
    setup.service.result_gate.set()
    await second

    assert await setup.states() == [DocumentState.SAVED]
    assert setup.service.downloads == 1
