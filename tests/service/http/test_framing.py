"""S18: requests whose border two programs could see in two places are answered once, refused, and cut off.

`../test_guard.py` has the ones about fields of the head; these are about lines, chunks and lying lengths.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.running_service import RunningService, running_service
from support.services.raw_request import connected, head, raw_request

pytestmark = pytest.mark.scorecard("S18")

JSON = "Content-Type: application/json"
POST = "POST /v2/translate HTTP/1.1"
CHUNKED = "Transfer-Encoding: chunked"


@pytest.fixture(scope="module")
def framed() -> Iterator[RunningService]:
    with running_service() as running:
        yield running


HEADS = [
    ("the same length twice", [JSON, "Content-Length: 2", "Content-Length: 2"], b"{}"),
    ("two lengths in one field", [JSON, "Content-Length: 2, 2"], b"{}"),
    ("a length with a space inside", [JSON, "Content-Length: 2 2"], b"{}"),
    ("a length in other digits", [JSON, "Content-Length: ²"], b"{}"),
    ("a length with an underscore", [JSON, "Content-Length: 1_0"], b"{}"),
    ("a length of forty digits", [JSON, "Content-Length: " + "9" * 40], b"{}"),
    ("an empty length", [JSON, "Content-Length: "], b"{}"),
    ("chunked twice in one field", [JSON, "Transfer-Encoding: chunked, chunked"], b"0\r\n\r\n"),
    ("chunked in two fields", [JSON, CHUNKED, CHUNKED], b"0\r\n\r\n"),
    ("chunked and identity", [JSON, CHUNKED, "Transfer-Encoding: identity"], b"0\r\n\r\n"),
    ("chunked behind a tab of another kind", [JSON, "Transfer-Encoding: \x0bchunked"], b"0\r\n\r\n"),
    ("chunked in quotes", [JSON, 'Transfer-Encoding: "chunked"'], b"0\r\n\r\n"),
    ("an empty name of a field", [JSON, ": x", "Content-Length: 2"], b"{}"),
    ("a name with a space", [JSON, "Content Length: 2"], b"{}"),
    ("a name in other letters", [JSON, "Contént-Length: 2"], b"{}"),
    ("a field without a colon", [JSON, "Content-Length"], b"{}"),
]
CHUNKS = [
    ("a size with a plus", b"+2\r\n{}\r\n0\r\n\r\n"),
    ("a negative size", b"-2\r\n{}\r\n0\r\n\r\n"),
    ("a size with 0x", b"0x2\r\n{}\r\n0\r\n\r\n"),
    ("a size with an underscore", b"0_2\r\n{}\r\n0\r\n\r\n"),
    ("a size of forty digits", b"f" * 40 + b"\r\n{}\r\n0\r\n\r\n"),
    ("a space before the size", b" 2\r\n{}\r\n0\r\n\r\n"),
    ("an empty size", b"\r\n{}\r\n0\r\n\r\n"),
    ("a chunk that is longer than its size", b"1\r\n{}\r\n0\r\n\r\n"),
    ("a chunk with another end", b"2\r\n{}xx0\r\n\r\n"),
    ("a line feed alone in an extension", b"2;x\n{}\r\n0\r\n\r\n"),
    ("a line feed alone after the size", b"2\n{}\r\n0\r\n\r\n"),
]
LINES = [
    ("no version", "GET /v3/glossaries"),
    ("two spaces", "GET  /v3/glossaries HTTP/1.1"),
    ("a tab", "GET\t/v3/glossaries HTTP/1.1"),
    ("a space before", " GET /v3/glossaries HTTP/1.1"),
    ("a space in the path", "GET /v3/ glossaries HTTP/1.1"),
    ("a version in other letters", "GET /v3/glossaries http/1.1"),
    ("a version without a point", "GET /v3/glossaries HTTP/11"),
    ("a method in brackets", "G(E)T /v3/glossaries HTTP/1.1"),
    ("an authority", "GET evil.example:80 HTTP/1.1"),
    ("a control character", "GET /v3/gloss\x01aries HTTP/1.1"),
]


def assert_refused_once(service: RunningService, content: bytes) -> None:
    """Assert one error response, then a closed connection, so that the following valid request was never seen."""
    answer = raw_request(service, content + head(service))

    assert 400 <= answer.status < 500
    assert answer.count == 1
    assert answer.is_closed


@pytest.mark.parametrize(("fields", "body"), [each[1:] for each in HEADS], ids=[each[0] for each in HEADS])
def test_a_length_that_can_be_read_in_two_ways_is_refused(
    framed: RunningService, fields: list[str], body: bytes
) -> None:
    assert_refused_once(framed, head(framed, POST, more=fields) + body)


@pytest.mark.parametrize("chunks", [each[1] for each in CHUNKS], ids=[each[0] for each in CHUNKS])
def test_a_broken_chunk_is_refused(framed: RunningService, chunks: bytes) -> None:
    assert_refused_once(framed, head(framed, POST, more=[JSON, CHUNKED]) + chunks)


@pytest.mark.parametrize("line", [each[1] for each in LINES], ids=[each[0] for each in LINES])
def test_a_broken_line_is_refused(framed: RunningService, line: str) -> None:
    assert_refused_once(framed, head(framed, line))


def test_chunks_in_a_request_of_the_older_version_are_refused(framed: RunningService) -> None:
    older = head(framed, "POST /v2/translate HTTP/1.0", more=[JSON, CHUNKED])

    answer = raw_request(framed, older + b"2\r\n{}\r\n0\r\n\r\n")

    assert answer.status == 400
    assert answer.count == 1
    assert answer.is_closed


def test_a_chunk_with_an_extension_and_a_trailer_is_read_as_it_is_meant(framed: RunningService) -> None:
    """Both are allowed, but may change neither the end of the request nor its meaning."""
    chunks = b"1;name=value\r\n{\r\n1\r\n}\r\n0\r\nContent-Length: 9\r\nHost: evil.example\r\n\r\n"

    answer = raw_request(framed, head(framed, POST, more=[JSON, CHUNKED]) + chunks + head(framed))

    assert answer.status == 400
    assert b"`text`" in answer.body
    assert answer.count == 2
    assert b"HTTP/1.1 200" in answer.received


def test_what_is_sent_beyond_the_length_is_the_next_request(framed: RunningService) -> None:
    """S20: a length that is too short."""
    answer = raw_request(framed, head(framed, POST, more=[JSON, "Content-Length: 2"]) + b"{}" + b'"text": "x"}\r\n\r\n')

    assert answer.count == 2
    assert answer.received.count(b"HTTP/1.1 400") == 2
    assert answer.is_closed


def test_a_body_that_ends_before_its_length_does_nothing(framed: RunningService) -> None:
    """S20: a length that is too long. The client closes the connection, and the service continues."""
    with connected(framed) as connection:
        connection.sendall(head(framed, POST, more=[JSON, "Content-Length: 200"]) + b"{}")

    assert raw_request(framed, head(framed, more=["Connection: close"])).status == 200
