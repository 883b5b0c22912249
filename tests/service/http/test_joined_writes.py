"""The parts of a response are sent together, in order, and nothing stays in the buffer."""

from __future__ import annotations

import asyncio

import pytest

from termdesk.service.http.joined_writes import JoinedWrites

pytestmark = pytest.mark.anyio

LARGE = b"x" * 100_000


class Recorded(asyncio.Transport):
    """Records the calls to the system."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[bytes | str] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.calls.append(bytes(data))

    def write_eof(self) -> None:
        self.calls.append("end")

    def close(self) -> None:
        self.calls.append("close")

    def abort(self) -> None:
        self.calls.append("abort")

    def is_closing(self) -> bool:
        return "close" in self.calls or "abort" in self.calls


def joined() -> tuple[JoinedWrites, Recorded]:
    recorded = Recorded()
    return JoinedWrites(recorded, asyncio.get_running_loop()), recorded


async def test_what_is_written_in_one_turn_leaves_in_one_piece() -> None:
    transport, recorded = joined()

    transport.write(b"head ")
    transport.write(b"body")
    transport.write(b"")
    await asyncio.sleep(0)
    transport.write(b"next head")
    await asyncio.sleep(0)

    assert recorded.calls == [b"head body", b"next head"]


async def test_a_large_piece_leaves_at_once_behind_what_was_written_before() -> None:
    transport, recorded = joined()

    transport.write(b"head ")
    transport.write(LARGE)
    transport.write(b"tail")
    await asyncio.sleep(0)

    assert recorded.calls == [b"head ", LARGE, b"tail"]


async def test_closing_and_ending_send_what_still_waits() -> None:
    for_closing, closed = joined()
    for_ending, ended = joined()

    for_closing.write(b"last")
    for_closing.close()
    for_ending.write(b"last")
    for_ending.write_eof()
    await asyncio.sleep(0)

    assert closed.calls == [b"last", "close"]
    assert ended.calls == [b"last", "end"]


async def test_breaking_off_sends_nothing_more() -> None:
    transport, recorded = joined()

    transport.write(b"half")
    transport.abort()
    await asyncio.sleep(0)

    assert recorded.calls == ["abort"]
