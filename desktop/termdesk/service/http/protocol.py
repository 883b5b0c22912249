"""HTTP/1.1 for a loopback service: adds limits that uvicorn lacks, against slow, silent and broken clients."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from termdesk.service.http.answers import HttpError
from termdesk.service.http.joined_writes import JoinedWrites

SECONDS_FOR_HEAD = 10.0
# The time for a slow client to receive the whole response.
SECONDS_FOR_ANSWER = 30.0
# The time for a refused client to receive its response, while further data from it is dropped.
SECONDS_TO_LEAVE = 1.0
# The limit for concurrent requests. A request whose body takes longer than this is slow; slow ones have their own
# limit.
MAX_REQUESTS = 32
SECONDS_TO_BE_SLOW = 1.0
MAX_SLOW_REQUESTS = 32
# Connections without a request: still silent, or idle between two.
MAX_IDLE_CONNECTIONS = 64
MAX_LEAVING_CONNECTIONS = 64
MAX_HEAD = 16_384
MAX_LINE = 8_192
# Bare line feeds and folded header fields: h11 accepts both, but other programs interpret them differently.
_AMBIGUOUS = re.compile(rb"(?<!\r)\n|\n[ \t]")
# Two lengths, even equal ones: h11 merges them, but another program may use either.
_LENGTH = re.compile(rb"\r\ncontent-length[ \t]*:[^\r\n]*", re.IGNORECASE)


class GuardedProtocol(H11Protocol):
    """WORKAROUND: uvicorn has no timeouts for request heads and responses (Kludex/uvicorn#157); can go when it has
    them.

    Connections are limited by state. If too many are idle, the one silent longest is closed. A request over the limit
    gets 503 once its head has arrived, because closing a connection with unread bytes resets it and the client never
    reads the reason. Slow bodies have a separate limit, so that they block nobody; over it, the slowest is closed.
    """

    app_state: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_deadline: asyncio.TimerHandle | None = None
        self._answer_deadline: asyncio.TimerHandle | None = None
        self._leaving_deadline: asyncio.TimerHandle | None = None
        self._idle_since = self.loop.time()
        self._asked_at = 0.0
        self._head = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """As in `asyncio.Protocol`."""
        transport = JoinedWrites(transport, self.loop)
        super().connection_made(transport)
        # An injected fault breaks the connection through this (`fault_injection.py`); nothing else uses it.
        self.app_state = {**self.app_state, "transport": transport}
        self._wait_for_head()
        idle = [each for each in self._open_connections() if each._is_idle]
        if len(idle) > MAX_IDLE_CONNECTIONS:
            # Connections that never sent a request go before those that are idle between two.
            min(idle, key=lambda each: (each.cycle is not None, each._idle_since)).transport.close()

    def data_received(self, data: bytes) -> None:
        """As in `asyncio.Protocol`."""
        if self._is_leaving:
            return
        if self.conn.their_state is h11.IDLE and (http_error := self._fault_of_head(data) or self._lacks_room()):
            self._answer_and_close(http_error)
            return
        super().data_received(data)
        if self.transport.is_closing():
            return
        if not self._is_idle:
            self._stop_waiting()
        elif self._head_deadline is None:
            self._wait_for_head()

    def on_response_complete(self) -> None:
        """As in uvicorn's protocol."""
        self._idle_since = self.loop.time()
        super().on_response_complete()
        self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """As in `asyncio.Protocol`."""
        self._stop_waiting()
        if self._leaving_deadline is not None:
            self._leaving_deadline.cancel()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """As in `asyncio.Protocol`."""
        super().pause_writing()
        self._answer_deadline = self.loop.call_later(SECONDS_FOR_ANSWER, self.transport.abort)

    def resume_writing(self) -> None:
        """As in `asyncio.Protocol`."""
        super().resume_writing()
        if self._answer_deadline is not None:
            self._answer_deadline.cancel()
            self._answer_deadline = None

    def send_400_response(self, msg: str) -> None:
        """As in uvicorn's protocol, but with a body that has a message."""
        self._answer_and_close(HttpError(400, "Bad request", detail="This is not an HTTP request.", closes=True))

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    @property
    def _is_leaving(self) -> bool:
        """Whether the last response was sent and further data is dropped."""
        return self._leaving_deadline is not None

    @property
    def _is_slow(self) -> bool:
        """Whether its request body takes long to arrive."""
        is_receiving = not self._is_idle and self.cycle.more_body
        return is_receiving and self.loop.time() - self._asked_at >= SECONDS_TO_BE_SLOW

    def _open_connections(self) -> list[GuardedProtocol]:
        """Return the connections, including this one, that are neither closing nor leaving."""
        guarded = [each for each in self.connections if isinstance(each, GuardedProtocol)]
        return [each for each in guarded if not each._is_leaving and not each.transport.is_closing()]

    def _fault_of_head(self, data: bytes) -> HttpError | None:
        self._head += data
        head, end, _ = self._head.partition(b"\r\n\r\n")
        if len(head) > MAX_HEAD or len(head.partition(b"\r\n")[0]) > MAX_LINE:
            return HttpError(431, "Request header fields too large", closes=True)
        lengths = _LENGTH.findall(head)
        if _AMBIGUOUS.search(head) or len(lengths) > 1 or b"," in b"".join(lengths):
            return HttpError(400, "Bad request", detail="The lines of the request's head are ambiguous.", closes=True)
        if end:
            self._head = b""
        return None

    def _lacks_room(self) -> HttpError | None:
        """Return a 503 if this request, whose head is now complete, exceeds the limit."""
        if self._head:
            return None
        self._asked_at = self.loop.time()
        busy = [each for each in self._open_connections() if each is not self and not each._is_idle]
        slow = [each for each in busy if each._is_slow]
        if len(slow) > MAX_SLOW_REQUESTS:
            min(slow, key=lambda each: each._asked_at).transport.close()
        if len(busy) - len(slow) < MAX_REQUESTS:
            return None
        return HttpError(
            503,
            "Resource currently unavailable",
            detail=f"{MAX_REQUESTS} requests are in work already.",
            headers={"Retry-After": "1"},
            closes=True,
        )

    def _answer_and_close(self, http_error: HttpError) -> None:
        """Respond, then drop arriving data for a moment: closing with unread bytes would reset the connection."""
        self._stop_waiting()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = http_error.response()
            headers = [*answer.raw_headers, (b"x-trace-id", secrets.token_hex(16).encode())]
            for event in (
                h11.Response(status_code=answer.status_code, headers=headers, reason=b""),
                h11.Data(data=bytes(answer.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        leaving = sum(isinstance(each, GuardedProtocol) and each._is_leaving for each in self.connections)
        if leaving >= MAX_LEAVING_CONNECTIONS or not self.transport.can_write_eof():
            self.transport.close()
            return
        self.transport.write_eof()
        self._leaving_deadline = self.loop.call_later(SECONDS_TO_LEAVE, self.transport.close)

    def _wait_for_head(self) -> None:
        self._head_deadline = self.loop.call_later(SECONDS_FOR_HEAD, self._give_up)

    def _stop_waiting(self) -> None:
        if self._head_deadline is not None:
            self._head_deadline.cancel()
            self._head_deadline = None

    def _give_up(self) -> None:
        self._head_deadline = None
        if not self.transport.is_closing():
            self.transport.close()
