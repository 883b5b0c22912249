"""Responses are read completely or not at all, within limits, compressed or not.

`test_connection` tests the same over real connections.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termdesk.client.errors import BadAnswer
from termdesk.client.transport import replies
from termdesk.client.transport.calls import Call, CallKind, Family, Weight
from termdesk.client.transport.replies import CutShort, Reply, read_body, read_error_body


def head(headers: dict[str, str] | None = None, *, weight: Weight = Weight.JSON, body: bytes = b"") -> Reply:
    return Reply(Call("GET", "/v2/usage", CallKind.READ, Family.USAGE, weight=weight), 200, headers or {}, body)


async def chunks(parts: Sequence[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def read(answer: Reply, *parts: bytes) -> bytes:
    return asyncio.run(read_body(answer, chunks(parts)))


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[position : position + size] for position in range(0, len(data), size)]


@given(body=st.binary(max_size=2_000), size=st.integers(1, 300))
def test_a_body_is_the_same_packed_or_not_and_in_whatever_pieces_it_comes(body: bytes, size: int) -> None:
    assert read(head(), *cut(body, size)) == body
    for name in ("gzip", " X-GZIP "):
        assert read(head({"content-encoding": name}), *cut(gzip.compress(body), size)) == body


@pytest.mark.scorecard("R24")
@given(body=st.binary(min_size=1, max_size=500), missing=st.integers(1, 20))
def test_a_packed_body_without_its_end_is_never_taken_for_whole(body: bytes, missing: int) -> None:
    packed = gzip.compress(body)

    with pytest.raises(CutShort):
        read(head({"content-encoding": "gzip"}), packed[:-missing])


@pytest.mark.parametrize("encoding", ["br", "deflate", "gzip, gzip"])
def test_an_encoding_that_was_not_asked_for_is_refused(encoding: str) -> None:
    with pytest.raises(BadAnswer):
        read(head({"content-encoding": encoding}), b"{}")


def test_what_only_says_that_it_is_packed_is_refused() -> None:
    with pytest.raises(BadAnswer):
        read(head({"content-encoding": "gzip"}), b"{}")


@pytest.mark.parametrize(
    ("weight", "media_type", "limit"),
    [
        (Weight.JSON, "application/json", replies._MAX_JSON),
        (Weight.ENTRIES, "text/tab-separated-values", replies._MAX_ENTRIES_TEXT),
        (Weight.ENTRIES, "application/json; charset=utf-8", replies._MAX_ENTRIES_JSON),
    ],
)
def test_each_kind_of_answer_has_its_limit_announced_or_not(weight: Weight, media_type: str, limit: int) -> None:
    answer = head({"content-type": media_type}, weight=weight)
    announced = head({"content-type": media_type, "content-length": str(limit + 1)}, weight=weight)

    assert len(read(answer, bytes(limit))) == limit
    with pytest.raises(BadAnswer):
        read(answer, bytes(limit), b"1")
    with pytest.raises(BadAnswer):
        read(announced, b"{}")


@pytest.mark.parametrize("length", ["-1", "+5", "1_0", "٣", "9" * 30, ""])
def test_a_length_that_is_no_number_is_passed_over(length: str) -> None:
    assert read(head({"content-length": length}), b"{}") == b"{}"


@pytest.mark.scorecard("S23")
def test_a_bomb_is_dropped_before_it_fills_the_memory() -> None:
    with pytest.raises(BadAnswer):
        read(head({"content-encoding": "gzip"}), gzip.compress(bytes(8 * 2**20)))


def test_the_message_of_an_error_is_kept_whatever_comes_after_it() -> None:
    message = b'{"message": "no"}'
    long = asyncio.run(read_error_body(head(), chunks([message, bytes(10**6)])))
    damaged = asyncio.run(read_error_body(head({"content-encoding": "gzip"}), chunks([gzip.compress(message)[:-4]])))

    assert long == damaged == message


class _Endless:
    """A body without an end: these chunks, then the last one again and again, `most` times."""

    def __init__(self, *parts: bytes, most: int = 100) -> None:
        self._parts, self.left = list(parts), most

    def __aiter__(self) -> _Endless:
        return self

    async def __anext__(self) -> bytes:
        self.left -= 1
        assert self.left, "it is read on and on"
        return self._parts.pop(0) if len(self._parts) > 1 else self._parts[0]


_BEGINNING = gzip.compress(b"")[:10]
_EMPTY_BLOCKS = b"\x00\x00\x00\xff\xff" * 13_000


@pytest.mark.scorecard("S23")
@pytest.mark.parametrize(
    ("parts", "kept"),
    [
        ((gzip.compress(b"{}"), b"more"), b"{}"),
        ((gzip.compress(b"{}") + b"more",), b"{}"),
        ((_BEGINNING, _EMPTY_BLOCKS), b""),
    ],
    ids=["after the end", "after the end in one piece", "without content"],
)
def test_a_packed_body_that_goes_on_without_content_is_refused_at_once(parts: tuple[bytes, ...], kept: bytes) -> None:
    packed = head({"content-encoding": "gzip"})

    with pytest.raises(BadAnswer, match="cannot be unpacked"):
        asyncio.run(read_body(packed, _Endless(*parts)))

    assert asyncio.run(read_error_body(packed, _Endless(*parts))) == kept


@pytest.mark.parametrize(
    ("headers", "body", "is_page"),
    [
        ({"content-type": "Text/HTML; charset=utf-8"}, b"{}", True),
        ({}, b"\n <!DOCTYPE html><html>", True),
        ({"content-type": "application/json"}, b"<HTML>Sign in", True),
        ({"content-type": "application/json"}, b'{"a": "<html>"}', False),
    ],
)
def test_the_page_of_a_portal_is_told_from_an_answer(headers: dict[str, str], body: bytes, is_page: bool) -> None:
    assert head(headers, body=body).is_page is is_page


def test_an_answer_that_cannot_be_used_names_its_call_and_its_trace() -> None:
    answer = head({"x-trace-id": "ABC", "content-type": "Application/JSON;a=b"})
    error = answer.bad("It is odd.", remedy="Ask.")

    assert (error.call, error.trace_id, error.status, error.remedy) == ("GET /v2/usage", "ABC", 200, "Ask.")
    assert answer.media_type == "application/json"
    assert (head().media_type, head().trace_id) == ("", "")


class Collected:
    """A sink that collects what it receives."""

    def __init__(self) -> None:
        self.sizes: list[int | None] = []
        self.parts: list[bytes] = []

    async def begin(self, size: int | None) -> None:
        self.sizes.append(size)

    async def write(self, chunk: bytes) -> None:
        self.parts.append(chunk)


def test_a_sink_takes_the_body_as_it_arrives_unless_that_is_packed() -> None:
    sink = Collected()
    call = Call("POST", "/x", CallKind.READ, Family.DOCUMENTS, weight=Weight.DOCUMENT, sink=sink)

    assert read(Reply(call, 200, {"content-length": "4"}), b"ab", b"cd") == b"abcd"
    assert (sink.sizes, sink.parts) == ([4], [b"ab", b"cd"])
    assert read(Reply(call, 200, {}), b"ef") == b"ef"
    assert sink.sizes == [4, None]
    assert read(Reply(call, 200, {"content-encoding": "gzip"}), gzip.compress(b"gh")) == b"gh"
    assert (sink.sizes, sink.parts) == ([4, None], [b"ab", b"cd", b"ef"])
