"""HTTP/1.1 for a loopback service: what uvicorn leaves open to slow, silent and broken clients is closed here."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from termdesk.service.answers import Refusal

SECONDS_FOR_HEAD = 10.0
# For the whole answer to be taken by a client that reads slowly.
SECONDS_FOR_ANSWER = 30.0
MAX_CONNECTIONS = 32
MAX_HEAD = 16_384
MAX_LINE = 8_192
# Line feeds alone, and fields that go on in the next line: h11 takes both, other programs read them otherwise.
_AMBIGUOUS = re.compile(rb"(?<!\r)\n|\n[ \t]")
# Two lengths, even equal ones: h11 makes one of them, another program may take either for the border.
_LENGTH = re.compile(rb"\r\ncontent-length[ \t]*:[^\r\n]*", re.IGNORECASE)


class GuardedProtocol(H11Protocol):
    """WORKAROUND: uvicorn has no deadline for heads and answers (Kludex/uvicorn#157); can go when it has them.

    Where there are too many connections the one that has been silent longest makes room, so that silent ones
    cannot lock the others out.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_deadline: asyncio.TimerHandle | None = None
        self._answer_deadline: asyncio.TimerHandle | None = None
        self._idle_since = self.loop.time()
        self._head = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        super().connection_made(transport)
        # A rehearsed fault breaks the connection itself (`rehearsal.py`); nothing else uses it.
        self.app_state = {**self.app_state, "transport": transport}
        if len(self.connections) > MAX_CONNECTIONS and not self._made_room():
            busy = Refusal(503, "Resource currently unavailable", detail="Too many connections.", closes=True)
            busy.headers["Retry-After"] = "1"
            self._answer_and_close(busy)
            return
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        if self.conn.their_state is h11.IDLE and (refusal := self._fault_of_head(data)):
            self._answer_and_close(refusal)
            return
        super().data_received(data)
        if self.transport.is_closing():
            return
        if not self._is_idle:
            self._stop_waiting()
        elif self._head_deadline is None:
            self._wait_for_head()

    def on_response_complete(self) -> None:
        self._idle_since = self.loop.time()
        super().on_response_complete()
        self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._answer_deadline = self.loop.call_later(SECONDS_FOR_ANSWER, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._answer_deadline is not None:
            self._answer_deadline.cancel()
            self._answer_deadline = None

    def send_400_response(self, msg: str) -> None:
        self._answer_and_close(Refusal(400, "Bad request", detail="This is not an HTTP request.", closes=True))

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _fault_of_head(self, data: bytes) -> Refusal | None:
        self._head += data
        head, end, _ = self._head.partition(b"\r\n\r\n")
        if end:
            self._head = b""
        if len(head) > MAX_HEAD or len(head.partition(b"\r\n")[0]) > MAX_LINE:
            return Refusal(431, "Request header fields too large", closes=True)
        lengths = _LENGTH.findall(head)
        if _AMBIGUOUS.search(head) or len(lengths) > 1 or b"," in b"".join(lengths):
            return Refusal(400, "Bad request", detail="The lines of the request's head are ambiguous.", closes=True)
        return None

    def _made_room(self) -> bool:
        others = [each for each in self.connections if isinstance(each, GuardedProtocol) and each is not self]
        idle = [each for each in others if each._is_idle and not each.transport.is_closing()]
        if idle:
            # Those that never asked anything go before those that rest between two requests.
            min(idle, key=lambda each: (each.cycle is not None, each._idle_since)).transport.close()
        return len(idle) > 0

    def _answer_and_close(self, refusal: Refusal) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = refusal.response()
            headers = [*answer.raw_headers, (b"x-trace-id", secrets.token_hex(16).encode())]
            for event in (
                h11.Response(status_code=answer.status_code, headers=headers, reason=b""),
                h11.Data(data=bytes(answer.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

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
