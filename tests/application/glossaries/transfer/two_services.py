"""A user with two services, the glossaries on both, and the transfer between them."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from support.publishing_setup import Meddling, PublishingSetup
from termdesk.application.glossaries.library.bin import Bin
from termdesk.application.glossaries.library.library import Library
from termdesk.application.glossaries.summaries import GlossarySelection, GlossarySummary, select_dictionaries
from termdesk.application.glossaries.transfer.glossary_transfer import GlossaryTransfer
from termdesk.application.glossaries.transfer.transfer_plan import TransferPlan, TransferResult
from termdesk.client.api import ApiClient
from termdesk.domain.entries.entries import Entries
from termdesk.domain.language.language import LanguagePair
from termdesk.storage.records import Records

EN_DE, EN_FR = LanguagePair("en", "de"), LanguagePair("en", "fr")
GERMAN = Entries.of([("contract", "Vertrag"), ("house", "Haus"), ('a "quoted" one', "Zitat")])
FRENCH = Entries.of([("contract", "contrat")])
BOTH = {EN_DE: GERMAN, EN_FR: FRENCH}
Content = dict[LanguagePair, dict[str, str]]


def contents(dictionaries: Mapping[LanguagePair, Entries]) -> Content:
    return {pair: entries.as_dict() for pair, entries in dictionaries.items()}


@dataclass
class TwoServices:
    """`here` is the current service, `there` the other one. Each test uses a unique glossary `name`."""

    records: Records
    here: PublishingSetup
    there: PublishingSetup
    ways: tuple[Meddling, Meddling]
    name: str = field(default_factory=lambda: f"Law {uuid.uuid4().hex}")

    def __post_init__(self) -> None:
        self.library = Library(self.here, self.records)
        self.bin = Bin(self.here, self.records, self.library)
        self.transfer = GlossaryTransfer(self.here, self.records, self.library)

    async def publish(self, dictionaries: Mapping[LanguagePair, Entries] = BOTH) -> str:
        """Publish a glossary on `here` without local data, and return its id."""
        made = await self.here.client.glossaries.create(
            self.name, [(pair, entries.copy()) for pair, entries in dictionaries.items()]
        )
        return made.glossary_id

    async def summary(self, key: str = "") -> GlossarySummary:
        """Return the glossary as the library lists it."""
        summaries = await self.library.summaries()
        [found] = [each for each in summaries if (each.key == key if key else each.name == self.name)]
        return found

    async def parts(self) -> list[GlossarySelection]:
        return select_dictionaries([(await self.summary(), None)])

    async def plan(self, parts: Sequence[GlossarySelection] = (), *, is_move: bool = False) -> TransferPlan:
        return await self.transfer.plan(self.there, parts or await self.parts(), is_move=is_move)

    async def run(self, *, is_move: bool = False) -> TransferResult:
        """Plan and carry out a transfer. Raises its errors."""
        result = await self.transfer.run(self.there, await self.plan(is_move=is_move))
        if result.failure is not None:
            raise result.failure
        return result

    async def on_first(self) -> list[Content]:
        return await held(self.here.client, self.name)

    async def on_second(self) -> list[Content]:
        return await held(self.there.client, self.name)


async def held(api: ApiClient, name: str) -> list[Content]:
    """Return the entries on a service of every glossary whose name starts like this, finished or not."""
    found = [each for each in await api.glossaries.list() if each.name.startswith(name)]
    return [
        {
            each.pair: (await api.glossaries.entries(glossary.glossary_id, each.pair)).as_dict()
            for each in glossary.dictionaries
        }
        for glossary in found
    ]
