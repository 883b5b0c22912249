"""The queue of documents: each waits for translation, is translated, and then waits to be downloaded."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from msgspec.structs import replace

from termdesk.domain.document_kinds import DocumentKind
from termdesk.domain.errors import TermdeskError
from termdesk.domain.language.language import LanguagePair, root
from termdesk.domain.matching.terms import TermIndex
from termdesk.service.accounts import Account
from termdesk.service.document_kinds import UnreadableDocument, most_characters
from termdesk.service.documents.child import ask_child
from termdesk.service.documents.child_messages import Request, UnmarkedText
from termdesk.service.documents.document_store import DocumentRecord, DocumentStore, digest_of, is_expired
from termdesk.service.documents.long_texts import parts_of, together
from termdesk.service.engines import detection
from termdesk.service.engines.engines import Engines
from termdesk.service.engines.marked_translation import CachedTranslate, combine_reports, translate_marked
from termdesk.service.engines.results import EngineTranslation
from termdesk.service.fault_injection import FaultInjection
from termdesk.service.http.answers import HttpError
from termdesk.service.http.reports import item_report

log = logging.getLogger("termdesk.service")

MOST_UNDOWNLOADED = 20
SECONDS_BETWEEN_LOOKS = 3600.0
# A longer sample does not improve language detection.
_SAMPLE_CHARACTERS = 4000
# The least time to measure the pace. A shorter time is mostly the start of engines, and says little about the rest.
_SECONDS_TO_KNOW_PACE = 1.0


@dataclass(frozen=True, slots=True)
class DocumentOrder:
    """How to translate a document. An empty `pair.source` means that it has to be detected."""

    kind: DocumentKind
    name: str
    pair: LanguagePair
    glossary_ids: list[str]


@dataclass(slots=True)
class _Progress:
    """Progress of the document that is being translated, in characters."""

    document_id: str
    total: int
    began: float
    done: int = 0
    extra_seconds: float = 0.0

    def seconds_remaining(self) -> int | None:
        """Estimate from the pace so far; None if it is too early."""
        passed = time.monotonic() - self.began
        if not self.done or passed < _SECONDS_TO_KNOW_PACE:
            return None
        return max(1, math.ceil((self.total - self.done) * passed / self.done + self.extra_seconds))


class TranslationContext(Protocol):
    """What the queue needs from the service: the engines, the terms of glossaries, and the account's quota."""

    @property
    def engines(self) -> Engines:
        """The engines that translate the documents."""

    @property
    def fault_injection(self) -> FaultInjection:
        """The faults that the user asked for, for training."""

    async def terms(self, glossary_ids: list[str], pair: LanguagePair) -> TermIndex:
        """Return the terms of these glossaries for a pair. Raises HttpError if a glossary lacks the pair."""

    async def check_quota(self, characters: int, account: Account) -> None:
        """Raise HttpError (456) if these characters would exceed a limit."""

    async def bill(self, product: str, characters: int, account: Account) -> None:
        """Count characters. Raises HttpError (456) if a limit would be exceeded."""


class DocumentQueue:
    """Accepts documents, has them translated in the background, and delivers each once.

    Queued documents survive a restart; an interrupted translation starts again from the beginning.
    """

    def __init__(self, store: DocumentStore, context: TranslationContext) -> None:
        self._store = store
        self._context = context
        self._records: dict[str, DocumentRecord] = {}
        self._progress: _Progress | None = None
        self._something_queued = asyncio.Event()
        self._working: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Load the documents stored by an earlier run, and continue with them."""
        for record in await asyncio.to_thread(lambda: list(self._store.records())):
            half_done = record.state == "translating"
            self._records[record.document_id] = replace(record, state="queued") if half_done else record
        self._working = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop the current translation; it is queued again at the next start."""
        if self._working is not None:
            self._working.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._working

    async def take_in(self, content: BinaryIO, order: DocumentOrder, account: Account) -> tuple[str, str]:
        """Store a document for translation; return its id and key.

        Raises HttpError: 429 if too many documents wait to be downloaded, and 503 if the disk cannot store it.
        """
        if self._count_undownloaded(account) >= MOST_UNDOWNLOADED:
            raise HttpError(
                429,
                "Too many documents",
                detail=f"{MOST_UNDOWNLOADED} documents were not downloaded yet. Download them first.",
                headers={"Retry-After": "30"},
            )
        key = secrets.token_hex(32).upper()
        record = DocumentRecord(
            document_id=secrets.token_hex(16).upper(),
            key_digest=digest_of(key),
            account=account.name,
            account_limit=account.character_limit,
            most_characters=most_characters(account.tier),
            name=order.name,
            kind=order.kind.name,
            source_lang=order.pair.source,
            target_lang=order.pair.target,
            glossary_ids=order.glossary_ids,
            accepted=time.time(),
        )
        # Count it at once: concurrent uploads must not exceed the limit. Work starts after it is on disk.
        self._records[record.document_id] = replace(record, state="translating")
        try:
            await asyncio.to_thread(self._store.add, record, content)
        except OSError as error:
            del self._records[record.document_id]
            raise HttpError(503, "Resource currently unavailable", detail=f"The disk: {error.strerror}.") from None
        except BaseException:
            del self._records[record.document_id]
            raise
        self._records[record.document_id] = record
        self._something_queued.set()
        return record.document_id, key

    def _count_undownloaded(self, account: Account) -> int:
        """Count the account's documents that were not downloaded yet; failed ones cannot be."""
        own = (record for record in self._records.values() if record.account == account.name)
        return sum(record.state != "error" for record in own)

    def find(self, document_id: str, key: str, account: Account) -> DocumentRecord:
        """Return a document's record. Raises HttpError 404 if it does not exist or the key is not its own."""
        record = self._records.get(document_id.upper())
        # Compare the key before the other checks, so that the time taken does not reveal which of them failed.
        is_key = record.is_key(key) if record else False
        if record is None or not is_key or record.account != account.name or is_expired(record):
            raise HttpError(
                404, "Document not found", detail="There is none with this id and key, or it was downloaded."
            )
        return record

    def seconds_remaining(self, record: DocumentRecord) -> int | None:
        """Estimate the remaining seconds; None if that is not possible yet."""
        progress = self._progress
        return progress.seconds_remaining() if progress and progress.document_id == record.document_id else None

    async def claim(self, record: DocumentRecord, account: Account) -> DocumentRecord:
        """Bill a finished document and hide it from other requests. Call `forget` or `put_back` afterwards.

        Raises HttpError: 404 if another request was first, and 456 if a limit would be exceeded.
        """
        if self._records.pop(record.document_id, None) is None:
            raise HttpError(404, "Document not found", detail="It is being downloaded by another request.")
        try:
            if not record.is_billed:
                await self._context.bill("translate", record.billed, account)
                record = replace(record, is_billed=True)
                await asyncio.to_thread(self._store.save, record)
        except BaseException:
            self.put_back(record)
            raise
        return record

    def put_back(self, record: DocumentRecord) -> None:
        """Make a claimed document available again."""
        self._records[record.document_id] = record

    def result_of(self, record: DocumentRecord) -> Path:
        """Return the path of the translated file of a finished document."""
        return self._store.result(record)

    async def forget(self, record: DocumentRecord) -> None:
        """Delete a document with its files."""
        self._records.pop(record.document_id, None)
        await asyncio.to_thread(self._store.remove, record)

    async def _work(self) -> None:
        while True:
            self._something_queued.clear()
            for record in [each for each in self._records.values() if is_expired(each)]:
                await self.forget(record)
            while queued := next((each for each in self._records.values() if each.state == "queued"), None):
                await self._finish(queued)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_BETWEEN_LOOKS):
                    await self._something_queued.wait()

    async def _finish(self, record: DocumentRecord) -> None:
        record = await self._save(replace(record, state="translating"))
        try:
            done = await self._translate(record)
        except TermdeskError as error:
            done = replace(record, state="error", error=f"{error.message} {error.remedy}".strip())
        except HttpError as error:
            done = replace(record, state="error", error=f"{error.message}. {error.detail}".strip())
        except Exception:
            # The next document must not be affected; the log gets the traceback, which contains no document text.
            log.exception("document %s failed inside", record.document_id)
            done = replace(record, state="error", error="Internal error; the service's log has it.")
        finally:
            self._progress = None
        await self._save(done)
        await asyncio.to_thread(self._store.settle, done)

    async def _translate(self, record: DocumentRecord) -> DocumentRecord:
        source, result = self._store.source(record), self._store.result(record)
        request = Request(
            str(source),
            record.kind,
            record.name,
            most_characters=record.most_characters,
            target_lang=record.target_lang,
        )
        answer = await ask_child(request)
        texts = [UnmarkedText.unpack(each) for each in answer["texts"]]
        has_words = any(detection.has_words(text.text) for text in texts)
        # If all is translated already, nothing needs the source language.
        is_named = bool(record.source_lang) or answer["is_done"]
        detected = "" if is_named else self._detect_source(texts, record.target_lang)
        pair = LanguagePair(record.source_lang or detected, record.target_lang)
        is_same = root(pair.source) == root(pair.target)
        if is_same and has_words and pair not in self._context.engines.translation_pairs():
            raise UnreadableDocument("Source and target language are equal.")
        account = Account(record.account, character_limit=record.account_limit)
        await self._context.check_quota(answer["billed"], account)
        request.translations, report = await self._translations(record, pair, texts)
        request.target = str(result)
        result.unlink(missing_ok=True)
        written = await ask_child(request)
        about = {**item_report(report), "notes": written["notes"]}
        return replace(record, state="done", source_lang=pair.source, billed=answer["billed"], report=about)

    async def _translations(
        self, record: DocumentRecord, pair: LanguagePair, texts: Sequence[UnmarkedText]
    ) -> tuple[list[list[Any]], EngineTranslation]:
        terms = await self._context.terms(record.glossary_ids, pair) if record.glossary_ids else None

        async def through_engines(text: str, protected: Sequence[tuple[int, int]] = ()) -> EngineTranslation:
            return await self._context.engines.translate(text, pair=pair, terms=terms, protected=protected)

        asked = CachedTranslate(through_engines)
        delay = self._context.fault_injection.document_delay_seconds
        total = sum(len(text.text) for text in texts)
        progress = self._progress = _Progress(record.document_id, total, time.monotonic(), extra_seconds=delay)
        await asyncio.sleep(delay)
        progress.began, progress.extra_seconds = time.monotonic(), 0.0
        translations, reports = [], []
        for text in texts:
            parts = []
            for part in parts_of(text.marked):
                translated = await translate_marked(part, asked)
                parts.append(translated.marked)
                reports.append((len(part.text.split()), translated.report))
                progress.done += len(part.text)
                # Let other requests run: if all translations are confirmed, nothing else in this loop waits.
                await asyncio.sleep(0)
            translations.append(UnmarkedText.of(together(parts)).pack())
        return translations, combine_reports("", reports)

    def _detect_source(self, texts: Sequence[UnmarkedText], target: str) -> str:
        sample = ""
        for text in texts:
            if detection.has_words(text.text):
                sample += text.text + "\n"
            if len(sample) > _SAMPLE_CHARACTERS:
                break
        [code] = self._context.engines.detect_sources([sample], target=target, may_be_target=False)
        if not code:
            raise UnreadableDocument("The source language could not be detected.", remedy="Name it in source_lang.")
        return code

    async def _save(self, record: DocumentRecord) -> DocumentRecord:
        """Save a changed record, unless the document was removed meanwhile."""
        if record.document_id in self._records:
            self._records[record.document_id] = record
            try:
                await asyncio.to_thread(self._store.save, record)
            except OSError as error:
                # The state is known until the service ends; after a restart the document is translated again.
                log.error("the state of document %s cannot be kept: %s", record.document_id, error.strerror)
        return record
