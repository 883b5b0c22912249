"""Converts an error status to one of the classes in `client.errors`: the only module that knows statuses."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import msgspec

from termdesk.client.errors import (
    BadAnswer,
    InvalidRequest,
    NotAllowed,
    NotFound,
    QuotaExceeded,
    RateLimited,
    Reason,
    Redirected,
    ServerFailed,
    ServiceError,
    StatusError,
    TooLarge,
    Unavailable,
    Unreachable,
    UnsupportedType,
    Words,
    WrongKey,
)
from termdesk.client.transport.calls import Family
from termdesk.client.transport.replies import Reply
from termdesk.client.transport.retry_after import seconds_to_wait
from termdesk.messages.service_messages import AnswerMessage

_MAX_TEXT = 2_000
_SCOPE = re.compile(r"\b[a-z][a-z_]*:[a-z][a-z_]*\b")
_INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_BY_STATUS: dict[int, type[StatusError]] = {
    401: WrongKey,
    404: NotFound,
    408: ServerFailed,
    413: TooLarge,
    414: TooLarge,
    415: UnsupportedType,
    429: RateLimited,
    503: Unavailable,
    529: RateLimited,
}


def refusal(reply: Reply) -> ServiceError:
    """Return the error for a reply with a status other than 2xx.

    Any body is accepted: both shapes of the interface, an empty one, a proxy's page. The service's message is kept as
    plain text, without control characters, cut at 2,000.
    """
    status = reply.status
    if 300 <= status < 400:
        return Redirected(
            target_host=_host_of(reply.headers.get("location", "")),
            status=status,
            trace_id=reply.trace_id,
            call=reply.call.name,
        )
    if status == 407:
        return Unreachable(AnswerMessage.PROXY_NEEDS_LOGIN(), reason=Reason.PROXY, call=reply.call.name)
    message, words = _words(reply)
    if reply.call.address and 400 <= status < 500:
        # The key was not sent, so it cannot be wrong.
        return InvalidRequest(message, **words)
    match status:
        case 403:
            return _forbidden(message, words)
        case 456:
            return QuotaExceeded(message, is_about_glossaries=reply.call.family is Family.GLOSSARIES, **words)
        case _ if status in _BY_STATUS:
            return _BY_STATUS[status](message, **words)
        case _ if 400 <= status < 500:
            return InvalidRequest(message, **words)
        case _ if status >= 500:
            return ServerFailed(message, **words)
        case _:
            return BadAnswer(**words)


def _forbidden(message: str, words: Words) -> ServiceError:
    said = f"{message}\n{words['detail']}"
    scopes = tuple(dict.fromkeys(_SCOPE.findall(said)))
    if scopes or "scope" in said.lower():
        return NotAllowed(message, missing_scopes=scopes, **words)
    return WrongKey(message, **words)


def _words(reply: Reply) -> tuple[str, Words]:
    """Return the service's message, and everything else the body says."""
    said = _fields(reply.body)
    words = Words(
        status=reply.status,
        code=plain(said.get("code")),
        detail=plain(said.get("detail")),
        trace_id=plain(reply.trace_id)[:200],
        call=reply.call.name,
        retry_after=seconds_to_wait(reply.headers.get("retry-after", ""), answered=reply.headers.get("date", "")),
    )
    return plain(said.get("message")), words


def _fields(body: bytes) -> dict[str, object]:
    try:
        return msgspec.json.decode(body, type=dict[str, object])
    except (ValueError, RecursionError):
        return {}


def plain(value: object) -> str:
    """Convert a value from the service to displayable text: one string, no control characters, 2,000 at most."""
    return _INVISIBLE.sub(" ", value[:_MAX_TEXT]).strip() if isinstance(value, str) else ""


def _host_of(location: str) -> str:
    try:
        return plain(urlsplit(location).hostname)
    except ValueError:
        return ""
