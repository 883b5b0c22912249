"""Ask the service for the status of documents, and save their translations on disk."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from termdesk.application.usage.usage_ledger import Entry, Item, UsageLedger
from termdesk.client.documents import DocumentHandle, DocumentStatus, RemoteState
from termdesk.client.errors import NotFound, Unavailable
from termdesk.messages.document_messages import DocumentMessage
from termdesk.storage.documents.document_jobs import DocumentJob, DocumentState
from termdesk.storage.documents.result_file import ResultFile

if TYPE_CHECKING:
    from termdesk.client.api import ApiClient

CALL = "POST /v2/document"


class DocumentList(Protocol):
    """The list of documents that the fetcher reads and updates."""

    def current(self, job: DocumentJob) -> DocumentJob:
        """Return the present state of the document, or `job` itself if it is no longer on the list."""

    async def keep(self, job: DocumentJob, **changes: object) -> DocumentJob:
        """Store the changed fields of a document."""

    async def estimate_changed(self, job: DocumentJob) -> DocumentJob:
        """Return a document with the cost of its file as it is now, if the file was edited since it was counted."""


class DocumentFetcher:
    """Downloads each translation only once, even if several callers ask at the same time.

    `own_folder` is the program's folder for translations that cannot be saved in the chosen folder.
    """

    def __init__(self, documents: DocumentList, ledger: UsageLedger, own_folder: Path) -> None:
        self._documents = documents
        self._ledger = ledger
        self._own_folder = own_folder
        # Translations that were downloaded but could not be saved. The service has already deleted its copy.
        self._unsaved: dict[int, tuple[ResultFile, bytes]] = {}
        self._fetching = asyncio.Lock()

    async def fetch(self, api: ApiClient, job: DocumentJob) -> None:
        """Ask for the status of a document, and save its translation if it is ready.

        Raises ServiceError and StorageFailed.
        """
        async with self._fetching:
            job = self._documents.current(job)
            if job.state is not DocumentState.TRANSLATING:
                return
            file = ResultFile(Path(job.result_path), self._own_folder, job.document_id)
            try:
                if job.number not in self._unsaved:
                    status = await api.documents.status(DocumentHandle(job.document_id, job.document_key))
                    if not await self._take_status(job, status, file):
                        return
                    content = await self._download(api, job, file)
                    if content is None:
                        return
                    self._unsaved[job.number] = (file, content)
            except NotFound:
                # Its status may have been stored since.
                await self._handle_delivered(self._documents.current(job), file)
                return
            file, content = self._unsaved[job.number]
            path = await asyncio.to_thread(file.save, content)
            del self._unsaved[job.number]
            await self._take_result(self._documents.current(job), path, file, api.last_trace_id)

    async def _download(self, api: ApiClient, job: DocumentJob, file: ResultFile) -> bytes | None:
        """Return the translation; None if it is not ready yet, although the status says so: services answer 503."""
        try:
            return await api.documents.download(DocumentHandle(job.document_id, job.document_key), sink=file)
        except Unavailable:
            return None

    def forget(self, job: DocumentJob) -> None:
        """Drop a translation that was downloaded but could not be saved."""
        self._unsaved.pop(job.number, None)

    async def _take_status(self, job: DocumentJob, status: DocumentStatus, file: ResultFile) -> bool:
        """Record the status that the service reports. Return whether the translation can be downloaded."""
        if status.state is RemoteState.DONE:
            await self._documents.keep(job, billed=status.billed, reason=status.notes)
            return True
        if status.state is RemoteState.FAILED:
            await self._ledger.withdraw(Entry(job.profile, job.ledger_number))
            await self._documents.keep(job, state=DocumentState.REFUSED, reason=status.reason, document_key="")
        elif status.state is RemoteState.DOWNLOADED:
            await self._handle_delivered(job, file)
        return False

    async def _handle_delivered(self, job: DocumentJob, file: ResultFile) -> None:
        """Handle a translation that the service has delivered already.

        The download may have finished just before the program ended, so look for its file first.
        """
        path = await asyncio.to_thread(file.recover)
        if path is not None:
            await self._take_result(job, path, file, "")
            return
        await asyncio.to_thread(file.discard)
        self._ledger.leave(Entry(job.profile, job.ledger_number))
        await self._documents.keep(job, state=DocumentState.LOST, document_key="")

    async def _take_result(self, job: DocumentJob, path: Path, file: ResultFile, trace_id: str) -> None:
        chosen = Path(job.result_path)
        reason = job.reason
        if path.parent != chosen.parent:
            kind = DocumentMessage.SAVED_ELSEWHERE_WITH_NOTES if job.reason else DocumentMessage.SAVED_ELSEWHERE
            values = {"notes": job.reason} if job.reason else {}
            reason = kind(path=str(chosen), other=str(path), **values)
        job = await self._documents.keep(
            job, state=DocumentState.SAVED, result_path=str(path), document_key="", reason=reason
        )
        await asyncio.to_thread(file.discard)
        item = replace(ledger_item(job), billed=job.billed, trace_id=trace_id)
        await self._ledger.settle(Entry(job.profile, job.ledger_number), item)


def ledger_item(job: DocumentJob) -> Item:
    """Return the ledger line of a document. The texts of documents are not stored."""
    return Item(CALL, job.source, job.target, "", None, job.estimated, glossary=job.glossary_name)
