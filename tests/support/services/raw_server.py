"""A server that sends exactly the bytes it is given, for responses that no correct service sends."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from support.services.socket_server import SocketServer

Answer = Callable[["RawRequest"], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class RawRequest:
    """A request as received."""

    line: str
    headers: dict[str, str]
    body: bytes


def answer(body: bytes = b"{}", *, status: str = "200 OK", headers: str = "", length: int | None = None) -> bytes:
    """Return an HTTP response. `length` overrides the length of the body."""
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n{headers}"
        f"Content-Length: {len(body) if length is None else length}\r\n\r\n"
    ).encode() + body


class RawServer(SocketServer):
    """Sends the result of `answering` for every request.

    A response without a length, or with `Connection: close`, ends the connection.
    """

    def __init__(self, answering: Answer, *, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(tls=tls)
        self._answering = answering
        self.requests: list[RawRequest] = []

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while request := await self._request(reader):
                self.requests.append(request)
                data = await self._answering(request)
                writer.write(data)
                await writer.drain()
                head = data[:65_536].lower()
                if b"content-length:" not in head or b"connection: close" in head:
                    return
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def _request(self, reader: asyncio.StreamReader) -> RawRequest | None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            line, *lines = head.rstrip().split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (each.partition(":") for each in lines)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
        except asyncio.IncompleteReadError:
            return None
        return RawRequest(line.rpartition(" ")[0], headers, body)


def always(data: bytes) -> Answer:
    """Return an `answering` function that always gives the same response."""

    async def answering(request: RawRequest) -> bytes:
        return data

    return answering
