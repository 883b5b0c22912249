"""Sentences go in batches; what is done stays known, on disk or in memory only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from support.services.odd_replies import HASTY
from support.services.raw_server import RawRequest, RawServer, answer
from termdesk.application.session.session import Session
from termdesk.application.spot_check.sentence_translator import MOST_TEXTS, SentenceTranslator
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import NoProgress
from termdesk.domain.provider import Provider
from termdesk.storage.records import Records
from termdesk.storage.spot_check.outputs import OutputKey

pytestmark = pytest.mark.anyio

KEY = OutputKey("local", LanguagePair("en", "es"))
SENTENCES = [f"House {number}." for number in range(MOST_TEXTS + 1)]


def translator(session: Session, records: Records) -> SentenceTranslator:
    return SentenceTranslator(session, records.spot_check.outputs, UsageLedger(session, records.history))


class Steps:
    def __init__(self) -> None:
        self.done: list[tuple[int, int | None]] = []

    def step(self, done: int, total: int | None = None) -> None:
        self.done.append((done, total))


async def test_each_batch_is_in_the_ledger_and_no_text_in_the_history(local_session: Session, records: Records) -> None:
    steps = Steps()

    done, billed = await translator(local_session, records).translate(
        KEY, SENTENCES, glossary_id="", progress=steps, glossary_name="Law"
    )

    assert list(done) == SENTENCES
    assert billed == sum(map(len, SENTENCES))
    assert steps.done == [(0, 21), (20, 21), (21, 21)]
    calls = await records.history.read_billed_calls("local")
    assert [each.billed for each in calls] == [len(SENTENCES[-1]), sum(map(len, SENTENCES[:-1]))]
    details = {(each.work, each.source_language, each.target_language, each.glossary) for each in calls}
    assert details == {("spot-check", "en", "es", "Law")}
    assert await records.texts.count() == 0
    assert await translator(local_session, records).find_known(KEY, SENTENCES) == done


async def test_nothing_goes_to_another_service_than_the_one_that_was_planned_for(
    local_session: Session, records: Records
) -> None:
    with pytest.raises(InvalidInput, match="Another service was chosen"):
        await translator(local_session, records).translate(
            OutputKey("elsewhere", LanguagePair("en", "es")), SENTENCES, glossary_id="", progress=NoProgress()
        )

    assert await records.history.read_billed_calls("elsewhere") == []
    assert await records.history.read_billed_calls("local") == []


@pytest.mark.scorecard("R30")
async def test_sentences_leave_room_for_the_users_own_texts_and_wait_longer(
    tmp_path: Path, new_session: Callable[..., Session], records: Records
) -> None:
    requests = []

    async def busy_at_first(request: RawRequest) -> bytes:
        requests.append(request.line)
        if not request.line.startswith("POST"):
            return answer(b'{"character_count": 0}')
        if sum(line.startswith("POST") for line in requests) == 1:
            return answer(status="429 Too Many Requests", headers="Retry-After: 0\r\n")
        return answer(b'{"translations": [{"text": "Casa."}]}')

    # No wait is short enough for an interactive call.
    session = new_session(tmp_path, retry_policy=replace(HASTY, longest_retry_after=-1.0))
    async with RawServer(busy_at_first) as server:
        await session.use(Provider("custom", server.url), "a-good-key-0001")
        key = OutputKey(session.profile, LanguagePair("en", "es"))

        done, _ = await translator(session, records).translate(key, ["House."], glossary_id="", progress=NoProgress())
        await session.stop()

    assert [each.text for each in done.values()] == ["Casa."]


async def test_a_draft_that_is_uploaded_again_pays_for_no_batch_that_is_on_its_way(
    tmp_path: Path, new_session: Callable[..., Session], records: Records
) -> None:
    """A second press cancels the run and uploads the draft again: the same entries with another id."""
    billed = []
    is_sent, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(request: RawRequest) -> bytes:
        if request.line.startswith("POST"):
            billed.append(request.line)
            is_sent.set()
            await may_answer.wait()
        return answer(b'{"translations": [{"text": "Casa."}]}')

    session = new_session(tmp_path)
    async with RawServer(slow) as server:
        await session.use(Provider("custom", server.url), "a-good-key-0001")
        key = OutputKey(session.profile, LanguagePair("en", "es"), "the hash of the entries")
        sender = translator(session, records)
        first = asyncio.create_task(sender.translate(key, ["House."], glossary_id="one", progress=NoProgress()))
        await is_sent.wait()
        first.cancel()
        second = asyncio.create_task(sender.translate(key, ["House."], glossary_id="two", progress=NoProgress()))
        # Without a common request, the second one is at the service by then.
        await asyncio.sleep(0.2)
        may_answer.set()
        done, _ = await second
        await session.stop()

    assert [each.text for each in done.values()] == ["Casa."]
    assert len(billed) == 1


async def test_where_no_texts_are_kept_translations_are_known_in_this_run_only(
    local_session: Session, records: Records
) -> None:
    before = local_session.settings
    local_session.settings = replace(before, keep_texts_in_history=False)
    try:
        first = translator(local_session, records)
        done, _ = await first.translate(KEY, SENTENCES[:2], glossary_id="", progress=NoProgress())

        assert await first.find_known(KEY, SENTENCES) == done
        assert await translator(local_session, records).find_known(KEY, SENTENCES) == {}
    finally:
        local_session.settings = before
