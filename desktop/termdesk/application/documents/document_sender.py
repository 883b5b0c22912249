"""Send documents to the service: a few at a time, in order, and each only once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from termdesk.application.documents.document_fetcher import CALL, DocumentList, ledger_item
from termdesk.application.usage.usage_ledger import Entry, UsageLedger
from termdesk.client.errors import InvalidRequest, ServiceError, TooLarge, Unavailable, UnsupportedType
from termdesk.domain.errors import InvalidInput, Stopped
from termdesk.messages.document_messages import DocumentMessage
from termdesk.storage.documents.document_jobs import DocumentJob, DocumentState

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

# The client runs four calls of a queue at a time. One is left for status requests and downloads.
MOST_UPLOADS = 3
# Errors that concern only this document. All others concern every document.
_REFUSALS = (InvalidRequest, TooLarge, UnsupportedType)


class SendGate:
    """Whether a run still waits for its uploads.

    When the gate closes, uploads whose last byte was not sent are cancelled.
    """

    def __init__(self) -> None:
        self.is_open = True

    def close(self) -> None:
        """Send no further last byte."""
        self.is_open = False


class _LastByte:
    """Allows the last byte of an upload while the gate is open, and records whether it was sent."""

    def __init__(self, gate: SendGate) -> None:
        self._gate = gate
        self.has_left = False

    async def ask(self) -> bool:
        self.has_left = self._gate.is_open
        return self.has_left


class DocumentSender:
    """The running uploads. They finish even if the task that started them is cancelled."""

    def __init__(self, documents: DocumentList, ledger: UsageLedger) -> None:
        self._documents = documents
        self._ledger = ledger
        self._uploads: dict[int, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    @property
    def count(self) -> int:
        """The number of documents that are being sent."""
        return len(self._uploads)

    def is_sending(self, job: DocumentJob) -> bool:
        """Return whether a document is being sent or waits for its turn."""
        return job.number in self._uploads

    def start(self, api: ApiClient, job: DocumentJob, gate: SendGate) -> asyncio.Task[None]:
        """Start to send a document. The task raises ServiceError and StorageFailed if every document is affected."""
        task = asyncio.create_task(self._upload(api, job, gate), name=CALL)
        self._uploads[job.number] = task
        # The ledger waits for this task when the program ends.
        self._ledger.follow(task)
        task.add_done_callback(lambda _: self._on_end(job.number, task))
        return task

    def _on_end(self, number: int, task: asyncio.Task[None]) -> None:
        del self._uploads[number]
        if not task.cancelled():
            # Read the exception so that asyncio does not report it. Whoever awaits the task still gets it.
            task.exception()

    async def _upload(self, api: ApiClient, job: DocumentJob, gate: SendGate) -> None:
        # Documents are sent in the order in which they were started.
        async with self._turn:
            job = await self._documents.estimate_changed(job)
            try:
                content = await asyncio.to_thread(Path(job.path).read_bytes)
            except OSError as error:
                reason = DocumentMessage.UNREADABLE(name=Path(job.path).name, reason=error.strerror or str(error))
                await self._documents.keep(job, state=DocumentState.REFUSED, reason=reason)
                return
            if not gate.is_open:
                return
            entry = await self._ledger.open(ledger_item(job))
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
                style_id=job.style_id,
                gate=last_byte.ask,
            )
        except ServiceError as error:
            await self._note_failure(job, entry, error, has_left=last_byte.has_left)
            if not isinstance(error, _REFUSALS) and gate.is_open:
                raise
            return
        except InvalidInput as error:
            # Refused on this computer, for example because its glossary must stay here: nothing was sent.
            await self._refuse(job, entry, f"{error.message} {error.remedy}".strip())
            return
        except Stopped:
            # The connection was closed. The caller finds out which service is in use now.
            await self._note_end(job, entry, is_unclear=last_byte.has_left)
            return
        await self._documents.keep(
            job,
            state=DocumentState.TRANSLATING,
            document_id=handle.document_id,
            document_key=handle.document_key,
            reason="",
        )

    async def _note_failure(self, job: DocumentJob, entry: Entry, error: ServiceError, *, has_left: bool) -> None:
        if not isinstance(error, _REFUSALS):
            # 503 of the service itself means that it took nothing: the document waits, and the next run sends it.
            # A gateway may answer so after the service accepted the document, and sending it again may be billed twice.
            is_refused = isinstance(error, Unavailable) and (error.is_from_service or error.is_free or not has_left)
            is_unclear = error.may_have_happened and not is_refused
            await self._note_end(job, entry, is_unclear=is_unclear)
            return
        await self._refuse(job, entry, _reason_of(error))

    async def _refuse(self, job: DocumentJob, entry: Entry, reason: str) -> None:
        await self._ledger.withdraw(entry)
        await self._documents.keep(job, state=DocumentState.REFUSED, ledger_number=None, reason=reason)

    async def _note_end(self, job: DocumentJob, entry: Entry, *, is_unclear: bool) -> None:
        if is_unclear:
            self._ledger.leave(entry)
            await self._documents.keep(job, state=DocumentState.UNCLEAR)
            return
        await self._ledger.withdraw(entry)
        await self._documents.keep(job, state=DocumentState.WAITING, ledger_number=None)


def _reason_of(error: ServiceError) -> str:
    detail = "" if error.detail == error.message else error.detail
    return f"{error.message} {detail}".strip()
