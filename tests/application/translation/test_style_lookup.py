"""Which style rules a translation can follow, and that nobody asks where there can be none."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from support.services.fake_service import FakeService, listed_style_rules, refusal
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.translation.style_lookup import StyleOffer, find_styles_by_target
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio


@pytest.fixture
async def fake() -> AsyncIterator[FakeService]:
    async with FakeService() as service:
        service.style_rules = [listed_style_rules("Plain", "de"), listed_style_rules("House", "en")]
        yield service


@pytest.fixture
async def session(fake: FakeService, tmp_path: Path, new_session: Callable[[Path], Session]) -> AsyncIterator[Session]:
    session = new_session(tmp_path)
    await session.use(Provider("custom", fake.url), "a-good-key-0001")
    yield session
    await session.stop()


async def found(session: Session, *targets: str) -> StyleOffer:
    return await find_styles_by_target(session, LanguageLists(session), targets=targets)


def is_asked(fake: FakeService) -> bool:
    return any("style_rules?" in line for line in fake.lines)


async def test_each_target_has_the_rules_of_its_language_in_any_variant(session: Session, fake: FakeService) -> None:
    offer = await found(session, "de", "en-GB", "es")

    names = {target: [each.name for each in rules] for target, rules in offer.by_target.items()}
    assert names == {"de": ["Plain"], "en-GB": ["House"], "es": []}
    assert sum("style_rules?" in line for line in fake.lines) == 1


async def test_a_service_whose_languages_have_none_is_not_asked(session: Session, fake: FakeService) -> None:
    fake.style_rules = []

    assert await found(session, "de") == StyleOffer({"de": ()})
    assert not is_asked(fake)


async def test_a_key_that_lacks_the_scope_is_the_reason_until_it_is_granted(
    session: Session, fake: FakeService
) -> None:
    line = "GET /v3/style_rules"
    fake.refusals[line] = refusal("403 Forbidden", b'{"message": "Missing scopes: style_rules:read"}')

    refused = await found(session, "de")
    del fake.refusals[line]
    granted = await found(session, "de")

    assert "may not read style rules" in refused.reason
    assert refused.by_target == {"de": ()}
    assert (granted.reason, len(granted.by_target["de"])) == ("", 1)


async def test_the_service_on_this_computer_needs_none(local_session: Session) -> None:
    assert await found(local_session, "de") == StyleOffer({"de": ()})
