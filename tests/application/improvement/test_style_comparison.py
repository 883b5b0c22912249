"""Each style is paid for once, even if requests fail in between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from support.services.fake_service import FakeService, refusal
from termdesk.application.improvement.improvement import ImprovementResult, ImproveRequest, TextImprover
from termdesk.application.improvement.style_comparison import StyleComparison
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.client.errors import ServiceError
from termdesk.domain.errors import InvalidInput
from termdesk.domain.progress import NoProgress
from termdesk.domain.provider import Provider
from termdesk.storage.records import Records

pytestmark = pytest.mark.anyio
NewSession = Callable[[Path], Session]
TEXT = "Hello there."
BUSINESS = ImproveRequest(TEXT, "en", writing_style="business")
SIMPLE = ImproveRequest(TEXT, "en", writing_style="simple")
FRIENDLY = ImproveRequest(TEXT, "en", tone="friendly")


async def results(comparison: StyleComparison, use: TextImprover, *expected: ImproveRequest) -> list[ImprovementResult]:
    return [each async for each in comparison.results(use, expected, NoProgress())]


async def test_what_came_back_is_not_sent_again(tmp_path: Path, new_session: NewSession, records: Records) -> None:
    async with FakeService() as service:
        service.write_features = {"writing_style": {"status": "stable"}, "tone": {"status": "stable"}}
        session = new_session(tmp_path)
        await session.use(Provider("custom", service.url), "a-good-key-0001")
        use = TextImprover(session, LanguageLists(session), UsageLedger(session, records.history))
        comparison = StyleComparison()
        assert comparison.estimate(use, [BUSINESS, SIMPLE]) == 2 * len(TEXT)

        capped = replace(session.settings, job_cap=2 * len(TEXT) - 1)
        session.settings, settings = capped, session.settings
        with pytest.raises(InvalidInput):
            await results(comparison, use, BUSINESS, SIMPLE)
        assert service.billed == []
        session.settings = settings

        [business] = await results(comparison, use, BUSINESS)
        service.refusals["POST /v2/write"] = refusal("400 Bad Request")
        with pytest.raises(ServiceError):
            await results(comparison, use, BUSINESS, FRIENDLY)
        del service.refusals["POST /v2/write"]
        assert comparison.estimate(use, [BUSINESS, SIMPLE, FRIENDLY]) == 2 * len(TEXT)
        again = await results(comparison, use, BUSINESS, SIMPLE, FRIENDLY)
        await session.stop()

    assert again[0] is business
    assert [each.request for each in again] == [BUSINESS, SIMPLE, FRIENDLY]
    # One of them was rejected.
    assert len(service.billed) == 4
    assert comparison.find(use, SIMPLE) is again[1]
    comparison.keep("another service", business)
    assert comparison.find(use, ImproveRequest(TEXT, "de")) is None


async def test_no_style_goes_to_another_service_that_is_chosen_meanwhile(
    tmp_path: Path, new_session: NewSession, records: Records
) -> None:
    async with FakeService() as service:
        service.write_features = {"writing_style": {"status": "stable"}}
        session = new_session(tmp_path)
        await session.use(Provider("custom", service.url), "a-good-key-0001")
        use = TextImprover(session, LanguageLists(session), UsageLedger(session, records.history))
        coming = StyleComparison().results(use, [BUSINESS, SIMPLE], NoProgress())

        await anext(coming)
        session.provider = Provider("custom", "http://127.0.0.1:1")
        with pytest.raises(InvalidInput, match="Another service was chosen"):
            await anext(coming)
        await session.stop()

    assert len(service.billed) == 1
