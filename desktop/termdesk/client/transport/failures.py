"""Converts a transport failure to one of the classes in `client.errors`, without any text of the library."""

from __future__ import annotations

import errno
import socket
import ssl
from collections.abc import Iterator

import httpx

from termdesk.client.errors import Reason, ServiceError, TimedOut, UnclearOutcome, Unreachable
from termdesk.client.transport.calls import Call, CallKind
from termdesk.messages.service_messages import AnswerMessage, AnswerRemedy

# Errors that the library raises only before the request is sent.
_BEFORE_SENDING = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
    httpx.LocalProtocolError,
)

_NO_WAY = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN})

# Error numbers of OpenSSL (X509_V_ERR_…). Every other number counts as an unknown authority.
_NOT_YET_VALID, _EXPIRED, _OTHER_HOST, _OTHER_ADDRESS = 9, 10, 62, 64
_CERTIFICATE_FAULTS = {
    _NOT_YET_VALID: AnswerMessage.CERTIFICATE_EXPIRED(),
    _EXPIRED: AnswerMessage.CERTIFICATE_EXPIRED(),
    _OTHER_HOST: AnswerMessage.CERTIFICATE_OF_OTHER(),
    _OTHER_ADDRESS: AnswerMessage.CERTIFICATE_OF_OTHER(),
}
_SENTENCES = {
    Reason.NOT_FOUND: AnswerMessage.HOST_NOT_FOUND(),
    Reason.REFUSED: AnswerMessage.REFUSED(),
    Reason.CERTIFICATE: AnswerMessage.CERTIFICATE(),
    Reason.PROXY: AnswerMessage.PROXY(),
    Reason.RESET: AnswerMessage.RESET(),
}


def transport_failure(
    error: httpx.TransportError, call: Call, *, was_sent: bool, through_proxy: bool, with_login: bool = False
) -> ServiceError:
    """Return the error for a failed exchange. `was_sent`: part of the request may have left this computer.

    `with_login`: a proxy was given a user and a password.

    The library's own messages are not passed on: one of them contains the value of an invalid header.
    """
    sent = was_sent and not isinstance(error, _BEFORE_SENDING)
    if sent and call.kind is not CallKind.READ:
        return unclear(call)
    if isinstance(error, httpx.TimeoutException):
        return TimedOut(was_sent=sent, call=call.name)
    reason = _reason(error, through_proxy=through_proxy)
    return Unreachable(_sentence(error, reason, with_login=with_login), reason=reason, was_sent=sent, call=call.name)


def out_of_time(call: Call, *, was_sent: bool) -> ServiceError:
    """Return the error for a call whose total time is over, even if data was still arriving."""
    return unclear(call) if was_sent and call.kind is not CallKind.READ else TimedOut(was_sent=was_sent, call=call.name)


def incomplete_response(call: Call) -> ServiceError:
    """Return the error for a response that ended early."""
    if call.kind is not CallKind.READ:
        return unclear(call)
    return Unreachable(AnswerMessage.BROKEN_OFF(), reason=Reason.RESET, was_sent=True, call=call.name)


def unclear(call: Call) -> UnclearOutcome:
    """Return the error for a change that was sent and got no response."""
    if call.kind in (CallKind.BILLED, CallKind.UPLOAD):
        return UnclearOutcome(
            AnswerMessage.UNCLEAR_CHARGE(),
            remedy=AnswerRemedy.CHECK_USAGE(),
            call=call.name,
        )
    return UnclearOutcome(call=call.name)


def _sentence(error: httpx.TransportError, reason: Reason, *, with_login: bool) -> str:
    """Describe a failure; for certificates and proxies also say what is wrong."""
    if reason is Reason.PROXY and isinstance(error, httpx.ProxyError) and str(error).startswith("407"):
        return AnswerMessage.PROXY_REFUSES_LOGIN() if with_login else AnswerMessage.PROXY_NEEDS_LOGIN()
    for cause in _causes(error):
        if found := _CERTIFICATE_FAULTS.get(getattr(cause, "verify_code", 0)):
            return found
    return _SENTENCES[reason]


def _reason(error: httpx.TransportError, *, through_proxy: bool) -> Reason:
    causes = list(_causes(error))
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return Reason.CERTIFICATE
    if isinstance(error, httpx.ProxyError):
        return Reason.PROXY
    if not isinstance(error, httpx.ConnectError):
        return Reason.RESET
    if through_proxy:
        return Reason.PROXY
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return Reason.REFUSED
    if any(isinstance(cause, ConnectionResetError | ssl.SSLError) for cause in causes):
        return Reason.RESET
    return Reason.NOT_FOUND if any(_leads_nowhere(cause) for cause in causes) else Reason.REFUSED


def _leads_nowhere(cause: BaseException) -> bool:
    return isinstance(cause, socket.gaierror) or (isinstance(cause, OSError) and cause.errno in _NO_WAY)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Return an error and its chain of causes, by context, too, because the library removes `__cause__`."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        current = waiting.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        waiting += [current.__cause__, current.__context__]
        if isinstance(current, BaseExceptionGroup):
            waiting += current.exceptions
