"""What every request must pass before a route sees it: host, origin, key, media type, size."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import time

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from termdesk.service.answers import DIALECTS, JSON, Refusal

log = logging.getLogger("termdesk.service")

SECONDS_FOR_BODY = 30.0
MAX_HEADERS = 64
# A byte of entries can become two in JSON (tabs, line feeds, quotes); the entries themselves are counted later.
MAX_GLOSSARY_BODY = 5 * 2 * 10_485_760 + 65_536
MAX_BODIES = {"/v2/write/": 10_240, "/v2/translate": 131_072, "/v3/glossaries": MAX_GLOSSARY_BODY}
MAX_OTHER_BODY = 131_072
FORM = "application/x-www-form-urlencoded"
# Paths whose bodies may also come as forms, as from older clients.
TAKES_FORMS = ("/v2/", "/v3/glossaries")
REFUSALS_A_SECOND = 10


class Guard:
    """ASGI middleware. Answers refused requests itself, gives every answer its trace id, and logs one line.

    The exact `Host` is what stops a web page whose name was rebound to this computer: such a request carries
    no `Origin`. Nothing of the request but method, path and status ever reaches the log.
    """

    def __init__(self, app: ASGIApp, *, key: str, hosts: frozenset[str]) -> None:
        self._app = app
        self._key = key.encode()
        self._hosts = hosts
        self._refused: list[float] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        trace_id = secrets.token_hex(16)
        scope["state"] = {"trace_id": trace_id}
        status = 0

        async def send_traced(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-trace-id", trace_id.encode())]
            await send(message)

        begin = time.monotonic()
        try:
            self._check(scope)
            await self._app(scope, _limited(scope, receive), send_traced)
        except Refusal as refusal:
            await refusal.response()(scope, receive, send_traced)
        except Exception:
            log.exception("%s failed inside", trace_id)
            inside = Refusal(500, "Internal error", detail=f"The service's log has it under {trace_id}.")
            await inside.response()(scope, receive, send_traced)
        took = (time.monotonic() - begin) * 1000
        log.info("%s %s %s %d %.0f ms", trace_id, scope["method"], _path_for_log(scope), status, took)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        _check_framing(scope, headers)
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            raise Refusal(421, "Misdirected request", detail="The Host header names another host.", closes=True)
        if "origin" in headers or headers.get("sec-fetch-site", "none") != "none":
            raise Refusal(403, "Requests from web pages are refused.", closes=True)
        if scope["method"] == "OPTIONS":
            raise Refusal(405, "Method not allowed")
        if scope["path"] != "/local/v1/health":
            scope["state"]["dialect"] = self._authorized(headers)
        _check_body(scope, headers)

    def _authorized(self, headers: Headers) -> object:
        scheme, _, key = headers.get("authorization", "").partition(" ")
        dialect = DIALECTS.get(scheme)
        if dialect is not None and hmac.compare_digest(key.encode(), self._key):
            return dialect
        self._slow_down_guessing()
        raise Refusal(401, "Authorization failed. A valid key in the Authorization header is required.")

    def _slow_down_guessing(self) -> None:
        now = time.monotonic()
        self._refused = [moment for moment in self._refused if now - moment < 1.0]
        if len(self._refused) >= REFUSALS_A_SECOND:
            raise Refusal(429, "Too many requests with a wrong key.", headers={"Retry-After": "1"}, closes=True)
        self._refused.append(now)


def _check_framing(scope: Scope, headers: Headers) -> None:
    if len(headers) > MAX_HEADERS:
        raise Refusal(400, "Too many header fields", closes=True)
    lengths = headers.getlist("content-length")
    if ("transfer-encoding" in headers and lengths) or len(lengths) > 1:
        raise Refusal(400, "Ambiguous length of the body", closes=True)
    if not scope["raw_path"].startswith(b"/"):
        raise Refusal(400, "The request target must be a path", closes=True)
    if "content-encoding" in headers:
        raise Refusal(415, "Compressed request bodies are not accepted", closes=True)


def _check_body(scope: Scope, headers: Headers) -> None:
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    if not has_body:
        return
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    takes_form = scope["path"].startswith(TAKES_FORMS)
    if media_type != JSON and not (takes_form and media_type == FORM):
        raise Refusal(
            415,
            "Unsupported content type",
            detail=f"The body must be {JSON}" + (f" or {FORM}." if takes_form else "."),
            code="invalid_content_type",
            closes=True,
        )
    length = headers.get("content-length", "0")
    if length.isdigit() and int(length) > body_limit(scope["path"]):
        raise too_large(scope["path"])


def body_limit(path: str) -> int:
    """The most bytes that a body of this path may have."""
    return next((size for start, size in MAX_BODIES.items() if path.startswith(start)), MAX_OTHER_BODY)


def too_large(path: str) -> Refusal:
    return Refusal(
        413, "Request size exceeds the limit", detail=f"The body may have {body_limit(path):,} bytes.", closes=True
    )


def _limited(scope: Scope, receive: Receive) -> Receive:
    """`receive` that counts the bytes of the body and gives it a total deadline, however slowly it drips."""
    left = body_limit(scope["path"])
    deadline = time.monotonic() + SECONDS_FOR_BODY
    is_complete = False

    async def limited() -> Message:
        nonlocal left, is_complete
        if is_complete:
            # The route waits for the client to hang up; that has no deadline.
            return await receive()
        try:
            async with asyncio.timeout(max(0.0, deadline - time.monotonic())):
                message = await receive()
        except TimeoutError:
            raise Refusal(408, "The body took too long to arrive", closes=True) from None
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            is_complete = not message.get("more_body", False)
            if left < 0:
                raise too_large(scope["path"])
        return message

    return limited


def _path_for_log(scope: Scope) -> str:
    path: str = scope["path"]
    return path.encode("ascii", "backslashreplace").decode().replace("\n", "\\n").replace("\r", "\\r")[:200]
