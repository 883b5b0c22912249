"""Translation memories on the service: list, read, delete, and import or export as TMX."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from termdesk.client.errors import InvalidRequest, TimedOut, UnclearOutcome
from termdesk.client.transport.calls import SILENT, Call, CallKind, Family, Weight, path_segment
from termdesk.client.transport.replies import Reply
from termdesk.client.transport.status_errors import plain
from termdesk.client.wire import decode, encode
from termdesk.domain.errors import InvalidInput
from termdesk.domain.language.language import LanguagePair
from termdesk.domain.progress import Progress
from termdesk.domain.provider import check_address
from termdesk.domain.texts import MemoryJobState
from termdesk.messages.service_messages import AnswerMessage

if TYPE_CHECKING:
    # This module is loaded at start, when no connection is needed yet.
    from termdesk.client.transport.dispatch import Line

_PATH = "/v3/translation_memories"
_MEDIA_TYPE = "application/xml"
# The service's largest page.
_PAGE = 25
_SEGMENTS_A_PAGE = 100
# Seconds between two checks of a job, increasing.
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 5.0
# A service may take some time to notice an uploaded file.
SECONDS_TO_NOTICE = 300.0


class _Memory(msgspec.Struct):
    translation_memory_id: str
    source_language: str
    target_languages: list[str]
    segment_count: int = 0
    name: str = ""


class _Memories(msgspec.Struct):
    translation_memories: list[_Memory]
    total_count: int = 0


class _Target(msgspec.Struct):
    target_text: str


class _SegmentRecord(msgspec.Struct):
    source_text: str
    targets: list[_Target]


class _SegmentPage(msgspec.Struct):
    segments: list[_SegmentRecord]
    next_page_cursor: str | None = None


class _ImportReply(msgspec.Struct):
    job_id: str
    upload_url: str


class _ExportReply(msgspec.Struct):
    job_id: str


class _MemoryJobError(msgspec.Struct):
    message: str = ""


class _MemoryJobResult(msgspec.Struct):
    status: str
    download_url: str | None = None
    translation_memory_id: str | None = None
    skipped_segment_count: int | None = None
    error: _MemoryJobError | None = None


class _MemoryJob(msgspec.Struct):
    results: list[_MemoryJobResult]


@dataclass(frozen=True, slots=True)
class MemorySummary:
    """A memory without its segments: one source language and one or more target languages."""

    memory_id: str
    name: str
    source: str
    targets: tuple[str, ...]
    segment_count: int

    @property
    def pair(self) -> LanguagePair:
        """The source language with the first target language."""
        return LanguagePair(self.source, self.targets[0] if self.targets else "")


@dataclass(frozen=True, slots=True)
class MemoryImport:
    """The result of an import: the new memories, and how many units of the file the service skipped."""

    memory_ids: tuple[str, ...]
    skipped_count: int


class Memories:
    """`api.memories`. Raises ServiceError."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def list(self) -> list[MemorySummary]:
        """Return all memories, in the service's order."""
        found: list[MemorySummary] = []
        page = 0
        while True:
            query = (("page", str(page)), ("page_size", str(_PAGE)))
            call = Call("GET", _PATH, CallKind.READ, Family.MEMORIES, query=query)
            answer = decode(await self._line.send(call), _Memories)
            found += [_summary(each) for each in answer.translation_memories]
            page += 1
            if not answer.translation_memories or len(found) >= answer.total_count:
                return found

    async def segments(self, memory_id: str, *, most: int, search: str = "") -> tuple[tuple[str, str], ...]:
        """Return at most this many segments, each a source with its first target, in the service's order.

        With `search` (at least two characters), return only segments whose source or target contains it, ignoring case.
        """
        found: list[tuple[str, str]] = []
        cursor = ""
        query: tuple[tuple[str, str], ...]
        path = f"{_PATH}/{path_segment(memory_id)}/segments"
        while True:
            query = (("page_size", str(min(_SEGMENTS_A_PAGE, most))),)
            query += ((("page_cursor", cursor),) if cursor else ()) + ((("filter_text", search),) if search else ())
            call = Call("GET", path, CallKind.READ, Family.MEMORIES, query=query)
            answer = decode(await self._line.send(call), _SegmentPage)
            found += [(each.source_text, each.targets[0].target_text) for each in answer.segments if each.targets]
            cursor = answer.next_page_cursor or ""
            if not cursor or len(found) >= most:
                return tuple(found[:most])

    async def delete(self, memory_id: str) -> None:
        """Delete a memory with all its segments."""
        path = f"{_PATH}/{path_segment(memory_id)}"
        await self._line.send(Call("DELETE", path, CallKind.CHANGE, Family.MEMORIES))

    async def import_file(
        self, content: bytes, file_name: str, *, name: str = "", progress: Progress = SILENT
    ) -> MemoryImport:
        """Import a TMX file and wait until the service has processed it. `name` names the new memory.

        Cancelling before the file is sent completely changes nothing. Raises InvalidRequest with the service's message
        if it rejects the file.
        """
        asked: dict[str, object] = {
            "source_file": {"file_name": file_name, "content_length": len(content), "content_type": _MEDIA_TYPE}
        }
        if name:
            asked["parameters"] = {"display_name": name}
        call = Call("POST", f"{_PATH}/import", CallKind.READ, Family.MEMORIES, body=encode(asked))
        reply = await self._line.send(call)
        begun = decode(reply, _ImportReply)
        upload = Call(
            "PUT",
            f"{_PATH}/import",
            CallKind.CHANGE,
            Family.MEMORIES,
            body=content,
            media_type=_MEDIA_TYPE,
            weight=Weight.DOCUMENT,
            progress=progress,
            address=self._check_file_address(begun.upload_url, reply),
        )
        unclear = None
        try:
            await self._line.send(upload)
        except UnclearOutcome as error:
            # The job's state shows whether the file arrived.
            unclear = error
        job = await self._wait_for_end(begun.job_id, unclear)
        memory_ids = [each.translation_memory_id for each in job.results if each.translation_memory_id]
        return MemoryImport(tuple(memory_ids), sum(each.skipped_segment_count or 0 for each in job.results))

    async def export_file(self, memory_id: str, *, progress: Progress = SILENT) -> bytes:
        """Export a memory as a TMX file. Raises InvalidRequest with the service's message if it cannot make one."""
        call = Call("POST", f"{_PATH}/{path_segment(memory_id)}/export", CallKind.READ, Family.MEMORIES)
        reply = await self._line.send(call)
        job = await self._wait_for_end(decode(reply, _ExportReply).job_id, None)
        download = Call(
            "GET",
            f"{_PATH}/export",
            CallKind.READ,
            Family.MEMORIES,
            weight=Weight.DOCUMENT,
            progress=progress,
            address=self._check_file_address(job.results[0].download_url or "", reply),
        )
        return (await self._line.send(download)).body

    async def _wait_for_end(self, job_id: str, unclear: UnclearOutcome | None) -> _MemoryJob:
        """Wait for the job's success and return it. Raises `unclear` if the service ignores the file for long."""
        clock = self._line.dispatcher.clock
        call = Call("GET", f"{_PATH}/jobs/{path_segment(job_id)}", CallKind.READ, Family.MEMORIES)
        wait, begin = _FIRST_WAIT, clock.now()
        while True:
            reply = await self._line.send(call)
            job = decode(reply, _MemoryJob)
            state = _state_of(job, reply)
            if state in (MemoryJobState.COMPLETED, MemoryJobState.DOWNLOADED):
                return job
            if state in (MemoryJobState.FAILED, MemoryJobState.EXPIRED):
                error = job.results[0].error
                raise InvalidRequest(plain(error.message) if error else "", status=reply.status, call=call.name)
            if state is MemoryJobState.AWAITING_INPUT and clock.now() - begin > SECONDS_TO_NOTICE:
                raise unclear or TimedOut(was_sent=True, call=call.name)
            await clock.sleep(wait)
            wait = min(_LONGEST_WAIT, wait * 1.5)

    def _check_file_address(self, address: str, reply: Reply) -> str:
        """Return the file address that the service chose, if it is https, or http to this computer for the local
        service.

        Raises BadAnswer for any other address.
        """
        connection = self._line.dispatcher.connection
        try:
            # The query contains a signature and is not checked.
            parts = urlsplit(check_address(address.partition("?")[0]))
        except InvalidInput:
            raise reply.bad(AnswerMessage.NOT_PROMISED(reason=plain(address)[:60])) from None
        if parts.scheme != "https" and not connection.is_loopback:
            raise reply.bad(AnswerMessage.NOT_PROMISED(reason=plain(address)[:60]))
        return address


def _summary(record: _Memory) -> MemorySummary:
    return MemorySummary(
        record.translation_memory_id,
        plain(record.name),
        record.source_language,
        tuple(record.target_languages),
        record.segment_count,
    )


def _state_of(job: _MemoryJob, reply: Reply) -> MemoryJobState:
    status = job.results[0].status if job.results else ""
    try:
        return MemoryJobState(status)
    except ValueError:
        raise reply.bad(AnswerMessage.NOT_PROMISED(reason=status[:40])) from None
