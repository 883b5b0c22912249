"""The state that the routes share: store, engines, quota, and glossary terms prepared for searching."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect, Request

from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.matching.protected_terms import AccountTerms, TermsOfDictionary
from termdesk.domain.matching.term_table import TermTable
from termdesk.domain.matching.terms import TermIndex
from termdesk.messages.glossary_messages import LibraryMessage, LibraryRemedy
from termdesk.service.accounts import Account
from termdesk.service.catalog import Catalog
from termdesk.service.draft_tables import DraftTables
from termdesk.service.engines.engines import Engines
from termdesk.service.engines.lemmas import lasting_lemmatizer
from termdesk.service.engines.results import EngineImprovement
from termdesk.service.fault_injection import FaultInjection
from termdesk.service.http.answers import HttpError, account_of, bad_request
from termdesk.service.memories.confirmed_rows import ConfirmedText
from termdesk.service.memories.memory_jobs import MemoryJobs
from termdesk.service.memory import ConfirmedMemory, align_sentences, memory_pair
from termdesk.service.running_work import RunningWork
from termdesk.service.store import Store
from termdesk.service.term_tables import SlowPace, TermTables, WorkEnded

if TYPE_CHECKING:
    from termdesk.service.documents.document_queue import DocumentQueue


# Any word that is long enough to be looked up in a list of base forms.
_WORD_WITH_BASE_FORM = "words"
# The time to wait after a glossary was written, before its terms are prepared. Other glossaries may be written right
# after it, and only the last one is prepared.
SECONDS_TO_SETTLE = 1.0
# Yield to other requests after this many texts when a large memory is imported.
TEXTS_A_TURN = 200


@dataclass(slots=True)
class _ExpectedTerms:
    """The dictionary that was written last. Its table is prepared slowly as long as no text needs it."""

    glossary_id: str
    pair: LanguagePair
    pace: SlowPace = field(default_factory=SlowPace)
    content_hash: str = ""


@dataclass(slots=True)
class Context:
    """The service's shared state; routes find it at `request.app.state.context`."""

    store: Store
    engines: Engines
    catalog: Catalog
    memory: ConfirmedMemory
    character_limit: int = 0
    fault_injection: FaultInjection = field(default_factory=FaultInjection)
    documents: DocumentQueue | None = None
    term_tables: TermTables = field(init=False)
    drafts: DraftTables = field(default_factory=DraftTables)
    improvements: RunningWork[list[EngineImprovement]] = field(default_factory=RunningWork)
    memory_jobs: MemoryJobs = field(default_factory=MemoryJobs)
    _expected: _ExpectedTerms | None = None
    _preparing: set[asyncio.Task[None]] = field(default_factory=set)
    _warming: dict[tuple[str, LanguagePair], asyncio.Task[None]] = field(default_factory=dict)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self.term_tables = TermTables(self.store)

    async def open_documents(self, documents: DocumentQueue) -> None:
        """Accept documents from now on, and continue with those that wait."""
        self.documents = documents
        await documents.open()

    async def terms(self, glossary_ids: list[str], pair: LanguagePair) -> TermIndex:
        """Return the index of these glossaries' terms for a pair; earlier glossaries win.

        Raises HttpError: 404 for an unknown glossary, 400 for one without this pair, or for a locked one if an engine
        is on another computer.
        """
        for glossary_id in glossary_ids:
            await self._refuse_locked(self.drafts.origin(glossary_id) or glossary_id)
        tables = [await self._term_table(glossary_id, pair) for glossary_id in glossary_ids]
        return self.term_tables.index(tables, pair.source)

    async def _refuse_locked(self, glossary_id: str) -> None:
        """Raise HttpError if terms of this glossary could leave this computer, although it is locked.

        Programs check that, too, but another one may have set the lock after they asked.
        """
        host = self.engines.host_elsewhere
        if host and await self.store.is_local_only(glossary_id):
            raise bad_request(LibraryRemedy.UNLOCK(), message=LibraryMessage.LOCAL_ONLY(service=host))

    async def _term_table(self, glossary_id: str, pair: LanguagePair) -> TermTable:
        if draft := self.drafts.find(glossary_id, pair):
            return draft
        content_hash = await self._content_hash(glossary_id, pair)
        # Let the engines start what they need for terms while the table is made.
        self.engines.prepare_terms(pair)
        if (expected := self._expected) is not None:
            is_meant = (expected.glossary_id, expected.pair) == (glossary_id, pair.roots)
            expected.pace.is_hurried, expected.pace.is_ended = is_meant, not is_meant
            self._expected = None
        return await self._table_of(content_hash, glossary_id, pair)

    async def _content_hash(self, glossary_id: str, pair: LanguagePair) -> str:
        found = (await self.store.content_hashes(glossary_id)).get((glossary_id, pair.roots))
        if found is None:
            raise await self._no_dictionary_error(glossary_id, pair)
        return found

    async def _table_of(
        self, content_hash: str, glossary_id: str, pair: LanguagePair, pause: Callable[[], None] = lambda: None
    ) -> TermTable:
        async def make() -> TermTable:
            dictionary = await self.store.dictionary(glossary_id, pair.roots)
            if dictionary is None:
                raise await self._no_dictionary_error(glossary_id, pair)
            return await asyncio.to_thread(_term_table, dictionary.content, pair.roots.source, pause)

        return await self.term_tables.get(content_hash, pair.roots.source, make)

    def expect_texts(self, glossary_id: str, pair: LanguagePair) -> None:
        """Slowly prepare the terms of a dictionary that was just written, because texts with it often follow."""
        self.stop_expecting()
        self._expected = expected = _ExpectedTerms(glossary_id, pair.roots)
        task = asyncio.create_task(self._prepare_slowly(expected))
        self._preparing.add(task)
        task.add_done_callback(self._preparing.discard)

    def stop_expecting(self) -> None:
        """Stop preparing the terms of the dictionary that was written last; if no text used them, release them."""
        expected, self._expected = self._expected, None
        if expected is not None:
            expected.pace.is_ended = True
            self.term_tables.discard(expected.content_hash, expected.pair.source)

    async def _prepare_slowly(self, expected: _ExpectedTerms) -> None:
        try:
            await asyncio.sleep(SECONDS_TO_SETTLE)
            if expected.pace.is_ended:
                return
            with contextlib.suppress(TermdeskError, HttpError, WorkEnded):
                expected.content_hash = await self._content_hash(expected.glossary_id, expected.pair)
                await self._table_of(expected.content_hash, expected.glossary_id, expected.pair, expected.pace.pause)
        finally:
            # If this task is cancelled, its thread continues. This ends the thread.
            expected.pace.is_ended = True

    def warm_terms(self, glossary_id: str, pair: LanguagePair) -> None:
        """Start preparing the terms of a glossary, so that the first text with it need not wait.

        If there is no such glossary, nothing happens: the text itself will be refused.
        """
        running = self._warming.get((glossary_id, pair))
        if running is None or running.done():
            self._warming = {key: task for key, task in self._warming.items() if not task.done()}
            self._warming[glossary_id, pair] = asyncio.create_task(self._prepare_terms(glossary_id, pair))

    async def _prepare_terms(self, glossary_id: str, pair: LanguagePair) -> None:
        with contextlib.suppress(TermdeskError, HttpError):
            index = await self.terms([glossary_id], pair)
            # The list of base forms may have been released since the table was made.
            await asyncio.to_thread(index.find, _WORD_WITH_BASE_FORM)

    async def end_warming(self) -> None:
        """Cancel all preparations of terms."""
        tasks = [*self._warming.values(), *self._preparing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _no_dictionary_error(self, glossary_id: str, pair: LanguagePair) -> HttpError:
        glossary = await self.store.glossary(glossary_id)
        if glossary is None:
            return HttpError(404, "Glossary not found", detail=f"There is no glossary {glossary_id[:64]!r}.")
        roots = pair.roots
        return bad_request(
            f"The glossary has no dictionary for {roots.source} to {roots.target}"
            f" (asked for {pair.source} to {pair.target})."
        )

    async def add_draft(self, pair: LanguagePair, entries: str, *, origin: str = "") -> str:
        """Keep the terms of a draft (plain TSV) in memory, and return the id that requests use for it.

        `origin` is the glossary that it is a draft of. Raises HttpError if that one is locked, as in `terms`.
        """
        await self._refuse_locked(origin)
        return await self.drafts.add(pair, lambda: _term_table(entries.encode(), pair.roots.source), origin=origin)

    async def remember(self, pair: LanguagePair, source: str, target: str) -> None:
        """Store a confirmed translation; first on disk, then in memory. Its sentences are stored to be offered."""
        pair = memory_pair(pair)
        # Splitting a long text into sentences takes time.
        sentences = await asyncio.to_thread(align_sentences, source, target, pair)
        await self.store.confirm(pair, source, target, sentences)
        self.memory.add(pair, source, target, sentences)

    async def remember_all(self, texts: Mapping[LanguagePair, Sequence[tuple[str, str]]]) -> None:
        """Store many translations, all or none; first on disk, then in memory."""
        confirmed = await asyncio.to_thread(_with_sentences, texts)
        await self.store.confirm_all(confirmed)
        for number, (pair, source, target, sentences) in enumerate(confirmed):
            self.memory.add(pair, source, target, sentences)
            if number % TEXTS_A_TURN == 0:
                # Let other requests run.
                await asyncio.sleep(0)

    async def forget(self, pair: LanguagePair) -> None:
        """Delete all confirmed translations of a pair; first on disk, then in memory."""
        await self.store.forget(memory_pair(pair))
        self.memory.forget(pair)

    async def forget_text(self, pair: LanguagePair, source: str) -> None:
        """Delete one confirmed translation; first on disk, then in memory."""
        await self.store.forget_text(memory_pair(pair), source)
        self.memory.forget_text(pair, source)

    async def account_terms(self) -> AccountTerms:
        """Return the source and target terms of all glossaries of this account; they are never corrected."""
        current: dict[str, TermsOfDictionary] = {}
        for (glossary_id, pair), content_hash in (await self.store.content_hashes()).items():
            if content_hash not in current:
                make = partial(self._account_terms, glossary_id, pair)
                current[content_hash] = await self.term_tables.get(content_hash, TermsOfDictionary, make)
        return AccountTerms(tuple(current.values()))

    async def terms_version(self) -> frozenset[str]:
        """Return a value that changes whenever a glossary of the account changes."""
        return frozenset((await self.store.content_hashes()).values())

    async def _account_terms(self, glossary_id: str, pair: LanguagePair) -> TermsOfDictionary:
        dictionary = await self.store.dictionary(glossary_id, pair)
        return await asyncio.to_thread(TermsOfDictionary.read, dictionary.content if dictionary else b"")

    @property
    def limit_in_force(self) -> int:
        """The monthly character limit of the whole service; 0 for none. An injected limit replaces the real one."""
        injected = self.fault_injection.character_limit
        return self.character_limit if injected is None else injected

    async def check_quota(self, characters: int, account: Account) -> None:
        """Raise HttpError 456 if these characters would exceed a limit."""
        period = period_name(self.now())
        used = await self.store.read_used_characters(period)
        if self.limit_in_force and sum(used.values()) + characters > self.limit_in_force:
            raise _quota_exceeded(self.limit_in_force, "")
        if account.character_limit:
            own = await self.store.read_used_characters_of_key(period, account.name)
            if sum(own.values()) + characters > account.character_limit:
                raise _quota_exceeded(account.character_limit, " of this key")

    async def bill(self, product: str, characters: int, account: Account) -> None:
        """Count characters. Raises HttpError 456 if a limit would be exceeded."""
        is_billed = await self.store.bill(
            period_name(self.now()),
            product,
            characters,
            limit=self.limit_in_force,
            key_name=account.name,
            key_limit=account.character_limit,
        )
        if not is_billed:
            raise _quota_exceeded(account.character_limit or self.limit_in_force, "")


def _with_sentences(texts: Mapping[LanguagePair, Sequence[tuple[str, str]]]) -> list[ConfirmedText]:
    return [
        ConfirmedText(memory_pair(pair), source, target, tuple(align_sentences(source, target, pair)))
        for pair, found in texts.items()
        for source, target in found
    ]


def _quota_exceeded(limit: int, whose: str) -> HttpError:
    return HttpError(
        456,
        "Quota exceeded. The character limit of this billing period has been reached.",
        detail=f"The limit{whose} is {limit:,} characters.",
    )


def _term_table(content: bytes, language: str, pause: Callable[[], None] = lambda: None) -> TermTable:
    # A table may be kept longer than the list of base forms.
    return TermTable(tsv=content, language=language, lemmatize=lasting_lemmatizer(language), pause=pause)


async def bill_delivery(request: Request, product: str, characters: int) -> None:
    """Count the characters of a response right before it is sent. Raises ClientDisconnect if the client has gone."""
    if await request.is_disconnected():
        # The client has hung up and will retry: it pays only for what it receives.
        raise ClientDisconnect
    await context_of(request).bill(product, characters, account_of(request))


def context_of(request: Request) -> Context:
    """Return the context of the service that received a request."""
    context: Context = request.app.state.context
    return context


def period_name(moment: datetime) -> str:
    """Return the billing period of a time, a calendar month such as `2026-11`."""
    return f"{moment:%Y-%m}"
