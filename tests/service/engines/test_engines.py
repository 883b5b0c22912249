"""All engines behind one interface: ready after each was probed, terms-only last, and ended in any state."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from support.services.own_context import own_context
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.terms import TermIndex
from termdesk.service.configuration import EngineOptions
from termdesk.service.engines.engines import Engines
from termdesk.service.engines.errors import NotServed
from termdesk.service.engines.terms_only import NAME
from termdesk.service.memory import ConfirmedMemory

pytestmark = pytest.mark.anyio

EN_DE = LanguagePair("en", "de")


@pytest.mark.slow
async def test_terms_are_placed_where_nothing_else_translates(tmp_path: Path) -> None:
    async with own_context(tmp_path) as context:
        terms = TermIndex.of([("house", "Haus")], language="en")
        found = await context.engines.translate("The house", pair=EN_DE, terms=terms)

        assert EN_DE in context.engines.translation_pairs()
    assert (found.text, found.engines) == ("The Haus", (NAME,))


async def test_without_engines_only_what_was_confirmed_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    memory = ConfirmedMemory({EN_DE: {"The house": "Das Haus"}})
    engines = await Engines.find(memory=memory, models=tmp_path / "none", options=EngineOptions())
    try:
        assert (await engines.translate("The house", pair=EN_DE)).text == "Das Haus"
        with pytest.raises(NotServed):
            await engines.translate("The tree", pair=EN_DE)
        assert engines.translation_pairs() == frozenset()
        assert engines.find_trained_models() == []
        assert not await engines.delete_trained("..")
    finally:
        await engines.close()


async def test_looking_again_finds_what_came_and_forgets_what_went(tmp_path: Path) -> None:
    damaged = tmp_path / "models" / "trained-en-fi-1"
    async with own_context(tmp_path) as context:
        before = {each.name for each in context.engines.describe()}
        damaged.mkdir(parents=True)
        (damaged / "statistical.json").write_text("{")
        await context.engines.look_again()
        added = {each.name for each in context.engines.describe()} - before
        (damaged / "statistical.json").unlink()
        await context.engines.look_again()

        assert {each.name for each in context.engines.describe()} == before
    assert added == {"Trained engine trained-en-fi-1"}


async def test_the_language_of_a_text_is_told_among_those_that_are_served(tmp_path: Path) -> None:
    texts = ["Die Vertragsparteien vereinbaren Folgendes.", "12"]
    async with own_context(tmp_path) as context:
        german = context.engines.detect(texts[0])
        sources = context.engines.detect_sources(texts, target="en", may_be_target=False)

    assert (german.code, german.is_sure) == ("de", True)
    assert sources[0] == "de"


async def test_closing_does_not_wait_for_engines_that_are_still_looked_for(tmp_path: Path) -> None:
    engines = await Engines.find(memory=ConfirmedMemory({}), models=tmp_path)

    async with asyncio.timeout(60):
        await engines.close()

    with pytest.raises(asyncio.CancelledError):
        await engines.ready()
