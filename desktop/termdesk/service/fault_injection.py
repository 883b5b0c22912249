"""Injects faults for training, demonstrations and tests: the service responds like a failing one.

The owner enables it at `/local/v1/rehearsal`. Every response then has a header that says so.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from typing import Literal

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from termdesk.service.http.answers import HttpError

HEADER = b"x-termdesk-rehearsal"
LONGEST_DELAY = 600.0

Family = Literal["any", "glossaries", "translate", "documents", "write", "languages", "usage"]
_FAMILIES: tuple[tuple[str, Family], ...] = (
    ("/v2/glossar", "glossaries"),
    ("/v3/glossaries", "glossaries"),
    ("/v2/translate", "translate"),
    ("/v2/document", "documents"),
    ("/v2/write", "write"),
    ("/v2/languages", "languages"),
    ("/v3/languages", "languages"),
    ("/v2/usage", "usage"),
)


class InjectedFault(msgspec.Struct, forbid_unknown_fields=True):
    """A fault for the next `next` requests of a family; of several faults the first that matches is used.

    `status` with `body` (default: an error in the service's format) replaces the response. Without `status`,
    `cut_after_bytes` and `reset`, the real response follows after `delay_seconds`. With `is_done` the request is
    executed before the fault, as if the response got lost.
    """

    family: Family = "any"
    next: int = 1
    method: str = ""
    status: int | None = None
    message: str = ""
    body: str | None = None
    retry_after: int | None = None
    delay_seconds: float = 0.0
    cut_after_bytes: int | None = None
    reset: bool = False
    is_done: bool = False


class FaultPlan(msgspec.Struct, forbid_unknown_fields=True):
    """The faults to inject. `character_limit` and `document_delay_seconds` apply until the plan is removed."""

    faults: list[InjectedFault] = []
    character_limit: int | None = None
    document_delay_seconds: float = 0.0


class FaultInjection:
    """The current plan and its remaining faults."""

    def __init__(self) -> None:
        self.plan: FaultPlan | None = None

    @property
    def is_on(self) -> bool:
        """Whether a plan is active."""
        return self.plan is not None

    @property
    def character_limit(self) -> int | None:
        """The plan's character limit for a month; None if it sets none."""
        return self.plan.character_limit if self.plan else None

    @property
    def document_delay_seconds(self) -> float:
        """How long each document waits before its translation starts."""
        return self.plan.document_delay_seconds if self.plan else 0.0

    def take(self, method: str, path: str) -> InjectedFault | None:
        """Return the fault for this request and count it as used; None for a normal response."""
        family = next((family for start, family in _FAMILIES if path.startswith(start)), None)
        if self.plan is None or family is None:
            return None
        for fault in self.plan.faults:
            if fault.next > 0 and fault.family in ("any", family) and fault.method in ("", method):
                fault.next -= 1
                return fault
        return None


async def play(fault: InjectedFault, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Respond as the fault says. `scope["state"]["transport"]` is the connection to break."""
    await asyncio.sleep(min(max(fault.delay_seconds, 0.0), LONGEST_DELAY))
    if fault.is_done:
        await app(scope, receive, _nowhere)
    if fault.reset:
        await _reset(scope, receive)
    elif fault.status is not None:
        await _answer(fault, send)
    elif fault.cut_after_bytes is not None:
        await _cut(fault.cut_after_bytes, app, scope, receive, send)
    elif fault.is_done:
        await _reset(scope, receive)
    else:
        await app(scope, receive, send)


async def _nowhere(message: Message) -> None:
    """Discard a response that nobody receives."""


async def _answer(fault: InjectedFault, send: Send) -> None:
    assert fault.status is not None
    headers = {"Retry-After": str(fault.retry_after)} if fault.retry_after is not None else {}
    answer = HttpError(fault.status, fault.message or "Rehearsed answer", headers=headers).response()
    raw, content = answer.raw_headers, bytes(answer.body)
    if fault.body is not None:
        content = fault.body.encode()
        raw = [(name, value) for name, value in raw if name not in (b"content-length", b"content-type")]
        raw += [(b"content-length", str(len(content)).encode()), (b"content-type", b"text/html; charset=utf-8")]
    await send({"type": "http.response.start", "status": fault.status, "headers": raw})
    await send({"type": "http.response.body", "body": content})


async def _cut(after: int, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Send the real response, but close the connection before its end."""
    left = after

    async def send_some(message: Message) -> None:
        nonlocal left
        if message["type"] != "http.response.body":
            await send(message)
        elif left >= 0:
            chunk = message.get("body", b"")[:left]
            left -= len(message.get("body", b""))
            await send({"type": "http.response.body", "body": chunk, "more_body": True})

    await app(scope, receive, send_some)
    # The data written so far must be sent before the connection is closed.
    await asyncio.sleep(0.05)
    await _reset(scope, receive, is_hard=False)


async def _reset(scope: Scope, receive: Receive, *, is_hard: bool = True) -> None:
    """Close the connection; a hard close discards unsent data and resets it."""
    transport: asyncio.Transport = scope["state"]["transport"]
    connection = transport.get_extra_info("socket")
    if is_hard and connection is not None:
        with contextlib.suppress(OSError):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
    while (await receive())["type"] != "http.disconnect":
        continue
