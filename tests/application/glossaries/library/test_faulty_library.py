"""Answers are lost and the service fails or restarts while glossaries are renamed, deleted and restored."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from support.campaign import size
from support.publishing_setup import EN_DE, ENTRIES, Meddling, PublishingSetup
from support.services.harmed_requests import HarmedRequests, Ill
from termdesk.application.glossaries.editing.open_dictionary import OpenDictionary
from termdesk.application.glossaries.library.bin import Bin
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.publishing.publisher import Publisher
from termdesk.application.glossaries.summaries import GlossarySummary
from termdesk.application.glossaries.versions.dictionary_versions import DictionaryVersions
from termdesk.domain.entries.changes import SetCells
from termdesk.domain.entries.entries import TARGET, Entries
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.merging.difference import Method

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("R21")]

EN_FR = LanguagePair("en", "fr")
FRENCH = Entries.of([("house", "maison")])


class Glossary:
    """A glossary of its own on the service, with two dictionaries."""

    def __init__(self, setup: PublishingSetup, way: Meddling) -> None:
        self.setup, self.way = setup, way
        self.name = f"Terms {uuid.uuid4().hex}"
        self.key = ""
        self.library = Library(setup, setup.records)

    async def publish(self) -> None:
        glossaries = self.setup.client.glossaries
        made = await glossaries.create(self.name, [(EN_DE, ENTRIES.copy()), (EN_FR, FRENCH.copy())])
        self.key = made.glossary_id

    async def summary(self) -> GlossarySummary | None:
        return next((each for each in await self.library.summaries() if each.key == self.key), None)

    async def held(self) -> dict[str, dict[LanguagePair, dict[str, str]]]:
        """Return what the service has of it, by name."""
        glossaries = self.setup.client.glossaries
        return {
            glossary.name: {
                each.pair: (await glossaries.entries(glossary.glossary_id, each.pair)).as_dict()
                for each in glossary.dictionaries
            }
            for glossary in await glossaries.list()
            if glossary.name.startswith(self.name)
        }

    async def in_bin(self) -> list[tuple[LanguagePair, ...]]:
        found = await Bin(self.setup, self.setup.records, self.library).all()
        return [each.pairs for each in found if each.name == self.name]


Work = Callable[[Glossary], Awaitable[None]]


async def finished(glossary: Glossary, work: Work, harmed: HarmedRequests, *, is_harsh: bool) -> None:
    """Do some work, again after each failure. Only where the harm `is_harsh` may it fail, and then it says why."""
    reported: list[str] = []
    while len(reported) < 4:
        try:
            await work(glossary)
        except TermdeskError as error:
            if not is_harsh:
                raise
            reported.append(str(error.message))
            harmed.recover()
        else:
            break
    assert all(reported)
    assert len(reported) < 4, "it does not succeed"


async def done_in_spite_of(
    setup: PublishingSetup, way: Meddling, ill: Ill, work: Work, *, before: Work | None = None
) -> list[Glossary]:
    """Do some work with glossaries of their own, each with another request harmed, again after each failure."""
    step, done, harmed_count = size(3, 1), list[Glossary](), 0
    # Each request of the shortest operation is harmed by one of the ills at least.
    at = 1 + [*Ill].index(ill) % step
    while True:
        glossary = Glossary(setup, way)
        await glossary.publish()
        if before is not None:
            await before(glossary)
        harmed = HarmedRequests([way], ill, at=at)
        await finished(glossary, work, harmed, is_harsh=ill in (Ill.DOWN, Ill.RESTART))
        harmed.recover()
        done.append(glossary)
        harmed_count += harmed.has_come
        if not harmed.has_come:
            assert harmed_count, "no request was harmed"
            return done
        at += step


@pytest.mark.parametrize("ill", Ill)
async def test_a_glossary_is_renamed(setup: PublishingSetup, way: Meddling, ill: Ill) -> None:
    async def rename(glossary: Glossary) -> None:
        summary = await glossary.summary()
        assert summary is not None
        await glossary.library.rename(summary, f"{glossary.name} renamed")

    for each in await done_in_spite_of(setup, way, ill, rename):
        assert [*await each.held()] == [f"{each.name} renamed"]


@pytest.mark.parametrize("ill", Ill)
async def test_a_glossary_is_deleted_and_is_once_in_the_bin(setup: PublishingSetup, way: Meddling, ill: Ill) -> None:
    async def delete(glossary: Glossary) -> None:
        summary = await glossary.summary()
        if summary is not None:
            await glossary.library.delete_glossary(summary)

    for each in await done_in_spite_of(setup, way, ill, delete):
        assert await each.held() == {}
        assert [{*pairs} for pairs in await each.in_bin()] == [{EN_DE, EN_FR}]


@pytest.mark.parametrize("ill", Ill)
async def test_a_dictionary_is_deleted_and_is_once_in_the_bin(setup: PublishingSetup, way: Meddling, ill: Ill) -> None:
    async def delete(glossary: Glossary) -> None:
        summary = await glossary.summary()
        assert summary is not None
        if summary.row(EN_FR) is not None:
            await glossary.library.delete_dictionary(summary, EN_FR)

    for each in await done_in_spite_of(setup, way, ill, delete):
        assert await each.held() == {each.name: {EN_DE: ENTRIES.as_dict()}}
        assert await each.in_bin() == [(EN_FR,)]


@pytest.mark.parametrize("ill", Ill)
async def test_a_version_is_restored_and_published(setup: PublishingSetup, way: Meddling, ill: Ill) -> None:
    versions, publisher = DictionaryVersions(setup, setup.records), Publisher(setup, setup.records)

    async def publish_a_mistake(glossary: Glossary) -> None:
        async with opened(glossary) as dictionary:
            await dictionary.take(SetCells(TARGET, (0,), ("wrong",)), "Typing")
            await publisher.publish(await publisher.plan(dictionary))

    async def restore(glossary: Glossary) -> None:
        async with opened(glossary) as dictionary:
            [*_, first] = await versions.all([dictionary])
            change = await versions.change_back(dictionary, first)
            if change.count:
                await dictionary.take(change, "Version restored")
            plan = await publisher.plan(dictionary)
            if plan.can_be_published:
                await publisher.publish(plan)

    for each in await done_in_spite_of(setup, way, ill, restore, before=publish_a_mistake):
        assert (await each.held())[each.name][EN_DE] == ENTRIES.as_dict()
        async with opened(each) as dictionary:
            assert (await publisher.plan(dictionary)).method is Method.NOTHING
            assert dictionary.steps.titles == ["Typing", "Version restored"]


@asynccontextmanager
async def opened(glossary: Glossary) -> AsyncIterator[OpenDictionary]:
    summary = await glossary.summary()
    assert summary is not None
    dictionary = await glossary.library.open(summary, EN_DE)
    try:
        yield dictionary
    finally:
        await glossary.library.close(dictionary)
