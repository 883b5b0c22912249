"""Document translation: upload, status, and download, which works once."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from termdesk.client.transport.calls import (
    SILENT,
    UNWATCHED,
    Call,
    CallKind,
    Family,
    Gate,
    Journey,
    Sink,
    Weight,
    path_segment,
)
from termdesk.client.transport.dispatch import Line
from termdesk.client.transport.replies import Reply
from termdesk.client.transport.status_errors import plain
from termdesk.client.wire import decode, encode
from termdesk.domain.progress import Progress
from termdesk.messages.service_messages import AnswerMessage


@dataclass(frozen=True, slots=True)
class DocumentHandle:
    """The id and key of an uploaded document. The translation can be downloaded only with both."""

    document_id: str
    document_key: str


class RemoteState(StrEnum):
    """The state of a document on the service."""

    QUEUED = "queued"
    TRANSLATING = "translating"
    DONE = "done"
    FAILED = "error"
    DOWNLOADED = "downloaded"


@dataclass(frozen=True, slots=True)
class DocumentStatus:
    """The status of a document. `billed` is in characters, None until reported; `reason` is the service's text.

    `notes` are sentences about what of the document stayed as it was; only the service on this computer tells that.
    """

    state: RemoteState
    billed: int | None = None
    reason: str = ""
    notes: str = ""


class _UploadAnswer(msgspec.Struct):
    document_id: str
    document_key: str


class _Report(msgspec.Struct):
    notes: list[str] = []


class _StatusAnswer(msgspec.Struct):
    """The status response. `seconds_remaining` is not read, because services send absurd values."""

    status: str
    billed_characters: int | None = None
    error_message: str = ""
    message: str = ""
    x_termdesk: _Report | None = None


class DocumentCalls:
    """`api.documents`. All methods raise ServiceError; an upload that got no response raises UnclearOutcome.

    handle = await api.documents.upload(content, "contract.docx", target="es", source="en")
    """

    def __init__(self, line: Line) -> None:
        self._line = line

    async def upload(
        self,
        content: bytes,
        file_name: str,
        *,
        target: str,
        source: str | None = None,
        glossary_id: str | None = None,
        formality: str | None = None,
        output_format: str = "",
        memory_id: str = "",
        memory_threshold: int = 0,
        style_id: str = "",
        journey: Journey = UNWATCHED,
        gate: Gate | None = None,
        progress: Progress = SILENT,
    ) -> DocumentHandle:
        """Upload a document for translation. Each upload may be billed.

        It is sent again only if the service surely did not accept it: not after a 503 of a gateway, or no answer.
        `memory_id` names a translation memory, whose matches of at least `memory_threshold` percent are used.
        `style_id` names style rules to follow. `gate` is asked before the last byte is sent; if it returns False,
        nothing is done and CalledOff is raised.
        """
        fields = {
            "target_lang": target,
            "source_lang": source,
            "glossary_id": glossary_id,
            "formality": formality,
            "output_format": output_format,
            "translation_memory_id": memory_id,
            "translation_memory_threshold": str(memory_threshold) if memory_id else None,
            "style_id": style_id,
        }
        boundary = secrets.token_hex(24)
        call = Call(
            "POST",
            "/v2/document",
            CallKind.UPLOAD,
            Family.DOCUMENTS,
            body=multipart_body(boundary, {name: value for name, value in fields.items() if value}, file_name, content),
            weight=Weight.DOCUMENT,
            progress=progress,
            media_type=f"multipart/form-data; boundary={boundary}",
            journey=journey,
            gate=gate,
            glossary=glossary_id or None,
        )
        answer = decode(await self._line.send(call), _UploadAnswer)
        return DocumentHandle(answer.document_id, answer.document_key)

    async def status(self, handle: DocumentHandle) -> DocumentStatus:
        """Return the document's status. Raises NotFound if the service no longer has it."""
        reply = await self._line.send(_call_about(handle))
        answer = decode(reply, _StatusAnswer)
        return DocumentStatus(
            _state_of(answer.status, reply), answer.billed_characters, _reason_of(answer), _notes_of(answer)
        )

    async def download(self, handle: DocumentHandle, *, progress: Progress = SILENT, sink: Sink | None = None) -> bytes:
        """Fetch the translated document. The service deletes it afterwards, so this works once.

        `sink` receives the content while it arrives.
        """
        call = _call_about(handle, "/result", weight=Weight.DOCUMENT, progress=progress, sink=sink)
        return (await self._line.send(call)).body


def multipart_body(boundary: str, fields: dict[str, str], file_name: str, content: bytes) -> bytes:
    """Build a multipart form body with these fields and one file, named `file`."""
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    # Browsers escape names the same way: RFC 7578 leaves UTF-8 unchanged.
    quoted = file_name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{quoted}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return b"".join((*parts, head.encode("utf-8", "replace"), content, f"\r\n--{boundary}--\r\n".encode()))


def _call_about(
    handle: DocumentHandle,
    below: str = "",
    *,
    weight: Weight = Weight.JSON,
    progress: Progress = SILENT,
    sink: Sink | None = None,
) -> Call:
    path = f"/v2/document/{path_segment(handle.document_id)}{below}"
    body = encode({"document_key": handle.document_key})
    return Call("POST", path, CallKind.READ, Family.DOCUMENTS, body=body, weight=weight, progress=progress, sink=sink)


def _state_of(text: str, reply: Reply) -> RemoteState:
    try:
        return RemoteState(text)
    except ValueError:
        raise reply.bad(AnswerMessage.NOT_PROMISED(reason=text[:40])) from None


def _notes_of(answer: _StatusAnswer) -> str:
    return plain(" ".join(answer.x_termdesk.notes)) if answer.x_termdesk else ""


def _reason_of(answer: _StatusAnswer) -> str:
    # The interface description uses one name in its schema and the other in its examples.
    return plain(answer.error_message or answer.message)
