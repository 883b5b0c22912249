"""Messages between the service and its worker processes: a length of four bytes, then MessagePack."""

from __future__ import annotations

from typing import Any, BinaryIO

import msgspec

MAX_FRAME = 64 * 1024 * 1024


def write_frame(stream: BinaryIO, message: Any) -> None:
    """Write a message, preceded by its length. Raises OSError if the pipe is closed.

    Values without a type in MessagePack, such as this program's error messages, are sent as their English text.
    """
    data = msgspec.msgpack.encode(message, enc_hook=str)
    stream.write(len(data).to_bytes(4, "big") + data)
    stream.flush()


def read_frame(stream: BinaryIO) -> Any:
    """Read the next message. Raises EOFError if the other side has ended."""
    size = int.from_bytes(_exactly(stream, 4), "big")
    if size > MAX_FRAME:
        raise EOFError
    return msgspec.msgpack.decode(_exactly(stream, size))


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = b""
    while len(data) < size:
        chunk = stream.read(size - len(data))
        if not chunk:
            raise EOFError
        data += chunk
    return data
