"""`/v3/translation_memories`: file import and export, as jobs whose state is polled."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from hashlib import sha256
from typing import IO, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from termdesk.domain.errors import TermdeskError
from termdesk.domain.texts import MemoryJobState
from termdesk.service.context import Context, context_of
from termdesk.service.http.answers import HttpError, account_of, bad_request, json_answer
from termdesk.service.http.request_body import MAX_MEMORY_FILE
from termdesk.service.http.requests import read_body
from termdesk.service.memories.memory_file import read_memory_file
from termdesk.service.memories.memory_jobs import DOWNLOADS, UPLOADS, ImportedMemory, MemoryJob
from termdesk.service.memories.tmx import write_units
from termdesk.service.routes.memories import find_memory, memory_id

log = logging.getLogger("termdesk.service")

_LONGEST_NAME = 1_024
_XML = "application/xml"


class SourceFile(msgspec.Struct):
    """The file that will be uploaded."""

    file_name: str
    content_length: int
    content_type: str = _XML


class ImportParameters(msgspec.Struct):
    """The name of the new memory; the local service names memories after their pairs instead."""

    display_name: str = ""


class ImportBody(msgspec.Struct):
    """The body that starts an import."""

    source_file: SourceFile
    parameters: ImportParameters = msgspec.field(default_factory=ImportParameters)


async def begin_import(request: Request) -> Response:
    """Respond with the address to which the TMX file must be sent."""
    asked = await read_body(request, ImportBody)
    file, name = asked.source_file, asked.parameters.display_name
    if not file.file_name or max(len(file.file_name), len(file.content_type), len(name)) > _LONGEST_NAME:
        raise bad_request("file_name must not be empty, and no name longer than 1,024 characters.")
    if file.content_length <= 0:
        raise bad_request("content_length must be greater than 0.")
    if file.content_length > MAX_MEMORY_FILE:
        detail = f"A TMX file may have {MAX_MEMORY_FILE:,} bytes."
        raise HttpError(413, "Request size exceeds the limit", detail=detail)
    job = context_of(request).memory_jobs.add_import(
        account_of(request),
        content_length=file.content_length,
        content_type=file.content_type,
        parameters={"display_name": name or file.file_name},
    )
    body = {"job_id": job.job_id, "upload_url": _address(request, job), "expires_at": _moment(job)}
    headers = {"X-Termdesk-Unused": "display_name"} if name else {}
    return json_answer(body, status=202, headers=headers)


async def upload(request: Request) -> Response:
    """Receive the file of an import and start processing it. Sending the same file again changes nothing."""
    context = context_of(request)
    job = _job_of_file(request)
    file = await asyncio.to_thread(tempfile.TemporaryFile)
    try:
        content_hash = await _receive(request, file, job.content_length)
    except BaseException:
        file.close()
        raise
    if job.status is not MemoryJobState.AWAITING_INPUT:
        file.close()
        if content_hash != job.content_hash:
            raise HttpError(409, "Conflict", detail="Another file was sent for this import already.")
    else:
        job.status, job.content_hash = MemoryJobState.PROCESSING, content_hash
        context.memory_jobs.start(_import(context, job, file))
    return Response()


async def _receive(request: Request, file: IO[bytes], length: int) -> str:
    """Write the body to the file, and return its hash."""
    size, digest = 0, sha256()
    async for chunk in request.stream():
        size += len(chunk)
        digest.update(chunk)
        await asyncio.to_thread(file.write, chunk)
    if size != length:
        raise bad_request(f"The file has {size:,} bytes; the import was begun for {length:,}.")
    file.seek(0)
    return digest.hexdigest()


async def _import(context: Context, job: MemoryJob, file: IO[bytes]) -> None:
    try:
        with file:
            found = await asyncio.to_thread(read_memory_file, file)
        pairs = found.pairs
        await context.remember_all({pair: found.texts_of(pair) for pair in pairs})
    except TermdeskError as error:
        job.status, job.error = MemoryJobState.FAILED, error.message
    except Exception:
        log.exception("The import %s failed inside", job.job_id)
        job.status, job.error = MemoryJobState.FAILED, "Internal error; the service's log has it."
    else:
        job.imported = tuple(
            ImportedMemory(memory_id(pair), found.skipped_count if number == 0 else 0)
            for number, pair in enumerate(pairs)
        )
        job.status = MemoryJobState.COMPLETED


async def begin_export(request: Request) -> Response:
    """Respond with an export job; 200 if one exists whose file can still be downloaded."""
    context, memory_id = context_of(request), request.path_params["memory_id"]
    find_memory(context, memory_id)
    job, is_reused = context.memory_jobs.add_export(account_of(request), memory_id)
    return json_answer(
        {"job_id": job.job_id, "operation": job.operation, "parameters": job.parameters},
        status=200 if is_reused else 202,
    )


async def get_job(request: Request) -> Response:
    """Respond with the state of an import or export; 404 if this key has no such job."""
    job = context_of(request).memory_jobs.find(request.path_params["job_id"], account_of(request))
    if job is None:
        raise HttpError(404, "Job not found", detail="There is no job with this id.")
    body: dict[str, Any] = {
        "job_id": job.job_id,
        "operation": job.operation,
        "product": "translation_memory",
        "creation_time": f"{job.created:%Y-%m-%dT%H:%M:%SZ}",
        "parameters": job.parameters,
        "results": _results(request, job),
    }
    if job.operation == "import":
        body["source_file"] = {"content_type": job.content_type, "content_length": job.content_length}
    return json_answer(body)


def _results(request: Request, job: MemoryJob) -> list[dict[str, Any]]:
    """Return the results of a job; an import into several memories has one for each, largest first."""
    result: dict[str, Any] = {"status": job.status}
    if job.status is MemoryJobState.AWAITING_INPUT:
        result["status_metadata"] = {"required_action": "Send the file to upload_url with PUT."}
        result["expires_at"] = _moment(job)
    if job.status is MemoryJobState.FAILED:
        result["error"] = {"message": job.error}
    if job.operation == "export" and job.status is not MemoryJobState.EXPIRED:
        result |= {"download_url": _address(request, job), "expires_at": _moment(job)}
    brought = [
        result | {"translation_memory_id": each.memory_id, "skipped_segment_count": each.skipped_count}
        for each in job.imported
    ]
    return brought or [result]


async def download(request: Request) -> Response:
    """Send the TMX file of an export, with everything confirmed until now."""
    context, job = context_of(request), _job_of_file(request)
    pair = find_memory(context, job.parameters["translation_memory_id"])
    texts = list(context.memory.segments(pair).items())
    job.status = MemoryJobState.DOWNLOADED
    return StreamingResponse(write_units(pair, texts), media_type=_XML)


def _job_of_file(request: Request) -> MemoryJob:
    job = context_of(request).memory_jobs.find_file(request.url.path)
    if job is None:
        raise HttpError(404, "Resource not found", detail="This address is not, or no longer, in use.")
    return job


def _address(request: Request, job: MemoryJob) -> str:
    return str(request.base_url).rstrip("/") + job.path


def _moment(job: MemoryJob) -> str:
    return f"{job.expires:%Y-%m-%dT%H:%M:%SZ}"


# Before the routes of a single memory, because `import` and `jobs` are not ids.
routes = [
    Route("/v3/translation_memories/import", begin_import, methods=["POST"]),
    Route("/v3/translation_memories/jobs/{job_id}", get_job, methods=["GET"]),
    Route(UPLOADS + "{token}", upload, methods=["PUT"]),
    Route(DOWNLOADS + "{token}", download, methods=["GET"]),
    Route("/v3/translation_memories/{memory_id}/export", begin_export, methods=["POST"]),
]
