"""Tests of document requests: what is sent, what is never sent twice, and what is returned."""

from __future__ import annotations

import asyncio
import email
from collections.abc import AsyncIterator
from email.message import Message
from email.policy import HTTP

import httpx
import pytest

from support.running_service import RunningService
from support.services.odd_replies import HASTY, Script, api_for
from termdesk.client.api import ApiClient
from termdesk.client.documents import DocumentHandle, RemoteState, multipart_body
from termdesk.client.errors import BadAnswer, InvalidRequest, NotFound, UnclearOutcome

pytestmark = pytest.mark.anyio

HANDLE = DocumentHandle("A" * 32, "B" * 64)


@pytest.fixture
async def api(service: RunningService) -> AsyncIterator[ApiClient]:
    async with ApiClient(service.provider, service.key, retry_policy=HASTY) as api:
        yield api


async def test_the_real_service_translates_a_document_and_gives_it_once(api: ApiClient) -> None:
    handle = await api.documents.upload(b"The house is big.\n", "größe.txt", source="en", target="es")
    status = await api.documents.status(handle)
    while status.state in (RemoteState.QUEUED, RemoteState.TRANSLATING):
        await asyncio.sleep(0.05)
        status = await api.documents.status(handle)

    assert status.state is RemoteState.DONE, status.reason
    assert status.billed == len("The house is big.")
    assert (await api.documents.download(handle)).decode().strip()
    with pytest.raises(NotFound):
        await api.documents.download(handle)


async def test_the_real_service_refuses_a_format_in_words(api: ApiClient) -> None:
    with pytest.raises(InvalidRequest) as caught:
        await api.documents.upload(b"x", "scan.pdf", target="es")

    assert "pdf" in caught.value.message
    assert caught.value.call == "POST /v2/document"


async def test_only_what_is_set_is_sent() -> None:
    answer = httpx.Response(200, json={"document_id": "A1", "document_key": "B2", "more": 1})
    script = Script(answer)

    async with api_for(script) as api:
        handle = await api.documents.upload(b"\x00\r\n--x", 'a "b".docx', target="es", glossary_id="g1")

    [request] = script.requests
    assert handle == DocumentHandle("A1", "B2")
    assert {name: part.get_payload(decode=True) for name, part in parts_of(request).items()} == {
        "target_lang": b"es",
        "glossary_id": b"g1",
        "file": b"\x00\r\n--x",
    }
    assert b'filename="a %22b%22.docx"' in request.content


async def test_an_upload_without_an_answer_is_not_sent_again() -> None:
    script = Script(httpx.ReadError("gone"))

    async with api_for(script) as api:
        with pytest.raises(UnclearOutcome):
            await api.documents.upload(b"text", "a.txt", target="es")

    assert len(script.requests) == 1


@pytest.mark.parametrize("name", ["error_message", "message"])
async def test_the_reason_of_a_failure_is_read_from_either_field(name: str) -> None:
    script = Script(httpx.Response(200, json={"document_id": "A", "status": "error", name: "The file is empty."}))

    async with api_for(script) as api:
        status = await api.documents.status(HANDLE)

    assert status.state is RemoteState.FAILED
    assert status.reason == "The file is empty."


async def test_an_unknown_state_is_not_taken_for_progress() -> None:
    async with api_for(Script(httpx.Response(200, json={"document_id": "A", "status": "thinking"}))) as api:
        with pytest.raises(BadAnswer, match="thinking"):
            await api.documents.status(HANDLE)


def parts_of(request: httpx.Request) -> dict[str, Message]:
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    # The email parser would change line ends in a text body.
    form = email.message_from_bytes(head + request.content, policy=HTTP)
    return {str(part.get_param("name", header="content-disposition")): part for part in form.iter_parts()}


def test_the_file_stands_in_the_body_as_it_is() -> None:
    assert b"\r\n\r\n\x00\xff\r\n\r\n--edge--" in multipart_body("edge", {}, "a.txt", b"\x00\xff\r\n")
