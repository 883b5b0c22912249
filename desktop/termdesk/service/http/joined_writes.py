"""A transport that joins the data written in one turn of the event loop and sends it at once."""

from __future__ import annotations

import asyncio
from typing import Any

# Longer data is sent at once: joining would copy it.
_LARGE = 65_536


class JoinedWrites(asyncio.Transport):
    """Wraps the transport of a connection.

    uvicorn writes the head and the body of a response separately. Sent so, they would need two system calls and wake
    the client twice, first for a head that it cannot use yet.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Write small data joined, at the end of this turn of the event loop; large data at once."""
        if len(data) > _LARGE:
            self._send_waiting()
            self._transport.write(data)
        elif data:
            if not self._waiting:
                self._loop.call_soon(self._send_waiting)
            self._waiting.append(bytes(data))

    def write_eof(self) -> None:
        """As in `asyncio.Transport`, after all data written before."""
        self._send_waiting()
        self._transport.write_eof()

    def can_write_eof(self) -> bool:
        """As in `asyncio.Transport`."""
        return self._transport.can_write_eof()

    def close(self) -> None:
        """As in `asyncio.Transport`, after all data written before."""
        self._send_waiting()
        self._transport.close()

    def abort(self) -> None:
        """As in `asyncio.Transport`; data written in this turn is lost."""
        self._waiting.clear()
        self._transport.abort()

    def is_closing(self) -> bool:
        """As in `asyncio.Transport`."""
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        """As in `asyncio.Transport`."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """As in `asyncio.Transport`."""
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """As in `asyncio.Transport`."""
        return self._transport.get_extra_info(name, default)

    def _send_waiting(self) -> None:
        data, self._waiting = self._waiting, []
        if data and not self._transport.is_closing():
            self._transport.write(b"".join(data))
