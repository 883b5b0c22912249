"""A server that answers with exactly the bytes it is told, for answers that no honest service gives."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType

Answer = Callable[["RawRequest"], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class RawRequest:
    """A request as it came."""

    line: str
    headers: dict[str, str]
    body: bytes


def answer(body: bytes = b"{}", *, status: str = "200 OK", headers: str = "", length: int | None = None) -> bytes:
    """An HTTP answer; `length` lies about the body's."""
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n{headers}"
        f"Content-Length: {len(body) if length is None else length}\r\n\r\n"
    ).encode() + body


class RawServer:
    """Answers every request with what `answering` gives; one without a length, or that says so, ends the connection."""

    def __init__(self, answering: Answer, *, tls: ssl.SSLContext | None = None) -> None:
        self._answering = answering
        self._tls = tls
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.requests: list[RawRequest] = []
        self.port = 0

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}" if self._tls else f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> RawServer:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=2**20, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._connection(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

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
    """The same answer to everything."""

    async def answering(request: RawRequest) -> bytes:
        return data

    return answering
