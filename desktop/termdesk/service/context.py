"""What the routes share: the store, the engines, the limit, and terms that are ready to be found."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from starlette.requests import Request

from termdesk.domain import delimited
from termdesk.domain.language import LanguagePair
from termdesk.domain.terms import TermIndex
from termdesk.service.accounts import Account
from termdesk.service.answers import Refusal, bad_request
from termdesk.service.catalogue import Catalogue
from termdesk.service.engines.engines import Engines
from termdesk.service.engines.kept_terms import AccountTerms, TermsOfDictionary
from termdesk.service.engines.lemmas import lemmatiser
from termdesk.service.memory import ConfirmedMemory
from termdesk.service.rehearsal import Rehearsal
from termdesk.service.store import Store, StoredDictionary

if TYPE_CHECKING:
    from termdesk.service.documents.desk import Desk

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
    rehearsal: Rehearsal = field(default_factory=Rehearsal)
    documents: Desk | None = None
    _kept: dict[str, TermsOfDictionary] = field(default_factory=dict)
    _indexes: OrderedDict[str, TermIndex] = field(default_factory=OrderedDict)
    _indexing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def terms(self, glossary_ids: list[str], pair: LanguagePair) -> TermIndex:
        """The terms of these glossaries for a pair; the first glossary wins. Refuses with 400 where none has it."""
        hashes = []
        for glossary_id in glossary_ids:
            found = await self.store.content_hashes(glossary_id)
            if (glossary_id, pair.roots) not in found:
                raise await self._missing(glossary_id, pair)
            hashes.append(found[glossary_id, pair.roots])
        name = f"{pair.source}:" + "+".join(hashes)
        # One at a time: the texts of a glossary often come at once, and all need the same index.
        async with self._indexing:
            index = self._indexes.get(name)
            if index is None:
                index = await self._index(glossary_ids, pair)
                self._indexes[name] = index
            self._indexes.move_to_end(name)
            while len(self._indexes) > KEPT_INDEXES:
                self._indexes.popitem(last=False)
        return index

    async def _index(self, glossary_ids: list[str], pair: LanguagePair) -> TermIndex:
        dictionaries = []
        for glossary_id in glossary_ids:
            dictionary = await self.store.dictionary(glossary_id, pair.roots)
            if dictionary is None:
                raise await self._missing(glossary_id, pair)
            dictionaries.append(dictionary)
        return await asyncio.to_thread(_index, dictionaries, pair.source)

    async def _missing(self, glossary_id: str, pair: LanguagePair) -> Refusal:
        glossary = await self.store.glossary(glossary_id)
        if glossary is None:
            return Refusal(404, "Glossary not found", detail=f"There is no glossary {glossary_id[:64]!r}.")
        roots = pair.roots
        return bad_request(
            f"The glossary has no dictionary for {roots.source} to {roots.target}"
            f" (asked for {pair.source} to {pair.target})."
        )

    async def remember(self, pair: LanguagePair, source: str, target: str) -> None:
        """Keep a translation that a person confirmed, on disk first."""
        await self.store.confirm(pair, source, target)
        self.memory.add(pair, source, target)

    async def forget(self, pair: LanguagePair) -> None:
        """Forget all confirmed translations of a pair, on disk first."""
        await self.store.forget(pair)
        self.memory.forget(pair)

    async def account_terms(self) -> AccountTerms:
        """The terms of all glossaries of this account, on either side: they are never corrected."""
        current: dict[str, TermsOfDictionary] = {}
        for (glossary_id, pair), content_hash in (await self.store.content_hashes()).items():
            terms = self._kept.get(content_hash) or current.get(content_hash)
            if terms is None:
                dictionary = await self.store.dictionary(glossary_id, pair)
                content = dictionary.content if dictionary else b""
                terms = await asyncio.to_thread(TermsOfDictionary.read, content)
            current[content_hash] = terms
        self._kept = current
        return AccountTerms(tuple(current.values()))

    @property
    def limit_in_force(self) -> int:
        """Characters a month for the whole service; 0 is no limit. A rehearsed limit goes before the real one."""
        rehearsed = self.rehearsal.character_limit
        return self.character_limit if rehearsed is None else rehearsed

    async def check_quota(self, characters: int, account: Account) -> None:
        """Refuse with 456 where these characters would pass a limit."""
        used = await self.store.used(period_name())
        if self.limit_in_force and sum(used.values()) + characters > self.limit_in_force:
            raise _quota_exceeded(self.limit_in_force, "")
        if account.character_limit:
            own = await self.store.used_by(period_name(), account.name)
            if sum(own.values()) + characters > account.character_limit:
                raise _quota_exceeded(account.character_limit, " of this key")

    async def bill(self, product: str, characters: int, account: Account) -> None:
        """Count characters; refuses with 456 where a limit would be passed."""
        is_billed = await self.store.bill(
            period_name(),
            product,
            characters,
            limit=self.limit_in_force,
            key_name=account.name,
            key_limit=account.character_limit,
        )
        if not is_billed:
            raise _quota_exceeded(account.character_limit or self.limit_in_force, "")


def _quota_exceeded(limit: int, whose: str) -> Refusal:
    return Refusal(
        456,
        "Quota exceeded. The character limit of this billing period has been reached.",
        detail=f"The limit{whose} is {limit:,} characters.",
    )


def _index(dictionaries: list[StoredDictionary], language: str) -> TermIndex:
    terms: dict[str, str] = {}
    for dictionary in reversed(dictionaries):
        terms.update(iter(delimited.parse(dictionary.content.decode())))
    return TermIndex(terms.items(), language=language, lemmatise=lemmatiser(language))


def context_of(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


def period_name(moment: datetime | None = None) -> str:
    """The billing period, a calendar month, as `2026-11`."""
    return f"{moment or datetime.now(UTC):%Y-%m}"
