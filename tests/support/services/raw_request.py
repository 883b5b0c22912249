"""Requests as bytes on a socket, for requests that no HTTP library would send."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from support.running_service import RunningService


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """All bytes received until the server closed the connection or stopped sending."""

    received: bytes
    is_closed: bool

    @property
    def status(self) -> int:
        """The status of the first response; 0 if there was none."""
        return int(self.received[9:12]) if self.received.startswith(b"HTTP/1.1 ") else 0

    @property
    def count(self) -> int:
        """The number of responses."""
        return self.received.count(b"HTTP/1.1 ")

    @property
    def head(self) -> str:
        return self.received.partition(b"\r\n\r\n")[0].decode("latin-1").lower()

    @property
    def body(self) -> bytes:
        return self.received.partition(b"\r\n\r\n")[2]


def connected(service: RunningService, seconds: float = 10.0) -> socket.socket:
    """Open a socket to the service."""
    parts = urlsplit(service.url)
    assert parts.hostname
    assert parts.port
    return socket.create_connection((parts.hostname, parts.port), timeout=seconds)


def raw_request(service: RunningService, content: bytes, *, quiet_seconds: float = 1.0) -> RawAnswer:
    """Send bytes, and return the response when the service closes or sends nothing for `quiet_seconds`."""
    with connected(service, quiet_seconds) as connection:
        connection.sendall(content)
        return answer_on(connection)


def answer_on(connection: socket.socket) -> RawAnswer:
    received = b""
    try:
        while chunk := connection.recv(65_536):
            received += chunk
    except TimeoutError:
        return RawAnswer(received, is_closed=False)
    except ConnectionResetError:
        pass
    return RawAnswer(received, is_closed=True)


def head(
    service: RunningService,
    line: str = "GET /v3/glossaries HTTP/1.1",
    *,
    without: Sequence[str] = (),
    more: Sequence[str] = (),
) -> bytes:
    """Return a request head with the right host and key, without the fields named, and with others added."""
    fields = {"Host": urlsplit(service.url).netloc, "Authorization": f"Service-Auth-Key {service.key}"}
    lines = [line, *(f"{name}: {value}" for name, value in fields.items() if name not in without), *more]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
