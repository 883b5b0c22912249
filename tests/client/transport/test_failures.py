"""Transport failures as errors. The first question is always whether the service may have seen the call."""

from __future__ import annotations

import errno
import socket
import ssl

import httpx
import pytest

from termdesk.client.errors import Reason, ServiceError, TimedOut, UnclearOutcome, Unreachable
from termdesk.client.transport.calls import Call, CallKind, Family
from termdesk.client.transport.failures import incomplete_response, out_of_time, transport_failure

READ = Call("GET", "/v2/usage", CallKind.READ, Family.USAGE)
CHANGE = Call("PATCH", "/v3/glossaries/1", CallKind.CHANGE, Family.GLOSSARIES)
BILLED = Call("POST", "/v2/translate", CallKind.BILLED, Family.TRANSLATE)
WRITES = [CHANGE, BILLED, Call("POST", "/v3/glossaries", CallKind.CREATE, Family.GLOSSARIES)]


def caused(error: httpx.TransportError, *causes: BaseException) -> httpx.TransportError:
    """Return the error as the library raises it: each cause is the context of the error before it."""
    inner: BaseException = error
    for cause in causes:
        inner.__context__ = cause
        inner = cause
    return error


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (caused(httpx.ConnectError("x"), OSError(), socket.gaierror()), Reason.NOT_FOUND),
        (caused(httpx.ConnectError("x"), OSError(errno.ENETUNREACH, "x")), Reason.NOT_FOUND),
        (caused(httpx.ConnectError("x"), ConnectionRefusedError()), Reason.REFUSED),
        (caused(httpx.ConnectError("x"), ExceptionGroup("x", [ConnectionRefusedError()])), Reason.REFUSED),
        (caused(httpx.ConnectError("x"), ConnectionResetError()), Reason.RESET),
        (caused(httpx.ConnectError("x"), ssl.SSLError()), Reason.RESET),
        (caused(httpx.ConnectError("x"), ssl.SSLCertVerificationError()), Reason.CERTIFICATE),
        (httpx.ConnectError("x"), Reason.REFUSED),
        (httpx.ProxyError("x"), Reason.PROXY),
        (httpx.ReadError("x"), Reason.RESET),
        (httpx.RemoteProtocolError("x"), Reason.RESET),
    ],
    ids=lambda value: str(value) if isinstance(value, Reason) else "",
)
def test_every_failure_to_connect_has_a_reason(error: httpx.TransportError, reason: Reason) -> None:
    found = transport_failure(error, READ, was_sent=False, through_proxy=False)

    assert isinstance(found, Unreachable)
    assert (found.reason, found.was_sent, found.call) == (reason, False, "GET /v2/usage")


def test_behind_a_proxy_it_is_the_proxy_that_does_not_connect_but_a_certificate_is_still_one() -> None:
    refused = caused(httpx.ConnectError("x"), ConnectionRefusedError())
    untrusted = caused(httpx.ConnectError("x"), ssl.SSLCertVerificationError())

    found = [transport_failure(each, READ, was_sent=False, through_proxy=True) for each in (refused, untrusted)]

    assert [each.reason for each in found if isinstance(each, Unreachable)] == [Reason.PROXY, Reason.CERTIFICATE]


@pytest.mark.parametrize("call", WRITES, ids=lambda call: str(call.kind.name))
@pytest.mark.parametrize("error", [httpx.ReadError("x"), httpx.ReadTimeout("x"), httpx.RemoteProtocolError("x")])
def test_a_change_that_was_sent_is_never_called_undone(call: Call, error: httpx.TransportError) -> None:
    found = transport_failure(error, call, was_sent=True, through_proxy=False)

    assert isinstance(found, UnclearOutcome)
    assert found.may_have_happened


@pytest.mark.parametrize(
    "error",
    [httpx.ConnectError("x"), httpx.ConnectTimeout("x"), httpx.PoolTimeout("x"), httpx.LocalProtocolError("x")],
)
def test_what_only_fails_before_sending_left_nothing_behind(error: httpx.TransportError) -> None:
    # `was_sent` belongs to the connection of an earlier attempt; by the type of the error, nothing was sent this time.
    found = transport_failure(error, BILLED, was_sent=True, through_proxy=False)

    assert not found.may_have_happened


def test_time_that_runs_out_is_told_as_that() -> None:
    before = transport_failure(httpx.ConnectTimeout("x"), CHANGE, was_sent=False, through_proxy=False)
    after = transport_failure(httpx.ReadTimeout("x"), READ, was_sent=True, through_proxy=False)

    assert isinstance(before, TimedOut)
    assert isinstance(after, TimedOut)
    assert (before.was_sent, after.was_sent) == (False, True)


@pytest.mark.parametrize(
    ("call", "was_sent", "kind"),
    [(READ, True, TimedOut), (CHANGE, False, TimedOut), (CHANGE, True, UnclearOutcome), (BILLED, True, UnclearOutcome)],
)
def test_the_end_of_the_total_time(call: Call, was_sent: bool, kind: type[ServiceError]) -> None:
    assert type(out_of_time(call, was_sent=was_sent)) is kind


def test_an_answer_that_breaks_off() -> None:
    read = incomplete_response(READ)

    assert isinstance(read, Unreachable)
    assert (read.reason, read.was_sent) == (Reason.RESET, True)
    assert type(incomplete_response(CHANGE)) is UnclearOutcome


def test_a_text_that_may_be_billed_says_what_to_look_at_first() -> None:
    assert incomplete_response(BILLED).remedy
    assert not incomplete_response(CHANGE).remedy


def test_no_word_of_the_library_gets_into_an_error() -> None:
    error = httpx.LocalProtocolError("Illegal header value b'DeepL-Auth-Key canary'")

    for call in (READ, BILLED):
        assert "canary" not in str(transport_failure(error, call, was_sent=False, through_proxy=False))
