"""Receiving a request body: size limit, time limit, and draining after a rejection."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from starlette.types import Message

from termdesk.service.http import request_body
from termdesk.service.http.answers import HttpError
from termdesk.service.http.request_body import MAX_BODY, RequestBody

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("S20")]


class Sender:
    """A client that sends these parts, and then nothing more."""

    def __init__(self, parts: Sequence[bytes], *, is_whole: bool = True) -> None:
        self.left = [
            {"type": "http.request", "body": part, "more_body": not is_whole or number < len(parts)}
            for number, part in enumerate(parts, 1)
        ]

    async def __call__(self) -> Message:
        if not self.left:
            await asyncio.sleep(3600)
        return self.left.pop(0)


def body_of(sender: Sender, path: str = "/v2/translate", **headers: str) -> RequestBody:
    fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return RequestBody({"type": "http", "path": path, "headers": fields}, sender)


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ("/v3/glossaries/1/dictionaries", "/v3/languages"),
        ("/v2/document", "/v2/document/1/result"),
        ("/local/v1/training", "/local/v1/memory"),
    ],
)
async def test_only_paths_that_take_files_take_large_bodies(path: str, other: str) -> None:
    assert body_of(Sender([]), path).limit > MAX_BODY
    assert body_of(Sender([]), other).limit == MAX_BODY


async def test_texts_to_improve_have_a_limit_of_their_own() -> None:
    assert body_of(Sender([]), "/v2/write/correct").limit == 10_240


async def test_the_limit_is_exact_to_the_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_body, "MAX_BODY", 5)

    fits = body_of(Sender([b"abc", b"de"]))
    assert [(await fits.receive())["body"] for _ in range(2)] == [b"abc", b"de"]

    one_more = body_of(Sender([b"abc", b"def"]))
    await one_more.receive()
    with pytest.raises(HttpError) as refused:
        await one_more.receive()
    assert (refused.value.status, refused.value.closes) == (413, True)


async def test_a_body_that_says_itself_that_it_is_too_large_is_refused_before_it_is_read() -> None:
    sender = Sender([b"a"])
    body = body_of(sender, content_length=str(MAX_BODY + 1))

    with pytest.raises(HttpError) as refused:
        body.check_length()

    assert refused.value.status == 413
    assert len(sender.left) == 1
    body_of(sender, content_length=str(MAX_BODY)).check_length()


async def test_a_body_that_drips_ends_at_the_deadline_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_body, "SECONDS_FOR_BODY", 0.01)
    body = body_of(Sender([b"a"], is_whole=False))

    await body.receive()
    with pytest.raises(HttpError) as refused:
        await body.receive()
    assert (refused.value.status, refused.value.closes) == (408, True)


async def test_behind_the_body_the_route_may_wait_as_long_as_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_body, "SECONDS_FOR_BODY", 0.01)
    body = body_of(Sender([b"a"]))
    await body.receive()

    waiting = asyncio.ensure_future(body.receive())
    await asyncio.sleep(0.03)

    assert not waiting.done()
    waiting.cancel()


@pytest.mark.parametrize("is_whole", [True, False])
async def test_what_is_still_sent_runs_out_for_a_moment(monkeypatch: pytest.MonkeyPatch, is_whole: bool) -> None:
    monkeypatch.setattr(request_body, "SECONDS_TO_RUN_OUT", 0.01)
    sender = Sender([b"a", b"b"], is_whole=is_whole)

    await body_of(sender).run_out()

    assert sender.left == []


@pytest.mark.parametrize(
    ("headers", "is_empty", "may_be_large"),
    [
        ({}, True, False),
        ({"content_length": "0"}, True, False),
        ({"content_length": "9"}, False, False),
        ({"content_length": "999999"}, False, True),
        ({"transfer_encoding": "chunked"}, False, True),
    ],
)
async def test_its_head_tells_whether_it_is_empty_or_may_be_large(
    headers: dict[str, str], is_empty: bool, may_be_large: bool
) -> None:
    body = body_of(Sender([]), "/v3/glossaries", **headers)

    assert (body.is_empty, body.may_be_large) == (is_empty, may_be_large)
