"""A request body as it arrives: limited in size and time, and drained if the request is refused."""

from __future__ import annotations

import asyncio
import time

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope

from termdesk.service.document_kinds import MOST_BYTES
from termdesk.service.http.answers import HttpError

SECONDS_FOR_BODY = 30.0
SECONDS_TO_RUN_OUT = 1.0
# A byte of entries can become two in JSON (tabs, line feeds, quotes); the entries themselves are counted later.
MAX_GLOSSARY_BODY = 5 * 2 * 10_485_760 + 65_536
MAX_BODY = 131_072
# The largest document with the form around it.
MAX_DOCUMENT_BODY = MOST_BYTES + 65_536
# A translation memory as TMX.
MAX_MEMORY_FILE = 100 * 1024 * 1024
# Longer paths come before paths that are their prefixes.
_LIMITS = {
    "/local/v1/drafts": MAX_GLOSSARY_BODY,
    "/local/v1/training": 200 * 1024 * 1024,
    "/v2/document/": MAX_BODY,
    "/v2/document": MAX_DOCUMENT_BODY,
    "/v2/write/": 10_240,
    "/v3/translation_memories/uploads/": MAX_MEMORY_FILE,
    "/v3/glossaries": MAX_GLOSSARY_BODY,
    "/v2/glossaries": 2 * 10_485_760 + 65_536,
}


class RequestBody:
    """Wraps ASGI's `receive`. Raises HttpError: 413 at the first byte over the limit, 408 after the total deadline."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        headers = Headers(scope=scope)
        self._receive = receive
        self._deadline = time.monotonic() + SECONDS_FOR_BODY
        self._received = 0
        self._is_complete = False
        self.limit = next((size for start, size in _LIMITS.items() if scope["path"].startswith(start)), MAX_BODY)
        self.is_chunked = "transfer-encoding" in headers
        self.length = int(headers.get("content-length", "0"))

    @property
    def is_empty(self) -> bool:
        """Whether the request has no body."""
        return not (self.is_chunked or self.length)

    @property
    def may_be_large(self) -> bool:
        """Whether the body may exceed the usual size limit."""
        return self.length > MAX_BODY or (self.is_chunked and self.limit > MAX_BODY)

    def check_length(self) -> None:
        """Refuse a body whose declared length is too large, before reading it."""
        if self.length > self.limit:
            raise self._too_large()

    async def receive(self) -> Message:
        """Return the next message, as ASGI's `receive`. Raises HttpError (408, 413)."""
        if self._is_complete:
            # The route waits for the client to disconnect, which has no deadline.
            return await self._receive()
        try:
            async with asyncio.timeout(max(0.0, self._deadline - time.monotonic())):
                message = await self._receive()
        except TimeoutError:
            raise HttpError(408, "The body took too long to arrive", closes=True) from None
        self._is_complete = not message.get("more_body", False)
        self._received += len(message.get("body", b""))
        if self._received > self.limit:
            raise self._too_large()
        return message

    async def run_out(self) -> None:
        """Read and drop what is still being sent, for a moment.

        A connection closed with unread bytes is reset, and the client may lose the response with the reason.
        """
        try:
            async with asyncio.timeout(SECONDS_TO_RUN_OUT):
                while not self._is_complete:
                    self._is_complete = not (await self._receive()).get("more_body", False)
        except TimeoutError:
            return

    def _too_large(self) -> HttpError:
        return HttpError(
            413, "Request size exceeds the limit", detail=f"The body may have {self.limit:,} bytes.", closes=True
        )
