"""One text in several languages: what failed is tried again alone, and what is done is never sent twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from support.services.fake_service import FakeService, refusal
from support.waiting import until
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.texts.history import TextHistory
from termdesk.application.translation.several_targets import SeveralTargets, TargetRun
from termdesk.application.translation.term_marks import TermMarks
from termdesk.application.translation.translation import TextTranslator, TranslateRequest
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.client.errors import QuotaExceeded
from termdesk.domain.errors import InvalidInput
from termdesk.domain.glossary import Glossary
from termdesk.domain.progress import NoProgress
from termdesk.domain.provider import Provider
from termdesk.storage.files.folders import Folders
from termdesk.storage.keys import KeyStore
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore

pytestmark = pytest.mark.anyio

CODES = ("de", "fr", "es")
PLAN = [TranslateRequest("Good morning", code, source="en") for code in CODES]


@pytest.fixture
async def fake() -> AsyncIterator[FakeService]:
    async with FakeService() as service:
        yield service


@pytest.fixture
async def session(tmp_path: Path) -> Session:
    folders = Folders.under(tmp_path / "home")
    return Session(folders, SettingsStore(folders).settings, KeyStore(find_backend=lambda: None))


@pytest.fixture
async def several(fake: FakeService, records: Records, session: Session) -> AsyncIterator[SeveralTargets]:
    await session.use(Provider("custom", fake.url), "a-key")
    ledger = UsageLedger(session, records.history, TextHistory(session, records.texts))
    made = SeveralTargets(TextTranslator(session, LanguageLists(session), TermMarks(session), ledger))
    made.plan(PLAN)
    yield made
    await session.stop()


def states(several: SeveralTargets) -> str:
    return " ".join(f"{row.target}:{row.state}" for row in several.rows)


def sent(fake: FakeService) -> list[str]:
    """The target of each request that was billed, in order."""
    return [code for request in fake.billed for code in CODES if f'"target_lang":"{code}"'.encode() in request.body]


async def test_all_languages_together_are_one_job_for_the_cap(
    several: SeveralTargets, fake: FakeService, session: Session
) -> None:
    session.save_settings(replace(session.settings, job_cap=several.characters_due() - 1))

    with pytest.raises(InvalidInput, match="your limit for a job is 35"):
        await several.translate(NoProgress())

    assert fake.billed == []
    assert states(several) == "de:waiting fr:waiting es:waiting"


async def test_each_language_is_sent_once_and_the_second_run_sends_nothing(
    several: SeveralTargets, fake: FakeService
) -> None:
    assert several.characters_due() == 3 * len("Good morning")

    await several.translate(NoProgress())
    await several.translate(NoProgress())

    assert states(several) == "de:done fr:done es:done"
    assert [row.result.text for row in several.rows if row.result] == ["GOOD MORNING"] * 3
    assert sent(fake) == ["de", "fr", "es"]
    assert several.characters_due() == 0


@pytest.mark.slow
async def test_everything_is_sent_once_more_only_if_that_is_asked_for(
    several: SeveralTargets, fake: FakeService
) -> None:
    await several.translate(NoProgress())
    assert several.characters_due(TargetRun.AGAIN) == 3 * len("Good morning")

    fake.targets_refused["fr"] = refusal("400 Bad Request", b'{"message": "Not this time"}')
    await several.translate(NoProgress(), TargetRun.AGAIN)

    assert sent(fake) == ["de", "fr", "es"] * 2
    assert states(several) == "de:done fr:failed es:done"
    # What was paid for before stays.
    assert [row.result.text for row in several.rows if row.result] == ["GOOD MORNING"] * 3


async def test_a_language_that_fails_loses_none_of_the_others_and_is_tried_again_alone(
    several: SeveralTargets, fake: FakeService
) -> None:
    fake.targets_refused["fr"] = refusal("400 Bad Request", b'{"message": "Not this language"}')
    await several.translate(NoProgress())
    assert states(several) == "de:done fr:failed es:done"
    failure = several.rows[1].failure
    assert failure is not None
    assert "Not this language" in failure.message

    fake.targets_refused.clear()
    await several.translate(NoProgress(), TargetRun.FAILED)

    assert states(several) == "de:done fr:done es:done"
    assert sent(fake) == ["de", "fr", "es", "fr"]


async def test_nothing_more_is_sent_where_every_language_would_fail(several: SeveralTargets, fake: FakeService) -> None:
    fake.targets_refused["fr"] = refusal("456 Quota Exceeded", b'{"message": "Quota Exceeded"}')

    await several.translate(NoProgress())

    assert states(several) == "de:done fr:failed es:failed"
    assert all(isinstance(row.failure, QuotaExceeded) for row in several.rows[1:])
    assert sent(fake) == ["de", "fr"]


async def test_another_text_makes_results_outdated_and_the_old_one_brings_them_back(
    several: SeveralTargets, fake: FakeService
) -> None:
    await several.translate(NoProgress())

    several.plan([replace(each, text="Good night") for each in PLAN])
    assert states(several) == "de:outdated fr:outdated es:outdated"
    several.plan([*PLAN, replace(PLAN[0], target="pt")])

    assert states(several) == "de:done fr:done es:done pt:waiting"
    assert several.characters_due() == len("Good morning")


async def test_a_glossary_that_is_published_again_makes_its_results_outdated(several: SeveralTargets) -> None:
    with_glossary = replace(PLAN[0], glossary=Glossary("g", "Law", ()))
    several.plan([with_glossary, PLAN[1]])
    await several.translate(NoProgress())

    several.glossary_published("g")

    assert states(several) == "de:outdated fr:done"


async def test_a_glossary_that_is_published_while_it_is_used_makes_the_result_outdated(
    several: SeveralTargets, fake: FakeService
) -> None:
    several.plan([replace(PLAN[0], glossary=Glossary("g", "Law", ())), PLAN[1]])
    fake.gate.clear()
    running = asyncio.create_task(several.translate(NoProgress()))
    while not fake.billed:
        await asyncio.sleep(0.01)

    several.glossary_published("g")
    fake.gate.set()
    await running

    assert states(several) == "de:outdated fr:done"


async def test_nothing_more_goes_to_another_service_that_is_chosen_meanwhile(
    several: SeveralTargets, fake: FakeService, session: Session
) -> None:
    fake.gate.clear()
    running = asyncio.create_task(several.translate(NoProgress()))
    while not fake.billed:
        await asyncio.sleep(0.01)
    async with FakeService() as other:
        using = asyncio.create_task(session.use(Provider("custom", other.url), "another-key"))
        await until(lambda: session.provider.base_url == other.url)
        fake.gate.set()
        await using
        with pytest.raises(InvalidInput, match="Another service was chosen"):
            await running

        assert sent(other) == []
        assert sent(fake) == ["de"]


async def test_cancelling_keeps_what_is_done_and_what_was_sent_is_not_sent_again(
    several: SeveralTargets, fake: FakeService
) -> None:
    fake.gate.clear()
    running = asyncio.create_task(several.translate(NoProgress()))
    while not fake.billed:
        await asyncio.sleep(0.01)
    assert states(several) == "de:translating fr:waiting es:waiting"
    running.cancel()
    await asyncio.wait([running])
    assert states(several) == "de:waiting fr:waiting es:waiting"

    fake.gate.set()
    await several.translate(NoProgress())

    assert states(several) == "de:done fr:done es:done"
    assert sent(fake) == ["de", "fr", "es"]


async def test_a_failure_with_another_text_takes_nothing_from_the_translation_of_the_old_one(
    several: SeveralTargets, fake: FakeService
) -> None:
    await several.translate(NoProgress())
    fake.targets_refused["de"] = refusal("400 Bad Request", b'{"message": "Not this text"}')
    several.plan([replace(each, text="Good night") for each in PLAN])

    await several.translate(NoProgress())

    assert states(several) == "de:failed fr:done es:done"
    assert [row.is_outdated for row in several.rows] == [True, False, False]
    several.plan(PLAN)
    # It was paid for, so it is not due again.
    assert states(several) == "de:done fr:outdated es:outdated"
