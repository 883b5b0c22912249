"""What the routes share: the store, the engines, the limit, and terms that are ready to be found."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from starlette.requests import Request

from termdesk.domain import delimited
from termdesk.domain.language import LanguagePair
from termdesk.domain.terms import TermIndex
from termdesk.service.answers import Refusal, bad_request
from termdesk.service.catalogue import Catalogue
from termdesk.service.engines.engines import Engines
from termdesk.service.engines.lemmas import lemmatiser
from termdesk.service.memory import ConfirmedMemory
from termdesk.service.store import Store, StoredDictionary

# An index of 100,000 terms takes some ten megabytes; the ones in use are few.
KEPT_INDEXES = 8


@dataclass(slots=True)
class Context:
    """One for the whole service, found by routes at `request.app.state.context`."""

    store: Store
    engines: Engines
    catalogue: Catalogue
    memory: ConfirmedMemory
    character_limit: int = 0
    _protected: dict[str, frozenset[str]] = field(default_factory=dict)
    _indexes: OrderedDict[str, TermIndex] = field(default_factory=OrderedDict)

    async def terms(self, glossary_ids: list[str], pair: LanguagePair) -> TermIndex:
        """The terms of these glossaries for a pair; the first glossary wins. Refuses with 400 where none has it."""
        dictionaries = []
        for glossary_id in glossary_ids:
            dictionary = await self.store.dictionary(glossary_id, pair.roots)
            if dictionary is None:
                await self._refuse_missing(glossary_id, pair)
            else:
                dictionaries.append(dictionary)
        name = f"{pair.source}:" + "+".join(each.content_hash for each in dictionaries)
        index = self._indexes.get(name)
        if index is None:
            index = await asyncio.to_thread(_index, dictionaries, pair.source)
            self._indexes[name] = index
        self._indexes.move_to_end(name)
        while len(self._indexes) > KEPT_INDEXES:
            self._indexes.popitem(last=False)
        return index

    async def _refuse_missing(self, glossary_id: str, pair: LanguagePair) -> None:
        glossary = await self.store.glossary(glossary_id)
        if glossary is None:
            raise Refusal(404, "Glossary not found", detail=f"There is no glossary {glossary_id[:64]!r}.")
        roots = pair.roots
        raise bad_request(
            f"The glossary has no dictionary for {roots.source} to {roots.target}"
            f" (asked for {pair.source} to {pair.target})."
        )

    async def remember(self, pair: LanguagePair, source: str, target: str) -> None:
        """Keep a translation that a person confirmed, on disk first."""
        await self.store.confirm(pair, source, target)
        self.memory.add(pair, source, target)

    async def protected_words(self) -> Callable[[str], bool]:
        """Says of a word whether it stands in a glossary of this account, on either side: it is never corrected."""
        words: set[str] = set()
        current: dict[str, frozenset[str]] = {}
        for glossary in await self.store.glossaries():
            for dictionary in glossary.dictionaries:
                stored = await self.store.dictionary(glossary.glossary_id, dictionary.pair)
                if stored is not None:
                    name = stored.content_hash
                    found = self._protected.get(name)
                    current[name] = await asyncio.to_thread(_words, stored.content) if found is None else found
                    words |= current[name]
        self._protected = current
        return lambda word: word.casefold() in words

    async def check_quota(self, characters: int) -> None:
        """Refuse with 456 where these characters would pass the limit."""
        if not self.character_limit:
            return
        used = await self.store.used(period_name())
        if sum(used.values()) + characters > self.character_limit:
            raise self._quota_exceeded()

    async def bill(self, product: str, characters: int) -> None:
        """Count characters; refuses with 456 where the limit would be passed."""
        if not await self.store.bill(period_name(), product, characters, limit=self.character_limit):
            raise self._quota_exceeded()

    def _quota_exceeded(self) -> Refusal:
        return Refusal(
            456,
            "Quota exceeded. The character limit of this billing period has been reached.",
            detail=f"The limit is {self.character_limit:,} characters.",
        )


def _index(dictionaries: list[StoredDictionary], language: str) -> TermIndex:
    terms: dict[str, str] = {}
    for dictionary in reversed(dictionaries):
        terms.update(iter(delimited.parse(dictionary.content.decode())))
    return TermIndex(terms.items(), language=language, lemmatise=lemmatiser(language))


_WORD = re.compile(r"\w+")


def _words(content: bytes) -> frozenset[str]:
    return frozenset(_WORD.findall(content.decode().casefold()))


def context_of(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


def period_name(moment: datetime | None = None) -> str:
    """The billing period, a calendar month, as `2026-11`."""
    return f"{moment or datetime.now(UTC):%Y-%m}"
