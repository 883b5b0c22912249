"""Which memories fit a translation, and that nobody asks where there can be none."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from support.services.fake_service import FakeService, listed_memory, refusal
from termdesk.application.languages.languages import LanguageLists
from termdesk.application.session.session import Session
from termdesk.application.translation.memory_lookup import find_memories_by_target
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio


@pytest.fixture
async def fake() -> AsyncIterator[FakeService]:
    async with FakeService() as service:
        service.memories = [
            listed_memory("Law", "en", "de", "es"),
            listed_memory("Press", "en", "de-DE"),
            listed_memory("Back", "de", "en"),
        ]
        yield service


@pytest.fixture
async def session(fake: FakeService, tmp_path: Path, new_session: Callable[[Path], Session]) -> AsyncIterator[Session]:
    session = new_session(tmp_path)
    await session.use(Provider("custom", fake.url), "a-good-key-0001")
    yield session
    await session.stop()


async def names(session: Session, source: str | None, target: str) -> list[str]:
    found = await find_memories_by_target(session, LanguageLists(session), source=source, targets=[target])
    return [each.name for each in found.by_target[target]]


def is_asked(fake: FakeService) -> bool:
    return any("translation_memories" in line for line in fake.lines)


async def test_memories_of_the_direction_fit_in_any_variant(session: Session) -> None:
    assert await names(session, "en", "de") == ["Law", "Press"]
    assert await names(session, "en-GB", "de-AT") == ["Law", "Press"]
    assert await names(session, "de", "en") == ["Back"]
    assert await names(session, "es", "de") == []


async def test_each_of_several_targets_has_its_own_and_one_question_is_asked(
    session: Session, fake: FakeService
) -> None:
    found = await find_memories_by_target(session, LanguageLists(session), source="en", targets=["de", "es", "fr"])

    assert {target: [each.name for each in memories] for target, memories in found.by_target.items()} == {
        "de": ["Law", "Press"],
        "es": ["Law"],
        "fr": [],
    }
    assert sum("translation_memories" in line for line in fake.lines) == 1


async def test_without_a_source_the_target_decides(session: Session) -> None:
    assert await names(session, None, "de") == ["Law", "Press"]
    assert await names(session, None, "en") == ["Back"]
    assert await names(session, None, "") == []


async def test_a_service_whose_languages_have_none_is_not_asked(session: Session, fake: FakeService) -> None:
    fake.memories = []

    assert await names(session, "en", "de") == []
    assert not is_asked(fake)


async def test_a_key_that_may_not_list_them_does_without(session: Session, fake: FakeService) -> None:
    fake.refusals["GET /v3/translation_memories"] = refusal("403 Forbidden", b'{"message": "Missing scopes: x:read"}')

    assert await names(session, "en", "de") == []
    assert is_asked(fake)


async def test_a_key_that_lacks_the_scope_is_the_reason_until_it_is_granted(
    session: Session, fake: FakeService
) -> None:
    line = "GET /v3/translation_memories"
    fake.refusals[line] = refusal("403 Forbidden", b'{"message": "Missing scopes: translation_memories:read"}')

    refused = await find_memories_by_target(session, LanguageLists(session), source="en", targets=["de"])
    del fake.refusals[line]
    granted = await find_memories_by_target(session, LanguageLists(session), source="en", targets=["de"])

    assert "may not read translation memories" in refused.reason
    assert refused.by_target == {"de": ()}
    assert (granted.reason, len(granted.by_target["de"])) == ("", 2)


async def test_the_service_on_this_computer_needs_none(local_session: Session) -> None:
    assert await names(local_session, "en", "de") == []
