"""One running request: how far it is, and whether it may be cancelled now.

WORKAROUND: httpcore 1.0.9 loses a connection of its pool if a request is cancelled while it connects, waits for a
connection or returns one (encode/httpcore#1093). After a few thousand cancelled calls, no connection is left. So each
request runs in its own task. It is cancelled at most once, and only between the first byte sent and the last byte read.
At other times the task continues, and its result is dropped. Remove this when httpcore passes
`test_thousands_of_calls_with_cancel_churn_leave_no_call_stuck` with plain cancelling.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

from termdesk.client.transport.calls import MEBIBYTE, Call, ChunkedBody

_CHUNK = MEBIBYTE // 16


class Abandoned(Exception):
    """The caller stopped waiting before this request was sent, so it is not sent."""


class HttpExchange:
    """Tracks one request through the steps that the transport reports.

    `is_traced` is False for a transport that reports no steps (a test's); its requests count as sent from the start.
    """

    __slots__ = ("_call", "_is_abandoned", "_is_closing", "_is_traced", "was_sent")

    def __init__(self, call: Call, *, is_traced: bool) -> None:
        self.was_sent = False
        self._call = call
        self._is_traced = is_traced
        self._is_closing = False
        self._is_abandoned = False

    def begin(self) -> None:
        """Called when the request is handed to the transport."""
        if not self._is_traced:
            self._leave()

    async def watch(self, event: str, details: dict[str, Any]) -> None:
        """Called by the transport before and after each of its steps."""
        # CONNECT asks a proxy for a tunnel. It is a separate request without our data.
        if event == "http11.send_request_headers.started" and details["request"].method != b"CONNECT":
            if self._is_abandoned:
                raise Abandoned
            self._leave()
        elif event == "http11.response_closed.started":
            self._is_closing = True

    def _leave(self) -> None:
        self._call.journey.leave()
        self.was_sent = True

    def abandon(self, task: asyncio.Task[Any]) -> None:
        """Cancel the task that owns the request, or prevent the request from being sent."""
        if not self._is_abandoned and self.was_sent and not self._is_closing:
            task.cancel()
        self._is_abandoned = True


class HeldBack(Exception):
    """The gate of a call held back the last byte."""


class Upload:
    """A large body in chunks; each chunk restarts the stall timeout and reports progress.

    If the call has a gate, the last byte waits for it. A service acts only on a complete request, so this is the latest
    moment at which a change can be called off.

    An object instead of a generator, because an abandoned generator would need cleaning up.
    """

    def __init__(self, call: Call, body: bytes | ChunkedBody) -> None:
        self._call = call
        self._size = len(body)
        self._chunks = [chunk for part in _parts(body) for chunk in _cut(part)]
        if call.gate and self._chunks:
            last = self._chunks.pop()
            self._chunks += [each for each in (last[:-1], last[-1:]) if each]
        self._next = self._sent = 0

    def __aiter__(self) -> Upload:
        self._next = self._sent = 0
        return self

    async def __anext__(self) -> bytes:
        self._call.progress.step(self._sent, self._size)
        if self._next == len(self._chunks):
            raise StopAsyncIteration
        if self._call.gate and self._next == len(self._chunks) - 1 and not await self._call.gate():
            raise HeldBack
        chunk = self._chunks[self._next]
        self._next += 1
        self._sent += len(chunk)
        return bytes(chunk)


def _parts(body: bytes | ChunkedBody) -> Sequence[bytes]:
    return body.chunks if isinstance(body, ChunkedBody) else (body,)


def _cut(part: bytes) -> Iterator[memoryview]:
    """Cut a part of a body into chunks, without copying it."""
    for first in range(0, len(part), _CHUNK):
        yield memoryview(part)[first : first + _CHUNK]
