"""A proxy in front of a real service that breaks connections on purpose, one request at a time."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from support.services.socket_server import SocketServer

_REQUEST = re.compile(rb"([A-Z]+ /\S*) HTTP/1\.1\r\n")
_CHUNK = 65_536


class Harm(Enum):
    """What the proxy does to a request or its response."""

    NONE = auto()
    LOSE_REQUEST = auto()  # the request never arrives; the connection is reset
    LOSE_ANSWER = auto()  # the request is processed, then the connection is reset
    CUT_ANSWER = auto()  # the response ends after `after` bytes, by a close
    RESET_ANSWER = auto()  # the response ends after `after` bytes, by a reset
    DRIP = auto()  # the response comes one byte every `seconds`
    STALL = auto()  # the response stalls after `after` bytes
    BLACK_HOLE = auto()  # nothing is passed on in either direction


def _every_request(line: str) -> bool:
    return True


def from_write(method: str, *, harms_write: bool = True) -> Callable[[str], bool]:
    """Return a condition for requests from the first write by this method on.

    The last look before the write is complete is not meant, or nothing would be sent. Without `harms_write`, neither is
    the write.
    """
    is_written = is_seen = False

    def is_meant(line: str) -> bool:
        nonlocal is_written, is_seen
        if not is_written:
            is_written = line.startswith(method)
            return is_written and harms_write
        is_last_look = not is_seen and "/entries" in line
        is_seen = is_seen or is_last_look
        return not is_last_look

    return is_meant


@dataclass
class Fault:
    """A harm to the requests whose first line (`POST /v3/glossaries`) `when` accepts, at most `times`."""

    harm: Harm
    when: Callable[[str], bool] = _every_request
    times: int = 1_000_000
    after: int = 0
    seconds: float = 0.5


class FaultProxy(SocketServer):
    """Passes everything on to a local service, with the harm and the delays that the test sets.

        async with FaultProxy(port) as proxy:
            proxy.fault = Fault(Harm.LOSE_ANSWER, when=lambda line: line.startswith("POST"), times=1)

    `latency` and `jitter` (seconds) delay each response, `bytes_per_second` limits its speed. A `reset_share` of the
    requests is lost, or every `reset_every`th one. `requests` has the first line of every request, `fired` the number
    of harmed ones.
    """

    def __init__(self, port: int, *, seed: int = 1) -> None:
        super().__init__()
        self._service_port = port
        self._random = random.Random(seed)
        self.fault = Fault(Harm.NONE)
        self.latency = self.jitter = self.reset_share = 0.0
        self.reset_every = 0
        self.bytes_per_second = 0
        self.requests: list[str] = []
        self.fired = 0

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        service_reader, service_writer = await asyncio.open_connection("127.0.0.1", self._service_port)
        both = _Both(writer, service_writer)
        answers: asyncio.Task[None] | None = None
        try:
            while data := await reader.read(_CHUNK):
                if line := _REQUEST.match(data):
                    both.harm = self._harm_for(line.group(1).decode())
                    both.passed = 0
                if both.harm is Harm.LOSE_REQUEST:
                    both.reset()
                    return
                if both.harm is not Harm.BLACK_HOLE:
                    # The service accepts only its own address as `Host`.
                    service_writer.write(self._addressed(data))
                    await service_writer.drain()
                answers = answers or asyncio.ensure_future(self._answers(service_reader, both))
        except ConnectionError:
            pass
        finally:
            if answers:
                answers.cancel()
            both.close()

    def _addressed(self, data: bytes) -> bytes:
        return data.replace(self.url[7:].encode(), f"127.0.0.1:{self._service_port}".encode(), 1)

    def _harm_for(self, line: str) -> Harm:
        self.requests.append(line)
        is_turn = bool(self.reset_every) and len(self.requests) % self.reset_every == 0
        if is_turn or (self.reset_share and self._random.random() < self.reset_share):
            self.fired += 1
            return Harm.LOSE_REQUEST if self._random.random() < 0.5 else Harm.LOSE_ANSWER
        if self.fault.harm is Harm.NONE or self.fault.times <= 0 or not self.fault.when(line):
            return Harm.NONE
        self.fault.times -= 1
        self.fired += 1
        return self.fault.harm

    async def _answers(self, service: asyncio.StreamReader, both: _Both) -> None:
        while data := await service.read(_CHUNK):
            if self.latency:
                await asyncio.sleep(max(0.0, self.latency + self._random.uniform(-self.jitter, self.jitter)))
            if self.bytes_per_second:
                await asyncio.sleep(len(data) / self.bytes_per_second)
            if not await self._passed(data, both):
                return
        both.close()

    async def _passed(self, data: bytes, both: _Both) -> bool:
        """Pass on a part of a response, as far as the harm allows. Returns False at the end."""
        match both.harm:
            case Harm.LOSE_ANSWER:
                both.reset()
                return False
            case Harm.CUT_ANSWER | Harm.RESET_ANSWER | Harm.STALL:
                whole = await both.write(data, self.fault.after)
                if whole or both.harm is Harm.STALL:
                    return True
                both.close() if both.harm is Harm.CUT_ANSWER else both.reset()
                return False
            case Harm.DRIP:
                for byte in data:
                    await both.write(bytes([byte]))
                    await asyncio.sleep(self.fault.seconds)
            case _:
                await both.write(data)
        return True


class _Both:
    """The two sides of one connection."""

    def __init__(self, client: asyncio.StreamWriter, service: asyncio.StreamWriter) -> None:
        self._client = client
        self._service = service
        self.harm = Harm.NONE
        self.passed = 0

    async def write(self, data: bytes, limit: int | None = None) -> bool:
        """Write to the client, up to `limit` bytes of this response. Returns whether all of it was written."""
        chunk = data if limit is None else data[: max(0, limit - self.passed)]
        self.passed += len(chunk)
        self._client.write(chunk)
        await self._client.drain()
        return len(chunk) == len(data)

    def reset(self) -> None:
        """Reset the client's connection with RST, so that it does not look like a normal close."""
        connection = self._client.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._client.transport.abort()
        self._service.transport.abort()

    def close(self) -> None:
        self._client.close()
        self._service.close()
