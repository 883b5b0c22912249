"""A raw response of the service, and how its body is read without trusting its size."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from termdesk.client.errors import BadAnswer
from termdesk.client.transport.calls import MEBIBYTE, Call, Weight
from termdesk.messages.service_messages import AnswerMessage

_MAX_JSON = 16 * MEBIBYTE
# Ten MiB of entries have little more as a text response. As JSON with escapes they may have three times as much,
# because \u00fc has six characters for two bytes.
_MAX_ENTRIES_TEXT = 12 * MEBIBYTE
_MAX_ENTRIES_JSON = 34 * MEBIBYTE
# The largest upload is 100 MB, and a translation may be longer than its source.
_MAX_DOCUMENT = 256 * MEBIBYTE
_MAX_ERROR = 64 * 1024
_MAX_EXPANSION = 100
# How many bytes a compressed body may have more than its content. Headers and stored blocks take a thousandth of it.
_MOST_OVERHEAD = MEBIBYTE


@dataclass(frozen=True, slots=True)
class Reply:
    """Status, headers by lower-case name, and the decoded body of one response."""

    call: Call
    status: int
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def trace_id(self) -> str:
        """The id that identifies this response in the service's log; empty if it sent none."""
        return self.headers.get("x-trace-id", "")

    @property
    def media_type(self) -> str:
        """The content type in lower case without parameters; empty if there is none."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def is_page(self) -> bool:
        """Whether this is a web page: a proxy or portal responded instead of the service."""
        return "html" in self.media_type or self.body[:64].lstrip().lower().startswith((b"<!doctype", b"<html"))

    def bad(self, message: str, *, remedy: str = "") -> BadAnswer:
        """Return the error for a response that cannot be used."""
        return BadAnswer(message, remedy=remedy, status=self.status, trace_id=self.trace_id, call=self.call.name)


class CutShort(Exception):
    """A compressed body ended too early. The unpacked part looks complete but is not."""


async def read_body(head: Reply, chunks: AsyncIterable[bytes]) -> bytes:
    """Return the decoded body of a successful response.

    Raises CutShort, and BadAnswer if the body is larger than a body of its kind can be or unpacks to more than a
    hundred times its size (a megabyte of gzip can hold a gigabyte).
    """
    limit = _limit_of(head)
    announced = _read_announced_size(head)
    if announced is not None and announced > limit:
        raise _too_large(head, limit)
    decoder = _Decoder(head, limit)
    arrived = 0
    # The sink cannot use compressed bytes.
    sink = None if decoder.is_packed else head.call.sink
    if sink:
        await sink.begin(announced)
    async for chunk in chunks:
        arrived += len(chunk)
        if sink:
            await sink.write(chunk)
        decoder.feed(chunk)
        head.call.progress.step(arrived, announced)
    # Joining 10 MiB takes as long as a frame, mostly without holding the interpreter lock.
    return decoder.finish() if arrived < MEBIBYTE else await asyncio.to_thread(decoder.finish)


async def read_error_body(head: Reply, chunks: AsyncIterable[bytes]) -> bytes:
    """Return the first part of an error body, which holds the message; damage after it is ignored."""
    decoder: _Decoder | None = None
    with suppress(BadAnswer):
        decoder = _Decoder(head, _MAX_ERROR)
        async for chunk in chunks:
            decoder.feed(chunk)
    return decoder.body if decoder is not None else b""


def _limit_of(head: Reply) -> int:
    if head.call.weight is Weight.JSON:
        return _MAX_JSON
    if head.call.weight is Weight.DOCUMENT:
        return _MAX_DOCUMENT
    return _MAX_ENTRIES_JSON if "json" in head.media_type else _MAX_ENTRIES_TEXT


def _read_announced_size(head: Reply) -> int | None:
    text = head.headers.get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def _too_large(head: Reply, limit: int) -> BadAnswer:
    return head.bad(AnswerMessage.ANSWER_TOO_LARGE(limit=limit // MEBIBYTE))


class _Decoder:
    """Unpacks a body as it arrives, within its size limit."""

    def __init__(self, head: Reply, limit: int) -> None:
        self._head = head
        self._limit = limit
        self._arrived = 0
        self._parts: list[bytes] = []
        self._size = 0
        self._inflate = _inflater(head)

    def feed(self, chunk: bytes) -> None:
        self._arrived += len(chunk)
        if self._inflate is None:
            self._keep(chunk)
            return
        while True:
            part = self._inflate_chunk(chunk)
            self._keep(part)
            if self._size > MEBIBYTE and self._size > self._arrived * _MAX_EXPANSION:
                raise self._head.bad(AnswerMessage.UNPACKS_TOO_LARGE())
            chunk = self._inflate.unconsumed_tail
            if self._inflate.eof or (not chunk and len(part) < MEBIBYTE):
                break
        # Otherwise a body that never ends would be read until the time is over.
        if self._inflate.unused_data or self._arrived > self._size + _MOST_OVERHEAD:
            raise self._head.bad(AnswerMessage.UNPACKING_FAILED())

    @property
    def is_packed(self) -> bool:
        """Whether the body is compressed."""
        return self._inflate is not None

    @property
    def body(self) -> bytes:
        """The bytes unpacked so far."""
        return self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)

    def finish(self) -> bytes:
        if self._inflate is not None and self._arrived and not self._inflate.eof:
            raise CutShort
        return self.body

    def _inflate_chunk(self, chunk: bytes) -> bytes:
        assert self._inflate is not None
        try:
            return self._inflate.decompress(chunk, MEBIBYTE)
        except zlib.error:
            raise self._head.bad(AnswerMessage.UNPACKING_FAILED()) from None

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._limit:
            raise _too_large(self._head, self._limit)
        self._parts.append(part)


def _inflater(head: Reply) -> zlib._Decompress | None:
    match head.headers.get("content-encoding", "identity").strip().lower():
        case "" | "identity":
            return None
        case "gzip" | "x-gzip":
            return zlib.decompressobj(wbits=31)
        case other:
            raise head.bad(AnswerMessage.ENCODING(encoding=other[:40]))
