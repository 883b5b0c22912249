"""`/v2/document`: accepts documents, reports their state, and delivers each translation once."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from termdesk.domain.document_kinds import DocumentKind, extension_of
from termdesk.domain.language.language import LanguagePair, root
from termdesk.service.context import Context, context_of
from termdesk.service.document_kinds import (
    KINDS,
    UnreadableDocument,
    is_same_format,
    kind_of,
    most_bytes,
    plain_name,
)
from termdesk.service.documents.document_queue import DocumentOrder, DocumentQueue
from termdesk.service.documents.document_store import DocumentRecord
from termdesk.service.http.answers import HttpError, account_of, bad_request, json_answer
from termdesk.service.http.requests import code_of, read_body
from termdesk.service.routes.memories import check_memory
from termdesk.service.routes.request_options import RequestOptions
from termdesk.service.routes.unsupported_parameters import QUALITY, check_target

_UPLOAD = "multipart/form-data"
_MOST_FIELDS = 50
_CHUNK = 262_144


class DocumentUpload(RequestOptions, kw_only=True):
    """The fields of an upload besides the file. Fields that no local engine can honor are checked, never ignored.

    Unknown fields are ignored, as in text translation.
    """

    target_lang: str
    source_lang: str = ""
    filename: str = ""
    output_format: str = ""
    enable_beta_languages: str = ""

    @property
    def unused(self) -> list[str]:
        """Return fields that are accepted without effect; the response names them."""
        idle = {"translation_memory_threshold": self.has_idle_threshold, "model_type": self.model_type == QUALITY}
        return [name for name, is_idle in idle.items() if is_idle]


class DocumentKey(msgspec.Struct):
    """The body of a request about a document."""

    document_key: str = ""


async def upload(request: Request) -> Response:
    """Queue a document for translation; respond with its id and key."""
    if not request.headers.get("content-type", "").lower().startswith(_UPLOAD):
        raise bad_request(f"A document is sent as {_UPLOAD}, in a part named file.")
    context, account = context_of(request), account_of(request)
    async with request.form(max_files=1, max_fields=_MOST_FIELDS) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise bad_request("file is missing: a part of that name, with the name of the file.")
        asked = _read_upload(form)
        order = await _order(asked, asked.filename or file.filename or "", context)
        most = most_bytes(order.kind, account.tier)
        if (file.size or 0) > most:
            raise HttpError(
                413, "Request size exceeds the limit", detail=f"A {order.kind.name} document may have {most:,} bytes."
            )
        if not file.size:
            raise bad_request("The file is empty.")
        # The minimum cost; the full cost is known only after the document is read.
        await context.check_quota(order.kind.billable_characters(1), account)
        document_id, key = await _document_queue(context).take_in(file.file, order, account)
    headers = {"X-Termdesk-Unused": ",".join(asked.unused)} if asked.unused else {}
    return json_answer({"document_id": document_id, "document_key": key}, headers=headers)


def _read_upload(form: FormData) -> DocumentUpload:
    fields: dict[str, Any] = {name: str(form[name]) for name in form if name != "file"}
    for name in ("glossary_ids", "custom_instructions"):
        if name in fields:
            values = [str(value) for value in form.getlist(name)]
            fields[name] = [each.strip() for each in ",".join(values).split(",") if each.strip()]
    try:
        return msgspec.convert(fields, DocumentUpload, strict=False)
    except msgspec.ValidationError as error:
        raise bad_request(f"{str(error).rstrip('.')}.") from None


async def _order(asked: DocumentUpload, file_name: str, context: Context) -> DocumentOrder:
    try:
        kind = kind_of(file_name)
    except UnreadableDocument as error:
        extension = extension_of(file_name)
        message = f"Invalid file: the extension {extension[:20]!r} is not supported" if extension else "Invalid file"
        raise bad_request(f"{error.message} {error.remedy}", message=message) from None
    target = code_of(asked.target_lang, name="target_lang")
    await context.engines.ready()
    check_target(target, context)
    _check(asked, kind, extension_of(file_name))
    source = code_of(asked.source_lang, name="source_lang") if asked.source_lang else ""
    pair = LanguagePair(source, target)
    if root(source) == root(target) and pair not in context.engines.translation_pairs():
        raise bad_request("Source and target language are equal.")
    if asked.glossaries:
        # Refuse now what would fail later.
        await context.terms(asked.glossaries, pair)
    if asked.translation_memory_id:
        check_memory(context, asked.translation_memory_id, source=source, target=target)
    return DocumentOrder(kind, plain_name(file_name), pair, asked.glossaries)


def _check(asked: DocumentUpload, kind: DocumentKind, extension: str) -> None:
    asked.check(source_lang=asked.source_lang)
    if asked.output_format and not is_same_format(asked.output_format, kind):
        raise bad_request(
            f"Value for 'output_format' not supported: {asked.output_format[:20]!r}."
            f" A document comes back in its own format, here {extension!r}."
        )


async def status(request: Request) -> Response:
    """Return a document's translation status; 404 if it does not exist."""
    context = context_of(request)
    record = await _find_record(request)
    body: dict[str, Any] = {"document_id": record.document_id, "status": record.state}
    if record.state == "translating":
        seconds = _document_queue(context).seconds_remaining(record)
        if seconds is not None:
            body["seconds_remaining"] = seconds
    if record.state == "done":
        # The vendor's clients wait for this field.
        body["seconds_remaining"] = 0
        body["billed_characters"] = record.billed
        body["x_termdesk"] = record.report
    if record.state == "error":
        # The interface description uses one name in its schema and the other in its examples.
        body["error_message"] = body["message"] = record.error
    return json_answer(body)


async def result(request: Request) -> Response:
    """Send the translated document once: it is billed before it is sent, and deleted afterwards."""
    context = context_of(request)
    record = await _find_record(request)
    if record.state == "error":
        raise HttpError(503, "The document could not be translated", detail=record.error)
    if record.state != "done":
        raise HttpError(
            503, "Document not ready", detail=f"The document is {record.state}.", headers={"Retry-After": "2"}
        )
    if request.method not in ("GET", "POST"):
        # A HEAD request would claim the document without receiving it.
        raise HttpError(405, "Method not allowed", headers={"Allow": "GET, POST"})
    return Download(
        _document_queue(context), await _document_queue(context).claim(record, account_of(request)), request
    )


async def _find_record(request: Request) -> DocumentRecord:
    key = request.query_params.get("document_key", "")
    if request.method == "POST":
        key = (await read_body(request, DocumentKey)).document_key or key
    if not key:
        raise bad_request("document_key is missing.")
    return _document_queue(context_of(request)).find(request.path_params["document_id"], key, account_of(request))


def _document_queue(context: Context) -> DocumentQueue:
    if context.documents is None:
        raise HttpError(503, "Resource currently unavailable", detail="This service has no folder for documents.")
    return context.documents


class Download(Response):
    """Sends a document's file completely and once, without ranges.

    If the client disconnects before the end, the document stays available.
    """

    def __init__(self, document_queue: DocumentQueue, record: DocumentRecord, request: Request) -> None:
        headers = {"Content-Disposition": _disposition(record.name), "Content-Type": KINDS[record.kind].media_type}
        self._path = document_queue.result_of(record)
        headers["Content-Length"] = str(self._path.stat().st_size)
        super().__init__(None, headers=headers)
        self._document_queue, self._record, self._request = document_queue, record, request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_sent = False
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            with self._path.open("rb") as file:
                while chunk := await asyncio.to_thread(file.read, _CHUNK):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
            if not await self._request.is_disconnected():
                await send({"type": "http.response.body", "body": b""})
                is_sent = True
        finally:
            if is_sent:
                await self._document_queue.forget(self._record)
            else:
                self._document_queue.put_back(self._record)


def _disposition(name: str) -> str:
    """Return a Content-Disposition with a name for every client and the exact one (RFC 6266, 5987)."""
    plain = re.sub(r'["\\%]', "_", name.encode("ascii", "replace").decode().replace("?", "_"))
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


routes = [
    Route("/v2/document", upload, methods=["POST"]),
    Route("/v2/document/{document_id}", status, methods=["GET", "POST"]),
    Route("/v2/document/{document_id}/result", result, methods=["GET", "POST"]),
]
