"""Texts are improved locally while another service is current, and that service receives nothing of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.services.fake_service import FakeService, refusal
from termdesk.application.improvement.improvement import ImproveRequest, TextImprover
from termdesk.application.improvement.local_improver import LocalImprover
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import ConnectionState, Session
from termdesk.application.texts.history import TextHistory
from termdesk.application.usage.usage_ledger import UsageLedger
from termdesk.client.errors import ServiceError
from termdesk.domain.provider import Provider
from termdesk.domain.texts import Improve
from termdesk.storage.records import Records
from termdesk.storage.settings.settings_store import SettingsStore

pytestmark = pytest.mark.anyio
NewSession = Callable[[Path], Session]
TEXT = "This are a sentence."


async def test_a_refused_key_is_known_and_this_computer_stands_in(
    tmp_path: Path, new_session: NewSession, records: Records
) -> None:
    async with FakeService() as service:
        service.refusals["POST /v2/write"] = refusal("403 Forbidden", b'{"message": "Missing scopes: write:correct"}')
        session = new_session(tmp_path)
        await session.use(Provider("custom", service.url), "a-good-key-0001")
        texts = TextHistory(session, records.texts)
        use = TextImprover(session, LanguageLists(session), UsageLedger(session, records.history, texts))
        assert (use.can_improve, use.unavailable_reason()) == (True, "")
        request = ImproveRequest(TEXT, "en", Improve.CORRECT)
        with pytest.raises(ServiceError):
            await use.improve(request)
        assert not use.can_improve
        assert "on this computer" in use.unavailable_reason()
        sent = len(service.billed)

        local = LocalImprover(session, records.history, texts)
        codes = {each.code for each in await local.languages()}
        result = await local.improve(ImproveRequest(TEXT, "en-US", Improve.CORRECT))
        assert session.provider.base_url == service.url
        await local.close()
        # The current service is unchanged, and can be tried again.
        await use.languages(refresh=True)
        assert use.can_improve
        await session.stop()

    assert "en-US" in codes
    assert result.text == "This is a sentence."
    assert (local.is_local, local.service, use.service) == (True, "local", session.profile)
    assert len(service.billed) == sent
    assert [each.profile for each in (await texts.find()).texts] == ["local"]


@pytest.mark.slow
async def test_it_improves_while_another_window_uses_this_computer(
    tmp_path: Path, new_session: NewSession, records: Records
) -> None:
    first = new_session(tmp_path)
    await first.start()
    async with FakeService() as service:
        elsewhere = Provider("custom", service.url)
        second = Session(
            first.folders, SettingsStore(first.folders).settings, first.keys.store, profiles=first.profiles
        )
        await second.use(elsewhere, "a-good-key-0001")
        texts = TextHistory(second, records.texts)

        local = LocalImprover(second, records.history, texts)
        await local.languages()
        result = await local.improve(ImproveRequest(TEXT, "en-US", Improve.CORRECT))
        await local.close()
        await second.stop()
    state = first.state
    await first.stop()

    assert result.text == "This is a sentence."
    assert state is ConnectionState.READY
