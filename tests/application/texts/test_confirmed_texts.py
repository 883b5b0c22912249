"""Confirmed translations are listed by pair from the local service, and deleted by pair."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from termdesk.application.session.session import Session
from termdesk.application.texts import confirmed_texts
from termdesk.application.texts.confirmed_texts import ConfirmedTexts
from termdesk.application.texts.memory_transfer import MemoryTransfer
from termdesk.client.api import ApiClient
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.provider import Provider

pytestmark = pytest.mark.anyio

EN_PT, EN_NL = LanguagePair("en", "pt"), LanguagePair("en", "nl")


@pytest.fixture
async def confirmed(local_session: Session) -> AsyncIterator[ConfirmedTexts]:
    api = await local_session.api()
    # Tests of other modules confirm translations at the same service.
    await delete_memories(api)
    for pair, source, target in (
        (EN_PT, "house", "casa"),
        (EN_PT, "tree", "árvore"),
        (EN_PT, "tree", "a árvore"),
        (EN_NL, "tree", "boom"),
    ):
        await api.local.confirm(pair, source, target)
    yield ConfirmedTexts(local_session)
    await delete_memories(api)


async def delete_memories(api: ApiClient) -> None:
    for each in await api.memories.list():
        await api.memories.delete(each.memory_id)


@pytest.mark.slow
async def test_each_pair_has_its_texts_and_their_number(confirmed: ConfirmedTexts) -> None:
    found = {each.pair: each for each in await confirmed.read()}

    assert confirmed.is_available
    assert set(found) == {EN_PT, EN_NL}
    assert found[EN_PT].count == len(found[EN_PT].texts)
    assert {("house", "casa"), ("tree", "a árvore")} <= set(found[EN_PT].texts)
    assert found[EN_NL].texts == (("tree", "boom"),)


async def test_of_many_texts_the_first_are_read(confirmed: ConfirmedTexts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirmed_texts, "MOST_LISTED", 1)

    found = {each.pair: each for each in await confirmed.read()}

    assert len(found[EN_PT].texts) == 1
    assert found[EN_PT].count > 1


async def test_texts_are_searched_by_a_part_of_them(confirmed: ConfirmedTexts) -> None:
    found = {each.pair: each.texts for each in await confirmed.read("REE")}

    assert found == {EN_PT: (("tree", "a árvore"),), EN_NL: (("tree", "boom"),)}
    assert sum(len(each.texts) for each in await confirmed.read("t")) == 3, "too short to be searched"


async def test_one_text_is_corrected_and_deleted(confirmed: ConfirmedTexts) -> None:
    await confirmed.correct(EN_PT, "house", "a casa")
    await confirmed.delete_text(EN_PT, "tree")

    found = {each.pair: each.texts for each in await confirmed.read()}
    assert found == {EN_PT: (("house", "a casa"),), EN_NL: (("tree", "boom"),)}


@pytest.mark.slow
async def test_what_is_exported_comes_back_by_an_import(
    confirmed: ConfirmedTexts, local_session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "memory.tmx"
    before = {each.pair: each for each in await confirmed.read()}

    assert await confirmed.export(before[EN_PT], path) == 2
    for each in before.values():
        await confirmed.delete(each)
    transfer = MemoryTransfer(local_session)
    plan = await transfer.plan_file(path)
    assert plan.change_count == 2
    assert await transfer.fetch(plan) == 0

    after = {each.pair: set(each.texts) for each in await confirmed.read()}
    assert after == {EN_PT: set(before[EN_PT].texts)}


async def test_deleting_a_pair_leaves_the_others(confirmed: ConfirmedTexts) -> None:
    for each in await confirmed.read():
        if each.pair == EN_PT:
            await confirmed.delete(each)

    assert [each.pair for each in await confirmed.read()] == [EN_NL]


async def test_another_service_keeps_none(tmp_path: Path, new_session: Callable[[Path], Session]) -> None:
    session = new_session(tmp_path)
    session.provider = Provider("custom", "https://api.example.org")

    assert not ConfirmedTexts(session).is_available
