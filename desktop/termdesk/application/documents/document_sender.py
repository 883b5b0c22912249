"""Sends documents to the service: a few at once, in their order, and each once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.documents.document_fetcher import CALL, DocumentList, ledger_item
from termdesk.application.usage.usage_ledger import Entry, UsageLedger
from termdesk.client.errors import InvalidRequest, ServiceError, TooLarge, UnsupportedType
from termdesk.domain.errors import Stopped
from termdesk.messages.document_messages import DocumentMessage
from termdesk.storage.documents.document_jobs import DocumentJob, DocumentState

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# Of the four calls that a queue of the client lets through, one is left for questions and downloads.
MOST_UPLOADS = 3
# Refusals of this one document; others concern every document.
_REFUSALS = (InvalidRequest, TooLarge, UnsupportedType)


class SendGate:
    """Whether somebody still waits for uploads. Those whose last byte has not left when it closes are called off."""

    def __init__(self) -> None:
        self.is_open = True


class _LastByte:
    """Lets the last byte of an upload through while the gate is open, and knows whether it left."""

    def __init__(self, gate: SendGate) -> None:
        self._gate = gate
        self.has_left = False

    async def ask(self) -> bool:
        self.has_left = self._gate.is_open
        return self.has_left


class DocumentSender:
    """Holds the uploads that are on their way. They are finished even if the task that asked for them is cancelled."""

    def __init__(self, documents: DocumentList, books: UsageLedger) -> None:
        self._documents = documents
        self._books = books
        self._uploads: dict[int, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    @property
    def count(self) -> int:
        """How many documents are on their way."""
        return len(self._uploads)

    def is_sending(self, job: DocumentJob) -> bool:
        """Whether a document is on its way, or next to leave."""
        return job.number in self._uploads

    def start(self, api: ApiClient, job: DocumentJob, gate: SendGate) -> asyncio.Task[None]:
        """Begin to send a document. The task raises ServiceError and StorageFailed for what concerns every document."""
        task = asyncio.create_task(self._upload(api, job, gate), name=CALL)
        self._uploads[job.number] = task
        # The ledger waits for it when the program ends.
        self._books.follow(task)
        task.add_done_callback(lambda ended: self._on_end(job.number, ended))
        return task

    def _on_end(self, number: int, task: asyncio.Task[None]) -> None:
        del self._uploads[number]
        if not task.cancelled():
            # Mark the exception as seen: whoever still waits gets it, and the list shows what became of the document.
            task.exception()

    async def _upload(self, api: ApiClient, job: DocumentJob, gate: SendGate) -> None:
        # They leave in the order in which they were started.
        async with self._turn:
            try:
                content = await asyncio.to_thread(Path(job.path).read_bytes)
            except OSError as error:
                reason = DocumentMessage.UNREADABLE(name=Path(job.path).name, reason=error.strerror or str(error))
                await self._documents.keep(job, state=DocumentState.REFUSED, reason=reason)
                return
            if not gate.is_open:
                return
            entry = await self._books.open(ledger_item(job))
            job = await self._documents.keep(job, state=DocumentState.SENDING, ledger_number=entry.number)
        last_byte = _LastByte(gate)
        try:
            handle = await api.documents.upload(
                content,
                Path(job.path).name,
                target=job.target,
                source=job.source or None,
                glossary_id=job.glossary_id or None,
                output_format=job.output_format,
                memory_id=job.memory_id,
                memory_threshold=job.memory_threshold,
                gate=last_byte.ask,
            )
        except ServiceError as error:
            await self._note_failure(job, entry, error)
            if not isinstance(error, _REFUSALS) and gate.is_open:
                raise
            return
        except Stopped:
            # The connection was closed: whoever runs this sees which service is in use now.
            await self._note_end(job, entry, is_unclear=last_byte.has_left)
            return
        await self._documents.keep(
            job,
            state=DocumentState.TRANSLATING,
            document_id=handle.document_id,
            document_key=handle.document_key,
            reason="",
        )

    async def _note_failure(self, job: DocumentJob, entry: Entry, error: ServiceError) -> None:
        if not isinstance(error, _REFUSALS):
            await self._note_end(job, entry, is_unclear=error.may_have_happened)
            return
        await self._books.withdraw(entry)
        await self._documents.keep(job, state=DocumentState.REFUSED, ledger_number=None, reason=_reason_of(error))

    async def _note_end(self, job: DocumentJob, entry: Entry, *, is_unclear: bool) -> None:
        if is_unclear:
            self._books.leave(entry)
            await self._documents.keep(job, state=DocumentState.UNCLEAR)
            return
        await self._books.withdraw(entry)
        await self._documents.keep(job, state=DocumentState.WAITING, ledger_number=None)


def _reason_of(error: ServiceError) -> str:
    detail = "" if error.detail == error.message else error.detail
    return f"{error.message} {detail}".strip()
